"""Give every verb of the command line files that somebody made to break it, and see what becomes of them.

    python scripts/hostile/hostile.py [N] [--seed S] [--share K/M] [--only TEXT] [--keep FOLDER]
                                     [--made FOLDER]

Each input is a good file of its kind after one change: cut, empty, of another encoding, deep, with huge
numbers, NaN, wrong types, doubled keys, lone surrogates, NUL; a pipe, a device, a folder, a loop of
links; a name with a line end and no UTF-8; an archive whose member claims 8 GB, a row of a store that
unpacks to 1.5 GB, a store with views and triggers of others. Each runs in a process of its own, forked
from one that has imported everything. It must end within 20 s of CPU (300 s by the clock) and 500 MB,
with status 0, 1 or 2, without a traceback and without an internal error; with status 2 in one line that
names the file (or the run), and the place in it where one line, cell or value was changed. The same seed
gives the same inputs; `--share 2/4` takes the second of four shares of them.
"""

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from kinds import HAS_INSPECT, INSPECTS, RUNS, Kind, Spoil, kinds
from prepared import FIXTURE, SAMPLE, Prepared, in_a_fork
from spoil import (
    blanks,
    bomb_gzip,
    bomb_store,
    spoil_archive,
    spoil_csv,
    spoil_eval,
    spoil_json,
    spoil_toml,
    spoil_zip,
)

from mhclient.cli.main import main as mhclient
from mhclient.cli.parser import VERBS, add_arguments_of, work_of
from mhclient.machine.process import no_gc

MOST_S, MOST_MB = 20, 500  # of CPU
LONGEST_S = 300  # by the clock, however busy the machine is
MOST_VIRTUAL = 6 * 1024**3
SERVERS = {"simulate": 2, "serve": 2}  # they would serve for ever: how many seconds they may
ODD = "\n\x1b[2J\u202e"  # of a name
NO_UTF_8 = "\udcff"  # how Python has a byte of a name that is none
ODDLY_NAMED = 0.05  # of the files that a command names
WHOLE = "whole"  # a file in the folder of what is made, once all of it is there
BOMBS = (bomb_store, bomb_gzip, spoil_archive, spoil_zip, spoil_eval)
INSIDE = (spoil_json, spoil_csv, spoil_toml)  # what these change has a place in its file
# No parser says where JSON or TOML becomes too deep.
PLACE = re.compile(
    r"""\b(line|lines|row|position|request|record|sample) \d|\b(item|columns?|cell) |'[^']+'|"[^"]+\""""
    r"|result \d|number \d|question \d|[DS]\d{3}| → |nested too deeply|no log that is known|holds no reply"
    r"|has no rating|Token `|\[UNK\] token"
    r"|value has \d+ digits|leave out --|is no hardened benchmark|the first line|\.json, \w+: "
)


@dataclass(frozen=True)
class Ended:
    """What became of one input."""

    case: str
    command: str
    status: int
    seconds: float
    megabytes: float
    said: str
    names: tuple[str, ...]  # one of which the line must hold
    inside: bool

    @property
    def problem(self) -> str | None:
        """What is wrong with how it ended; None if nothing is."""
        lines = [line for line in self.said.splitlines() if line.startswith("mhclient: ")]
        refused = self.status == 2
        checks = {
            "internal error": "fault of mhclient" in self.said or self.status == 70,
            "traceback": "Traceback" in self.said,
            "too long": self.seconds > MOST_S or self.status == -signal.SIGKILL,
            "too much memory": self.megabytes > MOST_MB,
            f"status {self.status}": self.status not in (0, 1, 2, -signal.SIGALRM),
            "not one line": refused and len(lines) != 1,
            "names no file": refused and not any(name in self.said for name in self.names),
            "names no place": refused and self.inside and not PLACE.search(self.said),
        }
        return next((what for what, found in checks.items() if found), None)


def inputs(every_kind: tuple[Kind, ...], n: int, seed: int) -> Iterator[tuple[int, Kind, Spoil, str]]:
    """`n` inputs: kinds, ways and commands drawn at random, bombs less often."""
    every = [
        (kind, spoil, command)
        for kind in every_kind
        for spoil in dict.fromkeys(kind.spoil)
        for command in kind.commands
    ]
    weights = [
        kind.spoil.count(spoil) * (0.4 if spoil in BOMBS else 1.0) / len(kind.spoil)
        for kind, spoil, _ in every
    ]
    rng = random.Random(seed)
    for number in range(n):
        yield number, *rng.choices(every, weights)[0]


def give(made: Prepared, folder: Path, rng: random.Random, kind: Kind, spoil: Spoil, command: str) -> Ended:
    """Make the input, run the command over it in a process of its own, and see how it ends."""
    if not kind.in_benchmark:
        shutil.copytree(FIXTURE / "bench", folder / "bench")
    shutil.copy(SAMPLE / "seeds.csv", folder)
    shutil.copy(made.folder / "mhclient.sqlite3", folder)
    path = kind.make(folder)
    case = f"{kind.name}: {spoil(rng, path)}"
    if "FILE" in command and (drawn := random.Random(case).random()) < ODDLY_NAMED:
        path = _named_oddly(path, ODD + NO_UTF_8 * (drawn < ODDLY_NAMED / 2))
    if path.name == "items.jsonl" and path.is_file() and rng.random() < 0.7:
        _rehash(path)
    words = [str(path) if word == "FILE" else word for word in command.split()]
    status, seconds, megabytes = forked(folder, words)
    said = (folder / "said.txt").read_text(encoding="utf-8", errors="replace")
    inside = path.relative_to(folder).parts[:-1]
    # The last is an address that was given.
    names = (path.name.split(ODD)[0], *RUNS, *inside, "http://127.0.0.1:9:")
    return Ended(case, command, status, seconds, megabytes, said, names, spoil in INSIDE)


def forked(folder: Path, words: list[str]) -> tuple[int, float, float]:
    """Run a command in a process that is forked from this one; its status, seconds of CPU and megabytes."""
    child = os.fork()
    if child == 0:
        _run(folder, words)
    status, usage = _wait(child)
    # The memory of a forked process begins with what its parent had.
    return status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def _run(folder: Path, words: list[str]) -> None:
    """In the child: the command, with all it says in a file; never returns."""
    os.chdir(folder)
    os.dup2(os.open("said.txt", os.O_WRONLY | os.O_CREAT), 2)
    os.dup2(os.open("/dev/null", os.O_RDWR), 0)
    os.dup2(os.open("shown.txt", os.O_WRONLY | os.O_CREAT), 1)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_VIRTUAL, MOST_VIRTUAL))
    signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
    signal.alarm(SERVERS.get(words[0], 0))
    try:
        status = mhclient(words)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 2
    except BaseException:  # noqa: BLE001 - whatever it is, it is what is looked for
        traceback.print_exc()
        status = 70
    with contextlib.suppress(Exception):
        sys.stderr.flush()
        sys.stdout.flush()
    os._exit(status)


def _wait(child: int) -> tuple[int, resource.struct_rusage]:
    until = time.monotonic() + LONGEST_S
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if not pid and time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            pid, status, usage = os.wait4(child, 0)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        time.sleep(0.005)


def _named_oddly(path: Path, odd: str) -> Path:
    """Give a file a name that would move a terminal's cursor and begin a line."""
    if not os.path.lexists(path):
        return path
    return path.rename(
        path.with_name(path.name.replace(".", f"{ODD}.", 1) if "." in path.name else path.name + ODD)
    )


def _rehash(items: Path) -> None:
    """Give the manifest the hash of the spoilt items: somebody may make such a folder."""
    manifest = items.with_name("manifest.json")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told["items"]["sha256"] = hashlib.sha256(items.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(told), encoding="utf-8")


def import_everything() -> None:
    """What every child then has at once."""
    names = ("anthropic", "openai", "numpy", "scipy.stats", "mhclient.report.blocks.loop")
    with no_gc():
        for verb in VERBS:
            add_arguments_of(verb)
            work_of(verb)
        for name in names:
            with contextlib.suppress(ImportError):
                import_module(name)


def prepared(folder: Path) -> Prepared:
    """What inputs are made from."""
    made = Prepared(folder)
    if (folder / WHOLE).exists():
        blanks()
        return made
    folder.mkdir(parents=True, exist_ok=True)
    in_a_fork(made.make)
    (folder / WHOLE).touch()
    blanks()
    return made


def give_all(made: Prepared, args: argparse.Namespace) -> Iterator[Ended]:
    """Every input of the share, as it ended; those that ended badly are shown and kept."""
    share, n_shares = map(int, args.share.split("/"))
    for number, kind, spoil, command in inputs(kinds(made), args.n, args.seed):
        named = f"{number:04} {kind.name} {spoil.__name__} {command}"
        if number % n_shares != share % n_shares or args.only not in named:
            continue
        with tempfile.TemporaryDirectory() as folder:
            ended = give(made, Path(folder), random.Random(f"{args.seed}.{number}"), kind, spoil, command)
            if ended.problem:
                took = f"{ended.seconds:.1f} s of CPU, {ended.megabytes:,.0f} MB"
                print(f"{ended.problem}\n  {number:04} {ended.case}\n  {ended.command}\n  {took}")
                print(f"  {ended.said.strip()[-600:]}", flush=True)
                if args.keep:
                    kept = args.keep / f"{number:04}"
                    shutil.copytree(folder, kept, dirs_exist_ok=True, symlinks=True, ignore=_no_pipes)
            yield ended


def _no_pipes(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if Path(folder, name).is_fifo()]


def main() -> int:
    """Print every input that ended as it must not, and the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("n", nargs="?", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", default="1/1", metavar="K/M", help="only this share of the inputs")
    parser.add_argument("--only", default="", help="inputs whose number, kind or command hold this")
    parser.add_argument("--keep", type=Path, help="keep the inputs that ended badly here")
    parser.add_argument("--made", type=Path, help="a folder for what inputs are made from, used again")
    args = parser.parse_args()
    # One thread for matrices, as the command line sets it before numpy is imported.
    os.environ.update(OPENAI_API_KEY="sk-nobody-listens-here", COLUMNS="120", OPENBLAS_NUM_THREADS="1")
    import_everything()
    if not HAS_INSPECT:
        print(f"no input is a {INSPECTS}: inspect_ai, which reads it, is not installed")
    with tempfile.TemporaryDirectory() as folder:
        ended = list(give_all(prepared(args.made or Path(folder)), args))
    problems = Counter(one.problem for one in ended if one.problem)
    longest = max((one.seconds for one in ended), default=0.0)
    most_mb = max((one.megabytes for one in ended), default=0.0)
    statuses = dict(sorted(Counter(one.status for one in ended).items()))
    most = f"longest {longest:.1f} s of CPU, most memory {most_mb:,.0f} MB"
    print(f"{len(ended):,} inputs, statuses {statuses}; {most}")
    print(f"problems: {dict(problems) or 'none'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
