"""The blocks of a comparison in their order, and what every form of it loops over."""

from collections.abc import Iterator, Sequence

from mhclient.report.chart import Chart
from mhclient.report.compare import accuracy, cost, grammar, orders, prompts, ranks, reading, transitions
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.pairs import pair_names
from mhclient.report.loading.same_items import apart_in_words, names_of_benchmarks, same_in_words
from mhclient.report.summary import Finding
from mhclient.report.table import Table
from mhclient.report.wording.names import marked_name
from mhclient.report.wording.verdicts import MOST_OPEN, is_open, many_open

BLOCKS = (
    accuracy.BLOCK,
    reading.BLOCK,
    grammar.BLOCK,
    transitions.BLOCK,
    cost.BLOCK,
    ranks.BLOCK,
    ranks.VERDICTS,
    orders.BLOCK,
    orders.PLACES,
    prompts.BLOCK,
)


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Every table of a comparison: pair by pair, then those of all pairs."""
    of_pairs = (block.table(pair, comparison) for pair in comparison.pairs for block in BLOCKS)
    of_all = (block.table_of_all(comparison) for block in BLOCKS)
    return (table for tables in (of_pairs, of_all) for table in tables if table is not None)


def comparison_charts(comparison: Comparison) -> Iterator[Chart]:
    """Every chart of a comparison."""
    return (chart for block in BLOCKS for chart in block.charts(comparison))


def comparison_findings(comparison: Comparison, *, brief: bool = False) -> list[Finding]:
    """The runs that could not be compared; then a verdict for each pair, and what it depends on.

    Args:
        brief: undecided pairs, where they are many, are one line; the table of verdicts has each.
    """
    still_open = [pair for pair in comparison.pairs if not pair.circular and is_open(pair.overall.right)]
    many = still_open if brief and len(still_open) > MOST_OPEN else []
    in_one_line = {id(pair) for pair in many}
    found = [
        each
        for pair in comparison.pairs
        for block in BLOCKS
        for each in block.findings(pair, comparison)
        if each.code != "verdict" or id(pair) not in in_one_line
    ]
    return [*_apart(comparison), *_same(comparison), *found, *_many_open(many, comparison)]


def _many_open(pairs: Sequence[Pair], comparison: Comparison) -> Iterator[Finding]:
    if pairs:
        by_names = {pair_names(pair, comparison): pair.overall.right for pair in pairs}
        text = f"{many_open(by_names, len(comparison.pairs))}; the table of all pairs above has each."
        yield Finding("verdict", "overall", text)


def _apart(comparison: Comparison) -> Iterator[Finding]:
    """Benchmarks that have no question in common, once for all of their runs; then single runs."""
    names = names_of_benchmarks(run.benchmark for run in comparison.runs)
    told = []
    for two in comparison.items.benchmarks():
        if all(two.n) and not two.n_same:
            first, second = names[two.first.digest], names[two.second.digest]
            text = f"Runs on {first} and runs on {second} have no question in common and are not compared."
            yield Finding("nothing_in_common", "overall", f"{text} {two.unlike.said}".rstrip())
            told.append({two.first.digest, two.second.digest})
    for both in comparison.apart:
        if {run.benchmark.digest for run in both} not in told:
            first, second = (marked_name(run, comparison.runs) for run in both)
            text = f"{first} and {second} {apart_in_words(*both)} {comparison.items.unlike(*both).said}"
            yield Finding("nothing_in_common", "overall", text.rstrip())


def _same(comparison: Comparison) -> Iterator[Finding]:
    for *both, n_same in comparison.same:
        first, second = (marked_name(run, comparison.runs) for run in both)
        text = f"{first} and {second} {same_in_words(n_same)}"
        yield Finding("same_replies", "overall", text)
