"""Run ids and request keys never change: stores are kept for years, and a changed key is paid for twice.

`tests/fixtures/golden_ids.json` has, for command lines as a user gives them, the run's id, the address asked,
the body of the first request, the keys of the first items and one hash over all keys. Providers are asked at
their own addresses; nothing is sent. `python -m tests.test_golden_ids` adds new cases and keeps the old ones.
"""

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

FIXTURES = Path(__file__).parent / "fixtures"
GOLDEN = FIXTURES / "golden_ids.json"
MODEL = "tiny-model"  # a folder that is a model as far as its name and hash go
LOCAL_NEEDS = ("torch", "transformers", "psutil")
N_KEYS = 3


def planned(words: list[str]) -> tuple[str, str, list[Any]]:
    """The run's id, the address and the requests of a `mhclient run`, in the order of the items.

    All that this file knows of the program's insides is in here.
    """
    from mhclient.ask.plan import candidates, prompter_for, request_for, selected, wanted_items
    from mhclient.ask.run import benchmark_lines
    from mhclient.cli.parser import parser_for
    from mhclient.cli.verbs.run import _cells

    args = parser_for("run").parse_args(["run", *words])
    (cell,) = _cells(args)
    spec, provider = cell.spec, cell.model.provider
    items = list(benchmark_lines(cell.benchmark))
    counts: dict[str, int] = {}
    for item in items:
        counts[item.task] = counts.get(item.task, 0) + 1
    prompter = prompter_for(items, spec)
    chosen = selected(candidates(items, spec), wanted_items(counts, spec))
    requests = [request_for(provider, spec, prompter.ask(item.body)) for item, _ in chosen]
    return spec.run_id(), provider.endpoint, requests


CASES = [
    *(f"--provider {name} --model some-model" for name in ("openai", "openai-responses", "anthropic")),
    *(f"--provider {name} --model vendor/some-model" for name in ("openrouter", "gemini")),
    "--provider azure --model my-deployment --base-url https://name.openai.azure.com/openai/v1",
    "--provider compatible --model m --base-url http://gpu:8000/v1",
    "--provider openai --model some-model --base-url http://127.0.0.1:8765/v1/",
    *(
        f"--provider {provider} --model some-model --variant {variant}"
        for provider in ("openai", "openai-responses", "anthropic")
        for variant in ("json", "reasoning", "letter-only:shots=2,option_order=shuffled,seed=1")
    ),
    *(
        f"--provider openai --model some-model --variant {variant}"
        for variant in (
            "answer-line",
            "mentalbench-single",
            "mentalbench-hybrid",
            "mentalbench-multiple",
            "mentat",
            "mentat-letter-only",
            "letter-only:option_order=reversed",
            "letter-only:option_order=cyclic,shift=2",
            "letter-only:option_label=(A)",
            "answer-line:shots=2,option_label=A)",
        )
    ),
    "--provider openai --model some-model --temperature 0.7 --max-tokens 50",
    "--provider openai --model some-model --temperature none",
    "--provider anthropic --model some-model --temperature none --max-tokens 50",
    "--provider openai --model some-model --limit 20",
    "--provider openai --model some-model --tasks FC,R2+E --limit 5",
    "--provider openai --model some-model --ask logprobs",
    "--provider gemini --model some-model --ask logprobs --top-logprobs 5",
    "--provider compatible --model m --base-url http://gpu:8000/v1 --ask forced-choice",
    "--provider compatible --model m --base-url http://gpu:8000/v1 --ask forced-choice --forms closed",
    f"--provider local --model {MODEL} --dtype float32",
    f"--provider local --model {MODEL} --dtype bfloat16 --engine reference --form ({{}}) --anchor So:",
    f"--provider local --model {MODEL} --dtype float32 --ask generate --max-length 512",
    "--provider gemini-native --model gemini-2.5-flash",
    "--provider gemini-native --model gemini-2.5-flash --variant letter-only:shots=2,option_order=reversed",
    "--provider gemini-native --model gemini-2.5-flash --ask logprobs --top-logprobs 5",
]


def found(case: str) -> dict[str, Any]:
    """What there is to know of a case; the folder has the model."""
    bench = FIXTURES / "v0_1_0" / "bench"
    run_id, endpoint, requests = planned([*case.split(), "--benchmark", str(bench)])
    keys = [request.key for request in requests]
    return {
        "run_id": run_id,
        "endpoint": endpoint,
        "api_version": requests[0].api_version,
        "first_body": json.loads(requests[0].body),
        "first_keys": keys[:N_KEYS],
        "n_keys": len(keys),
        "all_keys": hashlib.sha256("\n".join(keys).encode()).hexdigest(),
    }


def make_model(folder: Path) -> None:
    """Files that are hashed, and never loaded."""
    (folder / MODEL).mkdir(parents=True)
    (folder / MODEL / "config.json").write_text("{}\n", encoding="utf-8")


def known() -> dict[str, dict[str, Any]]:
    """The golden file: case → what was found when it was added."""
    return json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}


# The extra `local` takes seconds to import.
ALL = [pytest.param(case, marks=pytest.mark.slow) if "--provider local" in case else case for case in CASES]


@pytest.mark.parametrize("case", ALL)
def test_run_id_and_keys_are_those_of_version_0_1_0(tmp_path, case):
    if "--provider local" in case and not all(map(importlib.util.find_spec, LOCAL_NEEDS)):
        pytest.skip("needs the extra 'local'")
    make_model(tmp_path)
    assert found(case) == known()[case]


def test_no_golden_case_is_left_out():
    golden = known()
    assert list(golden) == CASES
    assert len({case["run_id"] for case in golden.values()}) == len(CASES)
    assert sum(len(case["first_keys"]) for case in golden.values()) >= 30


def add_cases() -> None:
    """Write the golden file with the cases it lacks; those it has stay as they are."""
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_model(Path())
        golden = known()
        golden = {case: golden.get(case) or found(case) for case in CASES}
    GOLDEN.write_text(json.dumps(golden, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    add_cases()
