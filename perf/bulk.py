"""Large inputs beside the least that reads them: `build` and `harden` of a graph of PrimeKG's size, `adopt`.

    python perf/bulk.py [--only build,harden,adopt] [--kg FILE] [--pairs 3] [--quick] [--record]

Graph (8.1 million rows, 1 GB) and log (100,000 rows of lm-evaluation-harness, 220 MB) are made up, and
written to a temporary folder. Beside `build` stands a streaming filter of polars for the names of its seeds,
beside the loading of `harden` one for a relation, beside `adopt` `json.loads` of each line. Whole processes,
in turns.
"""

import csv
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from loopback import ROOT, Place, compare, compile_modules, finish
from recording import make_parser, recording

FILTER = """import polars, sys
table = polars.scan_csv(sys.argv[1], infer_schema=False)
table.filter({}).collect(engine="streaming")"""
NAMES = "open(sys.argv[2]).read().replace('\"', '').split('\\n')[1:]"
PARSE = "import json, sys\nfor line in open(sys.argv[1], encoding='utf-8'): json.loads(line)"
LOAD = """import pathlib, sys
from benchmark.harden.read import read_graph
read_graph(pathlib.Path(sys.argv[1]))"""
BARS = {"build": 4.0, "harden": 1.5, "adopt": 6.0}  # × the CPU of the baseline
N_SEEDS, N_LINES = 42, 100_000

# Type → how many, source; counts as PrimeKG's documentation gives them.
NODES = {
    "biological_process": (28_642, "GO"),
    "gene/protein": (27_671, "NCBI"),
    "disease": (17_080, "MONDO"),
    "effect/phenotype": (15_311, "HPO"),
    "anatomy": (14_035, "UBERON"),
    "molecular_function": (11_169, "GO"),
    "drug": (7_957, "DrugBank"),
    "cellular_component": (4_176, "GO"),
    "pathway": (2_516, "REACTOME"),
    "exposure": (818, "CTD"),
}
# Relation, types of x and y, rows in both directions; those with few rows stand together with a larger one.
RELATIONS = (
    ("protein_protein", "gene/protein", "gene/protein", 642_150),
    ("drug_protein", "drug", "gene/protein", 51_306),
    ("contraindication", "drug", "disease", 61_350),
    ("indication", "drug", "disease", 18_776),
    ("off-label use", "drug", "disease", 5_136),
    ("drug_drug", "drug", "drug", 2_672_628),
    ("phenotype_phenotype", "effect/phenotype", "effect/phenotype", 46_518),
    ("disease_phenotype_positive", "disease", "effect/phenotype", 300_634),
    ("disease_protein", "gene/protein", "disease", 160_822),
    ("disease_disease", "disease", "disease", 64_388),
    ("drug_effect", "drug", "effect/phenotype", 129_568),
    ("bioprocess_bioprocess", "biological_process", "biological_process", 105_772),
    ("molfunc_protein", "molecular_function", "gene/protein", 175_898),
    ("cellcomp_protein", "cellular_component", "gene/protein", 166_804),
    ("bioprocess_protein", "biological_process", "gene/protein", 299_534),
    ("exposure_disease", "exposure", "disease", 4_608),
    ("anatomy_anatomy", "anatomy", "anatomy", 28_064),
    ("pathway_protein", "pathway", "gene/protein", 90_362),
    ("anatomy_protein_present", "anatomy", "gene/protein", 3_036_406),
    ("anatomy_protein_absent", "anatomy", "gene/protein", 39_774),
)
COLUMNS = "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source"
WORDS = ("the", "model", "says", "that", "energy", "is", "lost", "when", "current", "flows", "through a wire")


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--only", default=",".join(BARS), help="default: all")
    parser.add_argument("--kg", type=Path, help="a graph file; default: write one")
    parser.add_argument("--pairs", type=int, default=3)
    args = parser.parse_args()
    share, n_pairs = (0.01, 1) if args.quick else (1.0, args.pairs)
    compile_modules(ROOT)
    with recording(__file__, args), tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        kg = args.kg or scratch / "kg.csv"
        if args.kg is None and args.only != "adopt":
            written(kg, graph(share))
        for what in args.only.split(","):
            PARTS[what](kg, scratch, share, n_pairs)


def in_turns(what: str, n_pairs: int, ours: tuple[object, ...], baseline: tuple[object, ...]) -> None:
    """A line for CPU, and one for memory."""
    found = []
    for number in range(n_pairs):
        theirs = finish(*baseline, at=Place(ROOT)).figures()
        found.append(
            (finish(*(str(word).format(number=number) for word in ours), at=Place(ROOT)).figures(), theirs)
        )
    compare(what, found, "cpu_s", BARS[what])
    compare(what, found, "peak_mb", None)


def build(kg: Path, scratch: Path, _share: float, n_pairs: int) -> None:
    with kg.open(encoding="utf-8", newline="") as file:
        diseases = dict.fromkeys(
            row["x_name"] for row in csv.DictReader(file) if row["relation"] == "disease_disease"
        )
    seeds = written(scratch / "seeds.csv", ["name\n", *(f'"{each}"\n' for each in islice(diseases, N_SEEDS))])
    ours = ("-m", "mhclient", "build", "--kg", kg, "--seeds", seeds, "--out", scratch / "built-{number}")
    wanted = f"polars.any_horizontal(polars.col('x_name', 'y_name').is_in({NAMES}))"
    in_turns("build", n_pairs, ours, ("-c", FILTER.format(wanted), kg, seeds))


def harden(kg: Path, _scratch: Path, _share: float, n_pairs: int) -> None:
    wanted = "polars.col('relation') == 'indication'"
    in_turns("harden", n_pairs, ("-c", LOAD, kg), ("-c", FILTER.format(wanted), kg))


def adopt(_kg: Path, scratch: Path, share: float, n_pairs: int) -> None:
    log = written(scratch / "samples_trees_2026-01-21T03-44-18.jsonl", log_lines(int(N_LINES * share)))
    ours = ("-m", "mhclient", "adopt", log, "--store", scratch / "{number}.sqlite3")
    in_turns("adopt", n_pairs, ours, ("-c", PARSE, log))


PARTS: dict[str, Callable[[Path, Path, float, int], None]] = {
    "build": build,
    "harden": harden,
    "adopt": adopt,
}


def written(path: Path, lines: "list[str] | Iterator[str]") -> Path:
    with path.open("w", encoding="utf-8", buffering=1 << 20) as file:
        file.writelines(lines)
    return path


def graph(share: float) -> Iterator[str]:
    """Every edge forward, then every edge backward, a relation at a time; with hubs, as real graphs have."""
    yield COLUMNS + "\n"
    rng, cells, index = random.Random(42), dict[str, list[str]](), 0
    for kind, (n, source) in NODES.items():
        names = (f'"made-up {kind}, susceptibility to, {number}"' for number in range(n))
        cells[kind] = [f"{index + at},{at + 100_000},{kind},{name},{source}" for at, name in enumerate(names)]
        index += n
    for relation, *kinds, n_rows in RELATIONS:
        x, y = (cells[kind] for kind in kinds)
        pairs: dict[tuple[int, int], None] = {}
        while len(pairs) < max(1, int(n_rows * share) // 2):
            one, other = int(len(x) * rng.random() ** 1.5), int(len(y) * rng.random() ** 1.5)
            if x[one] != y[other]:
                pairs[one, other] = None
        yield from (f"{relation},{relation},{x[one]},{y[other]}\n" for one, other in pairs)
        yield from (f"{relation},{relation},{y[other]},{x[one]}\n" for one, other in pairs)


def log_lines(n: int) -> Iterator[str]:
    """Rows as lm-evaluation-harness 0.4.13 writes them, of one filter."""
    for number in range(n):
        rng, gold = random.Random(number), "ABCDEFGHIJ"[number % 10]
        question, reply = f"{words(rng, 40)}, {number}?", f"{words(rng, 120)} The answer is ({gold})."
        choices = [f"{words(rng, 4)} {place}" for place in range(10)]
        shown = "\n".join(map(". ".join, zip("ABCDEFGHIJ", choices, strict=True)))
        sent = {
            "arg_0": f"Question: {question}\nOptions:\n{shown}\nAnswer:",
            "arg_1": {"until": ["Question:"]},
        }
        row = {
            "doc_id": number,
            "doc": {"question_id": number, "question": question, "options": choices, "answer": gold},
            "target": gold,
            "arguments": {"gen_args_0": sent},
            "resps": [[reply]],
            "filtered_resps": [gold],
            "filter": "none",
            "metrics": ["exact_match"],
            **dict.fromkeys(("doc_hash", "prompt_hash", "target_hash"), f"{number:064x}"),
            "exact_match": 1.0,
        }
        yield json.dumps(row, ensure_ascii=False) + "\n"


def words(rng: random.Random, n: int) -> str:
    return " ".join(rng.choices(WORDS, k=n))


if __name__ == "__main__":
    main()
