"""A design on disk: profiles.jsonl, patients.jsonl, rules.csv, and design.json, which says where it is from.

The same graph, settings and table of rules give the same bytes. A folder that was begun with others is
refused.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import to_json

from benchmark.checks import parse_object
from benchmark.csv_text import csv_text
from benchmark.errors import OutputError
from benchmark.mentalkg.census import census
from benchmark.mentalkg.design import CaseDesign
from benchmark.mentalkg.extraction import CHECKER_VERSION
from benchmark.mentalkg.graph import ATTRIBUTION
from benchmark.mentalkg.needs import COLUMNS, RuleNeed
from benchmark.mentalkg.profile import PATIENTS, PROFILES
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.prompts import PROMPTS_VERSION
from benchmark.untrusted import read_regular_file

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
        _write(folder / PROFILES_FILE, _lines(profile.to_json() for profile in design.profiles))
        _write(folder / PATIENTS_FILE, _lines(patient.to_json() for patient in design.patients))
        _write(folder / RULES_FILE, _rules(described["rules"]))
        _write(folder / DESIGN_FILE, (json.dumps(described, ensure_ascii=False, indent=2) + "\n").encode())
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}.") from error


def _lines(values: Iterable[Mapping[str, Any]]) -> bytes:
    # `json.dumps` takes four times as long, and would be the most of what a design costs.
    return b"".join([to_json(value) + b"\n" for value in values])


def _rules(rows: Iterable[Sequence[str]]) -> bytes:
    return csv_text([COLUMNS, *rows]).encode()


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "…"
