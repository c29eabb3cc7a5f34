"""The hardened benchmark as a folder: items, manifest, edges of the paths, and provenance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.build.manifest import describe_items, manifest
from benchmark.csv_text import CsvTable, csv_text
from benchmark.errors import NothingToAsk
from benchmark.folder import Benchmark, sha256_of, write_benchmark
from benchmark.harden.eligible import Eligible
from benchmark.harden.graph import LinkGraph
from benchmark.harden.outcome import ItemOutcome, counts_of, path_rows, provenance_line, tasks_of
from benchmark.harden.study import Tools
from benchmark.item import Item, node_key
from benchmark.kinds import BenchmarkKind


@dataclass(frozen=True, slots=True)
class HardenedBenchmark:
    """A hardened benchmark before it is written.

    Attributes:
        by_whom: what the manifest says of writer, judge and prompts; {} without a model.
    """

    parent: Benchmark
    kg: Path
    tools: Tools
    refused: Mapping[str, str]
    outcomes: Sequence[ItemOutcome]
    by_whom: Mapping[str, Any]

    def items(self) -> list[Item]:
        """The items of the new benchmark, in the parent's order."""
        return [one.item for one in self.outcomes if one.item is not None]

    def write(self, out: Path) -> Benchmark:
        """Write the folder; equal inputs and replies give equal bytes.

        Raises:
            OutputError: it cannot be written.
            NothingToAsk: no item is left.
        """
        if not self.items():
            raise NothingToAsk("every item is left out (--short drop): no benchmark was written.")
        provenance = "".join(provenance_line(one, self.tools.graph) for one in self.outcomes)
        triples = path_table(self.outcomes, self.tools.graph)
        return write_benchmark(out, self.items(), self._manifest(), triples, provenance)

    def _manifest(self) -> dict[str, Any]:
        settings, parent = self.tools.settings, self.parent
        tasks = tasks_of(self.outcomes)
        held = {task: [item for item in self.items() if item.task == task] for task in tasks}
        return manifest(
            BenchmarkKind.HARDENED,
            f"{parent.name}, hardened ({settings.arm})",
            **{key: parent.manifest[key] for key in ("illustration",) if key in parent.manifest},
            parent={
                "name": parent.name,
                "kind": parent.manifest["kind"],
                "items_sha256": parent.items_sha256,
            },
            inputs_sha256={"kg": sha256_of(self.kg)},
            settings=settings.to_json(),
            guide={"identity": self.tools.guide.identity, "threshold": self.tools.mapper.threshold},
            composed=dict(self.by_whom),
            counts=counts_of(self.outcomes),
            tasks={task: {**describe_items(held[task]), **counts} for task, counts in tasks.items()},
            refused=dict(self.refused),
        )


def refuse_nothing(found: Eligible, directory: Path) -> None:
    """Refuse a benchmark none of whose items can be hardened.

    Raises:
        NothingToAsk: says of each task why.
    """
    if not found.items:
        why = (
            "; ".join(f"{task}: {reason}" for task, reason in found.refused.items()) or "it has no such items"
        )
        raise NothingToAsk(f"{directory}: nothing can be hardened. {why}.")


def path_table(outcomes: Sequence[ItemOutcome], graph: LinkGraph) -> CsvTable:
    """triples.csv: the edges of the paths behind new options."""
    cells = ("key", "type", "name", "id", "source")
    head = ["relation", *(f"{end}_{cell}" for end in ("head", "tail") for cell in cells)]
    rows = [
        [relation, *_cells(graph, one), *_cells(graph, other)]
        for relation, one, other in path_rows(outcomes, graph)
    ]
    return CsvTable(csv_text([head, *rows]), len(rows))


def _cells(graph: LinkGraph, node: int) -> list[str]:
    named = (graph.type(node), graph.nodes.sources[node], graph.id(node), graph.name(node))
    return [node_key(*named), named[0], named[3], named[2], named[1]]
