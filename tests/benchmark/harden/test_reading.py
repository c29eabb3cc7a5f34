"""The graph of a file, whatever its form, against a plain reading of its rows; and numbers for hashes."""

import csv
import gzip
import random

import numpy as np
import polars as pl
import pytest

from benchmark.build.rows import HashNumbers
from benchmark.errors import GraphFormatError
from benchmark.harden import read
from benchmark.harden.read import read_graph
from tests.support.graphs import write_rows


def rows_drawn(seed=0, n=400):
    """Rows with parallel links, loops, ids that differ or lack, commas, quotes and other alphabets."""
    draw = random.Random(seed)
    names = ["alpha", "beta, susceptibility to", 'so-called "gamma"', "délire", "妄想", "  spaced  ", "NA"]
    nodes = [(name, kind) for name in names for kind in ("drug", "disease", "gene/protein")]
    ids = {name: (f"7{at}", f"71{at}", "") for at, name in enumerate(names)}  # no two of a kind share one
    rows = []
    for _ in range(n):
        ends = [draw.choice(nodes) for _ in "xy"]
        cells = [[draw.choice(("1", "")), draw.choice(ids[name]), kind, name,
                  draw.choice(("MONDO", ""))] for name, kind in ends]  # fmt: skip
        relation = draw.choice(("indication", "off-label use", "drug_drug"))
        rows.append([relation, relation, *cells[0], *cells[1]])
    return rows


def links_by_hand(rows):
    """Unordered pair of (name, type) → its relations; and the ids of each node."""
    links: dict[frozenset[tuple[str, str]], set[str]] = {}
    ids: dict[tuple[str, str], set[str]] = {}
    for relation, _, *cells in rows:
        ends = [(cells[at + 3], cells[at + 2]) for at in (0, 5)]
        for at, end in zip((0, 5), ends, strict=True):
            ids.setdefault(end, set()).add(cells[at + 1])
        links.setdefault(frozenset(ends), set()).add(relation)
    return links, ids


def check(graph, rows):
    links, ids = links_by_hand(rows)
    nodes = [(graph.name(n), graph.type(n)) for n in range(len(graph))]
    assert nodes == sorted(ids)
    for n, node in enumerate(nodes):
        assert graph.id(n) == min(ids[node], key=lambda each: (-len(each), each))
        near = [int(end) for end in graph.neighbours(n)]
        assert near == sorted(m for m, other in enumerate(nodes) if frozenset((node, other)) in links)
        for m in near:
            assert set(graph.between(n, m)) == links[frozenset((node, nodes[m]))]


@pytest.mark.parametrize(
    "form", ["plain", "no last line end", "crlf", "mark", "gz", "parquet", "blank lines"]
)
def test_every_form_of_file_gives_the_same_graph(tmp_path, form):
    rows = rows_drawn()
    path = write_rows(tmp_path / "kg.csv", rows)
    text = path.read_bytes()
    if form == "parquet":
        frame = pl.read_csv(path, infer_schema=False, empty_string_is_null=False)
        path = tmp_path / "kg.parquet"
        frame.write_parquet(path)
    elif form == "gz":
        path = tmp_path / "kg.csv.gz"
        path.write_bytes(gzip.compress(text))
    else:
        change = {
            "plain": text,
            "no last line end": text.rstrip(b"\n"),
            "crlf": text.replace(b"\n", b"\r\n"),
            "mark": b"\xef\xbb\xbf" + text,
            "blank lines": text.replace(b"\n", b"\n\n", 3),
        }
        path.write_bytes(change[form])
    check(read_graph(path), rows)


def test_a_name_with_a_line_break_is_read_all_the_same(tmp_path):
    """Lines are not rows then; without the last line end even their number is what it should be."""
    rows = rows_drawn(1, 60)
    rows[20][5] = "two\nlines"
    path = write_rows(tmp_path / "kg.csv", rows)
    check(read_graph(path), rows)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    check(read_graph(path), rows)


def test_a_row_cut_short_is_named(tmp_path):
    path = write_rows(tmp_path / "kg.csv", rows_drawn(3, 20))
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[7] = ",".join(next(csv.reader([lines[7]]))[:6]).replace('"', "") + "\n"
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(GraphFormatError, match="line 8"):
        read_graph(path)


def test_hashes_that_share_their_slots_have_numbers_of_their_own():
    """The tables go by the lowest 42 bits: here only higher ones differ, or those of the first table."""
    draw = np.random.default_rng(0)
    drawn = draw.integers(0, 50, 3_000).astype(np.uint64)
    for hashes in ((drawn << np.uint64(44)) | (drawn & np.uint64(3)), drawn << np.uint64(21), drawn):
        met, found = HashNumbers(), np.zeros(0, dtype=np.int32)
        firsts: list[int] = []
        for at in range(0, len(hashes), 700):
            numbers, places = met.numbered(hashes[at : at + 700])
            found, firsts = np.concatenate([found, numbers]), [*firsts, *hashes[at:][places].tolist()]
        assert np.array_equal(np.array(firsts, dtype=np.uint64)[found], hashes)
        assert len(set(firsts)) == len(firsts) == len(np.unique(hashes))


@pytest.mark.slow
def test_hashes_beyond_what_the_tables_hold_are_numbered_all_the_same():
    hashes = np.arange(1, 2**21 + 100, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    met = HashNumbers()
    for _ in range(2):
        numbers, places = met.numbered(hashes)
        assert np.array_equal(np.sort(numbers), np.arange(len(hashes)))
        assert len(places) in (0, len(hashes))
    assert np.array_equal(met.numbered(hashes[-50:])[0], numbers[-50:])


def test_a_graph_with_more_nodes_than_a_walk_can_number_is_refused(tmp_path, monkeypatch):
    path = write_rows(tmp_path / "kg.csv", rows_drawn(3, 20))
    n_nodes = len(read_graph(path))
    monkeypatch.setattr(read, "MOST_NODES", n_nodes)
    assert len(read_graph(path)) == n_nodes
    monkeypatch.setattr(read, "MOST_NODES", n_nodes - 1)
    with pytest.raises(GraphFormatError, match=f"has {n_nodes} nodes; at most {n_nodes - 1} fit"):
        read_graph(path)
