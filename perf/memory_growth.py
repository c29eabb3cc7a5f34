"""Whether a run's peak memory grows with its items: many against MHGraphBench's 14,288, over the direct wire.

    python perf/memory_growth.py [--items 1000000]

Each run is a process of its own, asks the same server on loopback and keeps every reply. A million items take
about half an hour and 2 GB of disk.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from loopback import Server, compare, measured

FEW = 14_288
MEASURE = Path(__file__).with_name("request_cost.py")


def run_of(n: int, base_url: str) -> dict[str, float]:
    """The figures of a run of n items, 256 requests under way."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "benchmark"
        measured(MEASURE, "--child", "prepare", folder, n)
        return measured(MEASURE, "--child", "ours", "compatible", base_url, folder, 256)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--items", type=int, default=1_000_000, help="default: 1000000")
    n = parser.parse_args().items
    with Server() as url:
        pair = (run_of(n, url), run_of(FEW, url))
    compare(f"{n:,} items against {FEW:,}", [pair], "peak_mb", None)
    compare(f"{n:,} items against {FEW:,}", [pair], "cpu_per_1000", None)


if __name__ == "__main__":
    main()
