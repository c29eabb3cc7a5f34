"""A folder of generated cases: graph, profiles, patients, texts, and where each text comes from."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmark.bounded import TABLE_MAX, read_regular_file
from benchmark.errors import BenchmarkError
from benchmark.verify.generated.criteria import Criteria, read_criteria
from benchmark.verify.generated.people import check_patient, check_profile
from benchmark.verify.generated.told import Texts, same_texts
from benchmark.verify.lines import ItemLine
from benchmark.verify.violation import Kind, Violation

CompletionsOfKey = Callable[[str], Sequence[tuple[str, str]]]
Lines = Mapping[str, Mapping[str, Any]]


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
    for profile in profiles.values():
        yield from check_profile(profile, graph)
    for patient in patients.values():
        yield from check_patient(patient, profiles[patient["profile"]], graph)
    yield from _of_items(lines, patients, profiles, graph)
    yield from same_texts(lines)
    yield from _origins(_by_id(folder, "provenance.jsonl", "case"), lines, completions_of)


def _of_items(
    lines: Sequence[ItemLine], patients: Lines, profiles: Lines, graph: Criteria
) -> Iterator[Violation]:
    texts = Texts(graph)
    for line in lines:
        patient = patients.get(str(line.details.get("patient")))
        if patient is None:
            yield Violation(line.id, Kind.ANNOTATION_WRONG, "its patient is not in patients.jsonl")
            continue
        names = {letter: graph.disorders[key].name for letter, key in patient["options"].items()}
        if dict(line.options) != names:
            yield Violation(line.id, Kind.FORM_WRONG, "its options are not the patient's")
        if list(line.gold) != patient["gold"]:
            yield Violation(line.id, Kind.GOLD_UNSUPPORTED, "its gold is not the patient's")
        profile = profiles[patient["profile"]]
        if line.task != profile["type"]:
            yield Violation(line.id, Kind.ANNOTATION_WRONG, f"it is of {profile['type']}")
        yield from texts.check(line, patient, profile["parts"][patient.get("part") or "all"])


def _origins(
    provenance: Lines, lines: Sequence[ItemLine], completions_of: CompletionsOfKey | None
) -> Iterator[Violation]:
    """Each text is the last reply of its case, by its hash, and word for word where the store is given."""
    for line in lines:
        case = provenance.get(line.id)
        last = case["attempts"][-1] if case else None
        if last is None or case is None or case["ended"] != "written":
            yield Violation(line.id, Kind.NOT_THE_WRITERS, "provenance.jsonl has no such case")
            continue
        if completions_of is not None:
            replies = completions_of(last["request_keys"]["write"])
            noted = [text for text, sha256 in replies if sha256 == last["completion_sha256"]]
            # White space around a reply is no part of the case.
            if line.question not in {text.strip() for text in noted}:
                yield Violation(line.id, Kind.NOT_THE_WRITERS, "the store has no such reply for it")


def _by_id(folder: Path, name: str, key: str) -> Lines:
    try:
        text = read_regular_file(folder / name, TABLE_MAX).decode()
        return {entry[key]: entry for entry in map(json.loads, filter(None, text.split("\n")))}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BenchmarkError(f"{folder / name} cannot be read: {error}. Generate the cases again.") from error
