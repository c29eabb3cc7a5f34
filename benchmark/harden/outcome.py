"""What came of one item, and of all of them: the new items, counts, and where every text comes from."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmark.harden.choose import chosen_of, hardened_item
from benchmark.harden.graph import LinkGraph
from benchmark.harden.mapping import Mapped
from benchmark.harden.settings import HardenSettings, TooFewOptions
from benchmark.harden.study import LeftAlone, Studied
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict
from benchmark.harden.walk import GraphPath, links_of
from benchmark.item import Item


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
