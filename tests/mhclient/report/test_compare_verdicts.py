"""What a comparison concludes: families of tests, margins, effective clusters, and what it will not say."""

import json
from itertools import combinations
from random import Random

import numpy as np
import pytest
from scipy.stats import t

from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.figures.clustering import ClusterBy, Entities
from mhclient.figures.confidence_intervals import DIFFERENCE, Estimate
from mhclient.figures.coverage import CoverageItems
from mhclient.figures.paired import Paired, Verdict, holm, judged
from mhclient.report.settings import Settings
from mhclient.report.wording.verdicts import verdict_in_words
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Reask
from tests.support.comparing import DECLINED, compared, told_of
from tests.support.items import make_binary_items
from tests.support.stored import store_run
from tests.support.worked_example import OTHER, PLAIN


@pytest.mark.parametrize("margin", [3, 1, 0, -0.03, float("nan"), "3"])
def test_a_margin_in_points_is_refused_where_a_share_is_meant(margin):
    """3 was taken for 300 points, within which all runs are equivalent."""
    with pytest.raises(UsageError, match="for 3 points"):
        Settings(margin=margin)


def test_words_stand_for_what_they_say_and_other_words_are_refused():
    """ "fixed" was taken for "sample", and "item" for what copies of a question share."""
    named = Settings(entities="fixed", cluster_by="item", coverage="facts")  # type: ignore[arg-type]
    assert named == Settings(ClusterBy.ITEM, entities=Entities.FIXED, coverage=CoverageItems.FACTS)
    assert named.entities is Entities.FIXED
    with pytest.raises(UsageError, match="one of sample, fixed"):
        Settings(entities="all")  # type: ignore[arg-type]


def test_one_item_is_not_told_as_items_that_depend_on_each_other(make_benchmark, store):
    (item,) = make_binary_items(1)
    benchmark = make_benchmark([item])
    runs = [store_run(store, benchmark, {item.id: said}, model=said) for said in "AB"]
    told = told_of(store, *runs)["verdict"]
    assert "not tested: one item alone says nothing of others" in told


def test_tests_of_tasks_are_one_family_over_all_pairs(worked, store):
    runs = [
        store_run(store, worked, PLAIN, model="plain"),
        store_run(store, worked, OTHER, model="other"),
        store_run(store, worked, OTHER | {"p1": "A"}, model="third"),
    ]
    fixed = Settings(entities=Entities.FIXED)
    comparison = compared(store, *runs, settings=fixed, every_pair=True)
    tested = [task.right.p for pair in comparison.pairs for task in pair.tasks.values()]
    assert comparison.n_tests == sum(p is not None for p in tested) == 12  # seven of them differ nowhere: p 1
    p = [pair.overall.right.p for pair in comparison.pairs]
    assert [pair.overall.p_holm for pair in comparison.pairs] == pytest.approx(list(holm(p)))
    of_tasks = [contrast.right for pair in comparison.pairs for contrast in pair.tasks.values()]
    assert [each.p_holm for each in of_tasks] == holm([each.p for each in of_tasks])
    assert compared(store, *runs, settings=fixed).pairs == comparison.pairs[:2]
    of_first = compared(store, *runs, settings=fixed, first_only=True)
    assert (of_first.n_tests, len(of_first.verdicts)) == (8, 2)
    assert [pair.overall.p_holm for pair in of_first.pairs] == pytest.approx(list(holm(p[:2])))


def test_each_property_is_a_family_of_tests_of_its_own(make_benchmark, store, capsys):
    """The others put eight and six of twenty answers into a sentence: of format the smaller p is doubled by
    Holm; of what is right and read nothing changes, and p is 1. By hand: with one item more, half of it a win
    and half a loss, 8 of 20 have the variance 9/21 − (8/21)² where it was 8/20 − (8/20)²."""
    items = make_binary_items(20)
    benchmark = make_benchmark(items)
    letters = {item.id: item.gold[0] for item in items}
    said = [letters | {item.id: f"Answer: {item.gold[0]}" for item in items[:n]} for n in (0, 8, 6)]
    runs = [store_run(store, benchmark, replies, model=f"m{n}") for n, replies in enumerate(said)]
    assert main(["compare", *runs, "--first-only", "--format", "json"]) == 0
    pairs = json.loads(capsys.readouterr().out)["pairs"]
    of_format = [pair["overall"]["kept_format"] for pair in pairs]
    v = [(n / 20 * (1 - n / 20), (n + 1) / 21 - (n / 21) ** 2) for n in (8, 6)]
    se = [np.sqrt(seen / 19 + (more - seen) / 20) for seen, more in v]
    expected = [2 * t.sf(n / 20 / each, 19) for n, each in zip((8, 6), se, strict=True)]
    assert [found["p"] for found in of_format] == pytest.approx(expected)
    assert [found["p_holm"] for found in of_format] == pytest.approx([2 * expected[0], expected[1]])
    assert [found["p_mcnemar"] for found in of_format] == pytest.approx([2 / 2**8, 2 / 2**6])
    for pair in pairs:
        assert pair["tasks"]["FC"]["kept_format"]["p_holm"] == pair["overall"]["kept_format"]["p_holm"]
        others = ("right", "explicit", "both_read", "read")
        assert {pair["overall"][name]["p_holm"] for name in others} == {1.0}
        assert pair["overall"]["p_holm"] == pair["overall"]["right"]["p_holm"]


def test_every_table_that_prints_a_p_says_what_family_it_is_of(worked, store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    runs = [store_run(store, worked, said, model=name) for name, said in (("a", PLAIN), ("b", OTHER))]
    assert main(["compare", *runs]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "adjusted over 0 tests of tasks and over 0 tests of all items." in said  # too few clusters
    assert "not tested" in said
    assert "undecided" not in said
    assert "above 0 the first is better" in said
    assert "Intervals are about other entities like these" in said
    assert "adjusted by Holm in each column as above, are in the JSON" in said
    assert main(["report", runs[0]]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Holm over the run's 1 test here." in said
    assert "by Stuart and Maxwell's test, not adjusted (findings adjust it for the run's tasks)" in said


def test_no_verdict_is_made_of_few_items_that_differ(make_benchmark, store):
    """Of 40 items the second run declines three: undecided, and it says what cannot be excluded."""
    items = make_binary_items(40)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    declined = dict.fromkeys(list(gold)[:3], DECLINED)
    runs = [store_run(store, benchmark, gold), store_run(store, benchmark, gold | declined, model="other")]
    told = told_of(store, *runs)
    said = "undecided: neither is shown to be better, and differences up to 17.3 points cannot be excluded"
    said += "; m is shown not to be worse than other by 3.0 points or more"
    assert f"m against other: {said}" in told["verdict"]
    assert "verdict_depends_on_reading" not in told


@pytest.mark.slow
def test_a_margin_tells_equivalent_from_undecided(make_benchmark, store, capsys):
    items = make_binary_items(400)
    benchmark = make_benchmark(items)
    gold = {item.id: item.gold[0] for item in items}
    ids = list(gold)
    swap = {"A": "B", "B": "A"}
    first = gold | {item_id: swap[gold[item_id]] for item_id in ids[:4]}
    second = gold | {item_id: swap[gold[item_id]] for item_id in ids[4:8]}
    runs = [store_run(store, benchmark, first), store_run(store, benchmark, second, model="other")]
    assert "undecided" in told_of(store, *runs, settings=Settings(margin=0.01))["verdict"]
    told = told_of(store, *runs, settings=Settings(margin=0.05))["verdict"]
    assert "m and other are equivalent within ±5.0 points" in told
    assert main(["compare", *runs, "--margin", "5", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["intervals"]["margin"] == 0.05
    assert document["pairs"][0]["overall"]["right"]["verdict"] == "equivalent"
    with pytest.raises(SystemExit):
        main(["compare", *runs, "--margin", "0"])


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
    told = told_of(store, *runs)["verdict"]
    assert "depend on each other so much that they are worth only 1.2 independent ones (effective" in told


def test_every_way_of_counting_has_its_own_adjusted_test(format_alone, store):
    """All that m-2 declines is lost in two ways of counting; where both could be read, nothing is."""
    overall = compared(store, *format_alone).pairs[0].overall
    assert overall.p_holm < 0.001
    assert (overall.right.p_holm, overall.explicit.p_holm) == (overall.p_holm, overall.p_holm)
    assert overall.both_read.p_holm == 1.0  # no item differs


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
    assert "other (max tokens 120) is 100.0 points better" in told_of(store, other, again)["verdict"]
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
    p = [pair.right.p for pair in comparison.verdicts]
    assert comparison.n_tests == sum(each is not None for each in p) == 2
    assert p[0] is None  # asked again what could not be read
    assert [pair.right.p_holm for pair in comparison.verdicts] == holm(p)


def test_a_verdict_that_hangs_on_format_says_so(format_alone, store, capsys):
    assert main(["compare", *format_alone]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "m-1 is 40.0 points better than m-2" in shown
    assert "on the items both could be read on, undecided: neither is shown to be better" in shown
    assert "points cannot be excluded: what is declined may be what differs" in shown
    assert "between −13.3 and +40.0 points over all 60 shared items; where" in shown


def test_a_pair_has_one_interval_in_sentences_the_matrix_and_charts(make_benchmark, store, capsys, tmp_path):
    """The simultaneous one, named so; with three pairs it is wider than that of one comparison alone."""
    items = make_binary_items(80)
    wrong = {"A": "B", "B": "A"}
    runs = []
    for model, n_wrong in (("m-1", 0), ("m-2", 30), ("m-3", 40)):
        said = {it.id: wrong[it.gold[0]] if n < n_wrong else it.gold[0] for n, it in enumerate(items)}
        runs.append(store_run(store, make_benchmark(items), said, model=model))
    assert main(["compare", *runs, "--all-pairs", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (pair,) = (each for each in document["pairs"] if {each["first"], each["second"]} == {*runs[:2]})
    right = pair["overall"]["right"]
    assert right["ci95_simultaneous"][0] < right["ci95"][0]
    shown = "–".join(f"{100 * bound:.1f}" for bound in right["ci95_simultaneous"])
    sentence = f"m-1 is 37.5 points better than m-2 (simultaneous 95 % interval {shown})"
    assert sentence in " ".join(finding["text"] for finding in document["findings"])
    assert main(["report", *runs, "--format", "html", "--no-items", "--out", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f"m-1 is 37.5 points better than m-2 ({shown})." in page
    assert "worth 80.0 independent groups" in page
    assert sentence in page


def test_what_unread_replies_can_make_of_a_difference_is_bounded(format_alone, store, capsys):
    """The first could be read throughout, the second in half of the replies."""
    assert main(["compare", *format_alone, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    overall = document["pairs"][0]["overall"]
    right, read = overall["right"], overall["read"]
    low, high = overall["bounds"]
    assert low == pytest.approx(right["first"] - (right["second"] + 1 - read["second"]))
    assert high == pytest.approx(right["first"] - right["second"])  # the first could be read throughout
    said = f"lies between {100 * low:+.1f} and {100 * high:+.1f} points".replace("-", "−")
    assert said in " ".join(finding["text"] for finding in document["findings"])


@pytest.mark.slow
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


WRONG = {"A": "B", "B": "A"}


@pytest.mark.parametrize(("value", "se", "said"), [(0.019, 0.0062, False), (0.01, 0.004, True)])
def test_less_than_the_margin_is_said_where_the_whole_interval_is(value, se, said):
    """By hand: 1.9 ± 1.96 · 0.62 points reaches 3.1, 1.0 ± 1.96 · 0.4 ends at 1.8."""
    (found,) = judged([Estimate(value, se, 1e6, DIFFERENCE)], margin=0.03)
    words = verdict_in_words(Paired(0, 60, 41, 899, found, None), ("m-1", "m-2"), 0.03)
    assert "m-1 is" in words
    assert ("less than the margin of 3.0 points" in words) == said


def test_where_both_could_be_read_it_is_said_how_large_a_difference_may_still_be(
    make_benchmark, store, capsys
):
    """m-1 has 10 of 80 wrong; m-2 declines 40 and has 5 others wrong, 4 of which m-1 has not."""
    items = make_binary_items(80)
    first = {it.id: WRONG[it.gold[0]] if n < 10 else it.gold[0] for n, it in enumerate(items)}
    second = {
        it.id: DECLINED if n >= 40 else WRONG[it.gold[0]] if 9 <= n < 14 else it.gold[0]
        for n, it in enumerate(items)
    }
    runs = [
        store_run(store, make_benchmark(items), said, model=m)
        for m, said in (("m-1", first), ("m-2", second))
    ]
    assert main(["compare", *runs, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    code = "verdict_depends_on_reading"
    text = next(each["text"] for each in document["findings"] if each["code"] == code)
    assert "no difference can be shown" not in text
    assert "where both could be read, differences up to" in text
    assert "points cannot be excluded" in text
