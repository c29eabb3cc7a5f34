"""Generated cases checked against their diagnosis graph and the store, with code that shares nothing with
the generator's.

The graph is read as plain JSON; profiles and patients are held against its criteria (golds that hold,
options that are wrong, their classes), texts against their patients (form, person, names of disorders, ages
and durations, nothing twice). A case that the generator let through by mistake is found here.
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError
from benchmark.untrusted import TABLE_MAX, parse_json, read_regular_file
from benchmark.verify.lines import ItemLine, Kind, Violation

_FOLDERS = ("symptom", "differential_diagnosis")
_FILES = ("disorder.json", "diagnostic_criteria.json", "event.json")
_UNITS = {"d": 1, "w": 7, "m": 365.25 / 12, "y": 365.25}


@dataclass(frozen=True, slots=True)
class AskedOf:
    """What one disorder asks: every group as the graph has it, and its limits in days."""

    name: str
    groups: Mapping[str, Mapping[str, Any]]
    least: float
    most: float

    def met(self, symptoms: Collection[str]) -> bool:
        """Whether the symptoms reach every threshold, with what must be there."""
        for group in self.groups.values():
            if group["relation"] == "must_include" and not _met(group, set(symptoms)):
                return False
        return True

    def symptoms(self) -> set[str]:
        """All that any group lists."""
        return {symptom for group in self.groups.values() for symptom in group["symptom_pool"]}


@dataclass(frozen=True, slots=True)
class Criteria:
    """The graph: disorders by id, the rules of each ordered pair, and the hash of what its files say."""

    disorders: Mapping[str, AskedOf]
    pairs: Mapping[str, Mapping[str, Any]]
    sha256: str


def read_criteria(folder: Path) -> Criteria:
    """Read the folder.

    Raises:
        BenchmarkError: it is no diagnosis graph.
    """
    try:
        files = {name: parse_json(read_regular_file(folder / name)) for name in _FILES}
        for part in _FOLDERS:
            for path in sorted((folder / part).glob("*.json")):
                path.name.encode()  # a name that is no UTF-8 could not be hashed below
                files[f"{part}/{path.name}"] = parse_json(read_regular_file(path))
        names = {key: entry["name"] for key, entry in files["disorder.json"].items()}
        asked = {key: _asked(names[key], entry) for key, entry in files["diagnostic_criteria.json"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BenchmarkError(f"{folder} is no diagnosis graph: {type(error).__name__} {error}.") from error
    pairs = {
        f"{main}-{entry['differential_diagnosis']}": entry
        for name, content in files.items()
        if name.startswith("differential")
        for main, entries in content.items()
        for entry in entries
    }
    written = json.dumps(files, sort_keys=True, ensure_ascii=False).encode()
    return Criteria(asked, pairs, hashlib.sha256(written).hexdigest())


def _asked(name: str, entry: Mapping[str, Any]) -> AskedOf:
    required = entry["required_criteria"]
    groups = {key: value for key, value in required.items() if isinstance(value, dict)}
    least, most = required.get("min_duration"), required.get("max_duration")
    return AskedOf(name, groups, days_of(least) if least else 0, days_of(most) if most else float("inf"))


def _met(group: Mapping[str, Any], symptoms: set[str]) -> bool:
    there = symptoms & set(group["symptom_pool"])
    one_of = set(group.get("must_include_one_of", ()))
    return (
        len(there) >= group["min_count"]
        and there.issuperset(group.get("must_include_all", ()))
        and (not one_of or not one_of.isdisjoint(there))
    )


def days_of(text: str) -> float:
    """A duration in days, each unit by its first letter."""
    return sum(int(count) * _UNITS[unit] for count, unit in re.findall(r"(\d+) ([dwmy])", text))


_ONE_DAY = 1.0


def check_profile(profile: Mapping[str, Any], graph: Criteria) -> Iterator[Violation]:
    """Charts meet their disorder, self-reports do not unless marked, clear cases can be true."""
    for part, stated in profile["parts"].items():
        symptoms = symptoms_of(stated)
        where = f"{profile['id']} ({part})"
        for gold in stated["gold"]:
            if problem := _wrong(profile["type"], stated, symptoms, graph.disorders[gold]):
                yield Violation(where, Kind.GOLD_UNSUPPORTED, f"{gold}: {problem}")
        main = graph.disorders[profile["main"]]
        for name, listed in stated["groups"].items():
            if not set(listed) <= set(main.groups.get(name, {}).get("symptom_pool", ())):
                yield Violation(
                    where, Kind.PROFILE_WRONG, f"group {name} has symptoms that are not in its pool"
                )


def _wrong(kind: str, stated: Mapping[str, Any], symptoms: set[str], gold: AskedOf) -> str | None:
    met = gold.met(symptoms)
    if kind == "type1" and not met:
        return "a chart whose symptoms do not meet it"
    if kind == "type2" and met != (stated.get("partial_by") == "duration"):
        return "a self-report whose symptoms meet it" if met else "marked as complete, and is not"
    if kind == "type4" and not met:
        return "a clear case whose symptoms do not meet it"
    total = stated.get("duration")
    if total and kind in ("type1", "type2"):
        from_text = days_of(total)
        if not gold.least - _ONE_DAY <= from_text <= gold.most + _ONE_DAY:
            return f"{total} is not within its limits"
        if any(days_of(span) > from_text + _ONE_DAY for span in stated.get("group_durations", {}).values()):
            return "a part lasts longer than the whole"
    return None


def check_patient(
    patient: Mapping[str, Any], profile: Mapping[str, Any], graph: Criteria
) -> Iterator[Violation]:
    """The profile's symptoms; letters of the gold; no option that is right as well, unless a fact decides."""
    stated = profile["parts"][patient.get("part") or "all"]
    symptoms, where = symptoms_of(stated), str(patient["id"])
    if set(patient["manifestations"]) != symptoms:
        yield Violation(where, Kind.PROFILE_WRONG, "the patient shows other symptoms than the profile has")
    options = patient["options"]
    if sorted(options[letter] for letter in patient["gold"]) != sorted(stated["gold"]):
        yield Violation(where, Kind.GOLD_UNSUPPORTED, "the letters are not those of the profile's gold")
    pair = {profile["main"], profile.get("other")}
    for key in set(options.values()) - pair:
        right = graph.disorders[key].met(symptoms)
        if right != (key in patient["separated_by"]):
            what = "is right as well" if right else "is said to be separated, and needs not be"
            yield Violation(where, Kind.TWO_RIGHT, f"{key} {what}")
        if (given := patient["classes"].get(key)) != (
            found := _class(stated["groups"], graph.disorders[key])
        ):
            yield Violation(where, Kind.ANNOTATION_WRONG, f"{key} is {found}, not {given}")


def _class(groups: Mapping[str, Sequence[str]], other: AskedOf) -> str:
    if set(groups) & set(other.groups):
        return "high"
    shown = {symptom for symptoms in groups.values() for symptom in symptoms}
    return "moderate" if shown & other.symptoms() else "low"


def symptoms_of(stated: Mapping[str, Any]) -> set[str]:
    """All symptoms of a statement."""
    return {symptom for symptoms in stated["groups"].values() for symptom in symptoms} | set(
        stated.get("added", ())
    )


_LEAST, _MOST, _CHARACTERS = 120, 250, 100
_I = frozenset(
    ("I", "my", "My", "me", "Me", "I'm", "I’m", "I've", "I’ve", "I'd", "I’d", "I'll", "I’ll", "myself")
)
_EDGES = ".,;:!?()\"'“”‘’…—–-"
_MANUALS = ("dsm", "icd-10", "icd-11", "ptsd", "adhd", "ocd")
_QUOTATIONS = re.compile(r'"[^"]*"|“[^”]*”')
_GAPS = re.compile(r"[\s\-/()]+")


class Texts:
    """Looks at texts of one graph's cases."""

    def __init__(self, graph: Criteria) -> None:
        names = sorted({_flat(asked.name) for asked in graph.disorders.values()}, key=len, reverse=True)
        self._names = re.compile("|".join(map(re.escape, names)))
        self._manuals = re.compile(rf"\b(?:{'|'.join(map(re.escape, _MANUALS))})\b")

    def check(
        self, line: ItemLine, patient: Mapping[str, Any], stated: Mapping[str, Any]
    ) -> Iterator[Violation]:
        """Everything that one text shows by itself."""
        words = line.question.split()
        if not _LEAST <= len(words) <= _MOST or len(line.question) < _CHARACTERS:
            yield Violation(line.id, Kind.TEXT_UNFIT, f"it has {len(words)} words")
        flat = _flat(line.question)
        if match := self._names.search(flat) or self._manuals.search(flat):
            yield Violation(line.id, Kind.LEAK, f"it says “{match[0]}”")
        if line.task == "type1":
            yield from _of_chart(line, patient, stated)
        elif _I.isdisjoint(word.strip(_EDGES) for word in words):
            yield Violation(line.id, Kind.TEXT_UNFIT, "it is not told in the first person")


def _of_chart(line: ItemLine, patient: Mapping[str, Any], stated: Mapping[str, Any]) -> Iterator[Violation]:
    outside = _QUOTATIONS.sub(" ", line.question)
    if not _I.isdisjoint(word.strip(_EDGES) for word in outside.split()):
        yield Violation(line.id, Kind.TEXT_UNFIT, "a chart that is told in the first person")
    if not re.search(rf"\b{patient['age']}\b", line.question):
        yield Violation(line.id, Kind.TEXT_UNFIT, f"it does not give the age, {patient['age']}")


def same_texts(lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """A text that two patients have."""
    having: dict[str, list[ItemLine]] = defaultdict(list)
    for line in lines:
        having[line.question].append(line)
    for same in having.values():
        for other in same[1:]:
            if other.details.get("patient") != same[0].details.get("patient"):
                yield Violation(other.id, Kind.DUPLICATE_STEM, f"its text is that of {same[0].id}")


def _flat(text: str) -> str:
    return _GAPS.sub(" ", text.lower()).strip()


CompletionsOfKey = Callable[[str], Sequence[tuple[str, str]]]
Lines = Mapping[str, Mapping[str, Any]]
_Check = Callable[[Any], Iterator[Violation]]


def check_generated(
    folder: Path,
    manifest: Mapping[str, Any],
    lines: Sequence[ItemLine],
    mentalkg: Path,
    completions_of: CompletionsOfKey | None,
) -> Iterator[Violation]:
    """Every violation, files first.

    Raises:
        BenchmarkError: the graph or a file of the folder cannot be read.
    """
    graph = read_criteria(mentalkg)
    if manifest.get("graph_sha256") != graph.sha256:
        yield Violation("manifest.json", Kind.MANIFEST_WRONG, "the graph is another than it was made from")
        return
    profiles, patients = _by_id(folder, "profiles.jsonl", "id"), _by_id(folder, "patients.jsonl", "id")
    texts, provenance = Texts(graph), _by_id(folder, "provenance.jsonl", "case")
    items = [(line.id, line) for line in lines]
    steps: tuple[tuple[str, Iterable[tuple[object, Any]], _Check], ...] = (
        ("profiles.jsonl", profiles.items(), lambda profile: check_profile(profile, graph)),
        (
            "patients.jsonl",
            patients.items(),
            lambda patient: check_patient(patient, profiles[patient["profile"]], graph),
        ),
        ("items.jsonl", items, lambda line: _of_item(line, patients, profiles, graph, texts)),
        ("items.jsonl", items, lambda line: _origin(line, provenance, completions_of)),
    )
    for name, records, check in steps:
        for key, record in records:
            yield from _as_generated(folder / name, key, check, record)
    yield from same_texts(lines)


def _as_generated(path: Path, key: object, check: _Check, record: Any) -> Iterator[Violation]:
    """What a check finds in a record.

    Raises:
        BenchmarkError: the record, or one it rests on, holds something else than was written.
    """
    try:
        yield from check(record)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        said = f"it, or what it rests on, is not as it was generated ({type(error).__name__}: {error})"
        raise BenchmarkError(f"{path}, {str(key)[:80]!r}: {said}. Generate the cases again.") from error


def _of_item(
    line: ItemLine, patients: Lines, profiles: Lines, graph: Criteria, texts: Texts
) -> Iterator[Violation]:
    patient = patients.get(str(line.details.get("patient")))
    if patient is None:
        yield Violation(line.id, Kind.ANNOTATION_WRONG, "its patient is not in patients.jsonl")
        return
    names = {letter: graph.disorders[key].name for letter, key in patient["options"].items()}
    if dict(line.options) != names:
        yield Violation(line.id, Kind.FORM_WRONG, "its options are not the patient's")
    if list(line.gold) != patient["gold"]:
        yield Violation(line.id, Kind.GOLD_UNSUPPORTED, "its gold is not the patient's")
    profile = profiles[patient["profile"]]
    if line.task != profile["type"]:
        yield Violation(line.id, Kind.ANNOTATION_WRONG, f"it is of {profile['type']}")
    stated = profile["parts"][patient.get("part") or "all"]
    yield from _details(line, patient, profile, stated, graph)
    yield from texts.check(line, patient, stated)


def _details(
    line: ItemLine,
    patient: Mapping[str, Any],
    profile: Mapping[str, Any],
    stated: Mapping[str, Any],
    graph: Criteria,
) -> Iterator[Violation]:
    """What an item says of its patient is what the patient's and the profile's lines say."""
    shown, options = symptoms_of(stated), patient["options"]
    expected = {
        "type": profile["type"],
        "part": patient.get("part"),
        "profile": patient["profile"],
        "partial_by": stated.get("partial_by"),
        "shared_symptoms": {key: len(shown & graph.disorders[key].symptoms()) for key in options.values()},
        "option_ids": options,
        "option_classes": patient["classes"],
        "separated_by": patient["separated_by"],
    }
    for name, value in expected.items():
        if (said := line.details.get(name)) != value:
            what = f"{name} is {said!r:.100}, by its patient it is {value!r:.100}"
            yield Violation(line.id, Kind.ANNOTATION_WRONG, what)


def _origin(
    line: ItemLine, provenance: Lines, completions_of: CompletionsOfKey | None
) -> Iterator[Violation]:
    """Each text is the last reply of its case, by its hash, and word for word where the store is given."""
    case = provenance.get(line.id)
    last = case["attempts"][-1] if case else None
    if last is None or case is None or case["ended"] != "written":
        yield Violation(line.id, Kind.NOT_THE_WRITERS, "provenance.jsonl has no such case")
        return
    noted = case.get("text_sha256")  # which earlier versions did not write
    if noted is not None and noted != hashlib.sha256(line.question.encode()).hexdigest():
        what = "its text is not the one that was written: a sentence was cut, added or changed"
        yield Violation(line.id, Kind.NOT_THE_WRITERS, what)
    if completions_of is not None:
        replies = completions_of(last["request_keys"]["write"])
        kept = [text for text, sha256 in replies if sha256 == last["completion_sha256"]]
        # White space around a reply is no part of the case.
        if line.question not in {text.strip() for text in kept}:
            yield Violation(line.id, Kind.NOT_THE_WRITERS, "the store has no such reply for it")


def _by_id(folder: Path, name: str, key: str) -> Lines:
    try:
        lines = read_regular_file(folder / name, TABLE_MAX).decode().split("\n")
    except (OSError, ValueError) as error:
        raise BenchmarkError(f"{folder / name} cannot be read: {error}. Generate the cases again.") from error
    return dict(_keyed(line, key, f"{folder / name}, line {n}") for n, line in enumerate(lines, 1) if line)


def _keyed(line: str, key: str, where: str) -> tuple[str, dict[str, Any]]:
    try:
        entry = parse_json(line)
        return str(entry[key]), entry
    except (ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(f"{where} cannot be read: {error}. Generate the cases again.") from error
