"""When two names are too alike to stand side by side without a flag."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from benchmark.build.graph import fold

# Spelling variants ("susceptibility to" / "susceptiblity to") lie above, sister genes ("DRD1", "DRD2") below.
SIMILAR = 0.9


def are_near_twins(one: str, other: str) -> bool:
    """Whether one name could be taken for the other: same words, one within the other, or a letter apart."""
    words, others = _words(one), _words(other)
    if words == others or f" {words} " in f" {others} " or f" {others} " in f" {words} ":
        return True
    if 2 * min(len(words), len(others)) < SIMILAR * (len(words) + len(others)):
        return False  # the longer one has too many letters besides: most pairs end here
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    return matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


def near_twins(names: list[str]) -> list[list[str]]:
    """The pairs of names that are near twins."""
    return [[one, other] for one, other in combinations(names, 2) if are_near_twins(one, other)]


@lru_cache(10_000)
def _words(name: str) -> str:
    """Folded, without a closing "(disease)" or other remark, punctuation as spaces."""
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", fold(name)) or fold(name)
    return " ".join(re.findall(r"\w+", bare))
