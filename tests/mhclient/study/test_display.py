"""What the display says of runs where it only prints lines, as in pipes and notebooks."""

import io
from functools import partial

from aiohttp import web
from rich.console import Console

from cache.async_store import AsyncStore
from mhclient.ask.order import Controls, RunOrder
from mhclient.ask.run import finish_run, open_run
from mhclient.ask.stopping import Stop
from mhclient.providers.registry import provider_named
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.study import display as display_module
from mhclient.study.display import RunsDisplay, RunView
from tests.support.asking import PACE, simulator_for
from tests.support.items import make_items


async def test_where_a_run_stands_is_said_once_before_it_moves(make_benchmark, tmp_path, monkeypatch):
    """A start that takes longer than the time between two lines has said it already."""
    monkeypatch.setattr(display_module, "PLAIN_EVERY_S", 0.0)
    benchmark, lines, stop = make_benchmark(make_items(3)), io.StringIO(), Stop()
    failed = [{"error": {"code": 503, "status": "UNAVAILABLE", "message": "No room now."}}]

    async def fail(_: web.Request, __: bytes) -> web.StreamResponse:
        return web.json_response(failed)

    async def look(_: web.Request, sent: bytes) -> web.StreamResponse:
        display.update()
        return web.Response(body=sent, content_type="application/json")

    script = [fail, look]
    simulated = simulator_for(benchmark, script=script)
    async with simulated as simulator, AsyncStore(tmp_path / "s.sqlite3") as store:
        provider = provider_named("openai", simulator.openai_base_url)
        variant = load_variant("letter-only")
        spec = RunSpec("openai", "sim-tidy", provider.endpoint, benchmark.items_sha256, variant)
        order = RunOrder(benchmark, spec, provider, spec.run_id(), PACE)
        sent, progress = await open_run(store, order)
        display, view = RunsDisplay(Console(file=lines)), RunView("sim-tidy", progress, stop)
        with display, display.showing(view):
            display.update()
            await finish_run(store, order, sent, progress, Controls(stop, watch=partial(display.watch, view)))
            display.update()
    assert lines.getvalue().count("sim-tidy: 0 of 3 done") == 2  # the second while it fails
    assert lines.getvalue().count("the last try: HTTP 200 with an error: No room now.") == 1  # until a reply
    assert "sim-tidy: 3 of 3 done" in lines.getvalue()
