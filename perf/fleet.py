"""What sharing a run out costs the process that asks: CPU time per item, against one that computes itself.

Engines that answer at once, so that all that is measured is ours: plan, claim, share out, read, keep. In
process the model's worker has its two threads; over Ray the nodes of a cluster answer.

    python perf/fleet.py                       # 2,000 items a run, each way three times in turn
    python perf/fleet.py --ray                 # Ray, too, where a cluster runs (RAY_ADDRESS)
    python perf/fleet.py --quick

CPU time of this process alone, all its threads; the ways take turns, so that a drifting machine touches all.
"""

import argparse
import asyncio
import importlib.util
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


from recording import make_parser, recording

import mhclient
from benchmark import Benchmark
from cache import Store
from mhclient.providers.local.identity import ModelIdentity, identify
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.local.settings import LocalSettings, Placement
from mhclient.providers.local.worker import ModelWorker, Portions
from mhclient.providers.model import Model
from mhclient.providers.reach import Reach
from mhclient.run.letter_forms import NAMED
from mhclient.run.spec import Ask
from mhclient.study.source import ReadAs, find_benchmark

BAR = 1.3
LETTERS = "ABCD"
FORMS = NAMED["paper"]
SETTINGS = LocalSettings(Ask.FORCED_CHOICE, "float32", 4096, FORMS, engine="packed")
SCORES = {each: [[-1.5 - place, 1, False] for _ in FORMS.templates] for place, each in enumerate(LETTERS)}
REPLY = json.dumps(
    {
        "choice": "A", "choices": {}, "margin": 1.0, "mass": 0.9, "forms": list(FORMS.templates),
        "scores": SCORES,
        "way": "packed", "n_prompt_tokens": 80, "n_shortened": 0, "checks": {},
        "computed_with": "nothing", "model": "instant",
    }
).encode()  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """A prepared request, as the worker's portions want it."""

    n_tokens: int = 80
    read_first: Sequence[int] = ()


@dataclass(slots=True)
class InstantEngine:
    """Answers at once."""

    notes: list[str] = field(default_factory=list)

    def prepare(self, bodies: Sequence[str]) -> Sequence[Any]:
        return [Item()] * len(bodies)

    def answer(self, prepared: Sequence[Any], on_halving: Callable[[int], None]) -> Sequence[bytes]:
        return [REPLY] * len(prepared)


class InstantModel(LocalProvider):
    """A local model whose engine answers at once: here, or on other machines."""

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[Any]:
        worker = ModelWorker(InstantEngine(), Portions(self.placement.batch_size, 8_192))
        try:
            yield worker.ask
        finally:
            worker.close()

    def computed_with(self) -> str:
        return "nothing"


def items(folder: Path, n: int) -> Benchmark:
    """So many questions."""
    lines = [
        {
            "question": f"Which relation of drug {number} is recorded?",
            "A": "a",
            "B": "b",
            "C": "c",
            "D": "d",
            "answer": "A",
        }
        for number in range(n)
    ]
    path = folder / "q.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return find_benchmark(str(path), folder / "s.sqlite3", ReadAs({}, None)).benchmark


def run_once(
    identity: ModelIdentity, folder: Path, benchmark: Benchmark, name: str, placement: Placement
) -> float:
    """CPU milliseconds an item of one whole run."""
    provider = InstantModel(identity, SETTINGS, placement)
    model = Model(
        provider=provider,
        name="instant",
        ask=Ask.FORCED_CHOICE,
        settings=SETTINGS.to_json(),
        concurrency=4 * placement.batch_size,
        timeout_s=600.0,
    )
    asyncio.run(opened_once(provider))  # a Ray cluster has its processes started
    store = folder / f"{name}-{time.monotonic_ns()}.sqlite3"
    began_at = time.process_time()
    result = mhclient.evaluate(benchmark, model, store=store, progress=False)
    spent = time.process_time() - began_at
    if not result.complete:
        raise SystemExit(f"{name}: not every item has a reply: {result.notes}")
    with Store.open(store, read_only=True) as opened:
        n_replies = opened.check.count()[1]
    return 1_000 * spent / n_replies


async def opened_once(provider: LocalProvider) -> None:
    async with provider.connect(Reach()):
        return


def measure(args: argparse.Namespace, identity: ModelIdentity, ways: dict[str, Placement]) -> None:
    """Prints the table."""
    folder = Path(identity.source).parent
    benchmark, few = items(folder, args.items), items(folder, 20)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for name, placement in ways.items():
        run_once(identity, folder, few, name, placement)  # does not count
    for _ in range(args.repeats):
        for name, placement in ways.items():
            found[name].append(run_once(identity, folder, benchmark, name, placement))
    here = statistics.median(found["in process"])
    for name, each in found.items():
        middle = statistics.median(each)
        said = "" if name == "in process" else f", {middle / here:.2f} × in process (bar {BAR:g})"
        print(f"{name:>20}: {middle:.2f} ms of CPU an item ({min(each):.2f} to {max(each):.2f}){said}")


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--ray", action="store_true", help="Ray's nodes, too")
    args = parser.parse_args()
    if args.quick:
        args.items, args.repeats = 40, 1
    with tempfile.TemporaryDirectory() as scratch, recording(__file__, args):
        (Path(scratch) / "instant").mkdir()
        (Path(scratch) / "instant" / "config.json").write_text("{}")
        identity = identify(str(Path(scratch) / "instant"), None)
        ways = {"in process": Placement("cpu", 32)}
        if args.ray and importlib.util.find_spec("ray") is None:
            print("Ray: skipped, it is not installed (pip install 'mhclient[ray]')")
        elif args.ray:
            ways |= {f"Ray, buckets of {n}": Placement("cpu", n, on_ray=True) for n in (32, 128)}
        measure(args, identity, ways)


if __name__ == "__main__":
    main()
