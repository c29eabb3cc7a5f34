"""The whole design: every profile of the types that are asked for, what each offers, and its patients; and
the design on disk: profiles.jsonl, patients.jsonl, rules.csv, and design.json, which says where it is from.

The same graph, settings and table of rules give the same bytes. A folder that was begun with others is
refused.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from benchmark.build.ranking import Ranker
from benchmark.checks import parse_object
from benchmark.csv_text import csv_text
from benchmark.errors import OutputError
from benchmark.folder import write_whole
from benchmark.mentalkg.census import census
from benchmark.mentalkg.criteria import COLUMNS, Needs, RuleNeed
from benchmark.mentalkg.graph import ATTRIBUTION, DiagnosisGraph
from benchmark.mentalkg.patients import OfferedOptions, Patient, offered_options, patients_of, people_of
from benchmark.mentalkg.profiles import PATIENTS, PROFILES, CaseProfile, ProfileSettings, make_profiles
from benchmark.mentalkg.prompts import CHECKER_VERSION, PROMPTS_VERSION
from benchmark.untrusted import read_regular_file


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


DESIGN_FILE, PROFILES_FILE, PATIENTS_FILE, RULES_FILE = (
    *("design.json", "profiles.jsonl", "patients.jsonl"),
    "rules.csv",
)
# Raised when the same graph and seed would give other profiles or patients.
DESIGN_VERSION = "1"
_PROMPTS = {"prompts_version": "writers", "checker_version": "checkers"}


def describe_design(
    design: CaseDesign, settings: ProfileSettings, rules: Sequence[RuleNeed]
) -> dict[str, Any]:
    """What the design was drawn from, and its counts; no time, path or machine."""
    profiles = Counter(profile.type for profile in design.profiles)
    patients = Counter(patient.profile.type for patient in design.patients)
    return {
        "design_version": DESIGN_VERSION,
        "prompts_version": PROMPTS_VERSION,
        "checker_version": CHECKER_VERSION,
        "seed": settings.seed,
        "graph_sha256": design.graph.sha256,
        "graph": {figure.name: figure.count for figure in census(design.graph)},
        "attribution": ATTRIBUTION,
        "types": list(settings.types),
        "disorders": list(settings.disorders or design.graph.disorders),
        "rules": [list(rule) for rule in rules],
        "profiles_each": {kind: PROFILES[kind] for kind in settings.types},
        "patients_each": PATIENTS,
        "profiles": {kind: profiles[kind] for kind in settings.types},
        "patients": {kind: patients[kind] for kind in settings.types},
        "repeated_profiles": design.repeats,
    }


def check_design_folder(folder: Path, described: Mapping[str, Any]) -> None:
    """Refuse a folder that holds anything but this design, before anything is written.

    Raises:
        OutputError: it holds another design, one begun with other prompts, or other files.
    """
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder} is a file. Name a folder with `out`.")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    try:
        found = parse_object(read_regular_file(folder / DESIGN_FILE).decode())
    except FileNotFoundError:
        raise OutputError(f"{folder} already holds other files. Name a new folder with `out`.") from None
    except (OSError, ValueError) as error:
        raise OutputError(f"{folder / DESIGN_FILE} cannot be read: {error}.") from error
    for key in ("design_version", "seed", "graph_sha256", "types", "disorders", "rules"):
        if found.get(key) != described[key]:
            raise OutputError(
                f"{folder} was begun with another {key.replace('_', ' ')} ({_short(found.get(key))}, not "
                f"{_short(described[key])}). Give the same, or name a new folder with `out`."
            )
    _refuse_other_prompts(folder, found, described)


def _refuse_other_prompts(folder: Path, found: Mapping[str, Any], described: Mapping[str, Any]) -> None:
    for key, whose in _PROMPTS.items():
        begun = found.get(key, "1")  # the first version was not noted
        if begun != described[key]:
            raise OutputError(
                f"{folder} was begun with version {_short(begun)} of the {whose}' prompts, and this mhclient "
                f"has version {described[key]}: everything would be asked for again. Go on with the mhclient "
                "that began it, or name a new folder with `out`."
            )


def write_design(folder: Path, design: CaseDesign, described: Mapping[str, Any]) -> None:
    """Write the four files, design.json last.

    Raises:
        OutputError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / PROFILES_FILE, _lines(profile.to_json() for profile in design.profiles))
        write_whole(folder / PATIENTS_FILE, _lines(patient.to_json() for patient in design.patients))
        write_whole(folder / RULES_FILE, csv_text([COLUMNS, *described["rules"]]).encode())
        write_whole(
            folder / DESIGN_FILE, (json.dumps(described, ensure_ascii=False, indent=2) + "\n").encode()
        )
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}.") from error


def _lines(values: Iterable[Mapping[str, Any]]) -> bytes:
    # `json.dumps` takes four times as long, and would be the most of what a design costs.
    return b"".join([to_json(value) + b"\n" for value in values])


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "…"
