"""`mhclient reask`: ask again what got no answer, as a run of its own that is linked to the earlier one."""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.cli.options import add_store, amount_or_none, count, names
from mhclient.cli.run import add_pace_arguments, pace_of
from mhclient.errors import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from mhclient.spec import RunSpec

# As in `parsers.Outcome`, less the answer; a test holds them together.
OUTCOMES = ("ambiguous", "out_of_range", "refusal", "filtered", "no_answer", "truncated", "empty")


CONCURRENCY, TIMEOUT_S = 64, 300.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask items of a run again whose replies had certain outcomes, with another cap or temperature. The "
        "replies belong to a new run; the earlier run and its figures stay as they are. The same command "
        "again asks only what is missing."
    )
    parser.add_argument("run", metavar="RUN", help="as 'mhclient runs' lists it")
    parser.add_argument(
        "--outcome",
        type=outcomes,
        required=True,
        metavar="OUTCOME,…",
        help=f"which replies: {', '.join(OUTCOMES)}",
    )
    parser.add_argument("--max-tokens", type=count, metavar="N", help="default: as in the earlier run")
    parser.add_argument(
        "--temperature",
        type=amount_or_none,
        default=argparse.SUPPRESS,  # None means: send none
        metavar="T",
        help="or 'none' to send none (default: as in the earlier run)",
    )
    parser.add_argument("--base-url", metavar="URL", help="needed where the earlier run was asked at one")
    add_pace_arguments(parser)
    add_store(parser)
    parser.add_argument("--run-id", metavar="NAME", help="default: made from all of the above")
    parser.add_argument("--json-log", type=Path, metavar="FILE", help="append what happens as JSON lines")


def outcomes(text: str) -> tuple[str, ...]:
    """Names of outcomes, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in OUTCOMES]:
        raise argparse.ArgumentTypeError(f"no outcome '{unknown[0]}'; there are {', '.join(OUTCOMES)}")
    return tuple(dict.fromkeys(found))


def execute(args: argparse.Namespace) -> int:
    import anyio

    from mhclient.cli.console import err

    spec = _spec(args)
    assert spec.reask is not None
    if args.dry_run:
        err.print(f"{len(spec.reask.items):,} items would be asked again. Nothing was sent.")
        return 0
    return anyio.run(_ask, args, spec)


def _spec(args: argparse.Namespace) -> RunSpec:
    """The earlier run's specification, on the items to be asked again and with what was changed."""
    from cache import open_connection
    from cache.runs import get_run
    from mhclient.audit.collect import collect
    from mhclient.spec import Ask, Reask, RunSpec

    with closing(open_connection(args.store)) as connection:
        earlier = get_run(connection, args.run)
        cases = collect(connection, [args.run]).cases
    again = tuple(case.item_id for case in cases if case.reading.outcome in args.outcome)
    if not again:
        raise UsageError(f"run '{args.run}' has no reply that was {' or '.join(args.outcome)}.")
    before = RunSpec.from_json(earlier.benchmark, earlier.spec)
    if before.ask is not Ask.WRITE:
        raise UsageError(
            f"run '{args.run}' is one of --ask {before.ask}: only runs over an API can be asked again."
        )
    changed = replace(
        before.parameters,
        max_tokens=args.max_tokens or before.parameters.max_tokens,
        temperature=getattr(args, "temperature", before.parameters.temperature),
    )
    if changed == before.parameters:
        raise UsageError(
            "the same request would be answered from the store with the same reply: change --max-tokens or "
            "--temperature."
        )
    return replace(
        before, parameters=changed, tasks=None, limit=None, reask=Reask(args.run, args.outcome, again)
    )


async def _ask(args: argparse.Namespace, spec: RunSpec) -> int:
    from mhclient.cli.console import err
    from mhclient.cli.running import ask_and_show, print_summary
    from mhclient.providers.registry import provider_named
    from mhclient.runner.storing import AsyncStore

    provider = provider_named(spec.provider, args.base_url)
    if provider.endpoint != spec.endpoint:
        raise UsageError(
            f"run '{args.run}' was asked at {spec.endpoint}, this would ask {provider.endpoint}: name the "
            "same server with --base-url."
        )
    run_id = args.run_id or spec.run_id()
    async with AsyncStore(args.store) as store:
        ended = await ask_and_show(
            store,
            None,
            spec,
            provider,
            run_id,
            pace_of(
                args, spec.provider, spec.model, args.concurrency or CONCURRENCY, args.timeout or TIMEOUT_S
            ),
            err,
            adapt=args.adapt_parameters,
            json_log=args.json_log,
        )
        print_summary(err, store, run_id, ended)
    if ended.stopped is not None and ended.stopped.startswith("interrupted"):
        return INTERRUPTED
    progress = ended.progress
    return 0 if progress.done == progress.total and not progress.errors else 1
