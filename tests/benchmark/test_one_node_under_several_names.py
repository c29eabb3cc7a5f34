"""A node that the file has under several names is one entity: what is true under one is true under all."""

import json

import pytest

from benchmark import BuildSettings, Sources, build_benchmark
from benchmark.build.build import build
from benchmark.errors import GraphFormatError
from benchmark.harden.guides import LexicalGuide
from benchmark.harden.mapping import Mapper, NamedEntity, bare_name
from benchmark.harden.read import read_graph
from benchmark.verify import Inputs, Kind, verify
from benchmark.verify.hardened import read_links
from tests.support.graphs import EDGES, SEEDS, rows_of, write_rows, write_seeds

INDEX, ID, TYPE, NAME, SOURCE = range(5)


def changed(name, change, relation=None, *, rows=None, side=None):
    """The rows with what `change` gives for the cells of a node, in one relation or in all."""
    found = []
    for row in rows or rows_of(EDGES):
        row = list(row)
        for at in (2, 7):
            if row[at + NAME] == name and relation in (None, row[0]) and side in (None, at):
                row[at : at + 5] = change(row[at : at + 5])
        found.append(row)
    return found


def named(name, **cells):
    """A change of the name, and of other cells by their place."""

    def change(end):
        end = [*end]
        end[NAME] = name
        for cell, value in cells.items():
            end[{"index": INDEX, "id": ID, "type": TYPE, "source": SOURCE}[cell]] = value
        return end

    return change


def sources(tmp_path, rows, seeds=SEEDS):
    return Sources(write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", seeds))


def check(folder, given):
    return verify(folder, Inputs(given.kg, given.seeds)).violations


# The rows of each have one more name for a node, in fewer rows than the one it has in all others.
ONE_NODE = {
    "a drug, in one relation alone": changed("drug two", named("Drug II"), "contraindication", side=2),
    "a disease that is a seed": changed("anxiety", named("anxious disorder"), "indication"),
    "a phenotype, by case and spaces": changed("Low mood", named("low  MOOD"), side=2),
    "an exposure, numbered apart": changed("Noise", named("loud noise", index="777"), side=7),
    "a drug of three names": changed(
        "drug four", named("IV"), "indication", side=2,
        rows=changed("drug four", named("4"), "contraindication", side=2),
    ),
    "a disease with a grouped id": changed(
        "worry", named("worries"), "disease_disease", side=2,
        rows=changed("worry", named("worry", id="5351_33926", source="MONDO_grouped")),
    ),
    "without an id, by its index": changed(
        "drug two", named("Drug II"), "contraindication", side=2,
        rows=changed("drug two", named("drug two", id="")),
    ),
    "with an id in some rows alone": changed("drug two", named("Drug II", id=""), "contraindication", side=2),
}  # fmt: skip


@pytest.mark.parametrize("case", ONE_NODE)
def test_a_node_under_several_names_gives_the_items_of_one_entity(tmp_path, case):
    """The same as where all rows have the name that most have."""
    rows = ONE_NODE[case]
    usual = {"4": "drug four", "IV": "drug four", "Drug II": "drug two", "low  MOOD": "Low mood"}
    usual |= {"anxious disorder": "anxiety", "loud noise": "Noise", "worries": "worry"}
    plain = [[usual.get(cell, "2300" if cell == "777" else cell) for cell in row] for row in rows]
    (tmp_path / "plain").mkdir()
    given, expected = sources(tmp_path, rows), build(sources(tmp_path / "plain", plain), BuildSettings())
    if "id in some rows" not in case and "numbered" not in case:  # where other cells differ, too
        made = build(given, BuildSettings())
        assert made.items() == expected.items()
        assert made.triples == expected.triples
    folder = build_benchmark(given, BuildSettings(), tmp_path / "made").directory
    noted = json.loads((folder / "manifest.json").read_text())
    [[key, names]] = noted["one_node_under_several_names"]["nodes_of_the_slice"]
    shown = key.split("|", 3)[3]
    assert {usual[name] for name in names} == {shown}
    assert noted["slice"]["entities"] == len(set(expected.triples.text.replace("\n", ",").split(",")) & NAMES)
    assert check(folder, given) == ()


NAMES = {end for _, *ends in EDGES for end in ends}
# What may look like one node and is not, or cannot be told.
APART = {
    "another source": named("Drug II", source="other"),
    "another type": named("Drug II", type="exposure"),
    "another id, the same index": named("Drug II", id="another"),
    "no id, and an index that is no number": named("Drug II", id="", index="-"),
    "no id, and an index that a disease has": named("Drug II", id="", index="0"),
    "an id that is a word for none": named("Drug II", id="nan", index="9"),
}


@pytest.mark.parametrize("case", APART)
def test_nodes_that_share_less_stay_apart(tmp_path, case):
    rows = rows_of(EDGES)
    if "word for none" in case or "an index that" in case:  # the node itself lacks what the other lacks
        rows = changed("drug two", named("drug two", id="nan" if "word" in case else ""), rows=rows)
        zero = "0" if "a disease has" in case else "-" if "no number" in case else "8"
        for name in ("drug two", *(["anxiety"] if zero == "0" else [])):
            rows = changed(name, named(name, index=zero), rows=rows)
    given = sources(tmp_path, changed("drug two", APART[case], "contraindication", rows=rows))
    made = build(given, BuildSettings())
    assert "one_node_under_several_names" not in made.manifest
    assert check(build_benchmark(given, BuildSettings(), tmp_path / "made").directory, given) == ()


def test_an_id_of_many_names_is_none_and_is_said(tmp_path):
    """As where every id that is not known is 0."""
    rows = rows_of(EDGES)
    for name in NAMES:
        rows = changed(name, named(name, id="0", source="one"), rows=rows)
    for number in range(10):
        one = rows_of([("indication", f"drug {number}", "anxiety")])[:1]
        rows += changed(f"drug {number}", named(f"drug {number}", id="0", source="one"), rows=one)
    given = sources(tmp_path, rows)
    made = build(given, BuildSettings())
    assert made.manifest["slice"]["entities_by_type"]["drug"] == 15
    assert made.manifest["one_node_under_several_names"]["ids_of_too_many_names"] == 1
    assert check(build_benchmark(given, BuildSettings(), tmp_path / "made").directory, given) == ()


@pytest.mark.parametrize("side", [2, 7])
def test_of_names_in_equally_many_rows_the_first_in_the_alphabet_is_shown(tmp_path, side):
    for name, shown in (("A-GENE", "A-GENE"), ("Z-GENE", "GENE1")):
        given = sources(tmp_path, changed("GENE1", named(name), side=side))
        assert f"|{shown}," in (text := build(given, BuildSettings()).triples.text)
        assert ("A-GENE" in text) == (name == "A-GENE")


@pytest.mark.parametrize("name", ["anxiety", "anxious disorder"])
def test_a_seed_list_may_have_any_name_of_a_node(tmp_path, name):
    rows = changed("anxiety", named("anxious disorder"), "indication")
    given = sources(tmp_path, rows, [name, *SEEDS[1:]])
    made = build(given, BuildSettings()).manifest
    assert (made["slice"]["triples"], made["seeds"]["without_edges"]) == (
        len(EDGES) - 1,
        [],
    )
    assert check(build_benchmark(given, BuildSettings(), tmp_path / "made").directory, given) == ()


def test_a_name_that_another_node_has_is_not_asked(tmp_path):
    """The other name of GENE1 is GENE2's own: a question about GENE2 could mean either."""
    given = sources(tmp_path, changed("GENE1", named("GENE2"), side=2))
    made = build(given, BuildSettings())
    assert made.manifest["slice"]["entities"] == len(NAMES)
    asked = {entity.name for item in made.items() for entity in item.entities if entity.role == "entity"}
    assert "GENE1" in asked
    assert "GENE2" not in asked
    assert check(build_benchmark(given, BuildSettings(), tmp_path / "made").directory, given) == ()


def test_verification_names_what_an_earlier_version_made_of_two_names(tmp_path):
    """An entity for each name. Their ids are made one afterwards, in the file and in the benchmark."""
    two = sources(tmp_path, changed("drug two", named("second", id="second-id"), "contraindication"))
    folder = build_benchmark(two, BuildSettings(), tmp_path / "made").directory
    own = next(row[2 + ID] for row in rows_of(EDGES) if row[2 + NAME] == "drug two")
    for path in (two.kg, folder / "items.jsonl", folder / "triples.csv"):
        path.write_text(path.read_text(encoding="utf-8").replace("second-id", own), encoding="utf-8")
    found = check(folder, two)
    assert {Kind.MANIFEST_WRONG, Kind.SLICE_DIFFERS, Kind.ANNOTATION_WRONG} <= {each.kind for each in found}
    assert any("drug two stands as 'second', too" in each.what for each in found)


def test_a_walk_and_its_verification_take_all_names_of_a_node_for_one(tmp_path):
    path = write_rows(tmp_path / "kg.csv", changed("drug two", named("Drug II"), "contraindication", side=2))
    graph = read_graph(path)
    names = [graph.name(node) for node in range(len(graph))]
    assert set(names) == NAMES
    node = names.index("drug two")
    near = {graph.name(int(end)) for end in graph.neighbours(node)}
    assert near == {"depression", "psychosis"}
    mapper = Mapper(graph, LexicalGuide([bare_name(name) for name in names]))
    for name in ("drug two", "Drug II"):
        assert mapper.map(NamedEntity(name, 0)).nodes == (node,)
    for name in ("drug two", "Drug II"):
        links = read_links(path, {name, "psychosis", "depression"})
        for disease, relation in (("psychosis", "contraindication"), ("depression", "indication")):
            assert links.between(("drug", name), ("disease", disease)) == {relation}


def test_a_name_without_an_id_is_the_node_that_has_it(tmp_path):
    """As in extracts that lack the ids of many rows."""
    rows = changed("drug two", named("Drug II"), "contraindication", side=2)
    rows += changed("drug six", named("Drug II", id=""), rows=rows_of([("indication", "drug six", "worry")]))
    graph = read_graph(write_rows(tmp_path / "kg.csv", rows))
    names = {graph.name(node) for node in range(len(graph))}
    assert ("drug two" in names, "Drug II" in names) == (True, False)


def test_a_cell_with_nul_is_refused_by_verification(tmp_path):
    given = sources(tmp_path, rows_of(EDGES))
    folder = build_benchmark(given, BuildSettings(), tmp_path / "made").directory
    write_rows(given.kg, changed("Noise", named("No\0ise")))
    with pytest.raises(GraphFormatError, match="has the character NUL in a cell"):
        check(folder, given)
