"""A run with somebody watching: the display, the signals, the summary. `run` and `demo` share it."""

import signal
from collections.abc import Callable
from pathlib import Path

import anyio
from rich.console import Console
from rich.markup import escape

from benchmark import Benchmark
from mhclient.cli.display import REFRESH_S, RunDisplay
from mhclient.providers.base import Provider
from mhclient.runner.progress import Progress
from mhclient.runner.run import Pace, ask_missing
from mhclient.runner.start import open_run
from mhclient.runner.stopping import Stop
from mhclient.runner.storing import AsyncStore
from mhclient.spec import RunSpec
from parsers import Outcome


async def ask_and_show(
    store: AsyncStore,
    benchmark: Benchmark,
    spec: RunSpec,
    provider: Provider,
    run_id: str,
    pace: Pace,
    console: Console,
) -> tuple[Progress, bool]:
    """Ask what a run is missing, showing how it goes; returns the counts and whether it was interrupted.

    Raises:
        What `open_run` and `ask_missing` raise.
    """
    progress = await open_run(store, benchmark, spec, provider, run_id)
    if progress.done == progress.total:  # nothing to ask: no key and no network needed
        return progress, False
    stop = Stop()
    failure: Exception | None = None
    title = f"{spec.model} · {spec.variant.name} · {run_id}"
    with RunDisplay(console, title, progress, stop) as display:
        async with anyio.create_task_group() as beside:
            beside.start_soon(_heed_signals, stop)
            beside.start_soon(_refresh, display.update)
            try:
                await ask_missing(store, run_id, spec, provider, pace, stop, progress, display.watch)
            except Exception as error:  # noqa: BLE001 - raised again below, outside the group
                failure = error
            beside.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return progress, stop.draining


def print_summary(console: Console, run_id: str, progress: Progress, store: Path) -> None:
    """What was done, what could not be read, and what to type next."""
    missing = progress.total - progress.done
    if not missing and not progress.outcomes():
        console.print("Nothing was missing: no request was sent.")
    console.print(
        f"{escape(run_id)}: {progress.done - progress.errors} of {progress.total} items have a reply, "
        f"{progress.from_cache} of them from the store; {progress.errors} errors, {missing} not asked.",
        soft_wrap=True,
    )
    unread = {name: n for name, n in progress.outcomes().items() if name is not Outcome.ANSWER}
    if unread:
        listed = ", ".join(f"{n} {outcome}" for outcome, n in sorted(unread.items()))
        console.print(f"Not read as an answer among the new replies: {listed}.", soft_wrap=True)
    if missing or progress.errors:
        console.print("The same command again asks what is missing.")
    console.print(f"Next: mhclient report {escape(run_id)} --store {escape(str(store))}", soft_wrap=True)


async def _heed_signals(stop: Stop) -> None:
    """The first signal drains the run, the second gives up what is under way."""
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
        async for number in signals:
            if stop.draining:
                stop.abort("interrupted twice")
            else:
                stop.drain(f"interrupted ({signal.Signals(number).name})")


async def _refresh(update: Callable[[], None]) -> None:
    while True:
        update()
        await anyio.sleep(REFRESH_S)
