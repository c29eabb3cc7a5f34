"""All languages' cue words in one table: what each word is in the languages that know it."""

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from parsers.grammar.languages import LANGUAGES
from parsers.text.folding import plain_lower

Roles = Mapping[int, int]  # number of a language, or of its family → what the word is there

# English words that are cue words elsewhere, or begin like one: English has patterns of its own.
_HOMOGRAPHS = """
    alternative alternatives answer answers best bon bona cert certain certainly certainty certificate
    certified certify correct corrected correcting correction corrections correctly correctness
    corrects dace eliminate eliminated eliminates eliminating elimination exact exactly exclude
    excluded excludes excluding exclusion exclusive exclusively falsely past best falsify fit good goods item
    items just justice justification justified justify letter letters option optional options pole
    respond response responses right rights sika sike solution solutions svari tama true valid
    validate validated validity variant variants vera zapped
"""
ENGLISH = frozenset(_HOMOGRAPHS.split())
NO_ROLES: Roles = {}
DROPPED = str.maketrans("", "", "'ʻʼ\u00ad\u0640\u200c")


def key_of(word: str) -> str:
    return plain_lower(word.translate(DROPPED))


class CueWords(NamedTuple):
    """The cue words of all languages, with their roles in each.

    Attributes:
        whole: words as they stand.
        stems: beginnings of words, by their first two characters, the longest first.
        heads: the first words of those that are several, with all roles of these.
    """

    whole: Mapping[str, Roles]
    stems: Mapping[str, tuple[tuple[str, Roles], ...]]
    heads: Mapping[str, int]


@cache
def cue_words() -> CueWords:
    """All of them; put together when a reply is first read that is more than a letter."""
    whole: dict[str, dict[int, int]] = {}
    stems: dict[str, dict[int, int]] = {}
    for language in LANGUAGES:
        number = number_of(language.family or language.name)
        for role, listed in language.roles():
            for word in key_of(listed).split():
                kept = stems if word.endswith("*") else whole
                known = kept.setdefault(word.rstrip("*").replace("_", " "), {})
                known[number] = known.get(number, 0) | role
    heads: dict[str, int] = {}
    for phrase in whole:
        head, blank, _ = phrase.partition(" ")
        if blank:
            heads[head] = heads.get(head, 0) | all_roles(whole[phrase])
    return CueWords(whole, _by_beginning(stems), heads)


@cache
def number_of(family: str) -> int:
    """The number by which the roles of words name a language, or its family."""
    return sorted({language.family or language.name for language in LANGUAGES}).index(family)


def _by_beginning(stems: Mapping[str, Roles]) -> dict[str, tuple[tuple[str, Roles], ...]]:
    found: dict[str, list[tuple[str, Roles]]] = {}
    for stem, roles in sorted(stems.items(), key=lambda known: -len(known[0])):
        found.setdefault(stem[:2], []).append((stem, roles))
    return {beginning: tuple(listed) for beginning, listed in found.items()}


def all_roles(roles: Roles) -> int:
    """The roles in whatever language."""
    return reduce(or_, roles.values(), 0)


@cache
def verdict_words() -> Mapping[str, bool]:
    """Words that are a whole verdict on an option: whether they call it true."""
    words = {word: False for language in LANGUAGES for word in language.false.split()}
    words |= {word: True for language in LANGUAGES for word in language.true.split()}
    return {key_of(word.replace("_", " ")): verdict for word, verdict in words.items()}
