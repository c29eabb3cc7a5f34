"""`mhclient run` from a file to the ranked table: several models and variants under one cap."""

import csv
import json
import random
import re
import threading
from collections import Counter
from pathlib import Path

import pytest

from cache import Store
from mhclient.cli.main import main
from mhclient.report.loading.load import load_runs
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from parsers import read_answer
from tests.support.asking import serving
from tests.support.sql import execute

N_ITEMS = 40
MODELS = ("--model", "sim-tidy", "--model", "sim-verbose")
VARIANTS = ("--variant", "letter-only", "--variant", "reasoning")


@pytest.fixture
def exam(tmp_path):
    """A file as somebody may have it."""
    path, chance = tmp_path / "exam.csv", random.Random(1)
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "A", "B", "C", "D", "gold", "chapter"])
        for n in range(N_ITEMS):
            rows.writerow([f"What is {n} + {n}?", *range(2 * n, 2 * n + 4), chance.choice("ABCD"), n % 5])
    return path


@pytest.fixture
def simulator():
    with serving(Simulator(AnswerKey())) as running:
        yield running


def run(simulator, *words: str) -> int:
    url = simulator.openai_base_url
    return main(["run", "--provider", "compatible", "--base-url", url, "--price", "1,4", *words])


@pytest.mark.slow
def test_a_file_is_asked_of_every_model_in_every_way_and_ends_in_a_ranked_table(exam, simulator, capsys):
    assert run(simulator, *MODELS, *VARIANTS, str(exam)) == 0
    shown, said = capsys.readouterr()
    table = shown.splitlines()
    assert table[0].split() == ["rank", "accuracy", "95", "%", "CI", "unread", "tokens", "cost", "USD"]
    assert {line.split("  ")[1].strip() for line in table[1:5]} == {
        f"{model} · {variant}" for model in MODELS[1::2] for variant in VARIANTS[1::2]
    }
    assert "40 questions, kept in mhclient-benchmarks/exam-" in said
    assert "1 of 4 · sim-tidy · letter-only: 40 of 40 replies" in said
    assert "Next: mhclient report @last --format html --out report.html" in said
    assert simulator.asked.total() == 4 * N_ITEMS


@pytest.mark.slow
def test_the_same_command_again_asks_nothing_and_shows_the_same_table(exam, simulator, capsys):
    run(simulator, *MODELS, *VARIANTS, str(exam))
    table = capsys.readouterr().out
    assert run(simulator, *MODELS, *VARIANTS, str(exam)) == 0
    shown, said = capsys.readouterr()
    assert shown == table
    assert "Next: mhclient report @last --format html" in said
    assert simulator.asked.total() == 4 * N_ITEMS
    for whole_grid in ("@last", f"study={exam.stem}"):
        assert main(["runs", whole_grid, "--json"]) == 0
        listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [run["study"] for run in listed] == [exam.stem] * 4


def test_a_dry_run_adds_up_and_says_that_the_cap_may_not_do(exam, simulator, capsys):
    assert run(simulator, *MODELS, *VARIANTS, str(exam), "--max-cost", "0.1", "--dry-run") == 0
    shown = capsys.readouterr().out
    assert len(re.findall(r"\b40 +0 +40 ", shown)) == 4  # replies, stored, to send
    assert shown.count("1 in, 4 out (--price)") == 1
    assert "Cost of sim-tidy, sim-verbose: price per million tokens: 1 in, 4 out (--price)." in shown
    assert "In all, 4 runs: 160 requests to send, at most 0.4" in shown
    assert (
        shown.count("Failed attempts that are tried again come on top; --max-cost 0.1 bounds all of it.") == 1
    )
    assert "more than --max-cost 0.1 allows, which holds for all runs together" in shown
    assert simulator.asked.total() == 0
    assert not Path("mhclient.sqlite3").exists()


@pytest.mark.parametrize("cap", ["--max-cost 0.01", "--max-requests 9", "--max-total-tokens 900"])
def test_a_dry_run_of_one_run_says_that_the_cap_may_not_do(exam, simulator, capsys, cap):
    assert run(simulator, *MODELS[:2], str(exam), *cap.split(), "--dry-run") == 0
    if_long = "" if "requests" in cap else "if replies are long, "
    assert f"That is more than {cap} allows: {if_long}the run stops" in capsys.readouterr().out
    assert run(simulator, *MODELS[:2], str(exam), "--dry-run") == 0
    assert "allows" not in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("n_models", [1, 2])
def test_a_cap_that_is_used_up_is_named_as_what_to_raise_and_leaves_no_room(
    exam, simulator, capsys, n_models
):
    command = [*MODELS[: 2 * n_models], str(exam), "--max-requests", "20"]
    assert run(simulator, *command) == 1
    said = capsys.readouterr().err
    assert "The same command with a higher cap asks what is missing." in said
    assert "The same command again" not in said
    assert run(simulator, *command, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "--max-requests 20 allows" in shown
    assert "; it has room for 0, since 20 are sent already: the " in shown
    command[-1] = str(n_models * N_ITEMS)
    assert run(simulator, *command, "--dry-run") == 0
    assert "allows" not in capsys.readouterr().out
    assert run(simulator, *command) == 0


def test_a_run_without_a_reply_is_named_below_the_table(exam, simulator, capsys):
    assert run(simulator, *MODELS[:2], *VARIANTS, str(exam), "--max-requests", str(N_ITEMS)) == 1
    shown, said = capsys.readouterr()
    assert "reasoning" not in shown
    assert "Without a reply, and so not in the table: sim-tidy · reasoning." in said


@pytest.mark.slow
def test_a_price_that_is_given_later_counts_for_earlier_replies(exam, simulator, capsys):
    """Whether by the same command again, or for the stored runs alone; a cost that is known stays."""
    url = simulator.openai_base_url
    command = ["run", "--provider", "compatible", "--base-url", url, *MODELS[:2], str(exam)]
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("–")
    (unpriced,) = costs(capsys)
    assert unpriced is None
    assert main([*command, "--price", "1000,4000"]) == 0
    shown = capsys.readouterr().out.splitlines()[1].split()[-1]
    (priced,) = costs(capsys)
    with Store.open(Path("mhclient.sqlite3"), read_only=True) as store:
        (summary,) = load_runs(store, [store.runs.get_all()[0].run_id])
    spent = summary.spent_in_all
    assert spent.prompt_tokens is not None
    assert spent.completion_tokens is not None
    assert (
        priced == spent.cost_usd == pytest.approx((spent.prompt_tokens + 4 * spent.completion_tokens) / 1000)
    )
    assert shown == f"{priced:.2f}"
    assert main(["runs"]) == 0
    assert shown in capsys.readouterr().out.split()
    assert main([*command, "--price", "1,1"]) == 0
    capsys.readouterr()
    assert costs(capsys) == [priced]


def test_runs_are_given_a_price_by_name(exam, simulator, capsys):
    url = simulator.openai_base_url
    main(["run", "--provider", "compatible", "--base-url", url, *MODELS, str(exam), "--limit", "5"])
    assert main(["runs", "model=sim-tidy", "--price", "1000,0"]) == 0
    assert "5 requests that had no cost have one now." in capsys.readouterr().err
    tidy, verbose = costs(capsys)
    assert tidy > 0
    assert verbose is None
    assert main(["runs", "model=sim-tidy", "--price", "1,1"]) == 0
    assert "have a cost already" in capsys.readouterr().err
    assert main(["runs", "--price", "1,1"]) == 2
    assert main(["runs", "@last", "--price", "cheap"]) == 2


def costs(capsys):
    """What `runs` says that each run cost."""
    main(["runs", "--json"])
    return [json.loads(line)["cost_usd"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
def test_the_cost_cap_holds_over_all_runs(exam, simulator, capsys):
    assert run(simulator, *MODELS, *VARIANTS, str(exam), "--max-cost", "0.02") == 1
    with Store.open(Path("mhclient.sqlite3"), read_only=True) as store:
        runs = [found.run_id for found in store.runs.get_all()]
        spent = store.ledger.add_up(runs)
    assert len(runs) > 1
    assert spent.cost_usd is not None
    assert 0.008 < spent.cost_usd <= 0.02
    assert "the cap has no room for another request: 0.0" in capsys.readouterr().err


def test_one_model_tells_its_result_too(exam, simulator, capsys):
    assert run(simulator, "--model", "sim-tidy", "--benchmark", str(exam)) == 0
    shown, said = capsys.readouterr()
    assert shown.splitlines()[1].startswith("sim-tidy · letter-only")
    assert "40 of 40 items have a reply" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["exam.csv"], "whom to ask? Add --model PROVIDER:NAME"),
        (["--model", "openai:m"], "what is to be asked?"),
        (["exma.csv", "--model", "openai:m"], "Did you mean exam.csv?"),
        (["exam.csv", "--model", "m"], "Write --model openai:m"),
        (["mhgraphbench", "--model", "openai:m"], "there is no kg.csv here"),
        (
            ["exam.csv", "--model", "openai:m", "--model", "anthropic:m", "--base-url", "http://x"],
            "--base-url is the address of one provider",
        ),
        (
            ["exam.csv", "--model", "openai:m", "--model", "openai:n", "--run-id", "mine"],
            "--run-id names one run",
        ),
    ],
)
def test_what_cannot_be_meant_is_one_line(exam, capsys, words, said):
    assert main(["run", *words]) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert "Traceback" not in printed


def test_an_option_that_holds_one_value_is_refused_when_given_twice(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["run", "exam.csv", "--store", "a", "--model", "openai:m", "--store", "b"])
    assert ended.value.code == 2
    assert "--store is given twice" in capsys.readouterr().err


ALIKE = """
benchmarks = ["{exam}", "{other}"]
limit = 6
[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"
[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"
effort = "low"
[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"
temperature = 0.5
[[models]]
name = "compatible:sim-tidy"
base_url = "{url}"
parameters = {{ seed = 7 }}
"""
WAYS = ["", " · effort low", " · temperature 0.5", " · seed 7"]


@pytest.fixture
def alike(exam, simulator, tmp_path):
    """A study of two benchmarks whose runs differ in what is set alone."""
    other = tmp_path / "other.csv"
    other.write_text(exam.read_text().replace("What is", "How much is"))
    study = tmp_path / "study.toml"
    study.write_text(ALIKE.format(exam=exam, other=other, url=simulator.openai_base_url))
    return study


@pytest.mark.slow
def test_what_was_set_names_rows_verdicts_and_progress(alike, capsys):
    assert main(["run", str(alike)]) == 0
    shown, said = capsys.readouterr()
    for way in WAYS:
        assert sum(f"sim-tidy · letter-only{way}  " in line for line in shown.splitlines()) == 2
        assert f"exam · sim-tidy · letter-only{way}: 6 of 6 replies" in said
        assert f"other · sim-tidy · letter-only{way}: 6 of 6 replies" in said
    verdicts = [line for line in shown.splitlines() if line.startswith("Of 6 pairs, 6 are undecided")]
    assert len(verdicts) == 2  # six items show nothing
    widest = "in the widest (sim-tidy · letter-only or sim-tidy · letter-only · effort low)"
    assert all(widest in line for line in verdicts)
    assert not any("sim-tidy-letter-only" in line for line in shown.splitlines())


def test_a_dry_run_names_what_is_otherwise_than_usual(alike, capsys):
    assert main(["run", str(alike), "--dry-run"]) == 0
    shown = capsys.readouterr().out.splitlines()
    for way in WAYS:
        assert f"exam · sim-tidy · letter-only{way}" in shown
        assert f"other · sim-tidy · letter-only{way}" in shown


def test_after_runs_rm_nobody_who_is_listed_is_said_to_have_paid(exam, simulator, capsys):
    run(simulator, *MODELS[:2], str(exam))
    assert main(["runs", "rm", "@last", "--yes"]) == 0
    capsys.readouterr()
    assert run(simulator, *MODELS[:2], str(exam)) == 0
    shown = capsys.readouterr().out
    assert "40 replies of sim-tidy · letter-only were in the store already, paid for before: what" in shown
    assert main(["runs"]) == 0
    listed = " ".join(capsys.readouterr().out.split())
    assert "in the store already, paid for before, by another run or one deleted since: what" in listed
    assert simulator.asked.total() == N_ITEMS


def test_a_shard_of_a_grid_is_merged_next_and_not_reported(exam, simulator, capsys):
    assert run(simulator, *MODELS, str(exam), "--shard", "1/2") == 0
    said = capsys.readouterr().err
    assert "Next, when all shards have ended: mhclient cache merge all.sqlite3 mhclient.sqlite3" in said
    assert "mhclient report" not in said


def test_what_the_cost_is_stands_once_below_the_tables_of_several_files(exam, simulator, capsys):
    Path("other.csv").write_text(exam.read_text().replace("What is", "How much is"))
    assert run(simulator, *MODELS[:2], str(exam), "other.csv", "--limit", "3") == 0
    shown = capsys.readouterr().out
    assert shown.count("sim-tidy · letter-only") == 2
    assert shown.splitlines()[-1] == "Cost: what the replies of a run cost, whoever paid."
    assert shown.count("Cost: ") == 1


def test_a_store_is_sound_after_a_run_was_deleted_and_another_could_not_begin(exam, simulator, capsys):
    """What both have sent stays on record, without them."""
    assert run(simulator, *MODELS[:2], str(exam), "--limit", "3") == 0
    assert run(simulator, "--model", "no-such-model", str(exam)) != 0
    assert main(["runs", "rm", "@last", "--yes"]) == 0
    capsys.readouterr()
    assert main(["cache", "verify"]) == 0
    assert "nothing wrong" in capsys.readouterr().out


def test_a_reply_is_read_once_and_not_where_connections_wait(exam, simulator, monkeypatch):
    """For display, table and store alike; a long reading on the event loop would stop every connection."""
    read, threads = Counter[str](), set()

    def counting(completion, options, **how):
        read["".join(sorted(options.values()))] += 1
        threads.add(threading.current_thread())
        return read_answer(completion, options, **how)

    monkeypatch.setattr("parsers.read_answer", counting)
    assert run(simulator, *MODELS[2:], str(exam)) == 0
    assert set(read.values()) == {1}
    assert len(read) == N_ITEMS
    assert threading.main_thread() not in threads
    with Store.open(Path("mhclient.sqlite3")) as store:
        (kept,) = execute(store, "SELECT count(*) FROM read_items").fetchone()
    assert kept == N_ITEMS
