"""Tables across runs, one row per run: the shapes of the MHGraphBench paper's tables 1, 2, 6, 7 and 8.

The paper's own layout is not open to us; these hold the figures its text attributes to each: main results,
coverage, A-rates with balanced accuracy, accuracy by relation, accuracy of the entities with most triples.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from mhclient.figures.bootstrap import Estimate
from mhclient.figures.coverage import COVERAGE_NAMES, CoverageFigures, Part
from mhclient.figures.metrics import mean
from mhclient.figures.ranks import FEWEST
from mhclient.report.document import TOP
from mhclient.report.loaded import LoadedRun
from mhclient.report.names import marked_name, names_head, with_marks
from mhclient.report.ranks import on_the_same_items, rank_correlations
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.show.cells import coefficient, percent
from mhclient.show.counts import counted

MEAN = "mean of runs"
PartsOf: TypeAlias = Callable[[CoverageFigures], Sequence[Part]]


def across_tables(summaries: Sequence[Summary], top: int | None = TOP) -> dict[str, Table]:
    """Number in the paper → the table, for those that have anything in them."""
    made = {
        "1": main_table(summaries),
        "2": coverage_table(summaries),
        "6": letters_table(summaries),
        "7": relations_table(summaries),
        "8": entities_table(summaries, top),
        "ranks": ranks_table(summaries),
    }
    return {number: table for number, table in made.items() if len(table.head) > 1}


def main_table(summaries: Sequence[Summary]) -> Table:
    """Accuracy per task, then the averages."""
    tasks = _union(summary.tasks for summary in summaries)
    averages = _union(
        [name for name, figure in summary.averages.items() if figure.value is not None]
        for summary in summaries
    )
    rows = [
        (
            row_name(summary, summaries),
            *(_accuracy(summary, task) for task in tasks),
            *(percent(summary.averages[name].value) if name in summary.averages else "" for name in averages),
        )
        for summary in summaries
    ]
    note = with_marks("", _runs(summaries))
    return Table(
        "Accuracy by task, and averages, in %", (_names_head(summaries), *tasks, *averages), rows, note
    )


def coverage_table(summaries: Sequence[Summary]) -> Table:
    """Coverage of the graph."""
    covered = [summary for summary in summaries if summary.coverage]
    names = tuple(COVERAGE_NAMES) if covered else ()
    rows = [
        (row_name(summary, summaries), *(_coverage(summary, field) for field in COVERAGE_NAMES.values()))
        for summary in covered
    ]
    note = with_marks("", _runs(covered))
    return Table("Coverage of the graph, in %", (_names_head(summaries), *names), rows, note)


def ranks_table(summaries: Sequence[Summary]) -> Table:
    """Whether coverage ranks the runs as the averages do: Spearman's correlation over the runs."""
    n = len(on_the_same_items(summaries))
    found = rank_correlations(summaries) if n >= FEWEST else {}
    rows = [(label, *map(coefficient, by_average.values())) for label, by_average in found.items()]
    head = ("Coverage", *next(iter(found.values()), ()))
    note = f"Spearman's rank correlation over the {counted(n, 'run')} that have asked all of the same items."
    return Table("Do coverage and averages rank alike?", head, rows, note)


def letters_table(summaries: Sequence[Summary]) -> Table:
    """Rate of A among what was read, and balanced accuracy, for tasks that ask A or B."""
    tasks = _union(
        [task for task, figures in summary.tasks.items() if figures.prediction_a_rate]
        for summary in summaries
    )
    note = with_marks("", _runs(summaries))
    head = (
        _names_head(summaries),
        *(name for task in tasks for name in (f"{task} A-rate", f"{task} balanced")),
    )
    rows = [
        (row_name(summary, summaries), *(cell for task in tasks for cell in _a_rate(summary, task)))
        for summary in summaries
    ]
    return Table("Prediction-A rate and balanced accuracy, in %", head, rows, note)


def relations_table(summaries: Sequence[Summary]) -> Table:
    """Accuracy per relation."""
    return _parts_table("Accuracy by relation, in %", summaries, None, lambda coverage: coverage.relations)


def entities_table(summaries: Sequence[Summary], top: int | None) -> Table:
    """Accuracy of the entities with most triples."""
    return _parts_table(
        "Accuracy by entity, in %; those with most triples",
        summaries,
        top,
        lambda coverage: coverage.entities,
    )


def row_name(summary: Summary, among: Sequence[Summary]) -> str:
    """The run's name among others, with its marks."""
    return marked_name(summary.run, _runs(among))


def _names_head(among: Sequence[Summary]) -> str:
    """The head of the column of names: of those of all runs, though a table has rows for some of them."""
    return names_head(_runs(among))


def _runs(summaries: Sequence[Summary]) -> list[LoadedRun]:
    return [summary.run for summary in summaries]


def _parts_table(title: str, summaries: Sequence[Summary], top: int | None, parts_of: PartsOf) -> Table:
    chosen = chosen_parts(summaries, top, parts_of)
    rows = []
    for summary in summaries:
        if summary.coverage:
            own = {part.key: percent(part.correct.value) for part in parts_of(summary.coverage)}
            rows.append((row_name(summary, summaries), *(own.get(key, "") for key in chosen)))
    alike = on_the_same_items(summaries)
    if len(alike) > 1:
        rows.append((MEAN, *(percent(_mean_of(key, alike, parts_of)) for key in chosen)))
    covered = _runs([summary for summary in summaries if summary.coverage])
    note = with_marks(_mean_note(len(alike), len(covered)), covered)
    return Table(title, (_names_head(summaries), *chosen.values()), rows, note)


def chosen_parts(summaries: Sequence[Summary], top: int | None, parts_of: PartsOf) -> dict[str, str]:
    """Key → name of the parts that any of the runs measured, those with most triples first."""
    found: dict[str, Part] = {}
    for summary in summaries:
        if summary.coverage:
            found |= {part.key: part for part in parts_of(summary.coverage)}
    parts = sorted(found.values(), key=lambda part: (-part.degree, part.key))[:top]
    return {part.key: part.name for part in parts}


def _mean_note(n_alike: int, n: int) -> str:
    """Which runs the mean is over, or why there is none."""
    if n < 2:
        return ""
    if n_alike < 2:
        return f"No {MEAN}: no two of them have asked all of the same items."
    which = f"{n} runs" if n_alike == n else f"{n_alike} of the {n} runs"
    return f"{MEAN.capitalize()}: over the {which} that have asked all of the same items."


def _mean_of(key: str, summaries: Sequence[Summary], parts_of: PartsOf) -> float | None:
    """A part's mean over runs of the same items, each run counting the same."""
    return mean(
        [
            part.correct.value
            for summary in summaries
            if summary.coverage
            for part in parts_of(summary.coverage)
            if part.key == key
        ]
    )


def _accuracy(summary: Summary, task: str) -> str:
    return percent(summary.tasks[task].accuracy.accuracy) if task in summary.tasks else ""


def _coverage(summary: Summary, field: str) -> str:
    figure: Estimate = getattr(summary.coverage, field)
    return percent(figure.value)


def _a_rate(summary: Summary, task: str) -> tuple[str, str]:
    figures = summary.tasks.get(task)
    if figures is None or figures.prediction_a_rate is None or figures.agreement is None:
        return "", ""
    return percent(figures.prediction_a_rate.value), percent(figures.agreement.balanced_accuracy.value)


def _union(names: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for some in names for name in some))
