"""From the log-probs of surface forms to a letter: the paper's rule, the other rules, mass and margin.

Log-probs are natural logarithms, at most 0. Letters keep the item's order; of equal scores the first wins.

Of a closed model the top tokens of one position bound the letters' probabilities. An API shows the k most
probable tokens where a token was written. Several of them may say the same letter ("B", " B", "(B"); some
only open the way to one ("(", a blank); what is below the k-th is not shown. So a letter has a lower bound,
what is shown of it, and an upper bound, that and everything that might be its.
"""

import math
from codecs import getincrementaldecoder
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Rule(StrEnum):
    """How the forms of a letter make the letter's score."""

    MAX = "max"  # the best form speaks for the letter: MHGraphBench, appendix D.3
    LOG_SUM_EXP = "log_sum_exp"  # the probability that the letter is said in any of its forms
    LENGTH_NORMALISED = "length_normalised"  # the best form by log-prob per token
    CLOSED = "closed"  # as MAX, over the forms that end the letter


@dataclass(frozen=True, slots=True)
class FormScore:
    """One surface form of one letter.

    Attributes:
        log_prob: of the form's tokens, given the prompt.
        n_tokens: how many tokens that is.
        nested: whether another form of the letter is a beginning of this one (or the same tokens), so that
            this one's probability is part of the other's.
        closed: whether something follows the letter.
    """

    log_prob: float
    n_tokens: int
    nested: bool = False
    closed: bool = True


@dataclass(frozen=True, slots=True)
class LetterScores:
    """Every form's score, for every letter that was allowed."""

    by_letter: Mapping[str, tuple[FormScore, ...]]

    def score(self, letter: str, rule: Rule = Rule.MAX) -> float:
        """A letter's score under a rule; minus infinity if none of its forms counts there.

        By hand, for forms at 0.2 (one token) and 0.1 (two tokens, not nested): max ln 0.2 = -1.6094;
        log-sum-exp ln 0.3 = -1.2040; per token max(ln 0.2, ln 0.1 / 2) = -1.1513.

        >>> forms = (FormScore(math.log(0.2), 1, closed=False), FormScore(math.log(0.1), 2))
        >>> scores = LetterScores({"A": forms})
        >>> [round(scores.score("A", rule), 4) for rule in Rule]
        [-1.6094, -1.204, -1.1513, -2.3026]
        """
        forms = self.by_letter[letter]
        if rule is Rule.LOG_SUM_EXP:
            return log_sum_exp([form.log_prob for form in forms if not form.nested])
        if rule is Rule.LENGTH_NORMALISED:
            return max((form.log_prob / form.n_tokens for form in forms), default=-math.inf)
        if rule is Rule.CLOSED:
            return max((form.log_prob for form in forms if form.closed), default=-math.inf)
        return max((form.log_prob for form in forms), default=-math.inf)

    def scores(self, rule: Rule = Rule.MAX) -> dict[str, float]:
        """Each letter's score under a rule."""
        return {letter: self.score(letter, rule) for letter in self.by_letter}

    def choice(self, rule: Rule = Rule.MAX) -> str | None:
        """The letter with the best score; None where the rule has no form to go by."""
        scores = self.scores(rule)
        best = max(scores, key=scores.__getitem__)
        return best if scores[best] > -math.inf else None

    def choices(self) -> dict[str, str | None]:
        """The choice under every rule."""
        return {rule.value: self.choice(rule) for rule in Rule}

    def margin(self) -> float | None:
        """How far the best letter is ahead of the next, by the paper's rule; None with a single letter."""
        ranked = sorted(self.scores().values(), reverse=True)
        return ranked[0] - ranked[1] if len(ranked) > 1 else None

    def mass(self) -> float:
        """The probability that any letter is said in any of its forms: the rest is text that is no option."""
        probabilities = (
            math.exp(form.log_prob) for forms in self.by_letter.values() for form in forms if not form.nested
        )
        return min(1.0, math.fsum(probabilities))


def log_sum_exp(values: Sequence[float]) -> float:
    """The logarithm of the sum of the exponentials; minus infinity for no values."""
    largest = max(values, default=-math.inf)
    if math.isinf(largest):
        return largest
    return largest + math.log(math.fsum(math.exp(value - largest) for value in values))


def at_most_zero(log_prob: float) -> float:
    """A log-prob without the hair's breadth by which rounding may lift it above 0; NaN stays NaN."""
    return 0.0 if log_prob > 0 else log_prob


def softmax(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores as shares that sum to 1."""
    total = log_sum_exp(list(scores.values()))
    return {letter: math.exp(score - total) for letter, score in scores.items()}


def largest_shift(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """By how much two measurements of the same letters disagree about any margin between two of them.

    A margin is a difference of two scores, so what shifts all letters alike does not count.

    >>> round(largest_shift({"A": -1.0, "B": -2.0}, {"A": -1.1, "B": -1.9}), 6)
    0.2
    """
    shifts = [one[letter] - other[letter] for letter in one]
    return max(shifts) - min(shifts)


def nested_paths(paths: Sequence[Sequence[Hashable]]) -> list[bool]:
    """Per token path, whether another path is a beginning of it; of equal paths all but the first are nested.

    >>> nested_paths([(5, 7), (5,), (6,), (6,)])
    [True, False, False, True]
    """
    as_tuples = [tuple(path) for path in paths]
    return [
        any(
            path[: len(other)] == other and (len(other) < len(path) or earlier < index)
            for earlier, other in enumerate(as_tuples)
            if earlier != index
        )
        for index, path in enumerate(as_tuples)
    ]


def scores_to_json(scores: LetterScores) -> dict[str, Any]:
    """Per letter a list of [log-prob, tokens, nested], in the order of the forms."""
    return {
        letter: [[form.log_prob, form.n_tokens, form.nested] for form in forms]
        for letter, forms in scores.by_letter.items()
    }


def scores_from_json(stored: Mapping[str, Any], closed: Sequence[bool]) -> LetterScores:
    """The scores that `scores_to_json` wrote; raises ValueError, TypeError or KeyError if it did not."""
    return LetterScores(
        {
            letter: tuple(
                FormScore(float(log_prob), int(n_tokens), bool(nested), ends)
                for (log_prob, n_tokens, nested), ends in zip(forms, closed, strict=True)
            )
            for letter, forms in stored.items()
        }
    )


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
