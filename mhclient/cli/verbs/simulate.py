"""`mhclient simulate`: a model server on loopback with known behaviour."""

from __future__ import annotations

import argparse
import signal
from typing import TYPE_CHECKING

from mhclient.cli.arguments.options import amount, port
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from mhclient.simulator.batch_faults import BatchFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Serve simulated models over OpenAI's chat completions and Anthropic's messages, also by batch (POST "
        '/simulator/clock {"advance_s": 3600} lets an hour pass for batches). The models read the '
        "options out of the prompt; what they know comes from --answer-key alone, without it they guess. "
        "Settings may follow a model's name, as in sim-tidy:accuracy=0.7,refusal_rate=0.1."
    )
    parser.add_argument("--answer-key", metavar="FILE", help="an items.jsonl with the gold the models know")
    parser.add_argument(
        "--port", type=port, default=8765, help="port on this machine, 0 for any (default: 8765)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of all draws (default: 0)")
    parser.add_argument(
        "--latency", type=amount, metavar="SECONDS", default=0.0, help="time each reply takes"
    )
    parser.add_argument(
        "--batch-time", type=amount, metavar="SECONDS", default=5.0, help="a batch takes (default: 5)"
    )
    parser.add_argument(
        "--batch-faults",
        type=_batch_faults,
        metavar="NAME,…",
        default=[],
        help="what goes wrong with the first batches, one each; 'none' lets one through",
    )
    parser.add_argument(
        "--queue-tokens", type=int, metavar="N", help="tokens that may wait in batches (default: no limit)"
    )
    parser.add_argument(
        "--faults",
        type=_rates,
        metavar="NAME=RATE,…",
        default={},
        help="faults and how often they strike, as in reset=0.01,overloaded=0.05; '--list' names them",
    )
    parser.add_argument("--list", action="store_true", help="list the models and the faults, then end")


def execute(args: argparse.Namespace) -> int:
    if args.list:
        _print_models()
        return 0

    from mhclient.machine.event_loop import run_async

    run_async(_serve, args)
    return 0


async def _serve(args: argparse.Namespace) -> None:
    import anyio

    from mhclient.cli.screen.console import err, out
    from mhclient.simulator.answer_key import AnswerKey
    from mhclient.simulator.server import Simulator

    key = AnswerKey.from_file(args.answer_key) if args.answer_key else AnswerKey()
    simulator = Simulator(
        key,
        seed=args.seed,
        latency_s=args.latency,
        port=args.port,
        fault_rates=args.faults,
        batch_s=args.batch_time,
        batch_faults=args.batch_faults,
        queue_tokens=args.queue_tokens,
    )
    async with simulator:
        out.print(
            f"simulated models on {simulator.url}  (answer key: {counted(key.n_items, 'item')})",
            soft_wrap=True,
        )
        out.print(f"  --provider openai    --base-url {simulator.openai_base_url}", soft_wrap=True)
        out.print(f"  --provider anthropic --base-url {simulator.url}", soft_wrap=True)
        err.print("Models: 'mhclient simulate --list'. Ctrl-C ends.")
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                break
        statuses = ", ".join(f"{n} with status {status}" for status, n in sorted(simulator.statuses.items()))
        err.print(
            f"{counted(simulator.asked.total(), 'request')} answered{': ' + statuses if statuses else ''}."
        )


def _print_models() -> None:
    from rich.table import Table

    from mhclient.cli.screen.console import out
    from mhclient.simulator.batch_faults import BatchFault
    from mhclient.simulator.faults import FAULTS
    from mhclient.simulator.profiles import PROFILES

    table = Table("model", "what it does", box=None, pad_edge=False)
    for profile in PROFILES.values():
        table.add_row(profile.name, profile.description)
    out.print(table)
    out.print(f"\nfaults: {', '.join(FAULTS)}")
    out.print(f"\nfaults of batches: {', '.join(BatchFault)}")


def _batch_faults(text: str) -> list[BatchFault | None]:
    from mhclient.simulator.batch_faults import BatchFault

    names = [name.strip() for name in text.split(",")]
    unknown = [name for name in names if name != "none" and name not in set(BatchFault)]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"no fault of batches {unknown[0]!r}; 'mhclient simulate --list' names them"
        )
    return [None if name == "none" else BatchFault(name) for name in names]


def _rates(text: str) -> dict[str, float]:
    from mhclient.simulator.faults import FAULTS

    rates = {}
    for part in text.split(","):
        name, _, rate = part.partition("=")
        if name not in FAULTS:
            raise argparse.ArgumentTypeError(f"no fault {name!r}; 'mhclient simulate --list' names them")
        rates[name] = amount(rate)
    if sum(rates.values()) > 1:
        raise argparse.ArgumentTypeError("the rates add up to more than 1")
    return rates
