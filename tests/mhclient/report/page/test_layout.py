"""How a report's pages lie on the screen: long names, wide tables, and tables with nothing to show."""

import itertools
from collections.abc import Iterator

import pytest

from mhclient.cli.main import main
from tests.support.chromium import fill, needs_chromium, open_page, problems, show_as, value, wait_until
from tests.support.several_answers import REPLIES, write_several_answers
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

LONG = "sim-tidy:refusal_rate=1,refuses_on=contraindication,and_an_endpoint_of_the_longest_name"


def report(*runs: str) -> None:
    assert main(["report", *runs, "--format", "html", "--out", "report.html"]) == 0


@pytest.fixture
def long_names(worked, store):
    """Three runs; the names of two differ behind their first words, and one of these is partial."""
    report(
        store_run(store, worked, PLAIN, model="sim-tidy"),
        store_run(store, worked, OTHER, model=LONG),
        store_run(store, worked, {"f1": "A", "f2": "B"}, model=LONG.replace("=1", "=2")),
    )


@pytest.fixture
def several_answers(store, tmp_path):
    """A page of a run on items with several right answers, none of which is about a relation."""
    report(store_run(store, write_several_answers(tmp_path / "bench"), REPLIES, model="sim-tidy"))


def at_widths(browser, tmp_path, *widths: int) -> Iterator[int]:
    """The report's page is open at each of the widths in turn."""
    for width in widths:
        show_as(browser, width=width)
        open_page(browser, tmp_path / "report.html")
        yield width


@needs_chromium
def test_long_names_do_not_widen_a_page_on_a_phone(long_names, browser, tmp_path):
    show_as(browser, width=380)
    open_page(browser, tmp_path / "report.html")
    assert value(browser, "document.documentElement.scrollWidth") == 380
    open_page(browser, tmp_path / "report-items" / "run-1.html", "#item=p2")
    wait_until(browser, "document.getElementById('item').open")
    for name in ("documentElement", "getElementById('item')"):
        assert value(browser, f"document.{name}.scrollWidth - document.{name}.clientWidth") == 0


@needs_chromium
def test_rows_of_the_comparison_can_be_told_apart_on_a_phone(long_names, browser, tmp_path):
    for width in at_widths(browser, tmp_path, 380, 1200):
        rows = "[...document.querySelectorAll('#chart-outcomes .row:not(.axisrow)')]"
        names = value(browser, f"{rows}.map(row => row.querySelector('.who').innerText)")
        assert [sum(part in name for name in names) for part in ("refusal_rate=1", "refusal_rate=2")] == [
            1,
            1,
        ]
        assert ["partial: 2 of 12" in name for name in names] == ["refusal_rate=2" in name for name in names]
        ends = value(
            browser, f"{rows}.map(row => row.getBoundingClientRect()).map(it => [it.top, it.bottom])"
        )
        assert all(one[1] <= other[0] + 1 for one, other in itertools.pairwise(ends))
        drawn = value(browser, f"{rows}[0].querySelector('svg').getBoundingClientRect().width")
        assert drawn > width / 3


@needs_chromium
def test_the_second_name_of_a_difference_is_never_cut(long_names, browser, tmp_path):
    for _ in at_widths(browser, tmp_path, 380, 1300):
        value(browser, "document.getElementById('comparison').open = true")
        names = "[...document.querySelectorAll('#chart-differences .prow:not(.ax) > span:first-child')]"
        assert value(browser, f"{names}.map(it => it.innerText.includes(' minus '))") == [True] * 3
        assert value(browser, f"{names}.map(it => it.scrollWidth - it.clientWidth)") == [0] * 3
        lines = value(
            browser, "[...document.querySelectorAll('.rank .verd span span')].map(it => it.offsetHeight)"
        )
        assert max(lines) < 30  # pixels: "undecided with 2 others" stands on one line


@needs_chromium
def test_names_in_small_multiples_are_whole_and_their_lines_meet(long_names, browser, tmp_path):
    """Two names that differ behind their first words; a row is as high as its name, and so is its drawing."""
    for _ in at_widths(browser, tmp_path, 380, 1300):
        panel = "document.querySelector('#chart-accuracy .panel')"
        names = f"[...{panel}.querySelectorAll('.who')]"
        assert len(set(value(browser, f"{names}.map(it => it.innerText)"))) == 3
        assert value(browser, f"{names}.map(it => it.scrollWidth - it.clientWidth)") == [0] * 3
        assert value(browser, f"{names}.map(it => it.querySelector('.no').offsetHeight)") == [22] * 3
        broken = "(it) => [...it.innerHTML.matchAll(/([^<>]*)<wbr>/g)].map((found) => found[1].at(-1))"
        assert set("".join(value(browser, f"{names}.flatMap({broken})"))) <= set(":=,_")
    rows = f"[...{panel}.querySelectorAll('.prow:not(.ax)')]"
    gaps = "(it) => it.offsetHeight - it.querySelector('svg').getBoundingClientRect().height"
    assert max(value(browser, f"{rows}.map({gaps})")) < 1


@needs_chromium
def test_items_are_cards_on_a_tablet_and_a_phone(long_names, browser, tmp_path):
    for width in (380, 800):
        show_as(browser, width=width)
        open_page(browser, tmp_path / "report-items" / "run-1.html")
        questions = "[...document.querySelectorAll('#list td.question')]"
        wait_until(browser, f"{questions}.length > 0")
        assert value(browser, f"Math.max(...{questions}.map(it => it.getBoundingClientRect().right))") < width


@needs_chromium
def test_columns_of_names_stand_left_and_leave_room_for_the_counts(several_answers, browser, tmp_path):
    show_as(browser, width=1280)
    open_page(browser, tmp_path / "report.html")
    browser.execute_script("document.querySelectorAll('main details').forEach(part => part.open = true)")
    table = "document.querySelector('[aria-label=\"Most frequent confusions\"]')"
    sides = (
        f"[...{table}.querySelectorAll('tbody tr:first-child > *')].map(it => getComputedStyle(it).textAlign)"
    )
    assert value(browser, sides) == ["left", "left", "right"]
    assert value(browser, f"{table}.scrollWidth - {table}.clientWidth") == 0


def test_a_table_with_nothing_in_it_is_left_out(several_answers, tmp_path):
    page = (tmp_path / "report.html").read_text()
    assert "<h3>Accuracy by entity</h3>" in page
    assert "Accuracy by relation" not in page


@needs_chromium
def test_the_page_of_a_run_without_a_reply_works(worked, store, browser, tmp_path):
    """Its charts have no rows to be named."""
    report(store_run(store, worked, {}, model="sim-tidy"))
    open_page(browser, tmp_path / "report.html")
    assert problems(browser) == []


@needs_chromium
def test_a_filter_that_no_row_passes_says_so(long_names, browser, tmp_path):
    open_page(browser, tmp_path / "report.html")
    field = "document.querySelector('.sheet .filter input')"
    told = f"{field}.closest('.sheet').querySelector('[role=status]').textContent"
    assert value(browser, told) == ""
    fill(browser, field, "zzz")
    assert value(browser, told) == "No row holds “zzz”."
    fill(browser, field, "")
    assert value(browser, told) == ""
