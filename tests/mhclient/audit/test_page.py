"""The page itself, in a headless Chromium where there is one: by key, by touch, on a tablet and a phone."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

import pytest
from selenium.webdriver.common.keys import Keys

from benchmark import Mode
from cache import Store
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from mhclient.judge.samples import find_or_draw
from mhclient.read.collect import collect
from mhclient.run.marks import MEANING, Mark
from tests.support.audit_page import click, find, judged, open_queue, open_view, shows, stands, text_of
from tests.support.auditing import HOSTILE, serving, store_all_kinds
from tests.support.axe import axe_violations
from tests.support.chromium import needs_chromium, press, problems, show_as, value, wait_for
from tests.support.items import make_items
from tests.support.stored import store_run


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


@pytest.fixture
def links(stored) -> Iterator[dict[str, str]]:
    """Rater → link, of a server that runs as a user starts it."""
    with serving(stored[0], "ann", "bob") as served:
        yield served.links


# A button on the screen that is too low for a finger, and how the first mark looks.
LOW = "(it) => it.offsetHeight && it.offsetHeight < 44"
MARK = """(() => {
    const it = document.querySelector("mark");
    return [getComputedStyle(it).fontWeight, it.title];
})()"""
READING_WORDS = ("How the program", "Not read", "least certainty", "ended by")


@needs_chromium
def test_a_whole_adjudication_by_keyboard(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "a", "b", "r", "n", "m", "s", "b", "b", "u", "n", "A")
    wait_for(browser, lambda: "All of these are judged" in text_of(browser, "main"))
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
    press(browser, Keys.ARROW_LEFT, "t", *"so it says", Keys.ENTER)
    wait_for(browser, lambda: "so it says" in text_of(browser, "mynote"))
    find(browser, "outcome:refusal")
    wait_for(browser, lambda: stands(browser, "1 of 2", "2 judged"))
    assert judged(stored, "bob") == {}
    assert browser.get_log("browser") == []


@needs_chromium
def test_a_note_typed_while_a_judgement_is_on_its_way_judges_nothing(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    slow = """const old = fetch, later = () => new Promise((done) => setTimeout(done, 300));
        window.fetch = async (...asked) => (await later(), old(...asked));"""
    browser.execute_script(slow)
    press(browser, "a", "t", *"an ace", Keys.ENTER)
    wait_for(browser, lambda: "an ace" in text_of(browser, "mynote"))
    find(browser, "task:FC")
    wait_for(browser, lambda: stands(browser, "1 of 3", "0 judged"))
    assert judged(stored, "ann") == {"RP-00000": "A", "RP-00001": "note"}


@needs_chromium
def test_an_unknown_filter_is_said_and_the_list_stays(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    find(browser, "task:XX")
    wait_for(browser, lambda: "There are: FC, RP" in text_of(browser, "message"))
    press(browser, Keys.ESCAPE, Keys.ARROW_RIGHT)
    wait_for(browser, lambda: "2 of 9" in text_of(browser, "count"))
    assert judged(stored, "ann") == {}  # none of the filter's letters was taken for a judgement


@needs_chromium
def test_undo_finds_its_item_after_the_filter_has_changed(browser, links, stored):
    open_queue(browser, links["ann"], stored[1])
    press(browser, "a", "b", "r")
    wait_for(browser, lambda: stands(browser, "4 of 9", "3 judged"))
    find(browser, "outcome:refusal")
    wait_for(browser, lambda: stands(browser, "1 of 2", "1 judged"))
    press(browser, Keys.ARROW_RIGHT, "u")
    wait_for(browser, lambda: stands(browser, "1 of 2", "0 judged"))
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
    wait_for(browser, lambda: "not read60.0 %" in text_of(browser, "main"))  # one has failed
    browser.find_element("link text", stored[1]).click()
    wait_for(browser, lambda: "1 item without a reply" in text_of(browser, "main"))
    assert f"{stored[1]} (errors)" in text_of(browser, "main")
    assert meaning in text_of(browser, "main")
    assert browser.get_log("browser") == []


@needs_chromium
def test_the_page_opens_at_what_is_not_read_and_leads_on(browser, links, stored):
    open_queue(browser, links["ann"], stored[1], filter=None)
    wait_for(browser, lambda: stands(browser, "1 of 5", "0 judged"))
    assert "I cannot give medical advice about drug 2." in text_of(browser, "completion")
    press(browser, "r")
    wait_for(browser, lambda: stands(browser, "2 of 5", "1 judged"))
    open_queue(browser, links["ann"], stored[1], filter=None)
    wait_for(browser, lambda: stands(browser, "2 of 5", "1 judged"))  # where one has left off


@needs_chromium
def test_judging_by_touch_on_a_tablet(browser, links, stored):
    show_as(browser, width=768, height=1024)
    open_queue(browser, links["ann"], stored[1])
    click(browser, "A")
    wait_for(browser, lambda: stands(browser, "2 of 9", "1 judged"))
    click(browser, "Not on the list")
    wait_for(browser, lambda: stands(browser, "3 of 9", "2 judged"))
    click(browser, "Not sure")
    wait_for(browser, lambda: stands(browser, "4 of 9", "3 judged"))
    click(browser, "Undo")
    wait_for(browser, lambda: stands(browser, "3 of 9", "2 judged"))
    click(browser, "Note")
    press(browser, *"odd")
    click(browser, "Save note")
    wait_for(browser, lambda: "odd" in text_of(browser, "mynote"))
    assert judged(stored, "ann") == {"RP-00000": "A", "RP-00001": "out_of_range", "RP-00002": "note"}
    assert problems(browser) == []


@needs_chromium
def test_several_letters_are_saved_together(browser, make_benchmark, tmp_path):
    (item,) = make_items(1)
    several = replace(item, mode=Mode.MULTI)
    store = tmp_path / "several.sqlite3"
    run_id = store_run(store, make_benchmark([several]), {several.id: "A and C, perhaps"})
    with serving(store, "ann") as served:
        open_queue(browser, served.links["ann"], run_id)
        for letter in ("A", "B", "C", "B"):
            click(browser, letter)
        wait_for(browser, lambda: "Save A & C" in text_of(browser, "act"))
        assert judged((store, run_id), "ann") == {}
        click(browser, "Save A & C")
        wait_for(browser, lambda: "All of these are judged" in text_of(browser, "main"))
    assert judged((store, run_id), "ann") == {several.id: "A&C"}


@needs_chromium
def test_a_blind_sample_has_no_marks_and_no_word_of_what_was_read(browser, links, stored):
    with Store.open(stored[0]) as store:
        sample = find_or_draw(store, collect(store, [stored[1]]), 9, 1).row
    open_queue(browser, links["ann"], stored[1], filter=None, sample=str(sample.sample_id))
    seen: list[str] = []
    for _ in range(9):
        wait_for(browser, lambda: text_of(browser, "count") == f"{len(seen) + 1} of 9")
        seen.append(text_of(browser, "completion"))
        assert value(browser, "document.querySelectorAll('mark, details').length") == 0
        page = str(browser.execute_script("return document.body.innerText"))
        assert not [word for word in READING_WORDS if word in page]
        press(browser, Keys.ARROW_RIGHT)
    assert "It is A or B." in seen


@needs_chromium
def test_marks_are_all_alike_until_one_asks_how_the_program_read_it(browser, links, stored):
    open_queue(browser, links["ann"], stored[1], filter='"Answer: B"')
    assert value(browser, MARK) == ["400", ""]
    assert value(browser, "document.getElementById('why').open") is False
    press(browser, "w")
    wait_for(browser, lambda: value(browser, "document.querySelector('.explained mark') !== null"))
    weight, reason = value(browser, MARK)
    assert (weight, bool(reason)) == ("700", True)
    assert "B · explicit" in text_of(browser, "why")


@needs_chromium
def test_agreement_is_shown_from_ten_shared_replies_on(browser, make_benchmark, tmp_path):
    items = make_items(12)
    stored = tmp_path / "twelve.sqlite3", ""
    stored = (
        stored[0],
        store_run(stored[0], make_benchmark(items), {item.id: "It is A or B." for item in items}),
    )
    with Store.open(stored[0]) as store:
        collected = collect(store, [stored[1]])
        for case in collected.cases:
            Judging(store, "bob", collected.reader).judge(case, Judgement(RaterVerdict.AMBIGUOUS))
    with serving(stored[0], "ann") as served:
        open_queue(browser, served.links["ann"], stored[1])
        press(browser, *"mmmmmmmmn")
        wait_for(browser, lambda: text_of(browser, "judged") == "9 judged")
        assert text_of(browser, "agreement") == ""
        press(browser, "n")
        wait_for(browser, lambda: "agreement 80.0 %" in text_of(browser, "agreement"))


@needs_chromium
def test_the_guide_opens_at_first_and_by_its_key_and_takes_no_judgement(browser, links, stored):
    browser.get(links["ann"])
    browser.get(f"{links['ann'].partition('?')[0]}#queue?{urlencode({'run': stored[1]})}")
    wait_for(browser, lambda: value(browser, "document.getElementById('guide').open"))
    press(browser, "a", Keys.ESCAPE)
    wait_for(browser, lambda: not value(browser, "document.getElementById('guide').open"))
    press(browser, "?")
    wait_for(browser, lambda: value(browser, "document.getElementById('guide').open"))
    assert "next without a judgement" in text_of(browser, "keys")
    assert judged(stored, "ann") == {}


@needs_chromium
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(380, 780), (768, 1024), (1300, 900)])
def test_every_view_fits_its_width_and_can_be_read_by_all(browser, links, stored, width, height, dark):
    """Nothing overflows, every button can be touched, axe finds nothing, and the console says nothing."""
    show_as(browser, width=width, height=height, dark=dark)
    for view in ("runs", "run", "queue"):
        open_view(browser, links["ann"], view, run=stored[1])
        ready = {"runs": "60.0 %", "run": "Accuracy", "queue": "What did the reply"}[view]
        wait_for(browser, partial(shows, browser, ready))
        assert value(browser, "document.documentElement.scrollWidth - innerWidth") <= 0
        assert (
            value(browser, f"[...document.querySelectorAll('button, select, .button')].filter({LOW}).length")
            == 0
        )
        assert value(browser, "document.documentElement.dataset.theme") == ("dark" if dark else "light")
        assert axe_violations(browser) == []
    assert value(browser, "document.querySelector('.act').getBoundingClientRect().bottom <= innerHeight + 1")
    assert value(browser, "document.querySelector('header').offsetHeight") <= 64
    assert problems(browser) == []
