"""How much of a published score is format: from another tool's score to what its replies say, step by step.

Every step is a count over the same items, so that differences of steps are counts of replies, which can be
looked at. Where an item was asked several times, each reply counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored
from mhclient.run.adopted import PublishedReading
from parsers import Outcome


class Step(StrEnum):
    """A step of the waterfall.

    Attributes:
        what: what is right at this step.
    """

    what: str

    PUBLISHED = "published", "scored as right by the tool"
    OWN_LETTER = (
        "letter read",
        "right by the letter that the tool read: without guesses for what it could not read",
    )
    NOT_FROM_NOTHING = "not from nothing", "the same, without letters taken from texts that give no answer"
    READ = "read here", "right as read here; what gives no answer, or several, counts as wrong"

    def __new__(cls, name: str, what: str) -> "Step":
        step = str.__new__(cls, name)
        step._value_ = name
        step.what = what
        return step


class ReadTwice(NamedTuple):
    """A reply that both have read."""

    scored: Scored
    theirs: PublishedReading


@dataclass(frozen=True, slots=True)
class Waterfall:
    """The steps over a set of replies.

    Attributes:
        n: replies of which the log says what the tool read or scored.
        right: step → replies that are right there, among all n, or as published among those with a score of
            right or wrong; without steps that the log does not allow.
        among_read: right ones among those that give an answer here.
        bounds: of accuracy: everything unread wrong, and everything unread right.
        only_they: replies that the tool has read a letter in, and that give no answer here.
        only_they_right: of how many of these the tool's letter is the gold.
        only_we, only_we_right: the same the other way round.
        differ: replies that both have read, differently.
    """

    n: int
    right: dict[Step, Share]
    among_read: Share
    bounds: tuple[float, float]
    only_they: int
    only_they_right: int
    only_we: int
    only_we_right: int
    differ: int


def waterfall(replies: Sequence[ReadTwice]) -> Waterfall | None:
    """The steps; None where the log of none of the replies says what its tool made of it.

    By hand: four replies of gold A. "A" (read, right), "I cannot" (read as I by them: out of the options, so
    nothing; scored right by a guess), "no answer" (read as A by them), "B" (read as B): published 3/4, by
    their letter 2/4, without letters taken from nothing 1/4, as read here 1/4; among read 1/2.
    """
    known = [reply for reply in replies if reply.theirs.known and reply.scored.asked]
    if not known:
        return None
    n, n_read = len(known), _count(known, we_read)
    n_right, scored = _count(known, we_are_right), [each for each in known if each.theirs.right is not None]
    return Waterfall(
        n=n,
        right={
            step: _share(rule, scored if step is Step.PUBLISHED else known)
            for step, rule in _rules(known).items()
        },
        among_read=_share(we_are_right, list(filter(we_read, known))),
        bounds=(n_right / n, (n_right + n - n_read) / n),
        only_they=_count(known, only_they),
        only_they_right=_count(known, lambda reply: only_they(reply) and _their_letter_is_right(reply)),
        only_we=_count(known, only_we),
        only_we_right=_count(known, lambda reply: only_we(reply) and we_are_right(reply)),
        differ=_count(known, differ),
    )


def _share(rule: Callable[[ReadTwice], bool], among: Sequence[ReadTwice]) -> Share:
    of_each = len(among) / max(1, len({reply.scored.item.id for reply in among}))
    return Share(_count(among, rule), len(among), of_each or 1)


def we_read(reply: ReadTwice) -> bool:
    """Whether the reply gives an answer."""
    return reply.scored.said is not None


def gives_none(reply: ReadTwice) -> bool:
    """Whether the reply gives no answer; one that gives several is another thing."""
    return not we_read(reply) and reply.scored.ending is not Outcome.AMBIGUOUS


def we_are_right(reply: ReadTwice) -> bool:
    """Whether that answer is the gold."""
    return reply.scored.correct


def only_they(reply: ReadTwice) -> bool:
    """Whether the tool has taken a letter from a reply that gives no answer."""
    return reply.theirs.said is not None and not we_read(reply)


def only_we(reply: ReadTwice) -> bool:
    """Whether the tool has found no letter in a reply that gives an answer."""
    return reply.theirs.said is None and we_read(reply)


def differ(reply: ReadTwice) -> bool:
    """Whether both have read an answer, and not the same."""
    return reply.theirs.said is not None and we_read(reply) and reply.theirs.letters != reply.scored.said


def guessed(reply: ReadTwice) -> bool:
    """Whether the tool scored as right what it could not read."""
    return bool(reply.theirs.right) and reply.theirs.said is None


def places_of(reply: ReadTwice) -> tuple[str, ...]:
    """Where in the waterfall a reply counts: the steps at which it is right, and how the readings differ.

    The names are those of the filter `theirs` on the page of a run's items; without any for a reply of which
    the log says nothing.
    """
    if not (reply.theirs.known and reply.scored.asked):
        return ()
    held = {name: rule(reply) for name, rule in _PLACES.items()}
    return ("known", *(name for name, holds in held.items() if holds))


def _their_letter_is_right(reply: ReadTwice) -> bool:
    return reply.theirs.letters == reply.scored.gold


def _not_from_nothing(reply: ReadTwice) -> bool:
    return _their_letter_is_right(reply) and not gives_none(reply)


_PLACES: Mapping[str, Callable[[ReadTwice], bool]] = {
    "published": lambda reply: bool(reply.theirs.right),
    "letter": _their_letter_is_right,
    "something": _not_from_nothing,
    "only-they": only_they,
    "only-we": only_we,
    "differ": differ,
    "guessed": guessed,
}


def _rules(known: Sequence[ReadTwice]) -> dict[Step, Callable[[ReadTwice], bool]]:
    rules: dict[Step, Callable[[ReadTwice], bool]] = {}
    if any(reply.theirs.right is not None for reply in known):
        rules[Step.PUBLISHED] = lambda reply: bool(reply.theirs.right)
    if any(reply.theirs.said is not None for reply in known):
        rules[Step.OWN_LETTER] = _their_letter_is_right
        rules[Step.NOT_FROM_NOTHING] = _not_from_nothing
    return {**rules, Step.READ: we_are_right}


def _count(replies: Iterable[ReadTwice], rule: Callable[[ReadTwice], bool]) -> int:
    return sum(map(rule, replies))
