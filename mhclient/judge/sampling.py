"""Drawing replies to find out how good the reader is: a random sample from every grade and every outcome.

Read replies are drawn too: what the reader took for an answer and was none is the worse error. A stratum's
share of the sample goes with the square root of its size, between an equal share (best for the rates of
each) and a proportional one (best for the rate over all). Source: M. D. Bankier, "Power allocations", 1988.
"""

import random
from collections.abc import Mapping, Sequence

from cache import SampleCaseRow
from mhclient.errors import UsageError
from mhclient.read.case import Case

POWER = 0.5
LEAST = 5  # of every stratum that has so many, if the sample is large enough for that


def draw(cases: Sequence[Case], n: int, seed: int) -> list[SampleCaseRow]:
    """A stratified sample of a run's replies, in a random order.

    The order matters: whoever stops early has judged a random sample of every stratum all the same.
    """
    rng = random.Random(seed)
    strata: dict[str, list[Case]] = {}
    for case in sorted(cases, key=lambda case: case.name):
        strata.setdefault(case.stratum, []).append(case)
    shares = allocate({stratum: len(group) for stratum, group in sorted(strata.items())}, n)
    drawn = [
        (case, stratum) for stratum, share in shares.items() for case in rng.sample(strata[stratum], share)
    ]
    rng.shuffle(drawn)
    return [
        SampleCaseRow(place, case.name, case.key, stratum, len(strata[stratum]), case.said)
        for place, (case, stratum) in enumerate(drawn)
    ]


def allocate(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """How many of each stratum to draw: n in all, or all there are, and of every stratum some.

    One after the other goes to the stratum that lacks most of its share (A. Sainte-Laguë, 1910); a small
    stratum is taken whole and leaves its share to the others.

    Raises:
        UsageError: n is less than one of each.

    >>> allocate({"strict": 900, "in_text": 100, "empty": 4}, 44)
    {'strict': 30, 'in_text': 10, 'empty': 4}
    """
    if n < len(sizes):
        raise UsageError(
            f"`n={n}` is less than one reply of each outcome and grade. Of these there are {len(sizes)}: "
            f"{'; '.join(sizes)}."
        )
    least = min(LEAST, n // max(1, len(sizes)))
    taken = {stratum: min(size, least) for stratum, size in sizes.items()}
    for _ in range(min(n, sum(sizes.values())) - sum(taken.values())):
        growing = [stratum for stratum, size in sizes.items() if taken[stratum] < size]
        taken[max(growing, key=lambda stratum: sizes[stratum] ** POWER / (2 * taken[stratum] + 1))] += 1
    return taken
