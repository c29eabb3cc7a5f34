"""One run of the command against a hostile server, and what came of it; `attack.py` says which."""

import asyncio
import os
import re
import signal
import sqlite3
import time
import zlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from forked_command import Forked
from hostile_bytes import Made, Way
from hostile_server import HostileServer
from hostile_speech import ANTHROPIC, CHAT, GEMINI, RESPONSES, Speech

from benchmark import Item
from benchmark.folder import write_benchmark

CANARY = "sk-CANARY-4f1d9c0b7a-e2"
MOST_MB, MOST_S = 300.0, 60.0
APIS = {
    "anthropic": ANTHROPIC,
    "gemini-native": GEMINI,
    "openai-responses": RESPONSES,
}  # all others: chat completions
KEYS = ("OPENAI_API_KEY", "MHCLIENT_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")
DRAINS, GIVES_UP = b"Stopping: what is", b"Giving up what is"  # what a run says to Ctrl-C
AS_USUAL = frozenset({0, 1, 2})


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
    longest_s: float = 0.0  # of an attempt
    answered_s: tuple[float, ...] = ()  # after each Ctrl-C
    ending_s: float = 0.0  # of CPU, from the second Ctrl-C to the end

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


@dataclass(frozen=True, slots=True)
class Attack:
    """A run and what is done to it.

    Attributes:
        counts: how many requests are answered well first, then badly.
        interrupted_at: after so many requests, Ctrl-C, and again once that is answered; None for never.
    """

    way: Way
    provider: str
    n_items: int
    counts: tuple[int, int]
    more: tuple[str, ...]
    interrupted_at: int | None = None
    most_s: float = 4 * MOST_S

    @property
    def speech(self) -> Speech:
        return APIS.get(self.provider, CHAT)


def run(attack: Attack, folder: Path) -> Ended:
    """One run against the server."""
    try:
        return asyncio.run(_run(attack, folder, Forked()))
    finally:
        if isinstance(attack.way, Made):
            attack.way.forget()


async def _run(attack: Attack, folder: Path, process: Forked) -> Ended:
    if isinstance(attack.way, Made):
        attack.way.prepare()  # what takes a while to make must not look like a slow server
    benchmark, store = make_items(folder, attack.n_items), folder / "s.sqlite3"
    async with HostileServer(attack.way, *attack.counts, attack.speech) as server:
        words = (
            *("run", "--provider", attack.provider, "--model", "m", "--benchmark", str(benchmark)),
            *("--base-url", f"http://127.0.0.1:{server.port}{attack.speech.path}", "--run-id", "r"),
            *("--store", str(store), *attack.more, "--json-log", str(folder / "log.jsonl")),
        )
        answered: tuple[float, ...] = ()
        began_at, spent_s = time.monotonic(), 0.0
        await process.start(words, dict.fromkeys(KEYS, CANARY))
        heard = Heard(process)
        try:
            async with asyncio.timeout(attack.most_s):
                answered, spent_s = await interrupted(heard, server, attack.interrupted_at)
                await heard.to_the_end()
        except TimeoutError:
            process.kill()
            await heard.to_the_end()
        took_s = time.monotonic() - began_at
    said = heard.said.decode("utf-8", "replace")
    told = re.search(r"\n([\d.]+) (\d+)\n$", said)
    cpu_s, peak_mb = (float(told[1]), int(told[2]) / 1024) if told else (0.0, 0.0)
    ending_s = cpu_s - spent_s if answered else 0.0
    what = (process.returncode, peak_mb, took_s, said, *stored(store), found(said, folder))
    return Ended(*what, longest(store), answered, ending_s)


class Heard:
    """What a process says, as it says it."""

    def __init__(self, process: Forked) -> None:
        self.said = b""
        self.process = process
        self._more = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while piece := await self.process.stdout.read(65_536):
            self.said += piece
            self._more.set()
        self._more.set()

    async def to_the_end(self) -> None:
        await asyncio.shield(self._listening)
        await self.process.wait()

    async def until_it_says(self, words: bytes) -> None:
        """Wait for words, or for the end."""
        while words not in self.said and not self._listening.done():
            self._more.clear()
            await self._more.wait()


async def interrupted(heard: Heard, server: HostileServer, at: int | None) -> tuple[tuple[float, ...], float]:
    """Ctrl-C twice.

    Returns:
        How long it took until each was answered by a word, and the CPU time spent till the second came.
    """
    if at is None:
        return (), 0.0
    while server.n_asked < at and heard.process.returncode is None:  # noqa: ASYNC110 - another process's
        await asyncio.sleep(0.02)
    answered, spent_s = [], 0.0
    for words in (DRAINS, GIVES_UP):
        began_at, spent_s = time.monotonic(), cpu_of(heard.process.pid)
        if heard.process.returncode is None:
            heard.process.send_signal(signal.SIGINT)
        await heard.until_it_says(words)
        answered.append(time.monotonic() - began_at)
    return tuple(answered), spent_s


def cpu_of(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has ended
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # proc(5): utime, stime


def longest(store: Path) -> float:
    """The attempt that took longest, in seconds."""
    if not store.exists():
        return 0.0
    with sqlite3.connect(store) as connection:
        return float(connection.execute("SELECT coalesce(max(duration_s), 0) FROM attempts").fetchone()[0])


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
