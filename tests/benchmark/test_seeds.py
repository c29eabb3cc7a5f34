import csv

import pytest

from benchmark import BuildSettings, Sources
from benchmark.build.build import build
from benchmark.build.graph import Node
from benchmark.build.seeds import Seed, read_seeds, seed_path
from benchmark.errors import GraphFormatError, SeedError
from tests.support.graphs import rows_of, write_rows, write_seeds


def seeds_in(tmp_path, text):
    path = tmp_path / "seeds.csv"
    path.write_text(text, encoding="utf-8")
    return read_seeds(path)


def test_names_with_commas_and_quotes_are_read_as_csv(tmp_path):
    seeds = seeds_in(tmp_path, 'name\n"autism, susceptibility to"\n"say ""no"""\n')
    assert [seed.name for seed in seeds] == ["autism, susceptibility to", 'say "no"']


def test_primekgs_own_column_names_and_further_columns_are_read(tmp_path):
    seeds = seeds_in(tmp_path, "node_index,node_id,node_name\n7,5090,schizophrenia\n")
    assert seeds == [Seed("schizophrenia", "5090", 2)]


def test_a_seed_that_stands_twice_counts_once_and_blank_lines_not_at_all(tmp_path):
    assert [seed.line for seed in seeds_in(tmp_path, "name\na\n\nb\na\n")] == [2, 4]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected a header"),
        ("disease\nschizophrenia\n", "line 1: expected a header"),
        ("name\n", "names no seed"),
        ("name\nautism, susceptibility to\n", "line 2: more cells than the header"),
        ("name,note\n,x\n", "line 2: neither a name nor an id"),
        ("name,note\na,\n,x\nb,c,d\n", "2 lines cannot be used: line 3: neither .*; line 4: more cells"),
    ],
)
def test_a_seed_list_nobody_can_use_is_refused(tmp_path, text, complaint):
    with pytest.raises(SeedError, match=complaint):
        seeds_in(tmp_path, text)


def test_an_unknown_list_names_the_shipped_ones():
    with pytest.raises(SeedError, match="psychiatric-42"):
        read_seeds(seed_path("no-such-list"))


def test_the_shipped_list_has_42_names_each_with_its_reason():
    seeds = read_seeds(seed_path("psychiatric-42"))
    assert len(seeds) == 42
    lines = seed_path("psychiatric-42").read_text(encoding="utf-8").splitlines()
    assert all(line.rsplit(",", 1)[-1].strip('"') for line in lines)


GROUPED = Node("disease", "anxiety disorder", "8187_5618", "MONDO_grouped")


@pytest.mark.parametrize(
    ("seed", "fits"),
    [
        (Seed("anxiety disorder", "", 2), True),
        (Seed("anxiety disorder", "8187_5618", 2), True),
        (Seed("", "8187_5618", 2), True),
        (Seed("anxiety disorder", "5618", 2), False),  # a member of the group is not the group
        (Seed("", "5618", 2), False),
        (Seed("Anxiety disorder", "", 2), False),
    ],
)
def test_a_seed_means_a_node_if_name_and_id_agree(seed, fits):
    assert seed.fits(GROUPED) is fits


def test_a_seed_of_another_type_is_no_seed():
    assert not Seed("anxiety disorder", "", 2).fits(Node("effect/phenotype", "anxiety disorder", "1", "HPO"))


def test_an_id_is_not_held_against_a_node_that_has_none():
    assert Seed("anxiety disorder", "8187_5618", 2).fits(Node("disease", "anxiety disorder", "", "MONDO"))


def build_with(tmp_path, seeds, **options):
    kg = write_rows(tmp_path / "kg.csv", rows_of([("indication", "drug", "schizophrenia"),
                                                  ("indication", "other", "bipolar disorder")]))  # fmt: skip
    (tmp_path / "seeds.csv").write_text(seeds, encoding="utf-8")
    return build(Sources(kg, tmp_path / "seeds.csv", **options), BuildSettings())


def test_a_missing_seed_is_an_error_that_names_the_nearest(tmp_path):
    with pytest.raises(SeedError, match=r"line 3: 'schizophenia' \(nearest: 'schizophrenia'\)"):
        build_with(tmp_path, "name\nbipolar disorder\nschizophenia\n")


def test_a_right_name_with_a_wrong_id_says_so(tmp_path):
    with pytest.raises(SeedError, match="the graph has this name with id"):
        build_with(tmp_path, "name,id\nschizophrenia,1\n")


def test_what_a_graph_lacks_of_a_shipped_list_names_the_next_step(tmp_path):
    kg = write_rows(tmp_path / "kg.csv", rows_of([("indication", "drug", "schizophrenia")]))
    with pytest.raises(SeedError, match="Next: the same command with `skip_missing_seeds`") as refused:
        build(Sources(kg, seed_path("psychiatric-42")), BuildSettings())
    assert "Correct them" not in str(refused.value)


def test_missing_seeds_can_be_skipped_and_are_recorded(tmp_path):
    built = build_with(tmp_path, "name\nschizophrenia\nnothing\n", skip_missing_seeds=True)
    found = built.manifest["seeds"]
    assert (found["given"], found["without_edges"]) == (2, ["'nothing'"])
    assert [name for name, _ in found["nodes"]] == ["schizophrenia"]


def test_of_many_missing_seeds_all_are_named(tmp_path):
    names = [f"nothing {number}" for number in range(9)]
    with pytest.raises(SeedError) as caught:
        build_with(tmp_path, "\n".join(["name", *names]))
    assert all(repr(name) in str(caught.value) for name in names)


def test_a_seed_list_that_csv_cannot_read_is_one_clear_error(tmp_path):
    limit = csv.field_size_limit(131_072)  # reading feature tables raises it
    try:
        with pytest.raises(SeedError, match=r"seeds.csv, line \d: field larger than field limit"):
            build_with(tmp_path, "name\n" + "a" * 200_000)
    finally:
        csv.field_size_limit(limit)


def test_a_graph_without_a_row_is_said_to_be_empty_rather_than_its_seeds_missing(tmp_path):
    kg, seeds = write_rows(tmp_path / "kg.csv", []), write_seeds(tmp_path / "seeds.csv", ["s"])
    with pytest.raises(GraphFormatError, match="has no disease: it holds no rows"):
        build(Sources(kg, seeds), BuildSettings())


def test_a_seed_given_twice_is_one_node_and_a_name_of_two_nodes_is_recorded(tmp_path):
    one = build_with(tmp_path, "name,id\nschizophrenia,\nbipolar disorder,\n").manifest["seeds"]
    assert (len(one["nodes"]), one["shared_names"]) == (2, [])
    (node_id,) = (node_id for name, node_id in one["nodes"] if name == "schizophrenia")
    both = f"name,id\nschizophrenia,\n,{node_id}\nschizophrenia,{node_id}\n"
    found = build_with(tmp_path, both).manifest["seeds"]
    assert (found["given"], found["nodes"]) == (3, [["schizophrenia", node_id]])


def test_no_seed_at_all_is_an_error_even_when_skipping(tmp_path):
    with pytest.raises(SeedError, match="touches a seed"):
        build_with(tmp_path, "name\nnothing\n", skip_missing_seeds=True)
