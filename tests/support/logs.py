"""One record of other tools' logs, as each tool writes it, with nothing wrong in it."""

from typing import Any

TREES = ["oak", "birch", "elm"]

LM_EVAL: dict[str, Any] = {
    "doc_id": 0,
    "doc": {"question": "Which tree?", "choices": TREES},
    "target": "B",
    "arguments": {"gen_args_0": {"arg_0": "Which tree?\nA. oak\nB. birch", "arg_1": {"until": ["\n"]}}},
    "resps": [["It is B"]],
    "filtered_resps": ["B"],
    "filter": "strict",
    "metrics": ["exact_match"],
    "exact_match": 1.0,
}
LIGHTEVAL: dict[str, Any] = {
    "doc": {"query": "Which tree?", "choices": TREES, "gold_index": 1},
    "model_response": {"text": ["B"]},
    "metric": {"em": 1.0},
}
OPENCOMPASS: dict[str, Any] = {
    "origin_prompt": [{"role": "HUMAN", "prompt": "Which?"}],
    "prediction": "B",
    "gold": "B",
    "row": {"opts": TREES},
}
# Of no tool; its fields are named on the command line.
OWN: dict[str, Any] = {
    "n": 5,
    "ask": "Which?",
    "opts": TREES,
    "key": "B",
    "out": "B",
    "pred": "I",
    "subject": "trees",
}
