"""ES, the optional family outside the paper's nine: built, verified by other code, hardened."""

import csv
from dataclasses import replace

import pytest

from benchmark import BuildSettings, Task, build_benchmark, read_benchmark, read_items, sample_paths
from benchmark.build.assemble import item_id
from benchmark.build.build import build
from benchmark.build.settings import Sources, parse_tasks
from benchmark.build.tasks.facts import CONTRADICTED, TOO_FEW
from benchmark.harden.harden import HardenedBenchmark, by_graph_alone, make_tools
from benchmark.harden.study import eligible
from benchmark.harden.walk import HardenSettings
from benchmark.item import Item, Mode
from benchmark.kinds import BenchmarkKind
from benchmark.verify import Inputs, Kind, verify
from mhclient.figures.accuracy import MHGRAPHBENCH, averages_for
from tests.support.graphs import rows_of, write_rows, write_seeds
from tests.support.planting import change_one, other_letter, plant, set_option

SAMPLE = sample_paths()
# Three drugs for gloom; one of them must not be given, one is used off-label.
EDGES = [
    ("indication", "Cheermab", "gloom"),
    ("indication", "Bothmab", "gloom"),
    ("contraindication", "Bothmab", "gloom"),
    ("off-label use", "Oftenil", "gloom"),
    *[("indication", drug, "dread") for drug in ("Oftenil", "Calmatin", "Stillex")],
    ("contraindication", "Stillex", "gloom"),
    ("disease_disease", "gloom", "dread"),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("selection") / "es"
    return build_benchmark(SAMPLE, BuildSettings(tasks=(Task.ES,)), folder).directory


@pytest.fixture
def toy(tmp_path):
    kg = write_rows(tmp_path / "kg.csv", rows_of(EDGES))
    return Sources(kg, write_seeds(tmp_path / "seeds.csv", ["gloom", "dread"]))


def check(directory):
    return verify(directory, Inputs(SAMPLE.kg, SAMPLE.seeds))


def test_what_is_indicated_or_used_off_label_is_no_wrong_option(toy):
    settings = BuildSettings(tasks=(Task.ES,), n_options={Task.ES: 3})
    tasks = build(toy, settings)
    options = {item.options[item.gold[0]]: set(item.options.values()) for item in tasks.items()
               if '"gloom"' in item.question}  # fmt: skip
    assert options == {"Cheermab": {"Cheermab", "Calmatin", "Stillex"}}  # contraindicated is wrong
    assert tasks.manifest["tasks"]["ES"]["left_out"] == {CONTRADICTED: 1}


def test_an_indication_without_enough_wrong_drugs_is_counted(toy):
    built = build(toy, BuildSettings(tasks=(Task.ES,), n_options={Task.ES: 4}))
    noted = built.manifest["tasks"]["ES"]
    assert (noted["items"], noted["left_out"]) == (0, {CONTRADICTED: 1, TOO_FEW: 4})


def test_it_is_built_where_it_is_named_and_stands_in_no_average():
    assert Task.ES not in BuildSettings().tasks
    assert parse_tasks("es,ET") == (Task.ET, Task.ES)
    assert averages_for(["ES"], {"ES": 10}) == {}
    assert not any("ES" in weights for weights in MHGRAPHBENCH.values())


def test_every_indication_of_the_sample_is_asked_and_nothing_is_wrong_with_it(made):
    items = list(read_items(made / "items.jsonl"))
    assert len(items) == 108
    assert {len(item.options) for item in items} == {4}
    found = check(made)
    assert (found.violations, found.n_items) == ((), 108)


def of_schizophrenia(item):
    return item.entities[1].name == "schizophrenia"


def wrong_option(text):
    return lambda item: set_option(item, next(x for x in item.options if x not in item.gold), text)


def gold_and_options(text):
    """The drug of another fact as gold, while the annotation stays."""
    return lambda item: set_option(item, item.gold[0], text)


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (change_one("ES", other_letter), {Kind.GOLD_UNSUPPORTED, Kind.DISTRACTOR_TRUE}),
        (
            change_one("ES", wrong_option("Risperidone"),
                       lambda item: of_schizophrenia(item) and "Risperidone" not in item.options.values()),
            {Kind.DISTRACTOR_TRUE, Kind.TWO_RIGHT},
        ),
        (
            change_one("ES", lambda item: wrong_option(f"{item.options[item.gold[0]]} acetate")(item)),
            {Kind.TWIN_OPTION, Kind.NAME_AMBIGUOUS},
        ),
        (change_one("ES", gold_and_options("schizophrenia")), {Kind.GOLD_UNSUPPORTED, Kind.ANNOTATION_WRONG}),
        (change_one("ES", lambda item: replace(item, details={})), {Kind.ANNOTATION_WRONG}),
        (change_one("ES", lambda item: replace(item, triples=())), {Kind.ANNOTATION_WRONG}),
        (change_one("ES", lambda item: replace(item, entities=item.entities[::-1])), {Kind.ANNOTATION_WRONG}),
        (lambda items: items[:-1], {Kind.FACTS_MISSING}),
        (
            lambda items: [replace(each, id=item_id(each)) for each in
                           (replace(item, question=item.question.replace("Which", "What"))
                            for item in items)],
            {Kind.UNREADABLE},
        ),
    ],
)  # fmt: skip
def test_what_is_planted_in_it_is_found(made, tmp_path, change, kinds):
    assert kinds <= set(check(plant(made, tmp_path, change)).by_kind())


@pytest.mark.slow
def test_all_of_it_can_be_hardened_and_what_comes_out_is_verified(made, tmp_path):
    parent = read_benchmark(made)
    found = eligible(read_items(parent.items_path), BenchmarkKind.MHGRAPHBENCH)
    assert (len(found.items), found.refused) == (108, {})
    tools = make_tools(SAMPLE.kg, HardenSettings())
    outcomes = by_graph_alone(found.items, tools)
    hard = HardenedBenchmark(parent, SAMPLE.kg, tools, {}, outcomes, {}).write(tmp_path / "hard")
    counts = hard.manifest["counts"]
    assert counts["items"] == {"hardened": 99, "partly": 8, "left alone": 1}
    assert counts["candidates"]["true_in_graph"] > 200  # right answers among the ends of walks
    assert verify(hard.directory, Inputs(kg=SAMPLE.kg, parent=made)).violations == ()


# Real rows


@pytest.mark.slow
def test_of_372_real_indications_eight_are_contradicted_and_all_others_asked(real_slice, tmp_path):
    with (real_slice / "psychiatric_nodes.csv").open(encoding="utf-8", newline="") as file:
        names = {row["node_name"] for row in csv.DictReader(file)}
    seeds = write_seeds(tmp_path / "seeds.csv", sorted(names))
    sources = Sources(real_slice / "kg.csv", seeds, skip_missing_seeds=True)
    made = build_benchmark(sources, BuildSettings(tasks=(Task.ES,)), tmp_path / "es")
    noted = made.manifest["tasks"]["ES"]
    assert (noted["items"], noted["left_out"]) == (364, {CONTRADICTED: 8})
    assert verify(made.directory, Inputs(sources.kg, seeds)).violations == ()


@pytest.mark.parametrize(
    ("gold", "mode", "n_options", "why"),
    [
        (("A", "B"), Mode.MULTI, 4, "its items have several right letters"),
        (("A",), Mode.MULTI, 4, "its items are asked for one or more letters, though one is right"),
        (("A",), Mode.SINGLE, 1, "its items have no wrong option"),
    ],
)
def test_what_cannot_be_hardened_is_left_out_for_its_own_reason(gold, mode, n_options, why):
    options = {letter: f"disorder {letter}" for letter in "ABCD"[:n_options]}
    items = [Item(f"i{n}", "type4", f"case {n}", options, gold, mode) for n in range(2)]
    assert eligible(items, BenchmarkKind.OWN).refused == {"type4": why}
