"""Connections through a SOCKS proxy, with the package `aiohttp-socks`; names are resolved by the proxy."""

import ssl
from typing import Any
from urllib.parse import urlsplit

import python_socks
from aiohttp_socks import ProxyConnector

from mhclient.errors import NeverSent
from mhclient.providers.access import NetworkOptions
from mhclient.providers.transport.environment import Proxy


class SocksConnector(ProxyConnector):  # type: ignore[misc]
    """As its parent; what fails on the way through the proxy is an error of ours."""

    async def _connect_via_proxy(self, *args: Any, **options: Any) -> Any:
        try:
            return await super()._connect_via_proxy(*args, **options)
        except (python_socks.ProxyError, python_socks.ProxyTimeoutError, OSError) as error:
            said = f"{type(error).__name__}: {error}"
            raise NeverSent(f"no connection through the SOCKS proxy ({said})") from error


def socks_connector(proxy: Proxy, reach: NetworkOptions, tls: ssl.SSLContext | bool) -> SocksConnector:
    """A pool of connections through the proxy."""
    scheme = urlsplit(proxy.url).scheme
    # socks5h and socks4a are how curl says that the proxy resolves names; here it always does.
    url = proxy.url.replace(scheme, scheme.removesuffix("h").removesuffix("a"), 1)
    connector: SocksConnector = SocksConnector.from_url(url, rdns=True, limit=reach.max_connections, ssl=tls)
    return connector
