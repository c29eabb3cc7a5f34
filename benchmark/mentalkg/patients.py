"""Patients: a profile with demographics, one manifestation per symptom, and the options in their order.

All is drawn by hash of the patient, so every writer is given the same prompt, and writers can be compared.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.demographics import Demographics, demographics_of
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.mixing import mixed
from benchmark.mentalkg.options import OfferedOptions, facts_that_separate, lettered
from benchmark.mentalkg.profile import PATIENTS, CaseProfile
from benchmark.mentalkg.separate import SeparatingFact


@dataclass(frozen=True, slots=True)
class Patient:
    """One patient of one statement of a profile.

    Attributes:
        id: D013-p1-2, or D013-D020-a1-2: the statement, then the patient's number.
        part: of the profile: `a` or `b` for a clear case, else empty.
        manifestations: symptom → place of what is shown among the graph's manifestations of it.
        options: letter → disorder.
        classes: disorder → high, moderate or low, for options that are never gold.
        separated_by: option whose symptoms the patient has → the fact that makes it wrong.
    """

    id: str
    profile: CaseProfile
    part: str
    demographics: Demographics
    manifestations: Mapping[str, int]
    options: Mapping[str, str]
    classes: Mapping[str, str]
    separated_by: Mapping[str, SeparatingFact]

    @property
    def gold(self) -> tuple[str, ...]:
        """Letters of the right options, in order."""
        right = self.profile.parts[self.part].gold
        return tuple(letter for letter, disorder in self.options.items() if disorder in right)

    def to_json(self) -> dict[str, Any]:
        """A line of patients.jsonl."""
        return {
            "id": self.id,
            "profile": self.profile.id,
            **({"part": self.part} if self.part else {}),
            **self.demographics._asdict(),
            "manifestations": dict(self.manifestations),
            "options": dict(self.options),
            "gold": list(self.gold),
            "classes": dict(self.classes),
            "separated_by": {key: fact._asdict() for key, fact in self.separated_by.items()},
        }


def patients_of(
    profile: CaseProfile, offered: OfferedOptions, graph: DiagnosisGraph, ranker: Ranker
) -> Iterator[Patient]:
    """The patients of a profile, those of part a before those of part b.

    Both parts of a pair, and its ambiguous case, are the same people.
    """
    same = _same_people(profile)
    first = ranker.rank(*same, "letter")
    people = [
        (person, demographics_of(person), lettered(profile, offered, person, first + number))
        for number in range(1, PATIENTS + 1)
        for person in [ranker.rank(*same, str(number))]
    ]
    for part, statement in profile.parts.items():
        separated = facts_that_separate(profile, part, offered, graph)
        shown = [(key, graph.symptoms[key]) for key in sorted(statement.symptoms)]
        statement_id = profile.part_id(part)
        for number, (person, demographics, options) in enumerate(people, 1):
            yield Patient(
                id=f"{statement_id}-{number}",
                profile=profile,
                part=part,
                demographics=demographics,
                manifestations={
                    key: mixed(person, symptom.number) % len(symptom.manifestations) for key, symptom in shown
                },
                options=options,
                classes=offered.others,
                separated_by=separated,
            )


def _same_people(profile: CaseProfile) -> tuple[str, str, str]:
    return "person", profile.subject, str(profile.number) if profile.other else profile.part_id("")
