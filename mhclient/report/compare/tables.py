"""A comparison as tables of text and as a JSON-ready document."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from mhclient.figures.paired import Paired
from mhclient.report.caveat import caveat
from mhclient.report.cells import difference
from mhclient.report.compare.contrast import Comparison, Contrast, Pair
from mhclient.report.compare.findings import WAYS, comparison_findings
from mhclient.report.document import paired_document
from mhclient.report.loaded import LoadedRun
from mhclient.report.names import marked_name, with_marks
from mhclient.report.summary import Versions
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import NOT_KNOWN, p_value, percent
from mhclient.show.counts import counted

SCHEMA = "mhclient-comparison/1"
UNTESTED = "No test: the items were chosen because one of the runs could not be read on them."
CHANGED = "lost/won"  # items right in the first run alone, and in the second alone


def pair_title(pair: Pair, comparison: Comparison) -> str:
    """The two runs' names."""
    return " → ".join(marked_name(run, comparison.runs) for run in (pair.first, pair.second))


def accuracy_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: both accuracies, their difference, and the items that changed."""
    rows = [
        (
            task,
            str(contrast.right.n),
            percent(contrast.right.first),
            percent(contrast.right.second),
            difference(contrast.right),
            f"{contrast.right.first_only}/{contrast.right.second_only}",
            p_value(contrast.right.p),
            p_value(contrast.p_holm),
        )
        for task, contrast in contrasts(pair)
    ]
    head = ("Task", "n", "first", "second", "Difference (95 % CI)", CHANGED, "p", "p Holm")
    tests = UNTESTED if pair.circular else _tests_note(comparison)
    note = f"Unread counts as wrong. Interval: bootstrap by {comparison.settings.cluster_by}. {tests}"
    return _of_pair(pair, comparison, Table("accuracy in %", head, rows, note))


def _tests_note(comparison: Comparison) -> str:
    n_pairs = sum(not pair.circular for pair in comparison.pairs)
    return (
        f"p: exact McNemar; Holm over {counted(comparison.n_tests, 'test')} of tasks, "
        f"and over {counted(n_pairs, 'test')} of all items."
    )


def _of_pair(pair: Pair, comparison: Comparison, table: Table) -> Table:
    """A table with the runs' names in its title, and what their marks mean in its note."""
    title = f"{pair_title(pair, comparison)}: {table.title}"
    return replace(table, title=title, own_note=with_marks(table.own_note, (pair.first, pair.second)))


def reading_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: whether the difference is knowledge or format."""
    rows = [(task, *(difference(part) for part in _parts(contrast))) for task, contrast in contrasts(pair)]
    head = ("Task", "explicit answers", "where both are read", "read at all", "in format")
    note = (
        "Differences in points, second less first, with the clustered 95 % interval, each for itself: p "
        "values, adjusted by Holm in each column as above, are in the JSON."
    )
    return _of_pair(pair, comparison, Table("knowledge and format", head, rows, note))


def _parts(contrast: Contrast) -> tuple[Paired, ...]:
    return contrast.explicit, contrast.both_read, contrast.read, contrast.kept_format


def transitions_table(pair: Pair, comparison: Comparison) -> Table:
    """How items ended in the first run (rows) and in the second (columns)."""
    ends = list(
        dict.fromkeys(["right", "wrong", *(end for ends in sorted(pair.transitions) for end in ends)])
    )
    rows = [
        (end.replace("_", " "), *(str(pair.transitions.get((end, other), 0)) for other in ends))
        for end in ends
    ]
    head = ("first \\ second", *(end.replace("_", " ") for end in ends))
    return _of_pair(pair, comparison, Table("how items ended", head, rows))


def cost_table(comparison: Comparison) -> Table:
    """What the replies to the shared items cost."""
    rows = [
        (
            pair_title(pair, comparison),
            *(f"{tokens:,}" for tokens in pair.tokens),
            f"{pair.tokens[1] - pair.tokens[0]:+,}".replace("-", "−"),
            *(_dollars(cost) for cost in pair.cost_usd),
            _dollars_more(pair),
        )
        for pair in comparison.pairs
    ]
    head = ("Runs", "tokens, first", "second", "more", "USD, first", "second", "more")
    note = with_marks("", comparison.runs)
    return Table("Cost of the replies to shared items", head, rows, note)


def _dollars(cost: float | None) -> str:
    return NOT_KNOWN if cost is None else f"{cost:.4f}"


def _dollars_more(pair: Pair) -> str:
    first, second = pair.cost_usd
    return NOT_KNOWN if first is None or second is None else f"{second - first:+.4f}".replace("-", "−")


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Every table of a comparison."""
    for pair in comparison.pairs:
        yield accuracy_table(pair, comparison)
        yield reading_table(pair, comparison)
        yield transitions_table(pair, comparison)
    yield cost_table(comparison)


def contrasts(pair: Pair) -> list[tuple[str, Contrast]]:
    """The tasks' contrasts, and the one over all items where there are several tasks."""
    overall = [(SUMS, pair.overall)] if len(pair.tasks) > 1 else []
    return [*pair.tasks.items(), *overall]


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as a JSON-ready document; described in docs/report.md."""
    versions = Versions()
    return {
        "schema": SCHEMA,
        "caveat": caveat(comparison.runs),
        "program_version": versions.program,
        "parser_version": versions.parser,
        "intervals": {
            "level": 0.95,
            "cluster_by": comparison.settings.cluster_by.value,
            "resamples": comparison.settings.resamples,
            "seed": comparison.settings.seed,
        },
        "runs": [_run(run) for run in comparison.runs],
        "n_tests": comparison.n_tests,
        "findings": [asdict(finding) for finding in comparison_findings(comparison)],
        "pairs": [_pair(pair) for pair in comparison.pairs],
    }


def _run(run: LoadedRun) -> dict[str, Any]:
    n = sum(item.asked for item in run.scored)
    return {
        "run": run.run.run_id,
        "benchmark": run.benchmark.digest,
        **run.spec.to_json(),
        "n_planned": len(run.scored),
        "n": n,
        "partial": n < len(run.scored),
        "marks": list(run.marks),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "first": pair.first.run.run_id,
        "second": pair.second.run.run_id,
        "circular": pair.circular,
        "overall": _contrast(pair.overall),
        "tasks": {task: _contrast(contrast) for task, contrast in pair.tasks.items()},
        "transitions": [
            {"first": first, "second": second, "n": n}
            for (first, second), n in sorted(pair.transitions.items())
        ],
        "lost": list(pair.lost),
        "won": list(pair.won),
        "left_out": pair.left_out,
        "tokens": list(pair.tokens),
        "cost_usd": list(pair.cost_usd),
    }


def _contrast(contrast: Contrast) -> dict[str, Any]:
    names = (*WAYS, "read", "kept_format")
    ways = {name: paired_document(getattr(contrast, name)) for name in names}
    return {**ways, "p_holm": contrast.p_holm}
