"""How small a difference could be found: the verdict simulated, against trials, and what it says of it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from benchmark import Entity
from mhclient.cli.main import main
from mhclient.figures.clustering import ItemClusters
from mhclient.figures.paired import mcnemar_p
from mhclient.figures.power import Pilot, VerdictPower, _Plan, design_power
from mhclient.report.power import MOST, Assumed, Plan, plan_assumed
from tests.support.items import make_binary_items, make_items


def drawn(n, discordant, difference, n_draws):
    """(n_draws, 3) items that the first run alone has right, the second alone, and others."""
    shares = [(discordant + difference) / 2, (discordant - difference) / 2, 1 - discordant]
    return np.random.RandomState(1).multinomial(n, shares, size=n_draws)


@pytest.mark.slow
@pytest.mark.parametrize("n", [40, 300])
def test_the_difference_named_is_found_as_often_as_is_wanted(n):
    """Of independent items the verdict is Student's t."""
    (row,) = plan_assumed(n)
    assert row.smallest is not None
    found = [
        ttest_1samp([1] * won + [-1] * lost + [0] * rest, 0).pvalue < 0.05
        for won, lost, rest in drawn(n, 0.2, row.smallest, 1_000)
    ]
    assert np.mean(found) == pytest.approx(0.8, abs=0.05)


@pytest.mark.slow
def test_of_many_items_differences_go_with_the_root():
    few, many = (plan_assumed(n)[0] for n in (MOST, 4 * MOST))
    assert few.smallest is not None
    assert many.smallest == few.smallest / 2
    assert many.n == 4 * MOST
    assert many.n_effective == pytest.approx(4 * MOST)


def test_few_clusters_find_larger_differences_where_nothing_is_alike():
    """The verdict does not know that items of a drug are no more alike than others: `compare` is cautious."""
    pilot = Pilot(0.2, 1.0)
    alone, shared = (ItemClusters.of([(f"d{place % n}",) for place in range(120)]) for n in (120, 6))
    powers = [VerdictPower(each, pilot, of_entities=0.0).at(0.12) for each in (alone, shared)]
    assert powers[1] < powers[0] - 0.1


def test_what_is_never_tested_is_said_and_counts_in_no_family(make_benchmark, capsys):
    """All items of RP are about one drug: one effective cluster."""
    drug = (Entity("drug", "drug", "lithium", "1"),)
    items = [replace(item, entities=drug) for item in make_items(40)] + make_binary_items(60)
    rows = {row.task: row for row in plan_assumed(items, plan=Plan(pairs=3))}
    assert (rows["RP"].tested, rows["RP"].smallest, rows["FC"].tested) == (False, None, True)
    assert rows["FC"].level == pytest.approx(0.05 / 3)
    assert main(["power", "--benchmark", str(make_benchmark(items).directory)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "RP 40 1.0 – not tested" in shown
    assert "RP: worth fewer than two effective clusters, so that `compare` tests nothing there" in shown
    assert "items that share entities are no more alike than others" in shown


def test_families_are_those_of_compare():
    items = make_binary_items(100) + make_items(100)
    rows = plan_assumed(items, plan=Plan(pairs=3))
    assert [(row.task, row.n) for row in rows] == [("FC", 100), ("RP", 100), ("all", 200)]
    assert [row.level for row in rows] == pytest.approx([0.05 / 6, 0.05 / 6, 0.05 / 3])


@pytest.mark.slow
def test_the_command_speaks_of_a_benchmark_or_of_a_number(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(40) + make_binary_items(60))
    assert main(["power", "--benchmark", str(benchmark.directory), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["task"]: row["n"] for row in rows} == {"RP": 40, "FC": 60, "all": 100}
    assert main(["power", "--n", "100", "--pairs", "2"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Holm's first step: 2 tests are a family." in shown
    assert main(["power", "--benchmark", str(benchmark.directory), "--pairs", "3"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Holm's first step: 6 tests of tasks are a family, 3 tests of all items another." in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--n", "20", "--alpha", "5"], "not a number between 0 and 1"),
        (["--n", "0"], "not a whole number"),
    ],
)
def test_impossible_plans_are_refused(arguments, said, capsys):
    with pytest.raises(SystemExit):
        main(["power", *arguments])
    assert said in capsys.readouterr().err


def test_tasks_are_those_of_the_benchmark(make_benchmark, capsys):
    benchmark = make_benchmark(make_binary_items(4))
    assert main(["power", "--benchmark", str(benchmark.directory), "--tasks", "FC,XX"]) == 2
    assert "no task 'XX'" in capsys.readouterr().err
    assert main(["power", "--n", "9", "--tasks", "FC"]) == 2


def test_runs_that_cannot_differ_so_much_are_refused(capsys):
    """Both 95 % right: at most 5 % of the items are right in the first alone, and as many in the second."""
    assert main(["power", "--n", "500", "--accuracy", "0.95"]) == 2
    assert "--discordant 0.2 cannot be" in capsys.readouterr().err
    assert main(["power", "--n", "500", "--accuracy", "0.95", "--discordant", "0.1"]) == 0


def test_no_difference_is_named_that_cannot_be():
    """Two runs cannot be further apart than the share of items on which they differ."""
    assert plan_assumed(5)[0].smallest is None
    assert plan_assumed(60, plan=Plan(pairs=270))[0].smallest is None
    assert Assumed(accuracy=0.5, discordant=0.2).largest == 0.2
    # Both half right, and differing on nine items in ten: one is right on half of all items alone at most.
    assert Assumed(accuracy=0.5, discordant=0.9).largest == pytest.approx(0.1)
    assert plan_assumed(100, Assumed(accuracy=0.5, discordant=0.9))[0].smallest is None


def test_a_dash_is_explained(capsys):
    assert main(["power", "--n", "7"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert " – " in shown
    assert "–: no difference that two such runs can have is detected with this power." in shown
    assert main(["power", "--n", "400"]) == 0
    assert "–: no difference" not in capsys.readouterr().out


@pytest.mark.slow
def test_of_two_versions_the_power_is_that_of_the_exact_test():
    plan = _Plan(120, 2, 0.2, 1_500)
    for difference in (0.05, 0.1, 0.15):
        found = [mcnemar_p(won, lost) < 0.05 for won, lost, _ in drawn(120, 0.2, difference, 1_500)]
        assert plan._power(difference, 0.05) == pytest.approx(np.mean(found), abs=0.045)


@pytest.mark.slow
def test_more_questions_show_smaller_differences_and_smaller_margins():
    few, many = (design_power(n, 3, 0.2, draws=200) for n in (40, 320))
    assert few.found is not None
    assert many.found is not None
    assert many.found < few.found < 0.2
    assert many.provable is not None
    assert few.provable is not None
    assert many.provable < few.provable / 2


def test_few_questions_can_show_nothing():
    found = design_power(19, 3, 0.2, draws=10)
    assert (found.found, found.provable) == (None, None)
