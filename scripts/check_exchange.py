"""Run the exported formats through the real tools: datasets, inspect_ai, lm-eval and Every Eval Ever.

Each tool is installed from PyPI into an environment of its own, in a temporary folder or in --environments,
and asked about the sample benchmark, once as it is and once with multi-answer items:

- datasets loads the folder, all of it and task by task, from folders that have the same name;
- inspect_ai evaluates the task file with its mock model, which is given the right letters, then wrong ones;
- lm-evaluation-harness evaluates the group with its dummy model; what it logs is compared with the items, and
  its multi-answer tasks score replies with the right letters in another order, and with too many.

Then a run of the sample benchmark, which a simulated model has answered, is exported and read back:

- inspect_ai reads the log: every completion, score and model event; and writes it again;
- lm-evaluation-harness asks the exported task of its dummy model; the prompts it logs are the run's;
- `every_eval_ever validate` takes both files.

Last, logs of both tools: lm-evaluation-harness asks a simulated model the exported chat tasks, inspect its
task of a mock model. The logs are adopted, their questions asked afresh, and both runs must share every item;
the fresh run is exported and read back.

    python scripts/check_exchange.py [--environments DIR]

Run on 2026-11-22 with datasets 5.2.0, inspect_ai 0.3.285, lm_eval 0.4.13 and every-eval-ever 0.3.0, which
needs Python 3.12 and is skipped where there is none. Not part of `make test`: it needs the network. The
Python that runs it needs this project with its extra `inspect`, to read inspect's logs.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmark import (
    SAMPLE_SIZES,
    Benchmark,
    BuildSettings,
    Item,
    MultiUsage,
    build_benchmark,
    read_items,
    sample_paths,
)
from benchmark.exchange import EXPORTERS
from benchmark.exchange.lm_eval import CHAT
from benchmark.exchange.records import slug
from cache import Store
from mhclient.report.exchange import run_exporter
from mhclient.report.exchange.replies import RunExport
from mhclient.run.stored_runs import select_run
from mhclient.show.counts import counted

TOOLS = {
    "hf": ["datasets==5.2.0"],
    "inspect": ["inspect-ai==0.3.285"],
    "lm-eval": ["lm-eval==0.4.13"],
    "eee": ["every-eval-ever==0.3.0"],
}
PYTHON_OF = {"eee": "python3.12"}  # of a tool that needs another than this one

HF = """
import json, sys
from datasets import get_dataset_config_names, load_dataset
folder = sys.argv[1]
found = {name: load_dataset(folder, name, split="test") for name in get_dataset_config_names(folder)}
rows = [[row["id"], row["choices"], row["gold"], row["gold_index"]] for row in found["default"]]
print(json.dumps([{name: len(data) for name, data in found.items()}, rows]))
"""
INSPECT = """
import json, sys
from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model
task, answers = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))
def answer(input, tools, tool_choice, config):
    asked = input[-1].text
    [letters] = [letters for question, letters in answers if question in asked]
    output = ModelOutput.from_content("mockllm/model", "ANSWER: " + ",".join(letters))
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # or it loads a tokenizer
    return output
model = get_model("mockllm/model", custom_outputs=answer)
[log] = evaluate(task, model=model, display="none", log_dir=sys.argv[3])
metrics = log.results.scores[0].metrics
print(json.dumps([log.status, log.results.completed_samples, metrics["accuracy"].value]))
"""

READ_LOG = """
import json, sys
from inspect_ai.log import read_eval_log, write_eval_log
log = read_eval_log(sys.argv[1])
write_eval_log(log, sys.argv[1] + ".copy.eval")
def kept(samples):  # messages have other ids each time they are read
    return [(s.id, s.epoch, s.choices, s.target, s.output.completion, s.scores, s.metadata) for s in samples]
assert kept(read_eval_log(sys.argv[1] + ".copy.eval").samples) == kept(log.samples)
rows = [[s.id, s.events[0].event, s.output.completion, s.scores["mhclient"].answer] for s in log.samples]
print(json.dumps([log.status, log.results.scores[0].metrics["accuracy"].value, rows]))
"""

LM_EVAL = """
import json, sys
from lm_eval.tasks import TaskManager, get_task_dict
manager = TaskManager(include_path=sys.argv[1])
found = get_task_dict(sys.argv[2:], manager)
def mean(task, answer):
    docs = list(task.test_docs())
    return sum(task.process_results(doc, [answer(doc)])["set_match"] for doc in docs) / len(docs)
def right(doc):
    return " and ".join(reversed(doc["gold_text"].split(", ")))
def more(doc):
    return ", ".join(doc["letters"])
print(json.dumps([[mean(task, right), mean(task, more)] for task in found.values()]))
"""


def python_of(environments: Path, tool: str) -> Path:
    """The interpreter of a tool's environment, made if it is not there."""
    folder = environments / tool
    python = folder / "bin" / "python"
    if not python.exists():
        maker = shutil.which(PYTHON_OF[tool]) if tool in PYTHON_OF else sys.executable
        if maker is None:
            raise FileNotFoundError(f"{tool} needs {PYTHON_OF[tool]}, which is not installed")
        subprocess.run([maker, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *TOOLS[tool]], check=True)
    return python


def run_command(*command: object) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode or not done.stdout.strip():
        raise SystemExit(f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def check_hf(python: Path, folder: Path, items: list[Item]) -> None:
    """Every configuration loads; `default` has every item with its options and gold."""
    counts, rows = json.loads(run_command(python, "-c", HF, folder).splitlines()[-1])
    expected = [[item.id, list(item.options.values()), list(item.gold)] for item in items]
    assert sorted(row[:3] for row in rows) == sorted(expected)
    assert all([choices[index] for index in places] for _, choices, _, places in rows)
    assert counts["default"] == len(items) == sum(n for name, n in counts.items() if name != "default")
    print(f"  datasets: {len(counts)} configurations, {counts['default']} items")


def check_inspect(python: Path, folder: Path, items: list[Item]) -> None:
    """With the right letters the accuracy is 1, with others 0: targets are where they should be."""
    (module,) = folder.glob("*.py")
    for mode, suffix in (("single", ""), ("multi", "_multi")):
        chosen = [item for item in items if item.mode == mode]
        for right in (True, False) if chosen else ():
            answers = [[shown(item), list(item.gold) if right else wrong(item)] for item in chosen]
            path = folder / "answers.json"
            path.write_text(json.dumps(answers), encoding="utf-8")
            task = f"{module}@{module.stem}{suffix}"
            status, n_samples, accuracy = json.loads(
                run_command(python, "-c", INSPECT, task, path, folder / "logs").splitlines()[-1]
            )
            assert (status, n_samples, accuracy) == ("success", len(chosen), float(right)), (
                status,
                n_samples,
                accuracy,
            )
        if chosen:
            print(f"  inspect_ai: {len(chosen)} {mode} items; right letters score 1, wrong ones 0")


def shown(item: Item) -> str:
    """Question and options as inspect_ai's prompt has them: this tells items apart."""
    return item.question + "\n\n" + "\n".join(f"{letter}) {text}" for letter, text in item.options.items())


def wrong(item: Item) -> list[str]:
    return [next(letter for letter in item.options if letter not in item.gold)]


def check_lm_eval(python: Path, folder: Path, items: list[Item]) -> None:
    """Every task runs with the dummy model; the logged targets are the gold letters."""
    groups = [
        path.stem for path in folder.glob("*.yaml") if path.read_text(encoding="utf-8").startswith("group")
    ]
    (group,) = [name for name in groups if not name.endswith(CHAT)]
    ask_again = ["-m", "lm_eval", "run", "--model", "dummy", "--include_path", folder, "--tasks", group]
    run_command(python, *ask_again, "--output_path", folder / "results", "--log_samples")
    logged = [json.loads(line) for path in folder.glob("results/**/samples_*.jsonl")
              for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    by_id = {item.id: item for item in items}
    assert {sample["doc"]["id"] for sample in logged} == set(by_id)
    for sample in logged:
        item, target = by_id[sample["doc"]["id"]], sample["target"]
        letters = [target] if isinstance(target, str) and item.mode == "single" else target
        if item.mode == "single":
            gold = sample["doc"]["letters"][int(target)] if str(target).isdigit() else letters[0]
            assert (gold,) == item.gold, sample
        else:
            assert target == ", ".join(item.gold)
    print(f"  lm_eval: {len(logged)} items, every logged target is the gold")
    if several := sorted(path.stem for path in folder.glob("*_multi.yaml")):
        scores = json.loads(run_command(python, "-c", LM_EVAL, folder, *several).splitlines()[-1])
        assert scores == [[1.0, 0.0]] * len(several), scores
        print(f"  lm_eval: the right letters in another order score 1, all letters 0 ({', '.join(several)})")


CHECKS = {"hf": check_hf, "inspect": check_inspect, "lm-eval": check_lm_eval}


def check(made: Benchmark, environments: Path, out: Path) -> None:
    """One benchmark through all tools."""
    items = list(read_items(made.items_path))
    for tool, check_one in CHECKS.items():
        EXPORTERS[tool].write(made, out / tool)
        check_one(python_of(environments, tool), out / tool, items)


def check_run_in_inspect(python: Path, run: RunExport, out: Path) -> None:
    """inspect reads and rewrites the log; completions, letters and accuracy are the run's."""
    path = run_exporter("inspect").write(run, out.with_suffix(".eval"))
    status, accuracy, rows = json.loads(run_command(python, "-c", READ_LOG, path).splitlines()[-1])
    replies = {reply.scored.item.id: reply for reply in run.replies()}
    assert (status, accuracy) == ("success", run.summary.overall.accuracy.correct.value)
    assert len(rows) == len(replies)
    for item_id, event, completion, answer in rows:
        reply = replies[item_id]
        expected = ("model", reply.text.completion, ",".join(reply.said) or None)
        assert (event, completion, answer) == expected, item_id
    print(f"  inspect_ai: {len(rows)} replies read and written again")


def check_run_in_lm_eval(python: Path, run: RunExport, out: Path) -> None:
    """The exported task sends what the run has sent; dummy has no chat template, so as plain text."""
    group = run_exporter("lm-eval").write(run, out)
    results = out.with_name("asked-again")
    run_command(python, "-m", "lm_eval", "run", "--model", "dummy", "--include_path", group.parent, "--tasks",
                group.stem, "--output_path", results, "--log_samples")  # fmt: skip
    sent = {}
    for path in results.glob("**/samples_*.jsonl"):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            sent[row["doc"]["id"]] = row["arguments"]["gen_args_0"]["arg_0"]
    turns = {reply.scored.item.id: reply.sent.turns for reply in run.replies()}
    assert sent == {item: "\n\n".join(text for _, text in said) for item, said in turns.items()}
    print(f"  lm_eval: {len(sent)} prompts asked again in the same words")


def check_run_in_eee(python: Path, run: RunExport, out: Path) -> None:
    """Its own command takes the aggregate and the samples."""
    run_exporter("eee").write(run, out)
    command = [str(python.with_name("every_eval_ever")), "validate", "data/*/*/*/*"]
    done = subprocess.run(command, cwd=out, capture_output=True, text=True)
    assert "All files passed validation" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
    print("  every_eval_ever: both files are valid")


RUN_CHECKS = {"inspect": check_run_in_inspect, "lm-eval": check_run_in_lm_eval, "eee": check_run_in_eee}


def check_run(environments: Path, folder: Path) -> None:
    """A run of a simulated model through all tools; one that cannot be installed is named."""
    subprocess.run(
        [sys.executable, "-m", "mhclient", "demo", "--out", folder], check=True, capture_output=True
    )
    with Store.open(folder / "mhclient.sqlite3", read_only=True) as store:
        run = RunExport(store, select_run(store, "sim-verbose"))
        for tool, check_one in RUN_CHECKS.items():
            try:
                python = python_of(environments, tool)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"  {tool}: skipped: {error}")
                continue
            check_one(python, run, folder / tool)


@contextmanager
def simulated(answer_key: Path) -> Iterator[str]:
    """The address of a server with simulated models."""
    words = [sys.executable, "-u", "-m", "mhclient", "simulate", "--answer-key", answer_key, "--port", "0"]
    server = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield next(line.split()[3] for line in server.stdout if line.startswith("simulated models on"))
    finally:
        server.terminate()
        server.wait(30)


def logs_of_lm_eval(environments: Path, made: Benchmark, folder: Path, url: str) -> Path:
    """lm_eval's own log of five items of each task, asked of a simulated chat model."""
    EXPORTERS["lm-eval"].write(made, folder / "tasks")
    arguments = (
        f"model=sim-verbose,base_url={url}/v1/chat/completions,num_concurrent=4,tokenized_requests=False"
    )
    run_command(
        python_of(environments, "lm-eval"), "-m", "lm_eval", "run", "--model", "local-chat-completions",
        "--model_args", arguments, "--include_path", folder / "tasks", "--tasks", f"{slug(made.name)}{CHAT}",
        "--apply_chat_template", "--limit", "5", "--log_samples", "--output_path", folder / "logs",
    )  # fmt: skip
    return folder / "logs"


def logs_of_inspect(environments: Path, made: Benchmark, folder: Path, url: str) -> Path:
    """inspect's own log of its single-answer task, of a mock model."""
    EXPORTERS["inspect"].write(made, folder / "tasks")
    check_inspect(python_of(environments, "inspect"), folder / "tasks", list(read_items(made.items_path)))
    newest = max((folder / "tasks" / "logs").glob("*.eval"), key=lambda path: path.stat().st_mtime_ns)
    (folder / "logs").mkdir()
    shutil.copy(newest, folder / "logs")
    return folder / "logs"


LOGS = {"lm-eval": logs_of_lm_eval, "inspect": logs_of_inspect}


def check_logs(environments: Path, made: Benchmark, folder: Path) -> None:
    """A log of each tool, adopted, asked afresh, compared, exported and read back."""
    with simulated(made.directory) as url:
        for tool, write in LOGS.items():
            logs = write(environments, made, folder / tool, url)
            store = ["--store", folder / tool / "s.sqlite3"]
            model = ["--model", "compatible:sim-tidy", "--base-url", f"{url}/v1"]
            run_command(sys.executable, "-m", "mhclient", "run", logs, *model, *store)
            with Store.open(folder / tool / "s.sqlite3", read_only=True) as opened:
                runs = [run.run_id for run in opened.runs.get_all()]
                n_of = {run: len(list(opened.results.read_records(run))) for run in runs}
                written = run_exporter(tool).write(
                    RunExport(opened, runs[-1]),
                    folder / tool / ("again.eval" if tool == "inspect" else "again"),
                )
            compare = [sys.executable, "-m", "mhclient", "compare", *runs, "--format", "json", *store]
            (verdict,) = json.loads(run_command(*compare))["verdicts"]
            assert len(runs) == 2, runs
            assert verdict["n"] == n_of[runs[0]] == n_of[runs[1]] > 0, (n_of, verdict["n"])
            again = ["--store", folder / tool / "again.sqlite3"]
            source = written if tool == "inspect" else written.parent.parent
            said = run_command(sys.executable, "-m", "mhclient", "adopt", source, *again)
            assert f"{counted(n_of[runs[1]], 'reply')}." in said, said
            n = f"{verdict['n']} of {n_of[runs[0]]}"
            print(f"  {tool}: a log and a fresh run of it share {n} items; the run is read back")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--environments", type=Path, help="keep the tools' environments here")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["HF_HOME"] = str(folder / "huggingface")  # one cache for both runs, and none left behind
        for multi_usage in MultiUsage:
            print(f"pairs in several usage relations: {multi_usage}")
            settings = BuildSettings(sizes=SAMPLE_SIZES, multi_usage=multi_usage)
            made = build_benchmark(sample_paths(), settings, folder / multi_usage / "benchmark")
            check(made, args.environments or folder / "environments", folder / multi_usage)
        print("logs of the tools")
        check_logs(args.environments or folder / "environments", made, folder / "logs")
        print("a run")
        check_run(args.environments or folder / "environments", folder / "run")


if __name__ == "__main__":
    main()
