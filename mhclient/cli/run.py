"""`mhclient run`: ask a model the items of a benchmark, or what is missing of them."""

import argparse

from mhclient.cli.options import add_store, amount, amount_or_none, count, names
from mhclient.errors import INTERRUPTED

DEFAULT_VARIANT = "letter-only"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask every item of a benchmark and keep each reply as it arrives. Ctrl-C once finishes what is under "
        "way, twice gives it up. The same command again asks only what is missing."
    )
    add_run_arguments(parser)
    parser.add_argument("--provider", required=True, metavar="NAME", help="openai or anthropic")
    parser.add_argument("--model", required=True, metavar="NAME", help="as the provider calls it")
    parser.add_argument("--benchmark", required=True, metavar="DIR", help="as 'mhclient build' made it")
    parser.add_argument("--base-url", metavar="URL", help="ask this server instead of the provider's own")


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What to ask, how, and how fast; everything but whom."""
    what = parser.add_argument_group("what to ask")
    what.add_argument("--tasks", type=names, metavar="ET,EC,…", help="only these tasks (default: all)")
    what.add_argument(
        "--limit", type=count, metavar="N", help="at most N items in all, spread evenly over the tasks"
    )
    what.add_argument(
        "--variant",
        default=DEFAULT_VARIANT,
        metavar="NAME",
        help=f"prompt format: a built-in name or a .toml file (default: {DEFAULT_VARIANT})",
    )
    what.add_argument(
        "--temperature",
        type=amount_or_none,
        default=0.0,
        metavar="T",
        help="or 'none' to send none (default: 0)",
    )
    what.add_argument(
        "--max-tokens", type=count, default=120, metavar="N", help="cap on completion tokens (default: 120)"
    )
    how = parser.add_argument_group("how fast")
    how.add_argument(
        "--concurrency", type=count, default=64, metavar="N", help="requests under way at most (default: 64)"
    )
    how.add_argument(
        "--requests-per-min", type=amount, metavar="N", help="default: learned from the provider"
    )
    how.add_argument("--tokens-per-min", type=amount, metavar="N", help="default: learned from the provider")
    how.add_argument(
        "--timeout", type=amount, default=300.0, metavar="SECONDS", help="for one attempt (default: 300)"
    )
    add_store(parser)
    parser.add_argument(
        "--run-id", metavar="NAME", help="default: made from model, variant and all of the above"
    )


def execute(args: argparse.Namespace) -> int:
    import anyio

    return anyio.run(_run, args)


async def _run(args: argparse.Namespace) -> int:
    from benchmark import read_benchmark
    from mhclient.cli.console import err
    from mhclient.cli.running import ask_and_show, print_summary
    from mhclient.completion import Parameters
    from mhclient.prompts import load_variant
    from mhclient.providers.headers import Quota
    from mhclient.providers.registry import provider_named
    from mhclient.runner.run import Pace
    from mhclient.runner.storing import AsyncStore
    from mhclient.spec import RunSpec

    benchmark = read_benchmark(args.benchmark)
    provider = provider_named(args.provider, args.base_url)
    spec = RunSpec(
        provider=provider.name,
        model=args.model,
        endpoint=provider.endpoint,
        benchmark=benchmark.items_sha256,
        variant=load_variant(args.variant),
        parameters=Parameters(args.temperature, args.max_tokens),
        tasks=args.tasks,
        limit=args.limit,
    )
    pace = Pace(
        concurrency=args.concurrency,
        limits=Quota(args.requests_per_min, args.tokens_per_min),
        deadline_s=args.timeout,
    )
    run_id = args.run_id or spec.run_id()
    async with AsyncStore(args.store) as store:
        progress, interrupted = await ask_and_show(store, benchmark, spec, provider, run_id, pace, err)
    print_summary(err, run_id, progress, args.store)
    if interrupted:
        return INTERRUPTED
    return 0 if progress.done == progress.total and not progress.errors else 1
