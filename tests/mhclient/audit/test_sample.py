"""`mhclient audit sample`: drawn once, judged blind, looked at without being drawn; repetitions are cases."""

import csv
import io
import sqlite3
from dataclasses import replace

import pytest

from cache import Store
from cache.connection import open_connection
from mhclient.audit.case_files import as_csv
from mhclient.cli.main import main
from mhclient.judge.judgements import Judgement, Judging, RaterVerdict
from mhclient.judge.samples import cases_drawn, find_or_draw
from mhclient.read.collect import collect
from mhclient.run.parameters import Parameters
from tests.support.asking import run, simulator_for
from tests.support.items import make_binary_items, make_items
from tests.support.stored import store_run
from tests.support.visiting import answer, visited


@pytest.fixture
def stored(make_benchmark, tmp_path):
    """Thirty replies; the reader takes "A" for an answer, and "as in A" is left for people."""
    items = make_binary_items(30)
    replies = {item.id: ("A", "Answer: B", "I do not know")[number % 3] for number, item in enumerate(items)}
    store = tmp_path / "s.sqlite3"
    return store, store_run(store, make_benchmark(items), replies)


def judge_all(stored, *, blind: bool) -> None:
    """Ann judges every reply; the reader took one "A" for an answer that is a B."""
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    judging = Judging(connection, "ann", collected.reader, blind=blind)
    for case in collected.cases:
        right = Judgement(RaterVerdict.ANSWER, case.letters) if case.read else Judgement(RaterVerdict.NONE)
        wrong = case.completion == "A" and case.item_id.endswith("0")
        judging.judge(case, replace(right, letters=frozenset("B")) if wrong else right)


def sample(stored, *more: str) -> int:
    return main(["audit", "sample", stored[1], "--n", "30", "--store", str(stored[0]), *more])


def n_samples(stored) -> int:
    return int(open_connection(stored[0]).execute("SELECT count(*) FROM samples").fetchone()[0])


def test_the_command_draws_once_and_gives_figures_as_judgements_come_in(stored, capsys):
    assert sample(stored) == 0
    assert "Nothing decided yet" in capsys.readouterr().out
    judge_all(stored, blind=True)
    assert sample(stored) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "False accepts, among the 20 replies read: 5.0 %" in printed
    assert "False rejects, among the 10 replies not read: 0.0 %" in printed
    assert n_samples(stored) == 1


def test_judgements_made_with_the_reading_in_sight_do_not_count(stored, capsys):
    judge_all(stored, blind=False)
    assert sample(stored) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "0 decided blind" in printed
    assert "30 of the sample have been judged with the reading in sight only" in printed
    assert "not known before something is decided in every stratum" in printed
    judge_all(stored, blind=True)
    assert sample(stored) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "30 decided blind" in printed
    assert "30 of those decided had been judged before by the same rater with the reading in sight" in printed
    assert "sight only" not in printed


def test_thinking_again_with_the_reading_in_sight_does_not_change_the_estimate(stored, capsys):
    judge_all(stored, blind=True)
    assert sample(stored) == 0
    before = capsys.readouterr().out
    judge_all(stored, blind=False)
    assert sample(stored) == 0
    assert capsys.readouterr().out == before


def test_looking_at_a_sample_that_was_not_drawn_draws_none(stored, capsys):
    assert sample(stored, "--plain") == 2
    assert n_samples(stored) == 0
    assert sample(stored, "--seed", "7") == 0
    capsys.readouterr()
    assert sample(stored, "--plain") == 2
    assert "drawn so far: --n 30 --seed 7. " in capsys.readouterr().err
    assert n_samples(stored) == 1
    assert sample(stored, "--plain", "--seed", "7") == 0


def test_the_sample_of_an_earlier_reader_can_still_be_looked_at(stored, capsys):
    assert sample(stored) == 0
    judge_all(stored, blind=True)
    with sqlite3.connect(stored[0]) as connection:
        connection.execute("UPDATE samples SET reader = '0+older'")
    capsys.readouterr()
    assert sample(stored, "--plain") == 0
    captured = capsys.readouterr()
    assert "readings of 0+older; 30 decided blind" in " ".join(captured.out.split())
    assert "It estimates the errors of 0+older." in captured.err
    assert sample(stored) == 0
    assert n_samples(stored) == 2


def test_a_settler_who_has_judged_nothing_is_refused(stored, capsys):
    judge_all(stored, blind=True)
    assert sample(stored, "--settle", "zoe") == 2
    assert "--settle: 'zoe' has judged none of these replies. Who has: ann." in capsys.readouterr().err
    assert sample(stored, "--settle", "ann") == 0


def test_a_sample_too_small_for_its_strata_is_refused_and_none_is_kept(stored, capsys):
    assert main(["audit", "sample", stored[1], "--n", "1", "--store", str(stored[0])]) == 2
    assert "less than one reply of each outcome and grade" in capsys.readouterr().err
    assert n_samples(stored) == 0


def test_a_sample_is_of_one_run(stored, capsys):
    store, run_id = stored
    assert main(["audit", "sample", "--store", str(store)]) == 2
    assert main(["audit", "sample", run_id, "nope", "--store", str(store)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


async def test_each_repetition_is_a_case_of_its_own(make_benchmark, tmp_path):
    benchmark, path = make_benchmark(make_items(8)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(
            benchmark,
            simulator,
            path,
            model="sim-wavering:sway_rate=1",
            epochs=3,
            parameters=Parameters(temperature=1.0),
        )
    with Store.open(path) as store:
        collected = collect(store, [run_id])
        names = [case.name for case in collected.cases]
        assert names[:4] == ["RP-00000", "RP-00000 (2)", "RP-00000 (3)", "RP-00001"]
        assert len(set(names)) == 24
        sample = find_or_draw(store, collected, 24, seed=1)
        assert sorted(case.name for case in cases_drawn(store, collected, sample.row)) == sorted(names)
        rows = list(csv.DictReader(io.StringIO(as_csv(collected.cases))))
        assert [(row["item_id"], row["repetition"]) for row in rows[:2]] == [
            ("RP-00000", "1"),
            ("RP-00000", "2"),
        ]
        said = {case.name: case.completion for case in collected.cases}
    differing = next(name for name in names if "(2)" in name and said[name] != said[name[:8]])
    async with visited((path, run_id)) as (_, ann):
        for name in (differing, differing[:8]):
            _, case = await answer(ann, "/api/case", params={"run": run_id, "item": name})
            assert "".join(piece[0] for piece in case["pieces"]) == said[name]
