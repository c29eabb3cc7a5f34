"""What a request costs on our side: CPU, wall and memory of a run against the bare client it rests on.

    python perf/request_cost.py [--quick] [--record]

Baselines, in the same run and against the same server process on loopback: OpenAI's SDK on its aiohttp
backend (for `--provider openai`), bare aiohttp (for `--provider compatible`), all on Python's own event loop.
Every reply is one letter, and what is measured is asking alone; whole commands, and replies as models write
them: `real_replies.py`. Each measurement is a process of its own.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from loopback import Meter, Pair, compare, measured, server
from recording import make_parser, recording

QUESTION = (
    "Which relation does the PrimeKG knowledge graph record between the drug 'drug {n}' and the disorder "
    "'disorder {n}'?"
)
OPTIONS = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
INSTRUCTION = "Answer with the letter of the correct option only."


def bodies_of(folder: Path) -> list[dict[str, Any]]:
    """What is sent for each item of a benchmark."""
    prompts = [
        "\n".join([item["question"], "", *(f"{letter}. {text}" for letter, text in item["options"].items())])
        for item in map(json.loads, (folder / "items.jsonl").read_text(encoding="utf-8").splitlines())
    ]
    messages = [[{"role": "user", "content": f"{prompt}\n\n{INSTRUCTION}"}] for prompt in prompts]
    return [
        {"model": "m", "messages": each, "temperature": 0, "max_completion_tokens": 120} for each in messages
    ]


async def bare(client: str, base_url: str, folder: Path, concurrency: int) -> dict[str, float]:
    """The requests of a benchmark through the bare client, `concurrency` at a time."""
    bodies = bodies_of(folder)
    if client == "sdk":
        import openai

        sdk = openai.AsyncOpenAI(
            api_key="x", base_url=base_url, max_retries=0, http_client=openai.DefaultAioHttpClient()
        )

        async def ask(body: dict[str, Any]) -> object:
            return await sdk.chat.completions.create(**body)
    else:
        import aiohttp

        session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=concurrency))
        url, headers = f"{base_url}/chat/completions", {"Authorization": "Bearer x"}

        async def ask(body: dict[str, Any]) -> object:
            async with session.post(url, json=body, headers=headers) as answer:
                return json.loads(await answer.read())

    await ask(bodies[0])
    meter = Meter()
    waiting = iter(bodies)

    async def work() -> None:
        for body in waiting:
            await ask(body)

    await asyncio.gather(*(work() for _ in range(concurrency)))
    return meter.read(len(bodies))


def prepare(folder: Path, n: int, replies: Sequence[tuple[dict[str, str], str]] | None = None) -> None:
    """A benchmark of n items, with the options of these replies if there are any; and what is replied."""
    from benchmark import Item
    from benchmark.folder import write_benchmark

    options = [OPTIONS] * n if replies is None else [options for options, _ in replies]
    items = (Item(f"RP-{k}", "RP", QUESTION.format(n=k), options[k], ("B",)) for k in range(n))
    write_benchmark(folder, items, {"format": "mhclient-benchmark/1", "kind": "own"})
    if replies is not None:
        (folder / "replies.json").write_text(json.dumps([text for _, text in replies]), encoding="utf-8")


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


def against_bare(kind: str, base_url: str, folder: Path, repeats: int) -> list[Pair]:
    """Candidate and baseline in turn, so that a drifting machine hits both."""
    provider, client = KINDS[kind]
    return [
        (
            measured(SCRIPT, "--child", "ours", provider, base_url, folder, 256),
            measured(SCRIPT, "--child", "bare", client, base_url, folder, 256),
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
        figures = asyncio.run(bare(client, base_url, Path(items), int(concurrency)))
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
                pairs = against_bare(kind, url, folder, repeats)
                compare(f"{kind}: 256 under way", pairs, "cpu_per_1000", CPU_BARS[kind])
                compare(f"{kind}: 256 under way", pairs, "peak_mb", MEMORY_BARS[kind])
                pairs = against_fewer(kind, url, folder, repeats)
                compare(f"{kind}: 1,024 under way against 64", pairs, "cpu_per_1000", 2.0)
        with server(latency_s=0.3) as url:
            for kind in kinds:
                pairs = against_bare(kind, url, folder, repeats)
                compare(f"{kind}: 300 ms latency, 256 under way", pairs, "wall_s", WALL_BARS[kind])


if __name__ == "__main__":
    main()
