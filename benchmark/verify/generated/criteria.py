"""A diagnosis graph read as plain JSON: what each disorder asks of symptoms, and between which durations."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.errors import BenchmarkError
from benchmark.json_text import parse_json
from benchmark.untrusted import read_regular_file

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
