"""Length, wholeness and person of a written case."""

import re
from collections.abc import Iterator

from benchmark.mentalkg.texts.problem import TextCheck, TextProblem

ASKED_WORDS = (150, 200)
USABLE_WORDS = (120, 250)
LEAST_CHARACTERS = 100

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")
_FIRST_PERSON = re.compile(r"\b(?:I|[Mm]y|[Mm]e|[Mm]yself)\b")
_ENDS = (".", "!", "?", "…", '"', "”", "'", "’", ")")
# "Here is the case:", "**Case**", "# Case", "Patient report:" on a line of its own.
_PREAMBLE = re.compile(
    r"\A\s*(?:here(?:'s| is| are)\b|sure\b|certainly\b|#|\*\*|\{|\[|```|[\w ]{1,30}:\s*\n)", re.IGNORECASE
)


def n_words(text: str) -> int:
    """Words as white space separates them."""
    return len(text.split())


def length_problems(text: str) -> Iterator[TextProblem]:
    """150 to 200 words are asked for; within 120 to 250 it is a warning, beyond them the text is refused."""
    words = n_words(text)
    if not ASKED_WORDS[0] <= words <= ASKED_WORDS[1]:
        usable = USABLE_WORDS[0] <= words <= USABLE_WORDS[1]
        yield TextProblem(TextCheck.LENGTH, f"it has {words} words, not 150 to 200", refuses=not usable)


def whole_problems(text: str) -> Iterator[TextProblem]:
    """A case is the whole text, and ends as one."""
    stripped = text.strip()
    if len(stripped) < LEAST_CHARACTERS:
        yield TextProblem(
            TextCheck.WHOLE, f"it has {len(stripped)} characters; at least {LEAST_CHARACTERS} are needed"
        )
    elif not stripped.endswith(_ENDS):
        yield TextProblem(TextCheck.WHOLE, "it does not end in a sentence")
    if _PREAMBLE.match(text):
        yield TextProblem(
            TextCheck.WHOLE, "it begins with a heading, a label or a remark instead of the case"
        )
    if stripped[:1] in ('"', "“") and stripped[-1:] in ('"', "”") and _QUOTED.fullmatch(stripped):
        yield TextProblem(TextCheck.WHOLE, "quotation marks stand around everything")


def person_problems(text: str, kind: str) -> Iterator[TextProblem]:
    """A chart speaks of the patient, except in quotations; all else is told in the first person."""
    if kind == "type1":
        if found := _FIRST_PERSON.search(_QUOTED.sub(" ", text)):
            yield TextProblem(TextCheck.PERSON, f"a chart is in the third person, and it says “{found[0]}”")
    elif not _FIRST_PERSON.search(text):
        yield TextProblem(TextCheck.PERSON, "it must be told in the first person")
