"""Builds from real PrimeKG rows, where they are at hand."""

import pytest

from benchmark import BuildSettings, Scope, Sources, Task, read_items
from benchmark.build.build import build


@pytest.mark.slow
def test_the_real_slice_gives_5068_edges_and_the_counts_of_its_readme(real_benchmark):
    built = real_benchmark(BuildSettings().absent_from)
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
    usage = [item for item in read_items(built.items_path) if item.task in ("RP", "R1", "R2")]
    asked = {tuple(entity.name for entity in item.entities[:2]) for item in usage}
    in_two_relations = {("Clonazepam", "anxiety disorder"), ("Fluoxetine", "bipolar disorder")}
    assert asked
    assert not asked & in_two_relations
    assert "feature text" in manifest["tasks"]["R1+E"]["fewer_because"]


@pytest.mark.slow
def test_the_shipped_seeds_build_on_the_real_slice_without_the_nine_that_have_no_edge_there(real_slice):
    from benchmark.build.seeds import seed_path

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


@pytest.mark.slow
def test_unrelated_real_rows_change_no_item(real_slice, real_seeds, joined_graph):
    """The background touches no seed, so by the paper's rule it cannot matter."""
    by_paper = BuildSettings(absent_from=Scope.SLICE)
    before, after = (build(Sources(kg, real_seeds), by_paper) for kg in (real_slice / "kg.csv", joined_graph))
    assert [item.id for item in before.items()] == [item.id for item in after.items()]


@pytest.mark.slow
def test_the_file_contradicts_some_of_the_papers_denials_and_none_of_ours(joined_graph):
    from benchmark.build.seeds import seed_path

    sources = Sources(joined_graph, seed_path("psychiatric-42"), skip_missing_seeds=True)
    scopes = (Scope.SLICE, Scope.GRAPH)
    by_paper, by_file = (build(sources, BuildSettings(absent_from=scope)) for scope in scopes)
    contradicted = [item for item in by_paper.items() if item.details.get("absent_from_file") is False]
    assert {item.task for item in contradicted} >= {"R1", "R2"}
    assert all(item.details.get("absent_from_file", True) for item in by_file.items())
