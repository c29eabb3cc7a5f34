"""Tables of one run's figures, as text cells: what the terminal, Markdown and the page show of a run."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mhclient.figures.bootstrap import Estimate
from mhclient.figures.coverage import COVERAGE_NAMES, Part
from mhclient.report.cells import difference
from mhclient.report.document import TOP
from mhclient.report.figures import Figures
from mhclient.report.judged_tables import raters_table, reader_table
from mhclient.report.letter_tables import letters_table, shares_table
from mhclient.report.rare_tables import (
    calibration_table,
    classes_table,
    confused_table,
    decisions_table,
    sets_table,
)
from mhclient.report.summary import Summary
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import clustered, interval, p_value, percent
from mhclient.show.counts import counted


def figures_table(summary: Summary) -> Table:
    """Accuracy and what it rests on, per task and overall."""
    head = ("Task", "n", "Accuracy", "95 % CI", "clustered", "Among read", "Unread", "Format")
    rows = [_figure_row(name, figures) for name, figures in with_overall(summary)]
    note = (
        "Unread counts as wrong. 95 % CI: Wilson, items independent; clustered: bootstrap by "
        f"{summary.settings.cluster_by}. Format: replies in % that are just what the prompt asked for."
    )
    return Table("Accuracy in %", head, rows, note)


def groups_table(summary: Summary) -> Table | None:
    """The same for groups of tasks."""
    rows = [_figure_row(name, figures) for name, figures in summary.groups.items()]
    head = ("Group", "n", "Accuracy", "95 % CI", "clustered", "Among read", "Unread", "Format")
    return Table("Accuracy by group of tasks, in %", head, rows) if len(summary.tasks) > 1 and rows else None


def _figure_row(name: str, figures: Figures) -> tuple[str, ...]:
    accuracy = figures.accuracy
    return (
        name,
        str(accuracy.n) if not accuracy.partial else f"{accuracy.n}/{accuracy.n_planned}",
        percent(accuracy.accuracy),
        interval(accuracy.correct.ci95),
        clustered(figures.clustered.ci95, figures.n_clusters),
        percent(accuracy.answered.value),
        str(accuracy.n_unread),
        percent(accuracy.kept_format.value),
    )


def outcomes_table(summary: Summary) -> Table:
    """Counts of each outcome that occurs; an answer always stands first."""
    totals = summary.overall.accuracy.outcomes
    names = [name for name, count in totals.items() if count or name == "answer"]
    rows = [
        (task, *(str(figures.accuracy.outcomes[name]) for name in names))
        for task, figures in with_overall(summary)
    ]
    return Table("How the items ended", ("Task", *(name.replace("_", " ") for name in names)), rows)


def strictness_table(summary: Summary) -> Table:
    """Accuracy with ever more readings counted."""
    steps = list(summary.overall.accuracy.by_strictness)
    rows = [
        (
            task,
            *(percent(figures.accuracy.by_strictness[step].correct.value) for step in steps),
            percent(figures.accuracy.answered.value),
            interval(figures.accuracy.bounds),
        )
        for task, figures in with_overall(summary)
    ]
    note = (
        "strict: the letter alone; explicit: also declared answers ('Answer: B'), what the paper calls "
        "strict "
        "parsing; leading, text, all: also what prose begins with, names by its text, or holds "
        "somewhere. Bounds: "
        "all unread wrong, all unread right."
    )
    head = ("Task", *steps, "among read", "bounds")
    return Table("Accuracy in % by how strictly replies are read", head, rows, note)


def averages_table(summary: Summary) -> Table | None:
    """The benchmark's averages that are defined for what was asked."""
    known = {name: figure for name, figure in summary.averages.items() if figure.value is not None}
    rows = [(name, percent(figure.value), clustered(figure.ci95)) for name, figure in known.items()]
    note = "Gap: AvgE less the mean of RP, R1 and R2, in points." if "Gap" in known else ""
    return Table("Averages of tasks in %", ("", "Average", "clustered"), rows, note) if rows else None


def coverage_table(summary: Summary) -> Table | None:
    """How much of the graph the model agrees with."""
    coverage = summary.coverage
    if coverage is None:
        return None
    estimates: dict[str, Estimate] = {
        name: getattr(coverage, field) for name, field in COVERAGE_NAMES.items()
    }
    rows = [(name, percent(figure.value), clustered(figure.ci95)) for name, figure in estimates.items()]
    note = (
        f"Measured: {len(coverage.entities):,} of {counted(coverage.n_entities, 'entity')}, "
        f"{len(coverage.relations)} of {counted(coverage.n_relations, 'relation')}, "
        f"{coverage.n_triples_measured:,} of {counted(coverage.n_triples, 'triple')}."
    )
    return Table("Coverage of the graph in %", ("", "Coverage", "clustered"), rows, note)


def relations_table(summary: Summary) -> Table | None:
    """Accuracy per relation."""
    if summary.coverage is None:
        return None
    return _parts("Accuracy by relation", "Relation", summary.coverage.relations)


def entities_table(summary: Summary, top: int | None = TOP) -> Table | None:
    """Accuracy per entity, those with most triples first."""
    if summary.coverage is None:
        return None
    return _parts(
        "Accuracy by entity", "Entity", summary.coverage.entities[:top], "Those with the most triples."
    )


def _parts(title: str, kind: str, parts: Sequence[Part], note: str = "") -> Table | None:
    rows = [
        (
            part.name,
            str(part.degree),
            str(part.correct.n),
            percent(part.correct.value),
            interval(part.correct.ci95),
        )
        for part in parts
    ]
    return Table(title, (kind, "Triples", "Items", "Accuracy", "95 % CI"), rows, note) if rows else None


def evidence_table(summary: Summary) -> Table | None:
    """What evidence changes."""
    rows = [
        (
            f"{effect.task} → {effect.with_evidence}",
            str(effect.right.n),
            percent(effect.right.first),
            percent(effect.right.second),
            difference(effect.right),
            f"{effect.right.first_only}/{effect.right.second_only}",
            p_value(effect.right.p),
            p_value(effect.right.p_holm),
        )
        for effect in summary.evidence
    ]
    head = ("Tasks", "n", "without", "with", "Difference (95 % CI)", "lost/won", "p", "p Holm")
    note = (
        "On the same items. Interval: clustered bootstrap; p: exact McNemar; Holm over the run's "
        f"{counted(len(rows), 'test')} here."
    )
    return Table("Effect of evidence on accuracy", head, rows, note) if rows else None


def with_overall(summary: Summary) -> list[tuple[str, Figures]]:
    """The tasks' figures, and those of all items where there are several tasks."""
    overall = [(SUMS, summary.overall)] if len(summary.tasks) > 1 else []
    return [*summary.tasks.items(), *overall]


# Every table of one run by the name users ask for it.
TABLES: Mapping[str, Callable[[Summary], Table | None]] = {
    "decisions": decisions_table,
    "accuracy": figures_table,
    "groups": groups_table,
    "outcomes": outcomes_table,
    "strictness": strictness_table,
    "letters": letters_table,
    "shares": shares_table,
    "calibration": calibration_table,
    "averages": averages_table,
    "coverage": coverage_table,
    "relations": relations_table,
    "entities": entities_table,
    "evidence": evidence_table,
    "sets": sets_table,
    "disorders": classes_table,
    "confusions": confused_table,
    "raters": raters_table,
    "reader": reader_table,
}
# What the terminal shows unless told.
USUAL = (
    "decisions",
    "accuracy",
    "outcomes",
    "letters",
    "calibration",
    "averages",
    "coverage",
    "evidence",
    "sets",
    "raters",
    "reader",
)


def table_of(name: str, summary: Summary, top: int | None = TOP) -> Table | None:
    """The table of this name; None where the run has nothing to fill it with.

    Args:
        top: how many entities are listed; None for all.
    """
    return entities_table(summary, top) if name == "entities" else TABLES[name](summary)


def tables_of(
    summary: Summary, names: Iterable[str] = tuple(TABLES), top: int | None = TOP
) -> Iterator[Table]:
    """The run's tables of these names, those that have something in them."""
    return filter(None, (table_of(name, summary, top) for name in names))
