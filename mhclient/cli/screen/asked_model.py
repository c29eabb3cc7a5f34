"""One simulated model asked by a demo, with the screen of `mhclient run`."""

from benchmark import Benchmark
from cache.async_store import AsyncStore
from mhclient.ask.order import RunOrder
from mhclient.cli.screen.console import err
from mhclient.cli.screen.running import Screen, ask_and_show
from mhclient.providers.registry import provider_named
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.show.counts import counted
from mhclient.simulator.profiles import PROFILES


async def ask_model(
    store: AsyncStore, benchmark: Benchmark, base_url: str, model: str, variant: str = "letter-only"
) -> str:
    """Ask a simulated model a benchmark; returns the run's id."""
    provider = provider_named("openai", base_url)
    spec = RunSpec(provider.name, model, provider.endpoint, benchmark.items_sha256, load_variant(variant))
    ended = await ask_and_show(store, RunOrder(benchmark, spec, provider, spec.run_id()), Screen(err))
    err.print(
        f"   {model:14} {counted(ended.progress.done, 'reply')} ({PROFILES[model].description})",
        soft_wrap=True,
    )
    return spec.run_id()
