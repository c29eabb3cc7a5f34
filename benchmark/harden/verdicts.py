"""What is said of a text that may become an option: the first rule that it fails, or that it is usable.

The rules are the same in every arm; else arms would differ in more than guidance. What the graph says comes
first, then what the texts say. Source: KGGDG.md, section 4; the published method checks nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmark.build.graph import are_near_twins, fold
from benchmark.harden.asked import OFF_LABEL, AskedLinks, right_by
from benchmark.harden.forms import form_fault, says
from benchmark.harden.graph import LinkGraph
from benchmark.harden.walk import GraphPath


class OptionVerdict(StrEnum):
    """Why a candidate is no option, or that it is one."""

    UNMAPPED = "unmapped"
    UNKNOWN = "unknown"  # the key has no edge to any node of the question: the graph cannot tell
    TRUE_IN_GRAPH = "true_in_graph"
    ALSO_USED = "also_used"
    OTHER_TYPE = "other_type"
    SAME_AS_GOLD = "same_as_gold"
    TWIN_OF_GOLD = "twin_of_gold"
    RELATIVE_OF_GOLD = "relative_of_gold"
    DUPLICATE = "duplicate"
    IN_QUESTION = "in_question"
    FORM = "form"
    NO_PATH = "no_path"
    JUDGED_TRUE = "judged_true"
    USABLE = "usable"


# What `--unverified flag` lets pass.
UNVERIFIED = frozenset({OptionVerdict.UNMAPPED, OptionVerdict.UNKNOWN})


@dataclass(frozen=True, slots=True)
class OptionCandidate:
    """A text that may become an option.

    Attributes:
        node: what it maps to; None if nothing.
        path: to that node, or through it; None where none is known.
        score: of the node against question and key.
        verdict: None while nobody has looked.
        flagged: usable, though the graph cannot tell whether it is wrong.
        round: of the writer; 0 without one.
        request_key, completion_sha256: of the reply it was written in.
    """

    text: str
    node: int | None
    path: GraphPath | None
    score: float
    verdict: OptionVerdict | None = None
    detail: str = ""
    flagged: bool = False
    round: int = 0
    request_key: str = ""
    completion_sha256: str = ""


@dataclass(frozen=True, slots=True)
class CandidateContext:
    """What candidates of one item are compared with.

    Attributes:
        key_nodes: the nodes of the key; `relatives` what these are parent or child of.
        wrong_options: the parent's wrong options.
        needs_path: whether the writer was to build on a path.
        flag_unverified: whether what the graph cannot tell is flagged instead of refused.
    """

    graph: LinkGraph
    asked: AskedLinks
    question: str
    key: str
    key_nodes: tuple[int, ...]
    relatives: frozenset[int]
    wrong_options: Sequence[str]
    needs_path: bool = False
    flag_unverified: bool = False
    any_type: bool = False


def verdict_on(
    candidate: OptionCandidate, context: CandidateContext, earlier: Iterable[str]
) -> tuple[OptionVerdict, str, bool]:
    """The first rule that a candidate fails, what is wrong, and whether it passes unverified.

    Args:
        earlier: texts that are new options already.
    """
    found = _against_graph(candidate, context)
    flagged = found is not None and found[0] in UNVERIFIED and context.flag_unverified
    if found is not None and not flagged:
        return *found, False
    found = _against_texts(candidate, context, tuple(earlier)) or (OptionVerdict.USABLE, "")
    return *found, flagged and found[0] is OptionVerdict.USABLE


def _against_graph(candidate: OptionCandidate, context: CandidateContext) -> tuple[OptionVerdict, str] | None:
    graph, node = context.graph, candidate.node
    if node is None:
        return OptionVerdict.UNMAPPED, "no node of the graph has this name"
    if node in context.key_nodes:
        return OptionVerdict.SAME_AS_GOLD, f"it is {graph.name(node)}, as the key"
    if not context.asked.is_known():
        return OptionVerdict.UNKNOWN, "the key has no edge to any entity of the question"
    if (right := right_by(graph, context.asked, node)) is not None:
        bearer, relation = right
        verdict = OptionVerdict.ALSO_USED if relation == OFF_LABEL else OptionVerdict.TRUE_IN_GRAPH
        if relation == OFF_LABEL and relation in context.asked.links[bearer]:
            verdict = OptionVerdict.TRUE_IN_GRAPH
        return verdict, f"{graph.name(node)} –{relation}– {graph.name(bearer)}"
    if not context.any_type and graph.type(node) not in context.asked.wanted:
        return (
            OptionVerdict.OTHER_TYPE,
            f"{graph.type(node)}, the key is {' or '.join(sorted(context.asked.wanted))}",
        )
    if node in context.relatives:
        return OptionVerdict.RELATIVE_OF_GOLD, f"{graph.name(node)} is parent or child of the key"
    alike = (key for key in context.key_nodes if graph.type(key) == graph.type(node))
    if any(_ids_contain(graph.id(node), graph.id(key)) for key in alike):
        return OptionVerdict.TWIN_OF_GOLD, f"grouped ids: one holds the other's ({graph.id(node)})"
    return None


def _ids_contain(one: str, other: str) -> bool:
    """Whether a grouped id ("5351_33926") holds all parts of the other."""
    parts, others = frozenset(one.split("_")) - {""}, frozenset(other.split("_")) - {""}
    return bool(parts and others) and (parts <= others or others <= parts)


def _against_texts(
    candidate: OptionCandidate, context: CandidateContext, earlier: tuple[str, ...]
) -> tuple[OptionVerdict, str] | None:
    text = candidate.text
    if fold(text) == fold(context.key):
        return OptionVerdict.SAME_AS_GOLD, "the key's words"
    if are_near_twins(text, context.key):
        return OptionVerdict.TWIN_OF_GOLD, f"too like the key {context.key!r}"
    for other in (*context.wrong_options, *earlier):
        if fold(other) == fold(text) or are_near_twins(other, text):
            return OptionVerdict.DUPLICATE, f"too like the option {other!r}"
    if says(context.question, text):
        return OptionVerdict.IN_QUESTION, "the question says it word for word, and not the key"
    if (fault := form_fault(text, context.key)) is not None:
        return OptionVerdict.FORM, fault
    if context.needs_path and candidate.path is None:
        return OptionVerdict.NO_PATH, "no path that was cited ends in it or passes through it"
    return None
