"""`mhclient serve` and `mhclient simulate`: a page to judge replies in, and simulated models."""

from __future__ import annotations

import argparse
import ipaddress
import signal
from collections.abc import Sequence

import anyio

from mhclient.audit.web.app import AuditServer
from mhclient.cli.screen.console import err, out, print_table
from mhclient.cli.verbs.audit import account_name
from mhclient.errors import UsageError
from mhclient.judge.judgements import rater_named
from mhclient.machine.event_loop import run_async
from mhclient.show.counts import counted
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.faults import FAULTS
from mhclient.simulator.profiles import PROFILES, Profile, WriterRates, settings_of
from mhclient.simulator.server import Simulator

WARNING = (
    "Warning: {host} can be reached from other machines. Anyone with a link can read every reply and judge, "
    "and nothing is encrypted on the way."
)


def execute_serve(args: argparse.Namespace) -> int:

    return run_async(_serve_audit, args)


async def _serve_audit(args: argparse.Namespace) -> int:
    raters = [rater_named(name) for name in args.rater or [account_name()]]
    if not _is_loopback(args.host):
        err.print(WARNING.format(host=args.host), style="bold", soft_wrap=True, markup=False)
    async with AuditServer(args.store, raters, host=args.host, port=args.port, names=args.name) as server:
        for rater, link in server.links.items():
            out.print(f"{rater}: {link}", soft_wrap=True, markup=False)
        err.print(
            "Open the link in a web browser. It is secret: it says who you are. Ctrl-C ends the server."
        )
        await anyio.sleep_forever()
    return 0


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def execute_simulate(args: argparse.Namespace) -> int:
    if args.list:
        _print_models()
        return 0
    run_async(_serve_simulator, args)
    return 0


async def _serve_simulator(args: argparse.Namespace) -> None:
    if unknown := [name for name in args.faults if name not in FAULTS]:
        raise UsageError(f"--faults: no fault '{unknown[0]}'; 'mhclient simulate --list' names them.")
    key = AnswerKey.from_file(*args.answer_key)
    simulator = Simulator(
        key,
        seed=args.seed,
        latency_s=args.latency,
        port=args.port,
        fault_rates=args.faults,
        batch_s=args.batch_time,
        batch_faults=_batch_faults(args.batch_faults),
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
    print_table(("model", "what it does"), ((each.name, each.description) for each in PROFILES.values()))
    out.print("\nSettings may follow a name, as in sim-tidy:accuracy=0.7,refusal_rate=0.1.\n")
    print_table(("setting", "what it says"), settings_of(Profile).items())
    out.print()
    print_table(("of sim-writer and sim-checker", "what it says"), settings_of(WriterRates).items())
    out.print(f"\nfaults: {', '.join(FAULTS)}")
    out.print(f"\nfaults of batches: {', '.join(BatchFault)}")
