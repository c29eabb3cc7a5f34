"""What the store has of letters' probabilities: forced choices, and the top log-probs of written answers."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mhclient.providers.letter_choice import Rule, TopLetters, answer_position, softmax, top_letters
from mhclient.providers.local.wire import ForcedChoice
from mhclient.read.scored import Scored
from mhclient.run.spec import Ask

# A letter, its share of all letters' probability, and the least and the most that its probability can be.
LetterShare: TypeAlias = tuple[str, float, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One item of a run with its forced choice; `right` is the choice's letter as shown that is the gold."""

    item_id: str
    task: str
    right: str
    forced: ForcedChoice

    def correct(self, rule: Rule = Rule.MAX) -> bool:
        """Whether the choice under a rule is the gold."""
        return self.forced.scores.choice(rule) == self.right


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure a model is of its likeliest letter: the letter's share of all letters' probability.

    Attributes:
        place: the item's among the run's.
        low, high: the least and the most that the letter's probability can be, for what is not shown.
        correct: whether that letter is the gold.
        letters: all letters as shown, of items whose labels are probabilities; none of other items.
    """

    place: int
    share: float
    low: float
    high: float
    correct: bool
    letters: tuple[LetterShare, ...] = ()


def chosen_items(scored: Sequence[Scored], bodies: Mapping[str, bytes]) -> list[Chosen]:
    """The items of a run of forced choices that have one.

    Args:
        bodies: item id → its reply, as kept.
    """
    return [
        Chosen(item.item.id, item.task, next(iter(item.gold)), forced_choice(bodies[item.item.id]))
        for item in scored
        if item.item.id in bodies
    ]


def confidences(scored: Sequence[Scored], bodies: Sequence[bytes | None], ask: Ask) -> tuple[Confidence, ...]:
    """The confidence of every item with one right letter that has probabilities of letters.

    Args:
        bodies: the reply to each, as kept; None for those that are not looked at.
    """
    found = []
    for place, (item, body) in enumerate(zip(scored, bodies, strict=True)):
        if body is not None and item.item.mode.value == "single":
            known = _chosen(body) if ask is Ask.FORCED_CHOICE else _shown(item, body)
            if known:
                letter, share, bounds = max(known, key=lambda each: each[1])
                kept = tuple(known) if item.item.details.get("labels") else ()
                found.append(Confidence(place, share, *bounds, letter in item.gold, kept))
    return tuple(found)


def forced_choice(body: bytes) -> ForcedChoice:
    """The forced choice that a reply holds."""
    return ForcedChoice.from_json(json.loads(body))


def _chosen(body: bytes) -> list[LetterShare]:
    """Of a forced choice: the letters' shares of all letters' probability, of which nothing is hidden."""
    shares = softmax(forced_choice(body).scores.scores())
    return [(letter, share, (share, share)) for letter, share in shares.items()]


def _shown(item: Scored, body: bytes) -> list[LetterShare]:
    """Of the top log-probs where the answer was written; none where no letter is among them."""
    top = top_of(body, item)
    if top is None or top.choice() is None:
        return []
    whole = sum(top.shown.values())
    return [(letter, shown / whole, top.bounds(letter)) for letter, shown in top.shown.items()]


def top_of(body: bytes, scored: Scored) -> TopLetters | None:
    """What the top log-probs of a reply's body, as kept, say of the letters where the answer was written.

    Returns:
        None for a filtered reply, and where the place is not found among the tokens.
    """
    # What checks bodies takes a tenth of a second to load, and few runs have log-probs.
    from mhclient.providers.log_probs import read_positions
    from mhclient.providers.openai.chat import COMPATIBLE_CHAT

    positions = read_positions(body)
    if not positions:
        return None
    completion = COMPATIBLE_CHAT.read_body(body).completion or ""
    span = scored.span if scored.said else None
    index = answer_position(positions, sorted(scored.said or ()), span, completion)
    return None if index is None else top_letters(positions[index], index, list(scored.shown.letter_of))
