"""`mhclient generate mentalkg KG --check`: the graph in figures, and everything wrong with it."""

from pathlib import Path

from rich.table import Table

from benchmark.mentalkg.census import census, implications, set_counts
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.read import GraphFault, examine, faults_in
from mhclient.cli.screen.console import err, out, plain
from mhclient.show.counts import counted


def check_graph(folder: Path) -> int:
    """Print figures, or faults and status 2: nothing can be made from a graph with a fault."""
    graph, malformed = examine(folder)
    faults = [*malformed, *faults_in(graph)]
    if faults:
        return _show_faults(folder, faults)
    _show_figures(graph)
    _show_sets(graph)
    _show_implications(graph)
    out.print(plain(f"No fault in {folder}."), soft_wrap=True)
    return 0


def _show_faults(folder: Path, faults: list[GraphFault]) -> int:
    for fault in faults:
        out.print(plain(str(fault)), soft_wrap=True)
    said = f"{folder} has {counted(len(faults), 'fault')}, the first in {faults[0].file}, {faults[0].key}"
    err.print(plain(f"mhclient: {said}; nothing is made from it until they are mended."), soft_wrap=True)
    return 2


def _show_figures(graph: DiagnosisGraph) -> None:
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(justify="right")
    for figure in census(graph):
        table.add_row(f"{figure.count:,}", plain(figure.what))
    out.print(table)


def _show_sets(graph: DiagnosisGraph) -> None:
    """Full sets meet the criteria; partial ones have a core of every group, and one group unmet."""
    table = Table("", "Disorder", "Full symptom sets", "Partial sets", box=None, pad_edge=False)
    table.columns[2].justify = table.columns[3].justify = "right"
    for key, (full, partial) in set_counts(graph).items():
        table.add_row(plain(key), plain(graph.disorders[key].name), f"{full:,}", f"{partial:,}")
    out.print()
    out.print(table)


def _show_implications(graph: DiagnosisGraph) -> None:
    pairs = implications(graph)
    if pairs:
        shown = ", ".join(f"{x} ⇒ {y}" for x, y in pairs)
        out.print()
        out.print(plain(f"Whose symptom criteria imply another's: {shown}."), soft_wrap=True)
