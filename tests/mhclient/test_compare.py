"""Runs held against each other: every figure of the worked example's two models by hand, and the verdicts."""

import json
import re

import pytest

from cache import open_connection
from mhclient.cli.main import main
from mhclient.errors import ReportError
from mhclient.prompts import load_variant
from mhclient.report.compare import compare
from mhclient.report.compare_findings import comparison_findings
from mhclient.report.load import load_runs
from mhclient.report.summary import Settings
from tests.conftest import make_binary_items
from tests.mhclient.stored import store_run
from tests.mhclient.worked_example import OTHER, PLAIN


def compared(store, *run_ids, **options):
    return compare(load_runs(open_connection(store, read_only=True), run_ids), Settings(), **options)


def test_the_worked_example_by_hand(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    other = store_run(store, worked, OTHER, model="other")
    (pair,) = compared(store, plain, other).pairs
    # PLAIN is right on f1 f3 p1 p2 r1 e1 e2; OTHER on these less p1, and on f2 f4 p3.
    right = pair.overall.right
    assert (right.both, right.first_only, right.second_only, right.neither) == (6, 1, 3, 2)
    assert right.difference.value == pytest.approx(2 / 12)
    assert right.p == pytest.approx(2 * (1 + 4) / 2**4)
    assert (set(pair.lost), set(pair.won)) == ({"p1"}, {"f2", "f4", "p3"})
    assert pair.transitions == {
        ("right", "right"): 6,
        ("right", "wrong"): 1,
        ("wrong", "right"): 2,
        ("refusal", "right"): 1,
        ("wrong", "wrong"): 2,
    }
    # Without the declined p3, eleven items: seven right, eight right.
    both_read = pair.overall.both_read
    assert (both_read.n, both_read.first, both_read.second) == (11, 7 / 11, 8 / 11)
    assert (pair.overall.read.first, pair.overall.read.second) == (11 / 12, 1.0)
    assert (pair.overall.kept_format.first, pair.overall.kept_format.second) == (10 / 12, 1.0)
    # Each prompt counts 100 tokens in this store, each reply one per character.
    assert pair.tokens == (1200 + sum(map(len, PLAIN.values())), 1200 + sum(map(len, OTHER.values())))
    assert pair.cost_usd == (None, None)


def test_tests_of_tasks_are_one_family_over_all_pairs(worked, store):
    runs = [
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, OTHER, model="other"),
        store_run(store, worked, OTHER | {"p1": "A"}, model="third"),
    ]
    comparison = compared(store, *runs)
    assert comparison.n_tests == 2 * 4
    # The hardest of two overall tests: three items differ, all one way, p = 2 / 2**3, twice that.
    assert [pair.overall.right.p for pair in comparison.pairs] == [0.625, 0.25]
    assert [pair.overall.p_holm for pair in comparison.pairs] == [0.625, 0.5]
    assert len(compared(store, *runs, every_pair=True).pairs) == 3


def test_only_items_asked_in_both_runs_are_compared(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    fewer = store_run(store, worked, {k: v for k, v in OTHER.items() if k[0] == "f"}, model="other")
    comparison = compared(store, plain, fewer)
    (pair,) = comparison.pairs
    assert (pair.overall.right.n, pair.left_out) == (4, 8)
    assert "8 items that only one of plain and other has asked" in " ".join(
        finding.text for finding in comparison_findings(comparison)
    )


def test_a_difference_that_an_interval_shows_and_the_test_does_not_is_told_with_both(make_benchmark, store):
    """Of 40 items the second run declines five: the interval ends below 0, exact McNemar gives 2 / 2**5."""
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    declined = dict.fromkeys(list(gold)[:5], "I'm sorry, but I can't help with that.")
    runs = [store_run(store, benchmark, gold), store_run(store, benchmark, gold | declined, model="other")]
    told = {finding.code: finding.text for finding in comparison_findings(compared(store, *runs))}
    assert "no difference can be shown" in told["verdict"]
    assert "with unread as wrong, m is better" in told["verdict_depends_on_reading"]
    assert "p is 0.062 after Holm's adjustment" in told["verdict_depends_on_reading"]


def test_runs_without_an_item_in_common_cannot_be_compared(make_benchmark, store):
    runs = [
        store_run(store, make_benchmark(make_binary_items(4, task), task), {f"{task}-00000": "A"})
        for task in ("FC", "R1")
    ]
    with pytest.raises(ReportError, match="no item in common"):
        compared(store, *runs)


def test_variants_are_compared_under_the_letters_each_showed(worked, store):
    """Reversed options turn A into B: the same knowledge gives the same items right."""
    plain = store_run(store, worked, {"f1": "A", "f3": "B", "p1": "A"})
    turned = store_run(
        store,
        worked,
        {"f1": "B", "f3": "A", "p1": "D"},
        variant=load_variant("letter-only:option_order=reversed"),
    )
    (pair,) = compared(store, plain, turned).pairs
    assert (pair.overall.right.both, pair.overall.right.first_only) == (3, 0)


@pytest.fixture
def format_alone(make_benchmark, store):
    """Two models that know the same 45 of 60 answers; the second declines every other item."""
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    wrong = {"A": "B", "B": "A"}
    says = {
        item.id: item.gold[0] if place % 4 < 3 else wrong[item.gold[0]] for place, item in enumerate(items)
    }
    declines = {
        item_id: "I'm sorry, but I can't help with that." if place % 8 < 4 else letter
        for place, (item_id, letter) in enumerate(says.items())
    }
    return store_run(store, benchmark, says, model="m-1"), store_run(store, benchmark, declines, model="m-2")


def test_a_verdict_that_hangs_on_format_says_so(format_alone, store, capsys):
    assert main(["compare", *format_alone]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "m-1 is better" in shown
    assert "on the items both could be read on, no difference" in shown
    assert "where both could be read no difference can be shown: format may be what differs" in shown


def test_the_json_comparison_names_the_items_that_changed(format_alone, store, capsys):
    assert main(["compare", *format_alone, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (pair,) = document["pairs"]
    assert len(pair["lost"]) == pair["overall"]["right"]["first_only"] > 20
    assert pair["won"] == []
    assert sum(cell["n"] for cell in pair["transitions"]) == 60
    assert pair["overall"]["p_holm"] < 0.001


@pytest.mark.parametrize("form", ["terminal", "json", "markdown"])
def test_the_same_store_gives_the_same_bytes(format_alone, store, tmp_path, form):
    for name in ("one", "two"):
        assert main(["compare", *format_alone, "--format", form, "--out", name]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_partial_run_is_marked_in_every_table(worked, store, capsys):
    plain = store_run(store, worked, PLAIN, model="plain")
    fewer = store_run(store, worked, {"f1": "A", "f2": "A"}, model="other")
    assert main(["compare", plain, fewer, "--format", "markdown"]) == 0
    titles = re.findall(r"^## (.*)$", capsys.readouterr().out, re.MULTILINE)
    assert all("other (partial)" in title for title in titles if "→" in title)


def test_one_run_is_nothing_to_compare(format_alone, store, capsys):
    assert main(["compare", format_alone[0], format_alone[0]]) == 2
    assert "at least two different runs" in capsys.readouterr().err
