"""`mhclient run --epochs`: what is said before, meanwhile and after."""

import re

import pytest

from mhclient.cli.main import main
from tests.support.asking import run_arguments, serving, simulator_for
from tests.support.items import make_items
from tests.support.stored import rows_of


@pytest.fixture
def asked(make_benchmark, tmp_path, monkeypatch, capsys):
    """Runs `mhclient run` with more arguments; gives its exit status and what it said."""
    monkeypatch.chdir(tmp_path)
    benchmark = make_benchmark(make_items(6))
    with serving(simulator_for(benchmark)) as simulator:

        def ask(*more: str) -> tuple[int, str]:
            status = main([*run_arguments(simulator, benchmark, tmp_path / "s.sqlite3"), *more])
            printed = capsys.readouterr()
            return status, printed.out + printed.err

        yield ask


def test_a_dry_run_counts_every_repetition_and_its_cost(asked):
    once, thrice = (asked("--dry-run", "--price", "1,1", *more)[1] for more in ((), ("--epochs", "3")))
    assert "6 items, 0 of them with a reply in the store; 6 requests to send." in once
    assert "6 items × 3 = 18 replies, 0 of them in the store; 18 requests to send." in thrice
    costs = [float(re.findall(r"at most ([\d.]+) USD", said)[0]) for said in (once, thrice)]
    assert costs[1] == pytest.approx(3 * costs[0], abs=2e-4)


def test_a_run_says_that_replies_came_from_the_store_and_how_to_ask_anew(asked):
    _, first = asked()
    assert "raise --epochs" not in first
    status, again = asked("--epochs", "2", "--temperature", "0")
    assert status == 0
    assert "12 of 12 replies (6 items × 2) are there (6 reused from the store" in again
    assert "To ask anew, raise --epochs, as in --epochs 3" in again
    assert "at temperature 0, repetitions show only what the service itself leaves to chance: sim" in again
    _, warm = asked("--epochs", "2", "--temperature", "1")
    assert "at temperature 0" not in warm


def test_a_cap_stops_between_the_repetitions_and_the_same_command_goes_on(asked, tmp_path):
    status, said = asked("--epochs", "3", "--max-requests", "8", "--temperature", "1")
    assert status == 1
    assert "8 of 18 replies (6 items × 3) are there" in said
    counts = rows_of(
        tmp_path / "s.sqlite3",
        "SELECT repetition, count(response_id) FROM run_items GROUP BY repetition ORDER BY repetition",
    )
    assert counts == [(1, 6), (2, 2), (3, 0)]
    assert asked("--epochs", "3", "--temperature", "1")[0] == 0


def test_what_makes_two_repetitions_differ_can_be_explained(asked, tmp_path, capsys):
    asked("--epochs", "2", "--temperature", "1", "--limit", "1")
    keys = [key for (key,) in rows_of(tmp_path / "s.sqlite3", "SELECT key FROM requests ORDER BY repetition")]
    assert main(["cache", "explain", *map(str, keys), "--store", str(tmp_path / "s.sqlite3")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "repetition:"
    assert main(["cache", "verify", "--store", str(tmp_path / "s.sqlite3")]) == 0


@pytest.mark.parametrize("given", ["0", "-1", "1.5", "many", "1001"])
def test_a_number_of_repetitions_that_cannot_be_is_a_usage_error(asked, given, capsys):
    with pytest.raises(SystemExit) as ended:
        asked("--epochs", given)
    assert ended.value.code == 2
    assert "is not a whole number from 1 to 1,000" in capsys.readouterr().err
