"""The report's pages in a real Chromium: they work offline, lead to items, and run no model's words."""

import asyncio
import re

import pytest

from benchmark import read_benchmark
from benchmark.folder import write_benchmark
from mhclient.cli.main import main
from mhclient.report.summary import CAVEAT
from tests.conftest import make_binary_items
from tests.mhclient.chromium import BINARY, browser
from tests.mhclient.stored import store_run
from tests.mhclient.worked_example import ITEMS, OTHER, PLAIN, slice_table

needs_chromium = pytest.mark.skipif(BINARY is None, reason="there is no Chromium here")

HOSTILE = (
    "</script></pre><script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"
    "<a href=\"javascript:document.title='taken'\">{{ 7 * 7 }}</a> \u202e ${7*7} Answer: A <!--"
)


@pytest.fixture
def store(tmp_path):
    return tmp_path / "mhclient.sqlite3"


@pytest.fixture
def worked(tmp_path):
    """The worked example's benchmark."""
    write_benchmark(
        tmp_path / "bench",
        ITEMS,
        {"format": "mhclient-benchmark/1", "kind": "mhgraphbench"},
        slice_table(),
    )
    return read_benchmark(tmp_path / "bench")


@pytest.fixture
def two_runs(worked, store):
    """The worked example's two models; one reply of the first is an attack."""
    hostile = PLAIN | {"f1": HOSTILE}
    return [
        store_run(store, worked, hostile, model="<img src=x onerror=alert(1)>"),
        store_run(store, worked, OTHER, model="other"),
    ]


@pytest.fixture
def page(two_runs, tmp_path):
    assert main(["report", *two_runs, "--format", "html", "--out", "report.html"]) == 0
    return tmp_path / "report.html"


def in_browser(look):
    """Run what looks at a page, and check that nothing went wrong and nothing was fetched."""

    async def run():
        async with browser() as tab:
            await look(tab)
            await tab.run("0")  # whatever was still to be told
            assert tab.errors == []
            assert [url for url in tab.requests if not url.startswith(("file:", "about:", "blob:"))] == []

    asyncio.run(run())


@needs_chromium
def test_the_page_draws_every_chart_in_both_themes_and_at_phone_width(page):
    async def look(tab):
        for width, dark in ((1200, False), (1200, True), (380, False)):
            await tab.show_as(width=width, dark=dark)
            await tab.open(page)
            assert await tab.run("document.querySelectorAll('.chart').length") >= 6
            assert await tab.run("document.querySelectorAll('.chart:not(:has(svg))').length") == 0
            # Tables scroll in their own boxes; the page itself never scrolls sideways.
            assert await tab.run("document.documentElement.scrollWidth") <= width
            ground = await tab.run("getComputedStyle(document.body).backgroundColor")
            assert (ground == "rgb(255, 255, 255)") == (not dark)

    in_browser(look)


# The sheet of a title, as an expression of the page's.
SHEET = "[...document.querySelectorAll('.sheet')].find(s => s.querySelector('h3').textContent === '{}')"


@needs_chromium
def test_tables_sort_and_filter(page):
    sheet = SHEET.format("Accuracy in %")
    shown = f"[...{sheet}.querySelectorAll('tbody tr:not([hidden])')].map(row => row.cells[3].textContent)"
    sort = f"{sheet}.querySelectorAll('thead button')[3].click()"

    async def look(tab):
        await tab.open(page)
        before = await tab.run(shown)
        await tab.run(sort)
        assert await tab.run(shown) == sorted(before, key=float)
        await tab.run(sort)
        assert await tab.run(shown) == sorted(before, key=float, reverse=True)
        await tab.run(f"const field = {sheet}.querySelector('.filter input'); field.value = 'R1+E'; 0")
        await tab.run("field.dispatchEvent(new Event('input'))")
        assert len(await tab.run(shown)) == 2

    in_browser(look)


@needs_chromium
def test_a_figure_leads_to_its_items_and_an_item_to_its_words(page):
    async def look(tab):
        await tab.open(page)
        link = """querySelector('a[href*="ending=refusal"][href*="task=RP"]').getAttribute('href')"""
        href = await tab.run(f"{SHEET.format('How the items ended')}.{link}")
        file, _, fragment = href.partition("#")
        await tab.open(page.parent / file, f"#{fragment}")
        assert await tab.run("[...document.querySelectorAll('#list tbody th')].map(e => e.textContent)") == [
            "p3"
        ]
        await tab.run("document.querySelector('#list tbody a').click()")
        await tab.until("document.getElementById('item').open")
        told = await tab.run("document.getElementById('item').innerText")
        assert PLAIN["p3"] in told
        assert "RP p3: what of cd?" in told  # the prompt
        assert "Drug c —off-label use→ Disease d" in told
        assert "Other runs on this item" in told

    in_browser(look)


@needs_chromium
def test_a_point_of_a_chart_leads_to_its_items(page):
    async def look(tab):
        await tab.open(page)
        chart = "document.getElementById('chart-accuracy')"
        await tab.run(
            f"{chart}.emit('plotly_click', {{points: [{{customdata: {chart}.data[0].customdata[0]}}]}})"
        )
        await tab.until(
            "document.documentElement?.dataset.ready === 'yes' && !!document.getElementById('count')"
        )
        assert await tab.run("document.getElementById('count').textContent") == "4 of 12 items"

    in_browser(look)


@needs_chromium
def test_the_words_an_answer_was_read_from_are_marked(page):
    async def look(tab):
        await tab.open(page.parent / "report-items" / "run-1.html", "#item=p2")
        await tab.until("document.getElementById('item').open")
        assert await tab.run("document.querySelector('#item mark').textContent") in PLAIN["p2"]
        assert await tab.run("document.querySelector('#item mark').textContent.includes('B')")

    in_browser(look)


@needs_chromium
def test_what_a_model_wrote_is_text_and_never_runs(page):
    async def look(tab):
        await tab.open(page)
        assert await tab.run("document.title") == "Report"
        assert await tab.run("document.querySelectorAll('img').length") == 0
        await tab.open(page.parent / "report-items" / "run-1.html", "#item=f1")
        await tab.until("document.getElementById('item').open")
        assert await tab.run("document.querySelector('#item .completion').textContent") == HOSTILE
        assert await tab.run("document.querySelectorAll('img, a[href^=\"javascript\"]').length") == 0
        assert (await tab.run("document.title")).startswith("Items of <img")

    in_browser(look)


@needs_chromium
def test_items_that_changed_between_runs_are_found(page):
    async def look(tab):
        await tab.open(page.parent / "report-items" / "run-2.html", "#against=1&change=won")
        ids = "[...document.querySelectorAll('#list tbody th')].map(e => e.textContent).sort()"
        assert await tab.run(ids) == ["f1", "f2", "f4", "p3"]  # the attack on f1 is not read as an answer
        await tab.open(page.parent / "report-items" / "run-2.html", "#against=1&change=any")
        assert await tab.run(ids) == ["f1", "f2", "f4", "p1", "p3"]

    in_browser(look)


@needs_chromium
def test_the_page_works_by_keyboard(page):
    async def look(tab):
        await tab.open(page)
        await tab.press("Tab")
        assert await tab.run("document.activeElement.className") == "skip"
        await tab.press("Tab")
        await tab.press("Enter")  # the theme's button
        assert await tab.run("document.documentElement.dataset.theme") == "dark"
        await tab.open(page.parent / "report-items" / "run-1.html", "#item=f1")
        await tab.until("document.getElementById('item').open")
        await tab.press("Escape")
        await tab.until("!document.getElementById('item').open")

    in_browser(look)


@needs_chromium
def test_filters_are_kept_in_the_address(page):
    async def look(tab):
        await tab.open(page.parent / "report-items" / "run-1.html", "#task=RP")
        count = "document.getElementById('count').textContent"
        assert await tab.run(count) == "4 of 12 items"
        await tab.run("const field = document.querySelector('[name=result]'); field.value = 'wrong'; 0")
        await tab.run("field.dispatchEvent(new Event('input', {bubbles: true}))")
        assert await tab.run(count) == "1 of 12 items"
        assert await tab.run("location.hash") == "#task=RP&result=wrong"
        await tab.run("document.getElementById('clear').click()")
        await tab.until(f"{count} === '12 of 12 items'")

    in_browser(look)


def test_the_same_store_gives_the_same_pages(two_runs, tmp_path):
    for name in ("one", "two"):
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
        assert CAVEAT in text
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert "unsafe-inline" not in policy.partition("style-src")[0]
        assert "http" not in policy


def test_a_partial_run_is_marked_partial_on_every_page(worked, store, tmp_path):
    run_id = store_run(store, worked, {"f1": "A", "f2": "B"})
    assert main(["report", run_id, "--format", "html", "--out", "report.html"]) == 0
    for name in ("report.html", "report-items/run-1.html"):
        assert "<dt>Partial</dt>" in (tmp_path / name).read_text()


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


def test_a_report_with_fewer_runs_leaves_no_page_of_an_older_one(two_runs, tmp_path):
    for runs in (two_runs, two_runs[:1]):
        assert main(["report", *runs, "--format", "html", "--out", str(tmp_path)]) == 0
    assert [path.name for path in (tmp_path / "report-items").iterdir()] == ["run-1.html"]


def test_the_page_needs_a_file(two_runs, capsys):
    assert main(["report", two_runs[0], "--format", "html"]) == 2
    assert "--format html needs --out FILE" in capsys.readouterr().err
    assert main(["report", two_runs[0], "--format", "html", "--out", "/dev/null/x.html"]) == 2
    assert "cannot be written" in capsys.readouterr().err
