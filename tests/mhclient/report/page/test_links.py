"""Every link of a report's page leads to the items that its figure counts, and to none that was not asked."""

import json
import re
import sqlite3

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.run.prompts.variant_files import load_variant
from mhclient.run.sparse import sparse
from mhclient.run.spec import Reask
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
    """Runs of the worked example: plain, partial, of odd endings, limited, asked again, options moved."""
    limited = store_run(store, worked, OTHER, model="limited")
    again = store_run(store, worked, PLAIN, model="again")
    reask = sparse(Reask("earlier", ("truncated",), tuple(PLAIN)[:9]))
    return [
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, SOME, model="partial"),
        store_run(store, worked, ODD, model="odd"),
        change_run(store, limited, 6, limit=6),
        change_run(store, again, 9, reask=reask),
        store_run(
            store,
            worked,
            PLAIN,
            model="moved",
            variant=load_variant("letter-only:option_order=reversed,keep_letters=true"),
        ),
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


LINKS = """[...document.querySelectorAll('.sheet tbody a, .card :not(h2) > a')].map(a => [
  a.closest('.sheet')?.querySelector('h3').textContent ?? 'card',
  a.closest('table')?.tHead.rows[0].cells[a.parentElement.cellIndex].textContent
    ?? a.closest('div')?.querySelector('dt')?.textContent ?? '',
  a.textContent, a.title, a.getAttribute('href')])"""
POINTS = """[...document.querySelectorAll('.chart')].flatMap(chart => chart.data)
  .flatMap(trace => trace.customdata.flat()).filter(Boolean)"""
FOLLOW = """
const [hashes, done] = arguments;
(async () => {
  const found = [];
  for (const hash of hashes) {
    const came = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = hash + '&';  // never what it was
    await came;
    found.push([...document.querySelectorAll('#list tbody .result')].map((cell) => cell.textContent));
  }
  done(found);
})();"""


def shown_by(browser, folder, addresses: set[str]) -> dict[str, list[str]]:
    """Address → the results of the items that are shown there."""
    shown: dict[str, list[str]] = {}
    for name in sorted({address.partition("#")[0] for address in addresses}):
        of_page = sorted(address for address in addresses if address.startswith(f"{name}#"))
        open_page(browser, folder / name)
        hashes = [address.partition("#")[2] for address in of_page]
        shown |= zip(of_page, browser.execute_async_script(FOLLOW, hashes), strict=True)
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
@pytest.mark.parametrize("runs", ["all_kinds", "several_answers", "log_probs", "repeated"])
def test_every_link_shows_as_many_items_as_its_figure_counts(runs, request, browser, tmp_path):
    assert main(["report", *request.getfixturevalue(runs), "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report.html")
    links, points = value(browser, LINKS), value(browser, POINTS)
    shown = shown_by(browser, tmp_path, {*(href for *_, href in links), *points})
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
def test_the_cards_letter_bias_leads_to_tasks_that_ask_a_or_b_alone(worked, store, browser, tmp_path):
    run_id = store_run(store, worked, PLAIN)
    assert main(["report", run_id, "--format", "html", "--out", "report.html"]) == 0
    open_page(browser, tmp_path / "report.html")
    (href,) = [href for _, label, *_, href in value(browser, LINKS) if label.startswith("A said more")]
    page, _, hash_of = href.partition("#")
    open_page(browser, tmp_path / page, f"#{hash_of}")
    ids = "[...document.querySelectorAll('#list tbody th')].map(e => e.textContent)"
    assert value(browser, ids) == ["f1", "f4", "r1", "r2", "e1"]  # not p1 and p4, which ask A to D


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
