"""How small a difference could be found: a published case, by hand, against trials and exact power."""

import json

import numpy as np
import pytest
from statsmodels.stats.proportion import power_proportions_2indep

from mhclient.cli.main import main
from mhclient.figures.paired import mcnemar_p
from mhclient.figures.power import (
    Design,
    _Plan,
    design_power,
    detectable_paired,
    detectable_unpaired,
    mcnemar_power,
    two_proportions_power,
)
from mhclient.report.power import plan
from tests.support.items import make_binary_items, make_items


def test_the_power_of_mcnemars_test_is_the_published_one():
    # The G*Power 3.1 manual's example (after O'Brien 2002): 50 pairs, 0.08 and 0.32 discordant, exact
    # one-sided test at 0.05, power 0.839343. Ours is two-sided at 0.10; the other side adds 0.00002.
    assert mcnemar_power(50, 0.40, 0.24, 0.10) == pytest.approx(0.839343, abs=5e-5)


def test_power_by_hand():
    # All ten items differ, nine in ten one way. Found are 0, 1, 9 or 10 of ten (p = 0.0215; 2 of ten: 0.109).
    found = 0.9**10 + 10 * 0.9**9 * 0.1 + 10 * 0.9 * 0.1**9 + 0.1**10
    assert mcnemar_power(10, 1.0, 0.8, 0.05) == pytest.approx(found)


def test_power_is_the_share_of_trials_in_which_the_test_finds_the_difference():
    draws = np.random.RandomState(1)
    n, discordant, difference = 120, 0.3, 0.12
    shares = [(discordant + difference) / 2, (discordant - difference) / 2, 1 - discordant]
    found = [mcnemar_p(won, lost) <= 0.05 for won, lost, _ in draws.multinomial(n, shares, size=1_000)]
    assert np.mean(found) == pytest.approx(mcnemar_power(n, discordant, difference, 0.05), abs=0.05)


@pytest.mark.parametrize("n", [40, 300, 1_200])
def test_the_difference_named_has_just_the_power_wanted(n):
    design = Design()
    found = detectable_paired(n, design)
    assert found is not None
    assert mcnemar_power(n, 0.2, found, 0.05) == pytest.approx(0.8, abs=0.01)


def test_pairing_finds_smaller_differences():
    assert (detectable_paired(1_200, Design()) or 1) < (detectable_unpaired(1_200, Design()) or 0)


def test_five_items_can_never_be_enough():
    assert detectable_paired(5, Design()) is None  # all five one way: p = 2 / 2**5 = 0.0625


def test_a_design_effect_of_two_halves_the_items():
    assert detectable_paired(600, Design(design_effect=2.0)) == detectable_paired(300, Design())


def test_families_are_those_of_compare():
    rows = plan({"FC": 100, "RP": 100}, Design(), pairs=3)
    assert [(row.task, row.n) for row in rows] == [("FC", 100), ("RP", 100), ("all", 200)]
    assert [row.level for row in rows] == pytest.approx([0.05 / 6, 0.05 / 6, 0.05 / 3])


def test_the_command_speaks_of_a_benchmark_or_of_a_number(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(40) + make_binary_items(60))
    assert main(["power", "--benchmark", str(benchmark.directory), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["task"]: row["n"] for row in rows} == {"RP": 40, "FC": 60, "all": 100}
    assert main(["power", "--n", "100", "--pairs", "2"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "2 pairs of runs" in shown
    assert "Holm's first step: 2 tests are a family." in shown
    assert main(["power", "--benchmark", str(benchmark.directory), "--pairs", "3"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Holm's first step: 6 tests of tasks are a family, 3 tests of all items another." in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--n", "20", "--alpha", "5"], "not a number between 0 and 1"),
        (["--n", "20", "--design-effect", "0.5"], "not a number of at least 1"),
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
    """Two runs cannot be further apart than the share of items on which they differ.

    Of 60 items 12 differ. At a level of 0.05 / 27 the test wants 11 of 11 (2 / 2**11), and binomially there
    are fewer than 11 in more than a fifth of samples.
    """
    assert detectable_paired(60, Design(comparisons=27)) is None
    assert Design(accuracy=0.5, discordant=0.2).largest == 0.2
    # Both half right, and differing on nine items in ten: one is right on half of all items alone at most.
    assert Design(accuracy=0.5, discordant=0.9).largest == pytest.approx(0.1)
    assert detectable_paired(100, Design(accuracy=0.5, discordant=0.9)) is None


@pytest.mark.parametrize("n", [30, 60, 200, 1_000])
@pytest.mark.parametrize("discordant", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("comparisons", [1, 27])
def test_what_is_named_is_within_what_differs(n, discordant, comparisons):
    design = Design(discordant=discordant, comparisons=comparisons)
    found = detectable_paired(n, design)
    at_most = mcnemar_power(n, discordant, design.largest, design.level)
    assert (found is None) is (at_most < design.power)
    assert found is None or found <= discordant


@pytest.mark.parametrize(
    ("arguments", "at_most"),
    [("--n 7", "20.0"), ("--n 60 --pairs 27", "20.0"), ("--n 100 --discordant .9 --accuracy .5", "10.0")],
)
def test_a_dash_is_explained(arguments, at_most, capsys):
    assert main(["power", *arguments.split()]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert " – " in shown
    assert "–: no difference can be detected with so few items, or so few that differ" in shown
    assert f"it is {at_most} points at the most" in shown
    assert main(["power", "--n", "400"]) == 0
    assert "–: no difference" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("one", "other", "n", "level"),
    [(0.6, 0.7, 356, 0.05), (0.95, 0.9, 100, 0.01), (0.5, 0.5, 40, 0.05), (0.02, 0.3, 25, 0.05 / 36)],
)
def test_the_power_of_two_proportions_is_that_of_statsmodels(one, other, n, level):
    low = min(one, other)
    theirs = power_proportions_2indep(abs(one - other), low, n, alpha=level, return_results=False)
    assert two_proportions_power(one, other, n, level) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.slow
def test_of_two_versions_the_power_is_that_of_the_exact_test():
    plan = _Plan(120, 2, 0.2, 1_500)
    for difference in (0.05, 0.1, 0.15):
        assert plan._power(difference, 0.05) == pytest.approx(
            mcnemar_power(120, 0.2, difference, 0.05), abs=0.035
        )


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
