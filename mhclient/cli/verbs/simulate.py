"""`mhclient simulate`: a model server on loopback with known behaviour."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Sequence

import anyio
from rich.markup import escape
from rich.table import Table

from mhclient.cli.screen.console import err, out
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.show.counts import counted
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.faults import FAULTS
from mhclient.simulator.profiles import PROFILES, Profile, WriterRates, settings_of
from mhclient.simulator.server import Simulator


def execute(args: argparse.Namespace) -> int:
    if args.list:
        _print_models()
        return 0
    run_async(_serve, args)
    return 0


async def _serve(args: argparse.Namespace) -> None:
    if unknown := [name for name in args.faults if name not in FAULTS]:
        raise UsageError(f"--faults: no fault '{unknown[0]}'; 'mhclient simulate --list' names them.")
    key = AnswerKey.from_file(args.answer_key) if args.answer_key else AnswerKey()
    simulator = Simulator(
        key,
        seed=args.seed,
        latency_s=args.latency,
        port=args.port,
        fault_rates=args.faults,
        batch_s=args.batch_time,
        batch_faults=_batch_faults(args.batch_faults),
        queue_tokens=args.queue_tokens,
    )
    async with simulator:
        out.print(
            f"simulated models on {simulator.url}  (answer key: {counted(key.n_items, 'item')})",
            soft_wrap=True,
        )
        out.print(f"  --provider openai --base-url {simulator.openai_base_url}", soft_wrap=True)
        out.print(f"  --provider anthropic --base-url {simulator.url}", soft_wrap=True)
        out.print(f"  --provider gemini-native --base-url {simulator.url}/v1beta", soft_wrap=True)
        err.print("Models: 'mhclient simulate --list'. Ctrl-C ends.")
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                break
        statuses = ", ".join(f"{n} with status {status}" for status, n in sorted(simulator.statuses.items()))
        err.print(
            f"{counted(simulator.asked.total(), 'request')} answered{': ' + statuses if statuses else ''}."
        )


def _batch_faults(names: Sequence[str]) -> list[BatchFault | None]:
    """What goes wrong with each of the first batches; None where nothing does.

    Raises:
        UsageError: there is no fault of that name.
    """
    if unknown := [name for name in names if name != "none" and name not in set(BatchFault)]:
        raise UsageError(f"--batch-faults: no fault '{unknown[0]}'; 'mhclient simulate --list' names them.")
    return [None if name == "none" else BatchFault(name) for name in names]


def _print_models() -> None:
    table = Table("model", "what it does", box=None, pad_edge=False)
    for profile in PROFILES.values():
        table.add_row(profile.name, profile.description)
    out.print(table)
    out.print("\nSettings may follow a name, as in sim-tidy:accuracy=0.7,refusal_rate=0.1.\n")
    out.print(_settings("setting", Profile))
    out.print()
    out.print(_settings("of sim-writer and sim-checker", WriterRates))
    out.print(f"\nfaults: {', '.join(FAULTS)}")
    out.print(f"\nfaults of batches: {', '.join(BatchFault)}")


def _settings(heading: str, of: type[Profile] | type[WriterRates]) -> Table:
    table = Table(heading, "what it says", box=None, pad_edge=False)
    for name, sentence in settings_of(of).items():
        table.add_row(name, escape(sentence))
    return table
