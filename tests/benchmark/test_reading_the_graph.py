"""kg.csv as it is found in the wild: each pitfall of real PrimeKG rows, handled on purpose and counted."""

import gzip
from itertools import permutations

import polars as pl
import pytest

from benchmark import BuildSettings
from benchmark.build.build import build
from benchmark.build.graph import Triple
from benchmark.build.scan import collect_table
from benchmark.build.seeds import read_seeds
from benchmark.build.survey import Survey
from benchmark.errors import GraphFormatError
from tests.support.graphs import COLUMNS, EDGES, node_cells, rows_of, write_rows, write_seeds


def graph_file(tmp_path, rows, seeds=("s",)):
    from benchmark import Sources

    return Sources(write_rows(tmp_path / "kg.csv", rows), write_seeds(tmp_path / "seeds.csv", seeds))


def built(tmp_path, rows, seeds=("s",)):
    return build(graph_file(tmp_path, rows, seeds), BuildSettings())


def anomalies(tmp_path, rows, seeds=("s",)):
    found = built(tmp_path, rows, seeds).manifest["anomalies"]
    return {kind: count for kind, count in found.items() if count}


def row(relation, x, y):
    """One row; x and y are lists of five cells."""
    return [relation, relation, *x, *y]


DISEASE, DRUG = node_cells("disease", "s"), node_cells("drug", "d")


def test_both_directions_are_one_triple(tmp_path):
    rows = rows_of([("indication", "d", "s"), ("disease_disease", "s", "t")])
    assert len(rows) == 4
    result = built(tmp_path, rows)
    assert result.manifest["slice"]["triples"] == 2
    assert anomalies(tmp_path, rows) == {"rows_mirrored": 4}


def test_a_symmetric_triple_begins_with_the_smaller_name(tmp_path):
    result = built(tmp_path, rows_of([("disease_disease", "z", "s")]))
    assert result.triples.text.splitlines()[1].split(",")[3] == "s"


def test_a_row_without_its_mirror_counts_all_the_same(tmp_path):
    rows = rows_of([("indication", "d", "s")])[1:]
    assert built(tmp_path, rows).manifest["slice"]["triples"] == 1
    assert anomalies(tmp_path, rows) == {"rows_without_mirror": 1}


def test_a_repeated_row_and_a_loop_are_counted_and_add_nothing(tmp_path):
    rows = [*rows_of([("indication", "d", "s")]) * 2, row("disease_disease", DISEASE, DISEASE)]
    assert built(tmp_path, rows).manifest["slice"]["triples"] == 1
    assert anomalies(tmp_path, rows) == {
        "rows_mirrored": 2, "rows_repeated": 2, "rows_linking_a_node_to_itself": 1
    }  # fmt: skip


def test_grouped_ids_stay_text(tmp_path):
    group = ["7", "8187_2050_5618", "disease", "s", "MONDO_grouped"]
    rows = [row("indication", DRUG, group), row("indication", group, DRUG)]
    result = built(tmp_path, rows)
    assert "disease|MONDO_grouped|8187_2050_5618|s" in result.triples.text
    assert anomalies(tmp_path, rows)["nodes_with_grouped_id"] == 1


def test_ids_that_look_like_numbers_keep_their_digits(tmp_path):
    node = ["07", "0016011.0", "disease", "s", "MONDO"]
    assert (
        "MONDO|0016011.0|s,disease,s,0016011.0,MONDO,07"
        in built(tmp_path, [row("indication", DRUG, node)]).triples.text
    )


def test_an_empty_id_or_index_is_tolerated_and_counted(tmp_path):
    bare = ["", "", "disease", "s", "MONDO"]
    rows = [row("indication", DRUG, bare), row("indication", bare, DRUG)]
    assert anomalies(tmp_path, rows) == {"rows_mirrored": 2, "nodes_without_index": 1, "nodes_without_id": 1}


@pytest.mark.parametrize("nothing", ["", "  ", "\u00a0"])
@pytest.mark.parametrize("place", [2, 3], ids=["type", "name"])
def test_an_empty_name_or_type_is_refused_with_its_line(tmp_path, place, nothing):
    broken = list(DRUG)
    broken[place] = nothing
    rows = [*rows_of([("indication", "other", "s")]), row("indication", DISEASE, broken)]
    with pytest.raises(GraphFormatError, match=r"kg\.csv, line 4: .* empty type or name"):
        built(tmp_path, rows)


@pytest.mark.parametrize("n_cells", range(1, 12))
@pytest.mark.parametrize("where", ["last", "in the middle"])
def test_a_row_that_was_cut_short_is_refused_with_its_line(tmp_path, n_cells, where):
    """polars fills such a row with empty cells: a node without a source would be one nobody knows."""
    rows = rows_of([("indication", "d", "s"), ("disease_protein", "G", "elsewhere")])
    place = 3 if where == "last" else 1
    rows[place] = rows[place][:n_cells]
    with pytest.raises(GraphFormatError, match=rf"line {place + 2}: {n_cells} cells?, the header has 12"):
        built(tmp_path, rows)


def test_a_quote_without_an_end_is_refused_with_its_line(tmp_path):
    """polars finds it or not, as its threads divide the file."""
    path = tmp_path / "kg.csv"
    path.write_text(f'{",".join(COLUMNS)}\n{",".join("x" * 12)}\n{",".join("x" * 11)},"x\n')
    broken = pl.LazyFrame({"a": ["x"]}).select(pl.col("a").str.to_integer(strict=True))
    with pytest.raises(GraphFormatError, match=r"kg\.csv, line 3: cannot be read as a row"):
        collect_table(path, broken)


def test_a_download_that_was_cut_off_is_an_error_even_where_its_seeds_are_lost(tmp_path):
    rows = [*rows_of([("indication", "d", "s")]), ["disease_protein", "diseas"]]
    with pytest.raises(GraphFormatError, match=r"line 4: 2 cells, the header has 12.*download is complete"):
        built(tmp_path, rows, ["not in this part of the file"])


def test_an_empty_last_cell_is_no_short_row(tmp_path):
    rows = [[*cells[:-1], ""] for cells in rows_of([("indication", "d", "s")])]
    assert built(tmp_path, rows).manifest["file"]["rows"] == 2


def test_blank_lines_are_no_rows(tmp_path):
    sources = graph_file(tmp_path, rows_of([("indication", "d", "s"), ("disease_disease", "s", "t")]))
    lines = sources.kg.read_text(encoding="utf-8").splitlines(keepends=True)
    before = build(sources, BuildSettings())
    sources.kg.write_text("".join([*lines[:3], "\n", *lines[3:], "\n", "\n"]), encoding="utf-8")
    after = build(sources, BuildSettings())
    assert after.items() == before.items()
    assert after.manifest["file"] == before.manifest["file"]
    assert after.manifest["file"]["rows"] == 4


def test_nodes_are_told_apart_by_type_id_and_source(tmp_path):
    disease, phenotype = (
        ["1", "11123", "disease", "s", "MONDO"],
        ["2", "11123", "effect/phenotype", "p", "HPO"],
    )
    genes = [["3", "55", "gene/protein", name, source] for name, source in (("G1", "NCBI"), ("G2", "other"))]
    rows = [
        row("disease_phenotype_positive", disease, phenotype),
        *(row("disease_protein", g, disease) for g in genes),
    ]
    assert built(tmp_path, rows).manifest["slice"]["entities"] == 4
    found = anomalies(tmp_path, rows)
    assert found["nodes_whose_id_has_several_types"] == 2
    assert "nodes_whose_id_has_several_names" not in found


def test_one_node_with_two_indexes_is_counted(tmp_path):
    rows = [row("indication", DRUG, DISEASE), row("contraindication", DRUG, ["999", *DISEASE[1:]])]
    assert anomalies(tmp_path, rows)["nodes_with_several_indexes"] == 1
    rows[1][7] = ""  # an index that nobody published is no other index
    assert "nodes_with_several_indexes" not in anomalies(tmp_path, rows)


def test_a_node_has_the_same_index_whatever_the_order_of_rows(tmp_path):
    other, bare = [["999", *DISEASE[1:]], ["", *DISEASE[1:]]]
    rows = [row("indication", DRUG, node) for node in (bare, DISEASE, other)]
    for order in permutations(rows):
        entities = [entity for item in built(tmp_path, order).items() for entity in item.entities]
        assert {entity.index for entity in entities if entity.name == "s"} == {min(DISEASE[0], "999")}


def test_na_and_nan_are_names(tmp_path):
    rows = rows_of([("indication", "NA", "s"), ("indication", "nan", "s"), ("disease_protein", "None", "s")])
    result = built(tmp_path, rows)
    assert result.manifest["slice"]["entities"] == 4
    assert anomalies(tmp_path, rows)["nodes_named_like_a_missing_value"] == 3


def test_commas_quotes_and_letters_beyond_ascii_stay_in_names(tmp_path):
    names = ['autism, "x"-linked', "2,2',3-heptachlorobiphenyl", "Böök syndrome"]
    rows = rows_of([("disease_disease", "s", name) for name in names])
    found = {item.entities[0].name for item in built(tmp_path, rows, ["s"]).items()} | {
        entity.name for item in built(tmp_path, rows).items() for entity in item.entities
    }
    assert set(names) <= found
    counts = anomalies(tmp_path, rows)
    assert [counts[f"nodes_with_{kind}"] for kind in
            ("comma_in_name", "quotation_mark_in_name", "non_ascii_name")] == [2, 2, 1]  # fmt: skip


def test_rows_whose_types_do_not_fit_their_relation_are_left_out_and_counted(tmp_path):
    rows = [*rows_of([("indication", "d", "s")]), row("disease_protein", DRUG, DISEASE)]
    assert built(tmp_path, rows).manifest["slice"]["triples"] == 1
    assert anomalies(tmp_path, rows)["rows_of_unexpected_types"] == 1


def test_other_relations_and_other_diseases_are_not_in_the_slice(tmp_path):
    rows = [
        *rows_of([("indication", "d", "s"), ("indication", "d", "elsewhere")]),
        row("drug_effect", DRUG, DISEASE),
    ]
    result = built(tmp_path, rows)
    assert result.manifest["file"]["rows"] == 5
    assert result.manifest["slice"]["rows"] == 2


def test_a_phenotype_with_the_name_of_a_seed_is_no_seed(tmp_path):
    rows = rows_of([("indication", "d", "s"), ("disease_phenotype_positive", "other", "s")])
    assert built(tmp_path, rows).manifest["slice"]["rows"] == 2


def test_the_extraction_also_brings_what_the_file_says_about_its_nodes(tmp_path):
    sources = graph_file(tmp_path, rows_of([("disease_disease", "s", "t"), ("indication", "d", "s"),
                                            ("indication", "d", "t"), ("indication", "x", "t")]))  # fmt: skip
    extraction = Survey(sources.kg).extract(read_seeds(sources.seeds))
    said = {(fact.relation, fact.head.name, fact.tail.name) for fact in extraction.facts}
    assert said == {("disease_disease", "s", "t"), ("indication", "d", "s"), ("indication", "d", "t")}
    assert all(isinstance(fact, Triple) for fact in extraction.facts)


def test_a_survey_finds_namesakes_on_either_side_of_a_row(tmp_path):
    path = write_rows(
        tmp_path / "kg.csv", [row("x", node_cells("drug", "Iron"), node_cells("exposure", "iron"))]
    )
    found = Survey(path)
    namesakes = found.namesakes({"iron", "gold"})
    assert found.n_rows == 1
    assert [node.type for node in namesakes["iron"]] == ["drug", "exposure"]
    assert namesakes["gold"] == ()


@pytest.mark.parametrize("kind", ["parquet", "csv.gz"])
def test_parquet_and_gzip_give_the_same_items(tmp_path, small_graph, kind):
    from dataclasses import replace

    path = tmp_path / f"kg.{kind}"
    if kind == "parquet":
        # Numbers as numbers and empty cells as null, as a table made with pandas has them.
        frame = pl.read_csv(small_graph.kg)
        assert frame.schema["x_index"] == pl.Int64
        frame.write_parquet(path)
    else:
        path.write_bytes(gzip.compress(small_graph.kg.read_bytes()))
    assert (
        build(replace(small_graph, kg=path), BuildSettings()).items()
        == build(small_graph, BuildSettings()).items()
    )


def test_a_byte_order_mark_does_no_harm(tmp_path, small_graph):
    items = build(small_graph, BuildSettings()).items()
    small_graph.kg.write_bytes(b"\xef\xbb\xbf" + small_graph.kg.read_bytes())
    assert build(small_graph, BuildSettings()).items() == items


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (
            ",".join(COLUMNS).encode() + b"\r" + b"a," * 11 + b"b\r",
            "line 1: ends with a carriage return alone",
        ),
        (b"relation,x_name\na,b\n", "has no column 'display_relation', 'x_index'"),
        (b"\xff\xfe\x00", "cannot be read as a table"),
        (",".join(COLUMNS).encode() + b"\n" + b"a," * 11 + b'a\na,"unclosed\n', "line 3: 2 cells"),
        (",".join(COLUMNS).encode() + b"\n" + b"a," * 20 + b"\n", "line 2: 21 cells, the header has 12"),
    ],
)
def test_a_file_that_is_no_graph_is_one_clear_error(tmp_path, content, complaint):
    path = tmp_path / "kg.csv"
    path.write_bytes(content)
    with pytest.raises(GraphFormatError, match=complaint) as caught:
        Survey(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["none.csv", "none.parquet", "none.csv.gz"])
def test_a_missing_file_is_one_clear_error(tmp_path, name):
    with pytest.raises(GraphFormatError, match=name):
        Survey(tmp_path / name)


def test_a_text_file_called_parquet_is_one_clear_error(tmp_path):
    path = write_rows(tmp_path / "kg.parquet", rows_of(EDGES))
    with pytest.raises(GraphFormatError, match="cannot be read"):
        Survey(path)
