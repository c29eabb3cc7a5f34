"""Runs compared: every figure of the worked example's two models by hand, and the verdicts."""

import json
import re
from itertools import combinations
from random import Random

import pytest
from scipy.stats import ttest_1samp

from cache import Store
from mhclient.cli.main import main
from mhclient.errors import ReportError
from mhclient.figures.clusters import ClusterBy, Entities
from mhclient.figures.holm import holm
from mhclient.figures.verdicts import Verdict
from mhclient.report.compare.contrast import compare
from mhclient.report.compare.loop import comparison_findings
from mhclient.report.load import load_runs
from mhclient.report.settings import Settings
from mhclient.run.parameters import Parameters
from mhclient.run.prompts.variant_files import load_variant
from mhclient.run.spec import Reask
from tests.support.items import make_binary_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN


def compared(store, *run_ids, settings=None, **options):
    chosen = settings or Settings()
    return compare(load_runs(Store.open(store, read_only=True), run_ids), chosen, **options)


def test_the_worked_example_by_hand(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    other = store_run(store, worked, OTHER, model="other")
    (pair,) = compared(store, plain, other).pairs
    # PLAIN is right on f1 f3 p1 p2 r1 e1 e2; OTHER on these less p1, and on f2 f4 p3.
    right = pair.overall.right
    assert (right.both, right.first_only, right.second_only, right.neither) == (6, 1, 3, 2)
    assert right.difference.value == pytest.approx(-2 / 12)  # first less second: the second is better
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
    assert "plain and nothing (partial) have asked no item in common" in first.text
    assert main(["compare", plain, nothing, other]) == 0
    assert "have asked no item in common and are not compared" in capsys.readouterr().out
    assert main(["report", nothing]) == 0
    assert "have not been asked. There are no figures yet." in capsys.readouterr().out
    with pytest.raises(ReportError, match="no item in common"):
        compared(store, plain, nothing)


def test_tests_of_tasks_are_one_family_over_all_pairs(worked, store):
    runs = [
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, OTHER, model="other"),
        store_run(store, worked, OTHER | {"p1": "A"}, model="third"),
    ]
    fixed = Settings(entities=Entities.FIXED)
    comparison = compared(store, *runs, settings=fixed, every_pair=True)
    assert comparison.n_tests == 3 * 4
    p = [pair.overall.right.p for pair in comparison.pairs]
    assert [pair.overall.p_holm for pair in comparison.pairs] == pytest.approx(list(holm(p)))
    of_tasks = [contrast.right for pair in comparison.pairs for contrast in pair.tasks.values()]
    assert [each.p_holm for each in of_tasks] == holm([each.p for each in of_tasks])
    assert compared(store, *runs, settings=fixed).pairs == comparison.pairs[:2]
    of_first = compared(store, *runs, settings=fixed, first_only=True)
    assert (of_first.n_tests, len(of_first.verdicts)) == (2 * 4, 2)
    assert [pair.overall.p_holm for pair in of_first.pairs] == pytest.approx(list(holm(p[:2])))


def test_each_property_is_a_family_of_tests_of_its_own(make_benchmark, store, capsys):
    """The others put eight and six of twenty answers into a sentence: of format the smaller p is doubled by
    Holm; of what is right and read nothing changes, which cannot be tested."""
    items = make_binary_items(20)
    benchmark = make_benchmark(items)
    letters = {item.id: item.gold[0] for item in items}
    said = [letters | {item.id: f"Answer: {item.gold[0]}" for item in items[:n]} for n in (0, 8, 6)]
    runs = [store_run(store, benchmark, replies, model=f"m{n}") for n, replies in enumerate(said)]
    assert main(["compare", *runs, "--first-only", "--format", "json"]) == 0
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    of_format = [pair["overall"]["kept_format"] for pair in pairs]
    expected = [ttest_1samp([1] * n + [0] * (20 - n), 0).pvalue for n in (8, 6)]
    assert [found["p"] for found in of_format] == pytest.approx(expected)
    assert [found["p_holm"] for found in of_format] == pytest.approx([2 * expected[0], expected[1]])
    assert [found["p_mcnemar"] for found in of_format] == pytest.approx([2 / 2**8, 2 / 2**6])
    for pair in pairs:
        assert pair["tasks"]["FC"]["kept_format"]["p_holm"] == pair["overall"]["kept_format"]["p_holm"]
        others = ("right", "explicit", "both_read", "read")
        assert {pair["overall"][name]["p_holm"] for name in others} == {None}
        assert pair["overall"]["p_holm"] == pair["overall"]["right"]["p_holm"]


def test_every_table_that_prints_a_p_says_what_family_it_is_of(worked, store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    runs = [store_run(store, worked, said, model=name) for name, said in (("a", PLAIN), ("b", OTHER))]
    assert main(["compare", *runs]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "adjusted over 4 tests of tasks and over 1 test of all items." in said
    assert "above 0 the first is better" in said
    assert "Intervals are about other entities like these" in said
    assert "adjusted by Holm in each column as above, are in the JSON" in said
    assert main(["report", runs[0]]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Holm over the run's 1 test here." in said
    assert "p: Stuart–Maxwell, not adjusted (findings go by Holm's over the run's tasks)" in said


def test_only_items_asked_in_both_runs_are_compared(worked, store):
    plain = store_run(store, worked, PLAIN, model="plain")
    fewer = store_run(store, worked, {k: v for k, v in OTHER.items() if k[0] == "f"}, model="other")
    comparison = compared(store, plain, fewer)
    (pair,) = comparison.pairs
    assert (pair.overall.right.n, pair.left_out) == (4, 8)
    assert "8 items that only one of plain and other (partial) has asked" in " ".join(
        finding.text for finding in comparison_findings(comparison)
    )


def told_of(store, *run_ids, **options) -> dict[str, str]:
    """Code → text of the findings over all items and of single tasks."""
    comparison = compared(store, *run_ids, **options)
    return {finding.code: finding.text for finding in comparison_findings(comparison)}


DECLINED = "I'm sorry, but I can't help with that."


def test_no_verdict_is_made_of_few_items_that_differ(make_benchmark, store):
    """Of 40 items the second run declines three: undecided, and it says what cannot be excluded."""
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    declined = dict.fromkeys(list(gold)[:3], DECLINED)
    runs = [store_run(store, benchmark, gold), store_run(store, benchmark, gold | declined, model="other")]
    told = told_of(store, *runs)
    said = "undecided: neither is shown to be better, and differences up to 16.0 points cannot be excluded"
    assert f"m against other: {said}" in told["verdict"]
    assert "verdict_depends_on_reading" not in told


def test_a_margin_tells_equivalent_from_undecided(make_benchmark, store, capsys):
    items = make_binary_items(400)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    ids = list(gold)
    swap = {"A": "B", "B": "A"}
    first = gold | {item_id: swap[gold[item_id]] for item_id in ids[:4]}
    second = gold | {item_id: swap[gold[item_id]] for item_id in ids[4:8]}
    runs = [store_run(store, benchmark, first), store_run(store, benchmark, second, model="other")]
    assert "undecided" in told_of(store, *runs)["verdict"]
    told = told_of(store, *runs, settings=Settings(margin=0.05))["verdict"]
    assert "m and other are equivalent within ±5.0 points" in told
    assert main(["compare", *runs, "--margin", "5", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["intervals"]["margin"] == 0.05
    assert document["pairs"][0]["overall"]["right"]["verdict"] == "equivalent"
    with pytest.raises(SystemExit):
        main(["compare", *runs, "--margin", "0"])


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


def test_what_items_share_decides_how_wide_an_interval_is(worked, store):
    runs = [store_run(store, worked, said, model=name) for name, said in (("a", PLAIN), ("b", OTHER))]
    n_effective = [
        compared(store, *runs, settings=settings).pairs[0].overall.right.difference.n_effective
        for settings in (
            Settings(),
            Settings(cluster_by=ClusterBy.ITEM),
            Settings(entities=Entities.FIXED),
        )
    ]
    assert n_effective[0] < 2 < n_effective[1] == n_effective[2]
    assert compared(store, *runs).pairs[0].overall.right.judged.verdict is Verdict.UNDECIDED


def test_no_verdict_is_made_of_too_few_effective_clusters(worked, store):
    """All twelve items of the worked example share one of two diseases, which share three drugs."""
    runs = [store_run(store, worked, said, model=name) for name, said in (("a", PLAIN), ("b", OTHER))]
    assert "so much that they count as 1.4 (effective clusters)" in told_of(store, *runs)["verdict"]


def test_every_way_of_counting_has_its_own_adjusted_test(format_alone, store):
    """All that m-2 declines is lost in two ways of counting; where both could be read, nothing is."""
    overall = compared(store, *format_alone).pairs[0].overall
    assert overall.p_holm < 0.001
    assert (overall.right.p_holm, overall.explicit.p_holm) == (overall.p_holm, overall.p_holm)
    assert overall.both_read.p_holm is None  # no item differs


def test_a_way_of_counting_that_its_test_denies_shows_no_difference(make_benchmark, store):
    """The second run declines ten of 60 and has three of the other 50 wrong, which may be chance."""
    items = make_binary_items(60)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    ids = list(gold)
    worse = gold | dict.fromkeys(ids[:10], DECLINED)
    worse |= {item_id: "BA"["AB".index(gold[item_id])] for item_id in ids[10:13]}
    told = told_of(
        store, store_run(store, benchmark, gold), store_run(store, benchmark, worse, model="other")
    )["verdict_depends_on_reading"]
    assert "with unread as wrong, m is 21.7 points better than other" in told
    assert "on the items both could be read on, undecided" in told


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


@pytest.fixture
def asked_again(make_benchmark, store):
    """A run that declines every item, the same asked again, that asked again, and another model's run."""
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    declined = dict.fromkeys(gold, DECLINED)
    source = store_run(store, benchmark, declined)

    def ask_again(run_id: str, says, max_tokens: int) -> str:
        reask = Reask(run_id, ("refusal",), tuple(gold))
        parameters = Parameters(max_tokens=max_tokens)
        return store_run(store, benchmark, says, parameters=parameters, reask=reask)

    again = ask_again(source, declined, 1_000)
    twice = ask_again(again, gold, 2_000)
    return source, again, twice, store_run(store, benchmark, gold, model="other")


def test_a_run_is_not_judged_on_the_items_that_were_chosen_for_its_failure(asked_again, store, capsys):
    source, again, twice, other = asked_again
    for pair in ((source, twice), (twice, source), (again, twice)):
        told = told_of(store, *pair)
        assert "no verdict, " in told["no_verdict"]
        assert "chosen because" in told["no_verdict"]
        assert not any("points better" in text for text in told.values())
        comparison = compared(store, *pair)
        assert comparison.n_tests == 0
        assert comparison.pairs[0].overall.p_holm is None
    assert "other (other parameters) is 100.0 points better" in told_of(store, other, again)["verdict"]
    capsys.readouterr()
    assert main(["compare", source, twice, "--format", "markdown"]) == 0
    shown = capsys.readouterr().out
    assert "<0.001" not in shown
    assert "No test:" in shown
    assert main(["compare", source, twice, "--format", "json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert pair["circular"] is True
    assert pair["overall"]["right"]["p"] is None


def test_pairs_without_a_test_are_no_part_of_the_family(asked_again, store):
    source, _, twice, other = asked_again
    comparison = compared(store, source, twice, other)
    assert comparison.n_tests == 2  # `twice` and `other` are tested, and not told of
    p = [pair.right.p for pair in comparison.verdicts]
    assert p[0] is None
    assert [pair.right.p_holm for pair in comparison.verdicts] == holm(p)


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
    assert "m-1 is 40.0 points better than m-2" in shown
    assert "on the items both could be read on, undecided" in shown
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


def test_one_more_run_never_makes_a_verdict_that_was_not_there(make_benchmark, store):
    """Of ten pairs near the border of 5 %: what two runs leave undecided, five runs leave undecided."""
    benchmark = make_benchmark(make_binary_items(60))
    draw = Random(7)
    chances = (0.45, 0.55, 0.65, 0.72, 0.8)
    runs = [
        store_run(
            store,
            benchmark,
            {
                item.id: "AB"[(draw.random() < chance) == (item.gold[0] == "B")]
                for item in make_binary_items(60)
            },
            model=f"m{place}",
        )
        for place, chance in enumerate(chances)
    ]
    together = compared(store, *runs, every_pair=True).pairs
    alone = {
        names: compared(store, *names).pairs[0].overall.right.judged.verdict
        for names in combinations(runs, 2)
    }
    found = {
        (pair.first.run.run_id, pair.second.run.run_id): pair.overall.right.judged.verdict
        for pair in together
    }
    assert found.keys() == alone.keys()
    decided = {Verdict.BETTER, Verdict.WORSE}
    lost = [names for names, verdict in alone.items() if verdict in decided and found[names] not in decided]
    won = [names for names, verdict in found.items() if verdict in decided and alone[names] != verdict]
    assert (len(lost) > 0, won) == (True, [])
