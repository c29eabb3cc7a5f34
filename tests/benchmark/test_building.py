"""What a build promises: true golds, false distractors, balance, items that only their own facts can move."""

import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmark import (
    BuildSettings,
    MultiUsage,
    Scope,
    Sources,
    Task,
    build,
    build_benchmark,
    read_benchmark,
    read_items,
    sample_paths,
)
from benchmark.errors import SettingsError
from benchmark.graph import fold
from benchmark.settings import parse_counts, parse_tasks
from tests.benchmark.graphs import EDGES, SEEDS, TYPES, edges, rows_of, seeds_of, write_rows, write_seeds

USAGE = ("indication", "contraindication", "off-label use")


def build_from(found, seeds=SEEDS, rows=None, **options):
    """Build from edges (or from rows as given) in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        kg = write_rows(Path(folder) / "kg.csv", rows_of(found) if rows is None else rows)
        return build(Sources(kg, write_seeds(Path(folder) / "seeds.csv", seeds)), BuildSettings(**options))


def by_task(built):
    found = defaultdict(list)
    for item in built.items():
        found[item.task].append(item)
    return found


SMALL = by_task(build_from(EDGES))


def test_every_task_but_evidence_is_built_from_twenty_edges():
    assert [task for task in Task if SMALL[task]] == ["ET", "EC", "FC", "RT", "RP", "R1", "R2"]


def test_missing_evidence_is_said_to_be_missing():
    tasks = build_from(EDGES).manifest["tasks"]
    assert tasks["R1+E"]["fewer_because"] == "no feature tables were given"


def test_a_task_that_cannot_reach_its_size_says_why():
    tasks = build_from(EDGES).manifest["tasks"]
    for task in ("EC", "FC", "RP", "R1", "R2"):
        assert tasks[task]["items"] < tasks[task]["asked_for"]
        assert tasks[task]["fewer_because"]


def edges_among(found, seeds):
    """The edges that touch a seed: a disease of that name, not whatever bears it."""
    return {
        (relation, x, y)
        for relation, x, y in found
        if any(
            kind == "disease" and name in seeds for kind, name in zip(TYPES[relation], (x, y), strict=True)
        )
    }


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    found=edges(min_size=15),
    seed=st.integers(0, 3),
    multi=st.sampled_from(MultiUsage),
    scope=st.sampled_from(Scope),
)
def test_golds_are_true_and_other_options_are_not(found, seed, multi, scope):
    """Read from the item's own annotation; `mhclient verify` reads the words instead."""
    seeds = seeds_of(found)
    if not seeds:
        return
    true = edges_among(found, seeds)
    everything = set(found) if scope is Scope.GRAPH else true
    for item in build_from(found, seeds, seed=seed, multi_usage=multi, absent_from=scope).items():
        names = {entity.role: entity.name for entity in item.entities}
        gold = {item.options[letter] for letter in item.gold}
        assert len({fold(text) for text in item.options.values()}) == len(item.options)
        if item.task == "FC":
            ends = [(names["head"], names["tail"]), (names["tail"], names["head"])]
            known = true if gold == {"yes"} else everything
            assert (gold == {"yes"}) == any((item.relation, *pair) in known for pair in ends)
        elif item.task in ("RP", "R2"):
            pair = (names["drug"], names.get("disease_b") or names["disease"])
            known = true if gold != {"none"} else everything
            assert gold == ({relation for relation in USAGE if (relation, *pair) in known} or {"none"})
        elif item.task == "R1":
            recorded = any((relation, names["drug"], names["disease_b"]) in true for relation in USAGE)
            assert gold == {"yes" if recorded else "no"}
        elif item.task == "EC":
            types = Counter(entity.type for entity in item.entities)
            odd = next(entity for entity in item.entities if types[entity.type] == 1)
            assert gold == {odd.name}
            assert len(types) == 2


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=edges(min_size=15), random=st.randoms(use_true_random=False))
def test_shuffled_rows_and_unrelated_rows_change_no_item(found, random):
    seeds = seeds_of(found)
    if not seeds:
        return
    before = build_from(found, seeds).items()
    unrelated = [
        ("indication", "another drug", "another disease"),
        ("disease_protein", "G99", "another disease"),
    ]
    rows = [
        *rows_of(found),
        *rows_of(unrelated),
        *[["ppi", "ppi", *row[2:]] for row in rows_of([("disease_protein", "G1", "elsewhere")])],
    ]
    random.shuffle(rows)
    assert build_from(found, seeds, rows=rows).items() == before


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=edges(min_size=5), size=st.integers(1, 12))
def test_a_smaller_size_asks_a_part_of_the_same_items(found, size):
    seeds = seeds_of(found)
    if not seeds:
        return
    whole = by_task(build_from(found, seeds))
    part = by_task(build_from(found, seeds, sizes=dict.fromkeys(Task, size)))
    for task in Task:
        assert len(part[task]) <= size
        kept = [item for item in whole[task] if item in part[task]]
        assert kept == part[task]


def test_another_seed_gives_other_items():
    first, second = (build_from(EDGES, seed=seed).items() for seed in (1, 2))
    assert {item.id for item in first}.isdisjoint({item.id for item in second if item.task in ("EC",)})
    assert first != second


def test_yes_and_no_are_in_balance_per_relation():
    answers = Counter((item.relation, item.gold) for item in SMALL["FC"])
    assert all(answers[relation, ("A",)] == answers[relation, ("B",)] > 0 for relation in TYPES)
    assert Counter(item.gold for item in SMALL["R1"])[("A",)] == len(SMALL["R1"]) / 2


def test_yes_is_always_a():
    for item in [*SMALL["FC"], *SMALL["R1"]]:
        assert dict(item.options) == {"A": "yes", "B": "no"}


def test_r1_and_r2_ask_about_the_same_contexts_in_the_same_order():
    contexts = [[item.details["context"] for item in SMALL[task]] for task in ("R1", "R2")]
    assert contexts[0] == contexts[1]
    for one, other in zip(SMALL["R1"], SMALL["R2"], strict=True):
        assert one.question.split(". ")[0] == other.question.split(". ")[0]


def test_a_name_of_two_types_is_not_asked_for_its_type():
    nicotine = [*EDGES, ("indication", "Nicotine", "anxiety"), ("exposure_disease", "nicotine", "anxiety")]
    built = build_from(nicotine)
    for item in built.items():
        if item.task in ("ET", "EC"):
            assert "nicotine" not in map(fold, item.options.values())
            assert "icotine" not in item.question
    assert built.manifest["tasks"]["ET"]["left_out"] == {"name belongs to several types": 2}
    assert any("Nicotine" in item.question for item in built.items())  # the fact tasks name the type


def test_a_name_of_two_types_counts_wherever_in_the_file_the_other_stands():
    elsewhere = [*EDGES, ("exposure_disease", "DRUG ONE", "another disease")]
    for scope, left_out in ((Scope.GRAPH, {"name belongs to several types": 1}), (Scope.SLICE, {})):
        built = build_from(elsewhere, absent_from=scope)
        assert built.manifest["tasks"]["ET"]["left_out"] == left_out


def test_a_name_two_nodes_share_is_not_asked_about():
    built = build_from([*EDGES, ("disease_protein", "gene1", "anxiety")])
    assert built.manifest["tasks"]["ET"]["left_out"] == {"name is shared by several nodes of its type": 2}
    assert not any(fold(entity.name) == "gene1" for item in built.items() for entity in item.entities)


def test_pairs_in_several_usage_relations_are_left_out_of_relation_questions():
    double = [*EDGES, ("contraindication", "drug one", "depression")]
    built = build_from(double)
    for item in built.items():
        if item.task in ("RP", "R1", "R2"):
            names = [entity.name for entity in item.entities]
            assert not {"drug one", "depression"} <= set(names)
    assert built.manifest["tasks"]["RP"]["left_out"]["pair stands in several usage relations"] == 1


def test_pairs_in_several_usage_relations_can_be_asked_as_multi_answer():
    double = [*EDGES, ("contraindication", "drug one", "depression")]
    items = by_task(build_from(double, multi_usage=MultiUsage.ASK))
    assert {item.mode for task in ("RP", "R2") for item in items[task]} == {"multi"}
    several = [item for item in items["RP"] if len(item.gold) > 1]
    golds = [{item.options[letter] for letter in item.gold} for item in several]
    assert golds == [{"contraindication", "off-label use"}]
    assert several[0].relation is None
    assert several[0].details["relations"] == ["contraindication", "off-label use"]


def test_a_denial_the_file_contradicts_is_asked_only_by_the_papers_rule():
    """worry is no seed: the file has "drug four" indicated for it, but the slice does not have that edge."""
    contradicting = [*EDGES, ("indication", "drug four", "worry")]

    def denials(scope):
        return [
            item
            for item in build_from(contradicting, absent_from=scope).items()
            if {"drug four", "worry"} <= {entity.name for entity in item.entities}
            and item.task in ("R1", "R2")
        ]

    assert denials(Scope.GRAPH) == []
    assert [item.details["absent_from_file"] for item in denials(Scope.SLICE)] == [False, False]


def test_relation_typing_never_offers_the_gold_backwards():
    for item in SMALL["RT"]:
        head, tail = item.options[item.gold[0]].split(" → ")
        assert head == tail or f"{tail} → {head}" not in item.options.values()


def test_where_every_pair_is_related_nothing_is_denied():
    """Two drugs for two diseases, all four indicated: no replacement makes a pair that is not recorded."""
    full = [("indication", drug, disease) for drug in ("rx one", "rx two") for disease in ("d one", "d two")]
    built = build_from(full, ["d one", "d two"])
    found = by_task(built)
    assert found["FC"] == []
    assert {item.options[item.gold[0]] for item in found["RP"]} == {"indication"}
    assert built.manifest["tasks"]["FC"]["left_out"] == {"no replacement makes an absent triple": 4}
    assert built.manifest["tasks"]["FC"]["fewer_because"]


def test_near_twins_are_flagged():
    twins = [*EDGES, ("disease_protein", "autism susceptibility 1", "anxiety"),
             ("disease_protein", "autism susceptiblity 1", "anxiety")]  # fmt: skip
    flagged = [item for item in build_from(twins).items() if item.details.get("near_twins")]
    assert any({"autism susceptibility 1", "autism susceptiblity 1"} == set(pair)
               for item in flagged for pair in item.details["near_twins"])  # fmt: skip


def test_option_counts_and_task_lists_are_settings():
    built = build_from(EDGES, tasks=(Task.ET, Task.EC), n_options={Task.ET: 3, Task.EC: 4})
    assert Counter((item.task, len(item.options)) for item in built.items()).keys() == {("ET", 3), ("EC", 4)}


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: parse_tasks("ET,XY"), "no task 'XY'. Tasks: ET, EC"),
        (lambda: parse_tasks(","), "names no task"),
        (lambda: parse_counts("--size", ["FC"]), "--size FC: expected TASK=NUMBER"),
        (lambda: parse_counts("--size", ["FC=-1"]), "expected TASK=NUMBER"),
        (lambda: BuildSettings(sizes={Task.FC: 0}), "--size FC=0: a size must be at least 1"),
        (lambda: BuildSettings(n_options={Task.RP: 3}), "only ET, EC, RT have a free number"),
        (lambda: BuildSettings(n_options={Task.ET: 6}), "--options ET=6: must be between 2 and 5"),
    ],
)
def test_settings_nobody_can_build_are_refused(make, complaint):
    with pytest.raises(SettingsError, match=complaint):
        make()


def test_task_names_are_read_in_any_case_and_order():
    assert parse_tasks("r1+e, et") == (Task.ET, Task.R1E)
    assert parse_counts("--size", ["fc=4,ec=2", "ET=1"]) == {Task.FC: 4, Task.EC: 2, Task.ET: 1}


# The packaged sample


@pytest.fixture(scope="module")
def sample():
    return build(sample_paths(), BuildSettings())


def test_the_sample_gives_items_of_all_nine_tasks(sample):
    counts = Counter(item.task for item in sample.items())
    assert list(counts) == list(Task)
    assert min(counts.values()) == 7
    assert all(counts[task] >= 100 for task in Task if task is not Task.RT)


def test_the_sample_says_that_it_is_an_illustration(sample):
    assert "illustration" in sample.manifest["illustration"]


def test_the_sample_is_stored_as_primekg_stores_its_rows(sample):
    part = sample.manifest["slice"]
    assert sample_paths().kg.read_text(encoding="utf-8").splitlines()[0] == ",".join(
        [
            "relation",
            "display_relation",
            *(f"{s}_{c}" for s in "xy" for c in ("index", "id", "type", "name", "source")),
        ]
    )
    assert len(part["triples_by_relation"]) == 7
    assert part["rows"] == 2 * part["triples"] == sample.manifest["anomalies"]["rows_mirrored"]
    assert 150 <= sample.manifest["file"]["rows"] / 2 <= 300
    assert sample.manifest["seeds"]["given"] >= 12


def test_evidence_follows_the_question_and_keeps_the_options(sample):
    tasks = by_task(sample)
    base = {item.id: item for task in ("R1", "R2") for item in tasks[task]}
    for item in (*tasks["R1+E"], *tasks["R2+E"]):
        plain = base[item.details["base_item"]]
        assert item.question.startswith(f"{plain.question}\n\nEvidence:\n\nDrug: ")
        assert (item.options, item.gold, item.entities) == (plain.options, plain.gold, plain.entities)
        assert item.question.index("\nDisease A: ") < item.question.index("\nDisease B: ")


def test_two_builds_give_the_same_bytes(tmp_path):
    for folder in ("one", "two"):
        build_benchmark(sample_paths(), BuildSettings(), tmp_path / folder)
    for name in ("items.jsonl", "manifest.json", "triples.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
        assert str(tmp_path).encode() not in (tmp_path / "one" / name).read_bytes()


def test_the_written_benchmark_reads_back_item_by_item(tmp_path, sample):
    benchmark = build_benchmark(sample_paths(), BuildSettings(), tmp_path / "b")
    assert list(read_items(benchmark.items_path)) == sample.items()
    assert read_benchmark(tmp_path / "b").manifest["items"]["count"] == len(sample.items())


def test_every_entity_and_triple_of_an_item_stands_in_triples_csv(sample):
    lines = sample.triples.text
    for item in sample.items():
        assert all(f"{entity.key}," in lines for entity in item.entities)
        for triple in item.triples:
            assert f"{triple.relation},{triple.head}," in lines


def test_gold_letters_are_balanced_over_the_whole_and_over_the_first_hundred(sample):
    for task, items in by_task(sample).items():
        n_options = len(items[0].options)
        for part in (items, items[:100]):
            if task == "RT" or len(part) < 100:
                continue
            counts = Counter(item.gold[0] for item in part)
            chance = len(part) / n_options
            assert all(abs(counts[letter] - chance) <= 4 * chance**0.5 for letter in items[0].options), (
                task,
                counts,
            )


# Real rows


def test_the_real_slice_gives_5068_edges_and_the_counts_of_its_readme(real_slice, real_seeds):
    sources = Sources(
        real_slice / "kg.csv",
        real_seeds,
        real_slice / "disease_features.tab",
        real_slice / "drug_features.tab",
    )
    built = build(sources, BuildSettings())
    manifest = built.manifest
    assert manifest["slice"]["rows"] == 10_136
    assert manifest["slice"]["triples_by_relation"] == {
        "contraindication": 1215, "disease_disease": 94, "disease_phenotype_positive": 24,
        "disease_protein": 3213, "exposure_disease": 69, "indication": 372, "off-label use": 81,
    }  # fmt: skip
    assert sum(manifest["slice"]["triples_by_relation"].values()) == 5_068
    assert manifest["slice"]["entities_by_type"] == {
        "disease": 105, "drug": 435, "effect/phenotype": 17, "exposure": 41, "gene/protein": 1364
    }  # fmt: skip
    assert manifest["anomalies"]["pairs_in_several_usage_relations"] == 15
    sizes = {task: facts["items"] for task, facts in manifest["tasks"].items()}
    assert {task: sizes[task] for task in ("EC", "FC", "RT", "RP", "R1", "R2")} == {
        "EC": 2000, "FC": 4000, "RT": 7, "RP": 1634, "R1": 1200, "R2": 1200
    }  # fmt: skip
    assert 0 < sizes["R1+E"] == sizes["R2+E"] < 1200
    usage = [item for item in built.items() if item.task in ("RP", "R1", "R2")]
    asked = {tuple(entity.name for entity in item.entities[:2]) for item in usage}
    in_two_relations = {("Clonazepam", "anxiety disorder"), ("Fluoxetine", "bipolar disorder")}
    assert asked
    assert not asked & in_two_relations
    assert "feature text" in manifest["tasks"]["R1+E"]["fewer_because"]


def test_the_shipped_seeds_build_on_the_real_slice_without_the_nine_that_have_no_edge_there(real_slice):
    from benchmark.seeds import seed_path

    sources = Sources(real_slice / "kg.csv", seed_path("psychiatric-42"), skip_missing_seeds=True)
    manifest = build(sources, BuildSettings(tasks=(Task.RT,))).manifest
    assert len(manifest["seeds"]["without_edges"]) == 9
    assert manifest["slice"]["triples"] == 2_689
    assert manifest["slice"]["entities"] == 1_302


@pytest.fixture(scope="module")
def joined_graph(real_slice, tmp_path_factory):
    """All recovered real rows in one file: the psychiatric ones, and those around all other diseases."""
    import gzip

    path = tmp_path_factory.mktemp("joined") / "kg.csv"
    background = gzip.decompress((real_slice / "kg_background.csv.gz").read_bytes()).split(b"\n", 1)[1]
    path.write_bytes((real_slice / "kg.csv").read_bytes() + background)
    return path


def test_unrelated_real_rows_change_no_item(real_slice, real_seeds, joined_graph):
    """The background touches no seed, so by the paper's rule it cannot matter."""
    by_paper = BuildSettings(absent_from=Scope.SLICE)
    before, after = (build(Sources(kg, real_seeds), by_paper) for kg in (real_slice / "kg.csv", joined_graph))
    assert [item.id for item in before.items()] == [item.id for item in after.items()]


def test_the_file_contradicts_some_of_the_papers_denials_and_none_of_ours(joined_graph):
    from benchmark.seeds import seed_path

    sources = Sources(joined_graph, seed_path("psychiatric-42"), skip_missing_seeds=True)
    scopes = (Scope.SLICE, Scope.GRAPH)
    by_paper, by_file = (build(sources, BuildSettings(absent_from=scope)) for scope in scopes)
    contradicted = [item for item in by_paper.items() if item.details.get("absent_from_file") is False]
    assert {item.task for item in contradicted} >= {"R1", "R2"}
    assert all(item.details.get("absent_from_file", True) for item in by_file.items())
