"""Whom to trust: the certificates that the environment names, in one way for all providers."""

import ssl
from collections.abc import Mapping
from os import environ
from pathlib import Path

from mhclient.errors import UsageError

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
