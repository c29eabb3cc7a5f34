"""Whether a written case can be used, checked without a model, the cheap checks first: length and person,
names of disorders, words of the graph (eight in a row are a copy), spans of time and ages in figures or
words; and equal or nearly equal texts of different patients.

Two texts are nearly equal if of their runs of five words at least half are common (Jaccard). Only texts that
share a run which few others have are compared.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import combinations, product
from typing import NamedTuple

from benchmark.mentalkg.criteria import DAYS, TOLERANCE_DAYS
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient

WARNING = "warning: "


class TextCheck(StrEnum):
    """What is looked at; the last six need a model's reply."""

    LENGTH = "length"
    WHOLE = "whole"
    PERSON = "person"
    LEAK = "leak"
    OWN_WORDS = "own words"
    DURATION = "duration"
    DEMOGRAPHICS = "demographics"
    COPY = "copy"
    MISSING = "missing"
    CONTRADICTION = "contradiction"
    EXTRA = "extra"
    RULE = "rule"
    WRITER = "writer"  # no usable reply
    CHECKER = "checker"  # likewise


class TextProblem(NamedTuple):
    """One finding; the writer sees `what` in the next round. A warning refuses nothing."""

    check: TextCheck
    what: str
    refuses: bool = True

    @property
    def noted(self) -> str:
        """How the files of a generated benchmark name it."""
        return self.check.value if self.refuses else f"{WARNING}{self.check}"


def is_warning(noted: str) -> bool:
    """Whether what is noted of a problem refused nothing."""
    return noted.startswith(WARNING)


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


# Other words for disorders of manuals in use: our list. They are looked for whatever the graph calls its own.
SYNONYMS = (
    "adhd", "attention deficit", "bipolar", "manic depression", "manic depressive", "dysthymia", "dysthymic",
    "major depression", "clinical depression", "depressive disorder", "anxiety disorder", "schizophrenic",
    "schizoaffective", "ptsd", "post traumatic stress", "obsessive compulsive", "ocd", "body dysmorphia",
    "body dysmorphic", "anorexia", "anorexic", "bulimia", "bulimic", "binge eating disorder", "dsm", "dsm 5",
    "icd 10", "icd 11", "diagnostic criteria",
)  # fmt: skip
# Abbreviations are words of their own in small letters: capitals only.
ABBREVIATIONS = ("ADD", "ADHD", "BDD", "BED", "BPD", "DSM", "GAD", "ICD", "MDD", "OCD", "PDD", "PTSD")
_NOT_WORD = re.compile(r"[\W_]+")
_CAPITALS = re.compile(rf"\b(?:{'|'.join(ABBREVIATIONS)})\b")


def folded(text: str) -> str:
    """Small letters, and one space for whatever stands between words.

    >>> folded("Obsessive-Compulsive  Disorder.")
    'obsessive compulsive disorder '
    """
    return _NOT_WORD.sub(" ", text.casefold())


class LeakFinder:
    """Finds names in texts: all are one pattern, the longest first, since names contain names."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._names = {folded(each.name).strip(): each.name for each in graph.disorders.values()}
        self._pattern = _pattern([*self._names, *SYNONYMS])

    def names_in(self, text: str) -> list[str]:
        """The full names of disorders in a text, as the graph has them."""
        found = (match[0] for match in self._pattern.finditer(folded(text)))
        return list(dict.fromkeys(self._names[name] for name in found if name in self._names))

    def problems(self, text: str) -> Iterator[TextProblem]:
        """Every name, synonym, abbreviation and word of a manual."""
        found = [match[0] for match in self._pattern.finditer(folded(text))]
        for word in dict.fromkeys([*found, *_CAPITALS.findall(text)]):
            yield TextProblem(
                TextCheck.LEAK, f"it names a diagnosis or a manual: “{self._names.get(word, word)}”"
            )


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(set(words), key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


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


IN_A_ROW = 8
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_UNDERSCORED = re.compile(r"\b\w*[^\W_]_[^\W_]\w*\b")


class CopyFinder:
    """Knows every eight consecutive words of a description, a manifestation, a requirement or a rule."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._known = {shingle for text in _texts(graph) for shingle in shingles(words_of(text), IN_A_ROW)}

    def problems(self, text: str) -> Iterator[TextProblem]:
        """The first run of words that is the graph's, and the first name with an underscore."""
        for shingle in shingles(words_of(text), IN_A_ROW):
            if shingle in self._known:
                said = " ".join(shingle)
                yield TextProblem(TextCheck.OWN_WORDS, f"use your own words instead of “{said}”")
                break
        if found := _UNDERSCORED.search(text):
            yield TextProblem(TextCheck.OWN_WORDS, f"“{found[0]}” is a name from the list, no word")


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.lower())


def shingles(words: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every run of so many words."""
    return zip(*(words[start:] for start in range(size)), strict=False)


def _texts(graph: DiagnosisGraph) -> Iterator[str]:
    for symptom in graph.symptoms.values():
        yield symptom.description
        yield from (shown.text for shown in symptom.manifestations)
    for disorder in graph.disorders.values():
        yield from disorder.requirements
    for differential in graph.differentials:
        yield from differential.rules.values()


SHARED_IN_A_ROW = 5
NEARLY_EQUAL = 0.5
# A run that more patients share tells nothing about two of them; nearly equal texts share rarer ones as well.
_COMMON = 5


class NearCopy(NamedTuple):
    """Two keys whose texts are nearly equal: the later one, the earlier one, and the share in common."""

    key: str
    of: str
    share: float


def near_copies(texts: Mapping[str, str], patients: Mapping[str, str]) -> Iterator[NearCopy]:
    """Every two texts of different patients that are nearly equal.

    Args:
        texts: key → text.
        patients: key → whom the text is of; writers of one patient may agree.
    """
    # By their hashes: as words, the runs of 24,750 cases take 280 MB more.
    runs = {
        key: frozenset(map(hash, shingles(words_of(text), SHARED_IN_A_ROW))) for key, text in texts.items()
    }
    place = {key: number for number, key in enumerate(texts)}
    for pair in _sharing_rare_runs(runs, patients):
        for one, other in product(*pair):
            share = len(runs[one] & runs[other]) / len(runs[one] | runs[other])
            if share >= NEARLY_EQUAL:
                first, second = sorted((one, other), key=place.__getitem__)
                yield NearCopy(second, first, share)


def _sharing_rare_runs(
    runs: Mapping[str, frozenset[int]], patients: Mapping[str, str]
) -> Iterator[tuple[list[str], list[str]]]:
    """The texts of two patients that share a run which hardly anybody else has."""
    keys_of: dict[str, list[str]] = defaultdict(list)
    with_run: dict[int, set[str]] = defaultdict(set)
    for key, found in runs.items():
        keys_of[patients[key]].append(key)
        for run in found:
            with_run[run].add(patients[key])
    rare = (sorted(who) for who in with_run.values() if 1 < len(who) <= _COMMON)
    for first, second in sorted({pair for who in rare for pair in combinations(who, 2)}):
        yield keys_of[first], keys_of[second]


class TextChecker:
    """Checks texts of one graph; its patterns are compiled once."""

    def __init__(self, graph: DiagnosisGraph) -> None:
        self._graph = graph
        self._leaks = LeakFinder(graph)
        self._copies = CopyFinder(graph)

    def problems(self, text: str, patient: Patient) -> list[TextProblem]:
        """Everything wrong with a text; copies of other patients' texts are found by `near_copies`."""
        return [
            *length_problems(text),
            *whole_problems(text),
            *person_problems(text, patient.profile.type),
            *self._leaks.problems(text),
            *self._copies.problems(text),
            *duration_problems(text, patient, self._graph),
            *demographic_problems(text, patient),
        ]
