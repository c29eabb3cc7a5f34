"""How long `mhclient --help` takes against Python's own start.

python perf/startup.py [--quick] [--record]
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from recording import make_parser, recording

RUNS = 30
# As a user has it: what pip installs is compiled to bytecode once, not at each start.
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}


def seconds(command: list[str]) -> float:
    began_at = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=os.environ | COMPILED)
    return time.perf_counter() - began_at


def main() -> None:
    args = make_parser(__doc__).parse_args()
    with recording(__file__, args):
        measure(3 if args.quick else RUNS)


def measure(n_pairs: int) -> None:
    ours = [str(Path(sys.executable).with_name("mhclient")), "--help"]
    baseline = [sys.executable, "-c", "pass"]
    pairs = [(seconds(ours), seconds(baseline)) for _ in range(n_pairs)]
    ratio = median(a / b for a, b in pairs)
    print(
        f"mhclient --help {median(a for a, _ in pairs) * 1000:.1f} ms / python -c pass "
        f"{median(b for _, b in pairs) * 1000:.1f} ms = {ratio:.2f} (bar 3), median of {n_pairs} pairs"
    )


if __name__ == "__main__":
    main()
