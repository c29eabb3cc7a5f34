"""Simulated models of known behaviour, asked over HTTP: the report finds every parameter within its interval.

The draws are fixed by the models' seed, so these tests always see the same sample of the behaviour.
"""

from functools import partial

import anyio
import pytest

from benchmark import Entity, Item, TripleRef, read_benchmark
from benchmark.csv_text import CsvTable
from benchmark.folder import write_benchmark
from mhclient.figures.proportion_intervals import wilson
from mhclient.report.blocks.coverage import coverage_of
from mhclient.report.summary import Summary
from tests.support.asking import run, simulator_for, summaries_of

pytestmark = pytest.mark.slow

RELATIONS = ("indication", "contraindication", "off-label use", "disease_protein")
N = 800
KNOWS, VERBOSE = 0.7, 0.2
# Saying A in 30 % of cases whatever is right adds 15 points to a rate of 50 %.
A_RATE, A_POINTS = 0.3, 0.15
MODELS = {
    "verbose": f"sim-tidy:accuracy={KNOWS},verbose_rate={VERBOSE}",
    "biased": f"sim-a-biased:accuracy={KNOWS},a_rate={A_RATE}",
    "refusing": f"sim-refusing:accuracy={KNOWS},refusal_rate=1.0,refuses_on=contraindication",
}


def _items() -> list[Item]:
    """A yes-or-no question on each of 800 drugs with one of 37 diseases, a fourth under each relation."""
    made = []
    for number in range(N):
        drug = Entity("", "drug", f"Drug {number}", f"d{number}")
        disease = Entity("", "disease", f"Disease {number % 37}", f"x{number % 37}")
        relation = RELATIONS[number % 4]
        made.append(
            Item(
                id=f"FC-{number:04d}",
                task="FC",
                question=f"Is there a link of kind {relation} between drug {number} and {disease.name}?",
                options={"A": "Yes", "B": "No"},
                gold=("AB"[number // 4 % 2],),
                entities=(drug, disease),
                relation=relation,
                triples=(TripleRef(drug.key, relation, disease.key),),
            )
        )
    return made


def _graph(items: list[Item]) -> CsvTable:
    head = "relation,head_key,head_name,tail_key,tail_name"
    rows = [
        f"{item.relation},{item.entities[0].key},{item.entities[0].name},"
        f"{item.entities[1].key},{item.entities[1].name}"
        for item in items
    ]
    return CsvTable("\n".join([head, *rows, ""]), len(rows))


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict[str, Summary]:
    folder = tmp_path_factory.mktemp("recovery")
    items = _items()
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"}, _graph(items))
    benchmark = read_benchmark(folder / "bench")
    store = folder / "store.sqlite3"

    async def ask() -> list[str]:
        async with simulator_for(benchmark) as simulator:
            ask_one = partial(run, benchmark, simulator, store, provider="compatible")
            return [(await ask_one(model=model))[0] for model in MODELS.values()]

    return dict(zip(MODELS, summaries_of(store, *anyio.run(ask)), strict=True))


def inside(value: float, interval: tuple[float, float] | None) -> bool:
    return interval is not None and interval[0] <= value <= interval[1]


def test_knowledge_is_found_apart_from_verbosity(found):
    figures = found["verbose"].overall.accuracy
    assert inside(KNOWS, figures.correct.ci95)
    assert inside(KNOWS, figures.answered.ci95)
    # A fifth of the replies are prose: neither the letter alone, nor in the format asked for.
    assert inside(1 - VERBOSE, figures.by_strictness["strict"].read.ci95)
    assert inside(1 - VERBOSE, figures.kept_format.ci95)
    assert inside(KNOWS * (1 - VERBOSE), figures.by_strictness["strict"].correct.ci95)


def test_a_preference_for_a_is_found_in_points(found):
    figures = found["biased"].tasks["FC"]
    assert figures.gold_a_rate == 0.5
    assert inside(0.5 + A_POINTS, figures.prediction_a_rate.ci95)
    assert figures.letters.homogeneity_p < 0.001
    # It is right by chance half of the times it says A whatever it knows.
    assert inside(A_RATE * 0.5 + (1 - A_RATE) * KNOWS, figures.accuracy.correct.ci95)
    recall = {row.name: row.recall for row in figures.letters.letters}
    assert inside(A_RATE + (1 - A_RATE) * KNOWS, recall["A"].ci95)
    assert inside((1 - A_RATE) * KNOWS, recall["B"].ci95)


def test_a_model_without_a_preference_is_not_accused_of_one(found):
    figures = found["verbose"].tasks["FC"]
    assert inside(0.5, figures.prediction_a_rate.ci95)
    assert figures.letters.homogeneity_p > 0.05


def test_refusals_on_one_relation_are_found_there_and_nowhere_else(found):
    summary = found["refusing"]
    overall = summary.overall.accuracy
    assert overall.outcomes["refusal"] == N / 4
    relations = {part.name: part.correct for part in summary.get(coverage_of).relations}
    assert relations.pop("contraindication").count == 0
    # Three relations at once: intervals of 98.3 %, so that all three hold in 95 % of samples.
    assert all(inside(KNOWS, wilson(share.count, share.n, z=2.394)) for share in relations.values())
    # What it knows is found among what was read; the bounds say what the refusals leave open.
    assert inside(KNOWS, overall.answered.ci95)
    assert not inside(KNOWS, overall.correct.ci95)
    assert overall.bounds[0] < KNOWS < overall.bounds[1]
