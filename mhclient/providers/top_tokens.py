"""The letters a closed model nearly said: bounds on their probabilities from the top tokens of one position.

An API shows the k most probable tokens where a token was written. Several of them may say the same letter
("B", " B", "(B"); some only open the way to one ("(", a blank); what is below the k-th is not shown. So a
letter has a lower bound, what is shown of it, and an upper bound, that and everything that might be its.

Decision: docs/decisions/providers.md, "Bounds, where a provider hides the rest".
"""

import math
from codecs import getincrementaldecoder
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
    """One written token, and the most probable ones in its place (itself among them or not).

    Attributes:
        utf8: its bytes, which may be a part of a character; None where the server does not tell.
    """

    text: str
    top: tuple[TopToken, ...]
    utf8: bytes | None = None


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
    """Each token once.

    Tokens of one text may be several: SentencePiece has "A" and "_A" (for a blank before it), and a server
    shows both as "A". Only the written one may be listed a second time, then with the very same log-prob.
    """
    written: set[float] = set()
    for token in position.top:
        if token.text == position.text:
            if token.log_prob in written:
                continue
            written.add(token.log_prob)
        yield token


def answer_position(
    positions: Sequence[Position], letters: Sequence[str], span: tuple[int, int] | None, completion: str
) -> int | None:
    """Where in the completion the answer's letter is written; the first position if nothing was read.

    Args:
        span: start and end, in characters of the completion, of what was read as the answer.

    Returns:
        None if the place cannot be found: tokens and completion do not go together.

    >>> said = [Position(text, ()) for text in ("Answer", ":", " (", "B", ")")]
    >>> answer_position(said, "AB", (0, 12), "Answer: (B)")
    3
    """
    if span is None:
        return 0
    saying = [index for index, position in enumerate(positions) if said_by(position.text, letters)]
    pieces = _decoded(positions)
    start = -"".join(pieces).find(completion)
    if start > 0:  # not found
        return saying[0] if len(saying) == 1 else None
    for index, piece in enumerate(pieces):
        end = start + len(piece)
        if index in saying and start < span[1] and end > span[0]:
            return index
        start = end
    return None


def _decoded(positions: Sequence[Position]) -> list[str]:
    """What each token adds to the text: of a character that two tokens share, the second has it."""
    if any(position.utf8 is None for position in positions):
        return [position.text for position in positions]
    decoder = getincrementaldecoder("utf-8")("replace")
    return [decoder.decode(position.utf8 or b"") for position in positions]
