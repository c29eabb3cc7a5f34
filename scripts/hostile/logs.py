"""Good logs of other tools, as each writes them, and a good study file: to be spoilt."""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.logs import LM_EVAL, OPENCOMPASS, OWN, TREES

ANSWERED = {"response": {"output": "B", "finishReason": "stop"}, "success": True}
CHOSEN = {"vars": {"question": "Which?", "options": TREES}, "testCase": {"assert": [{"value": "B"}]}}
OF_HELM = {
    "instance": {
        "id": "id7",
        "input": {"text": "Which tree?"},
        "references": [{"output": {"text": tree}, "tags": ["correct"]} for tree in TREES[:1]],
    },
    "train_trial_index": 0,
    "output_mapping": {"A": "oak", "B": "birch"},
    "request": {"model": "lab/m", "prompt": "Which tree?\nA. oak\nB. birch\nAnswer:"},
    "result": {"completions": [{"text": " A", "finish_reason": {"reason": "length"}}]},
}
OF_EEE = {
    "schema_version": "0.3.0",
    "model_id": "lab/m",
    "sample_id": "s1",
    "evaluation_name": "trees",
    "input": {"raw": "Which tree?", "choices": TREES, "reference": ["birch"]},
    "output": {"raw": ["B", "C"]},
    "answer_attribution": [{"extracted_value": "B", "is_terminal": True}],
    "evaluation": {"score": 1.0, "is_correct": True},
    "token_usage": {"input_tokens": 9, "output_tokens": 1},
}
OF_OPENAI_EVALS: tuple[dict[str, Any], ...] = (
    {"spec": {"completion_fns": ["m"], "run_id": "r"}},
    {"type": "sampling", "sample_id": "t.0", "data": {"prompt": "Q?", "sampled": ["B"], "choices": TREES}},
    {"type": "match", "sample_id": "t.0", "data": {"correct": True, "expected": "B", "picked": None}},
    {"final_report": {}},
)
OF_INSPECT: dict[str, Any] = {
    "version": 2,
    "status": "success",
    "eval": {
        "created": "2026-01-01T00:00:00+00:00",
        "task": "trees",
        "model": "lab/m",
        "dataset": {"samples": 2, "sample_ids": [1, 2]},
        "config": {"epochs": 1},
    },
    "plan": {},
    "stats": {},
}


def an_inspect_sample(number: int) -> dict[str, Any]:
    """A sample as inspect keeps it, with its reply."""
    message = {"role": "assistant", "content": "ANSWER: B"}
    return {
        "id": number,
        "epoch": 1,
        "input": "Which tree?",
        "choices": TREES,
        "target": "B",
        "messages": [{"role": "user", "content": "Which tree?\nA) oak\nB) birch"}],
        "output": {"model": "lab/m", "choices": [{"message": message, "stop_reason": "stop"}]},
        "scores": {"choice": {"value": "C", "answer": "B"}},
        "events": [],
        "attachments": {},
    }


QUESTION = {"question": "Which?", "A": "oak", "B": "birch", "gold": "A", "field": "trees"}
NAMED = "adopt FILE --completion out --options opts --gold key --prompt ask --said pred --id n --task subject"


def as_lines(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


class Log(NamedTuple):
    """A log as its tool writes it, and the command that adopts it."""

    tool: str
    name: str
    text: str
    command: str = "adopt FILE"


LOGS = (
    Log("lm-eval", "samples_trees.jsonl", as_lines(*(LM_EVAL | {"doc_id": n} for n in range(2)))),
    Log(
        "HELM",
        "scenario_state.json",
        json.dumps({"adapter_spec": {"method": "multiple_choice_joint"}, "request_states": [OF_HELM] * 2}),
    ),
    Log("Every Eval Ever", "x_samples.jsonl", as_lines(OF_EEE)),
    Log("OpenAI evals", "log.jsonl", as_lines(*OF_OPENAI_EVALS)),
    Log(
        "promptfoo",
        "out.json",
        json.dumps(
            {"results": {"results": [{"provider": "m", "testIdx": 3, "prompt": "Q", **CHOSEN, **ANSWERED}]}}
        ),
    ),
    Log("OpenCompass", "trees.json", json.dumps({"0": OPENCOMPASS}), "adopt FILE --options row.opts"),
    Log(
        "inspect, as JSON",
        "inspect.json",
        json.dumps(OF_INSPECT | {"samples": [an_inspect_sample(number) for number in (1, 2)]}),
    ),
    Log("fields", "own_log.jsonl", as_lines(OWN, {**OWN, "n": 6}), NAMED),
)

STUDY = """benchmarks = ["questions.csv"]
variants = ["letter-only", "reasoning"]
epochs = 1
limit = 1
adapt_parameters = true
report = "report.html"
limits = { max_requests = 1, timeout_s = 1, away_s = 1, concurrency = 2 }
models = [{ name = "compatible:m", base_url = "http://127.0.0.1:9/v1", price = [0, 0], effort = "low" }]
"""
QUESTIONS = "id,question,A,B,gold\n1,Q?,x,y,A\n2,R?,x,y,B\n"


def a_study(folder: Path) -> Path:
    """A study file, and the questions that it names beside it."""
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    path = folder / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def an_eval_log(folder: Path) -> Path:
    """A log of inspect_ai: an archive with a header and samples."""
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps(OF_INSPECT))
        for number in (1, 2):
            archive.writestr(f"samples/{number}_epoch_1.json", json.dumps(an_inspect_sample(number)))
    return path
