"""A diagnosis graph from its folder of JSON files, with every fault named by file and key: ids exist,
thresholds can be reached, rules are for their pair.

Expected are `disorder.json`, `diagnostic_criteria.json`, `symptom/*.json`, `differential_diagnosis/*.json`
and `event.json`, as the folder `knowledge_graph/EN` of MentalBench's release has them.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmark.errors import DiagnosisGraphError
from benchmark.mentalkg.criteria import parse_days
from benchmark.mentalkg.graph import (
    CRITERIA,
    DIFFERENTIALS,
    EVENTS,
    NAMES,
    SYMPTOMS,
    CriteriaGroup,
    DiagnosisGraph,
    Differential,
    Disorder,
    Manifestation,
    Stressor,
    Symptom,
)
from benchmark.untrusted import parse_json, read_regular_file, texts_in


class GraphFault(NamedTuple):
    """What is wrong with a graph: the file, the key in it, and what."""

    file: str
    key: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}, {self.key}: {self.what}"


def faults_in(graph: DiagnosisGraph) -> list[GraphFault]:
    """Every fault of a graph that could be read, in the order of its parts."""
    found = [*_of_symptoms(graph), *_of_disorders(graph), *_equal_criteria(graph)]
    return [*found, *_of_differentials(graph)]


def _of_symptoms(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    for symptom in graph.symptoms.values():
        if not symptom.manifestations:
            yield GraphFault(
                SYMPTOMS, symptom.id, "has neither subtypes nor examples, so nothing can be shown"
            )


def _of_disorders(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    for disorder in graph.disorders.values():
        if not disorder.must_groups:
            yield GraphFault(CRITERIA, disorder.id, "has no group with relation must_include")
        shortest, longest = disorder.min_days, disorder.max_days
        if shortest is not None and longest is not None and shortest > longest:
            what = f"min_duration ({shortest:g} days) exceeds max_duration ({longest:g} days)"
            yield GraphFault(CRITERIA, disorder.id, what)
        if disorder.stressor is not None and disorder.stressor not in graph.stressors:
            yield GraphFault(CRITERIA, disorder.id, f"no event is called {disorder.stressor!r}")
        elif disorder.stressor is not None and not graph.stressors[disorder.stressor].examples:
            yield GraphFault(EVENTS, disorder.stressor, "has neither examples nor types to draw from")
        for group in disorder.groups:
            for what in _of_group(group, graph):
                yield GraphFault(CRITERIA, f"{disorder.id} → {group.name}", what)


def _of_group(group: CriteriaGroup, graph: DiagnosisGraph) -> Iterator[str]:
    pool = set(group.pool)
    if not pool:
        yield "symptom_pool is empty"
        return
    for symptom in sorted(pool - graph.symptoms.keys()):
        yield f"no symptom {symptom}"
    for symptom in sorted((group.required | group.one_of) - pool):
        yield f"{symptom} is required, but not in symptom_pool"
    if not 1 <= group.min_count <= len(pool):
        yield f"min_count is {group.min_count}, symptom_pool has {len(pool)}"


def _equal_criteria(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    """Two disorders that every patient has both of, or neither."""
    same: dict[object, list[str]] = defaultdict(list)
    for disorder in graph.disorders.values():
        same[_criteria(disorder)].append(disorder.id)
    for first, *others in same.values():
        for other in others:
            yield GraphFault(CRITERIA, other, f"has the criteria of {first}: no case could tell them apart")


def _criteria(disorder: Disorder) -> object:
    groups = frozenset(
        (group.optional, frozenset(group.pool), group.min_count, group.required, group.one_of, group.min_days,
         group.impairment)
        for group in disorder.groups
    )  # fmt: skip
    rest = (disorder.min_days, disorder.max_days, disorder.impairment, disorder.stressor)
    return groups, rest, frozenset(disorder.requirements)


def _of_differentials(graph: DiagnosisGraph) -> Iterator[GraphFault]:
    seen = set()
    for each in graph.differentials:
        for what in _of_differential(each, graph):
            yield GraphFault(f"{DIFFERENTIALS}/{each.main}.json", each.id, what)
        if (each.main, each.other) in seen:
            yield GraphFault(f"{DIFFERENTIALS}/{each.main}.json", each.id, "stands there twice")
        seen.add((each.main, each.other))


def _of_differential(each: Differential, graph: DiagnosisGraph) -> Iterator[str]:
    for disorder in {each.main: None, each.other: None}:
        if disorder not in graph.disorders:
            yield f"no disorder {disorder}"
    if each.main == each.other:
        yield "tells a disorder from itself"
    if set(each.rules) != {each.main, each.other}:
        yield f"rules are for {', '.join(sorted(each.rules)) or 'none'}, not for its two disorders"


LONGEST = 10_000  # characters of a text; the longest of the release has under 1,000
# What the release writes where a differential has no trigger.
_NO_TRIGGER = ("", "none")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Group(_Strict):
    relation: Literal["must_include", "include"]
    symptom_pool: list[str]
    min_count: int
    must_include_all: list[str] = []
    must_include_one_of: list[str] = []
    min_duration: str | None = None
    functional_impairment_required: bool | None = None


class _Conditions(_Strict):
    """What stands beside the groups."""

    min_duration: str | None = None
    max_duration: str | None = None
    functional_impairment_required: bool | None = None
    additional_requirements: list[str] = []
    traumatic_stressor_required: str | None = None
    psychosocial_stressor_required: str | None = None


class _Symptom(_Strict):
    name: str
    category: str
    description: str
    subtypes: dict[str, str] = {}
    examples: list[str] = []


class _Differential(_Strict):
    differential_diagnosis: str
    additional_condition: str | None = None
    key_difference: str
    rules: dict[str, Annotated[list[str], Field(min_length=1)]]


class _Event(BaseModel):
    model_config = ConfigDict(strict=True)

    name: str
    description: str = ""
    types: dict[str, str] = {}
    examples: dict[str, str] = {}


@dataclass
class _GraphFiles:
    """The files as JSON, and the faults found so far."""

    content: Mapping[str, Mapping[str, Any]]
    faults: list[GraphFault]

    def model(self, kind: type[BaseModel], file: str, key: str, value: object) -> Any:
        """The value as a model; None, and a fault, where it is not one."""
        try:
            return kind.model_validate(value)
        except ValidationError as error:
            for each in error.errors():
                where = " → ".join([key, *map(str, each["loc"])])
                self.faults.append(GraphFault(file, where, each["msg"]))
            return None

    def days(self, file: str, key: str, text: str | None) -> float | None:
        """A duration in days; a fault where it cannot be read."""
        try:
            return None if text is None else parse_days(text)
        except ValueError as error:
            self.faults.append(GraphFault(file, key, str(error)))
            return None


def read_diagnosis_graph(folder: Path) -> DiagnosisGraph:
    """Read a graph that has no fault.

    Raises:
        DiagnosisGraphError: a file is missing or no JSON, or something in it is wrong; names file and key.
    """
    graph, faults = examine(folder)
    faults = [*faults, *faults_in(graph)]
    if faults:
        more = (
            f" (and {len(faults) - 1} more: 'mhclient generate mentalkg KG --check' lists them)"
            if len(faults) > 1
            else ""
        )
        raise DiagnosisGraphError(f"{folder}: {faults[0]}{more}.")
    return graph


def examine(folder: Path) -> tuple[DiagnosisGraph, list[GraphFault]]:
    """What of a graph can be read, and what of it is malformed; `faults_in` asks whether it makes sense.

    Raises:
        DiagnosisGraphError: a file is missing, or no JSON object.
    """
    content, digest = _read_all(folder)
    files = _GraphFiles(content, [])
    events = dict(_events(files))
    graph = DiagnosisGraph(
        symptoms=dict(sorted((symptom.id, symptom) for symptom in _symptoms(files))),
        disorders={disorder.id: disorder for disorder in _disorders(files)},
        differentials=tuple(_differentials(files)),
        stressors=events,
        impairments=_impairments(content[EVENTS]),
        sha256=digest,
    )
    return graph, files.faults


def _check_name(path: Path) -> None:
    """Refuse a file whose name is no UTF-8: names are hashed and kept.

    Raises:
        DiagnosisGraphError: it is one.
    """
    try:
        path.name.encode()
    except UnicodeEncodeError as error:
        raise DiagnosisGraphError(f"{path}: its name is no UTF-8: give the file another.") from error


def _read_all(folder: Path) -> tuple[dict[str, dict[str, Any]], str]:
    """Every file by its name below the folder, in a fixed order, and the hash of what they say."""
    paths = [folder / NAMES, folder / CRITERIA, folder / EVENTS]
    for part in (SYMPTOMS, DIFFERENTIALS):
        found = sorted((folder / part).glob("*.json"))
        if not found:
            raise DiagnosisGraphError(
                f"{folder} is no complete diagnosis graph: {part}/ has no JSON file. Name the folder that "
                f"holds {NAMES}, such as knowledge_graph/EN of MentalBench."
            )
        paths += found
    for path in paths:
        _check_name(path)
    content = {path.relative_to(folder).as_posix(): _read(path) for path in paths}
    # Of the content, keys sorted: another order of keys is the same graph.
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False).encode()
    return content, hashlib.sha256(canonical).hexdigest()


def _read(path: Path) -> dict[str, Any]:
    try:
        value = parse_json(read_regular_file(path), once=True)
    except (OSError, ValueError) as error:
        raise DiagnosisGraphError(
            f"{path} cannot be read: {error}. Is the graph's folder complete?"
        ) from error
    if not isinstance(value, dict):
        raise DiagnosisGraphError(f"{path} is no part of a diagnosis graph: it must map keys to entries.")
    if (long := next((text for text in texts_in(value) if len(text) > LONGEST), None)) is not None:
        raise DiagnosisGraphError(
            f"{path}: '{long[:20]}…' has {len(long):,} characters; no text of a diagnosis graph has more "
            f"than {LONGEST:,}."
        )
    return dict(sorted(value.items()))


def _symptoms(files: _GraphFiles) -> Iterator[Symptom]:
    for file, key, value in _entries(files, f"{SYMPTOMS}/"):
        if entry := files.model(_Symptom, file, key, value):
            named = [Manifestation(name, text) for name, text in sorted(entry.subtypes.items())]
            shown = named or [Manifestation(None, text) for text in entry.examples]
            yield Symptom(key, entry.name, entry.category, entry.description, tuple(shown), bool(named))


def _entries(files: _GraphFiles, start: str) -> Iterator[tuple[str, str, Any]]:
    for file, entries in files.content.items():
        if file.startswith(start):
            yield from ((file, key, value) for key, value in entries.items())


def _disorders(files: _GraphFiles) -> Iterator[Disorder]:
    names = files.content[NAMES]
    for key, value in files.content[CRITERIA].items():
        name = _inside(names.get(key), "name")
        required = _inside(value, "required_criteria")
        if not isinstance(name, str) or not isinstance(required, dict):
            missing = f"no name in {NAMES}" if not isinstance(name, str) else "no required_criteria"
            files.faults.append(GraphFault(CRITERIA, key, missing))
            continue
        yield _disorder(files, key, name, required)
    for key in names.keys() - files.content[CRITERIA].keys():
        files.faults.append(GraphFault(NAMES, key, f"no criteria in {CRITERIA}"))


def _inside(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _disorder(files: _GraphFiles, key: str, name: str, required: Mapping[str, Any]) -> Disorder:
    groups = {inner: value for inner, value in required.items() if isinstance(value, dict)}
    beside = {inner: value for inner, value in required.items() if inner not in groups}
    conditions = files.model(_Conditions, CRITERIA, key, beside) or _Conditions()
    made = (_group(files, key, inner, value) for inner, value in sorted(groups.items()))
    return Disorder(
        id=key,
        name=name,
        groups=tuple(group for group in made if group),
        min_days=files.days(CRITERIA, f"{key} → min_duration", conditions.min_duration),
        max_days=files.days(CRITERIA, f"{key} → max_duration", conditions.max_duration),
        impairment=conditions.functional_impairment_required,
        requirements=tuple(conditions.additional_requirements),
        stressor=conditions.traumatic_stressor_required or conditions.psychosocial_stressor_required,
    )


def _group(files: _GraphFiles, disorder: str, name: str, value: object) -> CriteriaGroup | None:
    where = f"{disorder} → {name}"
    entry = files.model(_Group, CRITERIA, where, value)
    return entry and CriteriaGroup(
        name=name,
        optional=entry.relation == "include",
        pool=tuple(dict.fromkeys(entry.symptom_pool)),
        min_count=entry.min_count,
        required=frozenset(entry.must_include_all),
        one_of=frozenset(entry.must_include_one_of),
        min_days=files.days(CRITERIA, f"{where} → min_duration", entry.min_duration),
        impairment=entry.functional_impairment_required,
    )


def _differentials(files: _GraphFiles) -> Iterator[Differential]:
    for file, main, values in _entries(files, f"{DIFFERENTIALS}/"):
        for number, value in enumerate(values if isinstance(values, list) else [values], 1):
            where = f"{main}, number {number}"
            if entry := files.model(_Differential, file, where, value):
                trigger = (entry.additional_condition or "").strip()
                yield Differential(
                    main=main,
                    other=entry.differential_diagnosis,
                    trigger=None if trigger.lower() in _NO_TRIGGER else trigger,
                    key_difference=entry.key_difference,
                    rules={disorder: " ".join(texts) for disorder, texts in sorted(entry.rules.items())},
                )


def _events(files: _GraphFiles) -> Iterator[tuple[str, Stressor]]:
    """Stressors under the word that disorders use: the event's name, in lower case with underscores."""
    for key, value in files.content[EVENTS].items():
        if not key.endswith("_stressor_required"):
            continue
        if event := files.model(_Event, EVENTS, key, value):
            word = event.name.lower().replace(" ", "_")
            examples = dict(sorted((event.examples or event.types).items()))
            yield word, Stressor(word, event.name, event.description, examples)


def _impairments(events: Mapping[str, Any]) -> tuple[str, ...]:
    types = _inside(events.get("functional_impairment_required"), "types")
    return tuple(str(text) for _, text in sorted(types.items())) if isinstance(types, dict) else ()
