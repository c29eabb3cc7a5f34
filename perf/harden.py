"""What hardening costs on a graph file of PrimeKG's size: ratios against baselines of the same minutes.

    python perf/primekg_sized.py kg.csv                 # once, 0.98 GB
    python perf/harden.py --kg kg.csv [--record]
    python perf/harden.py --quick                       # a hundredth of it, whose figures mean nothing

Targets: load at most 1.5 × a bare streaming filter of the file; peak memory at most 1.5 × (filter + vectors);
one question walked from three starts (beam 5, depth 3) at most 1.0 × one dense product over all nodes.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np
import polars as pl
from children import finish
from primekg_sized import COLUMNS, rows
from recording import make_parser, recording

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmark.harden.graph import Floats, Ints, LinkGraph
from benchmark.harden.read import read_graph
from benchmark.harden.walk import Walker, WalkSettings

DIMENSIONS = 256
QUESTIONS = 10


def bare_filter(path: Path) -> None:
    """The file read once, and a few rows kept."""
    table = pl.scan_csv(path, infer_schema=False)
    print(table.filter(pl.col("relation") == "indication").collect(engine="streaming").height)


def load(path: Path) -> LinkGraph:
    """The graph as `harden` reads it."""
    graph = read_graph(path)
    print(len(graph))
    return graph


def vectors_of(n: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """(n, 256) unit vectors, seeded."""
    drawn = np.random.default_rng(0).standard_normal((n, DIMENSIONS), dtype=np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    return drawn


def walk(path: Path) -> None:
    """Seconds of CPU for a question and for a dense product, as a ratio."""
    graph = read_graph(path)
    vectors, draw = vectors_of(len(graph)), np.random.default_rng(1)
    diseases = [node for node in range(len(graph)) if graph.type(node) == "disease"]
    walked, dense = [], []
    for _ in range(QUESTIONS):
        towards = vectors[int(draw.integers(len(graph)))]

        def score(nodes: Ints, towards: "np.ndarray[tuple[int], np.dtype[np.float32]]" = towards) -> Floats:
            return np.asarray(vectors[nodes] @ towards, dtype=np.float64)

        starts = [int(node) for node in draw.choice(diseases, 3, replace=False)]
        began = time.process_time()
        Walker(graph, score, frozenset(), WalkSettings(depth=3, beam=5)).walk(starts)
        walked.append(time.process_time() - began)
        began = time.process_time()
        vectors @ towards
        dense.append(time.process_time() - began)
    question, product = float(np.median(walked)), float(np.median(dense))
    print(
        f"a question from 3 starts: {1000 * question:.1f} ms CPU, {question / product:.2f} × a dense product"
    )


def measured(what: str, path: Path) -> tuple[float, float]:
    """CPU seconds and peak megabytes of a part of this script in a process of its own."""
    done = finish(__file__, "--kg", path, "--part", what)
    return done.cpu_s, done.used.ru_maxrss / 1024


def in_turns(parts: tuple[str, ...], path: Path, rounds: int) -> list[tuple[float, float]]:
    """Median CPU seconds and megabytes of each part; in turns, for other work slows both."""
    taken = [[measured(part, path) for part in parts] for _ in range(rounds)]
    return [(median(s for s, _ in runs), median(mb for _, mb in runs)) for runs in zip(*taken, strict=True)]


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--kg", type=Path)
    parser.add_argument("--rounds", type=int, default=5, help="how often filter and load are measured")
    parser.add_argument("--part", choices=("filter", "load", "walk"))
    args = parser.parse_args()
    if args.part is not None:
        {"filter": bare_filter, "load": load, "walk": walk}[args.part](args.kg)
        return
    if args.kg is None and not args.quick:
        raise SystemExit("name a graph with --kg: perf/primekg_sized.py writes one")
    with tempfile.TemporaryDirectory() as folder, recording(__file__, args):
        measure(args.kg or small_graph(Path(folder) / "kg.csv"), 1 if args.quick else args.rounds)


def small_graph(path: Path) -> Path:
    """A hundredth of a graph of PrimeKG's size."""
    with path.open("w", encoding="utf-8") as file:
        file.write(COLUMNS + "\n")
        file.writelines(rows(0.01))
    return path


def measure(kg: Path, rounds: int) -> None:
    """Prints the three ratios."""
    (filter_s, filter_mb), (load_s, load_mb) = in_turns(("filter", "load"), kg, rounds)
    n = len(read_graph(kg))
    vectors_mb = n * DIMENSIONS * 4 / 2**20
    print(f"load: {load_s:.1f} s CPU, {load_s / filter_s:.2f} × a bare filter ({filter_s:.1f} s)")
    print(
        f"memory: {load_mb + vectors_mb:.0f} MB with vectors, "
        f"{(load_mb + vectors_mb) / (filter_mb + vectors_mb):.2f} × filter and vectors "
        f"({filter_mb:.0f} + {vectors_mb:.0f} MB)"
    )
    walk(kg)


if __name__ == "__main__":
    main()
