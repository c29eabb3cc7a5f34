"""What a block of a report is; how to add one is said in the package's docstring."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from mhclient.report.chart import Chart
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Figures, Finding, Summary
from mhclient.report.table import Table
from mhclient.report.wording.shapes import Columns

Across: TypeAlias = Callable[[Sequence[Summary]], Table | None]


@dataclass(frozen=True, slots=True)
class RunTable:
    """A table of one run.

    Attributes:
        make: the table; None where the run has nothing to fill it with.
        usual: whether the terminal shows it unless told, and the page before the part's others.
        paper: whether LaTeX has it too, of all runs below each other.
    """

    make: Callable[[Summary], Table | None]
    usual: bool = False
    paper: bool = False


def nothing(_: object) -> tuple[()]:
    """Of what a block does not have."""
    return ()


def no_keys(_: object) -> Mapping[str, Any]:
    """The part of the document of a block that has none."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One topic of a report, in every form.

    Attributes:
        figures: what works out the topic's figures of a run; called once, `Summary.get` has the result.
        tables: of one run, named by the block's entry in the list.
        across: tables with a row per run: the paper's number of the table, or a name → the table.
        charts: of all runs together.
        findings: conclusions about one run.
        document: keys of the run's JSON document → JSON-ready values.
        of_set: likewise of a set of items: of each task, each group of tasks, and all items.
        decided: whether people's decisions about replies can change figures of `document`; those `of_set`
            always can.
        document_across: likewise of the whole document, where it is about several runs.
        columns: what it adds to the rows per run and task of CSV, workbooks and SQLite.
        columns_across: likewise to the rows over all items: a run's id → its columns.
    """

    figures: tuple[Callable[[Basis], Any], ...] = ()
    tables: tuple[RunTable, ...] = ()
    across: Mapping[str, Across] = field(default_factory=dict)
    charts: Callable[[Sequence[Summary]], Iterable[Chart]] = nothing
    findings: Callable[[Summary], Iterable[Finding]] = nothing
    document: Callable[[Summary], Mapping[str, Any]] = no_keys
    of_set: Callable[[Figures], Mapping[str, Any]] = no_keys
    decided: bool = False
    document_across: Callable[[Sequence[Summary]], Mapping[str, Any]] = no_keys
    columns: Callable[[Summary], Columns] = no_keys
    columns_across: Callable[[Sequence[Summary]], Columns] = no_keys
