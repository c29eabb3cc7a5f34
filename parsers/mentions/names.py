"""Capitals that are parts of names: "protein kinase A", "B-cell", "MAO-A", "N/A", "C. difficile".

Where the option's own text follows, most of these are labels: "A.oak".
"""

import re

from parsers.grammar import labels as grammar
from parsers.mentions.initials import is_initial, may_be_initial, stands_behind_another
from parsers.mentions.mention import UNKNOWN
from parsers.options.options import OptionSet
from parsers.options.texts import words_of
from parsers.pattern import Pattern

_LAST_WORD = Pattern(r"([a-z]{3,}) \Z")
# "ב-B", "ו-B": a preposition, "and"; "ngu-B": the Zulu copula
_PREFIXED = Pattern(r"(?:(?<!\w)ngu|[בלהו])-\Z")
_HYPHENED = Pattern(r"-[dt][iıuü]r(?!\w)")  # "B-dir": a label with a Turkic ending
_GENITIVE = Pattern(rf"'(?!{grammar.TURKISH_CASE})\w")
_CUT_NOUN = Pattern(r"[a-z] an? \Z")
_SECOND_NUMERAL = Pattern(r"\bII[.)](?<![a-z] II[.)])")  # of a list, not of "World War II."
_TELLING = 5  # letters of a word that tells one text from others
_ATTRIBUTE = Pattern(r"\.[a-z]{2}")


def is_part_of_name(letter: str, beside: tuple[str, str], text: str, options: OptionSet) -> bool:
    """Whether what stands before and behind a capital of a text makes a name with it."""
    before, after = beside
    told = _by_words(letter, before, after, options)
    if told is None:
        told = _by_hyphen(letter, before, after, options)
    if told is not None:
        return told
    if _by_signs(letter, before, after, options) or _is_numeral(letter, after, text):
        return True
    return after.startswith(".") and _by_stop(letter, before, after, options)


def own_text_follows(options: OptionSet, letter: str, after: str) -> bool:
    """Whether the first words behind a letter are those of its option's text."""
    position = options.index.get(letter, UNKNOWN)
    return position != UNKNOWN and words_of(after).startswith(options.words[position][:12] or "\0")


def has_word_of_own_text(options: OptionSet, letter: str, after: str) -> bool:
    """Whether a longer word of its option's text is among those behind a letter: "A Síndrome de Cushing"."""
    position = options.index.get(letter, UNKNOWN)
    if position == UNKNOWN:
        return False
    own = {word for word in options.words[position].split() if len(word) >= _TELLING}
    return not own.isdisjoint(words_of(after).split())


def _by_words(letter: str, before: str, after: str, options: OptionSet) -> bool | None:
    """What a word beside the letter tells: "kinase A", "B cells"; None where none tells."""
    low = before.lower()
    head = _LAST_WORD.search(low) if options.name_heads else None
    if head is not None and head[1] in options.name_heads:
        return True
    named = before.rstrip()[-1:].isascii() and grammar.NAME_BEFORE.search(low)
    apart = after[:1].isspace() or after[:1] in ("-", "+")
    if not (named or (apart and grammar.NAME_AFTER.match(after))):
        return None
    if before and not before.rstrip(" ").endswith("\n"):
        return True
    # At the head of a line: "B-cell depletion", "B vitamins may help".
    return grammar.NAME_IN_SENTENCE.match(after) is not None and not own_text_follows(options, letter, after)


def _by_hyphen(letter: str, before: str, after: str, options: OptionSet) -> bool | None:
    """What a hyphen beside the letter tells: "MAO-A", "A-level"; None where there is none that tells."""
    if before.endswith("-") and before[-2:-1].isalnum() and not _PREFIXED.search(before[-5:]):
        return before[-2:-1] not in options.index or before[-3:-2].isalnum()
    if after.startswith("-") and after[1:2].isalnum() and not _HYPHENED.match(after):
        return not (re.match(r"-[A-Z](?![\w-])", after) or own_text_follows(options, letter, after))
    return None


def _by_signs(letter: str, before: str, after: str, options: OptionSet) -> bool:
    """Whether a sign beside the letter makes a name: "B's", "N/A", "Q:", or an initial before it."""
    if after.startswith("'") and _GENITIVE.match(after):
        return True
    if before.endswith(("N/", "w/")) or (after.startswith(("/A", "/a")) and letter == "N"):
        return True
    if letter == "Q" and "Q" not in options.index and after[:1] in (":", "."):
        return True  # the head of a question
    if after == "" and _CUT_NOUN.search(before):
        return True  # "folic acid is a B", cut before "vitamin"
    return stands_behind_another(before)


def _is_numeral(letter: str, after: str, text: str) -> bool:
    """Whether statements are numbered in Roman: "I. … II. …"."""
    return letter == "I" and after[:1] in (".", ")") and _SECOND_NUMERAL.search(text) is not None


def _by_stop(letter: str, before: str, after: str, options: OptionSet) -> bool:
    """Whether the full stop behind the letter makes a name: "A.name", "B. F. Skinner", "C. difficile"."""
    if _ATTRIBUTE.match(after) and not own_text_follows(options, letter, after[1:]):
        return True
    if is_initial(letter, after, options.plain):
        return True
    if may_be_initial(before, after) or grammar.GENUS.match(after):
        return not own_text_follows(options, letter, after)
    return False
