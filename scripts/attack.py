"""Ask a hostile server, in each of its 185 ways, and look at what the program makes of it.

    python scripts/attack.py [--only NAME,...] [--provider openai,compatible] [--crowd]

Each way is a run of twelve items as a user starts it, against loopback: two good answers, three in that way,
good ones after. Printed are peak memory, time, exit status, what was stored, and where a planted key was
found. Nothing is drawn: the order and the answers are the same at each start. `--crowd` has 256 gzip bombs
under way at once, with the bound at its default. Status 1 if a run ended as an internal error, with a
traceback, above its memory or time, with a request left under way, or with the key in anything it wrote.
"""

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from hostile_server import MB, WAYS, HostileServer, Made, Way, bomb, gzipped

from benchmark import Item
from benchmark.folder import write_benchmark

CANARY = "sk-CANARY-4f1d9c0b7a-e2"
N_ITEMS, N_GOOD, N_BAD = 12, 2, 3
TIMEOUT_S = 3  # of one attempt
MOST_MB, MOST_S = 300.0, 60.0
CROWD = 256
AS_USUAL = frozenset({0, 1, 2})

# The command, which tells its peak memory in kilobytes as its last line. (Linux; `ru_maxrss` would also count
# the moment between fork and exec, when the child is as large as this script.)
PROGRAM = """
import re, sys
from mhclient.cli.main import command
sys.argv = ["mhclient", *sys.argv[1:]]
try:
    raise SystemExit(command())
finally:
    with open("/proc/self/status") as status:
        peak = re.search(r"VmHWM:\\s*(\\d+)", status.read())[1]
    sys.stderr.write(f"\\n{peak}\\n")
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of one run."""

    status: int | None
    peak_mb: float
    took_s: float
    said: str
    attempts: Counter[str]
    items: Counter[str]
    found_in: list[str]  # the places in which the key was found

    def wrong(self, most_s: float = MOST_S) -> list[str]:
        """What is wrong with it."""
        checks = {
            f"exit status {self.status}": self.status not in AS_USUAL,
            "an internal error": "internal error" in self.said,
            "a traceback": "Traceback" in self.said,
            "too much memory": self.peak_mb > MOST_MB,
            "too much time": self.took_s > most_s,
            "attempts left under way": "in_flight" in self.attempts,
            f"the key in {', '.join(self.found_in)}": bool(self.found_in),
        }
        return [what for what, found in checks.items() if found]


def make_items(folder: Path, n: int) -> Path:
    options = {"A": "indication", "B": "contraindication"}
    items = (Item(f"RP-{k:04d}", "RP", f"Which relation has drug {k}?", options, ("B",)) for k in range(n))
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    return folder / "bench"


async def run(
    way: Way, folder: Path, provider: str, n_items: int, counts: tuple[int, int], *more: str
) -> Ended:
    """One run against the server; `counts`: how many requests are answered well first, then badly."""
    if isinstance(way, Made):
        way.prepare()  # what takes a while to make must not look like a slow server
    benchmark, store = make_items(folder, n_items), folder / "s.sqlite3"
    async with HostileServer(way, *counts) as server:
        words = (
            *("run", "--provider", provider, "--model", "m", "--benchmark", str(benchmark), "--run-id", "r"),
            *("--base-url", f"http://127.0.0.1:{server.port}/v1", "--store", str(store), *more),
            *("--json-log", str(folder / "log.jsonl")),
        )
        began_at = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, *words),
            env=os.environ | {"OPENAI_API_KEY": CANARY, "MHCLIENT_API_KEY": CANARY},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(), 4 * MOST_S)
        except TimeoutError:
            process.kill()
            out, err = await process.communicate()
        took_s = time.monotonic() - began_at
    *_, peak = err.split() or [b"0"]
    said = (out + err).decode("utf-8", "replace")
    peak_mb = int(peak) / 1024 if peak.isdigit() else 0.0
    return Ended(process.returncode, peak_mb, took_s, said, *stored(store), found(said, folder))


def stored(store: Path) -> tuple[Counter[str], Counter[str]]:
    """Attempts by state, and items by how they ended."""
    if not store.exists():
        return Counter(), Counter()
    with sqlite3.connect(store) as connection:
        attempts = connection.execute("SELECT state FROM attempts")
        items = connection.execute(
            "SELECT coalesce(error, (SELECT admission FROM responses WHERE id = response_id), 'missing') "
            "FROM run_items"
        )
        return Counter(row[0] for row in attempts), Counter(row[0] for row in items)


def found(said: str, folder: Path) -> list[str]:
    """Where the key was found: in what was printed, in files, in bodies as they unpack."""
    places = ["what was printed"] if CANARY in said else []
    files = [path for path in folder.iterdir() if path.is_file()]
    places += [path.name for path in files if CANARY.encode() in path.read_bytes()]
    store = folder / "s.sqlite3"
    if store.exists():
        with sqlite3.connect(store) as connection:
            bodies = [zlib.decompress(row[0]) for row in connection.execute("SELECT body FROM responses")]
        places += ["a body in the store"] * any(CANARY.encode() in body for body in bodies)
    return places


async def attack(name: str, way: Way, provider: str, most_s: float = MOST_S) -> list[str]:
    """One way; what is wrong, by name."""
    more = ("--concurrency", "4", "--timeout", str(TIMEOUT_S))
    with tempfile.TemporaryDirectory() as folder:
        ended = await run(way, Path(folder), provider, N_ITEMS, (N_GOOD, N_BAD), *more)
    return told(f"{name} ({provider})", ended, most_s)


async def crowd(provider: str) -> list[str]:
    """256 bombs at once."""
    packed = gzipped(bomb(100 * MB))
    n_good = 600  # by then so many may be under way
    with tempfile.TemporaryDirectory() as folder:
        more = ("--concurrency", str(CROWD))
        counts = (n_good, CROWD)
        ended = await run(Made(lambda: packed), Path(folder), provider, n_good + CROWD, counts, *more)
    return told(f"{CROWD} bombs ({provider})", ended, 3 * MOST_S)


def told(name: str, ended: Ended, most_s: float) -> list[str]:
    """Print a line; what is wrong, by name."""
    attempts = ", ".join(f"{n} {state}" for state, n in sorted(ended.attempts.items()))
    items = ", ".join(f"{n} {end}" for end, n in sorted(ended.items.items()))
    wrong = ended.wrong(most_s)
    print(
        f"{name:42} status {ended.status}  {ended.peak_mb:5.0f} MB  {ended.took_s:5.1f} s  "
        f"attempts: {attempts}  items: {items}{'  WRONG: ' if wrong else ''}{'; '.join(wrong)}",
        flush=True,
    )
    return [f"{name}: {what}" for what in wrong]


async def attack_all(names: list[str], providers: list[str], *, with_crowd: bool) -> list[str]:
    wrong = [
        what for name in names for provider in providers for what in await attack(name, WAYS[name], provider)
    ]
    if with_crowd:
        wrong += [what for provider in providers for what in await crowd(provider)]
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="names of ways, separated by commas")
    parser.add_argument("--provider", default="openai,compatible")
    parser.add_argument("--crowd", action="store_true")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else list(WAYS)
    wrong = asyncio.run(attack_all(names, args.provider.split(","), with_crowd=args.crowd))
    print(f"{len(names)} ways, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
