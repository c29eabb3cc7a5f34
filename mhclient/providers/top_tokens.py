"""The letters a closed model nearly said: bounds on their probabilities from the top tokens of one position.

An API shows the k most probable tokens where a token was written. Several of them may say the same letter
("B", " B", "(B"); some only open the way to one ("(", a blank); what is below the k-th is not shown. So a
letter has a lower bound, what is shown of it, and an upper bound, that and everything that might be its.

Decision: docs/decisions/providers.md, "Bounds, where a provider hides the rest".
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

# What may stand around a letter in a token that says it: blanks, brackets, markup, punctuation.
AROUND = " \t\r\n()[]{}<>*_`\"'.:,;#-\u2581\u0120\u010a"


@dataclass(frozen=True, slots=True)
class TopToken:
    """One token that might have been written, with its log-prob."""

    text: str
    log_prob: float


@dataclass(frozen=True, slots=True)
class Position:
    """One written token, and the most probable ones in its place (itself among them or not)."""

    text: str
    top: tuple[TopToken, ...]


@dataclass(frozen=True, slots=True)
class TopLetters:
    """What one position says of the letters. All figures are probabilities.

    Attributes:
        index: of the position in the completion.
        shown: letter → the tokens shown that say it, together.
        opening: tokens shown that say no letter yet but may lead to one, such as "(".
        other: tokens shown that say something else.
    """

    index: int
    shown: Mapping[str, float]
    opening: float
    other: float

    @property
    def hidden(self) -> float:
        """What the list of top tokens does not show."""
        return max(0.0, 1.0 - math.fsum((*self.shown.values(), self.opening, self.other)))

    def bounds(self, letter: str) -> tuple[float, float]:
        """The least and the most that a letter can have.

        >>> top = TopLetters(0, {"A": 0.6, "B": 0.1}, opening=0.05, other=0.2)
        >>> [round(bound, 2) for bound in top.bounds("B")]
        [0.1, 0.2]
        """
        low = min(1.0, self.shown[letter])
        return low, min(1.0, low + self.opening + self.hidden)

    def choice(self) -> str | None:
        """The letter shown with the most; None if none is shown."""
        best = max(self.shown, key=self.shown.__getitem__)
        return best if self.shown[best] > 0 else None

    def certain(self) -> bool:
        """Whether the choice stands whatever is hidden."""
        choice = self.choice()
        if choice is None:
            return False
        return all(self.bounds(letter)[1] <= self.shown[choice] for letter in self.shown if letter != choice)

    def possible(self, letter: str) -> bool:
        """Whether the letter could be the likeliest, for all that is shown."""
        return all(self.bounds(letter)[1] >= self.bounds(other)[0] for other in self.shown)


def said_by(text: str, letters: Sequence[str]) -> str | None:
    """The letter that a token says; "" if it opens the way to one; None if it says something else.

    >>> [said_by(text, "AB") for text in ("A", " (B", "**A**", "(", "An", "The")]
    ['A', 'B', 'A', '', None, None]
    """
    core = text.strip(AROUND)
    if not core:
        return ""
    return core if core in tuple(letters) else None


def top_letters(position: Position, index: int, letters: Sequence[str]) -> TopLetters:
    """The letters' shares at one position.

    Args:
        index: of the position in the completion.
    """
    shown: dict[str, list[float]] = {letter: [] for letter in letters}
    opening: list[float] = []
    other: list[float] = []
    for token in _all_tokens(position):
        letter = said_by(token.text, letters)
        bucket = other if letter is None else opening if letter == "" else shown[letter]
        bucket.append(math.exp(min(0.0, token.log_prob)))
    shares = {letter: math.fsum(values) for letter, values in shown.items()}
    return TopLetters(index, shares, math.fsum(opening), math.fsum(other))


def _all_tokens(position: Position) -> Iterable[TopToken]:
    """Each token once: a server may list the written one a second time."""
    seen: dict[str, TopToken] = {}
    for token in position.top:
        if token.text not in seen or token.log_prob > seen[token.text].log_prob:
            seen[token.text] = token
    return seen.values()


def answer_position(
    positions: Sequence[Position], letters: Sequence[str], span: tuple[int, int] | None
) -> int:
    """Where in the completion the answer's letter is written; the first position if none is.

    Args:
        span: start and end, in characters of the completion, of what was read as the answer.

    >>> said = [Position(text, ()) for text in ("Answer", ":", " (", "B", ")")]
    >>> answer_position(said, "AB", (0, 12))
    3
    """
    if span is None:
        return 0
    start = 0
    for index, position in enumerate(positions):
        end = start + len(position.text)
        if start < span[1] and end > span[0] and said_by(position.text, letters):
            return index
        start = end
    return 0
