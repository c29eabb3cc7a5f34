"""Equal and nearly equal texts of different patients.

Two texts are nearly equal if of their runs of five words at least half are common (Jaccard). Only texts
that share a run which few others have are compared.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from benchmark.mentalkg.texts.wording import shingles, words_of

IN_A_ROW = 5
NEARLY_EQUAL = 0.5
# A run that more texts share tells nothing about two of them; nearly equal texts share rarer ones as well.
_COMMON = 20


class NearCopy(NamedTuple):
    """Two keys whose texts are nearly equal: the later one, the earlier one, and the share in common."""

    key: str
    of: str
    share: float


def near_copies(texts: Mapping[str, str], patients: Mapping[str, str]) -> Iterator[NearCopy]:
    """Every pair of texts of different patients that are nearly equal, in the order of the texts.

    Args:
        texts: key → text.
        patients: key → whom the text is of; writers of one patient may agree.
    """
    runs = {key: frozenset(shingles(words_of(text), IN_A_ROW)) for key, text in texts.items()}
    with_run: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, found in runs.items():
        for run in found:
            with_run[run].append(key)
    shared = Counter(
        pair for keys in with_run.values() if 1 < len(keys) <= _COMMON for pair in combinations(keys, 2)
    )
    place = {key: number for number, key in enumerate(texts)}
    for first, second in sorted(shared, key=lambda pair: (place[pair[1]], place[pair[0]])):
        if patients[first] != patients[second]:
            share = len(runs[first] & runs[second]) / len(runs[first] | runs[second])
            if share >= NEARLY_EQUAL:
                yield NearCopy(second, first, share)
