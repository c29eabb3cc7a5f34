"""From the log-probs of surface forms to a letter: the paper's rule, the other rules, mass and margin.

Log-probs are natural logarithms, at most 0. Letters keep the item's order; of equal scores the first wins.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
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
