"""The audit server for programs and notebooks: it runs in another thread, nothing has to be awaited."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from cache import Store
from mhclient.audit.web.app import AuditServer
from mhclient.errors import UsageError
from mhclient.judge.judgements import rater_named
from mhclient.run.given import names_of


@contextmanager
def serve_audit(
    store: Store, raters: str | Sequence[str], *, host: str = "127.0.0.1", port: int = 0
) -> Iterator[AuditServer]:
    """Let people look at replies and judge them in a web browser while the block runs.

    Args:
        store: an open store; the server opens its file once more.
        raters: who may judge; `links` of what is given has a secret link for each.
        host: where to listen. Other than on this machine alone, whoever has a link reads every reply, and
            nothing is encrypted.
        port: 0 for any free one.

    Raises:
        UsageError: a rater's name cannot be used, or the port is taken.

    Example:
        >>> with serve_audit(store, ["ann", "ben"]) as server:
        ...     sorted(server.links)
        ['ann', 'ben']
    """
    named = [rater_named(name) for name in names_of(raters)]
    if not named:
        raise UsageError("raters is []: name at least one, as in raters=['ann'].")
    server = AuditServer(Path(store.path), named, host=host, port=port)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(server) as running:
        yield running
