"""Ratings of cases: agreement worked out by hand, and bad lines refused by number."""

import random

import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from benchmark.build.manifest import manifest
from benchmark.folder import write_benchmark
from benchmark.item import Item
from benchmark.kinds import BenchmarkKind
from mhclient.cli.main import main
from mhclient.judge.ratings import gwet_ac2, percent_agreement, quadratic_kappa

HEADER = "item_id,rater,naturalness,validity,realism\n"


def cases_of(*raters):
    """The cases that raters, one sequence each, have all rated."""
    return [{str(rater): value for rater, value in enumerate(values)} for values in zip(*raters, strict=True)]


def test_two_raters_that_nearly_always_agree_have_a_kappa_below_zero():
    """By hand: agreement 31/32 in weights; kappa −1/3; AC2 (31/32 − 0.351563)/(1 − 0.351563)."""
    cases = cases_of((5, 5, 5, 4), (5, 5, 4, 5))
    assert percent_agreement(cases) == 0.5
    assert quadratic_kappa(cases) == pytest.approx(-1 / 3)
    assert gwet_ac2(cases) == pytest.approx((0.96875 - 0.3515625) / (1 - 0.3515625))


def test_quadratic_kappa_is_that_of_statsmodels():
    drawn = random.Random(7)
    first = [drawn.randint(1, 5) for _ in range(60)]
    second = [min(5, max(1, value + drawn.choice((-1, 0, 0, 1)))) for value in first]
    table = [
        [sum(pair == (i, j) for pair in zip(first, second, strict=True)) for j in range(1, 6)]
        for i in range(1, 6)
    ]
    theirs = cohens_kappa(table, wt="quadratic", return_results=False)
    assert quadratic_kappa(cases_of(first, second)) == pytest.approx(theirs)


def test_all_the_same_rating_leaves_kappa_undefined_and_ac2_at_one():
    cases = cases_of((5, 5, 5), (5, 5, 5), (5, 5, 5))
    assert (quadratic_kappa(cases), gwet_ac2(cases)) == (None, 1.0)


def test_a_case_that_one_rater_rated_counts_for_chance_alone():
    """By hand: a 1 is a third of the ratings by case, so chance agreement is above 0; agreement is whole."""
    cases = [{"a": 5, "b": 5}, {"a": 5, "b": 4}, {"a": 1}]
    shares = (1 / 3, 1 / 6, 1 / 2)
    chance = 18.75 / 20 * sum(share * (1 - share) for share in shares)
    assert gwet_ac2(cases) == pytest.approx((31 / 32 - chance) / (1 - chance))


@pytest.fixture
def cases(tmp_path):
    options = {"A": "Xenia", "B": "Ypsia"}
    items = [Item(f"case{number}", "type1", "Who?", options, ("A",)) for number in range(4)]
    write_benchmark(tmp_path / "cases", items, manifest(BenchmarkKind.OWN, "cases", tasks={}))
    return tmp_path / "cases"


def test_ratings_are_shown_with_their_agreement(cases, tmp_path, capsys):
    rows = [
        f"case{number},{rater},{value},,3\n"
        for rater, values in (("ann", (5, 5, 5, 4)), ("bob", (5, 5, 4, 5)))
        for number, value in enumerate(values)
    ]
    (tmp_path / "r.csv").write_text(HEADER + "".join(rows))
    assert main(["audit", "ratings", str(cases), "--import", str(tmp_path / "r.csv")]) == 0
    shown = capsys.readouterr().out
    assert "-0.333" in shown
    assert "0.952" in shown
    assert "16 ratings of 4 cases by 2 raters" in shown
    assert "validity  " not in shown.split("Dimension")[1]  # nobody rated it


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("case9,ann,5,5,5\n", "line 2: there is no case 'case9'"),
        ("case1,ann,5,6,5\n", "line 2: validity is '6', not 1 to 5"),
        ("case1,ann,5,5,5\ncase1,ann,4,4,4\n", "line 3: ann has already rated case1"),
        ("case1,,5,5,5\n", "line 2: nobody is named"),
        ("", "has no rating"),
    ],
)
def test_bad_ratings_are_refused_by_line(cases, tmp_path, capsys, lines, said):
    (tmp_path / "r.csv").write_text(HEADER + lines)
    assert main(["audit", "ratings", str(cases), "--import", str(tmp_path / "r.csv")]) == 2
    assert said in capsys.readouterr().err
