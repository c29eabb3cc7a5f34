"""A local model at work for runs on other machines: loaded, and served until the block ends."""

import ipaddress
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from anyio.from_thread import start_blocking_portal

from mhclient.errors import UsageError
from mhclient.providers.local.fleet.server import WorkerServer
from mhclient.providers.local.fleet.wire import MachineIdentity, how_of
from mhclient.providers.local.provider import LocalProvider
from mhclient.providers.model import Model


@contextmanager
def start_worker(model: Model, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[WorkerServer]:
    """Load a local model and answer the requests of runs that name it while the block runs.

    A run names it with `find_model("local", …, on=[worker.url])`, from this machine or another.

    Args:
        model: `find_model("local", …)` with the same `ask`, `dtype` and `engine` as the run; `token_file`
            has the token that every request must bear.
        host: where to listen; other than on this machine alone, a token is needed.
        port: 0 for any free one.

    Raises:
        UsageError: the model is not a local one, or the host can be reached by others and there is no token.
        ModelUnusable: it cannot be loaded.

    Example:
        >>> with start_worker(find_model("local", tiny)) as worker:
        ...     there = find_model("local", tiny, on=[worker.url])
        ...     spec = make_spec(benchmark, there, limit=1)
        ...     ask_items(store, benchmark, there, spec).complete
        True
    """
    check_place(model, host)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(worker_at_work(model, host, port)) as server,
    ):
        yield server


@asynccontextmanager
async def worker_at_work(model: Model, host: str, port: int) -> AsyncIterator[WorkerServer]:
    """The same inside an event loop.

    Raises:
        UsageError, ModelUnusable: as `start_worker`.
    """
    provider = check_place(model, host)
    async with provider.at_work() as ask:
        about = MachineIdentity(provider.endpoint, how_of(provider.settings), provider.computed_with())
        async with WorkerServer(ask, about, host=host, port=port, token=provider.placement.token) as server:
            yield server


def check_place(model: Model, host: str) -> LocalProvider:
    """The model's provider, if it may be served there.

    Raises:
        UsageError: it is not a local model, or anyone could use it.
    """
    if not isinstance(model.provider, LocalProvider):
        raise UsageError(f"{model.name} is a model of {model.provider.name}: a worker serves local models.")
    if not _is_loopback(host) and not model.provider.placement.token:
        raise UsageError(
            f"`host={host}`: anyone who reaches this machine could use its model. Give a `token_file`, with "
            "a token as 'openssl rand -hex 32' makes it, and give the same to the run."
        )
    return model.provider


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
