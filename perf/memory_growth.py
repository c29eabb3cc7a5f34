"""Whether a run's peak memory grows with its items: many against MHGraphBench's 14,288, over the direct wire.

    python perf/memory_growth.py [--items 1000000] [--quick] [--record]

Each run is a process of its own, asks the same server on loopback and keeps every reply. A million items take
about half an hour and 2 GB of disk.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from loopback import compare, measured, server
from recording import make_parser, recording

FEW = 14_288
MEASURE = Path(__file__).with_name("request_cost.py")


def run_of(n: int, base_url: str) -> dict[str, float]:
    """The figures of a run of n items, 256 requests under way."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "benchmark"
        measured(MEASURE, "--child", "prepare", folder, n)
        return measured(MEASURE, "--child", "ours", "compatible", base_url, folder, 256)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--items", type=int, default=1_000_000, help="default: 1000000")
    args = parser.parse_args()
    with recording(__file__, args):
        compare_sizes(*((100, 100) if args.quick else (args.items, FEW)))


def compare_sizes(n: int, few: int) -> None:
    """A run of n items against one of few; measured once where both are the same."""
    with server() as url:
        found = {size: run_of(size, url) for size in {n, few}}
    pair = (found[n], found[few])
    compare(f"{n:,} items against {few:,}", [pair], "peak_mb", None)
    compare(f"{n:,} items against {few:,}", [pair], "cpu_per_1000", None)


if __name__ == "__main__":
    main()
