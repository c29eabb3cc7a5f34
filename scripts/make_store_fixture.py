"""Make the store that tests open to see that no later version loses what an earlier one has kept.

    python scripts/make_store_fixture.py tests/fixtures/v0_1_0

Everything goes through the command line: a benchmark of 40 items, runs against the simulator on a fixed port
(the address is part of a request's key) and one of a tiny local model, judgements, and what the reports say.
Run it once per version whose stores are to stay readable, and commit the folder. A folder that is there is
refused: what an earlier version wrote is never made anew by a later one.
"""

import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

PORT = 18765
SERVER = f"http://127.0.0.1:{PORT}"
CHAT, ROOT = f"{SERVER}/v1", SERVER  # base URLs of OpenAI's and of Anthropic's API
TASKS = ("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E")
OPENAI = ("--provider", "openai", "--base-url", CHAT)
PRICED = ("--price", "1,2")
RUNS: dict[str, tuple[str, ...]] = {
    "chat": (*OPENAI, "--model", "sim-tidy", *PRICED),
    "verbose": (*OPENAI, "--model", "sim-verbose", "--variant", "answer-line", *PRICED),
    "refusing": (*OPENAI, "--model", "sim-refusing", "--run-id", "a-name-of-our-own"),
    "json": (*OPENAI, "--model", "sim-tidy", "--variant", "json"),
    "reasoning": (*OPENAI, "--model", "sim-verbose", "--variant", "reasoning", "--temperature", "none"),
    "shots": (*OPENAI, "--model", "sim-tidy", "--variant", "letter-only:shots=2,seed=3,option_label=(A)"),
    "orders": (*OPENAI, "--model", "sim-a-biased", "--variant", "letter-only:option_order=cyclic,shift=1"),
    "logprobs": (*OPENAI, "--model", "sim-a-biased", "--ask", "logprobs", "--top-logprobs", "5"),
    "partial": (*OPENAI, "--model", "sim-a-biased", "--limit", "18", "--tasks", "FC,RP,R1"),
    "unfinished": (*OPENAI, "--model", "sim-a-biased:accuracy=0.7", "--max-requests", "15"),
    "compatible": ("--provider", "compatible", "--base-url", CHAT, "--model", "sim-tidy:accuracy=0.5"),
    "responses": ("--provider", "openai-responses", "--base-url", CHAT, "--model", "sim-reasoning",
                  "--max-tokens", "400"),
    "anthropic": ("--provider", "anthropic", "--base-url", ROOT, "--model", "sim-verbose", *PRICED),
    "batch": (*OPENAI, "--model", "sim-refusing", "--variant", "answer-line", "--batch", *PRICED),
    "anthropic-batch": ("--provider", "anthropic", "--base-url", ROOT, "--model", "sim-tidy", "--limit", "20",
                        "--batch"),
    "local": ("--provider", "local", "--model", "tiny-llama", "--limit", "12", "--dtype", "float32"),
}  # fmt: skip
LEFT_OPEN = ("unfinished",)
JUDGED: list[tuple[int, str, dict[str, Any]]] = [  # item's place in the sample, rater, what is said
    (0, "ann", {"verdict": "none"}),
    (1, "ann", {"verdict": "answer", "letters": ["A"], "note": "says so at the end"}),
    (2, "ann", {"verdict": "refusal"}),
    (3, "ann", {"verdict": "ambiguous"}),
    (0, "bob", {"verdict": "none"}),
    (1, "bob", {"verdict": "answer", "letters": ["B"]}),
    (2, "bob", {"verdict": "refusal"}),
]


def main(folder: Path) -> None:
    """Make the fixture in a folder that is not there yet."""
    folder.mkdir(parents=True)
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        sizes = [word for task in TASKS for word in ("--size", f"{task}=5")]
        mhclient("build", "--sample", "--out", folder / "bench", *sizes)
        os.symlink(folder / "bench", "bench")
        save_tiny_model()
        with simulator():
            commands = ask()
        decided = judge(commands["verbose"]["run_id"])
        (folder / "decisions.json").write_text(decided, encoding="utf-8")
        write(folder / "runs.json", commands)
        expect(folder, commands)
        for name in ("logprobs", "local"):
            mhclient("letters", commands[name]["run_id"], "--items", folder / f"letters-{name}.jsonl")
        keep_store(folder)


def mhclient(*words: object, status: int = 0) -> str:
    """What a command prints; it has to end with that status."""
    command = [sys.executable, "-m", "mhclient", *map(str, words)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == status, (words, done.returncode)
    return done.stdout


def save_tiny_model() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.support.tiny import byte_level_tokenizer, random_model, saved, wrapped

    tokenizer = wrapped(byte_level_tokenizer())
    saved(Path("tiny-llama"), random_model("llama", len(tokenizer)), tokenizer)


@contextmanager
def started(*words: str) -> Iterator[str]:
    """A command that serves; gives the first line it prints."""
    command = [sys.executable, "-u", "-m", "mhclient", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline()
        finally:
            process.terminate()


@contextmanager
def simulator() -> Iterator[None]:
    settings = ("--port", str(PORT), "--answer-key", "bench/items.jsonl", "--batch-time", "0.1")
    with started("simulate", *settings):
        yield


def ask() -> dict[str, dict[str, Any]]:
    """Ask all runs; name → the command line and the run's id."""
    commands: dict[str, dict[str, Any]] = {}
    known = set[str]()
    for name, options in RUNS.items():
        words = ["run", "--benchmark", "bench", *options]
        mhclient(*words, status=1 if name in LEFT_OPEN else 0)
        if "--batch" in words:
            mhclient("collect", "--wait")
        commands[name] = {"command": words, "run_id": new_run(known)}
    words = ["reask", commands["verbose"]["run_id"], "--outcome", "truncated", "--max-tokens", "600"]
    mhclient(*words, "--base-url", CHAT)
    commands["reask"] = {"command": [*words, "--base-url", CHAT], "run_id": new_run(known)}
    return commands


def new_run(known: set[str]) -> str:
    listed = {json.loads(line)["run"] for line in mhclient("runs", "--json").splitlines()}
    (new,) = listed - known
    known.add(new)
    return str(new)


def judge(run_id: str) -> str:
    """Draw a sample, have two raters judge some of it blind; returns the decisions file."""
    mhclient("audit", "sample", run_id, "--n", "8")
    for rater in ("ann", "bob"):
        with started("serve", "--port", "0", "--rater", rater) as line:
            judge_as(rater, line.partition(": ")[2].strip(), {"run": run_id, "sample": "1"})
    return mhclient("audit", "decisions", run_id, status=1)


def judge_as(rater: str, link: str, queue: dict[str, str]) -> None:
    visit = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    visit.open(link).read()
    origin = link.partition("/?")[0]
    with visit.open(f"{origin}/api/cases?run={queue['run']}&sample={queue['sample']}") as reply:
        items = [row["item"] for row in json.load(reply)["rows"]]
    for place, name, said in JUDGED:
        if name == rater:
            body = json.dumps({**queue, "item": items[place], **said}).encode()
            headers = {"Origin": origin, "Content-Type": "application/json"}
            visit.open(urllib.request.Request(f"{origin}/api/judge", body, headers)).read()


def expect(folder: Path, commands: dict[str, dict[str, Any]]) -> None:
    """Write what this version prints for programs."""
    ids = {name: run["run_id"] for name, run in commands.items()}
    shown: list[tuple[str, ...]] = [("report", run_id) for run_id in ids.values()]
    shown += [("report", ids["verbose"], "--decisions", str(folder / "decisions.json"))]
    shown += [("compare", ids["chat"], ids[name]) for name in ("compatible", "shots", "anthropic")]
    shown += [("compare", ids["verbose"], ids["reask"])]
    with gzip.GzipFile(folder / "expected.json.gz", "wb", mtime=0) as file:
        known = [
            {"command": shorter(words, folder), "printed": json.loads(mhclient(*words, "--format", "json"))}
            for words in shown
        ]
        file.write(json.dumps(known, ensure_ascii=False, indent=1).encode())


def shorter(words: tuple[str, ...], folder: Path) -> list[str]:
    return [word.replace(f"{folder}{os.sep}", "") for word in words]


def write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def keep_store(folder: Path) -> None:
    """Fold the log into the store and compress it; the machine's name is no part of the fixture."""
    with closing(sqlite3.connect("mhclient.sqlite3", isolation_level=None)) as connection:
        connection.execute("UPDATE sessions SET host = 'fixture'")
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        connection.execute("VACUUM")
    with gzip.GzipFile(folder / "store.sqlite3.gz", "wb", mtime=0) as file:
        file.write(Path("mhclient.sqlite3").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
