"""Written cases become a benchmark: items, provenance, manifest. Pure; what was written comes as values."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmark.build.graph import KnowledgeGraph, triple_table
from benchmark.build.manifest import describe_items, manifest
from benchmark.errors import OutputError
from benchmark.folder import Benchmark, write_benchmark
from benchmark.imports.mentalbench import MODES, SOURCE, VARIANTS, MentalKG
from benchmark.item import Entity, Item
from benchmark.kinds import BenchmarkKind
from benchmark.mentalkg.design import CaseDesign
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient

PROVENANCE = "provenance.jsonl"
NOTICE = (
    "Synthetic cases that speak of mental illness, and some of them of suicide. Figures measure agreement "
    "with a diagnosis graph; they are no measure of clinical validity or safety."
)


@dataclass(frozen=True, slots=True)
class CaseAttempt:
    """One round of a case.

    Attributes:
        keys: job → request key, under which the store has the reply: write, extract, judge.
        problems: check → what it found; warnings are under `warning: …`.
        text: what was written; None where nothing came back.
    """

    round: int
    keys: Mapping[str, str]
    sha256: str | None
    problems: Sequence[tuple[str, str]]
    text: str | None

    def to_json(self) -> dict[str, Any]:
        """As provenance.jsonl has it: not the text of what was refused, which the store has."""
        return {
            "round": self.round,
            "request_keys": dict(self.keys),
            "completion_sha256": self.sha256,
            "problems": [list(problem) for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """A patient's case by one writer: every attempt, and the text that passed; None where it was given up."""

    patient: Patient
    writer: str
    served_model: str | None
    attempts: tuple[CaseAttempt, ...]
    text: str | None

    @property
    def id(self) -> str:
        """The patient and who wrote it."""
        return f"{self.patient.id}/{self.writer}"

    def to_json(self) -> dict[str, Any]:
        """A line of provenance.jsonl."""
        ended = "written" if self.text is not None else "given up"
        attempts = [attempt.to_json() for attempt in self.attempts]
        who = {"patient": self.patient.id, "writer": self.writer, "served_model": self.served_model}
        text = {} if self.text is None else {"text_sha256": sha256(self.text.encode()).hexdigest()}
        return {"case": self.id, **who, "ended": ended, **text, "attempts": attempts}


def item_of(case: WrittenCase, graph: DiagnosisGraph) -> Item:
    """The case as a question, in the shape of an imported one."""
    patient, profile = case.patient, case.patient.profile
    assert case.text is not None, "what was given up is no item"
    names = {letter: graph.disorders[key].name for letter, key in patient.options.items()}
    return Item(
        id=case.id,
        task=profile.type,
        question=case.text,
        options=names,
        gold=patient.gold,
        mode=MODES[profile.type],
        entities=tuple(
            Entity("gold", "disorder", names[letter], patient.options[letter], SOURCE)
            for letter in patient.gold
        ),
        details={
            "type": profile.type,
            "part": patient.part or None,
            "generator": case.writer,
            "patient": patient.id,
            "profile": profile.id,
            "differential": profile.subject if profile.other else None,
            "partial_by": profile.parts[patient.part].partial_by,
            "shared_symptoms": _shared_symptoms(patient, graph),
            "option_ids": dict(patient.options),
            "option_classes": dict(patient.classes),
            "separated_by": {key: fact._asdict() for key, fact in patient.separated_by.items()},
            "request_keys": dict(case.attempts[-1].keys),
            "round": case.attempts[-1].round,
        },
    )


def _shared_symptoms(patient: Patient, graph: DiagnosisGraph) -> dict[str, int]:
    """Option → how many of the patient's symptoms its criteria name: what can be counted without reading."""
    symptoms = patient.profile.parts[patient.part].symptoms
    return {key: len(symptoms & graph.disorders[key].pools) for key in patient.options.values()}


def write_cases(
    folder: Path,
    design: CaseDesign,
    cases: Sequence[WrittenCase],
    described: Mapping[str, Any],
    knowledge: MentalKG,
) -> Benchmark:
    """Write items, provenance and manifest; the same design and replies give the same bytes.

    Args:
        described: the design and its prompts' versions, writers, checker and its error rates, for the
            manifest.

    Raises:
        OutputError: the folder cannot be written.
    """
    items = [item_of(case, design.graph) for case in cases if case.text is not None]
    lines = "".join(json.dumps(case.to_json(), ensure_ascii=False) + "\n" for case in cases)
    try:
        (folder / PROVENANCE).write_text(lines, encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}.") from error
    made = manifest(
        BenchmarkKind.MENTALKG,
        "Cases from a diagnosis graph",
        notice=NOTICE,
        **described,
        variants={kind: VARIANTS[kind] for kind in described["types"]},
        tasks={kind: _task(kind, items, cases) for kind in described["types"]},
        given_up=given_up(cases),
        refused_for=refusals(cases),
    )
    triples = triple_table(KnowledgeGraph(knowledge.triples))
    return write_benchmark(folder, items, made, triples)


def _task(kind: str, items: Iterable[Item], cases: Iterable[WrittenCase]) -> dict[str, Any]:
    asked = sum(case.patient.profile.type == kind for case in cases)
    found = [item for item in items if item.task == kind]
    fewer = f"{asked - len(found):,} cases were given up" if len(found) < asked else None
    return {"asked_for": asked, **describe_items(found), "fewer_because": fewer}


def given_up(cases: Iterable[WrittenCase]) -> dict[str, int]:
    """Writer, disorder and type → cases without a text that passed."""
    lost = (
        f"{case.writer} {case.patient.profile.main} {case.patient.profile.type}"
        for case in cases
        if case.text is None
    )
    return dict(sorted(Counter(lost).items()))


def refusals(cases: Iterable[WrittenCase]) -> dict[str, dict[str, int]]:
    """Writer → check → attempts that it found something in."""
    found: dict[str, Counter[str]] = {}
    for case in cases:
        for attempt in case.attempts:
            kinds = {kind for kind, _ in attempt.problems}
            found.setdefault(case.writer, Counter()).update(kinds)
    return {writer: dict(sorted(counts.items())) for writer, counts in sorted(found.items())}
