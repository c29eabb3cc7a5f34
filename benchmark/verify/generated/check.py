"""A folder of generated cases: graph, profiles, patients, texts, and where each text comes from."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError
from benchmark.json_text import parse_json
from benchmark.untrusted import TABLE_MAX, read_regular_file
from benchmark.verify.generated.criteria import Criteria, read_criteria
from benchmark.verify.generated.people import check_patient, check_profile, symptoms_of
from benchmark.verify.generated.told import Texts, same_texts
from benchmark.verify.lines import ItemLine
from benchmark.verify.violation import Kind, Violation

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
