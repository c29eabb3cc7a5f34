"""What is said of a text that may become an option: the first rule that it fails, or that it is usable.

The rules are the same in every arm; else arms would differ in more than guidance. What the graph says comes
first, then what the texts say: an option may give itself away by its form (length, case, numbers, phrases
that no fact is called). Source: KGGDG.md, section 4; the published method checks nothing.

What a question asks of the graph, an item may say (`details.asks`); else the same-link rule holds: what
links the key to an entity of the question is what is asked. Absence from the graph is not falsity: an option
is "false by this graph".
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from benchmark.build.graph import are_near_twins, fold
from benchmark.errors import ItemFormatError
from benchmark.harden.graph import LinkGraph
from benchmark.harden.walk import GraphPath
from benchmark.item import Item

INDICATION, OFF_LABEL, CONTRAINDICATION = "indication", "off-label use", "contraindication"


@dataclass(frozen=True, slots=True)
class AskedLinks:
    """What a right answer would have to be linked by, and to what.

    Attributes:
        links: node of the question → the relations that are asked of it; namesakes have entries of their own.
        wanted: the types an answer may have.
        contradicted: the graph says of the key both that it is indicated and that it must not be given.
    """

    links: Mapping[int, frozenset[str]]
    wanted: frozenset[str]
    contradicted: bool = False

    def is_known(self) -> bool:
        """Whether the graph can tell right from wrong here."""
        return any(self.links.values())


def asks_of(item: Item) -> Mapping[str, str] | None:
    """What an item says that it asks: anchor, relation and wanted type.

    Raises:
        ItemFormatError: it says so in another form.
    """
    said: Any = item.details.get("asks")
    if said is None:
        return None
    if not isinstance(said, Mapping) or not all(isinstance(said.get(part), str) for part in ASKS):
        raise ItemFormatError(
            f"item {item.id}: 'asks' must be an object with {', '.join(ASKS)} as text, found {said!r}."
        )
    return said


ASKS = ("anchor", "relation", "wanted")


def asked_of(
    graph: LinkGraph, question: Collection[int], key: Collection[int], asks: Mapping[str, str] | None = None
) -> AskedLinks:
    """What is asked.

    Args:
        question, key: the nodes that the question and the key name.
        asks: what the item says; `question` then holds the nodes of its anchor.
    """
    bearers = {namesake for node in question for namesake in graph.namesakes(node)}
    keys = {namesake for node in key for namesake in graph.namesakes(node)}
    between = {node: frozenset(r for k in keys for r in graph.between(node, k)) for node in sorted(bearers)}
    both = any({INDICATION, CONTRAINDICATION} <= relations for relations in between.values())
    if asks is None:
        types = frozenset(graph.type(node) for node in key)
        return AskedLinks({node: found for node, found in between.items() if found}, types, both)
    wanted = frozenset({asks["wanted"]})
    return AskedLinks(dict.fromkeys(bearers, frozenset({asks["relation"]})), wanted, both)


def right_by(graph: LinkGraph, asked: AskedLinks, node: int) -> tuple[int, str] | None:
    """The link that makes a node a right answer, as node of the question and relation; None if none does.

    Where an indication is asked for, off-label use is a right answer, too.
    """
    for bearer, relations in asked.links.items():
        wanted = relations | ({OFF_LABEL} if INDICATION in relations else frozenset())
        for namesake in graph.namesakes(node):
            true = wanted.intersection(graph.between(bearer, namesake))
            if true:
                return bearer, min(true, key=lambda relation: (relation == OFF_LABEL, relation))
    return None


def anchors_of(graph: LinkGraph, asks: Mapping[str, str], named: Sequence[int]) -> tuple[int, ...]:
    """The nodes of an item's anchor: a node's key or its name; of a name, those that it names."""
    parts = asks["anchor"].split("|")
    if len(parts) == 4:
        return tuple(node for node in named if (graph.type(node), graph.name(node)) == (parts[0], parts[3]))
    return tuple(named)


_LABEL = re.compile(r"^\(?[A-Za-z][.):]\s")
_PHRASES = re.compile(r"\b(all|none|both|neither) of the (above|following|others?)\b|\b(not|except)\b", re.I)


def form_fault(text: str, key: str) -> str | None:
    """What sets an option apart from the key by its form; None if nothing does.

    >>> form_fault("Paroxetine, which inhibits its own metabolism", "Lithium")
    '6 words, the key has 1'
    >>> form_fault("lithium", "Sertraline")
    'another case than the key'
    """
    n_words, n_key = len(text.split()), len(key.split())
    if not n_key / 2 <= n_words <= 2 * n_key + 1:
        return f"{n_words} words, the key has {n_key}"
    if _LABEL.match(text):
        return "begins with a letter label"
    if _PHRASES.search(text) and not _PHRASES.search(key):
        return "says 'not', 'except', or names other options"
    if text.rstrip().endswith(".") != key.rstrip().endswith("."):
        return "a final period where the key has none, or none where it has one"
    if _case(text) != _case(key):
        return "another case than the key"
    if bool(re.search(r"\d", text)) != bool(re.search(r"\d", key)):
        return "a number where the key has none, or none where it has one"
    return None


def _case(text: str) -> str:
    letters = [char for char in text if char.isalpha()]
    if len(letters) > 1 and all(char.isupper() for char in letters):
        return "capitals"
    return "upper" if letters and letters[0].isupper() else "lower"


def in_case_of(key: str, name: str) -> str:
    """A node's name as an option beside the key: its first letter, or those of all words, large as there.

    >>> in_case_of("Bipolar I Disorder", "anxiety disorder"), in_case_of("Lithium", "citalopram")
    ('Anxiety Disorder', 'Citalopram')
    >>> in_case_of("bipolar disorder", "DRD2 deficiency"), in_case_of("anxiety", "Nicotine")
    ('DRD2 deficiency', 'nicotine')
    """
    words, key_words = name.split(" "), [word for word in key.split() if word[:1].isalpha()]
    if _case(key) == "upper":
        titled = len(key_words) > 1 and sum(word[0].isupper() for word in key_words) > len(key_words) / 2
        return " ".join(_large(word) if titled or at == 0 else word for at, word in enumerate(words))
    if _case(key) == "lower" and words[0][1:].islower():
        return " ".join([words[0].lower(), *words[1:]])
    return name


def _large(word: str) -> str:
    return word[:1].upper() + word[1:] if word.islower() and word not in _SMALL else word


_SMALL = frozenset({"and", "of", "or", "the", "with", "without", "in", "to", "due", "by", "for", "a", "an"})


def says(text: str, words: str) -> bool:
    """Whether a text holds these words, folded, between word boundaries."""
    return re.search(rf"(?<!\w){re.escape(fold(words))}(?!\w)", fold(text)) is not None


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
