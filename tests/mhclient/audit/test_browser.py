"""The full-screen browser, driven by keys on a terminal of 80×24 (Textual's pilot)."""

from dataclasses import replace

import anyio
import pytest
from textual import events
from textual.widgets import Static

from benchmark import Mode
from cache import Store
from cache.connection import open_connection
from mhclient.audit.browser import Browser, CaseList
from mhclient.audit.overview import overview
from mhclient.audit.render import render_overview
from mhclient.audit.session import RaterSession
from mhclient.judge.judgements import LONGEST_NOTE, Judgement, Judging, RaterVerdict
from mhclient.read.collect import collect
from tests.support.auditing import cases_of, store_all_kinds
from tests.support.items import make_items
from tests.support.stored import store_run

pytestmark = pytest.mark.slow


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


def session_of(stored, *, rater: str = "ann", blind: bool = False) -> RaterSession:
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    return RaterSession(collected.cases, Judging(connection, rater, collected.reader, blind=blind))


def press(session: RaterSession, *keys: str, overview_first: bool = False) -> dict[str, str]:
    """What stands on the screen after these keys: id of the widget → its text; "list" → the list's lines."""
    first = render_overview(overview(session.cases)) if overview_first else None
    shown: dict[str, str] = {}

    async def drive() -> None:
        app = Browser(session, first)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            for name in ("status", "completion", "question"):
                shown[name] = str(app.screen_stack[0].query_one(f"#{name}", Static).content)
            cases = app.screen_stack[0].query_one(CaseList)
            shown["list"] = "\n".join(cases.render_line(y).text for y in range(cases.size.height))
            shown["screens"] = str(len(app.screen_stack))

    anyio.run(drive)
    return shown


def shown(session: RaterSession) -> str:
    """The item looked at."""
    return "" if session.case is None else session.case.item_id


def judged(session: RaterSession) -> dict[str, str]:
    """Item → the judgement that counts in the store."""
    mine = session.judging.mine({case.key for case in session.cases})
    return {case.item_id: mine[case.key].label for case in session.cases if case.key in mine}


def test_a_whole_round_of_judging_by_keyboard(stored):
    session = session_of(stored)
    shown = press(session, "a", "B", "r", "n", "m", "s", "b")
    assert judged(session) == {
        "RP-00000": "A",
        "RP-00001": "B",
        "RP-00002": "refusal",
        "RP-00003": "none",
        "RP-00004": "ambiguous",
        "RP-00005": "skip",
        "FC-00000": "B",
    }
    assert "8 of 9 · 7 judged by ann" in shown["status"]


def test_a_letter_that_is_no_option_judges_nothing(stored):
    session = session_of(stored)
    shown = press(session, "e")
    assert judged(session) == {}
    assert "E is no option" in shown["status"]


def test_undo_goes_back_to_the_case_and_takes_its_judgement_back(stored):
    session = session_of(stored)
    shown = press(session, "a", "r", "u")
    assert judged(session) == {"RP-00000": "A"}
    assert "2 of 9" in shown["status"]
    press(session, "u")
    assert judged(session) == {}


def test_the_guide_opens_by_its_key_and_judges_nothing(stored):
    session = session_of(stored)
    assert press(session, "question_mark", "a")["screens"] == "2"
    assert press(session, "question_mark", "escape")["screens"] == "1"
    assert judged(session) == {}


def test_an_answer_that_is_not_on_the_list_is_judged_so(stored):
    session = session_of(stored)
    assert "out of range" in press(session, "l")["list"]
    assert judged(session) == {"RP-00000": "out_of_range"}


def test_a_session_begins_at_what_is_not_read_and_where_one_left_off(stored):
    judging = session_of(stored).judging
    session = RaterSession.begin(cases_of(stored), judging, None)
    assert (session.filter_text, len(session.places), shown(session)) == ("read:no", 5, "RP-00002")
    session.judge(RaterVerdict.REFUSAL)
    assert shown(RaterSession.begin(cases_of(stored), judging, None)) == "RP-00003"
    assert len(RaterSession.begin(cases_of(stored), judging, "").places) == 9
    blind = session_of(stored, blind=True).judging
    assert (
        len(RaterSession.begin(cases_of(stored), blind, None).places) == 9
    )  # `read:` would tell of readings


def test_items_that_ask_for_several_letters_wait_for_enter(make_benchmark, tmp_path):
    (item,) = make_items(1)
    several = replace(item, mode=Mode.MULTI)
    store = tmp_path / "s.sqlite3"
    run_id = store_run(store, make_benchmark([several]), {several.id: "A and C, perhaps"})
    session = session_of((store, run_id))
    shown = press(session, "a", "b", "c", "b")
    assert "picked: A&C" in shown["completion"]
    assert judged(session) == {}
    press(session, "enter")
    assert judged(session) == {several.id: "A&C"}


def test_a_filter_leaves_the_replies_that_match(stored):
    session = session_of(stored)
    shown = press(session, "slash", *"outcome:refusal", "enter")
    assert "1 of 2" in shown["status"]
    assert "cannot give medical" in shown["completion"]
    shown = press(session, "slash", "ctrl+u", *"nowhere to be found", "enter")
    assert "0 of 0" in shown["status"]
    assert "No reply is chosen" in shown["completion"]
    press(session, "a", "u", "down", "t", "enter")
    assert judged(session) == {}


def test_a_line_opened_again_is_written_on_at_its_end(stored):
    session = session_of(stored)
    press(session, "slash", *"task:RP", "enter", "slash", "ctrl+u", *"x:y", "enter", "slash", *",FC", "enter")
    assert session.filter_text == "task:RP,FC"


def test_keys_typed_into_the_filter_judge_nothing_and_tab_completes(stored):
    session = session_of(stored)
    press(session, "slash", *"outcome:amb", "tab", *",REF", "tab", "enter")
    assert session.filter_text == "outcome:ambiguous,REFusal"
    assert len(session.places) == 3
    press(session, "slash", "ctrl+u", *"task:F", "tab", "enter")
    assert session.filter_text == "task:FC"
    assert judged(session) == {}


def test_a_note_judges_nothing_and_stays_with_the_judgement_that_follows(stored):
    session = session_of(stored)
    shown = press(session, "t", *"odd one", "enter")
    assert "0 judged" in shown["status"]
    assert "you: note (odd one)" in shown["completion"]
    assert judged(session_of(stored)) == {"RP-00000": "note"}
    session = session_of(stored)
    press(session, "a")
    (judgement,) = session.mine.values()
    assert (judgement.label, judgement.note) == ("A", "odd one")


def test_what_is_typed_ahead_goes_where_it_belongs(stored):
    session = session_of(stored)
    typed = ["t", *"quux, note/", "\r", "a", "t", *"bad", "\x1b", "b", "/", *"task:FC", "\r", "n", "A"]
    names = {"\r": "enter", "\x1b": "escape", "/": "slash"}

    async def drive() -> None:
        app = Browser(session, None)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            driver = app._driver
            assert driver is not None
            for key in typed:
                driver.send_message(events.Key(names.get(key, key), key))
            with anyio.move_on_after(100):
                while len(judged(session)) < 4 and app.is_running:
                    await pilot.pause(0.05)

    anyio.run(drive)
    assert judged(session) == {"RP-00000": "A", "RP-00001": "B", "FC-00000": "none", "FC-00001": "A"}
    assert session.mine[session.cases[0].key].note == "quux, note/"


def test_a_note_left_as_it_is_adds_nothing_and_undo_passes_it_over(stored):
    session = session_of(stored)
    press(session, "a", "up", "t", "enter", "t", "space", "enter", "down", "t", "enter")
    assert open_connection(stored[0]).execute("SELECT count(*) FROM judgements").fetchone()[0] == 1
    assert session.undo()
    assert judged(session) == {}


def test_an_oversized_note_is_refused_and_the_browser_goes_on(stored):
    session = session_of(stored)
    session.judging.judge(session.cases[0], Judgement(RaterVerdict.SKIP, note="x" * LONGEST_NOTE))
    session = session_of(stored)
    shown = press(session, "t", "y", "enter")
    assert "2,000 are allowed" in shown["status"]
    assert session.mine[session.cases[0].key].note == "x" * LONGEST_NOTE


def test_a_hostile_completion_is_shown_as_text(stored):
    session = session_of(stored)
    shown = press(session, "end")
    assert "<script>alert(1)</script>" in shown["completion"]
    assert "[bold]x[/bold]" in shown["completion"]
    assert "\x1b" not in "".join(shown.values())
    assert "\u202e" not in "".join(shown.values())


def test_neither_gold_nor_relation_is_on_the_screen(stored):
    shown = press(session_of(stored), "down")
    options = ("indication", "contraindication", "off-label use", "none")
    for text in options:
        assert shown["question"].count(f"  {text}\n") == 1
    assert sum(shown["question"].count(text) for text in ("off-label use", "contraindication")) == 2


def test_a_blind_desk_never_shows_a_reading(stored):
    for keys in ((), ("a", "up"), ("a", "u")):
        shown = press(session_of(stored, blind=True), *keys)
        assert "reader:" not in shown["completion"]
        assert "strict" not in shown["list"]
        assert "blind" in shown["status"]


@pytest.mark.parametrize("line", ["outcome:refusal", "said:B", "grade:strict", "rule:x", "relation:none"])
def test_a_blind_desk_chooses_by_nothing_that_tells_of_readings_or_gold(stored, line):
    session = session_of(stored, blind=True)
    shown = press(session, "slash", *line, "enter")
    assert "judged blind" in shown["status"]
    assert "1 of 9" in shown["status"]
    assert session.filter_text == ""


def test_what_is_judged_at_a_blind_desk_is_on_record_as_blind_and_stands_apart(stored):
    in_sight, blind = session_of(stored), session_of(stored, blind=True)
    in_sight.judge(RaterVerdict.NONE)
    assert session_of(stored, blind=True).n_judged == 0
    blind.judge(RaterVerdict.REFUSAL)
    rows = open_connection(stored[0]).execute("SELECT verdict, blind FROM judgements ORDER BY id")
    assert [tuple(row) for row in rows] == [("none", 0), ("refusal", 1)]
    assert session_of(stored).mine[in_sight.cases[0].key].verdict is RaterVerdict.REFUSAL
    blind.undo()
    assert session_of(stored, blind=True).n_judged == 0
    assert session_of(stored).mine[in_sight.cases[0].key].verdict is RaterVerdict.NONE


def test_an_unknown_filter_is_said_and_leaves_the_choice_as_it_was(stored):
    session = session_of(stored)
    shown = press(session, "slash", *"outcome:refusl", "enter")
    assert "There are: answer, ambiguous" in " ".join(shown["status"].split())
    assert len(session.places) == 9


def test_the_overview_comes_first_and_enter_leads_on(stored):
    session = session_of(stored)
    assert press(session, overview_first=True)["screens"] == "2"
    assert press(session, "a", overview_first=True)["screens"] == "2"
    assert judged(session) == {}
    assert press(session, "enter", overview_first=True)["screens"] == "1"


def test_the_list_draws_only_what_is_seen(stored):
    shown = press(session_of(stored), "pagedown", "pageup", "x", "k", "j")
    assert "truncated" in shown["list"]
    assert len(shown["list"].splitlines()) < 12
