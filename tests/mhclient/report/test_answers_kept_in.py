"""Every way out of a restricted benchmark: golds item by item leave only when told, figures always."""

import json
import shlex

import anyio
import pytest

from benchmark import read_benchmark
from benchmark.exchange import FORMATS as EXPORTS
from benchmark.folder import read_items
from benchmark.mentat.design import DesignSettings, QuestionPart, write_paired
from benchmark.mentat.items import labels_for
from benchmark.mentat.release import Release
from cache import Store
from mhclient.cli.arguments.reports import REPORT_ENDINGS
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.report.loading.item_choice import ItemChoice
from mhclient.report.loading.load import load_runs
from mhclient.report.summarise import summarise_all
from mhclient.report.write import FORMS, PAGE, WORKBOOK, write_report
from mhclient.run.spec import Ask
from mhclient.simulator.server import start_simulator
from mhclient.study.evaluate import load
from tests.support.asking import run, simulator_for
from tests.support.mentat import write_release

FIGURES = {"terminal", "json", "markdown", "latex", "summary-csv", "junit", "methods"}
REFUSED = "asks not to distribute files with its answers"
ITEM_ID = b"mentat/gender/"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A folder with a restricted benchmark, and a store with two runs of it: letters, and solved examples."""
    folder = tmp_path_factory.mktemp("restricted")
    clone = write_release(folder / "clone")
    settings = DesignSettings(part=QuestionPart.SHOTS)
    labels = labels_for(clone, n_draws=0)
    benchmark = write_paired(Release(clone, lambda: ""), folder / "b", labels, settings)

    async def ask(variant: str, ask: Ask) -> str:
        async with simulator_for(benchmark) as simulator:
            run_id, _ = await run(
                benchmark, simulator, folder / "store", model="sim-tidy", variant=variant, ask=ask
            )
        return run_id

    letters = anyio.run(ask, "mentat-b", Ask.LOGPROBS)
    examples = anyio.run(ask, "mentat-a:shots=1", Ask.WRITE)
    return folder, letters, examples


@pytest.fixture
def said(capsys):
    """What a command says, in one line."""
    return lambda: " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("form", REPORT_ENDINGS)
def test_a_report_in_any_form_holds_no_gold_unless_told(asked, tmp_path, said, form):
    folder, letters, _ = asked
    out = tmp_path / f"r{REPORT_ENDINGS[form][0]}"
    report = ["report", letters, "--store", str(folder / "store"), "--format", form, "--out", str(out)]
    if form in FIGURES:
        assert main(report) == 0
        assert ITEM_ID not in out.read_bytes()
        return
    assert main(report) == 2
    assert REFUSED in said()
    assert list(tmp_path.iterdir()) == []
    assert main([*report, "--with-answers"]) == 0
    assert out.is_file()


def test_rows_are_not_printed_either(asked, capsys):
    folder, letters, _ = asked
    assert main(["report", letters, "--store", str(folder / "store"), "--format", "csv"]) == 2
    printed = capsys.readouterr()
    assert "--with-answers" in printed.err
    assert not printed.out


@pytest.mark.parametrize("ending", [PAGE, WORKBOOK, *FORMS])
def test_python_writes_by_the_same_rule(asked, tmp_path, ending):
    folder, letters, _ = asked
    with Store.open(folder / "store", read_only=True) as store:
        summaries = summarise_all(load_runs(store, [letters]))
        out = tmp_path / f"r{ending}"
        if ending in (".json", ".md", ".tex"):
            assert ITEM_ID not in write_report(store, summaries, out).read_bytes()
            return
        with pytest.raises(UsageError, match=REFUSED):
            write_report(store, summaries, out)
        assert not out.exists()
        assert write_report(store, summaries, out, with_answers=True).is_file()


def test_a_result_of_python_writes_by_the_same_rule(asked, tmp_path):
    folder, letters, _ = asked
    result = load(letters, store=folder / "store")
    with pytest.raises(UsageError, match=REFUSED):
        result.report(tmp_path / "r.csv")
    assert result.report(tmp_path / "r.csv", with_answers=True).is_file()


@pytest.mark.parametrize("form", sorted(FIGURES))
@pytest.mark.parametrize(
    "chosen", [["--by", "vignette"], ["--by", "q_id"], ["--where", "gender=*male", "--by", "order"]]
)
def test_figures_of_few_questions_stay_in_too(asked, tmp_path, said, form, chosen):
    """The golds of one question, counted by letter, are its answer."""
    folder, letters, _ = asked
    out = tmp_path / f"r{REPORT_ENDINGS[form][0]}"
    common = ["--store", str(folder / "store"), *chosen]
    report = ["report", letters, *common, "--format", form, "--out", str(out)]
    assert main(report) == 2
    assert f"a group chosen with 1 question alone: MENTAT {REFUSED}" in said()
    assert not out.exists()
    assert main([*report, "--with-answers"]) == 0


def test_no_command_shows_a_single_question_unless_told(asked, said):
    folder, letters, examples = asked
    one = next(read_items(folder / "b" / "items.jsonl")).details["vignette"]
    for which in (["--where", f"vignette={one}"], ["--by", "vignette"]):
        for command in (["letters", letters], ["compare", letters, examples]):
            told = [*command, "--store", str(folder / "store"), *which]
            assert main(told) == 2
            assert REFUSED in said()
            assert main([*told, "--with-answers"]) == 0


def test_a_whole_task_passes_however_small(asked):
    folder, letters, _ = asked
    with Store.open(folder / "store", read_only=True) as store:
        runs = load_runs(store, [letters])
    for task in runs[0].benchmark.sizes:
        assert len(list(ItemChoice({"task": [task]}).apply(runs))) == 1
    with pytest.raises(UsageError, match=REFUSED):
        list(ItemChoice(by="vignette").apply(runs))


@pytest.mark.parametrize("to", EXPORTS)
def test_questions_go_to_no_other_tool_unless_told(asked, tmp_path, said, to):
    folder, _, _ = asked
    export = ["export", str(folder / "b"), "--to", to, "--out", str(tmp_path / "x")]
    assert main(export) == 2
    assert REFUSED in said()
    assert main([*export, "--with-answers"]) == 0


@pytest.mark.parametrize("to", ["eee", "lm-eval"])
def test_replies_go_to_no_other_tool_unless_told(asked, tmp_path, said, to):
    folder, letters, _ = asked
    export = ["export", letters, "--store", str(folder / "store"), "--to", to, "--out", str(tmp_path / "x")]
    assert main(export) == 2
    assert REFUSED in said()
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", ["letters.csv", "letters.jsonl"])
def test_letters_item_by_item_stay_in_unless_told(asked, tmp_path, said, name):
    folder, letters, _ = asked
    command = ["letters", letters, "--store", str(folder / "store"), "--items", str(tmp_path / name)]
    assert main(command) == 2
    assert REFUSED in said()
    assert list(tmp_path.iterdir()) == []
    assert main([*command, "--with-answers"]) == 0
    assert main(command[:-2]) == 0


def test_requests_with_solved_examples_stay_in_unless_told(asked, tmp_path, said):
    folder, letters, examples = asked
    out = ["--store", str(folder / "store"), "--out", str(tmp_path / "x.jsonl")]
    for command in (["cache", "export", *out], ["cache", "export", "--run", examples, *out]):
        assert main(command) == 2
        assert f"{examples} shows solved examples" in said()
        assert main([*command, "--with-answers"]) == 0
    assert main(["cache", "export", "--run", letters, *out]) == 0
    assert all("gold" not in json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines())


def test_sheets_for_raters_hold_no_gold(asked, tmp_path):
    folder, letters, _ = asked
    out = tmp_path / "cases.jsonl"
    assert main(["audit", letters, "--store", str(folder / "store"), "--out", str(out)]) == 0
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert rows
    assert not any("gold" in name for row in rows for name in row)


@pytest.mark.parametrize("name", ["d.md", "d.tex", "d.html"])
def test_a_description_counts_golds_and_names_none(asked, tmp_path, name):
    """A category with few questions has few golds, which other benchmarks show one by one."""
    folder, _, _ = asked
    assert main(["describe", str(folder / "b"), "--out", str(tmp_path / name)]) == 0
    written = (tmp_path / name).read_text(encoding="utf-8")
    assert "different texts" in written
    assert "Invented step" not in written


def test_a_study_that_would_write_answers_is_refused_before_anything_is_asked(asked, tmp_path, said):
    folder, _, _ = asked
    with_answers = "with_answers = true\n"
    study = f'benchmarks = ["{folder / "b"}"]\nlimit = 2\nreport = "r.csv"\n{{}}[[models]]\nname = "{{}}"\n'
    (tmp_path / "s.toml").write_text(study.format("", "openai:nobody"), encoding="utf-8")
    command = ["run", str(tmp_path / "s.toml"), "--store", str(tmp_path / "store"), "--dry-run"]
    assert main(command) == 2
    told = said()
    assert REFUSED in told
    assert "'with_answers'" in told
    assert not (tmp_path / "store").exists()
    (tmp_path / "s.toml").write_text(study.format(with_answers, "openai:nobody"), encoding="utf-8")
    assert main(command) == 0
    assert read_benchmark(folder / "b").restricted


def test_what_to_type_after_a_run_is_not_refused(asked, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    benchmark = asked[0] / "b"
    with start_simulator(benchmark) as simulator:
        url = simulator.openai_base_url
        ask = ["run", str(benchmark), "--base-url", url, "--limit", "6", "--variant", "mentat-a"]
        assert main([*ask, *(f"--model=compatible:{model}" for model in ("sim-tidy", "sim-verbose"))]) == 0
    next_command = capsys.readouterr().err.partition("Next: mhclient ")[2].splitlines()[0]
    assert main(shlex.split(next_command)) == 0
    assert (tmp_path / "report.html").is_file()
