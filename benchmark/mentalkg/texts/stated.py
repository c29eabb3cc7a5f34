"""What a text states in numbers: spans of time, in figures or words, and ages."""

import re
from collections.abc import Iterator

from benchmark.mentalkg.durations import DAYS, TOLERANCE_DAYS
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.texts.problem import TextCheck, TextProblem

_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
NUMBERS = {word: number for number, word in enumerate(_ONES, 1)} | {
    "a": 1,
    "an": 1,
    "twenty": 20,
    "thirty": 30,
}
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
_NUMBER = (
    rf"\d+|(?:{'|'.join(_TENS)})-(?:{'|'.join(_ONES[:9])})|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
)
_PART = re.compile(rf"\b({_NUMBER})[- ](day|week|month|year)s?\b(?![- ]old)", re.IGNORECASE)
_JOINT = re.compile(r"\s*,?\s*(?:and\s+)?\Z")
# What comes before a span that says how long something has lasted.
_LASTING = re.compile(
    r"\b(?:for|over|past|last|history of|lasting|lasted|within|after|since|about)\s+"
    r"(?:the\s+)?(?:past\s+|last\s+)?\Z",
    re.IGNORECASE,
)
_AGE = re.compile(r"\b(?:(\d{1,3})[- ]year[- ]old|aged? (\d{1,3})\b|(\d{1,3}) years old)", re.IGNORECASE)
_SEXED = {"female": re.compile(r"\b(?:woman|female|she|her)\b", re.IGNORECASE),
          "male": re.compile(r"\b(?:man|male|he|his|him)\b", re.IGNORECASE)}  # fmt: skip


def spans_in(text: str) -> list[tuple[float, int, bool]]:
    """Each span: days, where it starts, and whether it says how long something has lasted.

    >>> spans_in("She has felt so for one year and five months.")
    [(517.4375, 20, True)]
    """
    found: list[tuple[float, int, bool]] = []
    end = 0
    for match in _PART.finditer(text):
        days = _number(match[1]) * DAYS[match[2].lower()]
        if (
            found
            and _JOINT.match(text[end : match.start()])
            and text[end : match.start()].strip(" ,") in ("", "and")
        ):
            found[-1] = (found[-1][0] + days, *found[-1][1:])
        else:
            found.append((days, match.start(), bool(_LASTING.search(text[: match.start()]))))
        end = match.end()
    return found


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    tens, _, ones = word.lower().partition("-")
    return _TENS[tens] + NUMBERS[ones] if ones else NUMBERS[tens]


def duration_problems(text: str, patient: Patient, graph: DiagnosisGraph) -> Iterator[TextProblem]:
    """A chart states the total and each group's span; nothing lasts longer than the gold can."""
    statement = patient.profile.parts[patient.part]
    stated = spans_in(text)
    wanted = [statement.total] if statement.total else []
    wanted += statement.group_spans.values()
    if patient.profile.type == "type1":
        for span in wanted:
            if not any(abs(days - span.days) <= TOLERANCE_DAYS for days, *_ in stated):
                yield TextProblem(TextCheck.DURATION, f"it must state the duration “{span.text}”")
    longest = [graph.disorders[gold].max_days for gold in statement.gold]
    for days, start, lasting in stated:
        known = any(abs(days - span.days) <= TOLERANCE_DAYS for span in wanted)
        if (
            lasting
            and not known
            and all(most is not None and days > most + TOLERANCE_DAYS for most in longest)
        ):
            said = text[start : start + 30].split(".")[0]
            yield TextProblem(TextCheck.DURATION, f"“{said}…” is longer than the criteria allow")


def demographic_problems(text: str, patient: Patient) -> Iterator[TextProblem]:
    """A chart gives age and sex as they are; no text gives another age."""
    who = patient.demographics
    ages = {int(next(filter(None, match.groups()))) for match in _AGE.finditer(text)}
    chart = patient.profile.type == "type1"
    if chart and who.age not in ages:
        yield TextProblem(TextCheck.DEMOGRAPHICS, f"it must give the age, {who.age} years")
    # Of a childhood a younger age is told; adults have one.
    if others := {age for age in ages if age != who.age and age >= 18}:
        yield TextProblem(TextCheck.DEMOGRAPHICS, f"it gives another age: {min(others)}")
    if chart and not _SEXED[who.sex].search(text):
        yield TextProblem(TextCheck.DEMOGRAPHICS, f"it must say that the patient is {who.sex}")
