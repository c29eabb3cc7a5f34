"""Every decision in docs/decisions is in the index, names its code, and is named there."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.places import ROOT

FOLDER = ROOT / "docs" / "decisions"
CODE = ("parsers", "benchmark", "cache", "mhclient", "tests")


@dataclass(frozen=True)
class Decision:
    """One section of a page of decisions."""

    page: str
    heading: str
    code: tuple[str, ...]

    @property
    def reference(self) -> str:
        """How code names it."""
        return f'docs/decisions/{self.page}, "{self.heading.split(" · ", 1)[1]}"'

    @property
    def entry(self) -> str:
        """Its line in the index, with the anchor that a heading gets on GitHub."""
        date, title = self.heading.split(" · ", 1)
        anchor = re.sub(r"[^\w -]", "", self.heading.lower()).replace(" ", "-")
        return f"- {date} [{title}]({self.page}#{anchor})"


def decisions_of(page: Path) -> list[Decision]:
    sections = re.findall(r"^## (.+)\n(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        Decision(
            page.name, heading, tuple(re.findall(r"`([^`]+)`", below)) if below.startswith("Code: ") else ()
        )
        for heading, below in sections
    ]


DECISIONS = [
    d for page in sorted(FOLDER.glob("*.md")) if page.name != "README.md" for d in decisions_of(page)
]


def words(path: Path) -> str:
    """A file's text on one line, without the signs that begin comments."""
    return " ".join(path.read_text(encoding="utf-8").replace("#", " ").split())


def test_there_are_decisions_to_check():
    assert len(DECISIONS) > 90


def test_the_index_has_every_decision_once_and_nothing_else():
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    entries = [line for line in index.splitlines() if line.startswith("- ")]
    assert sorted(entries) == sorted(decision.entry for decision in DECISIONS)


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda decision: decision.heading)
def test_a_decision_names_code_that_names_it(decision):
    assert decision.code, "no line 'Code: `path`' below the heading"
    assert [path for path in decision.code if not (ROOT / path).is_file()] == []
    assert [path for path in decision.code if decision.reference not in words(ROOT / path)] == []


def test_code_names_no_decision_that_there_is_not():
    known = {decision.reference for decision in DECISIONS}
    named = {
        (str(path.relative_to(ROOT)), reference)
        for folder in CODE
        for path in (ROOT / folder).rglob("*.py")
        for reference in re.findall(r'docs/decisions/[\w-]+\.md, "[^"]+"', words(path))
    }
    assert [(path, reference) for path, reference in sorted(named) if reference not in known] == []
