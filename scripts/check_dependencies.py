"""What the program stands on: the licence of every package it needs at run time, and known vulnerabilities.

Ends with status 1 where a package's licence is one that users would have to take on (GPL, AGPL), or where one
has a known vulnerability. Where the advisory service cannot be asked, that is said.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
COPYLEFT = re.compile(r"\b(?:AGPL|GPL|GNU (?:Affero )?General Public)", re.IGNORECASE)
LESSER = re.compile(r"\bLGPL|Lesser General Public|Library General Public", re.IGNORECASE)
AUDIT_S = 120


def main() -> int:
    """Print both lists; 1 if there is anything to mend."""
    packages = sorted(needed(at_run_time()), key=lambda package: package.name.lower())
    for package in packages:
        print(f"{package.name:28} {package.version:12} {licence(package)}")
    bound = [package.name for package in packages if is_copyleft(licence(package))]
    if bound:
        print(f"under a licence that users would have to take on: {', '.join(bound)}", file=sys.stderr)
    return int(bool(bound) | vulnerable())


def at_run_time() -> list[str]:
    """What pyproject.toml asks for, extras aside."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"])


def needed(requirements: Iterable[str]) -> Iterator[Distribution]:
    """The installed packages that meet the requirements, and what those require in turn."""
    waiting, seen = [Requirement(text) for text in requirements], set[str]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in seen or not _applies(requirement):
            continue
        seen.add(name)
        if (found := _installed(name)) is not None:
            yield found
            waiting += map(Requirement, found.requires or [])


def _applies(requirement: Requirement) -> bool:
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


def licence(package: Distribution) -> str:
    """The licence as the package states it: by expression, by classifier, or by its first line of text."""
    if stated := _field(package, "License-Expression"):
        return stated[0]
    named = [
        line.rsplit(" :: ", 1)[-1] for line in _field(package, "Classifier") if line.startswith("License ::")
    ]
    return "; ".join(named or _field(package, "License")[:1] or ["not stated"]).strip().splitlines()[0]


def _field(package: Distribution, name: str) -> list[str]:
    return package.metadata.get_all(name) or []


def is_copyleft(stated: str) -> bool:
    """Whether it asks users of the program to publish theirs; the lesser GPL does not.

    >>> is_copyleft("GNU General Public License v3 (GPLv3)"), is_copyleft("LGPL-2.1"), is_copyleft("MIT")
    (True, False, False)
    """
    return bool(COPYLEFT.search(LESSER.sub("", stated)))


def vulnerable() -> bool:
    """Whether an installed package has a known vulnerability; which, is printed."""
    command = [
        sys.executable,
        "-m",
        "pip_audit",
        "--skip-editable",
        "--format",
        "json",
        "--progress-spinner",
        "off",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=AUDIT_S, check=False)
        audited = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        print("known vulnerabilities: the advisory service could not be asked")
        return False
    skipped = sum("skip_reason" in entry for entry in audited)
    found = [entry for entry in audited if entry.get("vulns")]
    for entry in found:
        ids = ", ".join(each["id"] for each in entry["vulns"])
        print(f"known vulnerability: {entry['name']} {entry['version']}: {ids}", file=sys.stderr)
    print(f"known vulnerabilities: {len(found)} of {len(audited) - skipped} packages; {skipped} not audited")
    return bool(found)


def _installed(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main())
