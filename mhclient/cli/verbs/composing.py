"""What `harden` and `generate` share: the models that write and judge, and how their jobs are asked."""

import argparse
from typing import Any

from cache.async_store import AsyncStore
from mhclient.ask.order import RunOrder
from mhclient.ask.stopping import StopCause
from mhclient.cli.screen.batching import submit_and_show
from mhclient.cli.screen.console import err
from mhclient.cli.screen.running import Screen, ask_and_show
from mhclient.cli.verbs.asking import batch_pace_of, limits_of
from mhclient.compose.composition import AskRun, Composer, make_composer
from mhclient.providers.registry import find_model
from mhclient.study.model_ref import parse_model


def composer_of(args: argparse.Namespace, option: str, named: str, **parameters: Any) -> Composer:
    """The model that an option names, `PROVIDER:NAME`, as a composer with these parameters.

    Raises:
        UsageError: it cannot be asked so.
    """
    whom = parse_model(named, at_address=bool(args.base_url), option=option)
    model = find_model(whom.provider, whom.name, base_url=args.base_url)
    return make_composer(model, limits_of(args, model), adapt=args.adapt_parameters, **parameters)


def asking(args: argparse.Namespace) -> AskRun:
    """How a stage's jobs are asked: watched, online or in batches."""
    screen = Screen(err)

    async def in_batches(store: AsyncStore, order: RunOrder) -> StopCause | None:
        pace = batch_pace_of(args, order.pace, order.provider)
        assert pace is not None
        return (await submit_and_show(store, order, pace, screen)).stopped

    return in_batches if args.batch else online()


def online() -> AskRun:
    """Watched, one request after the other, whatever `--batch` says of the rest."""
    screen = Screen(err)

    async def ask(store: AsyncStore, order: RunOrder) -> StopCause | None:
        return (await ask_and_show(store, order, screen)).stopped

    return ask
