"""What a report says on the terminal, it says in every form: rows for programs, LaTeX, comparisons."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing
from functools import partial

import anyio
import pytest
from openpyxl import load_workbook

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from mhclient import compare, load_runs, more, open_store, summarise
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.report.writers.tidy import COLUMNS
from tests.support.asking import run, simulator_for

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A store with the sample asked once of one model, and three times of each item of another."""
    folder = tmp_path_factory.mktemp("forms")
    benchmark = build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), folder / "benchmark")
    store = folder / "mhclient.sqlite3"

    async def ask() -> list[str]:
        async with simulator_for(benchmark) as simulator:
            ask_90 = partial(run, benchmark, simulator, store, limit=90)
            return [(await ask_90())[0], (await ask_90(model="sim-verbose", epochs=3))[0]]

    return store, *anyio.run(ask)


@pytest.fixture
def runs(asked, monkeypatch):
    """The two runs, and where the commands find them."""
    store, *found = asked
    monkeypatch.chdir(store.parent)
    return found


@pytest.fixture(scope="module")
def said() -> dict[tuple[str, ...], str]:
    """Command → what it has written: the runs stay as they are."""
    return {}


@pytest.fixture
def written(runs, said, capsys):
    """What a command about both runs writes."""

    def write(verb: str, *more: str) -> str:
        if (verb, *more) not in said:
            capsys.readouterr()
            assert main([verb, *runs, *more]) == 0
            said[verb, *more] = capsys.readouterr().out
        text: str = said[verb, *more]
        return text

    return write


@pytest.fixture
def rows(written):
    return list(csv.DictReader(io.StringIO(written("report", "--format", "summary-csv"))))


@pytest.fixture
def report(written):
    return json.loads(written("report", "--format", "json"))


def number(cell):
    return float(cell) if cell else None


def test_columns_stand_behind_those_that_others_read(rows):
    assert tuple(rows[0])[: len(COLUMNS)] == COLUMNS


def test_rows_of_tasks_have_what_json_says_beyond_chance(rows, report):
    figures = {each["run"]: each for each in report["reports"]}
    of_tasks = [row for row in rows if row["task"]]
    for row in of_tasks:
        labels = figures[row["run"]]["labels"].get(row["task"], {})
        for name in ("best_constant", "skill", "balanced_accuracy", "kappa", "mcc"):
            assert number(row[name]) == labels.get(name)
        shortcut = figures[row["run"]]["shortcuts"][row["task"]]
        assert row["shortcut"] == shortcut["shortcut"]
        assert number(row["accuracy_not_guessed"]) == shortcut["accuracy_not_guessed"]
    assert any(row["kappa"] for row in of_tasks)


def test_rows_over_all_items_have_averages_coverage_and_uses(rows, report):
    for row, figures in zip([row for row in rows if not row["task"]], report["reports"], strict=True):
        assert number(row["AvgE"]) == figures["averages"]["AvgE"]
        bounds = [number(row[f"AvgE_ci95_{end}"]) for end in ("low", "high")]
        assert bounds == figures["averages_ci95"]["AvgE"]
        assert number(row["Cov(T)"]) == figures["coverage"]["Cov(T)"]
        right = {each["relation"]: each["share"] for each in figures["usage"]["right"]}
        assert number(row["usage_right_off_label_use"]) == right["off-label use"]


def test_rows_say_what_several_replies_to_an_item_say_together(rows, report):
    found = report["reports"][1]["repetitions"]["all"]
    once, thrice = (row for row in rows if not row["task"])
    assert (once["k"], thrice["k"]) == ("", "3")
    assert number(thrice["pass_at_k"]) == found["pass_at_k"]["3"]["value"]


def test_rows_have_ranks_and_the_verdict_of_this_run_beside_the_first(rows, report):
    first, second = (row for row in rows if not row["task"])
    (verdict,) = report["verdicts"]
    assert first["compared_with"] == first["verdict"] == ""
    assert second["compared_with"] == first["run"]
    assert number(second["difference"]) == -verdict["difference"]
    assert number(second["difference_ci95_low"]) == -verdict["ci95"][1]
    assert number(second["p_holm"]) == verdict["p_holm"]
    turned = {"better": "worse", "worse": "better"}
    assert second["verdict"] == turned.get(verdict["verdict"], verdict["verdict"])
    ranks = {each["run"]: str(each["rank_first"]) for each in report["ranks"]}
    assert {row["run"]: row["rank_first"] for row in (first, second)} == ranks


def test_a_run_alone_has_no_columns_of_verdicts(runs, capsys):
    assert main(["report", runs[0], "--format", "summary-csv"]) == 0
    header = capsys.readouterr().out.splitlines()[0].split(",")
    assert "kappa" in header
    assert not {"verdict", "rank_first", "pass_at_k"} & set(header)


def test_workbooks_and_sqlite_have_the_same_columns(rows, runs, tmp_path):
    assert main(["report", *runs, "--out", str(tmp_path / "r.xlsx")]) == 0
    (header, *_) = load_workbook(tmp_path / "r.xlsx")["summary"].iter_rows(values_only=True)
    assert header == tuple(rows[0])
    assert main(["report", *runs, "--out", str(tmp_path / "r.sqlite")]) == 0
    with closing(sqlite3.connect(tmp_path / "r.sqlite")) as connection:
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(runs)")]
    assert columns == list(rows[0])


def test_latex_has_tables_beyond_chance_and_intervals(runs, tmp_path):
    assert main(["report", *runs, "--out", str(tmp_path / "r.tex")]) == 0
    tables = (tmp_path / "r.tex").read_text().split(r"\begin{table}")
    labels = [re.findall(r"\\label\{tab:mhclient-([^}]*)\}", each)[0] for each in tables[1:]]
    by_label = dict(zip(labels, tables[1:], strict=True))
    for name, head in {
        "chance": "Kappa & MCC",
        "shortcuts": "Not guessed",
        "averages": r"Average & 95 \% CI",
        "coverage": r"Coverage & 95 \% CI",
        "attempts": "pass@k (95",
    }.items():
        assert head in by_label[name]
    assert "sim-tidy" in by_label["chance"]
    assert "sim-verbose" in by_label["chance"]
    assert "sim-tidy (" not in by_label["attempts"]  # which has asked each item once


def test_a_comparison_as_csv_has_the_figures_of_json_by_task(written):
    rows = list(csv.DictReader(io.StringIO(written("compare", "--format", "csv"))))
    (pair,) = json.loads(written("compare", "--format", "json"))["pairs"]
    assert [row["task"] for row in rows] == [*pair["tasks"], ""]
    for row in rows:
        contrast = pair["tasks"].get(row["task"], pair["overall"])
        assert (row["first"], row["second"]) == (pair["first"], pair["second"])
        assert number(row["right_difference"]) == contrast["right"]["difference"]
        assert number(row["right_p_holm"]) == contrast["right"]["p_holm"]
        assert row["right_verdict"] == contrast["right"]["verdict"]
        for end, bound in zip(("low", "high"), contrast["read"]["ci95"] or (None, None), strict=True):
            assert number(row[f"read_ci95_{end}"]) == bound
    assert rows[-1]["left_out"] == str(pair["left_out"])


def test_a_comparison_goes_into_a_csv_file_by_its_name(runs, tmp_path, capsys):
    assert main(["compare", *runs, "--out", str(tmp_path / "c.csv")]) == 0
    assert (tmp_path / "c.csv").read_text().startswith("first,second,task,")
    assert main(["compare", *runs, "--by", "parent", "--format", "csv"]) == 2
    assert "--by parent has no CSV" in capsys.readouterr().err


def test_python_has_the_figures_of_json_and_the_rows_of_csv(runs, asked, rows, report, written):
    with open_store(asked[0]) as store:
        loaded = load_runs(store, runs)
        summaries, compared = summarise(loaded), compare(loaded)
    assert json.loads(json.dumps(more.report_figures(summaries))) == report
    assert more.report_figures(summaries[0])["labels"] == report["reports"][0]["labels"]
    assert [list(row) for row in more.report_rows(summaries)] == [list(row) for row in rows]
    of_json = json.loads(written("compare", "--format", "json"))
    assert json.loads(json.dumps(more.comparison_figures(compared))) == of_json
    assert len(more.compared_rows(compared)) == len(of_json["pairs"][0]["tasks"]) + 1
    with pytest.raises(UsageError, match="as summarise returns them"):
        more.report_rows([])
