"""What a block of a comparison is: one topic, in every form."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mhclient.report.chart import Chart
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.summary import Finding
from mhclient.report.table import Table


def nothing(*_: object) -> tuple[()]:
    """Of what a block does not have."""
    return ()


def no_table(*_: object) -> None:
    """The table of a block that has none."""


def no_keys(_: object) -> Mapping[str, Any]:
    """The part of the document of a block that has none."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBlock:
    """One topic of a comparison.

    Attributes:
        table: of one pair of runs.
        table_of_all: of all pairs; these stand behind the pairs'.
        charts: of all pairs together.
        findings: conclusions about one pair.
        document: keys of the pair's JSON document → JSON-ready values.
        document_of_all: likewise of the whole document, where it is about all pairs.
    """

    table: Callable[[Pair, Comparison], Table | None] = no_table
    table_of_all: Callable[[Comparison], Table | None] = no_table
    charts: Callable[[Comparison], Iterable[Chart]] = nothing
    findings: Callable[[Pair, Comparison], Iterable[Finding]] = nothing
    document: Callable[[Pair], Mapping[str, Any]] = no_keys
    document_of_all: Callable[[Comparison], Mapping[str, Any]] = no_keys
