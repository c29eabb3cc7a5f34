"""The whole design: every profile of the types that are asked for, what each offers, and its patients."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.build.ranking import Ranker
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.needs import Needs
from benchmark.mentalkg.options import OfferedOptions, offered_options
from benchmark.mentalkg.patients import Patient, patients_of, people_of
from benchmark.mentalkg.profile import CaseProfile
from benchmark.mentalkg.profiles import ProfileSettings, make_profiles


@dataclass(frozen=True, slots=True)
class CaseDesign:
    """Profiles and patients, in their order; `offered` by the id of the profile."""

    graph: DiagnosisGraph
    profiles: tuple[CaseProfile, ...]
    patients: tuple[Patient, ...]
    offered: Mapping[str, OfferedOptions]

    @property
    def repeats(self) -> dict[str, int]:
        """Disorder and type → profiles that repeat another, where the graph allows no more distinct ones."""
        found: dict[str, int] = {}
        for profile in self.profiles:
            if profile.same_as is not None and profile.other is None:
                key = f"{profile.main} {profile.type}"
                found[key] = found.get(key, 0) + 1
        return found


def make_design(graph: DiagnosisGraph, settings: ProfileSettings, needs: Needs) -> CaseDesign:
    """Draw everything; the same graph, settings and needs give the same design.

    Raises:
        NothingToAsk: as `make_profiles`, or where every other disorder would be right as well.
    """
    ranker = Ranker(settings.seed)
    all_ = make_profiles(graph, settings, needs)
    together: dict[tuple[str, str], list[CaseProfile]] = {}
    for profile in all_:
        together.setdefault(_offered_alike(profile), []).append(profile)
    offers = {key: offered_options(profiles, graph, ranker) for key, profiles in together.items()}
    asked = [profile for profile in all_ if profile.type in settings.types]
    offered = {profile.id: offers[_offered_alike(profile)] for profile in asked}
    people = {key: people_of(profiles[0], offers[key], ranker) for key, profiles in together.items()}
    patients = (
        patient
        for profile in asked
        for patient in patients_of(profile, people[_offered_alike(profile)], offered[profile.id], graph)
    )
    return CaseDesign(graph, tuple(asked), tuple(patients), offered)


def _offered_alike(profile: CaseProfile) -> tuple[str, str]:
    """The ambiguous case and the clear ones of a pair's profile share their options."""
    kind = "pair" if profile.other else profile.type
    return profile.subject, f"{kind}-{profile.number}"
