"""The map of what filters withheld: a simulated filter is found again, in every form of a report."""

import json

import anyio
import numpy as np
import pytest

from benchmark import Entity, Item
from mhclient.cli.main import main
from mhclient.figures.confidence_intervals import Estimate
from mhclient.report.blocks.filters import map_of
from mhclient.report.loading.basis import DependentItems
from mhclient.report.settings import Settings
from mhclient.report.wording.names import full_name, run_name
from mhclient.simulator.formats import is_filtered
from mhclient.simulator.profiles import profile_named
from tests.support.asking import run, simulator_for, summaries_of

pytestmark = pytest.mark.slow

RATE = 0.4
FILTERED = f"sim-tidy:filter_rate={RATE},filters_on=contraindicated"
SEED = 1  # of one of the draws that the first test counts
WORDS = {"indication": "indicated", "contraindication": "contraindicated"}
PROVIDERS = ["openai", "openai-responses", "anthropic", "gemini-native"]


def drug_items(n_drugs: int = 15, n_disorders: int = 16) -> list[Item]:
    """Each drug with each disorder, half of them asked about one relation, half about the other."""
    return [_item(drug, disorder) for drug in range(n_drugs) for disorder in range(n_disorders)]


def _item(drug: int, disorder: int) -> Item:
    relation = ("indication", "contraindication")[(drug + disorder) % 2]
    return Item(
        id=f"FC-{drug:02d}-{disorder:02d}",
        task="FC",
        question=f"Is drug {drug} recorded as {WORDS[relation]} for disorder {disorder}?",
        options={"A": "Yes", "B": "No"},
        gold=("AB"[drug % 2],),
        relation=relation,
        entities=(
            Entity("drug", "drug", f"drug {drug}", id=str(drug)),
            Entity("disease", "disease", f"disorder {disorder}", id=str(disorder)),
        ),
    )


def holds(share: Estimate) -> bool:
    """Whether the share's interval holds the filter's rate."""
    assert share.ci95 is not None
    low, high = share.ci95
    return low <= RATE <= high


def test_the_interval_of_a_relation_holds_the_filters_rate_in_95_of_100_draws():
    items = [item for item in drug_items() if item.relation == "contraindication"]
    mean = DependentItems(items, Settings()).mean(np.arange(len(items)))
    profile = profile_named(FILTERED)
    assert profile is not None
    held = 0
    for seed in range(200):
        gone = [is_filtered(profile, item.question, seed=seed) for item in items]
        held += holds(mean.estimate(np.array(gone, dtype=float)))
    assert 0.92 <= held / 200 <= 0.985


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_filter_on_one_relation_is_found_within_its_interval(make_benchmark, tmp_path, provider):
    benchmark, store = make_benchmark(drug_items()), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, seed=SEED) as simulator:
        run_id, progress = await run(benchmark, simulator, store, provider=provider, model=FILTERED)
    assert progress.errors == 0
    (summary,) = summaries_of(store, run_id)
    found = summary.get(map_of)
    assert found is not None
    by_relation = {part.name: part for part in found.relations}
    assert holds(by_relation["contraindication"].share)
    assert by_relation["indication"].n_withheld == 0
    assert found.overall.n_withheld == by_relation["contraindication"].n_withheld > 20
    assert found.words[0].word == "contraindicated"
    without, counted_wrong = found.accuracy_without.value, summary.overall.estimate.value
    assert without == pytest.approx(0.8, abs=0.1)  # as much as the model knows
    assert counted_wrong is not None
    assert counted_wrong < 0.7
    assert len(found.disorders) == 16
    assert all(part.share.ci95 is not None for part in found.disorders)  # of 15 drugs each
    if provider != "openai-responses":  # which says no category
        assert found.categories[0].n_withheld == found.overall.n_withheld


@pytest.fixture
def compared(make_benchmark, tmp_path):
    """A store with a run whose provider filters, and one whose does not."""
    benchmark, store = make_benchmark(drug_items()), tmp_path / "s.sqlite3"

    async def ask() -> list[str]:
        async with simulator_for(benchmark, seed=SEED) as simulator:
            filtered, _ = await run(benchmark, simulator, store, provider="gemini-native", model=FILTERED)
            plain, _ = await run(benchmark, simulator, store)
        return [filtered, plain]

    return store, anyio.run(ask)


def test_a_report_shows_where_and_says_that_withheld_counts_as_wrong(compared, capsys):
    store, (filtered, plain) = compared
    assert main(["report", filtered, "--store", str(store), "--show", "filters,verdicts,words"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "What the provider withheld" in said
    assert "counts withheld replies as wrong" in said
    assert "the most with contraindication" in said
    assert "over the replies that were not withheld it is" in said
    assert "dangerous_content" in said
    assert "Words over-represented in what was withheld" in said
    assert main(["report", plain, "--store", str(store)]) == 0
    assert "withheld" not in capsys.readouterr().out


def test_providers_stand_beside_each_other_on_the_items_of_both(compared, tmp_path, capsys):
    store, runs = compared
    assert main(["report", *runs, "--store", str(store), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    by_id = {each["run"]: each for each in document["reports"]}
    filtered, plain = (by_id[run_id] for run_id in runs)
    low, high = filtered["filters"]["relations"]["contraindication"]["ci95"]
    assert low < RATE < high
    assert "filters" not in plain
    page = tmp_path / "page.html"
    assert main(["report", *runs, "--store", str(store), "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "What each provider withheld" in text
    assert "By it alone" in text
    assert "Of the 240 items that all of these runs were asked." in text


async def test_one_model_of_several_providers_is_named_by_them(make_benchmark, tmp_path, monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", "sk-test-0123456789abcdef")
    benchmark, store = make_benchmark(drug_items(2, 3)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        runs = [
            (await run(benchmark, simulator, store, provider=provider))[0]
            for provider in ("openai", "gemini-native")
        ]
    loaded = [summary.run for summary in summaries_of(store, *runs)]
    assert [run_name(each, loaded) for each in loaded] == ["openai:sim-tidy", "gemini-native:sim-tidy"]
    assert full_name(loaded[1], loaded) == "gemini-native:sim-tidy · letter-only"
    twice = [*loaded, loaded[0]]
    assert run_name(loaded[0], twice) == runs[0]
