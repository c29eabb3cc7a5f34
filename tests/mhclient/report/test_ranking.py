"""Which ranks runs may have, in a report and in a comparison: the same, in every form."""

import json

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from cache import Store
from mhclient.cli.main import main
from mhclient.figures.clustering import Entities
from mhclient.figures.ranks import RankCorrelation, rank_correlation_interval, rank_sets
from mhclient.report.compare.contrast import Comparison
from mhclient.report.loading.load import load_runs
from mhclient.report.settings import MARGIN, Settings
from mhclient.report.wording.verdicts import verdicts_document
from mhclient.study.table import rank_runs, verdicts_in_words
from tests.support.items import make_binary_items
from tests.support.stored import store_run

OTHER_LETTER = {"A": "B", "B": "A"}
WRONG = {"best": range(0), "middle": range(0, 20), "alike": range(10, 32), "worst": range(8, 60)}


@pytest.fixture
def runs(make_benchmark, store):
    """Sixty independent questions: one model has all right, two about as many, one few."""
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    return [store_run(store, benchmark, said(items, wrong), model=name) for name, wrong in WRONG.items()]


def said(items, wrong) -> dict[str, str]:
    return {
        item.id: OTHER_LETTER[item.gold[0]] if place in wrong else item.gold[0]
        for place, item in enumerate(items)
    }


def document(capsys, *arguments: str):
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def by_hand() -> list[tuple[int, int]]:
    """Holm's step by scipy's t tests: which pairs differ, and the ranks that follow."""
    right = {name: np.array([place not in wrong for place in range(60)]) for name, wrong in WRONG.items()}
    names = list(right)
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    p = sorted((float(ttest_1samp(right[a] * 1.0 - right[b], 0).pvalue), a, b) for a, b in pairs)
    better = np.zeros((4, 4), dtype=bool)
    for step, (each, a, b) in enumerate(p):
        if each * (len(p) - step) >= 0.05:
            break
        better[names.index(a), names.index(b)] = True
    return rank_sets(better, [each.mean() for each in right.values()])


def test_a_report_says_which_rank_each_run_may_have(runs, capsys):
    ranks = document(capsys, "report", *runs, "--entities", "fixed")["ranks"]
    assert [each["run"] for each in ranks] == runs
    assert [(each["rank_first"], each["rank_last"]) for each in ranks] == by_hand()
    assert by_hand() == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert [each["accuracy"] for each in ranks] == pytest.approx([1, 40 / 60, 38 / 60, 8 / 60])


def test_a_comparison_says_the_same(runs, capsys):
    ranks = document(capsys, "report", *runs, "--entities", "fixed")["ranks"]
    for options in ([], ["--all-pairs"]):
        assert document(capsys, "compare", *runs, *options, "--entities", "fixed")["ranks"] == ranks


@pytest.mark.slow
def test_a_pair_has_the_same_numbers_in_every_form(runs, store, capsys, tmp_path, monkeypatch):
    """One family of six pairs: in the report's JSON, terminal, Markdown, LaTeX and page, in both forms of
    `compare`, and at the end of a grid."""
    monkeypatch.setenv("COLUMNS", "300")
    fixed = ["--entities", "fixed"]
    verdicts = document(capsys, "report", *runs, *fixed)["verdicts"]
    whole = document(capsys, "compare", *runs, "--all-pairs", *fixed)
    usual = document(capsys, "compare", *runs, *fixed)
    assert whole["verdicts"] == usual["verdicts"] == verdicts
    for told in (whole["pairs"], usual["pairs"]):
        for pair, verdict in zip(told, verdicts, strict=False):
            named = {"runs": [pair["first"], pair["second"]], "circular": pair["circular"]}
            assert verdict == named | pair["overall"]["right"]
    (table,) = rank_runs(
        load_runs(Store.open(store, read_only=True), runs), Settings(entities=Entities.FIXED)
    )
    assert verdicts_document(known(table.comparison).verdicts) == verdicts
    margin = verdicts[0]["ci95_simultaneous"]
    shown = f"{100 * margin[0]:+.1f} to {100 * margin[1]:+.1f}"
    for command in (["report", *runs], ["compare", *runs]):
        for form in ("terminal", "markdown"):
            assert main([*command, *fixed, "--format", form]) == 0
            assert shown in capsys.readouterr().out
    assert main(["report", *runs, *fixed, "--format", "latex"]) == 0
    assert shown in capsys.readouterr().out
    page = tmp_path / "report.html"
    assert main(["report", *runs, *fixed, "--format", "html", "--out", str(page)]) == 0
    assert page.read_text().count(shown) >= 2  # of all pairs, and of the first beside each other one


def known(comparison: Comparison | None) -> Comparison:
    assert comparison is not None
    return comparison


def test_two_runs_have_the_same_verdict_beside_a_third_in_every_form(runs, capsys):
    """Three pairs are harder to tell apart than one: the family is that of all runs named."""
    of_two = document(capsys, "compare", *runs[:2], "--entities", "fixed")["pairs"][0]["overall"]["right"]
    of_three = document(capsys, "compare", *runs[:3], "--entities", "fixed")["pairs"][0]["overall"]["right"]
    assert of_three["p"] == of_two["p"]
    assert of_three["p_holm"] > of_two["p_holm"]
    wider = of_three["ci95_simultaneous"][1] - of_three["ci95_simultaneous"][0]
    assert wider > of_two["ci95_simultaneous"][1] - of_two["ci95_simultaneous"][0]


def test_runs_are_ranked_among_those_of_the_same_items_alone(runs, make_benchmark, store, capsys):
    items = make_binary_items(8)
    other = store_run(store, make_benchmark(items, "few"), said(items, range(8)), model="few")
    ranks = document(capsys, "report", *runs, other, "--entities", "fixed")["ranks"]
    assert [each["run"] for each in ranks] == runs


@pytest.mark.slow
def test_an_unfinished_run_is_compared_and_not_ranked_in_a_report_and_in_a_comparison(
    runs, make_benchmark, store, capsys
):
    """One rule: every two runs are one family, on what both have asked; ranks need the same items."""
    items = make_binary_items(60)
    half = store_run(store, make_benchmark(items), said(items[:30], range(30)), model="half")
    fixed = ["--entities", "fixed"]
    reported = document(capsys, "report", *runs, half, *fixed)
    assert len(reported["verdicts"]) == 10
    assert {each["n"] for each in reported["verdicts"] if half in each["runs"]} == {30}
    assert [each["run"] for each in reported["ranks"]] == runs
    compared = document(capsys, "compare", *runs, half, *fixed)
    assert (compared["verdicts"], compared["ranks"]) == (reported["verdicts"], reported["ranks"])
    for command in ("report", "compare"):
        assert main([command, *runs, half, *fixed, "--format", "markdown"]) == 0
        shown = capsys.readouterr().out
        assert "Not ranked: 1 run that has asked other items (an unfinished run has), the same" in shown


def test_runs_that_have_all_stopped_at_the_same_items_are_ranked(make_benchmark, store, capsys):
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    halves = [store_run(store, benchmark, said(items[:30], range(n)), model=f"m{n}") for n in (0, 10, 20)]
    ranks = document(capsys, "report", *halves, "--entities", "fixed")["ranks"]
    assert [(each["run"], each["n"]) for each in ranks] == [(run, 30) for run in halves]


def test_many_undecided_pairs_are_one_line_and_what_is_decided_stays(make_benchmark, store, capsys):
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    wrong = {
        "one": range(6),
        "two": range(3, 9),
        "three": range(8, 14),
        "four": range(12, 18),
        "five": range(14, 20),
        "bad": range(36),
    }
    runs = [store_run(store, benchmark, said(items, places), model=name) for name, places in wrong.items()]
    opened = load_runs(Store.open(store, read_only=True), runs)
    (few,) = rank_runs(opened[:3])
    assert all("undecided" in line for line in verdicts_in_words(few))
    assert len(list(verdicts_in_words(few))) == 2
    (many,) = rank_runs(opened)
    decided, rest = verdicts_in_words(many)
    assert "bad" in decided
    assert rest.startswith("Of 5 pairs, 4 are undecided: neither is shown to be better. Differences up to ")
    assert rest.endswith(" cannot be excluded; 'mhclient compare' has each.")
    for options, undecided, of in ((["--all-pairs"], 10, 15), ([], 4, 5), (["--first-only"], 4, 5)):
        assert main(["compare", *runs, *options]) == 0
        lines = capsys.readouterr().out.split("\n* ")[1:]
        verdicts = [" ".join(line.split()) for line in lines]
        assert len(verdicts) == of - undecided + 1
        assert all(" points better than bad " in line for line in verdicts[:-1])
        assert verdicts[-1].startswith(f"Of {of} pairs, {undecided} are undecided: neither is shown")
        assert len(document(capsys, "compare", *runs, *options)["findings"]) == of
    assert main(["compare", *runs[:4]]) == 0
    shown = " ".join(capsys.readouterr().out.split())  # however wide the terminal is
    assert shown.count("undecided: neither is shown to be better, and differences up to") == 3


@pytest.mark.slow
def test_without_a_margin_named_it_is_three_points_in_every_form(make_benchmark, store, capsys, tmp_path):
    """400 independent items, four of which each run alone has wrong: the 90 % interval is ±1.2 points."""
    items = make_binary_items(400)
    benchmark = make_benchmark(items)
    runs = [
        store_run(store, benchmark, said(items, range(start, start + 4)), model=name)
        for start, name in ((0, "one"), (4, "two"))
    ]
    reported, compared = (document(capsys, command, *runs) for command in ("report", "compare"))
    for found in (reported, compared):
        assert found["intervals"]["margin"] == MARGIN == 0.03
        assert found["verdicts"][0]["verdict"] == "equivalent"
    for command in ("report", "compare"):
        for form in ("terminal", "markdown", "latex"):
            assert main([command, *runs, "--format", form]) == 0
            assert "3.0 points" in " ".join(capsys.readouterr().out.split())
    page = tmp_path / "report.html"
    assert main(["report", *runs, "--out", str(page)]) == 0
    assert "one and two are equivalent within ±3.0 points" in page.read_text()
    opened = load_runs(Store.open(store, read_only=True), runs)
    (table,) = rank_runs(opened)
    said_in = "are equivalent within ±3.0 points."
    assert f"{said_in[:-1]} (first minus second +0.0, " in repr(table.comparison)
    assert [line.endswith(said_in) for line in verdicts_in_words(table)] == [True]
    wide = document(capsys, "compare", *runs, "--margin", "1")
    assert (wide["intervals"]["margin"], wide["verdicts"][0]["verdict"]) == (0.01, "undecided")


def test_the_interval_of_spearmans_correlation_by_hand():
    # atanh .8 = 1.0986; √((1 + .32) / (12 − 3)) = .38297, times 1.95996 = .75061: tanh .348, tanh 1.8492.
    assert rank_correlation_interval(0.8, 12) == pytest.approx((0.33459, 0.95172), abs=1e-4)
    assert rank_correlation_interval(0.8, 3) is None
    assert rank_correlation_interval(1.0, 12) is None
    assert RankCorrelation.of([0.1, 0.2, 0.3, 0.4, 0.5], [0.5, 0.6, 0.7, 0.8, 0.9]).ci95 is None


def test_spearmans_interval_covers_the_correlation_of_the_models():
    """Normal figures with Pearson's ρ = .6 have Spearman's 6/π·asin(.3) = .582; thirty models."""
    draw, covered = np.random.default_rng(5), []
    for _ in range(400):
        first = draw.standard_normal(30)
        second = 0.6 * first + 0.8 * draw.standard_normal(30)
        bounds = RankCorrelation.of(first.tolist(), second.tolist()).ci95
        covered.append(bounds is not None and bounds[0] <= 0.582 <= bounds[1])
    assert 0.92 <= np.mean(covered) <= 0.985
