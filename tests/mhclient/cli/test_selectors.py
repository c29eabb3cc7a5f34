"""Runs named by less than their whole name, wherever a run is named; listing with costs, and deleting."""

import json
import shutil

import pytest

from benchmark import read_benchmark
from benchmark.folder import write_benchmark
from cache import Store
from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.run.parameters import Parameters
from mhclient.run.stored_runs import list_runs, select_run, select_runs
from mhclient.run.variant import load_variant
from tests.support.items import make_items
from tests.support.stored import rows_of, store_run


@pytest.fixture(scope="module")
def stored_three(tmp_path_factory):
    """A store with runs of two models, one of them in two variants and with effort; and the runs' names."""
    folder = tmp_path_factory.mktemp("three")
    store, items = folder / "mhclient.sqlite3", make_items(2)
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    benchmark = read_benchmark(folder / "bench")
    answers = {item.id: "A" for item in items}
    return store, (
        store_run(store, benchmark, answers, model="gpt-5"),
        store_run(store, benchmark, answers, model="gpt-5", variant=load_variant("json")),
        store_run(store, benchmark, answers, model="claude", parameters=Parameters(effort="low")),
    )


@pytest.fixture
def three(stored_three, store):
    """The three runs in a store of the test's own."""
    shared, runs = stored_three
    shutil.copy(shared, store)
    return runs


@pytest.mark.parametrize(
    ("selector", "places"),
    [
        ("gpt-5-letter", [0]),
        ("gpt-5*", [0, 1]),
        ("*json*", [1]),
        ("model=gpt-5", [0, 1]),
        ("model=GPT*,variant=json", [1]),
        ("effort=low", [2]),
        ("provider=openai", [0, 1, 2]),
        ("@last", [0, 1, 2]),  # one process made them all
    ],
)
def test_a_selector_names_runs(three, store, selector, places):
    with Store.open(store, read_only=True) as opened:
        assert select_runs(opened, [selector]) == [three[place] for place in places]


@pytest.mark.parametrize(
    ("selector", "complaint"),
    [
        ("gpt-5", "'gpt-5' begins the names of 2 runs: gpt-5-letter-only-"),
        ("gtp-5-json", r"no run 'gtp-5-json' in this store\. Did you mean 'gpt-5-json"),
        ("llama*", r"no run 'llama\*' in this store"),
        ("@lsat", "Did you mean '@last'"),
        ("modle=x", "Did you mean 'model='"),
        ("model=x", "has model=x. There are: model: gpt-5, claude"),
        ("model=cluade", "Did you mean 'model=claude'"),
        ("variant=jsom", "Did you mean 'variant=json'"),
        ("effort=high", r"There are: effort: low\."),
        ("claudee", r"Did you mean 'claude-"),
        ("", "no run ''"),
    ],
)
def test_a_selector_that_names_none_says_which_there_are(three, store, selector, complaint):
    with Store.open(store, read_only=True) as opened, pytest.raises(UsageError, match=complaint):
        select_runs(opened, [selector])


def test_where_one_run_is_needed_several_are_refused(three, store):
    with Store.open(store, read_only=True) as opened:
        with pytest.raises(UsageError, match="names 2 runs, but one is needed"):
            select_run(opened, "gpt*")
        assert select_run(opened, "claude") == three[2]


def test_the_last_start_is_that_of_the_process_that_began_last(three, store):
    connection = open_connection(store)
    connection.execute("UPDATE sessions SET pid = pid + 1 WHERE run_id = ?", (three[1],))
    connection.execute("UPDATE sessions SET id = id + 100 WHERE run_id = ?", (three[1],))
    connection.close()
    with Store.open(store, read_only=True) as opened:
        assert select_runs(opened, ["@last"]) == [three[1]]


def begin(store, runs, study=None):
    with Store.open(store) as opened, opened.transaction():
        opened.starts.add(runs, study)


def test_the_last_start_is_the_whole_grid_though_a_part_of_it_had_all_its_replies(three, store):
    begin(store, [three[2], three[0], "a-run-that-was-deleted"], "exam")
    with Store.open(store, read_only=True) as opened:
        assert select_runs(opened, ["@last"]) == [three[2], three[0]]


def test_what_a_program_asked_after_the_last_start_is_last(three, store):
    begin(store, [three[0]])
    connection = open_connection(store)
    connection.execute("UPDATE sessions SET started_at = '9999' WHERE run_id = ?", (three[1],))
    connection.close()
    with Store.open(store, read_only=True) as opened:
        assert select_runs(opened, ["@last"]) == [three[1]]


def test_a_study_is_what_was_last_started_under_its_name(three, store):
    begin(store, three[1:], "exam")
    begin(store, three[:2], "exam")
    begin(store, [three[2]], "pilot")
    with Store.open(store, read_only=True) as opened:
        assert select_runs(opened, ["study=exam"]) == list(three[:2])
        assert select_runs(opened, ["study=exam,variant=json"]) == [three[1]]
        assert select_runs(opened, ["study=*"]) == list(three)
        with pytest.raises(UsageError, match=r"has study=ex\. .*There are: study: pilot, exam"):
            select_runs(opened, ["study=ex"])
        with pytest.raises(UsageError, match="A study is called so: 'study=exam' names its runs"):
            select_runs(opened, ["exam"])


def test_without_a_study_none_is_listed(three, store):
    with (
        Store.open(store, read_only=True) as opened,
        pytest.raises(UsageError, match="There are: study: none"),
    ):
        select_runs(opened, ["study=exam"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "@last", "--format", "json"],
        ["report", "gpt*", "claude", "--format", "json"],
        ["compare", "model=gpt-5", "--format", "json"],
        ["reread", "claude"],
        ["cache", "export", "--run", "claude"],
        ["cache", "read", "@last"],
        ["audit", "agreement", "claude"],
        ["batches", "model=gpt-5"],
        ["collect", "claude"],
        ["runs", "claude"],
    ],
)
def test_every_verb_takes_them(three, arguments, capsys):
    status = main(arguments)
    said = capsys.readouterr()
    assert "no run" not in said.err, said.err
    assert status in (0, 1)


def test_a_command_that_names_no_run_is_one_line_with_what_is_near(three, capsys):
    assert main(["report", "gpt-5-jsn"]) == 2
    said = capsys.readouterr().err
    assert "Did you mean 'gpt-5-json" in said
    assert said.count("\n") == 1


def test_runs_are_listed_with_what_they_cost_and_may_be_chosen(three, capsys):
    assert main(["runs", "claude"]) == 0
    listed = capsys.readouterr().out
    assert "paid USD" in listed
    assert ("claude" in listed, "gpt" in listed) == (True, False)
    assert main(["runs", "gpt*", "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_all_runs_are_listed_by_as_many_statements_as_one(three, store):
    """A look at each table for each run took minutes where there were 10,000."""
    with Store.open(store, read_only=True) as opened:

        def statements_for(runs):
            said: list[str] = []
            opened._connection.set_trace_callback(said.append)
            assert list_runs(opened, runs)
            return len(said)

        assert (
            statements_for(three) - len(three) == statements_for(three[:1]) - 1
        )  # each is looked up by name


def test_a_report_says_what_its_replies_cost_and_with_which_effort(three, capsys):
    assert main(["report", "claude", "--show", "accuracy"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "claude · letter-only · effort low" in said
    assert "202 tokens" in said


def test_runs_are_deleted_once_confirmed_and_their_replies_stay(three, store, capsys):
    connection = open_connection(store)
    connection.execute("UPDATE sessions SET ended_at = 'now', end_cause = 'done'")
    connection.close()
    assert main(["runs", "rm", "model=gpt-5"]) == 0
    assert "2 runs would be deleted; --yes deletes" in capsys.readouterr().out
    assert main(["runs", "rm", "model=gpt-5", "--yes"]) == 0
    assert "The replies stay" in capsys.readouterr().out
    assert rows_of(store, "SELECT run_id FROM runs") == [(three[2],)]
    assert rows_of(store, "SELECT count(*) FROM responses") == [(6,)]
    assert main(["runs", "rm"]) == 2
    assert "which runs?" in capsys.readouterr().err
    assert main(["runs", "--yes"]) == 2
    assert "--yes is for" in capsys.readouterr().err


def test_a_run_at_work_is_not_deleted(three, capsys):
    assert main(["runs", "rm", "claude", "--yes"]) == 2
    assert "is working on run" in capsys.readouterr().err
    assert main(["runs", "--json"]) == 0
    assert len([json.loads(line) for line in capsys.readouterr().out.splitlines()]) == 3
