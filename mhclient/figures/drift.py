"""Whether a service moved: panels of the same items, asked again and again, and looked at after each. Pure.

A panel is one observation: how many replies are right, or differ from the usual answer of their item. If
nothing changed, an item's replies of all panels could be exchanged. So, given how often each item was right
in all panels up to this one, its number right in this one is hypergeometric, and items are independent: the
panel has an exact p, randomised between ties, and the p of successive panels are independent and uniform
(conformal: Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World, 2nd ed. 2022, ch. 8).

As normal deviates they feed a mixture of likelihood ratios, over the panel at which a change began and over
its size (Robbins 1970, Ann. Math. Stat. 41; over moments of change: Shin, Ramdas and Rinaldo, "E-detectors",
2024). It is 1 on average where nothing changed, so that it ever passes 1/α in at most α of all series,
however often one looks (Ville's inequality).
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mhclient.figures.numerics import Floats, Ints, hypergeometric, normal_quantile

ALPHA = 0.05
SPREAD = 3.0  # of a change's size over the noise of one panel: the scale of the mixture

LEAST = 1e-15  # of a probability
Hits: TypeAlias = Mapping[str, Sequence[bool]]
# (n + 1,) the chances of 0 to n hits of an item → what each number scores.
Score: TypeAlias = Callable[[Floats], Ints]
# Item → what its replies in one panel say: equal values are equal answers.
Said: TypeAlias = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence for a change in the panels up to one.

    Attributes:
        deviate: of this panel beside those before; standard normal where nothing changed.
        evidence: 1 on average where nothing changed; `1/ALPHA` or more shows a change.
        began: the number of the panel, from 1, at which a change most likely began.
    """

    deviate: float
    evidence: float
    began: int


def deviates(panels: Sequence[Hits], uniforms: Sequence[float]) -> list[float]:
    """A normal deviate for each panel from the second on; above 0 where more hits came than before.

    Args:
        panels: item → whether each of its replies is a hit, panel by panel.
        uniforms: for each panel a number in (0, 1), drawn apart from what came back: it decides ties.
    """
    past_hits, past_n = Counter[str](), Counter[str]()
    found = []
    for number, panel in enumerate(panels):
        if number:
            found.append(_deviate(_scores(panel, past_hits, past_n, number_of_hits), uniforms[number]))
        for item, hits in panel.items():
            past_hits[item] += sum(hits)
            past_n[item] += len(hits)
    return found


def answer_deviates(panels: Sequence[Said], uniforms: Sequence[float]) -> list[float]:
    """The same of replies that are not their items' usual answer; above 0 where that is a surprise.

    Which answer is usual follows from all replies up to a panel together, in whatever order they came.
    """
    counts: dict[str, Counter[str]] = {}
    found = []
    for number, panel in enumerate(panels):
        for item, said in panel.items():
            counts.setdefault(item, Counter()).update(said)
        if number:
            usual = {item: _most_frequent(counts[item]) for item in panel}
            hits = {item: [each != usual[item] for each in said] for item, said in panel.items()}
            n = {item: counts[item].total() for item in panel}
            past_n = {item: n[item] - len(panel[item]) for item in panel}
            past_hits = {item: n[item] - counts[item][usual[item]] - sum(hits[item]) for item in panel}
            found.append(_deviate(_scores(hits, past_hits, past_n, surprise), uniforms[number]))
    return found


def _most_frequent(counts: Counter[str]) -> str:
    """The answer given most often; of several the first in the alphabet."""
    return min(counts, key=lambda each: (-counts[each], each))


def _deviate(scores: tuple[Floats, int], uniform: float) -> float:
    chances, got = scores
    below = float(chances[:got].sum()) + uniform * float(chances[got])
    return normal_quantile(min(max(below, LEAST), 1 - LEAST))


def _scores(
    panel: Hits, past_hits: Mapping[str, int], past_n: Mapping[str, int], score: Score
) -> tuple[Floats, int]:
    """The chance of each score that a panel may have, and the score that it has."""
    chances: Floats = np.ones(1)
    got = 0
    for item, hits in panel.items():
        n, total = past_n.get(item, 0) + len(hits), past_hits.get(item, 0) + sum(hits)
        if 0 < total < n and len(hits) < n:  # else it could not have been otherwise
            each = hypergeometric(n, total, len(hits))
            scored = score(each)
            chances = np.convolve(chances, np.bincount(scored, weights=each))
            got += int(scored[sum(hits)])
    return chances, got


def number_of_hits(chances: Floats) -> Ints:
    """The number itself."""
    return np.arange(len(chances))


def surprise(chances: Floats) -> Ints:
    """How little an item's number of hits is to be expected, in steps of a quarter of a natural logarithm.

    The sum over items is large where a few items that never varied change: a count of hits would drown them.
    """
    steps = np.round(-4.0 * np.log(np.maximum(chances, LEAST))).clip(0, 60)
    scored: Ints = np.where(chances < LEAST, 0, steps).astype(np.int64)  # what cannot be scores nothing
    return scored


def evidence(found: Sequence[float]) -> list[Evidence]:
    """The evidence after each panel from the second on.

    Args:
        found: the panels' deviates, as `deviates` gives them.
    """
    return [_evidence(found[:end]) for end in range(1, len(found) + 1)]


def _evidence(found: Sequence[float]) -> Evidence:
    """Worked out over each panel c at which a change may have begun, with weight 1/(c (c − 1)).

    A change of size θ at panel c moves the deviate of panel d by θ (c − 1)/(d − 1) √((d − 1)/d): the panels
    before d are a mixture of both states. With θ normal of scale τ the ratio has a closed form.
    """
    last = len(found) + 1
    at = np.arange(2, last + 1)  # panels that have a deviate
    z = np.array(found)
    logs = []
    for began in range(2, last + 1):
        after = at >= began
        weight = (began - 1) / np.sqrt(at[after] * (at[after] - 1.0))
        squares, product = float(weight @ weight), float(weight @ z[after])
        scale = 1.0 + SPREAD**2 * squares
        logs.append(
            0.5 * (SPREAD * product) ** 2 / scale - 0.5 * math.log(scale) - math.log(began * (began - 1))
        )
    in_all = float(np.exp(np.clip(logs, None, 600.0)).sum()) + 1.0 / last  # what has not begun yet
    return Evidence(found[-1], in_all, 2 + int(np.argmax(logs)))


@dataclass(frozen=True, slots=True)
class Look:
    """Evidence after a panel.

    Attributes:
        accuracy, answers: evidence from how many are right, and from which answers are given.
        evidence: the mean of both, which is evidence as well.
    """

    accuracy: Evidence
    answers: Evidence

    @property
    def evidence(self) -> float:
        return (self.accuracy.evidence + self.answers.evidence) / 2

    @property
    def shows_change(self) -> bool:
        """Whether a change is shown at this look."""
        return self.evidence >= 1 / ALPHA

    @property
    def began(self) -> int:
        """The number of the panel, from 1, at which the change most likely began."""
        more = self.accuracy if self.accuracy.evidence >= self.answers.evidence else self.answers
        return more.began

    def of_panels_alike(self) -> "Look":
        """The look where every item always got one answer: ties made its evidence, which is 1 at most."""
        parts = (self.accuracy, self.answers)
        return Look(*(replace(part, evidence=min(part.evidence, 1.0)) for part in parts))


def look_at(
    right: Sequence[Hits],
    said: Sequence[Said],
    uniforms: Sequence[tuple[float, float]],
) -> list[Look]:
    """The look after each panel from the second on.

    Args:
        right: per panel, item → whether each reply is right.
        said: per panel, item → what each reply says.
        uniforms: per panel two numbers in (0, 1), apart from what came back.
    """
    first, second = [each[0] for each in uniforms], [each[1] for each in uniforms]
    pairs = zip(evidence(deviates(right, first)), evidence(answer_deviates(said, second)), strict=True)
    looks = [Look(*pair) for pair in pairs]
    n_alike = _first_varying(said)
    return [look.of_panels_alike() if number < n_alike else look for number, look in enumerate(looks, 2)]


def _first_varying(said: Sequence[Said]) -> int:
    """The number, from 1, of the panel that first gave an item another answer; one past the last if none."""
    answers: dict[str, set[str]] = {}
    for number, panel in enumerate(said, 1):
        for item, of_item in panel.items():
            answers.setdefault(item, set()).update(of_item)
        if any(len(of_item) > 1 for of_item in answers.values()):
            return number
    return len(said) + 1
