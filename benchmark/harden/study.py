"""One item looked at: whether it can be hardened, what it names and asks of the graph, which paths lead
away; and from their ends to options: verdicts in the order of scores, the best of what is left, and the new
item.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from benchmark.fixed_places import fixed_by_task, speaking
from benchmark.harden.graph import LinkGraph
from benchmark.harden.guides import Guide
from benchmark.harden.mapping import Mapped, Mapper, NamedEntity, bare_name
from benchmark.harden.verdicts import (
    AskedLinks,
    CandidateContext,
    OptionCandidate,
    OptionVerdict,
    anchors_of,
    asked_of,
    asks_of,
    in_case_of,
    says,
    verdict_on,
)
from benchmark.harden.walk import (
    DECIMALS,
    Arm,
    GraphPath,
    HardenSettings,
    Unverified,
    Walker,
    ends_of,
    text_of,
)
from benchmark.item import Item, Mode
from benchmark.kinds import BenchmarkKind

# Of MHGraphBench: the options of one item say something of each other, or of pairs of types.
_DEPEND: Mapping[str, str] = {
    "EC": "its options depend on each other",
    "RT": "its options are pairs of types, of which there are few",
}


@dataclass(frozen=True, slots=True)
class Eligible:
    """What can be hardened.

    Attributes:
        refused: task → why none of its items can.
        partly: task → why some of its items cannot.
    """

    items: tuple[Item, ...]
    refused: Mapping[str, str]
    partly: Mapping[str, str] = field(default_factory=dict)


def eligible(
    items: Iterable[Item], kind: BenchmarkKind | None, tasks: Collection[str] | None = None
) -> Eligible:
    """The items of the tasks whose options can be replaced one by one.

    Args:
        tasks: only these; all where None.
    """
    by_task: dict[str, list[Item]] = {}
    for item in items:
        if tasks is None or item.task in tasks:
            by_task.setdefault(item.task, []).append(item)
    refused = {task: why for task, of in by_task.items() if (why := _refusal(task, of, kind)) is not None}
    left = [item for task, of in by_task.items() if task not in refused for item in of if is_single(item)]
    partly = {task: f"{n} of its items have {_SPEAKING}" for task, n in fixed_by_task(left).items()}
    return Eligible(tuple(item for item in left if not speaking(item.options)), refused, partly)


_SPEAKING = "options that speak of other options (“All of the above”)"


def _refusal(task: str, items: Sequence[Item], kind: BenchmarkKind | None) -> str | None:
    if not any(map(is_single, items)):
        return "; ".join(sorted({_not_single(item) for item in items}))
    if kind is BenchmarkKind.MHGRAPHBENCH and task in _DEPEND:
        return _DEPEND[task]
    if all(speaking(item.options) for item in items if is_single(item)):
        return f"its items have {_SPEAKING}"
    if len(items) > 1 and len({frozenset(item.options.values()) for item in items}) == 1:
        return f"all {len(items)} items share one list of options"
    return None


def _not_single(item: Item) -> str:
    if len(item.gold) > 1:
        return "its items have several right letters"
    if (
        item.mode is Mode.MULTI
    ):  # as type 4 of MentalBench, asked as type 3 is so that neither tells which it is
        return "its items are asked for one or more letters, though one is right"
    return "its items have no wrong option"


def is_single(item: Item) -> bool:
    """Whether one letter is right, and another option is there to be replaced."""
    return item.mode is Mode.SINGLE and len(item.gold) == 1 and len(item.options) > 1


class LeftAlone(StrEnum):
    """Why an item is left as it is."""

    KEY_UNMAPPED = "its key is no node of the graph"
    QUESTION_UNMAPPED = "its question names no node of the graph"
    KEY_GIVEN_AWAY = "its question says the key word for word"
    CONTRADICTED = "the graph says of its key both that it is indicated and that it is contraindicated"
    NOT_LINKED = (
        "its key has no edge to any entity of its question, so the graph cannot tell right from wrong"
    )
    TOO_FEW = "no candidate was usable"
    REPLY_CUT = "the writer's reply was cut"
    NO_REPLY = "the writer's replies could not be used"


@dataclass(frozen=True, slots=True)
class Tools:
    """What items are studied with.

    Attributes:
        guide: over the names of the nodes; leads walks.
    """

    graph: LinkGraph
    mapper: Mapper
    guide: Guide
    settings: HardenSettings


@dataclass(frozen=True, slots=True)
class Studied:
    """What is known of one item before anything is written.

    Attributes:
        in_question, in_key: mentions with their nodes.
        paths: of all depths; () where the item is left alone.
        alone: why it is left alone; None where it can be hardened.
    """

    item: Item
    key: str
    in_question: tuple[Mapped, ...]
    in_key: tuple[Mapped, ...]
    paths: tuple[GraphPath, ...]
    context: CandidateContext | None
    alone: LeftAlone | None

    @property
    def wrong_options(self) -> dict[str, str]:
        """Letter → text of the wrong options."""
        return {letter: text for letter, text in self.item.options.items() if letter not in self.item.gold}


def study(
    item: Item, tools: Tools, mapped: tuple[Sequence[Mapped], Sequence[Mapped]] | None = None
) -> Studied:
    """Look at one item.

    Args:
        mapped: mentions of question and key as a model named and chose them; by dictionary where None.
    """
    key, asks = item.options[item.gold[0]], asks_of(item)
    in_question, in_key = mapped or by_dictionary(item, tools.mapper, asks)
    starts, keys = _nodes_of(tools.graph, in_question), _nodes_of(tools.graph, in_key)
    asked = asked_of(
        tools.graph, anchors_of(tools.graph, asks, sorted(starts)) if asks else starts - keys, keys, asks
    )
    alone = _alone(item, key, asked, (starts, keys), tools.settings)
    context = _context(item, key, asked, keys, tools) if alone is None else None
    paths = () if context is None else tuple(_walk(item, key, starts, context, tools))
    return Studied(item, key, tuple(in_question), tuple(in_key), paths, context, alone)


def by_dictionary(
    item: Item, mapper: Mapper, asks: Mapping[str, str] | None
) -> tuple[list[Mapped], list[Mapped]]:
    """Question and key mapped without a model: names of the graph in the question, the key as a whole."""
    key = item.options[item.gold[0]]
    found = [mapper.map(mention) for mention in mapper.mentions(item.question)]
    if asks:
        anchor = asks["anchor"].split("|")
        found.append(mapper.map(NamedEntity(anchor[-1], -1), anchor[:1] if len(anchor) == 4 else ()))
    types = (asks["wanted"],) if asks else ()
    return found, [mapper.map(NamedEntity(key, 0), types)]


def _nodes_of(graph: LinkGraph, mapped: Sequence[Mapped]) -> frozenset[int]:
    """The nodes that are meant, and all that bear their names."""
    return frozenset(namesake for each in mapped for node in each.nodes for namesake in graph.namesakes(node))


def _alone(
    item: Item,
    key: str,
    asked: AskedLinks,
    nodes: tuple[frozenset[int], frozenset[int]],
    settings: HardenSettings,
) -> LeftAlone | None:
    starts, keys = nodes
    flags = settings.unverified is Unverified.FLAG
    if says(item.question, key):
        return LeftAlone.KEY_GIVEN_AWAY
    if not keys and not (flags and settings.any_type):
        return LeftAlone.KEY_UNMAPPED
    if not starts - keys:
        return LeftAlone.QUESTION_UNMAPPED
    if asked.contradicted:
        return LeftAlone.CONTRADICTED
    return None if asked.is_known() or flags else LeftAlone.NOT_LINKED


def _context(item: Item, key: str, asked: AskedLinks, keys: frozenset[int], tools: Tools) -> CandidateContext:
    settings = tools.settings
    return CandidateContext(
        graph=tools.graph,
        asked=asked,
        question=item.question,
        key=key,
        key_nodes=tuple(sorted(keys)),
        relatives=frozenset() if settings.keep_relatives else tools.graph.relatives(keys),
        wrong_options=[text for letter, text in item.options.items() if letter not in item.gold],
        needs_path=settings.arm is Arm.WALK,
        flag_unverified=settings.unverified is Unverified.FLAG,
        any_type=settings.any_type,
    )


def _walk(
    item: Item, key: str, starts: frozenset[int], context: CandidateContext, tools: Tools
) -> list[GraphPath]:
    score = tools.guide.towards(f"{item.question} {key}")
    return Walker(tools.graph, score, frozenset(context.key_nodes), tools.settings.walk).walk(starts)


MOST_PER_END = 2  # new options that map to one node


def ends_as_candidates(studied: Studied) -> list[OptionCandidate]:
    """The names at the ends of an item's paths: what the graph alone can offer."""
    assert studied.context is not None
    graph, found = studied.context.graph, []
    for end, path in ends_of(studied.paths).items():
        text = in_case_of(studied.key, bare_name(graph.name(end)))
        found.append(OptionCandidate(text, end, path, path.scores[-1]))
    return found


def with_verdicts(
    candidates: Iterable[OptionCandidate], studied: Studied, earlier: Sequence[OptionCandidate] = ()
) -> list[OptionCandidate]:
    """The candidates, best first, each with what is said of it; a duplicate is one of a better candidate.

    Args:
        earlier: usable ones of earlier rounds.
    """
    assert studied.context is not None
    texts = [each.text for each in earlier]
    per_end = Counter(each.node for each in earlier if each.node is not None)
    found = []
    for candidate in sorted(candidates, key=_best_first(studied.item.id)):
        verdict, detail, flagged = verdict_on(candidate, studied.context, texts)
        if (
            verdict is OptionVerdict.USABLE
            and candidate.node is not None
            and per_end[candidate.node] >= MOST_PER_END
        ):
            verdict, detail, flagged = OptionVerdict.DUPLICATE, f"the {MOST_PER_END + 1}rd of one node", False
        found.append(replace(candidate, verdict=verdict, detail=detail, flagged=flagged))
        if verdict is OptionVerdict.USABLE:
            texts.append(candidate.text)
            per_end.update([candidate.node] if candidate.node is not None else [])
    return found


def _best_first(item_id: str) -> Any:
    return lambda each: (-round(each.score, DECIMALS), _hash("candidate", item_id, each.text))


def _hash(*parts: str) -> str:
    return hashlib.sha256("|".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def chosen_of(candidates: Iterable[OptionCandidate], studied: Studied) -> list[OptionCandidate]:
    """The best usable candidates, as many as the item has wrong options."""
    usable = [each for each in candidates if each.verdict is OptionVerdict.USABLE]
    return sorted(usable, key=_best_first(studied.item.id))[: len(studied.wrong_options)]


def hardened_item(studied: Studied, chosen: Sequence[OptionCandidate], settings: HardenSettings) -> Item:
    """The parent with new wrong options; the key keeps its letter, and what is kept of the old ones theirs.

    New texts take the other letters in the order of a hash of seed, item and text.
    """
    item = studied.item
    if not chosen:
        return replace(item, id=derived_id(item, item.options, settings.arm))
    letters = sorted(
        studied.wrong_options, key=lambda letter: _hash(str(settings.seed), item.id, "letter", letter)
    )
    texts = sorted(chosen, key=lambda each: _hash(str(settings.seed), item.id, each.text))
    placed = dict(zip(letters, texts, strict=False))
    options = {
        letter: placed[letter].text if letter in placed else text for letter, text in item.options.items()
    }
    return replace(
        item,
        id=derived_id(item, options, settings.arm),
        options=options,
        details={**item.details, "parent": item.id, "harden": _details(studied, placed, settings)},
    )


def derived_id(parent: Item, options: Mapping[str, str], arm: Arm) -> str:
    """The parent's id and a hash of all that is asked: "~" separates them, and the parent stands first."""
    asked = [arm.value, parent.question, dict(options), list(parent.gold)]
    return f"{parent.id}~{_hash(json.dumps(asked, ensure_ascii=False))[:8]}"


def _details(
    studied: Studied, placed: Mapping[str, OptionCandidate], settings: HardenSettings
) -> dict[str, Any]:
    assert studied.context is not None
    graph = studied.context.graph
    paths = {letter: text_of(graph, each.path) for letter, each in sorted(placed.items()) if each.path}
    details: dict[str, Any] = {
        "method": settings.arm.value,
        "replaced": f"{len(placed)} of {len(studied.wrong_options)}",
        "paths": paths,
        "request_keys": {
            letter: each.request_key for letter, each in sorted(placed.items()) if each.request_key
        },
    }
    if flagged := sorted(letter for letter, each in placed.items() if each.flagged):
        details["unverified"] = flagged
    return details
