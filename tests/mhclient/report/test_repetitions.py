"""Reports on items that were asked several times: an item stays one item, however many replies it has."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from itertools import combinations

import numpy as np
import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from cache import Store
from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.figures.clustering import Entities
from mhclient.figures.coverage import COVERAGE_NAMES
from mhclient.read.scored import NoReply
from mhclient.report.blocks.coverage import coverage_of
from mhclient.report.blocks.epochs import repetitions_of
from mhclient.report.blocks.loop import findings
from mhclient.report.blocks.ranking import ranked_runs, verdicts
from mhclient.report.compare.comparing import compare
from mhclient.report.loading.basis import DependentItems
from mhclient.report.loading.load import load_runs
from mhclient.report.settings import Settings
from mhclient.report.summarise import summarise_all
from mhclient.run.parameters import Parameters
from tests.support.asking import report_of, run, simulator_for
from tests.support.round_trips import export

pytestmark = pytest.mark.slow

FIGURES = ("accuracy", "ci95", "n_effective", "balanced_accuracy", "ci95_kappa", "ci95_mcc", "bounds")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A store with a model that never wavers, asked once and three times, and one that wavers."""
    import anyio

    folder = tmp_path_factory.mktemp("repetitions")
    benchmark = build_benchmark(sample_paths(), BuildSettings(sizes=SAMPLE_SIZES), folder / "benchmark")
    warm = Parameters(temperature=1.0)

    async def ask() -> dict[str, str]:
        async with simulator_for(benchmark) as simulator:
            ask_90 = partial(run, benchmark, simulator, limit=90, provider="compatible")
            wavering = partial(ask_90, folder / "thrice", parameters=warm, model="sim-wavering")
            asked = [
                await ask_90(folder / "once"),
                await ask_90(folder / "thrice", epochs=3),
                await ask_90(folder / "thrice", epochs=2, parameters=warm),
                await wavering(epochs=4),
                await wavering(epochs=2),
            ]
        names = ("once", "thrice", "twice", "wavering", "wavering twice")
        return dict(zip(names, (each for each, _ in asked), strict=True))

    return folder, anyio.run(ask)


def loaded(stored, name):
    folder, ids = stored
    store = Store.open(folder / ("once" if name == "once" else "thrice"), read_only=True)
    return load_runs(store, [ids[name]])[0]


def document(stored, name):
    folder, ids = stored
    return json.loads(report_on(folder / ("once" if name == "once" else "thrice"), ids[name]))


report_on = cache(report_of)  # nothing of these stores changes


def nearly(value):
    return pytest.approx(value, rel=1e-6, abs=1e-8) if value is not None else None


def test_two_replies_that_are_alike_say_no_more_of_letters_than_one(stored):
    once, twice = (document(stored, name)["tasks"] for name in ("once", "twice"))
    tested = {
        task: figures["letters"]["homogeneity_p"] for task, figures in once.items() if figures["letters"]
    }
    assert any(p is not None and 0 < p < 1 for p in tested.values())
    for task, p in tested.items():
        assert twice[task]["letters"]["homogeneity_p"] == nearly(p), task


def test_replies_that_are_all_alike_say_no_more_than_one_of_them(stored):
    once, thrice = (document(stored, name) for name in ("once", "thrice"))
    for task, figures in [*once["tasks"].items(), ("overall", once["overall"])]:
        repeated = thrice["overall"] if task == "overall" else thrice["tasks"][task]
        assert repeated["n"] == 3 * figures["n"]
        for name in FIGURES:
            assert repeated[name] == nearly(figures[name]), (task, name)
        assert repeated["ci95_wilson"] == nearly(figures["ci95_wilson"])
        for outcome, rate in figures["outcome_rates"].items():
            assert repeated["outcome_rates"][outcome]["ci95"] == nearly(rate["ci95"]), (task, outcome)
        letters = [each and each["letters"]["homogeneity_p"] for each in (figures, repeated)]
        assert letters[1] == nearly(letters[0])
    (once_run, thrice_run) = (summarise_all(loaded(stored, name))[0] for name in ("once", "thrice"))
    coverages = [coverage for run in (once_run, thrice_run) if (coverage := run.get(coverage_of))]
    assert len(coverages) == 2
    for field in COVERAGE_NAMES.values():
        found, repeated = (getattr(coverage, field) for coverage in coverages)
        assert (repeated.value, repeated.se) == pytest.approx((found.value, found.se))
    assert coverages[0].entities[0].correct.ci95 == pytest.approx(coverages[1].entities[0].correct.ci95)
    assert {task: each["accuracy_not_guessed"] for task, each in once["shortcuts"].items()} == {
        task: nearly(each["accuracy_not_guessed"]) for task, each in thrice["shortcuts"].items()
    }
    assert thrice["runs"][0]["marks"] == ["limited"]


def test_replies_that_two_runs_share_are_counted_by_item(stored, capsys):
    """90 items, of which each was asked four times, and twice: not for 180 items."""
    folder, ids = stored
    arguments = ["compare", ids["wavering"], ids["wavering twice"], "--store", str(folder / "thrice")]
    assert main(arguments) != 0
    assert "rest on the same replies for 90 items" in " ".join(capsys.readouterr().err.split())


def test_repetitions_make_no_exported_interval_narrower(stored, tmp_path):
    folder, ids = stored
    found = []
    for name in ("once", "thrice"):
        export(folder / name, ids[name], "eee", tmp_path / name)
        (log,) = (
            path for path in (tmp_path / name).rglob("*.json") if "evaluation_results" in path.read_text()
        )
        results = json.loads(log.read_text())["evaluation_results"]
        found.append([each["score_details"]["uncertainty"] for each in results])
    assert len(found[0]) > 3
    for once, thrice in zip(*found, strict=True):
        assert once["num_samples"] == thrice["num_samples"]
        for end in ("lower", "upper"):
            assert thrice["confidence_interval"][end] == nearly(once["confidence_interval"][end])


@pytest.mark.parametrize("entities", list(Entities))
def test_the_interval_of_a_wavering_model_is_that_of_its_items_means(stored, entities):
    run, settings = loaded(stored, "wavering"), Settings(entities=entities)
    found = summarise_all(run, settings)[0].overall.estimate
    items = {scored.item.id: scored.item for scored in run.scored}
    right = np.array([scored.correct for scored in run.scored], dtype=float).reshape(-1, 4)
    assert set(right.mean(axis=1)) > {0.5, 0.75}
    once = DependentItems(list(items.values()), settings).mean(np.arange(len(items)))
    wanted = once.estimate(right.mean(axis=1))
    assert (found.value, found.se, found.n_effective) == pytest.approx(
        (wanted.value, wanted.se, wanted.n_effective)
    )
    assert found.given is None


def test_items_asked_several_times_are_told_as_right_more_often(stored, capsys):
    folder, ids = stored
    compared = ["compare", ids["twice"], ids["wavering"], "--store", str(folder / "thrice")]
    assert main(compared) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Only first/second: items that one of them has right more often." in shown


def test_an_unfinished_run_has_one_accuracy(stored):
    """A reply that is missing does not make its item count for less: not in its own figures either."""
    whole, other = (loaded(stored, name) for name in ("wavering", "twice"))
    scored = list(whole.scored)
    place = next(place for place, each in enumerate(scored) if not each.correct)
    scored[place] = replace(scored[place], ending=NoReply.MISSING, said=None)
    cut = replace(whole, scored=tuple(scored))
    for one, uneven in ((whole, False), (cut, True)):
        summaries = summarise_all([one, other])
        own = summaries[0].overall
        of = {each.run.run.run_id: each.accuracy for each in ranked_runs(verdicts(summaries))}
        assert own.accuracy.correct.value == pytest.approx(own.estimate.value)
        assert own.accuracy.correct.value == pytest.approx(of[one.run.run_id])
        weighs_replies = own.accuracy.correct.count / own.accuracy.n
        assert (own.accuracy.correct.value != weighs_replies) == uneven


def test_runs_of_other_numbers_of_repetitions_are_compared_by_their_items_means(stored):
    runs = [loaded(stored, name) for name in ("wavering", "twice")]
    pair = compare(runs).pairs[0]
    right = pair.overall.right
    n = len({scored.item.id for scored in runs[0].scored})
    assert right.n == n
    means = [sum(scored.correct for scored in run.scored) / len(run.scored) for run in runs]
    assert (right.first, right.second) == pytest.approx(means)
    assert right.difference.value == pytest.approx(means[0] - means[1])
    assert right.mcnemar is None
    assert len(pair.lost) == right.first_only
    assert sum(pair.transitions.values()) == 2 * n


def test_a_run_is_not_compared_with_more_of_its_own_replies(stored):
    folder, _ = stored
    runs = [loaded(stored, name) for name in ("thrice", "thrice")]
    with pytest.raises(Exception, match="rest on the same replies"):
        compare(runs)
    assert folder.exists()


def test_the_figures_of_repetitions_are_those_of_a_count_by_hand(stored):
    """Every figure of all items worked out anew, reply by reply, with no code of the project."""
    run = loaded(stored, "wavering")
    told = document(stored, "wavering")["repetitions"]["all"]
    said: dict[str, list[str | None]] = {}
    gold = {}
    for scored in run.scored:
        letters = None if scored.prediction is None else "".join(scored.prediction)
        said.setdefault(scored.item.id, []).append(letters)
        gold[scored.item.id] = scored.item.gold[0]
    of_items = [(each, gold[item_id]) for item_id, each in said.items()]
    right = np.array([[one == its for one in each] for each, its in of_items], dtype=float)
    assert (told["n_items"], told["n_epochs"]) == right.shape == (90, 4)
    within = right.var(axis=1, ddof=1).mean()
    between = right.mean(axis=1).var(ddof=1) - within / 4
    assert (told["variance_within"], told["variance_between"]) == pytest.approx((within, between))
    assert told["variance_of_mean"] == pytest.approx((between + within / 4) / 90)
    assert told["se_by_epochs"]["10"] == pytest.approx(((between + within / 10) / 90) ** 0.5)
    for k in (2, 3, 4):
        chosen = [[list(some) for some in combinations(each, k)] for each, _ in of_items]
        golds = [its for _, its in of_items]
        some = [np.mean([its in one for one in ones]) for ones, its in zip(chosen, golds, strict=True)]
        every = [np.mean([one == [its] * k for one in ones]) for ones, its in zip(chosen, golds, strict=True)]
        most = [
            np.mean([majority(one) == its for one in ones]) for ones, its in zip(chosen, golds, strict=True)
        ]
        assert told["pass_at_k"][str(k)]["value"] == pytest.approx(np.mean(some))
        assert told["pass_all_k"][str(k)]["value"] == pytest.approx(np.mean(every))
        assert told["majority_at_k"][str(k)]["value"] == pytest.approx(np.mean(most))
    agree = [np.mean([a == b is not None for a, b in combinations(each, 2)]) for each, _ in of_items]
    assert told["agreement"]["value"] == pytest.approx(np.mean(agree))
    assert told["pass_at_k"]["1"]["ci95"] == nearly(document(stored, "wavering")["overall"]["ci95"])


def majority(said):
    """What is said most often; None where nothing is, or two answers are."""
    counts = Counter(one for one in said if one is not None).most_common(2)
    tied = len(counts) == 2 and counts[0][1] == counts[1][1]
    return counts[0][0] if counts and not tied else None


def test_a_run_that_is_under_way_says_so_and_counts_whole_items_alone(stored, tmp_path):
    folder, ids = stored
    part = tmp_path / "part"
    part.write_bytes((folder / "thrice").read_bytes())
    with open_connection(part) as connection:
        connection.execute(
            "UPDATE run_items SET response_id = NULL WHERE run_id = ? AND repetition = 4 AND position < 200",
            (ids["wavering"],),
        )
    (summary,) = summarise_all(load_runs(Store.open(part, read_only=True), [ids["wavering"]]))
    missing = sum(not scored.asked for scored in summary.run.scored)
    assert 0 < missing < 90
    assert summary.get(repetitions_of)["all"].n_items == 90 - missing
    text = next(finding.text for finding in findings(summary) if finding.code == "partial")
    assert f"PARTIAL: {missing} of 360 replies" in text


def test_from_python_the_figures_are_read_off_the_summary(stored):
    once, wavering = (summarise_all(loaded(stored, name))[0] for name in ("once", "wavering"))
    assert once.repetitions == {}
    every = wavering.repetitions["all"]
    assert every.n_epochs == 4
    some, whole, most = (
        {k: each.value or 0.0 for k, each in of.items()} for of in (every.some, every.every, every.majority)
    )
    assert some[4] > some[1] == wavering.overall.estimate.value
    assert whole[4] < most[4]


def test_two_runs_of_repetitions_are_a_pilot(stored, capsys):
    folder, ids = stored
    pilot = ["--store", str(folder / "thrice"), "--pilot", ids["twice"], ids["wavering twice"]]
    assert main(["power", *pilot, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    compared = [ids["twice"], ids["wavering twice"], "--store", str(folder / "thrice"), "--format", "json"]
    assert main(["compare", *compared]) == 0
    right = json.loads(capsys.readouterr().out)["pairs"][0]["overall"]["right"]
    row = found["rows"][-1]
    assert (found["epochs"], row["n_pilot"]) == (2, 90)
    assert row["discordant"] == pytest.approx((right["first_only"] + right["second_only"]) / 90)
    assert 0 < row["smallest"] < row["discordant"]
    assert main(["power", *pilot]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "The planned runs are taken to ask each item 2 times" in shown


def test_a_pilot_asks_each_item_as_often_in_both_runs(stored, capsys):
    folder, ids = stored
    pilot = ["--store", str(folder / "thrice"), "--pilot", ids["twice"], ids["wavering"]]
    assert main(["power", *pilot]) == 2
    assert "one of these runs asks each item 2 times, the other 4 times" in capsys.readouterr().err
