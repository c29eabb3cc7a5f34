"""A report on people's own questions: what it calls their groups, and what stands beside each figure."""

from dataclasses import replace

import pytest

from mhclient.cli.main import main
from tests.support.items import make_items
from tests.support.stored import store_run


@pytest.fixture
def run_of_exam(make_benchmark, store) -> str:
    """A run on 24 questions of a file without groups, of two years; the first six are wrong."""
    items = [
        replace(item, id=f"own-{number:03d}", task="own", relation=None, details={"Jahr": 2023 + number % 2})
        for number, item in enumerate(make_items(24))
    ]
    said = {
        item.id: next(letter for letter in "ABCD" if (letter in item.gold) == (number >= 6))
        for number, item in enumerate(items)
    }
    return store_run(store, make_benchmark(items, name="exam"), said, model="first")


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "csv", "html"])
def test_a_file_without_groups_is_called_by_its_name(run_of_exam, tmp_path, form):
    assert main(["report", run_of_exam, "--format", form, "--out", "report.any"]) == 0
    text = (tmp_path / "report.any").read_text(encoding="utf-8")
    assert "exam" in text
    # Not as a word of its own; item ids begin with it, and pages say "its own".
    assert [part for part in ("| own |", ",own,", ">own<", "own &", "\nown ") if part in text] == []


def test_markdown_has_n_and_intervals_by_group(run_of_exam, tmp_path):
    """By hand: of 2023 three of twelve are wrong; Wilson's of n* 11.04 with t of 11 degrees, 2.201."""
    assert main(["report", run_of_exam, "--by", "Jahr", "--format", "markdown", "--out", "report.md"]) == 0
    main_table = (tmp_path / "report.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert "| Model | 2023 (n 12) | 2024 (n 12) |" in main_table
    assert "| first | 75.0 (42.3–92.5) | 75.0 (42.3–92.5) |" in main_table
