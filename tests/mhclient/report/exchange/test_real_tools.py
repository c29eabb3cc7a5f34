"""What is exported, in the hands of the tools themselves: skipped where they are not installed."""

import json
import os
import subprocess
import sys

import pytest

from mhclient.adopt.formats import open_log
from mhclient.adopt.logged import NO_FIELDS, LogUnusable, Published
from tests.support.round_trips import accuracy_of, adopt, export, store_kinds_of_runs, what_was_read

# The whole of inspect and lm_eval runs here; their own warnings are not ours.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
CHOICES = ["oak", "birch", "elm"]


@pytest.fixture
def runs(make_benchmark, tmp_path):
    return store_kinds_of_runs(make_benchmark, tmp_path)


def test_inspects_own_reader_gives_a_run_back_whole(runs, tmp_path):
    inspect_log = pytest.importorskip("inspect_ai.log", reason="the extra inspect is not installed")
    store, run_ids = runs
    for number, run_id in enumerate(run_ids):
        path = export(store, run_id, "inspect", tmp_path / f"{number}.eval")
        log = inspect_log.read_eval_log(str(path))
        assert all(sample.events[0].event == "model" for sample in log.samples)
        assert len(inspect_log.read_eval_log_sample_summaries(str(path))) == len(log.samples)
        again = adopt([path], tmp_path / "again.sqlite3")
        assert what_was_read(tmp_path / "again.sqlite3", again) == what_was_read(store, run_id)
        assert accuracy_of(tmp_path / "again.sqlite3", again) == accuracy_of(store, run_id)


def test_inspect_writes_again_what_it_has_read(runs, tmp_path):
    inspect_log = pytest.importorskip("inspect_ai.log", reason="the extra inspect is not installed")
    store, (run_id, *_) = runs
    path = export(store, run_id, "inspect", tmp_path / "run.eval")
    inspect_log.write_eval_log(inspect_log.read_eval_log(str(path)), str(tmp_path / "copy.eval"))
    again = adopt([tmp_path / "copy.eval"], tmp_path / "again.sqlite3")
    assert what_was_read(tmp_path / "again.sqlite3", again) == what_was_read(store, run_id)


def run_lm_eval(folder, tasks, out):
    """`lm_eval run` with its dummy model, which says "lol" to everything; the files of samples."""
    command = ["-m", "lm_eval", "run", "--model", "dummy", "--include_path", folder, "--tasks", tasks]
    words = [*command, "--output_path", out, "--log_samples"]
    environment = {**os.environ, "HF_HOME": str(out / "huggingface"), "HF_HUB_OFFLINE": "1"}
    subprocess.run([sys.executable, *map(str, words)], check=True, env=environment, capture_output=True)
    return sorted(out.glob("*/samples_*.jsonl")), next(out.glob("*/results_*.json"))


def test_lm_eval_asks_an_exported_run_again_in_the_same_words(runs, tmp_path):
    pytest.importorskip("lm_eval", reason="lm_eval is not installed")
    store, (run_id, *_) = runs
    group = export(store, run_id, "lm-eval", tmp_path / "exported")
    samples, _ = run_lm_eval(group.parent, group.stem, tmp_path / "asked")
    logs = [open_log(path, NO_FIELDS) for path in samples]
    replies = [reply for log in logs for reply in log.replies()]
    before = [open_log(path, NO_FIELDS) for path in sorted((tmp_path / "exported").glob("samples_*"))]
    known = {reply.question: reply for log in before for reply in log.replies()}
    assert len(replies) == 10  # the error is asked again, too
    for reply in replies:
        assert reply.completion == "lol"
        if reply.question in known:
            then = known[reply.question]
            assert (reply.options, reply.gold) == (then.options, then.gold)
            ((role, text),) = reply.messages  # dummy has no chat template: plain text
            assert (role, text) == ("user", "\n\n".join(said for _, said in then.messages))


def test_lm_eval_sends_every_turn_in_the_models_chat_template(runs, tmp_path):
    tasks = pytest.importorskip("lm_eval.tasks", reason="lm_eval is not installed")
    store, (run_id, *_) = runs
    group = export(store, run_id, "lm-eval", tmp_path / "exported")
    manager = tasks.TaskManager(include_path=str(group.parent))
    found = tasks.get_task_dict(["bench_rp"], manager)["bench_rp"]
    doc = next(iter(found.test_docs()))
    sent = found.fewshot_context(doc, 0, apply_chat_template=True, chat_template=json.dumps)
    assert [turn["role"] for turn in json.loads(sent)] == ["system", "user"]
    assert found.process_results(doc, ["Answer: A"]) == {"letters_match": 1.0}
    assert found.process_results(doc, ["Answer: B"]) == {"letters_match": 0.0}


TASK = """task: trees_{kind}
custom_dataset: !function load.load
test_split: test
output_type: {output}
doc_to_text: "{{{{question}}}}"
doc_to_target: {target}
{more}
metadata:
  version: 1
"""
WRITTEN = """generation_kwargs: {until: ["stop"]}
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
filter_list:
  - name: strict
    filter:
      - function: regex
        regex_pattern: "answer is ([ABC])"
      - function: take_first
  - name: flexible
    filter:
      - function: regex
        regex_pattern: "(l)"
      - function: take_first"""
LOAD = """
from datasets import Dataset, DatasetDict
def load(**_):
    trees = ["oak", "birch", "elm"]
    rows = [{"question": f"Which tree, {n}?", "choices": trees, "answer": 1} for n in range(3)]
    return DatasetDict(test=Dataset.from_list(rows))
"""


@pytest.fixture(scope="module")
def logged_by_lm_eval(tmp_path_factory):
    """Two real logs of three documents: written replies under two filters, and log-probs of the choices."""
    pytest.importorskip("lm_eval", reason="lm_eval is not installed")
    folder = tmp_path_factory.mktemp("lm-eval")
    (folder / "load.py").write_text(LOAD, encoding="utf-8")
    chosen = "doc_to_choice: choices"
    for kind, output, target, more in (
        ("written", "generate_until", '"{{choices[answer]}}"', WRITTEN),
        ("chosen", "multiple_choice", "answer", chosen),
    ):
        text = TASK.format(kind=kind, output=output, target=target, more=more)
        (folder / f"{kind}.yaml").write_text(text, encoding="utf-8")
    samples, results = run_lm_eval(folder, "trees_written,trees_chosen", folder / "out")
    return {path.name.split("_")[2]: path for path in samples}, results


def test_a_real_log_of_lm_eval_has_each_reply_once_with_what_its_filter_read(logged_by_lm_eval):
    samples, _ = logged_by_lm_eval
    assert len(samples["written"].read_text(encoding="utf-8").splitlines()) == 6  # a row for each filter
    log = open_log(samples["written"], NO_FIELDS)
    replies = list(log.replies())
    assert [(reply.item, reply.completion, reply.task) for reply in replies] == [
        (str(number), "lol", "trees_written") for number in range(3)
    ]
    assert {reply.gold for reply in replies} == {frozenset("B")}
    assert replies[0].options == dict(zip("ABC", CHOICES, strict=True))
    assert replies[0].published == Published(None, False)
    assert log.head.version is not None


def test_a_real_log_of_log_probs_is_refused_in_one_line(logged_by_lm_eval):
    samples, _ = logged_by_lm_eval
    with pytest.raises(LogUnusable, match="log-probs") as refused:
        list(open_log(samples["chosen"], NO_FIELDS).replies())
    assert "\n" not in str(refused.value)
