"""How long and how much memory does it take to get the slice out of a graph of PrimeKG's size?

Baseline: a bare streaming `polars.scan_csv` filter over the same file, in the same run. Each measurement is a
process of its own, taken in turns; the medians are compared. Then a whole build and its verification, once.

    python perf/slice_extraction.py [--kg FILE] [--rounds 5] [--quick] [--record]

Without --kg a synthetic file (1.04 GB) is written to a temporary folder and removed afterwards.
"""

import csv
import json
import statistics
import tempfile
from pathlib import Path

from children import finish
from primekg_sized import COLUMNS, rows
from recording import make_parser, recording

LIMIT_RATIO, LIMIT_MB = 1.3, 600

BARE = """
import polars as pl
names = [line.strip().strip('"') for line in open({seeds!r}, encoding="utf-8")][1:]
table = pl.scan_csv({kg!r}, infer_schema=False)
hits = table.filter(pl.col("x_name").is_in(names) | pl.col("y_name").is_in(names)).collect(engine="streaming")
found = hits.height
"""
EXTRACT = """
from pathlib import Path
from benchmark.build.scan import extract
from benchmark.build.seeds import read_seeds
found = len(extract(Path({kg!r}), read_seeds(Path({seeds!r}))).rows)
"""
# What `build` does besides: the SHA-256 of the file's bytes for the manifest, in a thread.
HASHED = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from benchmark.folder import sha256_of
from benchmark.build.scan import extract
from benchmark.build.seeds import read_seeds
with ThreadPoolExecutor(1) as pool:
    hashing = pool.submit(sha256_of, Path({kg!r}))
    found = len(extract(Path({kg!r}), read_seeds(Path({seeds!r}))).rows)
    hashing.result()
"""
BUILD = """
from pathlib import Path
from benchmark import BuildSettings, Sources, build_benchmark
made = build_benchmark(Sources(Path({kg!r}), Path({seeds!r})), BuildSettings(), Path({out!r}))
found = made.manifest["items"]["count"]
"""
VERIFY = """
from pathlib import Path
from benchmark.verify import Inputs, verify
found = len(verify(Path({out!r}), Inputs(Path({kg!r}))).violations)
"""
UNITS = {"build": "items", "verify": "violations"}
# The peak is read from /proc: ru_maxrss of a new process begins at what its parent had when it was started.
FRAME = """
import json, time
began = time.perf_counter()
{body}
took = time.perf_counter() - began
[peak] = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(json.dumps([took, int(peak) / 1024, found]))
"""


def measure(body: str, **files: str) -> tuple[float, float, int]:
    """Seconds (imports counted), peak resident memory in MB, and what was found, in a process of its own."""
    program = FRAME.format(body=body.format(**files))
    seconds, megabytes, found = json.loads(finish("-c", program).out)
    return seconds, megabytes, found


def compare(kg: Path, seeds: Path, rounds: int) -> None:
    """Bare filter and extraction in turns, then build and verify."""
    files = {"kg": str(kg), "seeds": str(seeds), "out": str(seeds.parent / "benchmark")}
    programs = {"bare filter": BARE, "extract": EXTRACT, "and hash": HASHED}
    taken: dict[str, list[tuple[float, float, int]]] = {name: [] for name in programs}
    for _ in range(rounds):
        for name, body in programs.items():
            taken[name].append(measure(body, **files))
    medians = {name: statistics.median(run[0] for run in runs) for name, runs in taken.items()}
    for name, runs in taken.items():
        ratio, memory = medians[name] / medians["bare filter"], max(run[1] for run in runs)
        print(f"{name:12} {medians[name]:6.2f} s  {memory:5.0f} MB  {runs[0][2]:,} rows  ratio {ratio:.2f}")
    print(f"wanted: a ratio of at most {LIMIT_RATIO} and at most {LIMIT_MB} MB")
    for name, body in (("build", BUILD), ("verify", VERIFY)):
        seconds, megabytes, found = measure(body, **files)
        print(f"{name:12} {seconds:6.2f} s  {megabytes:5.0f} MB  {found:,} {UNITS[name]}")


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument(
        "--kg", type=Path, help="a graph file with disease names; default: write a synthetic one"
    )
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with recording(__file__, args):
        compare_in(args.kg, *((0.001, 1) if args.quick else (1.0, args.rounds)))


def compare_in(given: Path | None, share: float, rounds: int) -> None:
    """Compare on a graph, or on a synthetic one of that share of PrimeKG's rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kg = given or folder / "kg.csv"
        if given is None:
            with kg.open("w", encoding="utf-8", buffering=1 << 20) as file:
                file.write(COLUMNS + "\n")
                file.writelines(rows(share))
        seeds = folder / "seeds.csv"
        seeds.write_text(
            "name\n" + "".join(f'"{disease}"\n' for disease in some_diseases(kg, 42)), encoding="utf-8"
        )
        print(f"{kg.stat().st_size / 1e9:.2f} GB")
        compare(kg, seeds, rounds)


def some_diseases(kg: Path, n: int) -> list[str]:
    """The first n diseases that are linked to a disease: seeds with a neighbourhood."""
    found: dict[str, None] = {}
    with kg.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["relation"] == "disease_disease":
                found[row["x_name"]] = None
            if len(found) == n:
                break
    return list(found)


if __name__ == "__main__":
    main()
