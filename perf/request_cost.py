"""What a request costs on our side: CPU, wall and memory of a run against the bare client it rests on.

    python perf/request_cost.py [--quick] [--record]

Baselines, in the same run and against the same server process on loopback: OpenAI's SDK on its aiohttp
backend (for `--provider openai`), bare aiohttp (for `--provider compatible`), both on Python's own event
loop; ours runs on the loop our commands run on. Each measurement is a process of its own.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from loopback import Meter, Pair, compare, measured, server
from recording import make_parser, recording

PROMPT = (
    "Which relation does the PrimeKG knowledge graph record between the drug 'drug {n}' and the disorder "
    "'disorder {n}'?\n\nA. indication\nB. contraindication\nC. off-label use\nD. none\n\nAnswer with the "
    "letter of the correct option only."
)


def body(n: int) -> dict[str, Any]:
    return {
        "model": "m",
        "messages": [{"role": "user", "content": PROMPT.format(n=n)}],
        "temperature": 0,
        "max_completion_tokens": 120,
    }


async def bare(client: str, base_url: str, n: int, concurrency: int) -> dict[str, float]:
    """n requests through the bare client, `concurrency` at a time."""
    if client == "sdk":
        import openai

        sdk = openai.AsyncOpenAI(
            api_key="x", base_url=base_url, max_retries=0, http_client=openai.DefaultAioHttpClient()
        )

        async def ask(number: int) -> object:
            return await sdk.chat.completions.create(**body(number))
    else:
        import aiohttp

        session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=concurrency))
        url, headers = f"{base_url}/chat/completions", {"Authorization": "Bearer x"}

        async def ask(number: int) -> object:
            async with session.post(url, json=body(number), headers=headers) as answer:
                return json.loads(await answer.read())

    await ask(0)
    meter = Meter()
    numbers = iter(range(n))

    async def work() -> None:
        for number in numbers:
            await ask(number)

    await asyncio.gather(*(work() for _ in range(concurrency)))
    return meter.read(n)


def prepare(folder: Path, n: int) -> None:
    """A benchmark of n items, made in a process of its own so that its memory is not the run's."""
    from benchmark import Item
    from benchmark.folder import write_benchmark

    options = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
    question = PROMPT.split("\n")[0]
    items = (Item(f"RP-{k}", "RP", question.format(n=k), options, ("B",)) for k in range(n))
    write_benchmark(folder, items, {"format": "mhclient-benchmark/1", "kind": "own"})


async def ours(provider_name: str, base_url: str, folder: Path, concurrency: int) -> dict[str, float]:
    """A run of the whole benchmark; CPU and wall of the asking alone, peak memory of everything."""
    from benchmark import read_benchmark
    from cache.async_store import AsyncStore
    from mhclient.ask.loop import ask_missing
    from mhclient.ask.order import Controls, Pace, RunOrder
    from mhclient.ask.run import open_run
    from mhclient.providers.registry import provider_named
    from mhclient.run.spec import RunSpec
    from mhclient.run.variant import load_variant

    benchmark = read_benchmark(folder)
    provider = provider_named(provider_name, base_url)
    variant = load_variant("letter-only")
    spec = RunSpec(provider.name, "m", provider.endpoint, benchmark.items_sha256, variant)
    with tempfile.TemporaryDirectory() as scratch:
        async with AsyncStore(Path(scratch) / "s.sqlite3") as store:
            order = RunOrder(benchmark, spec, provider, "r", Pace(concurrency=concurrency))
            spec, counts = await open_run(store, order)
            meter = Meter()
            await ask_missing(store, order, spec, counts, Controls())
            figures = meter.read(counts.total)
    assert counts.done == counts.total
    assert counts.errors == 0
    return figures


SCRIPT = Path(__file__)
# kind of transport → our provider, the bare client it rests on
KINDS = {"sdk": ("openai", "sdk"), "direct": ("compatible", "aiohttp")}
CPU_BARS = {"sdk": 1.25, "direct": 2.0}
MEMORY_BARS = {"sdk": 1.3, "direct": None}
WALL_BARS = {"sdk": 1.45, "direct": 1.10}


def against_bare(kind: str, base_url: str, folder: Path, n: int, repeats: int) -> list[Pair]:
    """Candidate and baseline in turn, so that a drifting machine hits both."""
    provider, client = KINDS[kind]
    return [
        (
            measured(SCRIPT, "--child", "ours", provider, base_url, folder, 256),
            measured(SCRIPT, "--child", "bare", client, base_url, n, 256),
        )
        for _ in range(repeats)
    ]


def against_fewer(kind: str, base_url: str, folder: Path, repeats: int) -> list[Pair]:
    """1,024 under way against 64, both ours."""
    provider, _ = KINDS[kind]
    return [
        (
            measured(SCRIPT, "--child", "ours", provider, base_url, folder, 1024),
            measured(SCRIPT, "--child", "ours", provider, base_url, folder, 64),
        )
        for _ in range(repeats)
    ]


def child(what: str, *arguments: str) -> None:
    """One measurement; its figures as a line of JSON."""
    if what == "prepare":
        prepare(Path(arguments[0]), int(arguments[1]))
        print("{}")
        return
    client, base_url, items, concurrency = arguments
    if what == "ours":
        from mhclient.machine.event_loop import run_async

        figures = run_async(ours, client, base_url, Path(items), int(concurrency))
    else:
        figures = asyncio.run(bare(client, base_url, int(items), int(concurrency)))
    print(json.dumps(figures))


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(*args.child)
        return
    with recording(__file__, args):
        measure(*((["direct"], 100, 1) if args.quick else (KINDS, 14_288, 3)))


def measure(kinds: Iterable[str], n: int, repeats: int) -> None:
    """n requests over these transports, so many times."""
    print(f"{n} requests, ratio = ours / baseline, median of {repeats} [min–max]")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "benchmark"
        measured(SCRIPT, "--child", "prepare", folder, n)
        with server() as url:
            for kind in kinds:
                pairs = against_bare(kind, url, folder, n, repeats)
                compare(f"{kind}: 256 under way", pairs, "cpu_per_1000", CPU_BARS[kind])
                compare(f"{kind}: 256 under way", pairs, "peak_mb", MEMORY_BARS[kind])
                pairs = against_fewer(kind, url, folder, repeats)
                compare(f"{kind}: 1,024 under way against 64", pairs, "cpu_per_1000", 2.0)
        with server(latency_s=0.3) as url:
            for kind in kinds:
                pairs = against_bare(kind, url, folder, n, repeats)
                compare(f"{kind}: 300 ms latency, 256 under way", pairs, "wall_s", WALL_BARS[kind])


if __name__ == "__main__":
    main()
