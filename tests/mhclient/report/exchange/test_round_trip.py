"""Runs exported for other tools and adopted again: the same readings, figures and bytes of completions."""

import json
import sqlite3
import zipfile
from contextlib import closing

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.report.exchange import RUN_FORMATS
from tests.support.asking import run, simulator_for
from tests.support.items import make_items
from tests.support.round_trips import accuracy_of, adopt, export, store_kinds_of_runs, what_was_read
from tests.support.stored import FAILED, store_run


@pytest.fixture
def runs(make_benchmark, tmp_path):
    return store_kinds_of_runs(make_benchmark, tmp_path)


@pytest.mark.slow
def test_every_eval_ever_carries_a_run_whole(runs, tmp_path):
    store, run_ids = runs
    for number, run_id in enumerate(run_ids):
        out = tmp_path / f"eee{number}"
        export(store, run_id, "eee", out)
        (samples,) = out.glob("data/*/*/*/*_samples.jsonl")
        again = adopt([samples], tmp_path / "again.sqlite3")
        assert what_was_read(tmp_path / "again.sqlite3", again) == what_was_read(store, run_id)
        assert accuracy_of(tmp_path / "again.sqlite3", again) == accuracy_of(store, run_id)


@pytest.mark.slow
def test_lm_eval_carries_every_reply_and_leaves_errors_out(runs, tmp_path):
    store, run_ids = runs
    for number, run_id in enumerate(run_ids):
        out = tmp_path / f"lm{number}"
        export(store, run_id, "lm-eval", out)
        again = adopt(sorted(out.glob("samples_*.jsonl")), tmp_path / "again.sqlite3")
        found = what_was_read(tmp_path / "again.sqlite3", again, tokens=False)
        assert found == what_was_read(store, run_id, errors=False, tokens=False)


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["eee", "lm-eval"])
async def test_repetitions_stay_repetitions(make_benchmark, tmp_path, form):
    benchmark = make_benchmark(make_items(6))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(benchmark, simulator, store, model="sim-wavering", epochs=3)
    export(store, run_id, form, tmp_path / "out")
    samples = sorted((tmp_path / "out").glob("**/*samples*.jsonl"))
    again = adopt(samples, tmp_path / "again.sqlite3")
    tokens = form == "eee"  # lm-eval has no place for them
    found = what_was_read(tmp_path / "again.sqlite3", again, tokens=tokens)
    assert len(found) == 18
    assert found == what_was_read(store, run_id, tokens=tokens)


def test_an_eval_log_has_prompt_reply_reading_and_a_model_event(runs, tmp_path):
    store, (run_id, *_) = runs
    path = export(store, run_id, "inspect", tmp_path / "run.eval")
    with zipfile.ZipFile(path) as log:
        header = json.loads(log.read("header.json"))
        samples = [json.loads(log.read(name)) for name in log.namelist() if name.startswith("samples/")]
        summaries = json.loads(log.read("summaries.json"))
    assert (header["version"], header["status"]) == (2, "success")
    assert len(samples) == len(summaries) == 10
    by_id = {sample["id"]: sample for sample in samples}
    read = by_id["RP-00001"]
    (event,) = read["events"]
    assert "Which relation is recorded between drug 1" in event["input"][-1]["content"]
    assert event["output"]["choices"][0]["message"]["content"] == "Answer: B"
    score = read["scores"]["mhclient"]
    assert (score["value"], score["answer"]) == ("C", "B")
    assert (score["metadata"]["grade"], score["metadata"]["span"]) == ("explicit", [8, 9])
    assert score["explanation"].startswith("mhclient reads B in “B” (explicit, rule ")
    assert score["explanation"].endswith("\n\nAnswer: B")
    listed = next(each for each in summaries if each["id"] == "RP-00001")  # the viewer's list has these
    assert listed["total_time"] == event["working_time"] == 0.1
    (usage,) = listed["model_usage"].values()
    assert usage == event["output"]["usage"]
    assert header["stats"]["model_usage"]["openai/m"]["total_tokens"] >= usage["total_tokens"] > 0
    cut = by_id["RP-00004"]
    assert cut["output"]["choices"][0]["stop_reason"] == "max_tokens"
    score = cut["scores"]["mhclient"]
    assert (score["value"], score["answer"], score["metadata"]["outcome"]) == ("N", None, "truncated")
    assert score["explanation"].startswith("mhclient reads no answer: truncated (rule ")
    assert by_id["RP-00002"]["scores"]["mhclient"]["reason"] == "refusal"
    assert by_id["FC-00003"]["error"]["message"]
    assert by_id["FC-00003"]["output"]["choices"] == []


@pytest.mark.slow
@pytest.mark.parametrize("form", list(RUN_FORMATS))
def test_a_run_is_the_same_bytes_whenever_it_is_exported(runs, tmp_path, form):
    store, (run_id, *_) = runs
    for name in ("first", "second"):
        export(store, run_id, form, tmp_path / name)
    files = [path for path in sorted((tmp_path / "first").rglob("*")) if path.is_file()] or [
        tmp_path / "first"
    ]
    for path in files:
        other = tmp_path / "second" / path.relative_to(tmp_path / "first")
        assert path.read_bytes() == other.read_bytes()


def test_a_task_of_lm_eval_has_every_turn_as_it_was_sent(runs, tmp_path):
    store, (run_id, *_) = runs
    export(store, run_id, "lm-eval", tmp_path / "lm")
    with Store.open(store, read_only=True) as opened:
        keys = {row.item_id: row.request_key for row in opened.results.read_records(run_id)}
        bodies = dict(zip(keys, opened.requests.read_bodies(list(keys.values())), strict=True))
    docs = [
        json.loads(line)
        for path in (tmp_path / "lm" / "tasks" / "data").glob("*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(docs) == 10
    for doc in docs:
        assert json.loads(doc["messages"]) == json.loads(bodies[doc["id"]] or "")["messages"]


def test_no_key_gets_into_an_export(make_benchmark, tmp_path, monkeypatch):
    key = "sk-a-key-that-is-long-enough-0123456789"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    store = tmp_path / "s.sqlite3"
    run_id = store_run(store, make_benchmark(make_items(2)), {"RP-00000": f"A {key}", "RP-00001": "B"})
    for form in RUN_FORMATS:
        path = export(store, run_id, form, tmp_path / f"out-{form}")
        files = [path] if path.suffix == ".eval" else (tmp_path / f"out-{form}").rglob("*.json*")
        for file in files:
            data = file.read_bytes()
            if zipfile.is_zipfile(file):
                with zipfile.ZipFile(file) as log:
                    data = b"".join(map(log.read, log.namelist()))
            assert key.encode() not in data


def test_a_run_without_replies_is_refused(make_benchmark, tmp_path):
    store = tmp_path / "s.sqlite3"
    run_id = store_run(store, make_benchmark(make_items(2)), {})
    with pytest.raises(UsageError, match="no replies yet"):
        export(store, run_id, "eee", tmp_path / "out")


def test_a_run_of_errors_alone_is_exported_as_errors(make_benchmark, tmp_path):
    store = tmp_path / "s.sqlite3"
    run_id = store_run(store, make_benchmark(make_items(1)), {"RP-00000": FAILED})
    path = export(store, run_id, "inspect", tmp_path / "out.eval")
    with zipfile.ZipFile(path) as log:
        assert json.loads(log.read("header.json"))["results"]["completed_samples"] == 0


# As typed


def test_typed_with_a_run_each_format_is_written_and_the_next_step_named(runs, tmp_path, capsys):
    store, _ = runs
    steps = {
        "inspect": "inspect view",
        "eee": "every_eval_ever validate",
        "lm-eval": "lm_eval run --include_path",
    }
    for form, step in steps.items():
        out = tmp_path / f"{form}.out"
        assert main(["export", "m-kept", "--to", form, "--out", str(out), "--store", str(store)]) == 0
        assert step in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["no-such-run", "--to", "eee", "--out", "o"], "no run"),
        (["m-kept", "--to", "parquet", "--out", "o"], "--to parquet writes the items of a benchmark"),
        (["m-kept", "--to", "eee", "--out", "."], "is not empty"),
        (["m-kept", "--to", "inspect", "--out", "missing/o.eval"], "there is no folder"),
        (["m-kept", "--to", "inspect", "--out", "s.sqlite3"], "is a store"),
        (["bench", "--to", "eee", "--out", "o"], "takes a run"),
        (["m-kept", "--to", "eee", "--out", "o", "--store", "none.sqlite3"], "none.sqlite3 is no store"),
    ],
)
def test_what_cannot_be_exported_is_one_line_and_status_2(runs, tmp_path, capsys, monkeypatch, words, what):
    monkeypatch.chdir(tmp_path)
    store = [] if "--store" in words else ["--store", "s.sqlite3"]
    assert main(["export", *words, *store]) == 2
    said = capsys.readouterr().err
    assert what in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("form", RUN_FORMATS)
def test_an_export_that_fails_leaves_nothing_that_looks_whole(runs, tmp_path, form):
    store, _ = runs
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE requests SET body = x'00'")
    assert main(["export", "m-kept", "--to", form, "--out", str(tmp_path / "o"), "--store", str(store)]) == 2
    assert not list(tmp_path.glob("o*"))


@pytest.mark.parametrize("form", ["eee", "lm-eval"])
def test_a_run_of_a_spoilt_store_that_was_begun_at_no_time_is_refused(runs, tmp_path, capsys, form):
    store, _ = runs
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE runs SET created_at = '4611686018427387904'")
    assert main(["export", "m-kept", "--to", form, "--out", str(tmp_path / "x"), "--store", str(store)]) == 2
    assert "'4611686018427387904' is no time at which it was begun" in capsys.readouterr().err
