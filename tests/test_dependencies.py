"""What the packages import is what they declare, and nothing of it binds whoever uses the program."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
OURS = ("mhclient", "parsers", "benchmark", "cache")
# Folders of task files that other tools run: what they import is those tools' own.
FOR_US = ("dev", "fuzz")  # extras that no user installs
OPTIONAL = {"datasets", "inspect_ai", "lm_eval"}


def declared() -> set[str]:
    """Names of the distributions that pyproject.toml asks for, extras of users included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [
        *project["dependencies"],
        *(each for name in extras if name not in FOR_US for each in extras[name]),
    ]
    return {normal(re.split(r"[\[<>=;! ]", entry, maxsplit=1)[0]) for entry in asked}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def imported() -> dict[str, str]:
    """Top-level name of every import from outside the standard library and ours → a file that has it."""
    found: dict[str, str] = {}
    for path in (path for name in OURS for path in (ROOT / name).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name in _names(node):
                found.setdefault(name, str(path.relative_to(ROOT)))
    return {name: path for name, path in found.items() if name not in {*sys.stdlib_module_names, *OURS}}


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.split(".")[0] for alias in node.names]
    return [node.module.split(".")[0]] if isinstance(node, ast.ImportFrom) and node.module else []


@pytest.mark.parametrize(
    ("name", "extras"), [("constraints.txt", ("dev", "local")), ("requirements.lock", ())]
)
def test_what_is_declared_has_an_exact_version(name, extras):
    """In the lock with hashes: whatever the image installs is what was tried."""
    text = (ROOT / name).read_text(encoding="utf-8")
    pinned = {normal(each) for each in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = project["dependencies"] + [
        each for extra in extras for each in project["optional-dependencies"][extra]
    ]
    assert {normal(Requirement(each).name) for each in asked} <= pinned
    if name.endswith(".lock"):
        assert all("--hash=sha256:" in entry for entry in re.split(r"\n(?=\w)", text))


def test_every_direct_import_is_declared():
    distributions = packages_distributions()
    asked = declared()
    missing = {
        name: path
        for name, path in imported().items()
        if name not in OPTIONAL and not {normal(each) for each in distributions.get(name, [name])} & asked
    }
    assert missing == {}
