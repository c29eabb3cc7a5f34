"""What one word is in each language that knows it, as it is listed or behind what is written in one with it."""

from collections.abc import Mapping
from functools import cache, lru_cache

from parsers.grammar.languages.cue_words import DROPPED, NO_ROLES, Roles, cue_words


@lru_cache(maxsize=8192)
def roles_of(word: str) -> Roles:
    """What a word, lower case, is in each language that knows it; empty for every other word."""
    key = word.translate(DROPPED)
    found = _known(key)
    if not found and "'" in word:
        found = next((known for part in reversed(word.split("'")) if (known := _known(part))), NO_ROLES)
    return found


def _known(key: str) -> Roles:
    return _listed(key) or (_listed(key[1:]) if _has_prefix(key) else NO_ROLES)


def _listed(key: str) -> Roles:
    words = cue_words()
    found = words.whole.get(key, NO_ROLES)
    for stem, roles in words.stems.get(key[:2], ()):
        if key.startswith(stem):
            found = {**roles, **found}
    return found


_LONGER_THAN = 5  # characters, its prefix counted, of a word that has one


def _has_prefix(key: str) -> bool:
    """Whether "and" or "so" may be written in one with an Arabic word: "والإجابة"."""
    return key[:1] in ("و", "ف") and len(key) > _LONGER_THAN


def may_be_known(key: str) -> bool:
    """Whether a cue word stands so, or begins as this one does: False of most words, and told at once."""
    return _may_be_listed(key) or (_has_prefix(key) and _may_be_listed(key[1:]))


def _may_be_listed(key: str) -> bool:
    words = cue_words()
    return key in words.whole or key in words.heads or key.startswith(_stems().get(key[:2], ()))


@cache
def _stems() -> Mapping[str, tuple[str, ...]]:
    """The beginnings of cue words, by their first two characters."""
    return {pair: tuple(stem for stem, _ in known) for pair, known in cue_words().stems.items()}
