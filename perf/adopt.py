"""How fast logs of lm-evaluation-harness are adopted, beside parsing their JSON alone, and in what memory.

Rows are as lm-eval 0.4.13 writes them: two filters, five worked examples in the prompt, a reply that reasons.
Each number of rows is adopted into a new store by another process, so that the peak of memory is its own.
Seconds are CPU seconds, user and system: other processes do not count.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from recording import make_parser, recording

from cache import open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS

SIZES = (20_000, 100_000)
QUICK_SIZES = (200, 1_000)
WORDS = (
    "the",
    "model",
    "says",
    "that",
    "energy",
    "is",
    "lost",
    "when",
    "current",
    "flows",
    "through",
    "a",
    "wire",
)


def main() -> None:
    """Measure each size in a process of its own, and print a line of it."""
    parser = make_parser(__doc__)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measured(args.measure)))
        return
    with recording(__file__, args), tempfile.TemporaryDirectory() as folder:
        print("    rows     MB  parsed, s  adopted, s  share of speed  peak MB")
        for n in QUICK_SIZES if args.quick else SIZES:
            print(line_of(n, Path(folder) / f"samples_trees_{n}_2026-01-21T03-44-18.jsonl"), flush=True)


def line_of(n: int, log: Path) -> str:
    """Write a log of so many rows, adopt it in another process, and say what that took."""
    with log.open("w", encoding="utf-8") as file:
        file.writelines(rows(n))
    command = [sys.executable, __file__, "--measure", str(log)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    parsed, adopted, peak = json.loads(done.stdout.splitlines()[-1])
    size = log.stat().st_size / 1e6
    log.unlink()
    return f"{n:8,} {size:6.0f} {parsed:10.2f} {adopted:11.2f} {parsed / adopted:15.2f} {peak:8.0f}"


def measured(log: Path) -> tuple[float, float, float]:
    """CPU seconds to parse a log, and to adopt it; then the peak memory in MB."""
    start = time.process_time()
    with log.open(encoding="utf-8") as file:
        for line in file:
            json.loads(line)
    parsed = time.process_time() - start
    with open_store(log.with_suffix(".sqlite3")) as store:
        start = time.process_time()
        keep_logs(store, [open_log(log, NO_FIELDS)])
        adopted = time.process_time() - start
    log.with_suffix(".sqlite3").unlink()
    return parsed, adopted, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def rows(n: int) -> Iterator[str]:
    """So many lines, half of them of each filter."""
    rng = random.Random(0)
    examples = "".join(
        f"Question: {text(rng, 40)}\nOptions:\n{listed(rng)}\nAnswer: {text(rng, 60)}\n\n" for _ in range(5)
    )
    for number in range(n // 2):
        for name in ("strict-match", "flexible-extract"):
            yield json.dumps(row(random.Random(number), number, examples, name), ensure_ascii=False) + "\n"


def row(rng: random.Random, number: int, examples: str, name: str) -> dict[str, object]:
    """A document's row of one filter."""
    choices = [text(rng, 4) + f" {place}" for place in range(10)]
    gold = "ABCDEFGHIJ"[number % 10]
    question = f"{text(rng, 40)}, {number}?"
    shown = "\n".join(f"{letter}. {choice}" for letter, choice in zip("ABCDEFGHIJ", choices, strict=True))
    prompt = f"{examples}Question: {question}\nOptions:\n{shown}\nAnswer:"
    reply = f"{text(rng, 120)} The answer is ({gold})."
    return {
        "doc_id": number,
        "doc": {
            "question_id": number,
            "question": question,
            "options": choices,
            "answer": gold,
            "category": "x",
        },
        "target": gold,
        "arguments": {
            "gen_args_0": {"arg_0": prompt, "arg_1": {"until": ["Question:"], "max_gen_toks": 2048}}
        },
        "resps": [[reply]],
        "filtered_resps": [gold],
        "filter": name,
        "metrics": ["exact_match"],
        "doc_hash": f"{number:064x}",
        "prompt_hash": f"{number:064x}",
        "target_hash": f"{number:064x}",
        "exact_match": 1.0,
    }


def text(rng: random.Random, n: int) -> str:
    """So many words."""
    return " ".join(rng.choices(WORDS, k=n))


def listed(rng: random.Random) -> str:
    """Ten options of an example."""
    return "\n".join(f"{letter}. {text(rng, 4)}" for letter in "ABCDEFGHIJ")


if __name__ == "__main__":
    main()
