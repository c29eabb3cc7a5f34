"""What is shown of a comparison: its blocks, and at the end their order, which every form loops over.

Of two runs: whether a difference depends on how replies are read, the difference of accuracy and its verdict,
how items ended in both, what the replies cost, what a provider's grammar changes. Of all: verdicts and ranks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mhclient.figures.paired import Paired, Verdict
from mhclient.read.scored import ENDINGS, Ending, NoReply
from mhclient.report.blocks.block import READ, changed_cell, of_paired, of_task
from mhclient.report.blocks.ranking import Ranked, ranked_runs, ranking_document, ranking_table
from mhclient.report.chart import Chart, Dots, Measured, Point, Series, rough_note
from mhclient.report.compare import variants
from mhclient.report.compare.contrast import (
    Comparison,
    Contrast,
    Pair,
    PairBlock,
    Way,
    compared_items,
    contrasts,
    keeps_its_sign,
    of_pair,
    pair_names,
    pair_title,
)
from mhclient.report.loading.same_items import apart_in_words, names_of_benchmarks, same_in_words
from mhclient.report.summary import Finding
from mhclient.report.table import Behind, Cell, Row, Table
from mhclient.report.wording.names import marked_name, minus, with_marks
from mhclient.report.wording.shapes import bounds_document, difference, paired_document, points_interval
from mhclient.report.wording.verdicts import (
    MOST_OPEN,
    are_equivalent,
    is_open,
    many_open,
    margin_note,
    n_tests,
    verdict_cell,
    verdict_in_words,
    verdict_notes,
    verdicts_document,
    verdicts_table,
)
from mhclient.run.variant import Variant
from mhclient.show.cells import (
    CLUSTERS,
    FEWEST_EFFECTIVE,
    NOT_KNOWN,
    clusters,
    is_rough,
    p_value,
    percent,
    points,
)
from mhclient.show.counts import agreeing, counted
from parsers import Outcome

WAYS: Mapping[Way, str] = {
    "right": "with unread as wrong",
    "explicit": "with explicit answers alone",
    "both_read": "on the items both could be read on",
}


# Why a reply could not be read, where that is no matter of format.
CAUSES: Mapping[Ending, str] = {
    Outcome.REFUSAL: "what is declined",
    Outcome.FILTERED: "what the provider's filter withholds",
    Outcome.TRUNCATED: "what is cut before an answer",
    Outcome.EMPTY: "what is left empty",
    NoReply.ERROR: "what fails without a reply",
}


def reading_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: whether the difference is knowledge or format."""
    rows = [_row(task, contrast, pair) for task, contrast in contrasts(pair)]
    head = ("Task", "explicit answers", "where both are read", "read at all", "in format")
    note = (
        "Differences in points, first minus second, with the 95 % interval, each for itself: p "
        "values, adjusted by Holm in each column as above, are in the JSON."
    )
    return of_pair(pair, comparison, Table("knowledge and format", head, rows, note))


def _row(task: str, contrast: Contrast, pair: Pair) -> Row:
    found = compared_items(pair, **of_task(task), **READ, there="read")
    read, repeated = replace(found, n=contrast.both_read.n), contrast.both_read.shares is not None
    return (
        task,
        difference(contrast.explicit.difference),
        Cell(difference(contrast.both_read.difference), None if repeated else read),
        difference(contrast.read.difference),
        difference(contrast.kept_format.difference),
    )


def reading_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """Where the verdict is not the same under every way of counting; a pair without a verdict has none."""
    if pair.circular:
        return
    names = pair_names(pair, comparison)
    margin = comparison.settings.equivalence
    for where, contrast in (("overall", pair.overall), *pair.tasks.items()):
        if found := _depends(where, contrast, names, margin):
            text = f"{found} {_why(contrast, names, unread_causes(pair, where), margin)}"
            yield Finding("verdict_depends_on_reading", where, text)


def _depends(where: str, contrast: Contrast, names: tuple[str, str], margin: float) -> str:
    """Which verdict there is under each way of counting; "" where it is the same under all."""
    found = {way: contrast.way(way) for way in WAYS}
    if len({pair.judged.verdict for pair in found.values()}) == 1:
        return ""
    listed = "; ".join(
        f"{WAYS[way]}, {verdict_in_words(pair, names, margin)} "
        f"({counted(pair.n, 'item')}, adjusted p {p_value(pair.p_holm)})"
        for way, pair in found.items()
    )
    among = "over all items" if where == "overall" else f"in {where}"
    return f"{names[0]} against {names[1]} {among}: {listed}."


def unread_causes(pair: Pair, where: str) -> list[str]:
    """Why replies of either run to the items that both have asked could not be read, as nouns.

    Args:
        where: a task, or "overall".
    """
    unread = {ending for task, ending in pair.unread if where in ("overall", task)}
    return list(dict.fromkeys(CAUSES.get(ending, "format") for ending in ENDINGS if ending in unread))


def _why(contrast: Contrast, names: tuple[str, str], causes: Sequence[str], margin: float) -> str:
    read, both_read = contrast.read, contrast.both_read
    rates = (
        f"Read: {percent(read.first)} % of {names[0]}'s replies, {percent(read.second)} % of {names[1]}'s; "
        f"whatever the unread ones would have said, {minus(*names)} lies between "
        f"{points_interval(contrast.bounds).replace(' to ', ' and ')} points over all "
        f"{counted(read.n, 'shared item')}"
    )
    if keeps_its_sign(contrast.bounds):
        rates += ", so that which has more right there cannot turn round"
    if (both_read.difference.n_effective or 0.0) < FEWEST_EFFECTIVE:
        return f"{rates}; there are too few items that both could be read on to say more."
    differs = " or ".join(causes) or "format"
    if both_read.judged.verdict in (Verdict.BETTER, Verdict.WORSE):
        return f"{rates}; the difference depends on which replies count."
    return f"{rates}; where both could be read, {_open(both_read, margin)}: {differs} may be what differs."


def _open(both_read: Paired, margin: float) -> str:
    """What can be said of two runs of which neither is shown to be better."""
    if both_read.judged.verdict is Verdict.EQUIVALENT:
        return are_equivalent("they", margin)
    return f"differences up to {percent(both_read.judged.not_excluded)} points cannot be excluded"


READING_BLOCK = PairBlock(table=reading_table, findings=reading_findings)


HEAD = ("Difference (95 % CI)", "simultaneous", CLUSTERS)
UNTESTED = "No test: the items were chosen because one of the runs could not be read on them."


def accuracy_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: both accuracies, their difference, and the items that changed."""
    rows = [_accuracy_row(task, contrast, pair) for task, contrast in contrasts(pair)]
    head = ("Task", "n", "first", "second", *HEAD, "only first/second", "p Holm", "Verdict")
    tests = UNTESTED if pair.circular else _tests_note(pair, comparison)
    note = f"Unread counts as wrong. {comparison.settings.estimand} {tests}"
    return of_pair(pair, comparison, Table("accuracy in %", head, rows, note))


def _accuracy_row(task: str, contrast: Contrast, pair: Pair) -> Row:
    right = contrast.right
    behind = of_paired(compared_items(pair, **of_task(task)), right)
    return (
        task,
        Cell(str(right.n), behind.shared),
        Cell(percent(right.first), behind.first, strong=right.judged.verdict is Verdict.BETTER),
        Cell(percent(right.second), behind.second, strong=right.judged.verdict is Verdict.WORSE),
        difference(right.difference),
        points_interval(right.judged.simultaneous),
        clusters(right.difference.n_effective),
        changed_cell(right, behind.changed),
        p_value(contrast.p_holm),
        "" if pair.circular else verdict_cell(right),
    )


def _tests_note(pair: Pair, comparison: Comparison) -> str:
    n_pairs, margin = n_tests(comparison.verdicts), comparison.settings.equivalence
    shown = (contrast.right for _, contrast in contrasts(pair))
    alone = "alone has right" if pair.overall.right.shares is None else "has right more often"
    return (
        "Difference: first minus second, in points; above 0 the first is better. Verdict: by p Holm, "
        f"adjusted over {counted(comparison.n_tests, 'test')} of tasks and over "
        f"{counted(n_pairs, 'test')} of all items{_of_every_pair(comparison)}. "
        "Simultaneous: intervals that hold together over the same tests; the others hold one by one. Only "
        f"first/second: items that one of them {alone}. {margin_note(comparison.settings)}"
        f"{verdict_notes(shown, margin)}"
    ).rstrip()


def _of_every_pair(comparison: Comparison) -> str:
    """Where the family has more pairs than are told of."""
    return ", of every two runs" if len(comparison.verdicts) > len(comparison.pairs) else ""


def comparison_chart(comparison: Comparison) -> Iterator[Chart]:
    """The difference of every pair, over all items: a forest of intervals."""
    points = [
        Point(
            pair_title(pair, comparison),
            pair.overall.right.difference.value,
            pair.overall.right.judged.simultaneous,
            _changed(pair),
            is_rough(pair.overall.right.judged.simultaneous, pair.overall.right.difference.n_effective),
            n=pair.overall.right.n,
        )
        for pair in comparison.pairs
    ]
    shown = (pair.overall.right for pair in comparison.pairs)
    beside = verdict_notes(shown, comparison.settings.equivalence, alone=False)
    words = (
        "Difference in accuracy on the items both have asked, first minus second, in points; above 0 the "
        "first is better. Bars: simultaneous 95 % intervals, which hold for all pairs together, as in the "
        "matrix."
        f"{rough_note(points)} {beside}"
    ).rstrip()
    drawing = Dots(
        [Series("first minus second", points)],
        Measured.POINTS,
        axis="percentage points, first minus second: above 0 the first is better",
        notes=[beside] if beside else [],
    )
    yield Chart("differences", "Differences between runs", words, drawing)


def _changed(pair: Pair) -> Behind | None:
    """The items that one of the runs alone has right; None where items were asked several times."""
    right = pair.overall.right
    n = right.first_only + right.second_only
    return None if right.shares is not None else replace(compared_items(pair, change="any"), n=n)


def accuracy_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """The verdict over all items, and which items it is not about."""
    first, second = pair_names(pair, comparison)
    if pair.circular:
        yield Finding("no_verdict", "overall", _circular(pair, (first, second)))
        return
    right = pair.overall.right
    found = verdict_in_words(right, (first, second), comparison.settings.equivalence)
    text = (
        f"{first} against {second}: {found}. They have {percent(right.first)} and "
        f"{percent(right.second)} % of "
        f"{counted(right.n, 'shared item')} right{_p_in_words(pair, comparison)}."
    )
    yield Finding("verdict", "overall", text)
    if pair.left_out:
        left_out = counted(pair.left_out, "item")
        verb = agreeing(pair.left_out, "is", "are")
        text = f"{left_out} that only one of {first} and {second} has asked {verb} left out."
        yield Finding("not_shared", "overall", " ".join(filter(None, [text, pair.unlike.said])))


def _p_in_words(pair: Pair, comparison: Comparison) -> str:
    """The p over all items, and what it is adjusted over; nothing where there is no test."""
    if pair.overall.right.p is None:
        return ""
    p = p_value(pair.overall.right.p_holm)
    return f"; p {p}, adjusted over {counted(n_tests(comparison.verdicts), 'test')} of all items (Holm)"


def _circular(pair: Pair, names: tuple[str, str]) -> str:
    source = names[1] if pair.second.run.run_id in pair.first.asked_again_of else names[0]
    right = pair.overall.right
    return (
        f"{names[0]} against {names[1]}: no verdict, {percent(right.first)} against {percent(right.second)} "
        f"of {counted(right.n, 'shared item')}, chosen because {source} could not be read on them: that it "
        "has few of them right says nothing about it. How the items ended shows what became of them."
    )


def accuracy_document(pair: Pair) -> dict[str, Any]:
    """The contrasts of all items and of each task, in every way of counting."""
    return {
        "overall": _contrast(pair.overall),
        "tasks": {task: _contrast(contrast) for task, contrast in pair.tasks.items()},
    }


def _contrast(contrast: Contrast) -> dict[str, Any]:
    names = (*WAYS, "read", "kept_format")
    ways = {name: paired_document(getattr(contrast, name)) for name in names}
    return {**ways, "bounds": bounds_document(contrast.bounds), "p_holm": contrast.p_holm}


ACCURACY_BLOCK = PairBlock(
    table=accuracy_table, charts=comparison_chart, findings=accuracy_findings, document=accuracy_document
)


def transitions_table(pair: Pair, comparison: Comparison) -> Table:
    """How items ended in the first run (rows) and in the second (columns)."""
    ends = list(
        dict.fromkeys(["right", "wrong", *(end for ends in sorted(pair.transitions) for end in ends)])
    )
    rows: list[Row] = [(end.replace("_", " "), *(_cell(pair, end, other) for other in ends)) for end in ends]
    head = ("first \\ second", *(end.replace("_", " ") for end in ends))
    several = max(pair.first.spec.epochs, pair.second.spec.epochs) > 1
    note = "Counted: replies, repetition by repetition." if several else ""
    return of_pair(pair, comparison, Table("how items ended", head, rows, note), "{} beside {}".format)


def _cell(pair: Pair, first: str, second: str) -> Cell:
    n = pair.transitions.get((first, second), 0)
    ended = {"result" if second in ("right", "wrong") else "ending": second}
    return Cell(str(n), replace(compared_items(pair, there=first, **ended), n=n))


def transitions_document(pair: Pair) -> dict[str, Any]:
    """The same, with the items that changed, and how many only one of the runs has asked."""
    return {
        "transitions": [
            {"first": first, "second": second, "n": n}
            for (first, second), n in sorted(pair.transitions.items())
        ],
        "lost": list(pair.lost),
        "won": list(pair.won),
        "left_out": pair.left_out,
    }


TRANSITIONS_BLOCK = PairBlock(table=transitions_table, document=transitions_document)


def cost_table(comparison: Comparison) -> Table:
    """What the replies to the shared items cost."""
    rows = [
        (
            pair_title(pair, comparison),
            *_three(pair.tokens, ","),
            *_three(pair.cost_usd, ".4f"),
        )
        for pair in comparison.pairs
    ]
    head = ("Runs", "tokens, first", "second", "difference", "USD, first", "second", "difference")
    note = with_marks("Differences: first minus second; above 0 the first took more.", comparison.runs)
    return Table("Cost of the replies to shared items", head, rows, note)


def _three(both: tuple[float | None, float | None], form: str) -> Iterator[str]:
    """The first run's figure, the second's, and the difference, as far as they are known."""
    for value in both:
        yield NOT_KNOWN if value is None else f"{value:{form}}"
    first, second = both
    known = first is not None and second is not None
    yield f"{(first or 0) - (second or 0):+{form}}".replace("-", "−") if known else NOT_KNOWN


def cost_document(pair: Pair) -> dict[str, Any]:
    """Tokens and dollars of the first run's replies and of the second's."""
    return {"tokens": list(pair.tokens), "cost_usd": list(pair.cost_usd)}


COST_BLOCK = PairBlock(table_of_all=cost_table, document=cost_document)


def only_grammar_differs(first: Variant, second: Variant) -> bool:
    """Whether two variants say the same, and one of them is held to a schema."""
    alike = (replace(each, name="", description="", grammar=False) for each in (first, second))
    return first.grammar != second.grammar and len(set(alike)) == 1


def grammar_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """The difference in accuracy, split: answers that changed, and replies that can be read or not."""
    specs = (pair.first.spec, pair.second.spec)
    right, both = pair.overall.right, pair.overall.both_read
    asked_alike = specs[0].model == specs[1].model and specs[0].endpoint == specs[1].endpoint
    if not asked_alike or not only_grammar_differs(specs[0].variant, specs[1].variant):
        return
    if right.shares is not None or not right.n:
        return
    in_all = (right.first_only - right.second_only) / right.n
    changed = (both.first_only - both.second_only) / right.n
    names, read = pair_names(pair, comparison), pair.overall.read
    text = (
        f"The two runs ask in the same words; only the grammar differs. {minus(*names)}: "
        f"{points(in_all)} points, of which {points(changed)} by answers where both are read "
        f"({both.first_only} right in the first alone, {both.second_only} in the second, of {both.n}), and "
        f"{points(in_all - changed)} by replies that can be read in one alone ({percent(read.first)} % and "
        f"{percent(read.second)} % are read)."
    )
    yield Finding("grammar_effect", "overall", text)


GRAMMAR_BLOCK = PairBlock(findings=grammar_findings)


def ranking(comparison: Comparison) -> list[Ranked]:
    """The runs with their ranks; none where only the first run's pairs are tested."""
    return [] if comparison.first_only else ranked_runs(comparison.verdicts)


def ranks_table(comparison: Comparison) -> Table | None:
    """The ranks that each run may have; for two runs the verdict says as much."""
    if len(comparison.verdicts) < 2:
        return None
    return ranking_table(ranking(comparison), comparison.runs, comparison.verdicts)


def ranks_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"ranks": ranking_document(ranking(comparison))}


def all_verdicts(comparison: Comparison) -> Table | None:
    """Every pair in a row, where there are several."""
    many = len(comparison.verdicts) > 1
    return verdicts_table(comparison.verdicts, comparison.runs, comparison.settings) if many else None


def all_verdicts_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"verdicts": verdicts_document(comparison.verdicts)}


RANKS_BLOCK = PairBlock(table_of_all=ranks_table, document_of_all=ranks_document)
VERDICTS = PairBlock(table_of_all=all_verdicts, document_of_all=all_verdicts_document)


BLOCKS = (
    ACCURACY_BLOCK,
    READING_BLOCK,
    GRAMMAR_BLOCK,
    TRANSITIONS_BLOCK,
    COST_BLOCK,
    RANKS_BLOCK,
    VERDICTS,
    variants.ORDERS_BLOCK,
    variants.PLACES,
    variants.PROMPTS_BLOCK,
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
