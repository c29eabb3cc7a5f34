"""1,000 items through a limit of 200 requests a second: how long against the ideal, and how many are refused.
Then 10,000 items without a limit, and the same where one in a hundred is refused once: how much is kept.

    python perf/rate_limit.py [--quick] [--record]

Real HTTP on loopback against the simulator's token bucket, once with the limit told in headers, once with
bare refusals. The ideal is 1,000 / 200 = 5 s and one latency; a client that uses what the bucket has saved
up at the start (200 requests) can be faster.
"""

import tempfile
import time
from pathlib import Path

from recording import make_parser, recording

from benchmark import Benchmark, Item, read_benchmark
from benchmark.folder import write_benchmark
from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, Pace, RunOrder
from mhclient.ask.run import finish_run, open_run
from mhclient.machine.event_loop import run_async
from mhclient.providers.registry import provider_named
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.simulator.server import Simulator

PER_S = 200
MODELS = {
    "limit told in headers": f"sim-limited:requests_per_s={PER_S}",
    "limit told by nobody": f"sim-limited:requests_per_s={PER_S},tells_limit=0",
}


def benchmark_in(folder: Path, n_items: int) -> Benchmark:
    options = {"A": "indication", "B": "contraindication", "C": "off-label use", "D": "none"}
    items = (Item(f"RP-{k}", "RP", f"Which relation has drug {k}?", options, ("B",)) for k in range(n_items))
    write_benchmark(folder, items, {"format": "mhclient-benchmark/1", "kind": "own"})
    return read_benchmark(folder)


async def measure(folder: Path, n_items: int, model: str, latency_s: float) -> tuple[float, int]:
    """Seconds from the first request to the last reply, and refusals."""
    benchmark = benchmark_in(folder / "b", n_items)
    async with Simulator(latency_s=latency_s) as simulator, AsyncStore(folder / "s.sqlite3") as store:
        provider = provider_named("compatible", simulator.openai_base_url)
        variant = load_variant("letter-only")
        spec = RunSpec(provider.name, model, provider.endpoint, benchmark.items_sha256, variant)
        order = RunOrder(benchmark, spec, provider, "r", Pace(concurrency=256))
        sent, counts = await open_run(store, order)
        began_at = time.perf_counter()
        await finish_run(store, order, sent, counts, Controls())
        took_s = time.perf_counter() - began_at
        assert counts.done == n_items
        assert counts.errors == 0
        return took_s, simulator.statuses[429]


def main() -> None:
    args = make_parser(__doc__).parse_args()
    with recording(__file__, args):
        measure_all(*((100, (0.01,)) if args.quick else (1_000, (0.01, 0.05, 0.3))))
        measure_chance(300 if args.quick else 10_000, n_pairs=1 if args.quick else 3)


def measure_chance(n_items: int, latency_s: float = 0.05, n_pairs: int = 3) -> None:
    """Pairs of runs one after the other, for what else the machine does weighs on both."""
    for number in range(1, n_pairs + 1):
        took = {}
        for share in (0, 0.01):
            with tempfile.TemporaryDirectory() as folder:
                model = f"sim-tidy:refused_once_rate={share}"
                took[share], refused = run_async(measure, Path(folder), n_items, model, latency_s)
        print(
            f"1 % refused once, whatever the rate, pair {number}: {n_items / took[0.01]:,.0f} items/s / "
            f"{n_items / took[0]:,.0f} items/s = {took[0] / took[0.01]:.0%} of the speed (bar 80 %), "
            f"refused {refused}"
        )


def measure_all(n_items: int, latencies_s: tuple[float, ...]) -> None:
    for name, model in MODELS.items():
        for latency_s in latencies_s:
            with tempfile.TemporaryDirectory() as folder:
                took_s, refused = run_async(measure, Path(folder), n_items, model, latency_s)
            ideal_s = n_items / PER_S + latency_s
            print(
                f"{name}, latency {latency_s * 1000:3.0f} ms: {took_s:5.2f} s / {ideal_s:.2f} s = "
                f"{took_s / ideal_s:.2f} (bar 1.15), refused {refused} = {refused / n_items:.1%} (bar 10 %)"
            )


if __name__ == "__main__":
    main()
