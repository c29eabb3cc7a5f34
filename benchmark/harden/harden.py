"""The whole road: from a graph file to what items are studied with, items hardened by the graph alone, what
came of each and of all, and the hardened benchmark as a folder with provenance.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmark.build.manifest import describe_items, manifest
from benchmark.csv_text import CsvTable, csv_text
from benchmark.errors import NothingToAsk, SettingsError
from benchmark.folder import Benchmark, sha256_of, write_benchmark
from benchmark.harden.graph import LinkGraph
from benchmark.harden.guides import Guide, LexicalGuide
from benchmark.harden.mapping import Mapped, Mapper, NamedEntity, bare_name
from benchmark.harden.read import read_graph
from benchmark.harden.study import (
    Eligible,
    LeftAlone,
    Studied,
    Tools,
    chosen_of,
    ends_as_candidates,
    hardened_item,
    study,
    with_verdicts,
)
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict
from benchmark.harden.walk import GraphPath, HardenSettings, TooFewOptions, ends_of, links_of
from benchmark.item import Item, node_key
from benchmark.kinds import BenchmarkKind


@dataclass(frozen=True, slots=True)
class WriterReply:
    """One reply of a writer; `why_not` says why it brought no options, None where it did."""

    round: int
    request_key: str
    why_not: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """What came of one item.

    Attributes:
        item: as the new benchmark has it; None where it is left out.
        candidates: all of them, of every round, each with its verdict.
        chosen: those that became options.
        alone: why it stays as it was; None where at least one option is new.
    """

    studied: Studied
    item: Item | None
    candidates: tuple[OptionCandidate, ...]
    chosen: tuple[OptionCandidate, ...]
    alone: LeftAlone | None
    replies: tuple[WriterReply, ...] = ()

    @property
    def n_wanted(self) -> int:
        return len(self.studied.wrong_options)

    @property
    def state(self) -> str:
        """How far it came: "hardened", "partly" or "left alone"."""
        if not self.chosen:
            return "left alone"
        return "hardened" if len(self.chosen) == self.n_wanted else "partly"


def outcome_of(
    studied: Studied,
    candidates: Sequence[OptionCandidate],
    settings: HardenSettings,
    alone: LeftAlone | None = None,
) -> ItemOutcome:
    """What comes of an item with these candidates.

    Args:
        alone: why there are none, where that is known.
    """
    chosen = chosen_of(candidates, studied)
    why = studied.alone or (None if chosen else alone or LeftAlone.TOO_FEW)
    short = len(chosen) < len(studied.wrong_options)
    left_out = short and settings.short is TooFewOptions.DROP
    item = None if left_out else hardened_item(studied, chosen, settings)
    return ItemOutcome(studied, item, tuple(candidates), tuple(chosen), why)


def counts_of(outcomes: Sequence[ItemOutcome]) -> dict[str, Any]:
    """The figures of the manifest and of the last screen; `verify` counts them again."""
    verdicts = Counter(each.verdict.value for one in outcomes for each in one.candidates if each.verdict)
    states = Counter(one.state for one in outcomes)
    reasons = Counter(one.alone.value for one in outcomes if one.alone is not None)
    stages = Counter(
        each.stage.value for one in outcomes for each in (*one.studied.in_question, *one.studied.in_key)
    )
    return {
        "items": {state: states[state] for state in ("hardened", "partly", "left alone")},
        "left_out": sum(one.item is None for one in outcomes),
        "left_alone_because": dict(sorted(reasons.items())),
        "candidates": {
            verdict.value: verdicts[verdict.value] for verdict in OptionVerdict if verdicts[verdict.value]
        },
        "unverified_options": sum(each.flagged for one in outcomes for each in one.chosen),
        "mapped": dict(sorted(stages.items())),
    }


def tasks_of(outcomes: Sequence[ItemOutcome]) -> dict[str, dict[str, int]]:
    """Task → its items by state; which are left out selects easy topics, so it is shown per task."""
    found: dict[str, dict[str, int]] = {}
    for one in outcomes:
        counts = found.setdefault(
            one.studied.item.task, {"items": 0, "hardened": 0, "partly": 0, "left alone": 0}
        )
        counts[one.state] += 1
        counts["items"] += one.item is not None
    return found


def provenance_line(outcome: ItemOutcome, graph: LinkGraph) -> str:
    """One line of provenance.jsonl: where every option of one item comes from; equal inputs, equal bytes."""
    studied = outcome.studied
    line: dict[str, Any] = {
        "item": None if outcome.item is None else outcome.item.id,
        "parent": studied.item.id,
        "state": outcome.state,
        "alone": None if outcome.alone is None else outcome.alone.value,
        "asked": _asked(studied, graph),
        "question": [_mapped(each, graph) for each in studied.in_question],
        "key": [_mapped(each, graph) for each in studied.in_key],
        "old_options": dict(studied.wrong_options),
        "paths": [_path(path, graph) for path in studied.paths],
        "candidates": [_candidate(each, graph, outcome) for each in outcome.candidates],
    }
    if outcome.replies:
        line["replies"] = [asdict(reply) for reply in outcome.replies]
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _asked(studied: Studied, graph: LinkGraph) -> dict[str, Any] | None:
    if studied.context is None:
        return None
    asked = studied.context.asked
    links = {node_text(graph, node): sorted(found) for node, found in sorted(asked.links.items())}
    return {"links": links, "wanted": sorted(asked.wanted)}


def node_text(graph: LinkGraph, node: int) -> str:
    """A node as provenance names it: type and name, which together are its identity here."""
    return f"{graph.type(node)}|{graph.name(node)}"


def _mapped(mapped: Mapped, graph: LinkGraph) -> dict[str, Any]:
    return {
        "words": mapped.mention.words,
        "start": mapped.mention.start,
        "nodes": [node_text(graph, node) for node in mapped.nodes],
        "stage": mapped.stage.value,
        "score": round(mapped.score, 6),
    }


def _path(path: GraphPath, graph: LinkGraph) -> dict[str, Any]:
    return {
        "nodes": [node_text(graph, node) for node in path.nodes],
        "relations": [list(relations) for _, relations, _ in links_of(graph, path)],
        "scores": [round(score, 6) for score in path.scores],
    }


def _candidate(candidate: OptionCandidate, graph: LinkGraph, outcome: ItemOutcome) -> dict[str, Any]:
    found: dict[str, Any] = {
        "text": candidate.text,
        "node": None if candidate.node is None else node_text(graph, candidate.node),
        "path": None if candidate.path is None else _path(candidate.path, graph),
        "score": round(candidate.score, 6),
        "verdict": candidate.verdict.value if candidate.verdict else None,
        "why": candidate.detail,
        "chosen": candidate in outcome.chosen,
    }
    if candidate.flagged:
        found["unverified"] = True
    if candidate.request_key:
        found |= {
            "round": candidate.round,
            "request_key": candidate.request_key,
            "completion_sha256": candidate.completion_sha256,
        }
    return found


def path_rows(outcomes: Sequence[ItemOutcome], graph: LinkGraph) -> list[tuple[str, int, int]]:
    """The edges of the paths behind chosen options: relation, node, node; each once, in order."""
    found = set()
    for candidate in (each for one in outcomes for each in one.chosen if each.path is not None):
        assert candidate.path is not None
        for one, relations, other in links_of(graph, candidate.path):
            found |= {(relation, min(one, other), max(one, other)) for relation in relations}
    return sorted(found)


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


def make_tools(kg: Path, settings: HardenSettings, relations: Collection[str] | None = None) -> Tools:
    """Graph, guide and mapper of a file, with the lexical guide.

    Args:
        relations: along which walks go; the settings' own where None.

    Raises:
        GraphFormatError: the file cannot be read.
        SettingsError: it has none of these relations.
    """
    graph = read_graph(kg)
    along = settings if relations is None else _only_along(graph, settings, relations, kg)
    bare = LexicalGuide([bare_name(name) for name in graph.nodes.names])
    return Tools(graph, Mapper(graph, bare, settings.threshold), LexicalGuide(graph.nodes.names), along)


def with_guide(tools: Tools, walking: Guide, mapping: Guide) -> Tools:
    """The same with other guides: over the names of the nodes, and over their bare names."""
    return replace(tools, guide=walking, mapper=Mapper(tools.graph, mapping, tools.settings.threshold))


def _only_along(
    graph: LinkGraph, settings: HardenSettings, relations: Collection[str], kg: Path
) -> HardenSettings:
    if not set(relations) & set(graph.relations):
        raise SettingsError(
            f"--relations: {kg} has none of {', '.join(sorted(relations))}. It has "
            f"{', '.join(sorted(graph.relations))}."
        )
    others = tuple(sorted(set(graph.relations) - set(relations)))
    return replace(settings, walk=replace(settings.walk, not_along=others))


def by_graph_alone(
    items: Iterable[Item], tools: Tools, pool: Sequence[str] | None = None
) -> list[ItemOutcome]:
    """What comes of items without any model: names from the walk, or from a closed list, with their verdicts.

    Args:
        pool: the names that may become options; those at the ends of paths where None.
    """
    found = []
    for item in items:
        studied = study(item, tools)
        candidates = [] if studied.context is None else _candidates(studied, tools, pool)
        found.append(outcome_of(studied, candidates, tools.settings))
    return found


def _candidates(studied: Studied, tools: Tools, pool: Sequence[str] | None) -> list[OptionCandidate]:
    given = ends_as_candidates(studied) if pool is None else _from_pool(studied, tools, pool)
    return with_verdicts(given, studied)


def _from_pool(studied: Studied, tools: Tools, pool: Sequence[str]) -> list[OptionCandidate]:
    paths = ends_of(studied.paths)
    found = []
    for name in pool:
        node = node_of(name, studied, tools)
        found.append(
            OptionCandidate(
                name,
                node,
                paths.get(node) if node is not None else None,
                score_of(name, node, studied, tools),
            )
        )
    return found


def node_of(text: str, studied: Studied, tools: Tools) -> int | None:
    """The node that an option's text names: one of the key's type if there is one."""
    types = studied.context.asked.wanted if studied.context is not None else ()
    mention = NamedEntity(text, 0)
    mapped = tools.mapper.map(mention, types)
    nodes = mapped.nodes or tools.mapper.map(mention).nodes
    return nodes[0] if nodes else None


def score_of(text: str, node: int | None, studied: Studied, tools: Tools) -> float:
    """A node's score against question and key; 0 for a text that names none."""
    if node is None:
        return 0.0
    against = tools.guide.towards(f"{studied.item.question} {studied.key}")
    return float(against(np.array([node], dtype=np.int32))[0])
