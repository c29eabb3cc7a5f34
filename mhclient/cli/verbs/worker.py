"""`mhclient worker`: a local model at work for runs on other machines."""

import argparse
import ipaddress
import signal
from typing import cast

import anyio

from mhclient.cli.screen.console import err, out
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async
from mhclient.providers.choose import find_model
from mhclient.providers.local.fleet.server import WorkerServer
from mhclient.providers.local.fleet.wire import About, how_of
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.ways import LOCAL, ModelOptions
from mhclient.show.counts import counted


def execute(args: argparse.Namespace) -> int:
    _refuse_open_door(args.host, args.token_file)
    return run_async(_serve, args)


async def _serve(args: argparse.Namespace) -> int:
    given = {name: getattr(args, name) for name in ModelOptions.__annotations__ if hasattr(args, name)}
    model = find_model(LOCAL, args.model, **cast(ModelOptions, given))
    provider = cast(LocalProvider, model.provider)
    err.print(f"Loading {provider.identity.name} …", markup=False)
    async with provider.at_work() as ask:
        about = About(provider.endpoint, how_of(provider.settings), provider.computed_with())
        token = provider.placement.token
        async with WorkerServer(ask, about, host=args.host, port=args.port, token=token) as server:
            out.print(f"{server.url}  {about.model}  {about.computed_with}", soft_wrap=True, markup=False)
            err.print("Name this address in 'mhclient run --on'. Ctrl-C ends.")
            with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
                async for _ in signals:
                    break
            err.print(f"{counted(server.n_answered, 'request')} answered.")
    return 0


def _refuse_open_door(host: str, token_file: str | None) -> None:
    try:
        alone = ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = host == "localhost"
    if not alone and token_file is None:
        raise UsageError(
            f"--host {host}: anyone who reaches this machine could use its model. Add --token-file FILE, "
            "with a token as 'openssl rand -hex 32' makes it, and give the same to the run."
        )
