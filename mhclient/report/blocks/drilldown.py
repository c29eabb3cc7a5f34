"""Which items figures rest on, for many blocks. The filters are those of page/assets/filters.js."""

from collections.abc import Sequence
from typing import NamedTuple

from mhclient.figures.accuracy import AccuracyFigures
from mhclient.figures.paired import Paired
from mhclient.figures.proportion_intervals import Share
from mhclient.report.summary import Summary
from mhclient.report.table import SUMS, Behind, Cell

READ, RIGHT, UNREAD = ({"result": result} for result in ("read", "right", "unread"))


def share(run: str, part: Share, **filters: str) -> Behind:
    """The items that a share counts."""
    return Behind(run, filters, part.count, part.n)


class BehindAccuracy(NamedTuple):
    """The items behind the figures of a set of items."""

    asked: Behind
    right: Behind
    read: Behind
    unread: Behind
    in_format: Behind


def of_accuracy(run: str, figures: AccuracyFigures, **filters: str) -> BehindAccuracy:
    """What is behind the figures of the run's items that pass the filters."""
    return BehindAccuracy(
        asked=Behind(run, filters, figures.n),
        right=share(run, figures.correct, **filters, **RIGHT),
        read=Behind(run, filters | READ, figures.answered.n),
        unread=Behind(run, filters | UNREAD, figures.n_unread),
        in_format=share(run, figures.kept_format, **filters, format="yes"),
    )


def one_of_tasks(tasks: Sequence[str], summary: Summary) -> dict[str, str]:
    """The filter of these tasks; none where they are all that the run has."""
    return {} if set(tasks) == set(summary.tasks) else {"task": "|".join(tasks)}


def of_task(task: str) -> dict[str, str]:
    """The filter of a task; none for the row of all items."""
    return {} if task == SUMS else {"task": task}


class BehindPaired(NamedTuple):
    """The items behind the figures of a pair, on the page of the second run.

    None where items were asked several times: the page lists replies, and the figures are of items.
    """

    shared: Behind | None
    first: Behind | None
    second: Behind | None
    changed: tuple[Behind | None, Behind | None]  # lost, won


def of_paired(items: Behind, pair: Paired) -> BehindPaired:
    """What is behind a pair's figures.

    Args:
        items: the second run's, and what they are compared with.
    """
    if pair.shares is not None:
        return BehindPaired(None, None, None, (None, None))
    run, filters, against = items.run, items.filters, items.against
    both = {**filters, "there": "asked"}
    return BehindPaired(
        shared=Behind(run, both, pair.n, None, against),
        first=Behind(run, {**filters, "there": "right"}, pair.both + pair.first_only, pair.n, against),
        second=Behind(run, {**both, **RIGHT}, pair.both + pair.second_only, pair.n, against),
        changed=(
            Behind(run, {**filters, "change": "lost"}, pair.first_only, None, against),
            Behind(run, {**filters, "change": "won"}, pair.second_only, None, against),
        ),
    )


def changed_cell(pair: Paired, changed: tuple[Behind | None, Behind | None]) -> Cell:
    """How many items the second run lost, and how many it won."""
    lost, won = changed
    return Cell.joined(Cell(str(pair.first_only), lost), Cell(str(pair.second_only), won))
