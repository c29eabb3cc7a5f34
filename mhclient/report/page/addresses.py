"""Where on the item pages a figure's items are: the links from figures to what they rest on."""

from dataclasses import dataclass
from urllib.parse import urlencode

from mhclient.report.summary import Summary
from mhclient.report.table import SUMS


@dataclass(frozen=True, slots=True)
class Addresses:
    """The item pages beside a report.

    Attributes:
        folder: their folder's name; None if there are none, and no figure is linked.
    """

    folder: str | None

    def items(self, place: int, **filters: str) -> str | None:
        """The page of the run at this place, showing only items that pass the filters (see items.js)."""
        if self.folder is None:
            return None
        chosen = {name: value for name, value in filters.items() if (name, value) != ("task", SUMS)}
        return urlencode({"": self.folder})[1:] + f"/run-{place + 1}.html#{urlencode(chosen)}"


# Table → column → filters besides the row's task.
_BY_TASK: dict[str, dict[str, dict[str, str]]] = {
    "accuracy": {
        "n": {},
        "Accuracy": {"result": "right"},
        "Among read": {"result": "read"},
        "Unread": {"result": "unread"},
        "Format": {"format": "yes"},
    },
    "letters": {"A said": {"said": "A"}, "A gold": {"gold": "A"}},
    "strictness": {
        "strict": {"grade": "strict"},
        "explicit": {"grade": "explicit"},
        "leading": {"grade": "leading"},
        "text": {"grade": "text"},
        "all": {"result": "right"},
        "among read": {"result": "read"},
        "bounds": {"result": "unread"},
    },
    "sets": {"Exact": {"result": "right"}, "Unread": {"result": "unread"}},
}


def filters_of(
    name: str, summary: Summary, row: int, cells: tuple[str, ...], column: str
) -> dict[str, str] | None:
    """What picks the items behind a cell of one of a run's tables; None if the cell has no link.

    Args:
        name: the table's.
        row: the row's number in the table.
        cells: the row's cells.
    """
    first = cells[0]
    if name in _BY_TASK and column in _BY_TASK[name]:
        return {"task": first, **_BY_TASK[name][column]}
    if name == "outcomes" and column != "Task":
        return {"task": first, "ending": column.replace(" ", "_")}
    if name == "shares" and column in ("Gold", "Said"):
        return {"task": first, column.lower(): cells[1]}
    if name in ("relations", "entities") and column == "Items" and summary.coverage:
        parts = summary.coverage.relations if name == "relations" else summary.coverage.entities
        return {"relation" if name == "relations" else "entity": parts[row].key}
    if name == "evidence" and column == "n":
        return {"task": summary.evidence[row].with_evidence}
    return None
