"""A sentence that says of a label that it is false, and nothing else, in whatever language: "B sai.".

Decision: docs/decisions/parsers.md, "Replies outside English of known stores, read in bulk".
"""

from parsers.grammar.languages import Role
from parsers.grammar.languages.cue_words import all_roles, key_of, verdict_words
from parsers.grammar.languages.one_word import roles_of
from parsers.pattern import Pattern

# "◆ sai.", "phat bieu ◆ la sai.": the rest of a sentence that a label opens, behind two words at most.
_VERDICT = Pattern(r"[\"')*]{0,3} (?P<said>[^\W\d_]++(?: [^\W\d_]++){0,2})[.!]?(?:\s*\n|\s*\Z)")
_SHORT = 2  # letters of words that are too many things: "ne" is "no", and "is"
_ELSE = Role.IS | Role.LINK | Role.RIGHT | Role.ANSWER  # what such a word may be in another language
_OPENS = Pattern(r"(?:\A|[.!?\n])[\s\"'(*-]*(?:[^\W\d_]+ ){0,2}\Z")


def is_judged_false(before: str, after: str) -> bool:
    """Whether a word for "false", behind a copula at most, is all that the sentence says of its subject."""
    verdict = _VERDICT.match(after)
    if verdict is None or _OPENS.search(before) is None:
        return False
    first, _, rest = verdict["said"].partition(" ")
    said = rest if rest and all_roles(roles_of(first)) & Role.IS else verdict["said"]
    word = key_of(said)
    return len(word) > _SHORT and verdict_words().get(word) is False and not all_roles(roles_of(word)) & _ELSE


def says_false(text: str) -> bool:
    """Whether an option's own text says false: a verdict behind it repeats it in other words."""
    return verdict_words().get(key_of(text)) is False
