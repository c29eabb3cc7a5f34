"""The short road from Python: one call, and what it gives."""

import asyncio
import csv
import signal
import sys
from pathlib import Path

import anyio
import pytest
from aiohttp import web

import mhclient
from cache import Store
from cache.connection import open_connection
from mhclient.errors import MissingKey, MissingPackage, RunStopped, UsageError
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving, until

N_ITEMS = 30


@pytest.fixture
def exam(tmp_path):
    path = tmp_path / "exam.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "A", "B", "C", "gold", "chapter", "points", "task"])
        for n in range(1, N_ITEMS + 1):
            rows.writerow(
                [f"What is {n} + {n}?", n, 2 * n, 2 * n + 1, "B", f"chapter {n % 3}", n % 5, "sums"]
            )
    return path


@pytest.fixture
def simulator():
    with serving(Simulator(AnswerKey())) as running:
        yield running


def evaluate(exam, simulator, *models, variants=("letter-only", "reasoning"), **more):
    named = [f"compatible:{model}" for model in models or ("sim-tidy",)]
    more = {"base_url": simulator.openai_base_url, "price": mhclient.more.Price(1, 4, "test")} | more
    return mhclient.evaluate(exam, named, variants, **more)


def test_a_file_becomes_a_table_frames_a_comparison_and_a_report(exam, simulator, capsys, tmp_path):
    result = evaluate(exam, simulator, "sim-tidy", "sim-verbose")
    assert result.complete
    assert simulator.asked.total() == 4 * N_ITEMS
    assert repr(result).splitlines()[0].split()[:3] == ["rank", "accuracy", "95"]
    assert repr(result.compare()).startswith("sim-tidy · letter-only ")
    for each in (result.runs, result.summaries(), result.rankings):
        assert all(len(repr(one)) < 200 for one in each)
    comparison = result.compare()
    shown = comparison._repr_html_()
    assert shown.count("<tr>") == 1 + 6
    assert "simultaneous 95 % CI</th>" in shown
    assert "sim-verbose · reasoning</td>" in shown
    assert len(repr(comparison).splitlines()) == len(comparison.pairs) == len(comparison.verdicts) == 6
    for pair, verdict, line in zip(
        comparison.pairs, comparison.verdicts, repr(comparison).splitlines(), strict=True
    ):
        assert "simultaneous 95 % interval" in line
        assert repr(pair) == f"<Pair {pair.first.run.run_id}, {pair.second.run.run_id}>"
        assert repr(verdict).endswith(f"{verdict.second.run.run_id}: {verdict.right.judged.verdict}>")
    assert result.report(tmp_path / "report.html").stat().st_size > 50_000
    said = capsys.readouterr()
    assert "30 questions, kept in" in said.err
    assert "1 of 4 · sim-tidy · letter-only: 0 of 30 done" in said.err
    assert "4 of 4 · sim-verbose · reasoning: 30 of 30 replies" in said.err
    assert said.out == ""


def test_the_summary_has_a_row_per_run(exam, simulator):
    summary = evaluate(exam, simulator).summary
    assert summary.height == 2
    row = summary.row(0, named=True)
    assert (row["model"], row["n"], row["unread"], row["epochs"]) == ("sim-tidy", N_ITEMS, 0, 1)
    assert row["ci95_low"] < row["accuracy"] < row["ci95_high"]
    assert row["n_effective"] == N_ITEMS  # of a file without clusters
    assert row["cost_usd"] > 0


def test_the_items_have_what_was_asked_said_read_and_paid(exam, simulator):
    items = evaluate(exam, simulator, variants="letter-only").items
    assert items.height == N_ITEMS
    row = items.row(3, named=True)
    assert row["question"] == "What is 4 + 4?"
    assert row["options"] == ["A. 4", "B. 8", "C. 9"]
    assert row["gold"] == "B"
    assert row["prediction"] == row["completion"].strip()
    assert row["correct"] == (row["prediction"] == "B")
    assert row["cost_usd"] > 0
    assert row["latency_s"] > 0
    assert (row["chapter"], row["points"]) == ("chapter 1", "4")


def test_without_pandas_a_frame_says_what_to_install(exam, simulator, monkeypatch):
    result = evaluate(exam, simulator, variants="letter-only")
    for missing in ("pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, missing, None)  # as if it were not installed
        for frame in (result.items, result.summary):
            with pytest.raises(
                MissingPackage, match=r"to_pandas\(\) needs pandas and pyarrow; .*: pip install"
            ):
                frame.to_pandas()


def test_a_notebook_shows_the_same_table_with_charts_and_nothing_from_outside_runs(exam, simulator):
    result = evaluate(exam, simulator)
    page = result._repr_html_()
    assert page.count("<svg") == 2
    for line in repr(result).splitlines()[1:3]:
        assert all(cell in page for cell in line.split("  ")[0].split())
    assert "<script" not in page
    assert "sim-tidy · reasoning" in page


def test_a_rough_interval_is_explained_where_it_stands(exam, simulator):
    result = evaluate(exam, simulator, limit=4, variants="letter-only")
    note = "†: rough, since the questions are worth fewer than 10 independent ones."
    assert note in repr(result).splitlines()
    assert note in result._repr_html_()
    assert "†" not in repr(evaluate(exam, simulator, variants="letter-only"))


@pytest.mark.slow
def test_the_same_call_again_asks_only_what_is_new(exam, simulator):
    evaluate(exam, simulator, variants="letter-only")
    again = evaluate(exam, simulator, "sim-tidy", "sim-verbose", variants="letter-only", epochs=1)
    assert simulator.asked.total() == 2 * N_ITEMS
    assert again.summary.height == 2


def test_stored_runs_load_as_the_same_result(exam, simulator):
    result = evaluate(exam, simulator)
    loaded = mhclient.load()
    assert repr(loaded) == repr(result)
    assert mhclient.load(result.run_ids[0]).summary.height == 1
    assert mhclient.load("@last").run_ids == mhclient.load("study=exam").run_ids == result.run_ids
    with pytest.raises(UsageError, match="Did you mean '@last'"):
        mhclient.load("@lats")


def test_a_run_that_cannot_be_read_hides_no_other(exam, simulator):
    result = evaluate(exam, simulator)
    connection = open_connection(result.store)
    connection.execute("UPDATE runs SET spec = '{}' WHERE run_id = ?", (result.run_ids[0],))
    connection.close()
    loaded = mhclient.load()
    assert loaded.run_ids == result.run_ids[1:]
    assert loaded.notes[0].startswith(f"Left out: run '{result.run_ids[0]}'")


def test_one_cap_holds_for_all_runs(exam, simulator):
    result = evaluate(exam, simulator, max_requests=N_ITEMS + 5, concurrency=4)
    assert simulator.asked.total() == N_ITEMS + 5
    assert not result.complete
    assert "the cap is reached" in repr(result).splitlines()[0]


async def test_it_works_where_an_event_loop_runs_and_lets_others_go_on(exam, simulator):
    beats = 0

    async def beat():
        nonlocal beats
        while True:
            await anyio.sleep(0.01)
            beats += 1

    async with anyio.create_task_group() as beside:
        beside.start_soon(beat)
        result = await mhclient.aevaluate(
            exam, "compatible:sim-tidy", base_url=simulator.openai_base_url, progress=False
        )
        beside.cancel_scope.cancel()
    assert result.complete
    assert beats > 0
    assert evaluate(exam, simulator, variants="letter-only").complete  # the plain one too


async def test_to_cancel_the_task_drains_and_says_what_is_kept(exam, tmp_path, capsys):
    async with Simulator(AnswerKey(), latency_s=0.2) as simulator:
        task = asyncio.create_task(
            mhclient.aevaluate(
                exam,
                "compatible:sim-tidy",
                base_url=simulator.openai_base_url,
                concurrency=4,
            )
        )
        await until(lambda: simulator.asked.total() >= 8)
        task.cancel()
        with pytest.raises(asyncio.CancelledError, match="what has a reply is stored") as cancelled:
            await task
        assert capsys.readouterr().err.splitlines()[-1] == str(cancelled.value)
        asked = simulator.asked.total()
    with Store.open(Path("mhclient.sqlite3"), read_only=True) as store:
        (run,) = store.runs.get_all()
        counts = store.results.count_tasks(run.run_id)["sums"]
        spent = store.ledger.add_up(run.run_id)
    assert 8 <= asked < N_ITEMS
    assert (counts.answered, spent.requests) == (asked, asked)  # nothing was given up


@pytest.mark.slow
def test_ctrl_c_drains_and_is_raised(exam):
    """In the main thread, where Python hands it to, while a request is out; the second call asks the rest."""

    async def press(_, sent):
        signal.raise_signal(signal.SIGINT)
        return web.Response(body=sent, content_type="application/json")

    with serving(Simulator(AnswerKey(), latency_s=0.2, script=[None] * 7 + [press])) as simulator:
        with pytest.raises(KeyboardInterrupt, match="the same call asks the rest"):
            evaluate(exam, simulator, variants="letter-only", concurrency=4, progress=False)
        assert 8 <= simulator.asked.total() < N_ITEMS
        assert evaluate(exam, simulator, variants="letter-only", progress=False).complete
        assert simulator.asked.total() == N_ITEMS


def test_errors_are_exceptions_with_the_words_of_the_command_line(exam, simulator):
    url = simulator.openai_base_url
    with pytest.raises(UsageError, match="Write `models=openai:gpt-5`"):
        mhclient.evaluate(exam, "gpt-5")
    with pytest.raises(UsageError, match=r"Did you mean exam\.csv"):
        mhclient.evaluate("exma.csv", "openai:gpt-5")
    with pytest.raises(MissingKey, match="set OPENAI_API_KEY"):
        mhclient.evaluate(exam, "openai:gpt-5", progress=False)
    with pytest.raises(RunStopped, match="no model 'nonesuch'"):
        mhclient.evaluate(exam, "compatible:nonesuch", base_url=url, progress=False)
    with pytest.raises(UsageError, match="did you mean 'max_cost_usd'"):
        mhclient.evaluate(exam, "openai:gpt-5", max_cost=3)  # type: ignore[call-arg]
    with Store.open(Path("mhclient.sqlite3"), read_only=True) as store:
        assert store.runs.get_all() == []


def test_one_model_that_fails_leaves_the_others(exam, simulator):
    result = evaluate(exam, simulator, "nonesuch", "sim-tidy", variants="letter-only")
    assert result.summary["model"].to_list() == ["sim-tidy"]
    assert "no model 'nonesuch'" in repr(result)
    assert "nonesuch" in result._repr_html_()


def test_a_store_in_place_of_a_run_is_told_apart(exam, simulator, tmp_path):
    evaluate(exam, simulator, variants="letter-only", store="replies.sqlite3")
    assert mhclient.load(store="replies.sqlite3").summary.height == 1
    with pytest.raises(mhclient.errors.UsageError, match=r"write load\(store='replies.sqlite3'\)"):
        mhclient.load("replies.sqlite3")


def test_repetitions_at_temperature_0_are_said_to_show_little(exam, simulator, capsys):
    more = {"variants": "letter-only", "limit": 3, "epochs": 2}
    evaluate(exam, simulator, **more)
    assert "at temperature 0, repetitions show only" in " ".join(capsys.readouterr().err.split())
    evaluate(exam, simulator, temperature=0.7, **more)
    assert "repetitions show only" not in " ".join(capsys.readouterr().err.split())


def test_a_name_keeps_no_spaces(exam, simulator):
    result = mhclient.evaluate(
        exam, "compatible: sim-tidy ", base_url=simulator.openai_base_url, limit=2, progress=False
    )
    assert [run.spec.model for run in result.runs] == ["sim-tidy"]


def test_of_a_large_file_a_variant_and_a_key_are_looked_at_first(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    large = tmp_path / "large.csv"
    large.write_text("no questions\n" * 500_000, encoding="utf-8")
    with pytest.raises(UsageError, match=r"no variant 'reasonning'\. Did you mean 'reasoning'"):
        mhclient.evaluate(large, "openai:gpt-5", "reasonning", progress=False)
    with pytest.raises(MissingKey):
        mhclient.evaluate(large, "openai:gpt-5", progress=False)
