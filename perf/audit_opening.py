"""How quickly a run of 14,288 replies opens for auditing, and how quickly a filter answers.

Measured as a person meets it, from the command to the last character of the first screen: the overview as
text, the full-screen browser on a terminal of 80×24, the page's server and what it is asked. Each time is
also given as a multiple of a baseline of the same run: reading the same rows from the store and nothing else.
The first opening reads every reply; what was read is kept, so that the later ones need not.

    python perf/audit_opening.py [--replies 14288] [--quick] [--record]
"""

import fcntl
import os
import pty
import random
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from recording import make_parser, recording

from cache import Store

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

FILTERS = (
    "outcome:refusal",
    "task:FC grade:strict",
    "not enough information",
    "judged:no relation:indication",
)
REPEATS = 7
STILL_S = 0.4  # a screen that has not changed for so long is complete


@dataclass(frozen=True, slots=True)
class Took:
    """Time on the wall, and of the processor with programs started: a busy machine adds less to that.

    `cpu_s` is None where another process, still running, did the work.
    """

    wall_s: float
    cpu_s: float | None


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--replies", type=int, default=14_288)
    args = parser.parse_args()
    with recording(__file__, args):
        measure(*((200, 1) if args.quick else (args.replies, REPEATS)))


def measure(n: int, repeats: int) -> None:
    """Make a store of n replies, and open it in every way, so many times."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f} over the last minute, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        store, run_id = make_store(Path(folder), n)
        baseline = measure_commands(store, run_id, repeats)
        measure_terminal(store, run_id, baseline, repeats)
        measure_page(store, run_id, baseline, repeats)


def command(verb: str, *arguments: str, store: Path) -> list[str]:
    return [sys.executable, "-m", "mhclient", verb, *arguments, "--store", str(store)]


def measure_commands(store: Path, run_id: str, repeats: int) -> Took:
    """The overview as text, and the parts of it in this process; returns the baseline."""

    from mhclient.audit.browser.session import RaterSession
    from mhclient.judge.judgements import Judging
    from mhclient.read.collect import collect

    def overview() -> None:
        line = command("audit", run_id, "--plain", store=store)
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)

    connection = Store.open(store)
    baseline = median(lambda: list(connection.results.read_records(run_id)), repeats)
    shown("reading the rows alone", baseline, baseline)
    shown("--plain, first opening", once(overview), baseline)
    shown("--plain, later openings", median(overview, repeats), baseline)
    shown("the cases alone, later openings", median(lambda: collect(connection, [run_id]), repeats), baseline)
    collected = collect(connection, [run_id])
    session = RaterSession(collected.cases, Judging(connection, "perf", collected.reader))
    for text in FILTERS:
        shown(f"filter {text}", median(partial(session.choose, text), repeats), baseline)
    return baseline


def measure_terminal(store: Path, run_id: str, baseline: Took, repeats: int) -> None:
    """The browser: from the command to its first screen, and from Enter after a filter to the list."""
    line = command("audit", run_id, "--rater", "perf", store=store)
    opening, choosing = [], {text: list[Took]() for text in FILTERS}
    for _ in range(repeats):
        before = os.times()
        with terminal(line) as screen:
            wall_s = until_still(screen, b" replies, ")
            typed(screen, "\r")  # from the overview to the replies
            for text, took in choosing.items():
                typed(screen, "/\x15" + text)
                took.append(Took(typed(screen, "\r"), None))
        opening.append(Took(wall_s, cpu_since(before)))
    shown("terminal, from the command to the first screen", middle(opening), baseline)
    for text, took in choosing.items():
        shown(f"terminal, filter {text}", middle(took), baseline)


@contextmanager
def terminal(line: list[str]) -> Iterator[int]:
    """A command on a terminal of 80×24 of its own."""
    pid, screen = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execvpe(line[0], line, os.environ | {"TERM": "xterm-256color"})
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        yield screen
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(screen)


def typed(screen: int, keys: str) -> float:
    """Type, and wait for what comes of it; returns the seconds to the last character drawn."""
    os.write(screen, keys.encode())
    return until_still(screen)


def until_still(screen: int, expected: bytes = b"") -> float:
    """Seconds until the last character that is drawn, what is expected among them."""
    start = last = time.perf_counter()
    drawn = b""
    while not drawn or expected not in drawn or time.perf_counter() - last < STILL_S:
        if select.select([screen], [], [], 0.005)[0]:
            drawn += os.read(screen, 65_536)
            last = time.perf_counter()
    return last - start


def measure_page(store: Path, run_id: str, baseline: Took, repeats: int) -> None:
    """The server: until it gives its link, until the run's overview and its list are there, and filters."""
    starting, overview, listing = [], [], []
    for _ in range(repeats):
        with serving(store) as (visit, url, took):
            starting.append(took)
            overview.append(asked(visit, f"{url}/api/overview", run=run_id))
            listing.append(asked(visit, f"{url}/api/cases", run=run_id))
    shown("page, from the command to the link", middle(starting), baseline)
    shown("page, from the link to a run's overview", middle(overview), baseline)
    shown("page, its list", middle(listing), baseline)
    with serving(store) as (visit, url, _):
        asked(visit, f"{url}/api/cases", run=run_id)
        for text in FILTERS:
            filtered = [asked(visit, f"{url}/api/cases", run=run_id, filter=text) for _ in range(repeats)]
            shown(f"page, filter {text}", middle(filtered), baseline)


@contextmanager
def serving(store: Path) -> Iterator[tuple[OpenerDirector, str, Took]]:
    """A server, a visitor that it has let in, its address, and how long it took to give its link."""
    line = command("serve", "--rater", "perf", "--port", "0", store=store)
    start = time.perf_counter()
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment
    ) as server:
        assert server.stdout is not None
        link = server.stdout.readline().partition(": ")[2].strip()
        took = Took(time.perf_counter() - start, None)
        visit = build_opener(HTTPCookieProcessor(CookieJar()))
        visit.open(link).read()
        try:
            yield visit, link.partition("/?")[0], took
        finally:
            server.terminate()


def asked(visit: OpenerDirector, address: str, **parameters: str) -> Took:
    start = time.perf_counter()
    visit.open(f"{address}?{urlencode(parameters)}").read()
    return Took(time.perf_counter() - start, None)


def shown(what: str, took: Took, baseline: Took) -> None:
    cpu = "" if took.cpu_s is None else f", of the processor {took.cpu_s:7.3f} s"
    print(f"{what:50} {took.wall_s:7.3f} s on the wall {took.wall_s / baseline.wall_s:7.2f} ×{cpu}")


def once(work: Callable[[], object]) -> Took:
    before, start = os.times(), time.perf_counter()
    work()
    return Took(time.perf_counter() - start, cpu_since(before))


def cpu_since(before: os.times_result) -> float:
    return sum(os.times()[:4]) - sum(before[:4])


def median(work: Callable[[], object], repeats: int) -> Took:
    return middle([once(work) for _ in range(repeats)])


def middle(took: list[Took]) -> Took:
    cpu = [one.cpu_s for one in took if one.cpu_s is not None]
    wall_s = statistics.median(one.wall_s for one in took)
    return Took(wall_s, statistics.median(cpu) if cpu else None)


def make_store(folder: Path, n: int) -> tuple[Path, str]:
    """A run half of which asks for one of four relations, half for A or B, with replies of every kind."""
    from benchmark import read_benchmark
    from benchmark.folder import write_benchmark
    from tests.support.items import make_binary_items, make_items
    from tests.support.stored import Answer, store_run

    items = [*make_items(n // 2), *make_binary_items(n - n // 2)]
    write_benchmark(folder / "bench", items, {"format": "mhclient-benchmark/1", "kind": "own"})
    rng = random.Random(1)
    kinds: list[Callable[[int, str], Answer]] = [
        *[lambda _, letter: letter] * 12,
        *[lambda _, letter: f"Answer: {letter}"] * 3,
        lambda number, letter: f"The record for drug {number} is clear. The correct option is {letter}.",
        lambda _, letter: f"**{letter}.**",
        lambda number, _: f"I'm sorry, but I cannot give medical advice about drug {number}.",
        lambda number, _: f"There is not enough information about disorder {number}.",
        lambda number, _: (f"To decide about drug {number} we first consider its pharmacology and", "length"),
    ]
    replies = {
        item.id: rng.choice(kinds)(number, rng.choice(list(item.options)))
        for number, item in enumerate(items)
    }
    store = folder / "store.sqlite3"
    return store, store_run(store, read_benchmark(folder / "bench"), replies, model="perf")


if __name__ == "__main__":
    main()
