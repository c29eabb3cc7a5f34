"""Small knowledge graphs for tests: written as files, since files are what the package reads."""

import csv
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from hypothesis import strategies as st

COLUMNS = (
    ["relation", "display_relation"]
    + [f"{side}_{cell}" for side in "xy" for cell in ("index", "id", "type", "name", "source")]
)  # fmt: skip
TYPES = {
    "disease_protein": ("gene/protein", "disease"),
    "contraindication": ("drug", "disease"),
    "indication": ("drug", "disease"),
    "off-label use": ("drug", "disease"),
    "disease_disease": ("disease", "disease"),
    "disease_phenotype_positive": ("disease", "effect/phenotype"),
    "exposure_disease": ("exposure", "disease"),
}
SOURCES = {
    "disease": "MONDO",
    "drug": "DrugBank",
    "gene/protein": "NCBI",
    "effect/phenotype": "HPO",
    "exposure": "CTD",
}

Edge = tuple[str, str, str]  # relation, name of x, name of y; types follow from the relation
Row = list[str]


def node_cells(node_type: str, name: str) -> list[str]:
    """Index, id, type, name, source: a number made from the name, so that a name is one node and no other."""
    number = str(zlib.crc32(f"{node_type}{name}".encode()))
    return [number, number, node_type, name, SOURCES.get(node_type, "test")]


def rows_of(edges: Iterable[Edge]) -> list[Row]:
    """Each edge in both directions, as PrimeKG stores it."""
    rows = []
    for relation, x, y in edges:
        x_type, y_type = TYPES[relation]
        ends = node_cells(x_type, x), node_cells(y_type, y)
        rows += [[relation, relation, *ends[0], *ends[1]], [relation, relation, *ends[1], *ends[0]]]
    return rows


def write_rows(path: Path, rows: Iterable[Sequence[str]], columns: Sequence[str] = COLUMNS) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
    return path


def write_seeds(path: Path, names: Iterable[str]) -> Path:
    return write_rows(path, [[name] for name in names], ["name"])


# A graph of twenty-odd edges in which every task has something to ask.
SEEDS = ["anxiety", "depression", "psychosis"]
EDGES: list[Edge] = [
    ("indication", "drug one", "anxiety"),
    ("indication", "drug one", "worry"),
    ("indication", "drug two", "depression"),
    ("indication", "drug three", "psychosis"),
    ("indication", "drug four", "anxiety"),
    ("contraindication", "drug two", "psychosis"),
    ("contraindication", "drug three", "depression"),
    ("contraindication", "drug four", "depression"),
    ("off-label use", "drug one", "depression"),
    ("off-label use", "drug five", "anxiety"),
    ("disease_disease", "anxiety", "depression"),
    ("disease_disease", "anxiety", "worry"),
    ("disease_disease", "depression", "psychosis"),
    ("disease_disease", "psychosis", "delusion"),
    ("disease_protein", "GENE1", "anxiety"),
    ("disease_protein", "GENE2", "anxiety"),
    ("disease_protein", "GENE3", "depression"),
    ("disease_protein", "GENE4", "psychosis"),
    ("disease_phenotype_positive", "anxiety", "Restlessness"),
    ("disease_phenotype_positive", "depression", "Low mood"),
    ("disease_phenotype_positive", "psychosis", "Hearing voices"),
    ("exposure_disease", "Lead", "anxiety"),
    ("exposure_disease", "Smoke", "psychosis"),
    ("exposure_disease", "Noise", "depression"),
]


_NAMES = {
    "disease": ["d one", "d two", "d three", "D four, with comma", "dë five", "shared", "D ONE"],
    "drug": ["rx one", "rx two", "rx three", "NA", "shared", 'rx "six"', "RX TWO"],
    "gene/protein": ["G1", "G2", "G3", "G4"],
    "effect/phenotype": ["P1", "P2", "nan", "SHARED"],
    "exposure": ["E1", "E2", "2,2'-E3"],
}


def edges(min_size: int = 0, max_size: int = 60) -> st.SearchStrategy[list[Edge]]:
    """Random edges over a few names; some are shared by several types, some by two nodes of one type."""
    # Two hops need several usage and disease_disease edges among the same nodes: these come more often.
    often = ["indication", "contraindication", "off-label use", *["disease_disease"] * 3]
    one = st.sampled_from([*sorted(TYPES), *often]).flatmap(
        lambda relation: st.tuples(
            st.just(relation), *(st.sampled_from(_NAMES[node_type]) for node_type in TYPES[relation])
        )
    )
    return st.lists(one, min_size=min_size, max_size=max_size).map(
        lambda found: [edge for edge in found if edge[1] != edge[2]]
    )


def seeds_of(found: Sequence[Edge]) -> list[str]:
    """Up to four diseases of the edges, to serve as seeds."""
    names = {name for relation, *ends in found for kind, name in zip(TYPES[relation], ends, strict=True)
             if kind == "disease"}  # fmt: skip
    return sorted(names)[-4:]  # of many names, those that no other disease shares


def by_task(built):
    """Task → the items of a build, in order."""
    found = defaultdict(list)
    for item in built.items():
        found[item.task].append(item)
    return found
