"""What the environment says of connections, in one way for all providers: the proxy, and whom to trust.

HTTPS_PROXY, HTTP_PROXY and ALL_PROXY name one (with `http://` where no scheme stands before it), NO_PROXY the
hosts that need none: names with all below them, addresses, networks (10.0.0.0/8), each also with a port.
"""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from os import environ
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies

from benchmark.extras import how_to_install
from mhclient.errors import MissingPackage, UsageError

# Names that OpenSSL, `requests` and curl know; what any of them names is trusted.
VARIABLES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def ssl_context(environment: Mapping[str, str] = environ) -> ssl.SSLContext:
    """How TLS is spoken: with the certificates that the environment names, or else the system's.

    Raises:
        UsageError: what the environment names holds no certificates.
    """
    named = {name: environment[name] for name in VARIABLES if environment.get(name)}
    if not named:
        import httpx2  # here: a server on this machine needs none of it, and it takes a while to load

        return httpx2.create_ssl_context(trust_env=False)
    context = ssl.create_default_context()
    for name, place in named.items():
        _trust(context, Path(place), name)
    return context


def _trust(context: ssl.SSLContext, place: Path, name: str) -> None:
    try:
        if place.is_dir():
            context.load_verify_locations(capath=place)
        else:
            context.load_verify_locations(cafile=place)
    except OSError as error:  # SSLError is one
        raise UsageError(f"{name}: {place} holds no certificates that can be read ({error}).") from error


HTTP = ("http", "https")
SOCKS = ("socks4", "socks4a", "socks5", "socks5h")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, repr=False)
class Proxy:
    """A proxy's address, which may hold a user and a password: it does not show itself.

    Attributes:
        source: the variable that names it.
    """

    url: str
    source: str

    @property
    def speaks_socks(self) -> bool:
        return urlsplit(self.url).scheme in SOCKS

    def __repr__(self) -> str:
        return f"<proxy from {self.source}>"


def proxy_for(url: str, named: Mapping[str, str] | None = None) -> Proxy | None:
    """The proxy for an address; None if it is reached directly.

    Args:
        named: scheme → address, and "no" → exceptions; None to take them from the environment.

    Raises:
        UsageError: what the environment names is no proxy that can be used.
        MissingPackage: it is a SOCKS proxy, and nothing is installed that speaks SOCKS.
    """
    named = getproxies() if named is None else named
    parts = urlsplit(url)
    scheme = parts.scheme if named.get(parts.scheme) else "all"
    address = named.get(scheme, "").strip()
    if not address or _excepted(parts, named.get("no", "")):
        return None
    return _checked(address, f"{scheme.upper()}_PROXY")


def _checked(address: str, source: str) -> Proxy:
    url = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(url)
        usable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:  # the address is not shown: it may hold a password
        raise UsageError(f"{source} holds no address of a proxy; one is http://HOST:PORT.")
    if parts.scheme.lower() not in (*HTTP, *SOCKS):
        raise UsageError(
            f"{source} names a proxy of kind {parts.scheme!r}; known are {', '.join(HTTP + SOCKS)}."
        )
    proxy = Proxy(url, source)
    if proxy.speaks_socks and find_spec("aiohttp_socks") is None:
        raise MissingPackage(
            f"{source} names a SOCKS proxy ({parts.scheme}), and nothing here speaks SOCKS. Name an "
            f"HTTP proxy, or put the server's name into NO_PROXY, or install it. {how_to_install('socks')}"
        )
    return proxy


def _excepted(parts: SplitResult, exceptions: str) -> bool:
    """Whether NO_PROXY excepts an address."""
    host, port = (parts.hostname or "").lower(), parts.port or PORTS.get(parts.scheme)
    return any(
        _matches(entry.strip().lower(), host, port) for entry in exceptions.split(",") if entry.strip()
    )


def _matches(entry: str, host: str, port: int | None) -> bool:
    """Whether one entry of NO_PROXY means a host.

    >>> [_matches(entry, "api.b.org", 443) for entry in ("b.org", ".b.org", ".org:80", "i.b.org", "*")]
    [True, True, False, False, True]
    >>> [_matches(entry, "10.1.2.3", 80) for entry in ("10.0.0.0/8", "10.1.2.3:80", "10.1.2.3:81")]
    [True, True, False]
    """
    if entry == "*":
        return True
    network = _network(entry, host)
    if network is not None:
        return network
    name, colon, wanted_port = entry.rpartition(":")
    if colon and wanted_port.isdigit() and (":" not in name or name.endswith("]")):
        if port != int(wanted_port):
            return False
        entry = name
    name = entry.strip("[]").removeprefix("*").removeprefix(".")
    return host == name or host.endswith(f".{name}")


def _network(entry: str, host: str) -> bool | None:
    """Whether a host's address lies in a network; None if the entry is none."""
    try:
        network = ip_network(entry.strip("[]"), strict=False)
    except ValueError:
        return None
    try:
        return ip_address(host) in network
    except ValueError:
        return False
