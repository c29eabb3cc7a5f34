"""Capitals that are the initials of a person: "B. F. Skinner", "А. В. Затаевич", "A.Lincoln".

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.pattern import Pattern

_BEHIND_ANOTHER = Pattern(r"\b[A-Z]\.\Z")
_BEFORE_ANOTHER = Pattern(r"\.(?:[A-Z]\b|[eg]\.)")
_GLUED_NAME = Pattern(r"\.[A-Z][a-z]{3}")
_FIRST = Pattern(
    r"\. (?:[A-Z\u0410-\u042f]\. ?[\u0400-\u042f][\u0430-\u052f]{2}"
    r"|[ÇĞİÖŞÜ]\. [A-Z][a-zçğıöşü]{3}"
    r"|[A-Z]\. (?!Th[ei]|Because|Since|Option|However)[A-Z][a-z]{3,}(?: (?:was|is|and|[a-z]+ed|who)|'s)\b)"
)
_APART = Pattern(r"(?<![\w)])[A-Z]\. \Z")
_SURNAME = Pattern(
    r"\. ?(?:[\u0400-\u042f][\u0430-\u052f]{2}|[A-Z][a-z]{3,}(?: (?:was|is|and|[a-z]+ed|who)|'s))"
)


def stands_behind_another(before: str) -> bool:
    """Whether an initial stands right before the letter: the "F" of "B.F. Skinner"."""
    return before.endswith(".") and _BEHIND_ANOTHER.search(before) is not None


def is_initial(letter: str, after: str, texts: tuple[str, ...]) -> bool:
    """Whether another initial follows ("B.F."), or a name as one of the options has it: "A.Lincoln was"."""
    name = _GLUED_NAME.match(after)
    if name is not None and any(f"{letter}{name[0]}" in text for text in texts):
        return True
    return _BEFORE_ANOTHER.match(after) is not None


def may_be_initial(before: str, after: str) -> bool:
    """Whether a surname follows, or an initial and a surname, if it is not the text of the option."""
    if _FIRST.match(after):
        return True
    return _APART.search(before) is not None and _SURNAME.match(after) is not None
