"""Runs are compared on questions that are the same by their words; an id says nothing across benchmarks."""

import csv
import io
import json
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

import mhclient
from benchmark import read_benchmark
from benchmark.item import Item
from benchmark.same import adds_to, content_of
from mhclient.cli.main import main
from mhclient.errors import ReportError
from mhclient.figures.clustering import Entities
from mhclient.report.loading.basis import DependentItems
from mhclient.report.settings import Settings
from mhclient.report.wording.names import minus, run_name
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.comparing import told_of
from tests.support.logs import LM_EVAL
from tests.support.questions import lines
from tests.support.stored import store_run
from tests.support.workbooks import sheets_of, workbook

N = 40


def question_of(exam, n):
    """A question of an exam: its text, options, and the place of the right one."""
    return f"What is term {n} of {exam}?", [f"{exam} {n} {end}" for end in ("ash", "elm", "fir")], n % 3


def rows_of(exam, numbers=range(1, N + 1)):
    for n in numbers:
        question, options, gold = question_of(exam, n)
        letters = dict(zip("ABC", options, strict=True))
        yield {"id": str(n), "question": question, **letters, "gold": "ABC"[gold]}


def asked(folder, name, *, right, model="m-1", sheet=()):
    """A file of questions imported, and a run that has all of them right, or none."""
    assert main(["import", str(folder / name), "--out", str(folder / f"{name}-{model}"), *sheet]) == 0
    benchmark = read_benchmark(folder / f"{name}-{model}")
    items = read_items(benchmark)
    says = {item.id: item.gold[0] if right else "ABC"["ABC".index(item.gold[0]) - 1] for item in items}
    return store_run(folder / "mhclient.sqlite3", benchmark, says, model=model)


def read_items(benchmark):
    from benchmark import read_items

    return list(read_items(benchmark.items_path))


def two_files(folder):
    for exam in ("botany", "law"):
        lines(folder / f"{exam}.jsonl", *rows_of(exam))
    return [[asked(folder, "botany.jsonl", right=True)], [asked(folder, "law.jsonl", right=False)]]


def two_sheets(folder):
    rows = {exam: list(rows_of(exam)) for exam in ("botany", "law")}
    workbook(
        folder / "exam.xlsx", *((exam, [list(of[0]), *map(dict.values, of)]) for exam, of in rows.items())
    )
    return [
        [asked(folder, "exam.xlsx", right=right, model=model, sheet=("--sheet", exam))]
        for exam, right, model in (("botany", True, "m-1"), ("law", False, "m-2"))
    ]


def lm_eval_rows(exam, *, filters=("strict",), right=True, numbers=range(1, N + 1)):
    """Rows with ids from 0; the model says the letter that it is to say."""
    for place, n in enumerate(numbers):
        question, options, gold = question_of(exam, n)
        said = f"Answer: {'ABC'[gold if right else gold - 1]}"
        for each in filters:
            doc = {"question": question, "choices": options}
            yield LM_EVAL | {
                "doc_id": place, "doc": doc, "target": "ABC"[gold], "resps": [[said]],
                "filtered_resps": [said[-1]], "filter": each,
                "arguments": {"gen_args_0": {"arg_0": f"{question}\n{options}", "arg_1": {}}},
            }  # fmt: skip


def adopted(folder, capsys, *paths, tool=()):
    capsys.readouterr()
    assert main(["adopt", *map(str, paths), *tool]) == 0
    return [word for word in capsys.readouterr().out.replace(":", " ").split() if word.startswith("logged-")]


def two_lm_eval_logs(folder, capsys, *, filters=("strict",)):
    groups = []
    for exam, right in (("botany", True), ("law", False)):
        path = lines(folder / f"samples_{exam}.jsonl", *lm_eval_rows(exam, filters=filters, right=right))
        groups.append([run_of(folder, path)])
    return groups


def run_of(folder, *paths):
    """The run that a log becomes."""
    store = folder / "mhclient.sqlite3"
    before = ids_in(store)
    assert main(["adopt", *map(str, paths)]) == 0
    return next(run_id for run_id in ids_in(store) if run_id not in before)


def ids_in(store):
    if not store.exists():
        return []
    with mhclient.open_store(store) as opened:
        return [run.run_id for run in opened.runs.get_all()]


def inspect_log(folder, exam, *, right=True, numbers=range(1, N + 1)):
    """A log of inspect_ai's own mock model, with the ids that inspect gives by itself: 1, 2, 3, …"""
    inspect_ai = pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.log import list_eval_logs
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import choice
    from inspect_ai.solver import multiple_choice

    asked = [question_of(exam, n) for n in numbers]
    outputs = [
        ModelOutput.from_content("mockllm/model", f"ANSWER: {'ABC'[gold if right else gold - 1]}")
        for *_, gold in asked
    ]
    for output in outputs:  # without it inspect counts tokens by a table that it downloads
        output.usage = ModelUsage(input_tokens=30, output_tokens=3, total_tokens=33)
    samples = [Sample(input=text, choices=options, target="ABC"[gold]) for text, options, gold in asked]
    task = inspect_ai.Task(
        dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=choice(), name=exam
    )
    model = get_model("mockllm/model", custom_outputs=outputs)
    inspect_ai.eval(task, model=model, log_dir=str(folder / exam), display="none", max_samples=1)
    (found,) = list_eval_logs(str(folder / exam))
    return folder / exam / found.name.rsplit("/", 1)[-1]


def two_inspect_logs(folder):
    logs = [inspect_log(folder, exam, right=right) for exam, right in (("botany", True), ("law", False))]
    return [[run_of(folder, log)] for log in logs]


def one_run_of_two_files(folder):
    files = [lines(folder / f"{exam}.jsonl", *rows_of(exam)) for exam in ("botany", "law")]
    with serving(Simulator(AnswerKey())) as simulator:
        result = mhclient.evaluate(
            files,
            ["compatible:sim-tidy", "compatible:sim-verbose"],
            base_url=simulator.openai_base_url,
            store=folder / "mhclient.sqlite3",
        )
    ranked = [[row.run.run.run_id for row in ranking.rows] for ranking in result.rankings]
    assert [row.ranks for each in result.rankings for row in each.rows] != [None] * 4
    return ranked


INPUTS = {
    "two files": two_files,
    "two sheets": two_sheets,
    "two lm-eval logs": lambda folder: two_lm_eval_logs(folder, None),
    "two lm-eval logs with filters": lambda folder: two_lm_eval_logs(
        folder, None, filters=("strict", "flexible")
    ),
    "two inspect logs": two_inspect_logs,
    "one run of two files": one_run_of_two_files,
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # the whole of inspect runs here; its own warnings are not ours
@pytest.mark.parametrize("groups_in", INPUTS.values(), ids=INPUTS)
def test_different_questions_with_the_same_ids_are_a_pair_in_no_form(
    groups_in, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    groups = groups_in(tmp_path)
    run_ids = [run_id for group in groups for run_id in group]
    group_of = {run_id: place for place, group in enumerate(groups) for run_id in group}
    n_pairs = sum(len(list(combinations(group, 2))) for group in groups)

    def written(*more):
        capsys.readouterr()
        assert main(["report", *run_ids, *more]) == 0
        return capsys.readouterr().out

    report = json.loads(written("--format", "json"))
    assert [len({group_of[run] for run in pair["runs"]}) for pair in report["verdicts"]] == [1] * n_pairs
    (two,) = report["questions_in_common"]
    assert (two["n"], two["n_same"], two["other_words"], two["other_gold"]) == ([N, N], 0, N, 0)
    for group in groups:
        ranks = [each for each in report["ranks"] if each["run"] in group]
        assert len(ranks) == (len(group) if len(group) > 1 else 0)
        assert all(each["rank_last"] <= len(group) for each in ranks)
    main(["report", *run_ids, "--out", "report.xlsx"])
    rows = list(csv.DictReader(io.StringIO(written("--format", "summary-csv"))))
    for row in [*rows, *sheets_of(tmp_path / "report.xlsx")["summary"]]:
        beside = row.get("compared_with")
        assert not beside or group_of[beside] == group_of[row["run"]]
        assert row["task"] or (int(row["other_words"]), int(row["other_gold"])) == (N, 0)

    with mhclient.open_store(tmp_path / "mhclient.sqlite3") as store:
        runs = mhclient.load_runs(store, run_ids)
    names = {run.run.run_id: run_name(run, runs) for run in runs}
    main(["report", *run_ids, "--out", "report.html"])
    forms = [written(), written("--format", "methods"), (tmp_path / "report.html").read_text()]
    forms += [written("--format", form) for form in ("latex", "markdown")]
    for text, (one, other) in product(forms, product(run_ids, run_ids)):
        if group_of[one] != group_of[other]:
            assert minus(names[one], names[other]) not in text
            assert f"{names[one]} against {names[other]}" not in text
    said = [" ".join(text.split()) for text in forms]
    assert all(str(N) in text and "other words" in text for text in said)
    assert n_pairs or all("Which rank may each run have" not in text for text in said)

    apart = [
        (one, other) for one, other in combinations(runs, 2) if one.benchmark.digest != other.benchmark.digest
    ]
    for both in apart:
        with pytest.raises(ReportError, match=f"{N} items have the same id and other words: not compared"):
            mhclient.compare(both)
        capsys.readouterr()
        assert main(["power", "--pilot", *(run.run.run_id for run in both)]) == 2
        assert "Simulating" not in capsys.readouterr().err
    if n_pairs:
        found = mhclient.compare(runs, every_pair=True)
        assert len(found.verdicts) == len(found.pairs) == n_pairs


@pytest.mark.parametrize("whole", [True, False])
def test_a_log_of_whole_prompts_says_why_it_pairs_with_nothing(tmp_path, monkeypatch, capsys, whole):
    monkeypatch.chdir(tmp_path)
    rows = list(lm_eval_rows("botany", numbers=range(1, 5)))
    shown = [" ".join(row["doc"]["choices"]) if whole else "Choose." for row in rows]
    prompts = [
        row | {"doc": row["doc"] | {"question": f"{row['doc']['question']} {text}"}}
        for row, text in zip(rows, shown, strict=True)
    ]
    for name, of in (("plain", rows), ("prompts", prompts)):
        run_of(tmp_path, lines(tmp_path / f"samples_{name}.jsonl", *of))
    capsys.readouterr()
    said = "4 items of an adopted log are whole prompts with the options in it"
    runs = ids_in(tmp_path / "mhclient.sqlite3")
    assert main(["compare", *runs]) == 2
    assert (said in capsys.readouterr().err) == whole
    assert main(["report", *runs]) == 0
    assert (said in " ".join(capsys.readouterr().out.split())) == whole


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_two_logs_and_an_own_run_of_the_same_questions_share_all_of_them(tmp_path, monkeypatch, capsys):
    """Whatever their ids, the order of the questions, that of the options, and how lines are broken."""
    monkeypatch.chdir(tmp_path)
    numbers = range(1, 148)
    rows = list(rows_of("botany", reversed(numbers)))
    for row in rows:
        row["A"], row["C"] = row["C"], row["A"]
        row["gold"] = {"A": "C", "B": "B", "C": "A"}[row["gold"]]
        row["question"] = row["question"].replace(" of ", "\nof ") + " "
    lines(tmp_path / "own.jsonl", *rows)
    own = asked(tmp_path, "own.jsonl", right=False)
    log = lines(tmp_path / "samples_botany.jsonl", *lm_eval_rows("botany", numbers=numbers))
    logs = [log, inspect_log(tmp_path, "botany", numbers=numbers)]
    run_ids = [own, *(run_of(tmp_path, log) for log in logs)]
    capsys.readouterr()
    assert main(["compare", *run_ids, "--all-pairs", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [pair["overall"]["right"]["n"] for pair in found["pairs"]] == [147] * 3
    assert [pair["left_out"] for pair in found["pairs"]] == [0] * 3
    assert [pair["other_words"] for pair in found["pairs"]] == [0] * 3
    assert [pair["overall"]["right"]["difference"] for pair in found["pairs"]] == [-1, -1, 0]
    assert sorted((each["rank_first"], each["rank_last"]) for each in found["ranks"]) == [
        (1, 2),
        (1, 2),
        (3, 3),
    ]
    (ranking,) = mhclient.load(*run_ids, store=tmp_path / "mhclient.sqlite3").rankings
    assert len(ranking.rows) == 3


def changed(rows, **of_row):
    """The rows, some of them otherwise: id → what is changed."""
    return [row | of_row.get(f"q{row['id']}", {}) for row in rows]


OTHERWISE = {
    "another gold": (
        {"q3": {"gold": "B"}, "q7": {"gold": "C"}, "q9": {"gold": "B"}},
        N - 3,
        "another gold",
        3,
    ),
    "other words": (
        {"q3": {"question": "Which?"}, "q5": {"A": "beech"}},
        N - 2,
        "the same id and other words",
        2,
    ),
    "one more option": ({"q4": {"D": "beech"}}, N - 1, "the same id and other words", 1),
    "another case": (
        {"q4": {"question": "WHAT IS TERM 4 OF BOTANY?"}},
        N - 1,
        "the same id and other words",
        1,
    ),
}


@pytest.mark.parametrize(("change", "n", "why", "n_unlike"), OTHERWISE.values(), ids=OTHERWISE)
def test_what_was_changed_between_two_editions_is_not_compared_and_said(
    change, n, why, n_unlike, tmp_path, monkeypatch, capsys
):
    """By a corrected gold one reply is right in one run and wrong in the other: no difference of models."""
    monkeypatch.chdir(tmp_path)
    rows = list(rows_of("botany"))
    lines(tmp_path / "first.jsonl", *rows)
    lines(tmp_path / "second.jsonl", *changed(rows, **change))
    both = [asked(tmp_path, f"{name}.jsonl", right=True, model=name) for name in ("first", "second")]
    (pair,) = mhclient.compare(loaded(tmp_path, *both)).pairs
    assert (pair.overall.right.n, pair.overall.right.difference.value) == (n, 0)
    assert sum(pair.unlike) == n_unlike
    items = "1 item has" if n_unlike == 1 else f"{n_unlike} items have"
    assert f"{items} {why}" in told_of(tmp_path / "mhclient.sqlite3", *both)["not_shared"]


def loaded(folder, *run_ids):
    with mhclient.open_store(folder / "mhclient.sqlite3") as store:
        return mhclient.load_runs(store, run_ids)


def test_a_question_that_stands_twice_is_one_cluster_and_pairs_once(tmp_path, monkeypatch, capsys):
    """Of two copies in one file and one in the other, one is paired; said at import and in the report."""
    monkeypatch.chdir(tmp_path)
    rows = list(rows_of("botany"))
    lines(tmp_path / "twice.jsonl", *rows, rows[4] | {"id": "again"}, rows[6] | {"id": "once more"})
    lines(tmp_path / "once.jsonl", *rows)
    twice, once = (asked(tmp_path, f"{name}.jsonl", right=True, model=name) for name in ("twice", "once"))
    said = " ".join(capsys.readouterr().err.split())
    assert "2 questions stand more than once (line 5 and line 41; line 7 and line 42)" in said
    runs = loaded(tmp_path, twice, once)
    (pair,) = mhclient.compare(runs).pairs
    assert (pair.overall.right.n, pair.left_out, sum(pair.unlike)) == (N, 2, 0)
    summary = mhclient.summarise(runs)[0]
    assert summary.overall.accuracy.n == N + 2
    assert main(["report", twice]) == 0
    assert "2 questions stand more than once among the items" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("settings", [Settings(), Settings(entities=Entities.FIXED)])
def test_copies_count_as_one_cluster(settings):
    """Forty questions that stand twice each are worth forty, not eighty: the interval is that of forty."""
    items = [Item(str(n), "own", f"What is {n}?", {"A": "oak", "B": "elm"}, ("A",)) for n in range(N)]
    copies = [replace(item, id=f"{item.id} again", question=f"{item.question} ") for item in items]
    right = np.arange(N) % 4 < 3
    alone, together = DependentItems(items, settings), DependentItems([*items, *copies], settings)
    once = alone.mean(np.arange(N)).estimate(right.astype(float))
    doubled = together.mean(np.arange(2 * N)).estimate(np.concatenate([right, right]).astype(float))
    assert doubled.n_effective == pytest.approx(once.n_effective)
    assert doubled.ci95 == pytest.approx(once.ci95, abs=0.02)  # one item more is of 80, not of 40


PLAIN = Item("1", "own", "Is it an oak?", {"A": "yes", "B": "no"}, ("A",))
SAME = {
    "id": replace(PLAIN, id="7", task="other"),
    "white space": replace(PLAIN, question=" Is  it\nan oak? "),
    "order": replace(PLAIN, options={"A": "no", "B": "yes"}, gold=("B",)),
    "composed": replace(PLAIN, question="Is it an oak?", options={"A": "yes\u00a0", "B": "no"}),
}
NOT_SAME = {
    "question": replace(PLAIN, question="Is it an elm?"),
    "case": replace(PLAIN, question="is it an oak?"),
    "sign": replace(PLAIN, question="Is it an oak"),
    "option": replace(PLAIN, options={"A": "yes", "B": "No"}),
    "options": replace(PLAIN, options={"A": "yes", "B": "no", "C": "perhaps"}),
    "gold": replace(PLAIN, gold=("B",)),
}


@pytest.mark.parametrize("item", SAME.values(), ids=SAME)
def test_what_changes_no_question(item):
    assert content_of(item) == content_of(PLAIN)


@pytest.mark.parametrize("item", NOT_SAME.values(), ids=NOT_SAME)
def test_what_makes_another_question(item):
    assert content_of(item) != content_of(PLAIN)


def test_letters_with_accents_are_the_same_however_they_are_composed():
    one, other = (replace(PLAIN, question=text) for text in ("caf\u00e9?", "cafe\u0301?"))
    assert content_of(one) == content_of(other)


def test_evidence_is_what_stands_behind_the_same_question():
    """An item that only names the id of another repeats nothing."""
    assert adds_to(replace(PLAIN, question=f"{PLAIN.question}\n\nEvidence:\n\nAcorns."), PLAIN)
    for other in (
        *(NOT_SAME[name] for name in ("question", "gold", "options")),
        replace(PLAIN, question="Oak?"),
    ):
        assert not adds_to(other, PLAIN)
