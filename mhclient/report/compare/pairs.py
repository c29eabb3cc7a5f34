"""What blocks of a comparison share: pairs by name, by task, and the items behind their figures."""

from collections.abc import Callable
from dataclasses import replace

from mhclient.report.compare.contrast import Comparison, Contrast, Pair
from mhclient.report.table import SUMS, Behind, Table
from mhclient.report.wording.names import marked_name, minus, with_marks


def pair_title(pair: Pair, comparison: Comparison) -> str:
    """A pair as its differences are meant: the first minus the second."""
    return minus(*pair_names(pair, comparison))


def pair_names(pair: Pair, comparison: Comparison) -> tuple[str, str]:
    """The two runs' names."""
    return marked_name(pair.first, comparison.runs), marked_name(pair.second, comparison.runs)


def contrasts(pair: Pair) -> list[tuple[str, Contrast]]:
    """The tasks' contrasts, and the one over all items where there are several tasks."""
    overall = [(SUMS, pair.overall)] if len(pair.tasks) > 1 else []
    return [*pair.tasks.items(), *overall]


def of_pair(
    pair: Pair, comparison: Comparison, table: Table, named: Callable[[str, str], str] = minus
) -> Table:
    """A table with the runs' names in its title, and what their marks mean in its note.

    Args:
        named: how the title names the two; the first minus the second, where it shows differences.
    """
    title = f"{named(*pair_names(pair, comparison))}: {table.title}"
    return replace(table, title=title, own_note=with_marks(table.own_note, (pair.first, pair.second)))


def compared_items(pair: Pair, **filters: str) -> Behind:
    """Items of the second run that pass the filters, compared with the first run's.

    Tasks are the first run's: a log of the same questions may have another name for them all.
    """
    if filters.get("task") not in pair.second.benchmark.sizes:
        filters.pop("task", None)
    return Behind(pair.second.run.run_id, filters, against=pair.first.run.run_id)
