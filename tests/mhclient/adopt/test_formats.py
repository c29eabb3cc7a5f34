"""Every format of log, in small files as its tool writes them, with the traps each has."""

import gzip
import json
from pathlib import Path
from typing import Any

import polars
import pytest

from mhclient.adopt.formats import TOOLS, open_log, open_logs
from mhclient.adopt.lm_eval import _filter_said
from mhclient.adopt.logged import NO_FIELDS, Fields, LoggedReply, LogUnusable, Published
from mhclient.cli.arguments.replies import TOOLS as TOOLS_IN_HELP
from tests.support.logs import LIGHTEVAL, LM_EVAL, OPENCOMPASS, OWN, TREES

NAMED = Fields(
    completion="out", options="opts", gold="key", prompt="ask", said="pred", id="n", task="subject"
)


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def document(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def replies(path: Path, given: Fields = NO_FIELDS) -> list[LoggedReply]:
    return list(open_log(path, given).replies())


def test_the_help_names_the_tools_there_are():
    assert TOOLS_IN_HELP == TOOLS


# lm-evaluation-harness


def lm_eval_row(doc_id: int = 0, filter_name: str = "strict", **changes: Any) -> dict[str, Any]:
    return {
        **LM_EVAL,
        "doc_id": doc_id,
        "filtered_resps": ["[invalid]" if filter_name == "strict" else "B"],
        "filter": filter_name,
        "exact_match": 0.0 if filter_name == "strict" else 1.0,
        **changes,
    }


@pytest.mark.parametrize("by_question", [False, True])
def test_lm_eval_has_a_row_for_each_filter_and_one_reply_scored_by_each(tmp_path, by_question):
    rows = [lm_eval_row(doc, name) for name in ("strict", "flexible") for doc in (0, 1)]
    rows.sort(key=lambda row: row["doc_id"] if by_question else 0)
    log = open_log(lines(tmp_path / "samples_trees_2026-01-21T03-44-18.4.jsonl", *rows), NO_FIELDS)
    found = list(log.replies())
    assert [(reply.item, reply.completion, reply.task) for reply in found] == [
        ("0", "It is B", "trees"),
        ("1", "It is B", "trees"),
    ]
    assert found[0].published == Published(None, False)
    for reply in found:
        assert reply.scores == {"strict": Published(None, False), "flexible": Published("B", True)}
    assert found[0].finish_reason is None
    assert "does not say why replies ended" in log.head.notes[0]


def test_a_filter_that_has_another_reply_is_no_filter(tmp_path):
    rows = [lm_eval_row(0, "strict"), lm_eval_row(0, "flexible", resps=[["It is C"]])]
    with pytest.raises(
        LogUnusable, match=r"line 2: question '0' has another reply under the filter 'flexible'"
    ):
        replies(lines(tmp_path / "samples_trees.jsonl", *rows))


def test_several_metrics_of_lm_eval_are_several_scores_and_a_part_of_a_point_is_none(tmp_path):
    row = lm_eval_row(metrics=["exact_match", "f1"], exact_match=0.0, f1=0.4, filtered_resps=["B"])
    (reply,) = replies(lines(tmp_path / "samples_trees.jsonl", row))
    assert reply.scores == {"exact_match": Published("B", False), "f1": Published("B", None)}


def test_lm_evals_rows_are_known_in_a_file_of_another_name(tmp_path):
    assert open_log(lines(tmp_path / "exam.jsonl", lm_eval_row()), NO_FIELDS).tool == "lm-eval"


def test_lm_eval_says_model_and_version_in_the_file_beside(tmp_path):
    document(
        tmp_path / "results_2026-01-21T03-44-18.4.json", {"model_name": "m-1", "lm_eval_version": "0.4.13"}
    )
    log = open_log(lines(tmp_path / "samples_trees_2026-01-21T03-44-18.4.jsonl", lm_eval_row()), NO_FIELDS)
    assert (log.head.model, log.head.version) == ("m-1", "0.4.13")


def test_repeats_of_lm_eval_are_epochs(tmp_path):
    row = lm_eval_row(resps=[["B", "A"]], filtered_resps=["B", "A"])
    found = replies(lines(tmp_path / "samples_trees.jsonl", row))
    assert [(reply.epoch, reply.completion) for reply in found] == [(1, "B"), (2, "A")]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"resps": [["-1.5", "False"]], "filtered_resps": [["-1.5", "False"], ["-2", "True"]]}, "log-probs"),
        ({"doc": {"text": "no options here"}}, "`options`"),
        ({"target": "oak tree"}, "none of the options"),
    ],
)
def test_what_is_no_reply_to_a_question_with_options_is_refused_by_line(tmp_path, changes, what):
    path = lines(tmp_path / "samples_trees.jsonl", lm_eval_row(0), lm_eval_row(1, **changes))
    with pytest.raises(LogUnusable, match=what) as refused:
        replies(path)
    assert f"{path}, line 2" in str(refused.value)


@pytest.mark.parametrize("target", ["B", "(B)", 1, "birch"])
def test_a_gold_is_a_letter_a_place_or_a_text(tmp_path, target):
    (reply,) = replies(lines(tmp_path / "samples_trees.jsonl", lm_eval_row(target=target)))
    assert reply.gold == frozenset("B")


# HELM


def helm_state(text: str = " B", **changes: Any) -> dict[str, Any]:
    references = [
        {"output": {"text": tree}, "tags": ["correct"] if tree == "birch" else []} for tree in TREES
    ]
    return {
        "instance": {"id": "id7", "input": {"text": "Which tree?"}, "references": references},
        "train_trial_index": 0,
        "output_mapping": {"A": "elm", "B": "birch", "C": "oak"},
        "request": {"model": "lab/m-2", "prompt": "Which tree?\nA. elm\nB. birch\nC. oak\nAnswer:"},
        "result": {"completions": [{"text": text, "finish_reason": {"reason": "length"}}]},
        **changes,
    }


def helm_log(folder: Path, *states: dict[str, Any], method: str = "multiple_choice_joint") -> Path:
    adapter = {"method": method, "model": "lab/m-2", "temperature": 0.0}
    return document(folder / "scenario_state.json", {"adapter_spec": adapter, "request_states": states})


def test_helm_shows_options_as_its_mapping_says(tmp_path):
    stats = [{"name": {"name": "exact_match"}, "mean": 1.0}]
    document(
        tmp_path / "per_instance_stats.json",
        [{"instance_id": "id7", "train_trial_index": 0, "stats": stats}],
    )
    (reply,) = replies(helm_log(tmp_path, helm_state()))
    assert reply.options == {"A": "elm", "B": "birch", "C": "oak"}
    assert (reply.gold, reply.finish_reason, reply.published) == (
        frozenset("B"),
        "length",
        Published(None, True),
    )


def test_each_metric_of_helm_and_each_changed_question_is_kept_apart(tmp_path):
    changed = {"name": "typos", "prob": 0.1}
    instance = helm_state()["instance"]
    states = [
        helm_state(),
        helm_state(" A", train_trial_index=1),
        helm_state(" C", instance={**instance, "perturbation": changed, "input": {"text": "Whch tre?"}}),
    ]
    means = [(None, 0, 0.0, 1.0), (None, 1, 0.0, 0.0), (changed, 0, 0.0, 0.5)]
    rows = [
        {
            "instance_id": "id7",
            "perturbation": perturbation,
            "train_trial_index": trial,
            "stats": [
                {"name": {"name": "exact_match"}, "mean": exact},
                {"name": {"name": "quasi_exact_match"}, "mean": quasi},
            ],
        }
        for perturbation, trial, exact, quasi in means
    ]
    document(tmp_path / "per_instance_stats.json", rows)
    found = [
        (reply.item, reply.epoch, reply.completion, [made.right for made in reply.scores.values()])
        for reply in replies(helm_log(tmp_path, *states))
    ]
    assert found == [
        ("id7", 1, " B", [False, True]),
        ("id7", 2, " A", [False, False]),
        ("id7 (typos)", 1, " C", [False, None]),
    ]


def test_replies_that_helm_filtered_are_empty_not_missing(tmp_path):
    filtered = {"completions": [{"text": "", "finish_reason": {"reason": "content_filter"}}]}
    (reply,) = replies(helm_log(tmp_path, helm_state(result=filtered)))
    assert (reply.completion, reply.finish_reason) == ("", "content_filter")


def test_helm_logs_without_a_text_are_refused(tmp_path):
    with pytest.raises(LogUnusable, match="each option by itself"):
        replies(helm_log(tmp_path, helm_state(), method="multiple_choice_separate_original"))


# Others


def test_every_eval_ever(tmp_path):
    sample = {
        "schema_version": "0.3.0",
        "model_id": "lab/m-3",
        "sample_id": "s1",
        "evaluation_name": "trees",
        "input": {"raw": "Which tree?", "choices": TREES, "reference": ["birch"]},
        "output": {"raw": ["B", "C"]},
        "answer_attribution": [{"extracted_value": "B", "is_terminal": True}],
        "evaluation": {"score": 1.0, "is_correct": True},
        "token_usage": {"input_tokens": 9, "output_tokens": 1},
    }
    first, second = replies(lines(tmp_path / "x_samples.jsonl", sample))
    assert (first.published, first.epoch, first.prompt_tokens) == (Published("B", True), 1, 9)
    assert (second.published, second.epoch, second.completion) == (None, 2, "C")


@pytest.mark.slow
@pytest.mark.parametrize("old", [True, False])
def test_both_generations_of_lightevals_columns(tmp_path, old):
    old_row = {
        "full_prompt": "Which tree?",
        "choices": TREES,
        "gold_index": [1],
        "predictions": ["B"],
        "metrics": {"em": 0.0},
    }
    path = tmp_path / "details_trees.parquet"
    polars.DataFrame([old_row if old else LIGHTEVAL]).write_parquet(path)
    (reply,) = replies(path)
    assert (reply.completion, reply.gold, reply.published) == ("B", frozenset("B"), Published(None, not old))


def test_openai_evals(tmp_path):
    sampling = {"prompt": [{"role": "user", "content": "Which?"}], "sampled": ["B."], "choices": TREES}
    path = lines(
        tmp_path / "log.jsonl",
        {"spec": {"completion_fns": ["m-4"], "run_id": "r"}},
        {"type": "sampling", "sample_id": "t.0", "data": sampling},
        {"type": "match", "sample_id": "t.0", "data": {"correct": False, "expected": "B", "picked": None}},
        {"final_report": {}},
    )
    log = open_log(path, NO_FIELDS)
    (reply,) = log.replies()
    assert (log.head.model, reply.completion, reply.published) == ("m-4", "B.", Published(None, False))


def sampled(text: Any, sample: str = "t.0") -> dict[str, Any]:
    data = {"prompt": "Which?", "sampled": [text], "choices": TREES}
    return {"type": "sampling", "sample_id": sample, "data": data}


def matched(correct: bool, picked: str | None = None, expected: str = "B") -> dict[str, Any]:
    return {
        "type": "match",
        "sample_id": "t.0",
        "data": {"correct": correct, "expected": expected, "picked": picked},
    }


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([sampled("B."), matched(False), matched(True, "B")], [(1, "B.", [False, True])]),
        ([sampled("B."), matched(True), sampled("A."), matched(False)], [(1, "B.", []), (2, "A.", [])]),
    ],
)
def test_several_matches_of_openai_evals_are_scores_or_repetitions(tmp_path, events, expected):
    path = lines(tmp_path / "log.jsonl", {"spec": {"completion_fns": ["m-4"]}}, *events)
    found = [(reply.epoch, reply.completion, [made.right for made in reply.scores.values()])
             for reply in replies(path)]  # fmt: skip
    assert found == expected


@pytest.mark.parametrize(
    ("events", "what"),
    [
        ([sampled("B."), sampled("A."), matched(True)], "has 2 replies and 1 match"),
        ([sampled("B."), matched(True), sampled("A.", "t.1")], "'t.1' has 1 reply and 0 matches"),
        ([sampled("B."), matched(True), matched(True, expected="C")], "expect different golds"),
    ],
)
def test_events_of_openai_evals_that_cannot_be_told_apart_are_refused(tmp_path, events, what):
    path = lines(tmp_path / "log.jsonl", {"spec": {"completion_fns": ["m-4"]}}, *events)
    with pytest.raises(LogUnusable, match=what):
        replies(path)


def promptfoo_result(**changes: Any) -> dict[str, Any]:
    return {
        "provider": {"id": "openai:m-5"},
        "testIdx": 3,
        "prompt": {"raw": '[{"role": "system", "content": "S"}, {"role": "user", "content": "Which?"}]'},
        "vars": {"question": "Which?", "options": TREES},
        "response": {"output": "B", "finishReason": "stop", "tokenUsage": {"prompt": 5, "completion": 1}},
        "testCase": {"assert": [{"type": "equals", "value": "B"}]},
        "success": True,
        **changes,
    }


def test_promptfoo(tmp_path):
    failed = promptfoo_result(testIdx=4, response=None, error="429", success=False)
    log = document(tmp_path / "out.json", {"results": {"results": [promptfoo_result(), failed]}})
    reply, error = replies(log)
    assert reply.messages == (("system", "S"), ("user", "Which?"))
    assert (reply.item, reply.finish_reason, reply.gold) == ("3", "stop", frozenset("B"))
    assert (error.completion, error.error) == (None, "429")


def test_each_provider_and_prompt_of_promptfoo_is_a_run(tmp_path):
    results = [
        promptfoo_result(
            provider={"id": provider}, promptIdx=prompt, response={"output": f"{provider}{prompt}"}
        )
        for prompt in (0, 1)
        for provider in ("a", "b")
    ]
    logs = open_logs(document(tmp_path / "out.json", {"results": {"results": results}}), NO_FIELDS)
    found = [(log.head.model, log.head.way, [reply.completion for reply in log.replies()]) for log in logs]
    assert found == [
        ("a", "prompt-1", ["a0"]),
        ("b", "prompt-1", ["b0"]),
        ("a", "prompt-2", ["a1"]),
        ("b", "prompt-2", ["b1"]),
    ]


def test_repetitions_of_opencompass_are_epochs(tmp_path):
    path = document(tmp_path / "m-6" / "trees.json", {"0": {**OPENCOMPASS, "prediction": ["B", "A"]}})
    found = replies(path, Fields(options="row.opts"))
    assert [(reply.epoch, reply.completion) for reply in found] == [(1, "B"), (2, "A")]


def test_opencompass_needs_to_be_told_where_options_are(tmp_path):
    path = document(tmp_path / "m-6" / "trees.json", {"0": OPENCOMPASS})
    with pytest.raises(LogUnusable, match="`options`"):
        replies(path)
    (reply,) = replies(path, Fields(options="row.opts"))
    assert (reply.task, reply.messages, reply.gold) == ("trees", (("user", "Which?"),), frozenset("B"))
    assert open_log(path, Fields(options="row.opts")).head.model == "m-6"


# One reply that is not there

EMPTY = {
    "lm_eval": lambda folder: lines(
        folder / "samples_trees.jsonl", lm_eval_row(0), lm_eval_row(1, resps=[[None]])
    ),
    "lm_eval, no repetition": lambda folder: lines(
        folder / "samples_trees.jsonl", lm_eval_row(0), lm_eval_row(1, resps=[])
    ),
    "helm": lambda folder: helm_log(folder, helm_state(), helm_state(result={"completions": []})),
    "eee": lambda folder: lines(
        folder / "x_samples.jsonl",
        *(
            {
                "sample_id": str(number),
                "input": {"raw": "Which tree?", "choices": TREES, "reference": ["birch"]},
                "output": {"raw": raw},
            }
            for number, raw in enumerate((["B"], [None]))
        ),
    ),
    "openai-evals": lambda folder: lines(
        folder / "log.jsonl",
        {"spec": {"completion_fns": ["m-4"]}},
        *(sampled("B."), matched(True), sampled(None), matched(False)),
    ),
    "promptfoo": lambda folder: document(
        folder / "out.json",
        {
            "results": {
                "results": [promptfoo_result(), promptfoo_result(testIdx=4, response={"output": None})]
            }
        },
    ),
    "opencompass": lambda folder: document(
        folder / "trees.json", {"0": OPENCOMPASS, "1": {**OPENCOMPASS, "prediction": None}}
    ),
    "null": lambda folder: lines(folder / "own.jsonl", own_record(), own_record(n=6, out=None)),
    "no field": lambda folder: lines(
        folder / "own.jsonl", own_record(), {name: value for name, value in OWN.items() if name != "out"}
    ),
    "NaN": lambda folder: lines(folder / "own.jsonl", own_record(), own_record(n=6, out=float("nan"))),
}


@pytest.mark.parametrize("make", EMPTY.values(), ids=EMPTY)
def test_one_reply_that_is_not_there_is_an_empty_reply(tmp_path, make):
    path = make(tmp_path)
    given = {"own.jsonl": NAMED, "trees.json": Fields(options="row.opts")}.get(path.name, NO_FIELDS)
    first, second = replies(path, given)
    assert first.completion
    assert first.absent is None
    assert (second.completion, second.error) == ("", None)
    assert "no text of a reply" in str(second.absent)


@pytest.mark.slow
def test_one_reply_that_is_not_there_in_lightevals_columns_is_empty_and_each_metric_is_kept(tmp_path):
    rows = [LIGHTEVAL, {**LIGHTEVAL, "model_response": {"text": []}, "metric": {"em": 0.0, "f1": 0.5}}]
    path = tmp_path / "details_trees.parquet"
    polars.DataFrame([{**row, "metric": {"em": 1.0, "f1": 0.5}} for row in rows]).write_parquet(path)
    first, second = replies(path)
    assert (first.completion, second.completion) == ("B", "")
    assert second.absent is not None
    assert first.scores == {"em": Published(None, True), "f1": Published(None, None)}


# Files by the names of their fields


def own_record(**changes: Any) -> dict[str, Any]:
    return OWN | changes


@pytest.mark.parametrize("form", ["jsonl", "jsonl.gz", "json", "csv", "parquet"])
def test_a_file_is_read_by_the_names_of_its_fields(tmp_path, form):
    path, record = tmp_path / f"log.{form}", own_record()
    text = json.dumps(record)
    if form == "jsonl":
        path.write_text("\ufeff" + text + "\n\n", encoding="utf-8")
    elif form == "jsonl.gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif form == "json":
        document(path, [record])
    elif form == "csv":
        polars.DataFrame([{**record, "opts": json.dumps(TREES)}]).write_csv(path)
    else:
        polars.DataFrame([record]).write_parquet(path)
    (reply,) = replies(path, NAMED)
    assert (reply.item, reply.task, reply.options) == ("5", "trees", dict(zip("ABC", TREES, strict=True)))
    assert (reply.gold, reply.published) == (frozenset("B"), Published(None, False))


def test_a_file_of_no_known_form_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(LogUnusable, match="`completion`"):
        open_log(lines(tmp_path / "log.jsonl", own_record()), NO_FIELDS)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"n": 1', "line 1: no JSON"),
        ("[1, 2]", "line 1: a JSON list"),
        ("[" * 100_000, "line 1: no JSON"),
        (json.dumps(own_record(out=["B"])), "no text of a reply"),
        (json.dumps(own_record(opts=[])), "no options"),
        (json.dumps(own_record(key="D")), "none of the options"),
    ],
)
def test_a_bad_line_is_named(tmp_path, text, what):
    path = tmp_path / "log.jsonl"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(LogUnusable, match=what):
        replies(path, NAMED)


@pytest.mark.parametrize("name", ["log.parquet", "log.jsonl.gz", "log.json"])
def test_a_damaged_file_is_named(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"\x1f\x8bPAR1 nothing of the kind")
    with pytest.raises(LogUnusable, match=r"log\."):
        replies(path, NAMED)


SAID = {
    '{"filter": "other"}': b"other",
    '{"doc": {"filter": "strict"}, "filter": "other", "a": [1]}\n': b"other",
    '{"filter": "other", "a": "x"}': b"other",
    '{"doc": {"a": "x"}}': b"",
    '{"filter": "strict", "doc": {"filter": "other"}}': None,
    '{"filter": "strict", "doc": [{"filter": "other"}]}': None,
    '{"filter": "strict", "said": "\\"filter\\": \\"other\\""}': b"strict",
    '{"filter": "other", "filter":"strict"}': None,
    '{"filter": null}': None,
    '{"filter": "a\\"b"}': None,
    '{"filter": "other"': None,
}


@pytest.mark.parametrize(("line", "said"), SAID.items())
def test_a_rows_filter_is_known_without_parsing_only_where_that_is_certain(line, said):
    assert _filter_said(line.encode()) == said
