"""Whether a service moved: panels of the same items, asked again and again, and looked at after each. Pure.

A panel is one observation. Replies to an item within a panel come seconds apart, from one route, batch and
cache, and may all be alike where other days differ; so what an item's replies in a panel come to (how many
are right; which answers they give) is one value, however many they are. If nothing changed, an item's values
could be exchanged between panels: given all of them up to this panel, its value in this one is any of them
with the same chance, and items vary each for itself. The panel so has an exact p, randomised between ties,
and the p of successive panels are independent and uniform (conformal: Vovk, Gammerman and Shafer,
Algorithmic Learning in a Random World, 2nd ed. 2022, ch. 8).

As normal deviates they feed a mixture of likelihood ratios, over the panel at which a change began and over
its size (Robbins 1970, Ann. Math. Stat. 41; over moments of change: Shin, Ramdas and Rinaldo, "E-detectors",
2024). Beside it stands evidence item by item: some items answer otherwise for good. Each is at most 1 on
average where nothing changed, and so is their mean. That it passes 1/α in at most α of all series, looked at
after each panel, was measured (`perf/power_and_drift.py`: in at most 2 of 100, over 60 panels); Ville's
inequality would need martingales with regard to one and the same past.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mhclient.figures.numerics import Floats, Ints, log_likelihood, log_marginal, normal_quantile

ALPHA = 0.05
SPREAD = 3.0  # of a change's size over the noise of one panel: the scale of the mixture

LEAST = 1e-15  # of a probability
Hits: TypeAlias = Mapping[str, Sequence[bool]]
# Item → what its replies in one panel say: equal values are equal answers.
Said: TypeAlias = Mapping[str, Sequence[str]]
# What an item's replies come to, panel by panel → (n_panels,) whole numbers: how much each tells of a change.
Score: TypeAlias = Callable[[Sequence[Hashable]], Ints]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence for a change in the panels up to one.

    Attributes:
        evidence: at most 1 on average where nothing changed; `1/ALPHA` or more shows a change.
        logs: natural logarithms of that for a change that began at panel 2, 3, …
    """

    evidence: float
    logs: tuple[float, ...]


def deviates(
    panels: Sequence[Mapping[str, Hashable]], uniforms: Sequence[float], score: Score
) -> list[float]:
    """A normal deviate for each panel from the second on: how far its summed score lies above the usual.

    Args:
        panels: item → what its replies come to, panel by panel.
        uniforms: for each panel a number in (0, 1), drawn apart from what came back: it decides ties.
    """
    of_item: dict[str, list[Hashable]] = {}
    found = []
    for panel, uniform in zip(panels, uniforms, strict=True):
        chances, got = np.ones(1), 0
        for item, value in panel.items():
            values = of_item.setdefault(item, [])
            values.append(value)
            if len(set(values)) > 1:  # else it could not have been otherwise
                scores = score(values)
                chances = np.convolve(chances, np.bincount(scores) / len(values))
                got += int(scores[-1])
        below = float(chances[:got].sum()) + uniform * float(chances[got])
        found.append(normal_quantile(min(max(below, LEAST), 1 - LEAST)))
    return found[1:]


def number_right(values: Sequence[Hashable]) -> Ints:
    """The number itself."""
    return np.array(values, dtype=np.int64)


def surprise(values: Sequence[Hashable]) -> Ints:
    """How rare each value is among all, in steps of a quarter of a natural logarithm.

    The sum over items is large where a few items that never varied change: a count of those that differ would
    drown them. By hand, of four the last alone is another: 4 ln(4/3) = 1.15, and 4 ln 4 = 5.5.

    >>> surprise(["A", "A", "A", "B"]).tolist()
    [1, 1, 1, 6]
    """
    counts, n = Counter(values), len(values)
    return np.array([round(4 * math.log(n / counts[value])) for value in values], dtype=np.int64)


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
        logs.append(0.5 * (SPREAD * product) ** 2 / scale - 0.5 * math.log(scale))
    return Evidence(_mean(np.array(logs)) + 1.0 / last, tuple(logs))  # 1/last: of what has not begun yet


def _mean(logs: Floats) -> float:
    """Of evidence for each panel at which a change may have begun, with weights 1/2, 1/6, 1/12, …"""
    place = np.arange(1, len(logs) + 1)
    return float(np.exp(np.clip(logs - np.log(place * (place + 1.0)), None, 600.0)).sum())


SHARES = (0.02, 0.1, 0.4)  # of the items that a change may concern


def item_evidence(panels: Sequence[Mapping[str, Hashable]]) -> list[Evidence]:
    """Evidence after each panel from the second on that some items answer otherwise for good.

    Of an item counts whether a panel's answers are other than in its first panel. If nothing changed, that
    has one chance in all panels. The chance of the series with one rate before a change and another since,
    both unknown, is divided by the largest that any one rate gives it, so that the ratio is at most 1 on
    average whatever the rate is (L. Wasserman, A. Ramdas, S. Balakrishnan, "Universal inference", 2020).
    Where a share of the items changes, each multiplies the evidence by 1 − share + share · ratio.

    Args:
        panels: item → its answers, panel by panel.
    """
    items = list(dict.fromkeys(item for panel in panels for item in panel))
    first: dict[str, Hashable] = {}
    other, asked = np.zeros((2, len(panels), len(items)))
    for number, panel in enumerate(panels):
        for place, item in enumerate(items):
            if item in panel:
                asked[number, place] = item in first
                other[number, place] = panel[item] != first.setdefault(item, panel[item])
    others, n = other.cumsum(axis=0), asked.cumsum(axis=0)
    found = []
    for last in range(1, len(panels)):
        before = log_marginal(others[1:last], n[1:last])  # (n_changes, n_items)
        after = log_marginal(others[last] - others[1:last], n[last] - n[1:last])
        ratios = np.exp(np.minimum(before + after - log_likelihood(others[last], n[last]), 600.0))
        of_shares = [np.log1p(share * (ratios - 1)).sum(axis=1) for share in SHARES]
        logs = np.logaddexp.reduce(of_shares) - math.log(len(SHARES))
        # Of a change at panel 2 the first panel alone says nothing.
        found.append(Evidence(_mean(logs), (0.0, *logs.tolist())))
    return found


@dataclass(frozen=True, slots=True)
class Look:
    """Evidence after a panel.

    Attributes:
        accuracy, answers: evidence from how many are right, and from how rare the answers given are.
        items: evidence that some items answer otherwise for good.
        evidence: the mean of the three, which is evidence as well.
    """

    accuracy: Evidence
    answers: Evidence
    items: Evidence

    @property
    def _parts(self) -> tuple[Evidence, Evidence, Evidence]:
        return self.accuracy, self.answers, self.items

    @property
    def evidence(self) -> float:
        return sum(part.evidence for part in self._parts) / 3

    @property
    def shows_change(self) -> bool:
        """Whether a change is shown at this look."""
        return self.evidence >= 1 / ALPHA

    @property
    def began(self) -> int:
        """The number of the panel, from 1, at which the change most likely began."""
        return 2 + int(np.argmax(np.sum([part.logs for part in self._parts], axis=0)))

    def of_panels_alike(self) -> "Look":
        """The look where every item always got one answer: ties made its evidence, which is 1 at most."""
        return Look(*(replace(part, evidence=min(part.evidence, 1.0)) for part in self._parts))


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
    # In halves, and as a set: a reply that failed is then no change.
    numbers = [{item: round(2 * sum(of) / len(of)) for item, of in panel.items()} for panel in right]
    answers = [{item: frozenset(of) for item, of in panel.items()} for panel in said]
    parts = zip(
        evidence(deviates(numbers, first, number_right)),
        evidence(deviates(answers, second, surprise)),
        item_evidence(answers),
        strict=True,
    )
    looks = [Look(*each) for each in parts]
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
