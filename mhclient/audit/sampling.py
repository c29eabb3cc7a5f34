"""Drawing replies to find out how good the reader is: a random sample from every grade and every outcome.

Read replies are drawn too: what the reader took for an answer and was none is the worse error. A stratum's
share of the sample goes with the square root of its size, between an equal share (best for the rates of
each) and a proportional one (best for the rate over all). Source: M. D. Bankier, "Power allocations", 1988.
"""

import random
from collections.abc import Mapping, Sequence

from cache.audit import SampleCaseRow
from mhclient.audit.case import Case

POWER = 0.5
LEAST = 5  # of every stratum that has so many, if the sample is large enough for that


def draw(cases: Sequence[Case], n: int, seed: int) -> list[SampleCaseRow]:
    """A stratified sample of a run's replies, in a random order.

    The order matters: whoever stops early has judged a random sample of every stratum all the same.
    """
    rng = random.Random(seed)
    strata: dict[str, list[Case]] = {}
    for case in sorted(cases, key=lambda case: case.item_id):
        strata.setdefault(case.stratum, []).append(case)
    shares = allocate({stratum: len(group) for stratum, group in sorted(strata.items())}, n)
    drawn = [
        (case, stratum) for stratum, share in shares.items() for case in rng.sample(strata[stratum], share)
    ]
    rng.shuffle(drawn)
    return [
        SampleCaseRow(place, case.item_id, case.key, stratum, len(strata[stratum]), case.said)
        for place, (case, stratum) in enumerate(drawn)
    ]


def allocate(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """How many of each stratum to draw: about n in all, and of every stratum some.

    A stratum that is smaller than its share is taken whole, and the others share the rest.

    >>> allocate({"strict": 900, "in_text": 100, "empty": 4}, 44)
    {'strict': 30, 'in_text': 10, 'empty': 4}
    """
    least = max(1, min(LEAST, n // max(1, len(sizes))))
    taken = {stratum: min(size, least) for stratum, size in sizes.items()}
    left = {stratum: size for stratum, size in sizes.items() if size > least}
    budget = n - sum(taken[stratum] for stratum in sizes if stratum not in left)
    while left:
        weight = sum(size**POWER for size in left.values())
        shares = {stratum: int(budget * size**POWER / weight) for stratum, size in left.items()}
        whole = [stratum for stratum in left if shares[stratum] >= sizes[stratum]]
        for stratum in whole or list(left):
            taken[stratum] = min(sizes[stratum], max(least, shares[stratum]))
            del left[stratum]
        budget -= sum(taken[stratum] for stratum in whole)
    return taken
