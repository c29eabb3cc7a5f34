"""Ask a hostile server, in each of its 210 ways, and look at what the program makes of it.

    python scripts/attack/attack.py [--only NAME,...]
                                    [--provider openai,compatible,openai-responses,anthropic,gemini-native]

Each way is a run of twelve items as a user starts it, against loopback: two good answers, three in that way,
good ones after. Printed are peak memory, time, exit status, what was stored, and where a planted key was
found. Nothing is drawn: the order and the answers are the same at each start. Status 1 if a run ended as an
internal error, with a traceback, above its memory or time, with a request left under way, or with the key in
anything it wrote.
"""

import argparse
import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Self

from speech import ANTHROPIC, CHAT, GEMINI, RESPONSES, Speech
from ways import JSON, LONGEST_S, MB, WAYS, Made, Way, answer, ways_in

from benchmark import Item
from benchmark.folder import write_benchmark

CANARY = "sk-CANARY-4f1d9c0b7a-e2"
MOST_MB, MOST_S = 300.0, 60.0
LOOK_S = 0.02  # how often it is looked how much memory the run has
N_ITEMS, N_GOOD, N_BAD = 12, 2, 3
LIMITS = ("--concurrency", "4", "--timeout", "3")
APIS = {"anthropic": ANTHROPIC, "gemini-native": GEMINI, "openai-responses": RESPONSES}  # else: CHAT
KEYS = ("OPENAI_API_KEY", "MHCLIENT_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of one run."""

    status: int
    peak_mb: float
    took_s: float
    said: str
    attempts: Counter[str]  # by state
    items: Counter[str]  # by how they ended
    found_in: list[str]  # the places in which the key was found

    @property
    def wrong(self) -> list[str]:
        """What is wrong with it."""
        checks = {
            f"exit status {self.status}": self.status not in (0, 1, 2),
            "an internal error": "internal error" in self.said,
            "a traceback": "Traceback" in self.said,
            "too much memory": self.peak_mb > MOST_MB,
            "too much time": self.took_s > MOST_S,
            "attempts left under way": "in_flight" in self.attempts,
            f"the key in {', '.join(self.found_in)}": bool(self.found_in),
        }
        return [what for what, found in checks.items() if found]


def attack(name: str, provider: str) -> list[str]:
    """One way; what is wrong, by name."""
    speech = APIS.get(provider, CHAT)
    way = ways_in(speech)[name] if speech is not CHAT else WAYS[name]
    with tempfile.TemporaryDirectory() as folder:
        ended = asyncio.run(run(way, provider, speech, Path(folder)))
    attempts = ", ".join(f"{n} {state}" for state, n in sorted(ended.attempts.items()))
    items = ", ".join(f"{n} {end}" for end, n in sorted(ended.items.items()))
    print(
        f"{f'{name} ({provider})':42} status {ended.status}  {ended.peak_mb:5.0f} MB  {ended.took_s:5.1f} s  "
        f"attempts: {attempts}  items: {items}{'  WRONG: ' if ended.wrong else ''}{'; '.join(ended.wrong)}",
        flush=True,
    )
    return [f"{name} ({provider}): {what}" for what in ended.wrong]


async def run(way: Way, provider: str, speech: Speech, folder: Path) -> Ended:
    """One run against the server."""
    if isinstance(way, Made):
        way.prepare()  # what takes a while to make must not look like a slow server
    benchmark, store = make_items(folder, N_ITEMS), folder / "s.sqlite3"
    async with HostileServer(way, N_GOOD, N_BAD, speech) as server:
        words = (
            *("run", "--provider", provider, "--model", "m", "--benchmark", str(benchmark)),
            *("--base-url", f"http://127.0.0.1:{server.port}{speech.path}", "--run-id", "r"),
            *("--store", str(store), *LIMITS, "--json-log", str(folder / "log.jsonl")),
        )
        began_at = time.monotonic()
        status, peak_mb, said = await asyncio.to_thread(run_command, words)
    took_s = time.monotonic() - began_at
    return Ended(status, peak_mb, took_s, said, *stored(store), found(said, folder))


def run_command(words: Sequence[str]) -> tuple[int, float, str]:
    """The command in a process of its own: its status, the most memory it had in MB, and all that it said."""
    environment = os.environ | dict.fromkeys(KEYS, CANARY)
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "mhclient", *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        timer = Timer(4 * MOST_S, process.kill)
        timer.start()
        peak_mb = 0.0
        while process.poll() is None:
            peak_mb = max(peak_mb, peak_of(process.pid))
            time.sleep(LOOK_S)
        timer.cancel()
        said.seek(0)
        return process.returncode, peak_mb, said.read()


def peak_of(pid: int) -> float:
    """The most memory in MB that a process has had; `ru_maxrss` begins with what this one had at the fork."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:  # it has ended meanwhile
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def make_items(folder: Path, n: int) -> Path:
    options = {"A": "indication", "B": "contraindication"}
    items = (Item(f"RP-{k:04d}", "RP", f"Which relation has drug {k}?", options, ("B",)) for k in range(n))
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    return folder / "bench"


class HostileServer:
    """Answers the first requests well, the next ones in one way, and those after them well again."""

    def __init__(self, way: Way, n_good: int, n_bad: int, speech: Speech = CHAT) -> None:
        self.n_asked = 0
        self._speech = speech
        self._way, self._n_good, self._n_bad = way, n_good, n_bad

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", limit=MB)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(LONGEST_S):
                await self._answer(reader, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # whoever asked has gone, or the way is over
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = {
            name.lower(): text.strip() for name, _, text in (x.partition(":") for x in head.split("\r\n"))
        }
        await reader.readexactly(int(fields.get("content-length", 0)))
        number, self.n_asked = self.n_asked, self.n_asked + 1
        if self._n_good <= number < self._n_good + self._n_bad:
            await self._way(writer, fields.get(self._speech.key_header, "").removeprefix("Bearer "))
        else:
            writer.write(answer(self._speech.completion(), JSON))
        await writer.drain()


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="names of ways, separated by commas")
    parser.add_argument("--provider", default="openai,compatible")
    args = parser.parse_args()
    names = args.only.split(",") if args.only else list(WAYS)
    wrong = [
        what for name in names for provider in args.provider.split(",") for what in attack(name, provider)
    ]
    print(f"{len(names)} ways, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
