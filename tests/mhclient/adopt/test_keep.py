"""Logs in the store: as a benchmark and runs that report, audit and compare, and never serve a live run."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmark import Item, Mode
from cache import canonical_json, open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import Fields, LoggedReply, LogUnusable
from mhclient.adopt.prepared import _request_body, line_of
from mhclient.cli.main import main
from mhclient.figures.accuracy import with_means
from mhclient.figures.classification import set_figures
from mhclient.figures.proportion_intervals import Share
from mhclient.figures.published_score import Step
from mhclient.providers.stored_bodies import find_body_readers
from mhclient.report.blocks.loop import tables_of
from mhclient.report.blocks.published import overall, published_findings, published_table
from mhclient.report.compare.comparing import compare
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from tests.mhclient.adopt.test_formats import lm_eval_row
from tests.support.scoring_cases import scored

NAMED = Fields(
    completion="out", options="opts", gold="key", prompt="ask", said="pred", epoch="epoch", id="id"
)
OPTIONS = ["oak", "birch", "elm", "ash", "fir", "yew", "pine", "larch", "lime"]  # A to I
# Four replies of gold A: read alike; a guess; the pronoun taken for a letter; read alike and wrong.
FOUR = [("A", "A"), ("I cannot say.", "A"), ("I cannot answer that.", "I"), ("The answer is B.", "B")]


def record(number=0, out="A", pred="A", **changes):
    return {
        "id": number,
        "ask": f"Which tree, {number}?",
        "opts": OPTIONS,
        "key": "A",
        "out": out,
        "pred": pred,
        **changes,
    }


def log(path, *records):
    path.write_text("".join(json.dumps(each) + "\n" for each in records), encoding="utf-8")
    return open_log(path, NAMED)


@pytest.fixture
def store(tmp_path):
    with open_store(tmp_path / "s.sqlite3") as store:
        yield store


def test_the_steps_from_a_published_score_to_what_the_replies_say(tmp_path, store):
    """By hand: published 2 of 4 (a guess is one), not from nothing 1, read 1; among read 1 of 2."""
    records = [record(number, out, pred) for number, (out, pred) in enumerate(FOUR)]
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", *records)])
    (summary,) = summarise_all(load_runs(store, [adopted.run_id]))
    (steps,) = overall(summary).values()
    assert {step: share.count for step, share in steps.right.items()} == {
        Step.PUBLISHED: 2,
        Step.OWN_LETTER: 2,
        Step.NOT_FROM_NOTHING: 1,
        Step.READ: 1,
    }
    assert (steps.among_read.count, steps.among_read.n) == (1, 2)
    assert (steps.only_they, steps.only_they_right, steps.only_we, steps.differ) == (2, 1, 0, 0)
    again = [{**each, "epoch": epoch} for each in records for epoch in (1, 2, 3)]
    (thrice,) = keep_logs(store, [log(tmp_path / "thrice.jsonl", *again)])
    (of_thrice,) = overall(summarise_all(load_runs(store, [thrice.run_id]))[0]).values()
    for step, share in of_thrice.right.items():  # three replies to an item say no more than one
        assert (share.count, share.ci95) == (3 * steps.right[step].count, steps.right[step].ci95)
    assert summary.overall.accuracy.kept_format.value is None  # what was asked for is not known


def test_adopting_twice_changes_nothing(tmp_path, store):
    read = log(tmp_path / "log.jsonl", record(), record(1))
    (first,) = keep_logs(store, [read])
    before = list(store.results.read_records(first.run_id))
    (again,) = keep_logs(store, [read])
    assert (first.known, again.known, again.run_id) == (False, True, first.run_id)
    assert [run.run_id for run in store.runs.get_all()] == [first.run_id]
    assert list(store.results.read_records(first.run_id)) == before


def test_a_log_that_was_adopted_alone_is_the_same_run_in_a_folder(tmp_path, store):
    """Others of the folder ask more, so that together they are another benchmark."""
    logs = [log(tmp_path / f"{n}.jsonl", *(record(number) for number in range(n))) for n in (2, 3)]
    named = [each._replace(head=each.head._replace(model=each.path.stem)) for each in logs]
    (alone,) = keep_logs(store, named[:1])
    first, other = keep_logs(store, named[::-1])[::-1]
    assert (first.known, first.run_id, first.benchmark) == (True, alone.run_id, alone.benchmark)
    assert not other.known
    assert {run.run_id for run in store.runs.get_all()} == {alone.run_id, other.run_id}


def test_every_key_and_reply_can_be_worked_out_again(tmp_path, store):
    keep_logs(store, [log(tmp_path / "log.jsonl", record(), record(0, "B", epoch=2))])
    store.close()
    assert main(["cache", "verify", "--store", str(tmp_path / "s.sqlite3")]) == 0


def test_no_live_request_has_the_key_of_an_adopted_one(tmp_path, store):
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", record())])
    (row,) = store.results.read_records(adopted.run_id)
    request = store.requests.get_by_prefix(row.request_key)
    assert request["method"] == "ADOPTED"
    assert request["endpoint"].startswith("fields:")
    assert find_body_readers("ADOPTED", request["endpoint"]) is not None


def test_epochs_are_repetitions_of_one_item(tmp_path, store):
    (adopted,) = keep_logs(
        store,
        [
            log(
                tmp_path / "log.jsonl",
                record(0, "A"),
                record(0, "B", epoch=2),
                record(1, "A"),
                record(1, "A", epoch=2),
            )
        ],
    )
    rows = list(store.results.read_records(adopted.run_id))
    assert [(row.item_id, row.repetition, row.completion) for row in rows] == [
        ("0", 1, "A"),
        ("0", 2, "B"),
        ("1", 1, "A"),
        ("1", 2, "A"),
    ]


def test_two_texts_for_one_item_and_epoch_are_refused_and_nothing_is_kept(tmp_path, store):
    read = log(tmp_path / "log.jsonl", record(0, "A"), record(1), record(0, "B"))
    with pytest.raises(LogUnusable, match=r"line 3: item '0', epoch 1, has another reply before"):
        keep_logs(store, [read])
    assert not store.runs.get_all()


def test_models_of_one_command_share_a_benchmark_and_can_be_compared(tmp_path, store):
    logs = [
        log(tmp_path / f"{model}.jsonl", *(record(number, out) for number in range(4)))
        for model, out in (("one", "A"), ("other", "B"))
    ]
    named = [each._replace(head=each.head._replace(model=each.path.stem)) for each in logs]
    one, other = keep_logs(store, named)
    assert one.benchmark == other.benchmark
    store.close()
    assert main(["compare", one.run_id, other.run_id, "--store", str(tmp_path / "s.sqlite3")]) == 0


def test_what_a_log_does_not_say_was_sent_is_unknown_and_not_left_out(tmp_path, store):
    other = log(tmp_path / "other.jsonl", record(0))
    heads = [
        other.head._replace(model="one", parameters={"temperature": 0.7}),
        other.head._replace(model="two", parameters={}),
    ]
    kept = keep_logs(store, [other._replace(head=head) for head in heads])
    marked = [run.sent_otherwise for run in load_runs(store, [each.run_id for each in kept])]
    assert marked == ["temperature 0.7", "temperature unknown"]


def test_options_that_were_shuffled_make_another_item(tmp_path, store):
    shuffled = record(0, epoch=2, opts=[*OPTIONS[1:], OPTIONS[0]], key="I")
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", record(0), shuffled)])
    assert [row.item_id for row in store.results.read_records(adopted.run_id)] == ["0", "0~2"]


def test_records_that_ask_no_question_are_left_out_and_told(tmp_path, store):
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", record(), record(1, opts=["oak"]))])
    assert adopted.n_replies == 1
    assert len(adopted.left_out) == 1
    assert "line 2" in adopted.left_out[0]
    assert "at least two options" in adopted.left_out[0]


def test_as_typed(tmp_path, capsys):
    path = tmp_path / "log.jsonl"
    log(path, *(record(number, out, pred) for number, (out, pred) in enumerate(FOUR)))
    fields = [
        "--completion",
        "out",
        "--options",
        "opts",
        "--gold",
        "key",
        "--prompt",
        "ask",
        "--said",
        "pred",
    ]
    store = str(tmp_path / "s.sqlite3")
    assert main(["adopt", str(path), *fields, "--model", "m", "--store", store]) == 0
    said = capsys.readouterr().out
    run = said.split(":", 1)[0]
    assert "4 replies" in said
    assert f"Next: mhclient reread {run} --published " in said
    assert "does not say why replies ended" in said
    assert main(["reread", run, "--published", "--store", store]) == 0
    assert "50.0" in capsys.readouterr().out
    for form in ("json", "markdown", "latex", "csv"):
        assert main(["report", run, "--format", form, "--store", store]) == 0
    assert main(["audit", run, "--plain", "--store", store]) == 0


def test_a_log_that_does_not_say_what_was_read_has_no_published_score(tmp_path, capsys):
    path = tmp_path / "log.jsonl"
    log(path, record())
    store = str(tmp_path / "s.sqlite3")
    fields = ["--completion", "out", "--options", "opts", "--gold", "key", "--prompt", "ask"]
    assert main(["adopt", str(path), *fields, "--store", store]) == 0
    said = capsys.readouterr().out
    run = said.split(":", 1)[0]
    assert f"Next: mhclient report {run} " in said
    assert main(["reread", run, "--published", "--store", store]) == 2
    assert "what its tool read" in capsys.readouterr().err
    assert main(["report", run, "--format", "json", "--store", store]) == 0
    assert "published" not in json.loads(capsys.readouterr().out)


@given(task=st.text(), item=st.text(), messages=st.lists(st.tuples(st.text(), st.text())))
@example(task="t", item="\ud83d", messages=[("user", "\x00\x1f\x7f\u2028é\ud83d")])
def test_a_request_is_kept_as_canonical_json(task, item, messages):
    """Its key is worked out again from it, by this version and by earlier ones."""
    reply = LoggedReply("line 1", item, "Which?", {}, frozenset(), tuple(messages), "A", task=task)
    named = [{"role": role, "content": text} for role, text in messages]
    expected = canonical_json({"item": [task, item], "messages": named, "model": "m"})
    assert _request_body("m", reply) == expected.encode()


@given(text=st.text(), options=st.dictionaries(st.sampled_from("ABC"), st.text()))
@example(text="\x00\x1f\x7f\u2028é\ud83d", options={})
def test_an_adopted_item_has_the_line_that_any_item_has(text, options):
    """The hash of the lines names the benchmark."""
    asked = (text, text, text, options, ("A",), Mode.MULTI)
    assert line_of(*asked) + "\n" == Item(*asked).to_line()


def test_last_names_what_the_last_command_adopted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, said in (("one", "B"), ("two", "A")):
        record = {"question": f"Which, {name}?", "output": said, "choices": ["oak", "birch"], "answer": "B"}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
        fields = ["--completion", "output", "--options", "choices", "--gold", "answer"]
        assert main(["adopt", f"{name}.jsonl", *fields]) == 0
    capsys.readouterr()
    assert main(["report", "@last", "--format", "json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert run["run"].startswith("two")


def test_nobody_here_has_paid_for_a_log_that_is_adopted_again_in_a_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    for name in ("one", "two"):
        samples = tmp_path / "logs" / f"samples_{name}.jsonl"
        samples.write_text(json.dumps(lm_eval_row()) + "\n", encoding="utf-8")
    assert main(["adopt", "logs/samples_one.jsonl"]) == 0
    main(["adopt", "logs"])
    capsys.readouterr()
    assert main(["runs"]) == 0
    shown = capsys.readouterr().out
    assert "samples" in shown
    assert "paid for before" not in shown


def test_one_model_in_two_tools_is_two_runs_each_with_its_way_of_asking(tmp_path, store):
    samples = tmp_path / "samples_trees.jsonl"
    samples.write_text(json.dumps(lm_eval_row()) + "\n", encoding="utf-8")
    logs = [log(tmp_path / "log.jsonl", record()), open_log(samples, Fields())]
    found = keep_logs(store, [each._replace(head=each.head._replace(model="m")) for each in logs])
    specs = [store.runs.get(each.run_id).spec for each in found]
    assert [(spec["model"], spec["variant"]["name"]) for spec in specs] == [("m", "fields"), ("m", "lm-eval")]


def test_the_score_of_each_filter_is_said_with_its_name(tmp_path, capsys):
    """By hand: of 25 replies the strict filter finds 6 right, the other 16; 10 are scored by neither."""
    samples, store = tmp_path / "samples_trees.jsonl", str(tmp_path / "s.sqlite3")
    rows = [
        lm_eval_row(doc, name, filtered_resps=["B" if doc < n else "[invalid]"], exact_match=float(doc < n))
        for name, n in (("strict-match", 6), ("flexible-extract", 16))
        for doc in range(25)
    ]
    samples.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["adopt", str(samples), "--store", store]) == 0
    said = capsys.readouterr().out
    assert "25 replies." in said
    assert "scored each reply in 2 ways. Right: strict-match 24.0 %, flexible-extract 64.0 %." in said
    assert main(["reread", "@last", "--published", "--json", "--store", store]) == 0
    ((steps,),) = (run.values() for run in json.loads(capsys.readouterr().out).values())
    assert (steps["by"], steps["published"]["share"]) == ("strict-match", 0.24)
    assert steps["others"]["flexible-extract"]["published"]["share"] == 0.64
    assert main(["report", "@last", "--store", store]) == 0
    report = capsys.readouterr().out
    assert "Right: strict-match 24.0 %, flexible-extract 64.0 %" in " ".join(report.split())
    assert main(["report", "@last", "--format", "markdown", "--store", store]) == 0
    table = [line for line in capsys.readouterr().out.splitlines() if "flexible-extract | " in line]
    assert any("| 25 | 64.0 |" in line for line in table)


def test_a_task_with_one_score_is_counted_beside_a_task_with_two(tmp_path, capsys):
    """By hand: of 4 replies strict finds 1 right, loose 3; of the 2 of a task with one score 1 is right."""
    filters, alone, store = (
        tmp_path / "samples_trees.jsonl",
        tmp_path / "samples_moss.jsonl",
        str(tmp_path / "s"),
    )
    rows = [
        lm_eval_row(doc, name, exact_match=float(doc < n))
        for name, n in (("strict", 1), ("loose", 3))
        for doc in range(4)
    ]
    filters.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    rows = [lm_eval_row(doc, "none", exact_match=float(doc < 1)) for doc in (0, 1)]
    alone.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["adopt", str(filters), str(alone), "--model", "m", "--store", store]) == 0
    ways = "Right: strict 25.0 % of 4, loose 75.0 % of 4, others 50.0 % of 2."
    assert f"scored some replies in several ways. {ways}" in capsys.readouterr().out
    assert main(["reread", "@last", "--published", "--json", "--store", store]) == 0
    (tasks,) = json.loads(capsys.readouterr().out).values()
    assert [*tasks][-1] == "all"
    assert [each["published"]["n"] for each in (tasks["all"], *tasks["all"]["others"].values())] == [4, 4, 2]


def test_items_of_a_log_that_repeats_some_tasks_are_counted_once(tmp_path, store):
    """By hand: two items asked once and two asked twice are 4 items with 1.5 replies each."""
    rows = [record(n, task="once", epoch=1) for n in (0, 1)]
    rows += [record(n, task="twice", epoch=epoch) for n in (2, 3) for epoch in (1, 2)]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (adopted,) = keep_logs(store, [open_log(path, NAMED._replace(task="task"))])
    (summary,) = summarise_all(load_runs(store, [adopted.run_id]))
    (table,) = (table for table in tables_of(summary, ["accuracy"]))
    assert [str(getattr(row[1], "text", row[1])) for row in table.rows] == ["2", "2 × 2", "4 × 1.5"]
    assert summary.overall.accuracy.n_items == 4


def test_items_weigh_the_same_in_every_figure_however_often_each_was_asked(tmp_path, store):
    """By hand: items asked once say A and B, one asked four times says A thrice and nothing once; gold is A.

    Right are (1 + 0 + 3/4) / 3; of what was read A is 1.75 of 2.75; replies would give 4 of 6, and 4 of 5.
    """
    said = [(0, 1, "A"), (1, 1, "B"), *((2, epoch, "A") for epoch in (1, 2, 3)), (2, 4, "I cannot say.")]
    rows = [record(n, out, epoch=epoch) for n, epoch, out in said]
    uneven, once = (log(tmp_path / f"{name}.jsonl", *of) for name, of in (("l", rows), ("m", rows[:3])))
    ids = [keep_logs(store, [each])[0].run_id for each in (uneven, once)]
    runs = load_runs(store, ids)
    figures = summarise_all(runs)[0].overall
    assert figures.letters is not None
    (pair,) = compare(runs).pairs
    right = [figures.accuracy.correct.value, figures.estimate.value, pair.overall.right.first]
    assert right == pytest.approx([1.75 / 3] * 3)
    read = [figures.accuracy.answered.value, figures.answered.value, figures.letters.letters[0].said.value]
    assert read == pytest.approx([1.75 / 2.75] * 3)
    assert figures.letters.letters[0].recall.value == pytest.approx(1.75 / 3)
    assert figures.accuracy.bounds == pytest.approx((1.75 / 3, 2 / 3))
    assert (figures.accuracy.n, figures.accuracy.correct.count, figures.accuracy.n_unread) == (6, 4, 1)
    assert main(["report", ids[0], "--store", str(tmp_path / "s.sqlite3")]) == 0


def test_sets_of_items_that_some_were_asked_more_often_are_means_over_items():
    """By hand: gold AB; one item says AB, one says A twice: exact 1 of 2, Jaccard (1 + 1/2) / 2."""
    asked = [scored("AB", said) for said in ("AB", "A", "A")]
    counts, parts = ([*zip(asked, each, strict=True)] for each in ([1, 1, 1], [2, 1, 1]))
    found = with_means(set_figures(counts, 1.5), set_figures(parts, 1.5))
    assert (found.exact.count, found.exact.n, found.exact.value) == (1, 3, 0.5)
    assert (found.under.value, found.jaccard, found.by_item.recall) == (0.5, 0.75, 0.75)


def test_the_same_reply_with_another_score_is_not_passed_over(tmp_path, store):
    rows = [record(0, "A", "A"), record(1), record(0, "A", "B")]
    with pytest.raises(
        LogUnusable, match="line 3: item '0', epoch 1, has another reply before, or another score"
    ):
        keep_logs(store, [log(tmp_path / "log.jsonl", *rows)])


def test_a_score_of_some_replies_is_a_share_of_those(tmp_path, store):
    """Of two repetitions lm-eval scores the first: 1 of 1 is right, not 1 of 2."""
    samples = tmp_path / "samples_trees.jsonl"
    row = lm_eval_row(0, "flexible", resps=[["B", "C"]], filtered_resps=["B", "C"])
    samples.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (adopted,) = keep_logs(store, [open_log(samples, Fields())])
    (summary,) = summarise_all(load_runs(store, [adopted.run_id]))
    (steps,) = overall(summary).values()
    assert (steps.right[Step.PUBLISHED], steps.n) == (Share(1, 1), 2)
    table = published_table(summary)
    assert table is not None
    (line,) = table.rows
    assert "100.0 (of 1)" in [getattr(cell, "text", cell) for cell in line]


def test_thinking_within_a_logged_text_is_not_read_as_the_answer(tmp_path, store):
    thinking = record(0, "<think>Is it B? Answer: B</think>Answer: A")
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", thinking)])
    (run,) = load_runs(store, [adopted.run_id])
    assert [each.said for each in run.scored] == [frozenset("A")]


def test_every_step_has_its_interval_and_one_reply_is_spoken_of_as_one(tmp_path, store):
    """By hand: 1 of 2 replies is read, and right. Wilson's 95 % of 1 of 2: 9.5 to 90.5."""
    records = [record(0, "A", "A"), record(1, "I cannot say.", "A")]
    (adopted,) = keep_logs(store, [log(tmp_path / "log.jsonl", *records)])
    (summary,) = summarise_all(load_runs(store, [adopted.run_id]))
    table = published_table(summary)
    assert table is not None
    row = dict(zip(table.head, map(str, table.rows[0]), strict=True))
    assert (row["read here, 95 %"], row["among read, 95 %"]) == ("9.5–90.5", "20.7–100.0")
    (finding,) = published_findings(summary)
    assert "from 1 reply that gives no answer" in finding.text
