"""Ratings of cases and of hardened options: agreement by hand, and bad lines refused by number."""

import csv
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


OPTIONS = {"A": "Alpha", "B": "=Beta", "C": "Gamma"}


@pytest.fixture
def hardened(tmp_path):
    details = {"parent": "p", "harden": {"replaced": "1 of 2", "paths": {"B": []}}}
    items = [Item(f"i{n}", "own", "Which?", OPTIONS, ("A",), details=details) for n in range(3)]
    write_benchmark(tmp_path / "hard", items, manifest(BenchmarkKind.HARDENED, "hard", tasks={}))
    return tmp_path / "hard"


def filled(sheet, raters):
    """The sheet once per rater: the key is correct and plausible, B as each of them says."""
    (head, *lines) = csv.reader(sheet.read_text().splitlines())
    rows = [head]
    for rater, says in raters.items():
        for item, letter, question, option, *_ in lines:
            mark = {"A": ("5", "yes"), "B": says, "C": ("", "")}[letter]
            rows.append([item, letter, question, option, rater, *mark])
    with sheet.open("w", newline="") as file:
        csv.writer(file).writerows(rows)


def test_a_sheet_is_written_filled_in_and_read(hardened, tmp_path, capsys):
    """By hand: both say yes of the three keys, and part on the three new options."""
    sheet = tmp_path / "sheet.csv"
    assert main(["audit", "ratings", str(hardened), "--out", str(sheet)]) == 0
    assert "9 options to be rated" in capsys.readouterr().err
    text = sheet.read_text()
    assert text.startswith("item_id,letter,question,option,rater,plausible,correct\ni0,A,Which?,Alpha,,,\n")
    assert "'=Beta" in text
    filled(sheet, {"ann": ("4", "no"), "bob": ("4", "yes")})
    assert main(["audit", "ratings", str(hardened), "--import", str(sheet)]) == 0
    said = capsys.readouterr().out
    assert "key         5.00 (n 6)  5.00 (n 6)" in said
    assert "new option  4.00 (n 6)  3.00 (n 6)" in said
    assert "old option" not in said  # nobody rated it
    assert "50.0 %" in said  # the raters agree on 'correct' for the key, and for no new option
    assert "24 ratings of 6 options by 2 raters" in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("i9,A,,,ann,5,yes", "line 2: there is no option 'A' of an item 'i9'"),
        ("i0,Z,,,ann,5,yes", "line 2: there is no option 'Z' of an item 'i0'"),
        ("i0,A,,,ann,6,yes", "line 2: plausible is '6', not 1 to 5"),
        ("i0,A,,,ann,5,maybe", "line 2: correct is 'maybe', not yes or no"),
        ("i0,A,,,,5,yes", "line 2: nobody is named"),
        ("i0,A,,,ann,5,\ni0,A,,,ann,,no", "line 3: ann has already rated A of i0"),
        ("i0,A,,,,,", "has no rating"),
    ],
)
def test_bad_option_ratings_are_refused_by_line(hardened, tmp_path, capsys, line, said):
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(f"item_id,letter,question,option,rater,plausible,correct\n{line}\n")
    assert main(["audit", "ratings", str(hardened), "--import", str(sheet)]) == 2
    assert said in capsys.readouterr().err
