"""What a run costs on replies as models write them: the whole command beside the bare clients, on loopback.

    python perf/real_replies.py [--replies 4000] [--letters] [--latency 0] [--pairs 3] [--quick] [--record]

Replies are MMLU-Pro's published ones where `--published` is there, each to the question it was given; else
ours, of the same lengths (`prose.py`). `--letters` has "B" as every reply. `mhclient run` asks, reads and
shows its table; bare aiohttp and OpenAI's SDK on its aiohttp backend post the same prompts and read no
letter. CPU, wall time and peak memory are those of whole processes, start and imports included; modules are
compiled beforehand. Ours and the client below it are measured in turn, against the same server process.
"""

import argparse
import gzip
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from loopback import ENVIRONMENT, ROOT, Pair, Place, compare, compile_modules, finish, server
from prose import prose
from recording import make_parser, recording
from request_cost import KINDS, SCRIPT, prepare

PUBLISHED = ROOT.parent / "shared/data/llm_responses/mmlu_pro.jsonl.gz"
# Tenths of MMLU-Pro's replies have so many characters: prose of ours has, too.
LENGTHS = (60, 142, 175, 210, 265, 331, 440, 600, 860, 1_208, 3_000)
Reply = tuple[dict[str, str], str]  # options, and what is answered


def published(path: Path) -> Iterator[Reply]:
    """Replies of 29 models, in an order that has nothing of the file's."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    Random(1).shuffle(rows)
    for row in rows:
        options = dict(zip("ABCDEFGHIJ", row["options"], strict=False))
        if row["response"] and len(options) > 1 and len(set(options.values())) == len(options):
            yield options, row["response"]


def written() -> Iterator[Reply]:
    """Ours, each to options of its own."""
    for number in range(1_100):
        options = {letter: f"{word} disorder {number}" for letter, word in zip("ABCD", "wxyz", strict=True)}
        kind = "English" if number % 10 else "English in Markdown"
        yield options, prose(kind, LENGTHS[number % len(LENGTHS)], number, options)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--replies", type=int, default=4_000, help="default: 4000")
    parser.add_argument("--published", type=Path, default=PUBLISHED, help="a file of replies")
    parser.add_argument("--letters", action="store_true", help="one letter is every reply")
    parser.add_argument("--latency", type=float, default=0.0, metavar="S", help="of the server (default: 0)")
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"default: {','.join(KINDS)}")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--prepare", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.quick:
        args.replies, args.pairs, args.kinds = 50, 1, "direct"
    if args.prepare:
        found = list(published(args.published) if args.published.is_file() else written())
        prepare(
            args.prepare, args.replies, None if args.letters else list(islice(cycle(found), args.replies))
        )
        return
    compile_modules(ROOT)
    with recording(__file__, args), tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        # In a process of its own: a child's peak begins at what its parent holds.
        finish(__file__, *sys.argv[1:], "--replies", args.replies, "--prepare", folder / "bench")
        with server(args.latency, None if args.letters else folder / "bench/replies.json") as url:
            for kind in args.kinds.split(","):
                pairs = [measure(kind, folder, url, args.replies) for _ in range(args.pairs)]
                for figure in ("cpu_s", "wall_s", "peak_mb"):
                    compare(f"{kind}: {args.replies:,} replies at {args.latency:g} s", pairs, figure, None)


def measure(kind: str, folder: Path, url: str, n: int) -> Pair:
    """A run and the bare client that it rests on, one after the other."""
    provider, client = KINDS[kind]
    here = Place(folder, os.environ | ENVIRONMENT | {"PYTHONPATH": str(ROOT)})
    asked = ("--model", f"{provider}:m", "--base-url", url, "--concurrency", 256, "--store", "s.sqlite3")
    with tempfile.TemporaryDirectory(dir=folder) as work:
        ours = finish("-m", "mhclient", "run", "../bench", *asked, at=here._replace(folder=Path(work)))
    bare = finish(SCRIPT, "--child", "bare", client, url, folder / "bench", 256, at=here)
    return ours.figures(), bare.figures()


if __name__ == "__main__":
    main()
