"""Where on the item pages a figure's items are: the links from figures to what they rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from mhclient.report.summary import Summary
from mhclient.report.table import SUMS


@dataclass(frozen=True, slots=True)
class Behind:
    """The items behind a figure: what picks them on a run's page (see filters.js), and how many they are.

    Attributes:
        of: what `n` is a share of, where the figure is one.
    """

    filters: Mapping[str, str]
    n: int
    of: int | None = None

    @property
    def counted(self) -> str:
        """How many items a link leads to, and of how many."""
        return f"{self.n:,}" if self.of is None else f"{self.n:,}/{self.of:,}"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The item pages beside a report.

    Attributes:
        folder: their folder's name; None if there are none, and no figure is linked.
    """

    folder: str | None

    @property
    def pages(self) -> str | None:
        """What the address of every run's page begins with; behind it stands the run's number, from 1."""
        return None if self.folder is None else urlencode({"": self.folder})[1:] + "/run-"

    def items(self, place: int, **filters: str) -> str | None:
        """The same, showing its items asked that pass the filters (see filters.js)."""
        return self.pages and f"{self.pages}{place + 1}.html#{query(filters | ASKED)}"

    def behind(self, place: int, behind: Behind | None) -> str | None:
        """The items behind a figure; None where there are none."""
        return self.items(place, **behind.filters) if behind and behind.n else None


def query(filters: Mapping[str, str]) -> str:
    """Filters as an address has them."""
    return urlencode({name: value for name, value in filters.items() if (name, value) != ("task", SUMS)})


# No figure rests on items that were not asked.
ASKED = {"asked": "yes"}


def one_of(values: Sequence[str]) -> str:
    """A filter that several values pass."""
    return "|".join(values)


def one_of_tasks(tasks: Sequence[str], summary: Summary) -> dict[str, str]:
    """The filter of these tasks; none where they are all that the run has."""
    return {} if set(tasks) == set(summary.tasks) else {"task": one_of(tasks)}
