"""Tables that few runs have: of several right answers, of letters' probabilities, of what people decided."""

from mhclient.report.cells import share_of
from mhclient.report.document import TOP, effects
from mhclient.report.summary import Summary
from mhclient.report.table import SUMS, Table
from mhclient.show.cells import NOT_KNOWN, clustered, coefficient, interval, percent


def sets_table(summary: Summary) -> Table | None:
    """Items with several right answers."""
    rows = []
    for task, figures in summary.tasks.items():
        if sets := figures.sets:
            shares = (sets.exact, sets.over, sets.under, sets.incorrect, sets.unread)
            rows.append(
                (
                    task,
                    *(percent(part.value) for part in shares),
                    percent(sets.jaccard),
                    percent(sets.micro.f1),
                    percent(sets.macro.f1),
                )
            )
    head = ("Task", "Exact", "Over", "Under", "Incorrect", "Unread", "Jaccard", "micro F1", "macro F1")
    note = "Over: the gold and more; under: part of the gold; incorrect: any other set."
    return Table("Sets of answers, in %", head, rows, note) if rows else None


def classes_table(summary: Summary) -> Table | None:
    """Exact matches per disorder and task: the heat map in numbers."""
    tasks = list(dict.fromkeys(row.task for row in summary.classes))
    by_name: dict[str, dict[str, str]] = {}
    for row in summary.classes:
        by_name.setdefault(row.name, {})[row.task] = share_of(row.correct) if row.correct.n else ""
    rows = [(name, *(cells.get(task, "") for task in tasks)) for name, cells in by_name.items()]
    return Table("Exact matches by disorder, in %", ("Disorder", *tasks), rows) if rows else None


def confused_table(summary: Summary, top: int | None = TOP) -> Table | None:
    """Which disorder is said instead of which."""
    rows = [(pair.gold, pair.said, str(pair.n)) for pair in summary.confused[:top]]
    return (
        Table("Most frequent confusions", ("Gold left out", "Said instead", "Items"), rows) if rows else None
    )


def calibration_table(summary: Summary) -> Table | None:
    """Whether the likeliest letter is right as often as its probability says."""
    figures = summary.calibration
    if figures is None:
        return None
    rows = [
        (
            f"{percent(one.low)}–{percent(one.high)}",
            str(one.correct.n),
            percent(one.confidence),
            percent(one.correct.value),
            interval(one.correct.ci95),
        )
        for one in figures.bins
        if one.correct.n
    ]
    correct = figures.correct
    rows.append(
        (SUMS, str(correct.n), percent(figures.confidence), percent(correct.value), interval(correct.ci95))
    )
    error = f"{percent(figures.error.value)} ({clustered(figures.error.ci95, figures.n_clusters)})"
    note = (
        "Confidence: the likeliest letter's share of all letters' probability. Calibration error, ten bins: "
        f"{error}. Area under the ROC curve: {coefficient(figures.discrimination)} (0.50: confidence says "
        "nothing about what is right)."
    )
    return Table("Letters' probabilities, in %", ("Confidence", "n", "mean", "right", "95 % CI"), rows, note)


def decisions_table(summary: Summary) -> Table | None:
    """What people's decisions do to the chief figures; the report's JSON has every figure they change."""
    if summary.before is None:
        return None
    changed = effects(summary.before, summary)
    rows = [
        (effect.figure, *map(_plain, (effect.before, effect.after)), _plain(effect.difference))
        for effect in changed
        if effect.is_chief
    ]
    note = (
        "Shares from 0 to 1, and counts, under their names in the report's JSON, which has every figure that "
        f"changes ({len(changed)})."
    )
    return Table("Figures that decisions change", ("Figure", "as read", "decided", "change"), rows, note)


def _plain(value: float | None) -> str:
    if value is None:
        return NOT_KNOWN
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-", "−")
