"""The report's pages in a real Chromium: they work offline, lead to items, and run no model's words."""

from dataclasses import replace

import pytest
from selenium.webdriver.common.keys import Keys

from mhclient.cli.main import main
from mhclient.report.page.items import index_of
from tests.support.chromium import (
    fetched,
    fill,
    needs_chromium,
    open_page,
    press,
    problems,
    show_as,
    value,
    wait_until,
)
from tests.support.items import make_binary_items
from tests.support.stored import CUT, store_run
from tests.support.worked_example import HOSTILE, PLAIN


@pytest.fixture
def tab(browser):
    """The browser; after the test nothing has gone wrong in it, and nothing was fetched."""
    yield browser
    assert problems(browser) == []
    assert [
        url for url in fetched(browser) if not url.startswith(("file:", "about:", "blob:", "data:"))
    ] == []


@needs_chromium
def test_the_page_draws_every_chart_in_both_themes_and_at_every_width(page, tab):
    for width, dark in ((1900, False), (1300, True), (800, False), (380, True)):
        show_as(tab, width=width, dark=dark)
        open_page(tab, page)
        assert value(tab, "document.querySelectorAll('.chart').length") >= 6
        assert value(tab, "document.querySelectorAll('.chart:not(:has(svg, table))').length") == 0
        tab.execute_script("document.querySelectorAll('main details').forEach(part => part.open = true)")
        # Tables scroll in their own boxes; the page itself never scrolls sideways.
        assert value(tab, "document.documentElement.scrollWidth") <= width
        ground = value(tab, "getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(255, 255, 255)") == (not dark)


# The sheet of a title, as an expression of the page's.
SHEET = "[...document.querySelectorAll('.sheet')].find(s => s.querySelector('h3').textContent === '{}')"


@needs_chromium
def test_tables_sort_and_filter(page, tab):
    sheet = SHEET.format("Accuracy in %")
    shown = f"[...{sheet}.querySelectorAll('tbody tr:not([hidden])')].map(row => row.cells[3].textContent)"
    sort = f"{sheet}.querySelectorAll('thead button')[3].click()"

    open_page(tab, page)
    before = value(tab, shown)
    value(tab, sort)
    assert value(tab, shown) == sorted(before, key=float)
    value(tab, sort)
    assert value(tab, shown) == sorted(before, key=float, reverse=True)
    fill(tab, f"{sheet}.querySelector('.filter input')", "R1+E")
    assert len(value(tab, shown)) == 2


@needs_chromium
def test_a_figure_leads_to_its_items_and_an_item_to_its_words(page, tab):
    open_page(tab, page)
    link = """querySelector('a[href*="ending=refusal"][href*="task=RP"]').getAttribute('href')"""
    href = value(tab, f"{SHEET.format('How the items ended')}.{link}")
    file, _, fragment = href.partition("#")
    open_page(tab, page.parent / file, f"#{fragment}")
    assert value(tab, "[...document.querySelectorAll('#list tbody th')].map(e => e.textContent)") == ["p3"]
    value(tab, "document.querySelector('#list tbody a').click()")
    wait_until(tab, "document.getElementById('item').open")
    told = value(tab, "document.getElementById('item').innerText")
    assert PLAIN["p3"] in told
    assert "RP p3: what of cd?" in told  # the prompt
    assert "Drug c —off-label use→ Disease d" in told
    assert "Other runs on this item" in told


@needs_chromium
def test_the_figure_beside_a_point_of_a_chart_leads_to_its_items(page, tab):
    """The worked example's first model has three of FC's four items right, one of them an attack now."""
    open_page(tab, page)
    value(tab, "document.querySelector('#chart-accuracy .prow a').click()")
    wait_until(tab, "document.documentElement?.dataset.ready === 'yes' && !!document.getElementById('count')")
    assert value(tab, "document.getElementById('count').textContent") == "4 of 12 items"


@needs_chromium
def test_a_cell_of_the_matrix_shows_its_sentence_by_pointer_and_by_keys(page, tab):
    open_page(tab, page)
    said = "document.querySelector('.duo .say').innerText"
    cells = "document.querySelectorAll('.duo:first-of-type a.cell')"
    assert "items asked of both" in value(tab, said)
    value(tab, f"{cells}[0].focus()")
    press(tab, Keys.ARROW_DOWN, Keys.ARROW_LEFT)
    assert value(tab, "[...document.querySelectorAll('a.cell')].indexOf(document.activeElement)") in (0, 1)
    press(tab, Keys.ENTER)
    assert value(tab, "document.activeElement.getAttribute('aria-current')") == "true"
    assert value(tab, "location.hash") == ""  # the sentence stands beside it: the page does not jump


@needs_chromium
def test_the_switch_shows_intervals_for_exactly_these_items(page, tab):
    open_page(tab, page)
    displayed = "getComputedStyle(it).display !== 'none'"
    visible = f"[...document.querySelectorAll('.as-{{}}')].filter(it => {displayed}).length"
    assert value(tab, visible.format("sample")) > 0 == value(tab, visible.format("exact"))
    value(tab, "document.getElementById('exact').click()")
    assert value(tab, visible.format("exact")) > 0 == value(tab, visible.format("sample"))


@needs_chromium
def test_the_page_is_there_without_its_script(page, tab):
    """Tables and drawings stand in the HTML: without a script they are all there, and links work."""
    tab.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        tab.get(page.resolve().as_uri())
        tab.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        assert value(tab, "document.querySelectorAll('.chart svg').length") > 6
        assert value(tab, "document.querySelectorAll('td a[href*=\"run-1.html#\"]').length") > 20
    finally:
        tab.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@needs_chromium
def test_the_words_an_answer_was_read_from_are_marked(page, tab):
    open_page(tab, page.parent / "report-items" / "run-1.html", "#item=p2")
    wait_until(tab, "document.getElementById('item').open")
    assert value(tab, "document.querySelector('#item mark').textContent") in PLAIN["p2"]
    assert value(tab, "document.querySelector('#item mark').textContent.includes('B')")


@needs_chromium
def test_nothing_is_marked_where_no_words_decided(worked, store, tab, tmp_path):
    cut = store_run(store, worked, PLAIN | {"p2": ("To approach this, one has to", CUT)}, model="cut")
    assert main(["report", cut, "--format", "html", "--out", "cut.html"]) == 0
    open_page(tab, tmp_path / "cut-items" / "run-1.html", "#item=p2")
    wait_until(tab, "document.getElementById('item').open")
    assert "To approach this" in value(tab, "document.querySelector('#item .completion').textContent")
    assert value(tab, "document.querySelectorAll('#item mark').length") == 0


@needs_chromium
def test_an_item_does_not_scroll_sideways_at_phone_width(worked, store, tab, tmp_path):
    run_id = store_run(store, worked, PLAIN, model="an-unusually/long-model-name-of-an-endpoint")
    assert main(["report", run_id, "--format", "html", "--out", "long.html"]) == 0
    show_as(tab, width=380)
    open_page(tab, tmp_path / "long-items" / "run-1.html", "#item=p2")
    wait_until(tab, "document.getElementById('item').open")
    dialog = "document.getElementById('item')"
    assert value(tab, f"{dialog}.scrollWidth - {dialog}.clientWidth") == 0


def test_a_question_that_is_cut_in_the_list_of_items_shows_it():
    items = [replace(item, question="q" * n) for n in (200, 201) for item in make_binary_items(1)]
    listed = [row[-1] for row in index_of(items, [item.id for item in items])["rows"]]
    assert listed == ["q" * 200, "q" * 199 + "…"]


@needs_chromium
def test_what_a_model_wrote_is_text_and_never_runs(page, tab):
    open_page(tab, page)
    assert value(tab, "document.title") == "Two runs on MHGraphBench"
    assert value(tab, "document.querySelectorAll('img').length") == 0
    open_page(tab, page.parent / "report-items" / "run-1.html", "#item=f1")
    wait_until(tab, "document.getElementById('item').open")
    assert value(tab, "document.querySelector('#item .completion').textContent") == HOSTILE
    assert value(tab, "document.querySelectorAll('img, a[href^=\"javascript\"]').length") == 0
    assert (value(tab, "document.title")).startswith("Items of <img")


@needs_chromium
def test_items_that_changed_between_runs_are_found(page, tab):
    open_page(tab, page.parent / "report-items" / "run-2.html", "#against=1&change=won")
    ids = "[...document.querySelectorAll('#list tbody th')].map(e => e.textContent).sort()"
    assert value(tab, ids) == ["f1", "f2", "f4", "p3"]  # the attack on f1 is not read as an answer
    open_page(tab, page.parent / "report-items" / "run-2.html", "#against=1&change=any")
    assert value(tab, ids) == ["f1", "f2", "f4", "p1", "p3"]


@needs_chromium
def test_the_page_works_by_keyboard(page, tab):
    open_page(tab, page)
    press(tab, Keys.TAB)
    assert value(tab, "document.activeElement.className") == "skip"
    value(tab, "document.getElementById('theme').focus()")
    press(tab, Keys.ENTER, Keys.ENTER)  # light, then dark
    assert value(tab, "document.documentElement.dataset.theme") == "dark"
    open_page(tab, page.parent / "report-items" / "run-1.html", "#item=f1")
    wait_until(tab, "document.getElementById('item').open")
    press(tab, Keys.ESCAPE)
    wait_until(tab, "!document.getElementById('item').open")


@needs_chromium
def test_filters_are_kept_in_the_address(page, tab):
    open_page(tab, page.parent / "report-items" / "run-1.html", "#task=RP")
    count = "document.getElementById('count').textContent"
    assert value(tab, count) == "4 of 12 items"
    fill(tab, "document.querySelector('[name=result]')", "wrong")
    assert value(tab, count) == "1 of 12 items"
    assert value(tab, "location.hash") == "#task=RP&result=wrong"
    value(tab, "document.getElementById('clear').click()")
    wait_until(tab, f"{count} === '12 of 12 items'")
