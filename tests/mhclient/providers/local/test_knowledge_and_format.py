"""What a model knows is found by forced choice, however it likes to write; the report shows the two apart."""

import json

import pytest

from benchmark import BuildSettings, build_benchmark, read_benchmark, read_items, sample_paths
from benchmark.folder import write_benchmark
from cache import Store
from mhclient.cli.main import main
from mhclient.report.letter_runs import load_letters
from mhclient.report.letters import letter_report
from tests.support import local
from tests.support.tiny import byte_level_tokenizer, random_model, saved, wrapped
from tests.support.trained import taught

pytestmark = pytest.mark.slow

N_ITEMS = 24


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    """Four-option items of the sample graph."""
    made = build_benchmark(sample_paths(), BuildSettings(), tmp_path_factory.mktemp("built") / "bench")
    return [item for item in read_items(made.items_path) if item.task == "RP"][:N_ITEMS]


@pytest.fixture(scope="module")
def by_letter(items):
    return taught(items, lambda item: f" {item.gold[0]}")


@pytest.fixture(scope="module")
def in_prose(items):
    return taught(
        items, lambda item: f" ({item.gold[0]}) is what the drug and the disease are to each other."
    )


@pytest.fixture
def ask(items, tmp_path):
    """Asks a model all items, from the command line; returns the run's id."""
    write_benchmark(tmp_path / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    assert read_benchmark(tmp_path / "bench")

    def asked(loaded, run_id, *words):
        folder = saved(tmp_path / run_id, loaded.model, loaded.tokenizer)
        command = [
            "run",
            "--provider",
            "local",
            "--model",
            str(folder),
            "--benchmark",
            str(tmp_path / "bench"),
        ]
        assert main([*command, "--store", str(tmp_path / "s.sqlite3"), "--run-id", run_id, *words]) == 0
        return run_id

    return asked


def report_on(tmp_path, run_id, written=None):
    connection = Store.open(tmp_path / "s.sqlite3", read_only=True)
    return letter_report(
        load_letters(connection, run_id), None if written is None else load_letters(connection, written)
    )


def test_a_model_that_was_taught_the_answers_is_far_above_chance(ask, by_letter, tmp_path):
    report = report_on(tmp_path, ask(by_letter, "taught"))
    assert report.choices.rules["max"].n_correct >= 0.9 * N_ITEMS
    assert report.choices.mass.median > 0.9


def test_a_random_model_is_at_chance_within_its_interval(ask, tmp_path):
    tokenizer = wrapped(byte_level_tokenizer())
    report = report_on(
        tmp_path, ask(local.load.wrap(random_model("llama", len(tokenizer)), tokenizer), "random")
    )
    low, high = report.choices.rules["max"].ci95
    assert low <= 0.25 <= high
    assert report.choices.n_small_mass == N_ITEMS


def test_prose_costs_strictness_and_no_knowledge(ask, in_prose, by_letter, tmp_path):
    chosen, written = ask(in_prose, "chosen"), ask(in_prose, "written", "--ask", "generate")
    plain = ask(by_letter, "plain", "--ask", "generate")
    both = report_on(tmp_path, chosen, written).written
    terse = report_on(tmp_path, ask(by_letter, "terse"), plain).written
    assert both.n_chosen_right >= 0.9 * N_ITEMS
    assert both.n_written_strictly_right == 0
    assert terse.n_written_strictly_right >= 0.9 * N_ITEMS


def test_the_split_is_shown_item_by_item(ask, in_prose, tmp_path, capsys):
    chosen, written = ask(in_prose, "chosen"), ask(in_prose, "written", "--ask", "generate")
    capsys.readouterr()
    command = ["letters", chosen, written, "--store", str(tmp_path / "s.sqlite3")]
    assert main([*command, "--items", str(tmp_path / "items.csv")]) == 0
    printed = capsys.readouterr().out
    assert f"Of {N_ITEMS} items asked both ways" in printed
    assert "0 as the letter alone (0.0 %)" in " ".join(printed.split())
    assert "another model" not in printed  # whatever its folder is called
    lines = (tmp_path / "items.csv").read_text().splitlines()
    assert len(lines) == N_ITEMS + 1
    assert lines[0].startswith("item,task,gold,choice,margin,mass,sure,written")


def test_a_preference_for_letters_is_estimated_from_other_orders_of_some_items(ask, tmp_path, capsys):
    tokenizer = wrapped(byte_level_tokenizer())
    loaded = local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)
    first = ask(loaded, "first")
    orders = [
        ask(loaded, f"shift-{n}", "--variant", f"letter-only:option_order=cyclic,shift={n}", "--limit", "6")
        for n in (1, 2, 3)
    ]
    capsys.readouterr()
    command = ["letters", first, "--orders", ",".join(orders), "--store", str(tmp_path / "s.sqlite3")]
    assert main([*command, "--format", "json"]) == 0
    debiased = json.loads(capsys.readouterr().out)["debiased"]
    assert (debiased["n"], debiased["n_sample"], debiased["n_balanced"]) == (N_ITEMS, 6, 6)
    assert debiased["n_views"] == 3 * 6
    assert sum(debiased["priors"]["4"].values()) == pytest.approx(1.0)
    assert main(command) == 0
    assert "Cost: 18 items scored beside the 24." in " ".join(capsys.readouterr().out.split())


def test_letters_and_report_count_the_same_items_right_whatever_the_order(ask, tmp_path, capsys):
    tokenizer = wrapped(byte_level_tokenizer())
    loaded = local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)
    moved = ask(loaded, "moved", "--variant", "letter-only:option_order=shuffled,seed=3")
    capsys.readouterr()
    store = ["--store", str(tmp_path / "s.sqlite3"), "--format", "json"]
    assert main(["letters", moved, *store]) == 0
    by_letters = json.loads(capsys.readouterr().out)["choices"]["rules"]["max"]["n_correct"]
    assert main(["report", moved, *store]) == 0
    by_report = json.loads(capsys.readouterr().out)["overall"]["n_correct"]
    assert by_letters == by_report > 0


def test_runs_in_one_order_alone_show_no_preference(ask, by_letter, tmp_path, capsys):
    first, again = ask(by_letter, "first"), ask(by_letter, "again", "--limit", "6")
    assert main(["letters", first, "--orders", again, "--store", str(tmp_path / "s.sqlite3")]) == 2
    assert "show no item in two orders" in capsys.readouterr().err


def test_a_written_run_alone_has_no_letters_to_show(ask, by_letter, tmp_path, capsys):
    written = ask(by_letter, "plain", "--ask", "generate")
    assert main(["letters", written, "--store", str(tmp_path / "s.sqlite3")]) == 2
    assert "asked by 'generate'" in capsys.readouterr().err
