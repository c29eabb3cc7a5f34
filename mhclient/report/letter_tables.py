"""Tables of letter bias: which letters a model says, whatever is right."""

from mhclient.report.figures import Figures
from mhclient.report.summary import Summary
from mhclient.report.table import Table
from mhclient.show.cells import ROUGH, coefficient, p_value, percent, points


def letters_table(summary: Summary) -> Table | None:
    """Letter bias per task."""
    rows = [_letters_row(task, figures) for task, figures in summary.tasks.items() if figures.letters]
    head = ("Task", "A said", "A gold", "A by reading", "Moved", "p", "Balanced", "MCC", "Kappa")
    note = (
        "A said: among what was read; A gold: among all asked. A by reading: what reading beyond explicit "
        "answers adds to the excess of A said over A gold among the same replies, in points. Moved: readings "
        "in % that would have to move for letters to be said as often as they are gold; p: Stuart–Maxwell, "
        "not adjusted (findings go by Holm's over the run's tasks). Balanced, MCC, kappa: unread counts as "
        "wrong."
    )
    return Table("Letters", head, rows, note) if rows else None


def _letters_row(task: str, figures: Figures) -> tuple[str, ...]:
    letters, agreement = figures.letters, figures.agreement
    assert letters is not None
    assert agreement is not None
    first = letters.letters[0]
    return (
        task,
        percent(first.said.value),
        percent(first.gold.value),
        points(letters.made_by_reading) + (ROUGH if letters.reading_is_rough else ""),
        percent(letters.imbalance("all")),
        p_value(letters.homogeneity_p),
        percent(agreement.balanced_accuracy.value),
        coefficient(agreement.mcc.value),
        coefficient(agreement.kappa.value),
    )


def shares_table(summary: Summary) -> Table | None:
    """Every letter, and every place where that is something else: how often right, said, and found."""
    rows = []
    for task, figures in summary.tasks.items():
        letters = figures.letters
        for row in (*letters.letters, *letters.places) if letters else ():
            rows.append((task, row.name, *map(percent, (row.gold.value, row.said.value, row.recall.value))))
    note = (
        "Gold: among all asked. Said: among what was read. Recall: right ones among those whose gold it is."
    )
    head = ("Task", "Letter or place", "Gold", "Said", "Recall")
    return Table("Letters and places, in %", head, rows, note) if rows else None
