"""The pages for people who do not see them, or use no pointer: axe finds nothing serious in any state.

axe-core is npm's: `npm install axe-core` in the checkout, or MHCLIENT_AXE with the path of axe.min.js.
"""

import os
from pathlib import Path

import pytest

from mhclient.cli.main import main
from tests.support.chromium import needs_chromium, open_page, problems, show_as, value
from tests.support.places import ROOT
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN

AXE = Path(os.environ.get("MHCLIENT_AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="needs npm's axe-core")
OPEN = "document.querySelectorAll('main details').forEach(part => part.open = true)"
CHECK = """
const done = arguments[0];
axe.run({ resultTypes: ["violations"] }).then((found) => done(found.violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => [each.id, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 120))])));
"""


@pytest.fixture
def pages(worked, store, tmp_path):
    """The report of three runs, that of one, and the page of a run's items."""
    partial = {name: PLAIN[name] for name in ("f1", "f2", "p1")}
    runs = [
        store_run(store, worked, said, model=name)
        for name, said in (("plain", PLAIN), ("other", OTHER), ("partial", partial))
    ]
    assert main(["report", *runs, "--format", "html", "--out", "three.html"]) == 0
    assert main(["report", runs[0], "--format", "html", "--out", "one.html"]) == 0
    return [tmp_path / name for name in ("three.html", "one.html", "three-items/run-1.html")]


@needs_axe
@needs_chromium
@pytest.mark.parametrize(("width", "dark"), [(1300, False), (380, True), (1900, True), (800, False)])
def test_axe_finds_nothing_serious(pages, browser, width, dark):
    browser.set_script_timeout(300)
    show_as(browser, width=width, dark=dark)
    for page in pages:
        open_page(browser, page)
        browser.execute_script(OPEN)
        browser.execute_script(AXE.read_text(encoding="utf-8"))
        assert browser.execute_async_script(CHECK) == [], page.name
    assert problems(browser) == []


@needs_chromium
def test_every_drawing_says_what_it_shows_and_every_table_has_heads(pages, browser):
    open_page(browser, pages[0])
    browser.execute_script(OPEN)
    silent = "[...document.querySelectorAll('main svg')].filter(it => !it.ariaLabel && !it.ariaHidden)"
    assert value(browser, f"{silent}.length") == 0
    headless = "[...document.querySelectorAll('main table')].filter(it => !it.querySelector('th[scope]'))"
    assert value(browser, f"{headless}.length") == 0
