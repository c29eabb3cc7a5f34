"""CPU of starting, asking, a new run and opening an audit, in pairs with another checkout of this project.

    git worktree add ../earlier 932372e
    python perf/against_earlier.py --earlier ../earlier [--requests 3000] [--pairs 5] [--quick] [--record]

Both of a pair run at the same time, with the same interpreter and packages and against the same server, so
that what else the machine does hits both. CPU is user and system of the whole process, start included, but
for "asking", which each checkout's own `request_cost.py` measures. Modules are compiled beforehand, as in an
installed package. Without --earlier both are this checkout: the ratios are then what the machine adds.
"""

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median

from from_store import commands
from loopback import ENVIRONMENT, ROOT, Pair, Place, compare, compile_modules, finish, measured, server
from recording import make_parser, recording

BAR = 1.10
IMPORT_BAR_MS = 20
MAKE_STORE = (
    "import sys; from pathlib import Path; sys.path.insert(0, 'perf'); import report_size; "
    "folder = Path(sys.argv[1]); report_size.prepare(folder, 1, int(sys.argv[2]), 1); "
    "print(folder / 'store.sqlite3', report_size.runs_in(folder)[0])"
)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--earlier", type=Path, default=ROOT, help="a checkout of an earlier version")
    parser.add_argument("--requests", type=int, default=3_000)
    parser.add_argument("--pairs", type=int, default=5)
    args = parser.parse_args()
    if args.quick:
        args.requests, args.pairs = 20, 1
    checkouts = (ROOT, args.earlier.resolve())
    compile_modules(*checkouts)
    with recording(__file__, args), tempfile.TemporaryDirectory() as scratch:
        starting(checkouts, args.pairs)
        asking(checkouts, Path(scratch), args)
        auditing(checkouts, Path(scratch), args)


def starting(checkouts: Sequence[Path], n: int) -> None:
    """Helps, which whoever types a command waits for; and our package alone, beside Python's own start."""
    for words in (("--help",), ("report", "--help")):
        found = pairs(checkouts, 3 * n, partial(same, ("-m", "mhclient", *words)))
        compare(f"mhclient {' '.join(words)}", found, "cpu_s", BAR)

    def alone(place: int, _number: int) -> Sequence[object]:
        return ("-c", ("import mhclient", "pass")[place])

    took = [ours["cpu_s"] - bare["cpu_s"] for ours, bare in pairs((ROOT, ROOT), 3 * n, alone)]
    took_ms = 1000 * median(took)
    verdict = "kept" if took_ms <= IMPORT_BAR_MS else "MISSED"
    print(f"import mhclient: {took_ms:.1f} ms of CPU (bar {IMPORT_BAR_MS}: {verdict})")


def asking(checkouts: Sequence[Path], scratch: Path, args: argparse.Namespace) -> None:
    """A run over either transport, and a run with its report, new and out of the store."""
    folder = scratch / "benchmark"
    measured(ROOT / "perf/request_cost.py", "--child", "prepare", folder, args.requests)
    with server() as url:
        for provider in ("compatible",) if args.quick else ("compatible", "openai"):
            ours = ("perf/request_cost.py", "--child", "ours", provider, url, folder, 256)
            found = pairs(checkouts, args.pairs, partial(same, ours))
            compare(f"{provider}: asking", found, "cpu_per_1000", BAR)
            compare(f"{provider}: asking", found, "peak_mb", None)
        for name in ("a new run",) if args.quick else commands(folder, scratch, url, args.requests):

            def stored(place: int, number: int, name: str = name) -> Sequence[object]:
                store = scratch / f"{place}-{number}.sqlite3"
                return commands(folder, store, url, args.requests)[name]

            compare(name, pairs(checkouts, args.pairs, stored), "cpu_s", BAR)


def auditing(checkouts: Sequence[Path], scratch: Path, args: argparse.Namespace) -> None:
    """`mhclient audit --plain` of a run that each checkout has made, before and after it was read."""
    runs = []
    for place, checkout in enumerate(checkouts):
        folder = scratch / f"audited-{place}"
        folder.mkdir()
        runs.append(output(checkout, "-c", MAKE_STORE, folder, 50 if args.quick else 1).split()[-2:])

    def first(place: int, number: int) -> Sequence[object]:
        store = scratch / f"audited-{place}-{number}.sqlite3"
        shutil.copy(runs[place][0], store)
        return later(place, number)

    def later(place: int, number: int) -> Sequence[object]:
        store = scratch / f"audited-{place}-{number}.sqlite3"
        return ("-m", "mhclient", "audit", runs[place][1], "--plain", "--store", store)

    for name, line in (("audit --plain, first opening", first), ("audit --plain, later openings", later)):
        compare(name, pairs(checkouts, args.pairs, line), "cpu_s", BAR)


def pairs(checkouts: Sequence[Path], n: int, line: Callable[[int, int], Sequence[object]]) -> list[Pair]:
    """Run a command in both checkouts at once, n times; `line` gives it for a checkout and a number."""
    with ThreadPoolExecutor(len(checkouts)) as threads:
        found = []
        for number in range(n):
            lines = [line(place, number) for place in range(len(checkouts))]
            ours, theirs = threads.map(run, checkouts, lines)
            found.append((ours, theirs))
    return found


def same(line: Sequence[object], _place: int, _number: int) -> Sequence[object]:
    """A command that is the same in both, whenever it runs."""
    return line


def run(checkout: Path, line: Sequence[object]) -> dict[str, float]:
    """The CPU seconds of a Python program of a checkout, and what else it says of itself as JSON."""
    done = finish(*line, at=Place(checkout, environment(checkout)))
    last = (done.out.splitlines() or [""])[-1]
    told = json.loads(last) if last.startswith("{") else {}
    return told | {"cpu_s": done.cpu_s}


def output(checkout: Path, *line: object) -> str:
    """What a Python program of a checkout prints."""
    return finish(*line, at=Place(checkout, environment(checkout))).out


def environment(checkout: Path) -> dict[str, str]:
    """So that the checkout's packages are found before those that are installed."""
    return os.environ | ENVIRONMENT | {"PYTHONPATH": str(checkout)}


if __name__ == "__main__":
    main()
