"""How long `mhclient --help` takes against Python's own start, and `import mhclient` in seconds of CPU.

python perf/startup.py [--quick] [--record]
"""

import os
import resource
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


def cpu_seconds(command: list[str]) -> float:
    """User and system time of a program: what the machine does besides counts for little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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
    importing = [sys.executable, "-c", "import mhclient"]
    imports = [(cpu_seconds(importing), cpu_seconds(baseline)) for _ in range(n_pairs)]
    print(
        f"import mhclient {median(a for a, _ in imports) * 1000:.1f} ms of CPU (bar 20), Python's own "
        f"start {median(b for _, b in imports) * 1000:.1f}, median of {n_pairs} pairs"
    )


if __name__ == "__main__":
    main()
