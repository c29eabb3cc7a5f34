"""Which items are behind the cells of tables that have a row per run, and of a comparison's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from mhclient.report.across import PartsOf, chosen_parts
from mhclient.report.compare.contrast import Pair
from mhclient.report.compare.tables import contrasts
from mhclient.report.page.addresses import Behind
from mhclient.report.page.drilldown import (
    READ,
    RIGHT,
    Row,
    of_average,
    of_coverage,
    of_figures,
    of_paired,
    share,
)
from mhclient.report.summary import Summary
from mhclient.report.table import Table

# The items behind each cell of a row but the first, which names the run.
Cells: TypeAlias = Sequence[Behind | None]


def behind_across(
    number: str, table: Table, summaries: Sequence[Summary], top: int | None
) -> list[tuple[int, Cells]]:
    """For each row of a table across runs that is one run's: the run's place, and the items behind its cells.

    Args:
        number: the table's, as in `across_tables`.
    """
    covered = [(place, summary) for place, summary in enumerate(summaries) if summary.coverage]
    if number in _PARTS:
        kind, parts_of = _PARTS[number]
        chosen = chosen_parts(summaries, None if kind == "relation" else top, parts_of)
        return [(place, _parts(kind, parts_of, summary, chosen)) for place, summary in covered]
    if number not in _ROWS:
        return []
    rows = covered if number == "2" else enumerate(summaries)
    found = ((place, _ROWS[number](summary)) for place, summary in rows)
    return [(place, [row.get(column) for column in table.head[1:]]) for place, row in found]


def _main(summary: Summary) -> dict[str, Behind]:
    tasks = {
        task: of_figures({"task": task}, figures.accuracy)["Accuracy"]
        for task, figures in summary.tasks.items()
    }
    known = (name for name, figure in summary.averages.items() if figure.value is not None)
    return tasks | {name: of_average(name, summary) for name in known}


def _letters(summary: Summary) -> dict[str, Behind]:
    return {
        f"{task} A-rate": share({"task": task, "said": "A"}, figures.letters.letters[0].said)
        for task, figures in summary.tasks.items()
        if figures.prediction_a_rate and figures.letters
    }


def _parts(kind: str, parts_of: PartsOf, summary: Summary, chosen: Iterable[str]) -> Cells:
    own = {part.key: part.correct for part in parts_of(summary.coverage)} if summary.coverage else {}
    return [share({kind: key, **RIGHT}, own[key]) if key in own else None for key in chosen]


_ROWS: Mapping[str, Callable[[Summary], dict[str, Behind]]] = {
    "1": _main,
    "2": of_coverage,
    "6": _letters,
}
_PARTS: Mapping[str, tuple[str, PartsOf]] = {
    "7": ("relation", lambda coverage: coverage.relations),
    "8": ("entity", lambda coverage: coverage.entities),
}


def behind_accuracy(pair: Pair, first: int) -> list[Row]:
    """The items behind the rows of a comparison's table of accuracy, on the page of the second run.

    Args:
        first: the place of the first run among the report's.
    """
    return [of_paired({"task": task, **against(first)}, contrast.right) for task, contrast in contrasts(pair)]


def behind_reading(pair: Pair, first: int) -> list[Row]:
    """Likewise of its table of knowledge and format."""
    return [
        {
            "where both are read": Behind(
                {"task": task, **against(first), **READ, "there": "read"}, contrast.both_read.n
            )
        }
        for task, contrast in contrasts(pair)
    ]


def behind_transitions(pair: Pair, first: int, table: Table) -> list[Row]:
    """Likewise of its table of how items ended."""
    ends = [column.replace(" ", "_") for column in table.head[1:]]
    return [
        {
            column: Behind(
                {**against(first), "there": end, **_ended(other)}, pair.transitions.get((end, other), 0)
            )
            for column, other in zip(table.head[1:], ends, strict=True)
        }
        for end in ends
    ]


def against(first: int) -> dict[str, str]:
    """What holds a run's page against the run at this place."""
    return {"against": str(first + 1)}


def _ended(end: str) -> dict[str, str]:
    return {"result": end} if end in ("right", "wrong") else {"ending": end}
