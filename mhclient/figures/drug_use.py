"""How a drug is used for a disease: which items ask that, and which way their answers err.

Three relations of PrimeKG say it: contraindication, indication, off-label use. An item asks for the relation
by its name (its options name them), or states one that is to be affirmed or denied. Items that ask whether
there is any relation, or which types a relation links, ask something else; those that repeat an item with
evidence ask it twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from benchmark import Item
from mhclient.read.scored import Scored

CONTRAINDICATION, INDICATION, OFF_LABEL, NO_RELATION = (
    "contraindication",
    "indication",
    "off-label use",
    "none",
)
USAGE = (CONTRAINDICATION, INDICATION, OFF_LABEL)
USES = frozenset({INDICATION, OFF_LABEL})
YES, NO = "yes", "no"
A_PAIR = [
    "disease",
    "drug",
]  # types of the entities that a statement is about; further ones are asked otherwise


class HowAsked(StrEnum):
    """How an item asks about a drug's use for a disease."""

    RELATION = "relation"  # which relation do they have?
    STATEMENT = "statement"  # have they this relation, yes or no?


def how_asked(item: Item) -> HowAsked | None:
    """How an item asks about a drug's use for a disease; None where it does not."""
    if item.details.get("base_item") is not None:
        return None
    texts = item.options.values()
    if CONTRAINDICATION in texts and INDICATION in texts:
        return HowAsked.RELATION
    stated = item.relation in USAGE and sorted(entity.type for entity in item.entities) == A_PAIR
    return HowAsked.STATEMENT if stated and {text.casefold() for text in texts} == {YES, NO} else None


class AskedUsage(NamedTuple):
    """What an item asks about a drug's use: worked out once, since a report tests it in fifteen ways.

    Attributes:
        relation: the one the item is annotated with, if any.
        right: the texts of the right options; none where it does not ask about it.
        counts_for: the relations that are right, or the one that is stated.
    """

    how: HowAsked | None
    relation: str | None
    right: frozenset[str]
    counts_for: tuple[str, ...]


def asked_usage(item: Item) -> AskedUsage:
    """What an item asks about a drug's use for a disease."""
    how = how_asked(item)
    if how is None:
        return AskedUsage(None, item.relation, frozenset(), ())
    right = right_texts(item)
    if how is HowAsked.STATEMENT and item.relation is not None:
        return AskedUsage(how, item.relation, right, (item.relation,))
    return AskedUsage(how, item.relation, right, tuple(each for each in USAGE if each in right))


def right_texts(item: Item) -> frozenset[str]:
    """The texts of the right options."""
    return frozenset(map(item.options.__getitem__, item.gold))


def said_texts(scored: Scored) -> frozenset[str]:
    """The texts of the options that were said; none where none could be read."""
    return frozenset(scored.item.options[letter] for letter in scored.prediction or ())


@dataclass(frozen=True, slots=True)
class WrongWay:
    """One way of being wrong.

    Attributes:
        key: its name for programs.
        name: the same for people; a use is an indication or an off-label use.
        side: what comes of it.
        counts: whether an item can be answered so.
        wrong: whether such an item was.
    """

    key: str
    name: str
    side: str
    counts: Callable[[AskedUsage], bool]
    wrong: Callable[[Scored], bool]


def _asks(right: Callable[[frozenset[str]], bool]) -> Callable[[AskedUsage], bool]:
    """Items that ask for the relation, with such right options."""
    return lambda asked: asked.how is HowAsked.RELATION and right(asked.right)


def _states(relations: frozenset[str], right: str) -> Callable[[AskedUsage], bool]:
    """Items that state one of the relations, with this right answer."""

    def counts(asked: AskedUsage) -> bool:
        states = asked.relation in relations and asked.how is HowAsked.STATEMENT
        return states and right in map(str.casefold, asked.right)

    return counts


def _says(wrong: Callable[[frozenset[str]], bool]) -> Callable[[Scored], bool]:
    return lambda scored: wrong(said_texts(scored))


def _says_the_other(scored: Scored) -> bool:
    return scored.said is not None and not scored.correct


def _warns(texts: frozenset[str]) -> bool:
    return CONTRAINDICATION in texts


def _only_use(texts: frozenset[str]) -> bool:
    return bool(texts & USES) and not _warns(texts)


def _is_none(texts: frozenset[str]) -> bool:
    return texts == {NO_RELATION}


CALLED_A_USE = WrongWay(
    *("called_a_use", "contraindication called a use", "dangerous"), _asks(_warns), _says(_only_use)
)
CALLED_A_WARNING = WrongWay(
    *("use_called_contraindication", "use called a contraindication", "over-cautious"),
    *(_asks(_only_use), _says(_warns)),
)
WRONG_WAYS = (
    CALLED_A_USE,
    WrongWay(
        *("called_none", "contraindication called none", "misses a warning"), _asks(_warns), _says(_is_none)
    ),
    WrongWay(
        *("denied", "true contraindication denied", "misses a warning"),
        *(_states(frozenset({CONTRAINDICATION}), YES), _says_the_other),
    ),
    CALLED_A_WARNING,
    WrongWay(
        *("none_called_a_use", "no relation called a use", "claims a use"), _asks(_is_none), _says(_only_use)
    ),
    WrongWay(
        *("false_use_affirmed", "false use affirmed", "claims a use"), _states(USES, NO), _says_the_other
    ),
)
