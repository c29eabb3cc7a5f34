"""How often the checker errs: cases whose truth is known, among those that it reads.

A case compared with another patient's profile of the same disorder: the symptoms in which the two
differ are told, or are not. And cases whose prompt left one symptom out on purpose.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.extraction import FoundSymptoms, asked_symptoms
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient

N_LEFT_OUT = 50


class LeftOut(NamedTuple):
    """A patient without one symptom, which the text must not tell."""

    patient: Patient
    symptom: str


class CheckerErrors(NamedTuple):
    """Counts: symptoms that are told, and those of them not found; symptoms not told, and those found."""

    n_told: int
    n_missed: int
    n_not_told: int
    n_false_alarms: int

    def to_json(self) -> dict[str, Any]:
        """As the manifest has it; a rate without a denominator is null."""
        rates = {
            "miss_rate": self.n_missed / self.n_told if self.n_told else None,
            "false_alarm_rate": self.n_false_alarms / self.n_not_told if self.n_not_told else None,
        }
        return {**self._asdict(), **rates}


def left_out(patients: Sequence[Patient], seed: int) -> list[LeftOut]:
    """Patients whose prompt leaves out a symptom: a sample by hash, of those that have two or more."""
    ranker = Ranker(seed)
    several = [patient for patient in patients if len(patient.manifestations) > 1]
    chosen = sorted(several, key=lambda patient: ranker.rank("control", patient.id))[:N_LEFT_OUT]
    return [_without_one(patient, ranker) for patient in chosen]


def _without_one(patient: Patient, ranker: Ranker) -> LeftOut:
    symptom = ranker.shuffled(sorted(patient.manifestations), "left out", patient.id)[0]
    shown = {key: place for key, place in patient.manifestations.items() if key != symptom}
    return LeftOut(patient._replace(manifestations=shown), symptom)


def checker_errors(
    found: Mapping[str, FoundSymptoms],
    patients: Mapping[str, Patient],
    graph: DiagnosisGraph,
    controls: Iterable[tuple[LeftOut, FoundSymptoms]],
) -> CheckerErrors:
    """Errors over cases compared with another profile, and over those that left one symptom out.

    Args:
        found: case → what was found in it.
        patients: case → its patient.
    """
    others = _other_profiles(patients.values())
    told = missed = not_told = alarms = 0
    for case, seen in found.items():
        patient = patients[case]
        own = frozenset(patient.manifestations)
        other = others.get(patient.id, own)
        differing = own - other
        strange = (other - own).intersection(asked_symptoms(patient, graph))
        told, missed = told + len(differing), missed + len(differing - seen.present)
        not_told, alarms = not_told + len(strange), alarms + len(strange & seen.present)
    for control, seen in controls:
        not_told, alarms = not_told + 1, alarms + (control.symptom in seen.present)
    return CheckerErrors(told, missed, not_told, alarms)


def _other_profiles(patients: Iterable[Patient]) -> dict[str, frozenset[str]]:
    """Patient → the symptoms of the next patient of the same disorder and type that has others."""
    alike: dict[tuple[str, str], list[Patient]] = {}
    for patient in {patient.id: patient for patient in patients}.values():
        alike.setdefault((patient.profile.type, patient.profile.main), []).append(patient)
    found = {}
    for group in alike.values():
        for place, patient in enumerate(group):
            own = frozenset(patient.manifestations)
            after = (frozenset(one.manifestations) for one in [*group[place + 1 :], *group[:place]])
            found[patient.id] = next((other for other in after if other != own), own)
    return found
