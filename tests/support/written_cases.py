"""Cases as the simulator's writers write them, through a real store."""

from typing import cast

from cache.async_store import AsyncStore
from mhclient.ask.order import Limits
from mhclient.compose.composition import Composition, make_composer
from mhclient.compose.generate import CaseWriting
from mhclient.providers.registry import find_model


def composer_at(simulator, model, **limits):
    found = find_model("openai", model, base_url=simulator.openai_base_url)
    return make_composer(found, cast("Limits", {"concurrency": 8, **limits}))


async def written(
    simulator, store, design, patients, writers=("sim-writer",), checker="sim-checker", **limits
):
    """Every case, and the checker's errors."""
    async with AsyncStore(store) as opened:
        writing = CaseWriting(
            Composition(opened, "cases"),
            design.graph,
            [composer_at(simulator, writer, **limits) for writer in writers],
            composer_at(simulator, checker, **limits) if checker else None,
        )
        cases = await writing.write(patients)
        return cases, await writing.measure_checker(patients, seed=7)
