"""Write a synthetic knowledge graph of PrimeKG's size: its columns, relations, node types and row counts.

Nothing in it is true: names are made up. It stands in for the real file (0.98 GB, from Harvard Dataverse)
where time and memory are measured. Keep the result outside the repository.

    python perf/primekg_sized.py OUT.csv [--share 1.0]
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

COLUMNS = "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source"
# type → (how many, source, made-up name): counts as PrimeKG's documentation gives them.
NODE_TYPES = {
    "biological_process": (28_642, "GO", "made-up cellular process {}"),
    "gene/protein": (27_671, "NCBI", "GEN{}"),
    "disease": (17_080, "MONDO", "made-up disorder, susceptibility to, {}"),
    "effect/phenotype": (15_311, "HPO", "Abnormal structure {}"),
    "anatomy": (14_035, "UBERON", "made-up region {}"),
    "molecular_function": (11_169, "GO", "molecular activity {}"),
    "drug": (7_957, "DrugBank", "Madeupamine {}"),
    "cellular_component": (4_176, "GO", "made-up cell component {}"),
    "pathway": (2_516, "REACTOME", "Signalling by made-up receptor {}"),
    "exposure": (818, "CTD", "Made-up compound {}"),
}
# (relation, display name, x type, y type, rows in both directions), in the order of PrimeKG's blocks.
RELATIONS = (
    ("protein_protein", "ppi", "gene/protein", "gene/protein", 642_150),
    ("drug_protein", "target", "drug", "gene/protein", 51_306),
    ("contraindication", "contraindication", "drug", "disease", 61_350),
    ("indication", "indication", "drug", "disease", 18_776),
    ("off-label use", "off-label use", "drug", "disease", 5_136),
    ("drug_drug", "synergistic interaction", "drug", "drug", 2_672_628),
    ("phenotype_protein", "associated with", "effect/phenotype", "gene/protein", 6_660),
    ("phenotype_phenotype", "parent-child", "effect/phenotype", "effect/phenotype", 37_472),
    ("disease_phenotype_negative", "phenotype absent", "disease", "effect/phenotype", 2_386),
    ("disease_phenotype_positive", "phenotype present", "disease", "effect/phenotype", 300_634),
    ("disease_protein", "associated with", "gene/protein", "disease", 160_822),
    ("disease_disease", "parent-child", "disease", "disease", 64_388),
    ("drug_effect", "side effect", "drug", "effect/phenotype", 129_568),
    ("bioprocess_bioprocess", "parent-child", "biological_process", "biological_process", 105_772),
    ("molfunc_molfunc", "parent-child", "molecular_function", "molecular_function", 27_148),
    ("cellcomp_cellcomp", "parent-child", "cellular_component", "cellular_component", 9_690),
    ("molfunc_protein", "interacts with", "molecular_function", "gene/protein", 139_060),
    ("cellcomp_protein", "interacts with", "cellular_component", "gene/protein", 166_804),
    ("bioprocess_protein", "interacts with", "biological_process", "gene/protein", 289_610),
    ("exposure_protein", "interacts with", "exposure", "gene/protein", 2_424),
    ("exposure_disease", "linked to", "exposure", "disease", 4_608),
    ("exposure_exposure", "parent-child", "exposure", "exposure", 4_140),
    ("exposure_bioprocess", "interacts with", "exposure", "biological_process", 3_250),
    ("exposure_molfunc", "interacts with", "exposure", "molecular_function", 90),
    ("exposure_cellcomp", "interacts with", "exposure", "cellular_component", 20),
    ("anatomy_anatomy", "parent-child", "anatomy", "anatomy", 28_064),
    ("pathway_pathway", "parent-child", "pathway", "pathway", 5_070),
    ("pathway_protein", "interacts with", "pathway", "gene/protein", 85_292),
    ("anatomy_protein_present", "expression present", "anatomy", "gene/protein", 3_036_406),
    ("anatomy_protein_absent", "expression absent", "anatomy", "gene/protein", 39_774),
)


def node_cells() -> dict[str, list[str]]:
    """Per type, each node's five cells as they stand in a row: index, id, type, name, source."""
    cells: dict[str, list[str]] = {}
    index = 0
    for node_type, (count, source, name) in NODE_TYPES.items():
        cells[node_type] = []
        for number in range(count):
            text = name.format(number)
            quoted = f'"{text}"' if "," in text else text
            cells[node_type].append(f"{index},{number + 100_000},{node_type},{quoted},{source}")
            index += 1
    return cells


def edges(
    x_cells: list[str], y_cells: list[str], count: int, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """`count` different pairs, skewed towards hubs as real graphs are."""
    seen: set[tuple[int, int]] = set()
    n_x, n_y = len(x_cells), len(y_cells)
    while len(seen) < count:
        # The exponent makes hubs; small relations stay flat so that they find enough different pairs.
        pair = (int(n_x * rng.random() ** 1.5), int(n_y * rng.random() ** 1.5))
        if pair in seen or x_cells[pair[0]] == y_cells[pair[1]]:
            continue
        seen.add(pair)
        yield x_cells[pair[0]], y_cells[pair[1]]


def rows(share: float, seed: int = 42) -> Iterator[str]:
    """Every edge forward, then every edge backward, block by block."""
    rng, cells = random.Random(seed), node_cells()
    for relation, display, x_type, y_type, n_rows in RELATIONS:
        pairs = list(edges(cells[x_type], cells[y_type], max(1, int(n_rows * share) // 2), rng))
        label = f"{relation},{display}"
        yield from (f"{label},{x},{y}\n" for x, y in pairs)
        yield from (f"{label},{y},{x}\n" for x, y in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="part of PrimeKG's rows to write")
    args = parser.parse_args()
    with args.out.open("w", encoding="utf-8", buffering=1 << 20) as file:
        file.write(COLUMNS + "\n")
        file.writelines(rows(args.share))
    print(f"{args.out}: {args.out.stat().st_size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
