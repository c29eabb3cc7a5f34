"""One item looked at: what it names and asks of the graph, which paths lead away, or why it is left alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmark.harden.asked import AskedLinks, anchors_of, asked_of, asks_of
from benchmark.harden.forms import says
from benchmark.harden.graph import LinkGraph
from benchmark.harden.guide import Guide
from benchmark.harden.mapping import Mapped, Mapper, NamedEntity
from benchmark.harden.settings import Arm, HardenSettings, Unverified
from benchmark.harden.verdicts import CandidateContext
from benchmark.harden.walk import GraphPath, Walker
from benchmark.item import Item


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
