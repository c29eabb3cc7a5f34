"""Reports on items that were asked several times: an item stays one item, however many replies it has."""

import json

import numpy as np
import pytest

from benchmark import SAMPLE_SIZES, BuildSettings, build_benchmark, sample_paths
from cache import Store
from mhclient.figures.clusters import Entities
from mhclient.figures.coverage import COVERAGE_NAMES
from mhclient.report.basis import DependentItems
from mhclient.report.blocks.coverage import coverage_of
from mhclient.report.compare.contrast import compare
from mhclient.report.load import load_runs
from mhclient.report.settings import Settings
from mhclient.report.summarise import summarise_all
from mhclient.run.parameters import Parameters
from tests.support.asking import report_of, run, simulator_for

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
            asked = [
                await run(benchmark, simulator, folder / "once", limit=90),
                await run(benchmark, simulator, folder / "thrice", limit=90, epochs=3),
                await run(benchmark, simulator, folder / "thrice", limit=90, epochs=2, parameters=warm),
                await run(
                    benchmark,
                    simulator,
                    folder / "thrice",
                    limit=90,
                    epochs=4,
                    parameters=warm,
                    model="sim-wavering",
                ),
            ]
        return dict(zip(("once", "thrice", "twice", "wavering"), (each for each, _ in asked), strict=True))

    return folder, anyio.run(ask)


def loaded(stored, name):
    folder, ids = stored
    store = Store.open(folder / ("once" if name == "once" else "thrice"), read_only=True)
    return load_runs(store, [ids[name]])[0]


def document(stored, name):
    folder, ids = stored
    return json.loads(report_of(folder / ("once" if name == "once" else "thrice"), ids[name]))


def nearly(value):
    return pytest.approx(value, rel=1e-6, abs=1e-8) if value is not None else None


def test_replies_that_are_all_alike_say_no_more_than_one_of_them(stored):
    once, thrice = (document(stored, name) for name in ("once", "thrice"))
    for task, figures in [*once["tasks"].items(), ("overall", once["overall"])]:
        repeated = thrice["overall"] if task == "overall" else thrice["tasks"][task]
        assert repeated["n"] == 3 * figures["n"]
        for name in FIGURES:
            assert repeated[name] == nearly(figures[name]), (task, name)
        assert repeated["ci95_wilson"] == nearly(figures["ci95_wilson"])
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
