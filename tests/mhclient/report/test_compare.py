"""Runs compared: every figure of the worked example's two models by hand, and the verdicts."""

import json

import pytest

from mhclient.cli.main import main
from mhclient.errors import ReportError
from mhclient.report.compare.tables import comparison_findings
from mhclient.run.variant import load_variant
from tests.support.comparing import DECLINED, compared, told_of
from tests.support.items import make_binary_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN


def test_the_worked_example_by_hand(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    other = store_run(store, worked, OTHER, model="other")
    (pair,) = compared(store, plain, other).pairs
    # PLAIN is right on f1 f3 p1 p2 r1 e1 e2; OTHER on these but p1, and on f2 f4 p3.
    right = pair.overall.right
    assert (right.both, right.first_only, right.second_only, right.neither) == (6, 1, 3, 2)
    assert right.difference.value == pytest.approx(-2 / 12)  # first minus second: the second is better
    assert right.mcnemar == pytest.approx(2 * (1 + 4) / 2**4)
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


def test_what_cannot_be_compared_is_named_and_the_rest_compared(worked, store, capsys):
    """A run without a reply has no item in common with any; it takes part in no test."""
    plain, nothing = (
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, {}, model="nothing"),
    )
    other = store_run(store, worked, OTHER, model="other")
    comparison = compared(store, plain, nothing, other)
    (pair,) = comparison.pairs
    assert pair == compared(store, plain, other).pairs[0]
    first = comparison_findings(comparison)[0]
    assert first.code == "nothing_in_common"
    said = f"have asked no item in common: {nothing} has no reply yet. Ask its items first."
    assert first.text == f"plain and nothing (partial) {said}"
    assert main(["compare", plain, nothing, other]) == 0
    assert "have asked no item in common: " in capsys.readouterr().out
    assert main(["report", nothing]) == 0
    assert "have not been asked. There are no figures yet." in capsys.readouterr().out
    with pytest.raises(ReportError, match="no item in common"):
        compared(store, plain, nothing)


def test_only_items_asked_in_both_runs_are_compared(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    fewer = store_run(store, worked, {k: v for k, v in OTHER.items() if k[0] == "f"}, model="other")
    comparison = compared(store, plain, fewer)
    (pair,) = comparison.pairs
    assert (pair.overall.right.n, pair.left_out) == (4, 8)
    assert "8 items that only one of plain and other (partial) has asked" in " ".join(
        finding.text for finding in comparison_findings(comparison)
    )


def test_runs_that_rest_on_the_same_replies_are_not_compared(make_benchmark, store, capsys):
    """The second asks what the first has asked, to the letter, and more: its replies are the same."""
    items = make_binary_items(30)
    gold = {item.id: item.gold[0] for item in items}
    runs = [
        store_run(store, make_benchmark(items[:20], "part"), {item.id: gold[item.id] for item in items[:20]}),
        store_run(store, make_benchmark(items, "whole"), gold),
    ]
    other = store_run(store, make_benchmark(items, "whole"), gold, model="other")
    assert main(["compare", *runs]) == 2
    told = capsys.readouterr().err
    assert f"runs '{runs[0]}' and '{runs[1]}' rest on the same replies for 20 items" in " ".join(told.split())
    assert "rest on the same replies" in told_of(store, *runs, other)["same_replies"]
    assert len(compared(store, *runs, other).pairs) == 1


def test_a_report_says_that_runs_rest_on_the_same_replies(make_benchmark, store, capsys):
    """They are no pair, and no test of the family is theirs."""
    items = make_binary_items(30)
    gold = {item.id: item.gold[0] for item in items}
    run, copy = (
        store_run(store, make_benchmark(asked, name), {item.id: gold[item.id] for item in asked})
        for name, asked in (("part", items[:20]), ("whole", items))
    )
    assert main(["report", run, copy, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["verdicts"] == []
    for one, other in ((0, copy), (1, run)):
        told = {each["code"]: each["text"] for each in document["reports"][one]["findings"]}
        assert f"This run and '{other}' rest on the same replies for 20 items" in told["same_replies"]
    assert main(["report", run, copy]) == 0
    assert "rest on the same replies for 20 items" in " ".join(capsys.readouterr().out.split())


def test_findings_name_runs_with_their_marks(make_benchmark, store):
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    part = dict.fromkeys(list(gold)[:40], DECLINED)
    runs = [store_run(store, benchmark, gold), store_run(store, benchmark, part, model="other")]
    for text in told_of(store, *runs).values():
        assert text.count("other") == text.count("other (partial)")
    assert "m against other (partial)" in told_of(store, *runs)["verdict"]


def test_runs_are_named_in_findings_as_in_titles(make_benchmark, store):
    """With every pair compared, a run stands in several pairs and is one run all the same."""
    items = make_binary_items(4)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    runs = [store_run(store, benchmark, gold, model=name) for name in ("a", "b", "c")]
    comparison = compared(store, *runs, every_pair=True)
    verdicts = [finding.text for finding in comparison_findings(comparison) if finding.code == "verdict"]
    assert [text.split(":")[0] for text in verdicts] == ["a against b", "a against c", "b against c"]


def test_runs_without_an_item_in_common_cannot_be_compared(make_benchmark, store):
    runs = [
        store_run(store, make_benchmark(make_binary_items(4, task), task), {f"{task}-00000": "A"})
        for task in ("FC", "R1")
    ]
    with pytest.raises(ReportError, match=r"no item in common: their questions are of .* \(4 items\) and "):
        compared(store, *runs)


def test_runs_on_other_items_of_one_benchmark_are_told_to_ask_the_same(worked, store):
    runs = [store_run(store, worked, {item: "A"}, model=item) for item in ("f1", "p1")]
    with pytest.raises(ReportError, match="each has asked other items of it"):
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
