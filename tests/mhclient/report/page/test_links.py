"""Every link of a report's page leads to the items that its figure counts, and to none that was not asked."""

import json
import re
import sqlite3

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.run.sparse import sparse
from mhclient.run.spec import Reask
from mhclient.run.variant import load_variant
from mhclient.show.cells import percent
from tests.mhclient.providers.test_log_probs import command
from tests.support.chromium import fill, needs_chromium, open_page, problems, value
from tests.support.items import make_binary_items, make_items
from tests.support.several_answers import CASES, REPLIES, write_several_answers
from tests.support.stored import CUT, FAILED, Answer, store_run
from tests.support.worked_example import OTHER, PLAIN

# Of R1's and R1+E's items, and of some others, one has not been asked.
SOME = {name: OTHER[name] for name in ("f1", "f2", "p3", "r1", "e1", "e2")}
ODD: dict[str, Answer] = {
    **OTHER,
    **{"f1": FAILED, "f3": ("To approach this", CUT), "p1": "", "p3": "The answer is B or D.", "r1": "F"},
}


def change_run(store, run_id: str, keep: int, **spec: object) -> str:
    """Change what a stored run is said to have asked, and leave its first items alone."""
    with Store.open(store) as opened:
        stored = opened.runs.get(run_id).spec
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE runs SET spec = ? WHERE run_id = ?", (json.dumps(stored | spec), run_id))
        connection.execute("DELETE FROM run_items WHERE run_id = ? AND position >= ?", (run_id, keep))
    connection.close()
    return run_id


@pytest.fixture
def all_kinds(worked, store):
    """Whole runs of the worked example: plain, of odd endings, options moved."""
    return [
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, ODD, model="odd"),
        store_run(
            store,
            worked,
            PLAIN,
            model="moved",
            variant=load_variant("letter-only:option_order=reversed,keep_letters=true"),
        ),
    ]


@pytest.fixture
def parts_of_runs(worked, store):
    """Runs of the worked example of which items are missing: partial, limited, asked again."""
    limited = store_run(store, worked, OTHER, model="limited")
    again = store_run(store, worked, PLAIN, model="again")
    reask = sparse(Reask("earlier", ("truncated",), tuple(PLAIN)[:9]))
    return [
        store_run(store, worked, SOME, model="partial"),
        change_run(store, limited, 6, limit=6),
        change_run(store, again, 9, reask=reask),
    ]


@pytest.fixture
def several_answers(store, tmp_path):
    """A whole and a partial run on items with several right answers."""
    benchmark = write_several_answers(tmp_path / "bench")
    partial = {name: REPLIES[name] for name in tuple(CASES)[:5]}
    return [
        store_run(store, benchmark, REPLIES, model="all"),
        store_run(store, benchmark, partial, model="some"),
    ]


@pytest.fixture
def log_probs(make_benchmark):
    """A run with letters' probabilities, in the store of its command; half of its items were asked later."""
    benchmark = make_benchmark(make_items(30))
    assert command(benchmark, "sim-tidy:accuracy=0.5", "--ask", "logprobs", "--run-id", "nearly") == 0
    with sqlite3.connect("s.sqlite3") as connection:
        connection.execute("UPDATE run_items SET response_id = NULL WHERE position >= 20")
    connection.close()
    return ["nearly", "--store", "s.sqlite3"]


@pytest.fixture
def repeated(make_benchmark):
    """A run that asked each item three times, one that asked once, and one with the orders turned."""
    benchmark = make_benchmark(make_items(12) + make_binary_items(8))
    warm = ("--temperature", "1", "--epochs", "3")
    turned = ("--variant", "letter-only:option_order=reversed")
    assert command(benchmark, "sim-wavering", *warm, "--run-id", "thrice") == 0
    assert command(benchmark, "sim-verbose", "--run-id", "once") == 0
    assert command(benchmark, "sim-wavering", *warm, *turned, "--run-id", "turned") == 0
    return ["thrice", "once", "turned", "--store", "s.sqlite3"]


LINKS = """[...document.querySelectorAll('.sheet tbody a, .rank td a, .chart a, .shades a')].map(a => [
  (a.closest('.sheet, .chart, section').querySelector('h3, h2') ?? a).textContent,
  a.closest('table')?.tHead.rows[0].cells[a.closest('td, th').cellIndex].textContent ?? 'point',
  a.textContent, a.title, a.getAttribute('href')])"""
FOLLOW = """
const [hashes, done] = arguments;
(async () => {
  const found = [];
  document.documentElement.hidden = true;  // what is read is in the page; nobody needs it drawn
  for (const hash of hashes) {
    const came = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = hash + '&';  // never what it was
    await came;
    found.push([...document.querySelectorAll('#list tbody .result')].map((cell) => cell.textContent));
  }
  document.documentElement.hidden = false;
  done(found);
})();"""


def batched(addresses: list[str], n: int) -> list[list[str]]:
    """The addresses, so many together: a script of the browser's has its time."""
    return [addresses[start : start + n] for start in range(0, len(addresses), n)]


def shown_by(browser, folder, addresses: set[str]) -> dict[str, list[str]]:
    """Address → the results of the items that are shown there."""
    browser.set_script_timeout(300)  # thousands of addresses on a busy machine
    shown: dict[str, list[str]] = {}
    for name in sorted({address.partition("#")[0] for address in addresses}):
        of_page = sorted(address for address in addresses if address.startswith(f"{name}#"))
        open_page(browser, folder / name)
        for some in batched(of_page, 15):  # a call of the browser has two minutes
            hashes = [address.partition("#")[2] for address in some]
            shown |= zip(some, browser.execute_async_script(FOLLOW, hashes), strict=True)
    return shown


def stated(text: str, title: str) -> int:
    """How many items a link says it leads to."""
    if not title:
        assert text.isdigit(), "a figure that is no count says how many items are behind it"
        return int(text)
    found = re.fullmatch(r"([\d,]+)(?: of ([\d,]+))? items?", title)
    assert found is not None
    n, of = (int(part.replace(",", "")) if part else None for part in found.groups())
    assert n is not None
    if of is not None and "/" not in text and text[0] not in "+−":
        assert text.partition(" ")[0] == percent(n / of)
    if whole := re.fullmatch(r"(\d+)(?:/| of )\d+|.* \((\d+)/\d+\)", text):
        assert n == int(whole[1] or whole[2])
    return n


@needs_chromium
@pytest.mark.parametrize("runs", ["all_kinds", "parts_of_runs", "several_answers", "log_probs", "repeated"])
def test_every_link_shows_as_many_items_as_its_figure_counts(runs, request, browser, tmp_path):
    assert main(["report", *request.getfixturevalue(runs), "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report.html")
    links = value(browser, LINKS)
    shown = shown_by(browser, tmp_path, {href for *_, href in links})
    wrong = [
        (table, column, text, title, href, len(shown[href]))
        for table, column, text, title, href in links
        if column not in ("Run", "Model", "") and len(shown[href]) != stated(text, title)
    ]
    assert wrong == []
    assert {result for results in shown.values() for result in results} <= {
        *("right", "wrong", "unread", "over", "under", "incorrect")
    }
    assert len(links) > 25
    assert problems(browser) == []


@needs_chromium
def test_items_not_asked_are_found_and_left_out(worked, store, browser, tmp_path):
    run_id = store_run(store, worked, SOME, model="partial")
    assert main(["report", run_id, "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report-items" / "run-1.html")
    count = "document.getElementById('count').textContent"
    assert value(browser, count) == "12 of 12 items"
    for choice, n in (("yes", 6), ("no", 6)):
        fill(browser, "document.querySelector('[name=asked]')", choice)
        assert value(browser, count) == f"{n} of 12 items"
        assert value(browser, "location.hash") == f"#asked={choice}"


@needs_chromium
def test_yes_said_too_often_leads_to_the_items_of_its_task_alone(worked, store, browser, tmp_path):
    run_id = store_run(store, worked, PLAIN)
    assert main(["report", run_id, "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report.html")
    href = value(browser, "document.querySelector('#chart-yes a').getAttribute('href')")
    page, _, hash_of = href.partition("#")
    open_page(browser, tmp_path / page, f"#{hash_of}")
    ids = "[...document.querySelectorAll('#list tbody th')].map(e => e.textContent)"
    assert value(browser, ids) == ["f1", "f4"]


@needs_chromium
def test_a_choice_that_no_item_has_shows_none(worked, store, browser, tmp_path):
    run_id = store_run(store, worked, PLAIN)
    assert main(["report", run_id, "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report-items" / "run-1.html", "#task=ET")
    assert value(browser, "document.getElementById('count').textContent") == "0 of 12 items"
    assert value(browser, "document.querySelector('[name=task]').value") == "ET"


@needs_chromium
def test_steps_of_a_published_score_lead_to_their_replies_with_both_readings(tmp_path, store, browser):
    """By hand: a reply read alike, a guess, the pronoun taken for a letter, and one read otherwise."""
    texts = [("A", "A"), ("I cannot say.", "A"), ("I cannot answer that.", "I"), ("The answer is B.", "C")]
    trees = ["oak", "birch", "elm", "ash", "fir", "yew", "pine", "larch", "lime"]
    records = [
        {"id": place, "ask": f"Which, {place}?", "opts": trees, "key": "A", "out": out, "pred": said}
        for place, (out, said) in enumerate(texts)
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    named = {"completion": "out", "options": "opts", "gold": "key", "prompt": "ask", "said": "pred"}
    given = [word for name, field in named.items() for word in (f"--{name}", field)]
    assert main(["adopt", str(log), *given, "--store", str(store)]) == 0
    report = tmp_path / "r.html"
    assert main(["report", "@last", "--store", str(store), "--format", "html", "--out", str(report)]) == 0
    page = tmp_path / "r-items" / "run-1.html"
    for theirs, ids in {"published": "01", "something": "0", "only-they": "12", "differ": "3"}.items():
        open_page(browser, page, f"#theirs={theirs}")
        shown = browser.execute_script(
            "return [...document.querySelectorAll('#list tbody th')].map(e => e.innerText).join('')"
        )
        assert shown == ids
    open_page(browser, page, "#item=2")
    said = browser.execute_script("return document.getElementById('item').innerText")
    assert "The tool read I and scored it as wrong; here it" in said
    assert "(rule " in said
    assert not problems(browser)
