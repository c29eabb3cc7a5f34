"""Names too alike to stand together without a flag, judged a second time."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from benchmark.verify.facts import folded

SIMILAR = 0.9


def twin_pairs(names: list[str]) -> list[list[str]]:
    """The pairs of near twins, in the order of the names."""
    return [[one, other] for one, other in combinations(names, 2) if are_twins(one, other)]


def are_twins(one: str, other: str) -> bool:
    """Whether the words of one name stand in the other, side by side, or the two differ by a letter or so."""
    words, others = _words(one), _words(other)
    short, long = sorted((words, others), key=len)
    runs = (long[place : place + len(short)] for place in range(len(long) - len(short) + 1))
    if words == others or (short and any(run == short for run in runs)):
        return True
    line, its = " ".join(words), " ".join(others)
    if max(len(line), len(its)) * SIMILAR > min(len(line), len(its)) * (2 - SIMILAR):
        return False  # so many letters more in one that even with all of the other's they are not alike
    matcher = SequenceMatcher(None, line, its, autojunk=False)
    return matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


@lru_cache(10_000)
def _words(name: str) -> tuple[str, ...]:
    plain = folded(name)
    without_remark = re.sub(r"\s*\([^()]*\)\s*$", "", plain)
    return tuple(re.findall(r"\w+", without_remark or plain))
