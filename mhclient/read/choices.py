"""What the store has of letters' probabilities: forced choices, and the top log-probs of written answers."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhclient.providers.letter_choice import Rule, softmax
from mhclient.providers.local.wire import ForcedChoice
from mhclient.providers.log_probs import read_positions
from mhclient.providers.openai.chat import COMPATIBLE_CHAT
from mhclient.providers.top_tokens import TopLetters, answer_position, top_letters
from mhclient.read.scored import Scored
from mhclient.run.spec import Ask


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
        correct: whether that letter is the gold.
    """

    place: int
    share: float
    correct: bool


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


def confidences(scored: Sequence[Scored], bodies: Mapping[str, bytes], ask: Ask) -> tuple[Confidence, ...]:
    """The confidence of every item with one right letter that has probabilities of letters."""
    found = []
    for place, item in enumerate(scored):
        body = bodies.get(item.item.id)
        shares = _shares(item, body, ask) if body is not None and item.item.mode.value == "single" else None
        if shares:
            letter = max(shares, key=shares.__getitem__)
            found.append(Confidence(place, shares[letter], letter in item.gold))
    return tuple(found)


def forced_choice(body: bytes) -> ForcedChoice:
    """The forced choice that a reply holds."""
    return ForcedChoice.from_json(json.loads(body))


def top_of(body: bytes, scored: Scored) -> TopLetters | None:
    """What the top log-probs say of the letters where the answer was written.

    Returns:
        None for a filtered reply, and where the place is not found among the tokens.
    """
    positions = read_positions(body)
    if not positions:
        return None
    completion = COMPATIBLE_CHAT.read_body(body).completion or ""
    span = scored.span if scored.said else None
    index = answer_position(positions, sorted(scored.said or ()), span, completion)
    return None if index is None else top_letters(positions[index], index, list(scored.shown.letter_of))


def _shares(scored: Scored, body: bytes, ask: Ask) -> Mapping[str, float] | None:
    """Letter as shown → its share of all letters' probability; None where no letter has any."""
    if ask is Ask.FORCED_CHOICE:
        return softmax(forced_choice(body).scores.scores())
    top = top_of(body, scored)
    total = sum(top.shown.values()) if top else 0.0
    return {letter: share / total for letter, share in top.shown.items()} if top and total else None
