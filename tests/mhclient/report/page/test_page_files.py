"""The report's pages as files: the same bytes, no page of an older report, and nothing of others replaced."""

import errno
import re

import pytest

from mhclient.cli.main import main
from mhclient.report.page.items import ItemPages
from mhclient.report.wording.names import NOT_SAFETY
from tests.support.items import make_binary_items
from tests.support.stored import store_run


@pytest.mark.slow
def test_the_same_store_gives_the_same_pages(two_runs, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert main(["report", *two_runs, "--format", "html", "--out", f"{name}/report.html"]) == 0
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.html"))
    assert [str(path) for path in files] == [
        "report-items/run-1.html",
        "report-items/run-2.html",
        "report.html",
    ]
    for path in files:
        assert (tmp_path / "one" / path).read_bytes() == (tmp_path / "two" / path).read_bytes()


def test_every_page_says_what_it_does_not_measure_and_allows_no_other_script(page):
    for path in [page, *page.parent.glob("report-items/*.html")]:
        text = path.read_text()
        assert NOT_SAFETY in text
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert "unsafe-inline" not in policy.partition("style-src")[0]
        assert "http" not in policy


def test_without_items_no_figure_is_linked(two_runs, tmp_path):
    assert main(["report", *two_runs, "--format", "html", "--no-items", "--out", "report.html"]) == 0
    assert not (tmp_path / "report-items").exists()
    assert "report-items" not in (tmp_path / "report.html").read_text()


def test_runs_of_different_benchmarks_are_shown_without_a_comparison(make_benchmark, store, tmp_path):
    runs = [
        store_run(store, make_benchmark(make_binary_items(4, task), task), {f"{task}-00000": "A"})
        for task in ("FC", "R1")
    ]
    assert main(["report", *runs, "--format", "html", "--out", "report.html"]) == 0
    assert 'id="comparison"' not in (tmp_path / "report.html").read_text()


@pytest.mark.slow
def test_a_report_with_fewer_runs_leaves_no_page_of_an_older_one(two_runs, tmp_path):
    for runs in (two_runs, two_runs[:1]):
        assert main(["report", *runs, "--format", "html", "--out", str(tmp_path)]) == 0
    assert [path.name for path in (tmp_path / "report-items").iterdir()] == ["run-1.html"]


@pytest.mark.slow
def test_without_items_none_of_an_older_report_are_left(two_runs, tmp_path):
    assert main(["report", *two_runs, "--format", "html", "--out", "report.html"]) == 0
    note = tmp_path / "report-items" / "note.txt"
    note.write_text("mine")
    assert main(["report", *two_runs, "--format", "html", "--no-items", "--out", "report.html"]) == 0
    assert list(note.parent.iterdir()) == [note]


def test_a_file_in_the_place_of_the_items_is_named(two_runs, tmp_path, capsys):
    (tmp_path / "report-items").write_text("mine")
    assert main(["report", *two_runs, "--format", "html", "--out", "report.html"]) == 2
    assert "report-items is to be the folder of items, and is a file" in capsys.readouterr().err
    assert not (tmp_path / "report.html").exists()


@pytest.mark.slow
def test_pages_that_cannot_all_be_written_leave_the_older_report(two_runs, tmp_path, monkeypatch, capsys):
    """An older page over new items would lead to other items than its figures are of."""
    assert main(["report", *two_runs, "--format", "html", "--out", "report.html"]) == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.html")}
    whole = ItemPages._page

    def fails_at_the_second(self, place, *rest):
        if place == 1:
            raise OSError(errno.ENOSPC, "No space left on device", "run-2.html")
        return whole(self, place, *rest)

    monkeypatch.setattr(ItemPages, "_page", fails_at_the_second)
    assert main(["report", *two_runs[::-1], "--format", "html", "--out", "report.html"]) == 2
    assert "cannot be written: No space left" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.html")} == before
    assert list(tmp_path.rglob("*.part")) == []


def test_the_page_needs_a_file(two_runs, capsys):
    assert main(["report", two_runs[0], "--format", "html"]) == 2
    assert "--format html needs --out FILE" in capsys.readouterr().err
    assert main(["report", two_runs[0], "--format", "html", "--out", "/dev/null/x.html"]) == 2
    assert "there is no folder /dev/null" in capsys.readouterr().err


def test_a_file_that_is_no_page_of_ours_is_never_replaced(two_runs, tmp_path, capsys):
    foreign = tmp_path / "report-items" / "run-7.html"
    foreign.parent.mkdir()
    foreign.write_text("<p>my notes</p>")
    assert main(["report", *two_runs, "--format", "html", "--out", "report.html"]) == 2
    assert "run-7.html is no page of a report" in capsys.readouterr().err
    assert foreign.read_text() == "<p>my notes</p>"
    assert not (tmp_path / "report.html").exists()


def test_a_page_never_replaces_a_store(two_runs, store, capsys):
    before = store.read_bytes()
    assert main(["report", *two_runs, "--format", "html", "--out", str(store)]) == 2
    assert "is a store" in capsys.readouterr().err
    assert store.read_bytes() == before
