"""The words by which languages join options: "and", "or"."""

import re

from parsers.grammar.languages import LANGUAGES, Role
from parsers.grammar.languages.cue_words import NO_ROLES, cue_words, key_of


def joins(words: str) -> bool:
    """Whether one or two words, lower case, join options in some language: "und", "als auch"."""
    return any(role & Role.JOIN for role in cue_words().whole.get(key_of(words), NO_ROLES).values())


def joining(kind: str) -> str:
    """The words by which all languages join options (`both` or `either`), as a regular expression."""
    listed = {
        key_of(word.replace("_", " ")) for language in LANGUAGES for word in getattr(language, kind).split()
    }
    return "|".join(re.escape(word) for word in sorted(listed, key=lambda word: (-len(word), word)))
