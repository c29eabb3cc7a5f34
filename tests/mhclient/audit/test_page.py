"""The page itself, in a headless Chromium where there is one: a whole adjudication by keyboard."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from cache import Store
from mhclient.judge.judgements import Judging
from mhclient.read.collect import collect
from mhclient.run.marks import MEANING, Mark
from tests.support.auditing import HOSTILE, serving, store_all_kinds
from tests.support.chromium import needs_chromium, press, wait_for


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


@pytest.fixture
def links(stored) -> Iterator[dict[str, str]]:
    """Rater → link, of a server that runs as a user starts it."""
    with serving(stored[0], "ann", "bob") as served:
        yield served.links


def text_of(browser, element: str) -> str:
    """The text of an element, "" while there is none."""
    script = "return document.getElementById(arguments[0])?.textContent ?? ''"
    return str(browser.execute_script(script, element))


def open_queue(browser, link: str, run_id: str, **parameters: str) -> None:
    from urllib.parse import urlencode

    browser.get(link)
    browser.get(f"{link.partition('?')[0]}#queue?{urlencode({'run': run_id} | parameters)}")
    wait_for(browser, lambda: text_of(browser, "completion") or " of 9" in text_of(browser, "count"))


def judged(stored, rater: str) -> dict[str, str]:
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    mine = Judging(connection, rater, collected.reader).mine({case.key for case in collected.cases})
    return {case.item_id: mine[case.key].label for case in collected.cases if case.key in mine}


@needs_chromium
def test_a_whole_adjudication_by_keyboard(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "a", "b", "r", "n", "m", "s", "b", "b", "u", "n", "A")
    wait_for(browser, lambda: "9 of 9 · 9 judged" in text_of(browser, "count"))
    assert judged(stored, "ann") == {
        "RP-00000": "A",
        "RP-00001": "B",
        "RP-00002": "refusal",
        "RP-00003": "none",
        "RP-00004": "ambiguous",
        "RP-00005": "skip",
        "FC-00000": "B",
        "FC-00001": "none",
        "FC-00002": "A",
    }
    press(browser, "t")
    press(browser, *"so it says", Keys.ENTER)
    wait_for(browser, lambda: "so it says" in text_of(browser, "reply"))
    press(browser, "/", *"outcome:refusal", Keys.ENTER)
    wait_for(browser, lambda: "1 of 2 · 2 judged" in text_of(browser, "count"))
    assert judged(stored, "bob") == {}
    assert browser.get_log("browser") == []


@needs_chromium
def test_a_note_typed_while_a_judgement_is_on_its_way_judges_nothing(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    slow = """const old = fetch, later = () => new Promise((done) => setTimeout(done, 300));
        window.fetch = async (...asked) => (await later(), old(...asked));"""
    browser.execute_script(slow)
    press(browser, "a", "t", *"an ace", Keys.ENTER)
    wait_for(browser, lambda: "an ace" in text_of(browser, "reply"))
    press(browser, "/", *"task:FC", Keys.ENTER)
    wait_for(browser, lambda: "1 of 3 · 0 judged" in text_of(browser, "count"))
    assert judged(stored, "ann") == {"RP-00000": "A", "RP-00001": "note"}


@needs_chromium
def test_an_unknown_filter_is_said_and_the_list_stays(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "/", *"task:XX", Keys.ENTER)
    wait_for(browser, lambda: "There are: FC, RP" in text_of(browser, "message"))
    press(browser, Keys.ESCAPE, Keys.ARROW_DOWN)
    wait_for(browser, lambda: "2 of 9" in text_of(browser, "count"))
    assert judged(stored, "ann") == {}  # none of the filter's letters was taken for a judgement


@needs_chromium
def test_undo_finds_its_item_after_the_filter_has_changed(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "a", "b", "r")
    wait_for(browser, lambda: "3 judged" in text_of(browser, "count"))
    press(browser, "/", *"outcome:refusal", Keys.ENTER)
    wait_for(browser, lambda: "1 of 2 · 1 judged" in text_of(browser, "count"))
    press(browser, Keys.ARROW_DOWN, "u")
    wait_for(browser, lambda: "1 of 2 · 0 judged" in text_of(browser, "count"))
    assert judged(stored, "ann") == {"RP-00000": "A", "RP-00001": "B"}


@needs_chromium
def test_a_letter_that_is_no_option_is_said_and_judges_nothing(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "e")
    wait_for(browser, lambda: "E is no option" in text_of(browser, "message"))
    assert judged(stored, "ann") == {}


@needs_chromium
def test_a_script_in_a_completion_is_text(browser, links, stored):
    open_queue(browser, links["ann"], stored[1], filter="script")
    wait_for(browser, lambda: "alert(1)" in text_of(browser, "completion"))
    shown = text_of(browser, "completion")
    assert "<script>alert(1)</script> [bold]x[/bold]" in shown
    assert len(shown) == len(HOSTILE)
    assert browser.execute_script("return document.querySelectorAll('main script').length") == 0


@needs_chromium
def test_another_page_can_neither_read_nor_judge(browser, links, stored, tmp_path):
    """A page from elsewhere, open in the same web browser, which holds the rater's cookie."""
    browser.get(links["ann"])
    wait_for(browser, lambda: "Runs" in text_of(browser, "main"))
    url = links["ann"].partition("/?")[0]
    foreign = tmp_path / "foreign.html"
    foreign.write_text("<p>another page</p>", encoding="utf-8")
    browser.get(foreign.as_uri())
    attack = """
        const [url, run, done] = arguments;
        const body = JSON.stringify({run, item: "FC-00001", verdict: "none", letters: [], note: ""});
        const tries = [
            fetch(url + "/api/runs", {credentials: "include"}),
            fetch(url + "/api/judge", {method: "POST", credentials: "include", mode: "no-cors", body}),
            fetch(url + "/api/judge", {method: "POST", credentials: "include", body,
                                       headers: {"Content-Type": "application/json"}}),
        ];
        Promise.allSettled(tries).then((ended) => done(ended.map((one) => one.value?.type ?? "refused")));
    """
    ended = browser.execute_async_script(attack, url, stored[1])
    assert ended[0] == ended[2] == "refused"
    assert judged(stored, "ann") == {}


@needs_chromium
def test_a_runs_marks_stand_behind_its_name_and_are_explained(browser, links, stored):
    """One of the items has failed."""
    meaning = f"Marks: errors: {MEANING[Mark.ERRORS]}."
    browser.get(links["ann"])
    wait_for(browser, lambda: f"{stored[1]} (errors)" in text_of(browser, "main"))
    assert meaning in text_of(browser, "main")
    browser.find_element("link text", stored[1]).click()
    wait_for(browser, lambda: "1 item without a reply" in text_of(browser, "main"))
    assert f"{stored[1]} (errors)" in text_of(browser, "main")
    assert meaning in text_of(browser, "main")
    assert browser.get_log("browser") == []
