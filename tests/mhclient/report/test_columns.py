"""Reports and comparisons by the columns of the file that questions came from, and of some of them alone."""

import json
from dataclasses import replace

import pytest

from benchmark.folder import RESTRICTED
from benchmark.imports import read_people_file
from cache import open_store
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.report.loading.item_choice import ItemChoice
from mhclient.report.loading.load import load_runs
from tests.support.items import make_items
from tests.support.stored import Answer, store_run

FIELDS = ["Anatomie", "Pharma", "Anatomie", ""] * 5


HEADER = "question,A,B,gold,Fach,Jahr\n"


QUESTIONS = HEADER + "".join(f"q{n},x,y,A,{fach},{2018 + n % 3}\n" for n, fach in enumerate(FIELDS))


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """Two runs of twenty items: right in Anatomie alone; right everywhere."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.csv").write_text(QUESTIONS)
    made = read_people_file(tmp_path / "q.csv").write(tmp_path / "b")
    items = read_people_file(tmp_path / "b").items
    some: dict[str, Answer] = {
        item.id: "A" if item.details.get("Fach") == "Anatomie" else "B" for item in items
    }
    every: dict[str, Answer] = {item.id: "A" for item in items}
    path = tmp_path / "mhclient.sqlite3"
    return store_run(path, made, some, model="some"), store_run(path, made, every, model="every")


def shown(capsys, *arguments):
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_figures_stand_by_the_values_of_a_column(stored, capsys):
    tasks = shown(capsys, "report", stored[0], "--by", "Fach")["tasks"]
    found = {name: (task["n"], task["accuracy"]) for name, task in tasks.items()}
    assert found == {"Anatomie": (10, 1.0), "Pharma": (5, 0.0), "(none)": (5, 0.0)}
    assert list(shown(capsys, "report", stored[0], "--by", "Jahr")["tasks"]) == ["2018", "2019", "2020"]


def test_grouping_changes_no_figure_over_all_items(stored, capsys):
    alone = shown(capsys, "report", stored[0])["overall"]
    by = shown(capsys, "report", stored[0], "--by", "Fach")["overall"]
    assert by == alone | {key: pytest.approx(alone[key]) for key in ("ci95", "ci95_answered")}
    both = shown(capsys, "compare", *stored)["pairs"][0]["overall"]["right"]
    grouped = shown(capsys, "compare", *stored, "--by", "Fach")["pairs"][0]["overall"]["right"]
    assert grouped["ci95"] == pytest.approx(both["ci95"])
    assert grouped["difference"] == pytest.approx(both["difference"])


def test_only_items_with_a_value_count(stored, capsys):
    document = shown(capsys, "report", stored[0], "--where", "Fach=Anat*")
    assert (document["overall"]["n"], document["overall"]["accuracy"]) == (10, 1.0)
    assert document["intervals"]["about"].startswith("Only items with Fach=Anat*. ")
    several = shown(capsys, "report", stored[0], "--where", "Fach=Anat*", "--where", "Fach=Pharma")
    assert several["overall"]["n"] == 15
    both = shown(capsys, "report", stored[0], "--where", "Fach=Anatomie", "--where", "Jahr=2018")
    assert both["overall"]["n"] == sum(f == "Anatomie" and n % 3 == 0 for n, f in enumerate(FIELDS))


def test_all_that_stands_beside_the_replies_goes_with_them(stored):
    with open_store("mhclient.sqlite3", read_only=True) as store:
        (run,) = load_runs(store, stored[:1])
    named = replace(run, route_of_each=run.names, filters_of_each=run.names)
    (chosen,) = ItemChoice({"Fach": ["Anat*", "Pharma"]}, by="Jahr").apply([named])
    assert len(chosen.scored) == 15
    assert tuple(chosen.route_of_each) == tuple(chosen.filters_of_each) == chosen.names


def test_comparisons_and_clusters_take_columns_too(stored, capsys):
    pair = shown(capsys, "compare", *stored, "--by", "Fach", "--where", "Fach=*a*")["pairs"][0]
    assert set(pair["tasks"]) == {"Anatomie", "Pharma"}
    assert pair["overall"]["right"]["n"] == 15
    assert shown(capsys, "report", stored[0], "--cluster", "Fach")["intervals"]["cluster_by"] == "Fach"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--by", "Fahc"], "--by Fahc: no item has such a column. Did you mean 'Fach'?"),
        (["--by", "relation"], "--by relation: no item of these runs has a value there."),
        (["--where", "Fahc=x"], "--where Fahc: no item has such a column"),
        (["--where", "Fach=Physik"], "no item has Fach=Physik. Values of Fach: Anatomie (10), Pharma (5)"),
    ],
)
def test_a_column_or_value_that_no_item_has_is_refused_with_those_there_are(
    stored, capsys, arguments, complaint
):
    assert main(["report", stored[0], *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_a_column_of_one_benchmark_alone_is_refused_with_the_runs_that_lack_it(stored, tmp_path, capsys):
    (tmp_path / "other.csv").write_text("question,A,B,gold,Thema\nWhat?,x,y,A,Angst\n")
    made = read_people_file(tmp_path / "other.csv").write(tmp_path / "other")
    other = store_run(tmp_path / "mhclient.sqlite3", made, {}, model="other")
    for runs in ([stored[0], other], [other, stored[0]]):
        assert main(["report", *runs, "--by", "Fach"]) == 2
        said = capsys.readouterr().err
        assert f"--by Fach: no item of {other} has such a column; those of {stored[0]} have." in said
        assert "q has Fach, Jahr" in said
        assert "other has Thema" in said
    assert main(["report", *stored, other, "--by", "Them"]) == 2
    assert "no item has such a column. Did you mean 'Thema'?" in capsys.readouterr().err


def test_groups_of_ten_questions_of_a_restricted_benchmark_are_shown(stored):
    """Fach has 10, 5 and 5 questions: Anatomie stands, and by Fach two groups are too small."""
    with open_store("mhclient.sqlite3", read_only=True) as store:
        (run,) = load_runs(store, stored[:1])
    restricted = {**run.benchmark.manifest, "restricted": RESTRICTED}
    kept_in = replace(run, benchmark=replace(run.benchmark, manifest=restricted))
    assert len(next(ItemChoice({"Fach": ["Anatomie"]}).apply([kept_in])).scored) == 10
    for choice in (ItemChoice(by="Fach"), ItemChoice({"Fach": ["Pharma"]})):
        with pytest.raises(UsageError, match="a group chosen with 5 questions alone"):
            list(choice.apply([kept_in]))
        assert list(choice.apply([run]))
        assert list(replace(choice, with_answers=True).apply([kept_in]))


@pytest.fixture
def run_of_exam(make_benchmark, store) -> str:
    """A run on 24 questions of a file without groups, of two years; the first six are wrong."""
    items = [
        replace(item, id=f"own-{number:03d}", task="own", relation=None, details={"Jahr": 2023 + number % 2})
        for number, item in enumerate(make_items(24))
    ]
    said = {
        item.id: next(letter for letter in "ABCD" if (letter in item.gold) == (number >= 6))
        for number, item in enumerate(items)
    }
    return store_run(store, make_benchmark(items, name="exam"), said, model="first")


@pytest.mark.parametrize("form", ["terminal", "markdown", "latex", "csv", "html"])
def test_a_file_without_groups_is_called_by_its_name(run_of_exam, tmp_path, form):
    assert main(["report", run_of_exam, "--format", form, "--out", "report.any"]) == 0
    text = (tmp_path / "report.any").read_text(encoding="utf-8")
    assert "exam" in text
    # Not as a word of its own; item ids begin with it, and pages say "its own".
    assert [part for part in ("| own |", ",own,", ">own<", "own &", "\nown ") if part in text] == []


def test_markdown_has_n_and_intervals_by_group(run_of_exam, tmp_path):
    """By hand: of 2023 three of twelve are wrong; Wilson's of n* 11.04 with t of 11 degrees, 2.201."""
    assert main(["report", run_of_exam, "--by", "Jahr", "--format", "markdown", "--out", "report.md"]) == 0
    main_table = (tmp_path / "report.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert "| Model | 2023 (n 12) | 2024 (n 12) |" in main_table
    assert "| first | 75.0 (42.3–92.5) | 75.0 (42.3–92.5) |" in main_table
