"""The page's server: what is answered, and that raters stay apart."""

import asyncio
import json

import aiohttp
import anyio
import pytest

from cache import Store
from mhclient.judge.judgements import LONGEST_NOTE, Judging
from mhclient.judge.samples import find_or_draw
from mhclient.read.collect import collect
from tests.support.auditing import serving, store_all_kinds
from tests.support.sql import execute
from tests.support.visiting import JSON, answer, n_judgements, post, verdict_on, visited


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


async def test_runs_overview_report_and_cases_are_answered(stored):
    run = {"run": stored[1]}
    async with visited(stored) as (_, ann):
        _, found = await answer(ann, "/api/runs")
        assert [(one["run"], one["replies"], one["errors"]) for one in found["runs"]] == [(stored[1], 9, 1)]
        _, view = await answer(ann, "/api/overview", params=run)
        assert (view["n"], view["without_reply"]) == (9, 1)
        _, report = await answer(ann, "/api/report", params=run)
        assert any("Accuracy" in table["title"] for table in report["tables"])
        _, cases = await answer(ann, "/api/cases", params=run | {"filter": "outcome:refusal"})
        assert [row["item"] for row in cases["rows"]] == ["RP-00002", "RP-00003"]


async def test_a_case_shows_its_marks_and_neither_gold_nor_relation(stored):
    async with visited(stored) as (_, ann):
        _, case = await answer(ann, "/api/case", params={"run": stored[1], "item": "RP-00001"})
        assert case["said"] == "B"
        assert ["B", "decided"] in [piece[:2] for piece in case["pieces"]]
        assert "".join(piece[0] for piece in case["pieces"]) == "Answer: B"
        assert not {"gold", "relation"} & set(case)


async def test_a_hostile_completion_comes_as_text_without_control_characters(stored):
    async with visited(stored) as (_, ann):
        _, case = await answer(ann, "/api/case", params={"run": stored[1], "item": "FC-00002"})
        text = "".join(piece[0] for piece in case["pieces"])
        assert "<script>alert(1)</script>" in text
        assert not set(text) & {"\x1b", "\x07", "\u202e"}


async def test_two_raters_at_once_judge_apart_and_nothing_is_lost(stored):
    items = [f"RP-{number:05d}" for number in range(6)]
    async with visited(stored, "ann", "bob") as (server, ann, bob):
        sent = [
            post(server, visit, "/api/judge", verdict_on(stored, item, verdict))
            for item in items
            for visit, verdict in ((ann, "none"), (bob, "refusal"))
        ]
        assert {status for status, _ in await asyncio.gather(*sent)} == {200}
        for visit, label in ((ann, "none"), (bob, "refusal")):
            _, cases = await answer(visit, "/api/cases", params={"run": stored[1], "filter": "judged:yes"})
            assert [row["mine"] for row in cases["rows"]] == [label] * 6
    assert n_judgements(stored) == 12


async def test_a_rater_cannot_judge_under_another_name(stored):
    async with visited(stored, "ann", "bob") as (server, ann, bob):
        said = verdict_on(stored, "FC-00001", rater="bob")
        assert (await post(server, ann, "/api/judge", said))[0] == 200
        params = {"run": stored[1], "item": "FC-00001", "rater": "ann"}
        assert (await answer(bob, "/api/case", params=params))[1]["mine"] is None


async def test_a_sample_hides_the_readings_before_and_after_judging(stored):
    connection = Store.open(stored[0])
    sample = find_or_draw(connection, collect(connection, [stored[1]]), 9, 1).row
    run = {"run": stored[1], "sample": str(sample.sample_id)}
    async with visited(stored) as (server, ann):
        _, cases = await answer(ann, "/api/cases", params=run)
        assert len(cases["rows"]) == 9
        assert {(row["said"], row["grade"], row["read"]) for row in cases["rows"]} == {("", "", True)}
        item = {"item": "RP-00001"}
        _, hidden = await answer(ann, "/api/case", params=run | item)
        assert (hidden["reading"], hidden["said"], hidden["marks"]) == (None, None, [])
        assert hidden["pieces"] == [["Answer: B", "", ""]]
        await post(server, ann, "/api/judge", verdict_on(stored, "RP-00001") | run)
        _, judged = await answer(ann, "/api/case", params=run | item)
        assert (judged["mine"]["label"], judged["reading"], judged["marks"]) == ("none", None, [])
        _, cases = await answer(ann, "/api/cases", params=run)
        assert {(row["said"], row["grade"], row["read"]) for row in cases["rows"]} == {("", "", True)}
    assert execute(connection, "SELECT blind FROM judgements").fetchone()[0] == 1


async def test_a_blind_queue_is_chosen_from_by_nothing_that_tells_of_readings(stored):
    connection = Store.open(stored[0])
    sample = find_or_draw(connection, collect(connection, [stored[1]]), 9, 1).row
    run = {"run": stored[1], "sample": str(sample.sample_id)}
    async with visited(stored) as (_, ann):
        for line in ("outcome:refusal", "said:B", "grade:strict", "rule:x", "relation:none"):
            status, found = await answer(ann, "/api/cases", params=run | {"filter": line})
            assert status == 400
            assert "judged blind" in found["error"]
        assert (await answer(ann, "/api/cases", params=run | {"filter": "task:FC"}))[0] == 200
        status, found = await answer(ann, "/api/cases", params=run | {"sample": "7"})
        assert (status, found["error"]) == (400, f"run '{stored[1]}' has no sample 7.")


async def test_an_unknown_filter_is_an_error_that_names_what_there_is(stored):
    async with visited(stored) as (_, ann):
        params = {"run": stored[1], "filter": "outcome:refusl"}
        status, found = await answer(ann, "/api/cases", params=params)
        assert status == 400
        assert "There are: answer, ambiguous" in found["error"]


async def test_a_note_judges_nothing_and_stays(stored):
    said = {"run": stored[1], "item": "RP-00000"}
    async with visited(stored) as (server, ann):
        status, found = await post(server, ann, "/api/note", said | {"note": "odd one"})
        assert (status, found["mine"]["verdict"], found["mine"]["judged"]) == (200, "note", False)
        _, cases = await answer(ann, "/api/cases", params={"run": stored[1], "filter": "judged:no"})
        assert (len(cases["rows"]), cases["n_judged"]) == (9, 0)
        await post(server, ann, "/api/judge", verdict_on(stored, "RP-00000"))
        status, found = await post(server, ann, "/api/note", said | {"note": "odd indeed"})
        assert (found["mine"]["verdict"], found["mine"]["note"]) == ("none", "odd indeed")
    assert n_judgements(stored) == 3


async def test_the_next_unjudged_reply_is_found_round_the_end(stored):
    run = {"run": stored[1]}
    async with visited(stored) as (server, ann):
        for item in ("RP-00001", "RP-00002"):
            await post(server, ann, "/api/judge", verdict_on(stored, item))
        for after, at in (("0", 3), ("2", 3), ("8", 0), ("99", 0)):
            _, found = await answer(ann, "/api/unjudged", params=run | {"after": after})
            assert found == {"at": at}
        _, found = await answer(ann, "/api/unjudged", params=run | {"filter": "judged:yes"})
        assert found == {"at": None}


async def test_undo_takes_ones_own_judgement_back(stored):
    async with visited(stored) as (server, ann):
        await post(server, ann, "/api/judge", verdict_on(stored, "FC-00001"))
        status, found = await post(server, ann, "/api/undo", {"run": stored[1], "item": "FC-00001"})
        assert (status, found) == (200, {"mine": None})


@pytest.mark.parametrize(
    "said",
    [
        {"verdict": "answer", "letters": ["C"]},
        {"verdict": "answer", "letters": ["A", "B"]},
        {"verdict": "answer", "letters": "A"},
        {"verdict": "answer", "letters": [1]},
        {"verdict": "withdrawn"},
        {"verdict": "note"},
        {"verdict": "none", "note": "\ud800"},
        {"verdict": "none", "item": "\udfff"},
        {"verdict": "none", "sample": "1"},
        {"verdict": "none", "sample": 1},
        {"verdict": "<script>"},
        {"verdict": ["none"]},
        {"verdict": "none", "note": 7},
        {"verdict": "none", "note": "x" * (LONGEST_NOTE + 1)},
        {"verdict": "none", "item": "FC-99999"},
        {"verdict": "none", "item": None},
        {"verdict": "none", "run": "nope"},
    ],
)
async def test_a_bad_judgement_is_refused_in_one_line(stored, said):
    async with visited(stored) as (server, ann):
        body = {"run": stored[1], "item": "FC-00001"} | said
        status, found = await post(server, ann, "/api/judge", body)
        assert status == 400
        assert len(found["error"].splitlines()) == 1
    assert n_judgements(stored) == 0


async def test_a_judgement_made_in_the_terminal_shows_on_the_page(stored):
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    async with visited(stored) as (server, ann):
        await post(server, ann, "/api/judge", verdict_on(stored, collected.cases[0].item_id))
        judging = Judging(connection, "ann", collected.reader)
        assert judging.mine([collected.cases[0].key])[collected.cases[0].key].label == "none"


@pytest.mark.slow
def test_a_judgement_is_on_disk_when_the_page_hears_of_it(stored, tmp_path):
    """The server is killed after its answer; the store has what it confirmed."""
    with serving(stored[0], "ann") as served:

        async def judge() -> int:
            url = served.links["ann"].partition("/?")[0]
            async with aiohttp.ClientSession(url, cookie_jar=aiohttp.CookieJar(unsafe=True)) as visit:
                async with visit.get(served.links["ann"]):
                    pass
                body = json.dumps(verdict_on(stored, "FC-00001"))
                async with visit.post("/api/judge", data=body, headers=JSON | {"Origin": url}) as response:
                    served.process.kill()
                    return response.status

        assert anyio.run(judge) == 200
    assert n_judgements(stored) == 1
