"""How fast logs of lm-evaluation-harness are adopted, beside parsing their JSON alone, and in what memory.

    python perf/adopt.py [--processes N] [--rounds 3] [--quick] [--record]

Rows are as lm-eval 0.4.13 writes them: two filters, five worked examples in the prompt, a reply that reasons.
Each number of rows is adopted into a new store by another process, so that the peak of memory is its own;
once read by that process alone, once with others, which start anew. Their peak is that of the largest.
Where there are several rounds, the two take turns, and each figure is the median; a share is of one round.
Parsing is `json.loads` of every line, and, in brackets, the parser that the project reads such rows with,
which refuses what a store cannot hold. CPU is user and system, of all processes. Where others are busy, the
wall says little: several processes get more of the machine than the one that parses.
"""

import argparse
import json
import os
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from children import finish
from recording import make_parser, recording

from cache import open_store
from mhclient.adopt.formats import open_log
from mhclient.adopt.keep import keep_logs
from mhclient.adopt.logged import NO_FIELDS
from mhclient.adopt.parsed_json import parsed as parsed_by_us

Seconds = tuple[float, float]  # of CPU, and on the wall
Measured = tuple[Seconds, float, Seconds, list[float]]

HEAD = (
    "    rows   MB  processes  parsed: CPU s (ours)   wall s  adopted: CPU s   wall s  share: CPU  wall  MB"
)
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
    n_processors = len(os.sched_getaffinity(0))
    parser.add_argument(
        "--processes", type=int, default=n_processors, help="that read, the one that writes among them"
    )
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measured(args.measure, args.processes)))
        return
    with recording(__file__, args), tempfile.TemporaryDirectory() as folder:
        print(HEAD)
        for n in QUICK_SIZES if args.quick else SIZES:
            log = Path(folder) / f"samples_trees_{n}_2026-01-21T03-44-18.jsonl"
            with log.open("w", encoding="utf-8") as file:
                file.writelines(rows(n))
            ways = (1, args.processes)
            rounds = [[in_another_process(log, way) for way in ways] for _ in range(args.rounds)]
            for way, found in zip(ways, zip(*rounds, strict=True), strict=True):
                print(line_of(n, log, way, found), flush=True)


def in_another_process(log: Path, n_processes: int) -> Measured:
    """What `measured` finds."""
    done = finish(__file__, "--measure", log, "--processes", n_processes)
    found: Measured = json.loads(done.out.splitlines()[-1])
    return found


def line_of(n: int, log: Path, n_processes: int, rounds: Sequence[Measured]) -> str:
    """What adopting a log of so many rows took: medians of some rounds."""
    size = log.stat().st_size / 1e6
    parsed_cpu, parsed_wall = (median(each[0][place] for each in rounds) for place in (0, 1))
    adopted_cpu, adopted_wall = (median(each[2][place] for each in rounds) for place in (0, 1))
    ours = median(each[1] for each in rounds)
    cpu, wall = (median(each[0][place] / each[2][place] for each in rounds) for place in (0, 1))
    memory = " + ".join(f"{max(peaks):.0f}" for peaks in zip(*(each[3] for each in rounds), strict=True))
    return (
        f"{n:8,} {size:4.0f} {n_processes:10} {parsed_cpu:14.2f} ({ours:4.2f}) {parsed_wall:8.2f} "
        f"{adopted_cpu:15.2f} {adopted_wall:8.2f} {cpu:11.2f} {wall:5.2f}  {memory}"
    )


def measured(log: Path, n_processes: int) -> Measured:
    """Seconds to parse a log, with our parser (CPU alone), and to adopt it; then peaks of memory in MB."""
    parsed = seconds_of(partial(parse_all, log, json.loads))
    ours, _ = seconds_of(partial(parse_all, log, parsed_by_us))
    with open_store(log.with_suffix(".sqlite3")) as store:
        opened = [open_log(log, NO_FIELDS)]
        adopted = seconds_of(lambda: keep_logs(store, opened, n_processes=n_processes))
    log.with_suffix(".sqlite3").unlink()
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)[: 1 if n_processes == 1 else 2]
    return parsed, ours, adopted, [resource.getrusage(each).ru_maxrss / 1e3 for each in who]


def parse_all(log: Path, parse: Callable[[str], object]) -> None:
    """Parse every line and forget it."""
    with log.open(encoding="utf-8") as file:
        for line in file:
            parse(line)


def seconds_of(work: Callable[[], object]) -> Seconds:
    """Of the processors, those of ended children counted in, and on the wall."""
    start, before = time.perf_counter(), sum(os.times()[:4])
    work()
    return sum(os.times()[:4]) - before, time.perf_counter() - start


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
