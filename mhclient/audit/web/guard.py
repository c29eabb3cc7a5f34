"""Who may ask: requests of this page alone, by somebody who was given a link.

Other pages in the same web browser can send requests to this server too. Three things keep them out, each
enough for most attacks: a secret token, kept in a cookie that the browser does not send along from other
sites; a check of `Origin` on whatever writes; and a check of `Host`, since a foreign name that is made to
point at this machine (DNS rebinding) would make a foreign page count as ours.
"""

import hmac
import ipaddress
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from urllib.parse import quote, unquote

from aiohttp import web
from aiohttp.http import HttpProcessingError

from mhclient.errors import MhclientError
from mhclient.redaction.secrets import remember_secret

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

RATER = web.RequestKey("rater", str)
# Says, percent-encoded, who asks as the page knows it, and in answers who was let in.
RATER_HEADER = "X-Mhclient-Rater"
# `Host`, whole (RFC 9110 section 7.2): an address in brackets or a name, and a port.
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Refused(MhclientError):
    """A request that may not be answered; `status` is what HTTP says."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status


class Tokens:
    """One secret per rater: who holds a link is that rater, and cannot ask as another."""

    def __init__(self, raters: Iterable[str]) -> None:
        self.of_rater: Mapping[str, str] = {rater: secrets.token_urlsafe(24) for rater in raters}
        for token in self.of_rater.values():
            remember_secret(token)

    def rater(self, token: str | None) -> str | None:
        """Whose token it is; None for nobody's."""
        given = (token or "").encode("utf-8", "surrogateescape")  # any bytes may stand in a cookie
        return next(
            (rater for rater, known in self.of_rater.items() if hmac.compare_digest(known.encode(), given)),
            None,
        )


def cookie_name(port: int) -> str:
    """Cookies do not tell ports apart; two servers on one machine must not take each other's."""
    return f"mhclient-{port}"


def check_host(host: str, names: Iterable[str]) -> None:
    """Refuse a name that is not ours; an address cannot be a foreign name made to point here."""
    ours = {"localhost", *(name.lower() for name in names)}
    parts = HOST.fullmatch(host)
    address, name, port = parts.groups() if parts else (None, None, None)
    named = name is not None and (name.lower() in ours or _is_address(name))
    if int(port or 0) > 65_535 or not (named or (address is not None and _is_address(address))):
        raise Refused(f"this server does not answer for '{host[:60]}'", 421)


def check_origin(request: web.Request, host: str) -> None:
    """Refuse a write that does not come from our own page."""
    headers = request.headers
    if headers.getall("Origin", []) != [f"http://{host}"] or headers.get("Sec-Fetch-Site", "same-origin") != (
        "same-origin"
    ):
        raise Refused("this request comes from another page")
    if headers.get("Content-Type", "").partition(";")[0].strip() != "application/json":
        raise Refused("a request that writes must be JSON", 415)


def check_rater(headers: Mapping[str, str], rater: str) -> None:
    """Refuse what a page asks for one rater after the web browser was let in as another."""
    believed = unquote(headers.get(RATER_HEADER, quote(rater)))
    if believed != rater:
        raise Refused(
            f"this web browser has since opened the link of {rater}; nothing was done as {believed[:60]}. "
            "Open your own link again, or reload the page to go on as that rater",
            409,
        )


class Guard:
    """Lets requests in, notes who asks, and puts the headers on every answer; `check` is the middleware.

    Args:
        port: the server's, once it listens.
        names: under which this machine may be asked, besides its addresses.
        admit: told over which connection somebody has shown a link.
    """

    def __init__(
        self,
        tokens: Tokens,
        port: Callable[[], int],
        names: Iterable[str],
        admit: Callable[[object], None] = lambda _: None,
    ) -> None:
        self._tokens = tokens
        self._port = port
        self._admit = admit
        self._names = frozenset(names)

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, or say why not."""
        try:
            response = await self._checked(request, handler)
        except Refused as error:
            response = web.json_response({"error": str(error)}, status=error.status)
            if request.get(RATER) is None:
                response.force_close()
        except web.HTTPException as error:
            response = web.json_response({"error": error.reason}, status=error.status)
        response.headers.update(HEADERS)
        return response

    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        # Without one, `request.host` would be this machine's own name, looked up.
        hosts = request.headers.getall("Host", [""])
        host = hosts[0] if len(hosts) == 1 else ""
        check_host(host, self._names)
        if not request.raw_path.startswith("/"):  # a whole address, which names a host of its own
            raise Refused("this server is no proxy", 421)
        # A link opened lets its rater in, whoever this web browser was let in as before.
        if request.path == "/" and (named := self._tokens.rater(request.query.get("token"))):
            return _let_in(self._tokens.of_rater[named], self._port())
        rater = self._tokens.rater(request.cookies.get(cookie_name(self._port())))
        if rater is None:
            raise Refused("open the link that 'mhclient serve' printed")
        if request.method not in ("GET", "HEAD"):
            check_origin(request, host)
        request[RATER] = rater
        if request.protocol is not None:
            self._admit(request.protocol)
        check_rater(request.headers, rater)
        response = await handler(request)
        response.headers[RATER_HEADER] = quote(rater)
        return response


class ClientErrors(logging.Filter):
    """Keeps out of the log what a client got wrong: the client is told, with a status."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, web.HTTPException | web.RequestPayloadError | HttpProcessingError)


def _let_in(token: str, port: int) -> web.Response:
    """Keep the token in a cookie, out of the address line, the history and what is copied from it."""
    response = web.Response(status=303, headers={"Location": "/"})
    response.set_cookie(cookie_name(port), token, httponly=True, samesite="Strict", path="/")
    return response


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
