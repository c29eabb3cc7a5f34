"""210 ways to answer badly, each with a name and in any API's form; first the parts that they are made of.

What a way does is bounded: no body above 80 MB leaves it, and no connection is kept for longer than a minute.
"""

import asyncio
import base64
import gzip
import json
import zlib
from collections.abc import Awaitable, Callable
from functools import cache

from speech import CHAT, Speech

MB = 1 << 20
LONGEST_S = 60.0
JSON = "Content-Type: application/json"
EVENTS = "Content-Type: text/event-stream"
# Answers one request: the connection, and the key that the request was sent with.
Way = Callable[[asyncio.StreamWriter, str], Awaitable[None]]


def answer(body: bytes, *headers: str, status: str = "200 OK", length: int | None = None) -> bytes:
    """An HTTP answer as it stands on the wire."""
    head = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
    return "\r\n".join([*head, "Connection: close", "", ""]).encode("utf-8", "surrogateescape") + body


def sending(*pieces: bytes, pause_s: float = 0.0) -> Way:
    async def way(writer: asyncio.StreamWriter, _: str) -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause_s)

    return way


def endless(head: bytes, piece: bytes, pause_s: float = 0.0, n: int = 80) -> Way:
    return sending(head, *[piece] * n, pause_s=pause_s)


class Made:
    """Bytes that take a while to make: only where they are wanted."""

    def __init__(self, make: Callable[[], bytes]) -> None:
        self.prepare = cache(make)
        self.forget = self.prepare.cache_clear  # what is forked from here begins with all that is here

    async def __call__(self, writer: asyncio.StreamWriter, _: str) -> None:
        writer.write(self.prepare())


def with_key(make: Callable[[str], bytes]) -> Way:
    """Bytes that quote the key."""

    async def way(writer: asyncio.StreamWriter, key: str) -> None:
        writer.write(make(key))

    return way


async def hang(writer: asyncio.StreamWriter, _: str) -> None:
    await asyncio.sleep(LONGEST_S)


async def reset(writer: asyncio.StreamWriter, _: str) -> None:
    writer.transport.abort()


def gzipped(body: bytes, encoding: str = "gzip") -> bytes:
    return answer(body, JSON, f"Content-Encoding: {encoding}")


def error(message: object, status: str = "400 Bad Request", **fields: object) -> bytes:
    return answer(json.dumps({"error": {"message": message, **fields}}).encode(), JSON, status=status)


@cache
def bomb(n_bytes: int) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    return b"".join(packer.compress(bytes(MB)) for _ in range(n_bytes // MB)) + packer.flush()


def bomb_of(piece: bytes, n_bytes: int) -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    many = piece * (MB // len(piece))
    return b"".join(packer.compress(many) for _ in range(n_bytes // len(many))) + packer.flush()


OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
DEEP = b"[" * 200_000
HIDDEN = "".join(chr(code) for code in (*range(32), 0x7F, *range(0x80, 0xA0), 0x202E, 0x2066, 0x200B))


def edited(speech: Speech, text: str, new: str) -> bytes:
    """A completion in which a piece of its JSON is another."""
    whole, piece = speech.completion(), speech.spelled(text).encode()
    assert piece in whole, piece
    return answer(whole.replace(piece, speech.spelled(new).encode("utf-8", "surrogateescape")), JSON)


def events(body: bytes, kind: str = EVENTS) -> bytes:
    """An answer of events, though a whole one was asked for."""
    return answer(body, kind)


def event(name: str, response: bytes) -> bytes:
    """The event that OpenAI's responses end with, or another of its kind."""
    return b'data: {"type": "response.' + name.encode() + b'", "response": ' + response + b"}\n\n"


def escaped(key: str) -> bytes:
    """The key as JSON text in which each character is escaped."""
    return ('"' + "".join(f"\\u{ord(character):04x}" for character in key) + '"').encode()


def parts(key: str) -> list[dict[str, str]]:
    half = len(key) // 2
    return [{"type": "text", "text": key[:half]}, {"type": "text", "text": key[half:]}]


STATUSES = (
    *(204, 205, 206, 226, 300, 301, 302, 303, 304, 305, 307, 308),
    *(400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 421),
    *(422, 423, 424, 425, 426, 428, 429, 431, 444, 451, 495, 499),
    *(500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 529, 530, 599, 999),
)


def ways_in(speech: Speech) -> dict[str, Way]:
    """Every way, for an API whose replies look so."""
    ways = {f"status {code}": sending(answer(b"{}", status=f"{code} Odd")) for code in STATUSES}
    for some in (
        _before_the_body,
        _long_or_packed,
        _json_and_errors,
        _other_than_json,
        _streamed,
        _odd_fields,
        _quoting_the_key,
    ):
        ways |= some(speech)
    return ways


def _before_the_body(speech: Speech) -> dict[str, Way]:
    """What stands before the body."""
    completion = speech.completion
    return {
        "no bytes": sending(),
        "reset": reset,
        "hang": hang,
        "half a head": sending(b"HTTP/1.1 200 OK\r\nContent-Ty"),
        "ssh": sending(b"SSH-2.0-OpenSSH_9.7\r\n"),
        "http 0.9": sending(completion()),
        "http 2 preface": sending(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        "status no number": sending(b"HTTP/1.1 OK OK\r\n\r\n"),
        "status negative": sending(b"HTTP/1.1 -1 No\r\n\r\n"),
        "status huge": sending(b"HTTP/1.1 99999999999999999999 No\r\n\r\n"),
        "continue for ever": endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000, n=200),
        "long header": sending(OK + b"X: " + b"x" * MB + b"\r\n\r\n"),
        "many headers": sending(OK + b"X: y\r\n" * 100_000 + b"\r\n"),
        "endless header": endless(OK + b"X: ", b"x" * MB),
        "nul in header": sending(answer(completion(), "X-Request-Id: a\x00b")),
        "line feed in header": sending(answer(completion(), "X-Request-Id: a\nSet-Cookie: b=c")),
        "bytes in header": sending(answer(completion(), "X-Request-Id: \udcff\udcfe")),
        "escapes in header": sending(answer(completion(), "X-Request-Id: \x1b[31mred\x1b]0;t\x07")),
        "two lengths": sending(answer(completion(), "Content-Length: 5")),
        "negative length": sending(answer(completion(), length=-5)),
        "length no number": sending(OK + b"Content-Length: many\r\n\r\n" + completion()),
        "length and chunked": sending(answer(completion(), "Transfer-Encoding: chunked")),
        "length too short": sending(answer(completion(), length=9)),
        "length too long": sending(answer(completion(), length=99_999)),
        "length of 9 EB": sending(answer(completion(), length=9 * 10**18)),
        "cookie": sending(answer(completion(), "Set-Cookie: session=1; Path=/")),
        "absurd wait": sending(answer(b"{}", "Retry-After: 1e308", status="429 Slow")),
        "wait as a date": sending(
            answer(b"{}", "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT", status="429 Slow")
        ),
        "wait not a number": sending(answer(b"{}", "Retry-After: NaN", status="429 Slow")),
        "negative wait": sending(answer(b"{}", "Retry-After: -9", status="429 Slow")),
        "limit of nothing": sending(answer(completion(), "X-Ratelimit-Limit-Requests: 0.0001")),
        "limit not a number": sending(answer(completion(), "X-Ratelimit-Limit-Requests: inf")),
        "redirect to a file": sending(answer(b"", "Location: file:///etc/passwd", status="302 Go")),
        "redirect with a password": sending(answer(b"", "Location: http://u:pw@h/v1", status="307 Go")),
        "redirect in circles": sending(answer(b"", "Location: /v1/chat/completions", status="308 Go")),
        "upgrade": sending(b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    }


def _long_or_packed(speech: Speech) -> dict[str, Way]:
    """How long it is, and how it is packed."""
    completion = speech.completion
    return {
        "bomb": Made(lambda: gzipped(bomb(2_000 * MB))),
        "bomb of deflate": Made(lambda: gzipped(zlib.compress(bytes(200 * MB), 9), "deflate")),
        "bomb in an error": Made(lambda: answer(bomb(200 * MB), "Content-Encoding: gzip", status="500 No")),
        "bomb in a bomb": Made(lambda: gzipped(gzip.compress(bomb(200 * MB)), "gzip, gzip")),
        "gzip of many members": Made(lambda: gzipped(gzip.compress(b"") * 100_000)),
        "gzip of two members": sending(
            gzipped(gzip.compress(completion()[:9]) + gzip.compress(completion()[9:]))
        ),
        "gzip cut short": sending(gzipped(gzip.compress(completion())[:-9])),
        "gzip with more behind": sending(gzipped(gzip.compress(completion()) + b"more")),
        "no gzip": sending(gzipped(completion())),
        "deflate without header": sending(gzipped(zlib.compress(completion())[2:-4], "deflate")),
        "unknown encoding": sending(gzipped(completion(), "br")),
        "odd encoding": sending(gzipped(completion(), "\x1b[31m" + "x" * 500)),
        "80 MB": endless(answer(b"", length=80 * MB)[:-2] + b"\r\n", bytes(MB)),
        "80 MB chunked": endless(CHUNKED, b"100000\r\n" + bytes(MB) + b"\r\n"),
        "80 MB until the end": endless(OK + b"Connection: close\r\n\r\n", bytes(MB)),
        "80 MB in an error": endless(b"HTTP/1.1 500 No\r\nConnection: close\r\n\r\n", b"x" * MB),
        "blanks for ever": endless(OK + b"Connection: close\r\n\r\n", b" " * 1_000, pause_s=0.2, n=200),
        "a byte now and then": endless(OK + b"Connection: close\r\n\r\n", b"{", pause_s=1.0, n=50),
        "chunk of a huge size": sending(CHUNKED + b"ffffffffffffffff\r\n" + completion()),
        "chunk of no size": sending(CHUNKED + b"zz\r\n" + completion()),
        "chunks without end": sending(CHUNKED + b"5\r\nhello\r\n"),
        "trailers for ever": endless(CHUNKED + b"0\r\n", b"X: y\r\n" * 10_000, n=40),
        "long chunk extension": sending(CHUNKED + b"1;" + b"x" * MB + b"\r\n{\r\n0\r\n\r\n"),
    }


def _json_and_errors(speech: Speech) -> dict[str, Way]:
    """JSON that no service writes, and errors as none words them."""
    completion = speech.completion
    return {
        "31 MB of answer": Made(lambda: answer(completion("word " * (6 * MB)), JSON)),
        "31 MB of wide letters": Made(lambda: answer(completion("\U0001f600" * (31 * MB // 12)), JSON)),
        "31 MB of arrays": Made(lambda: answer(b'{"x": [' + b"[]," * (10 * MB) + b"[]]}", JSON)),
        "7 MB of choices": Made(
            lambda: answer(json.dumps({speech.choices: [{"a": {}}] * (7 * MB // 11)}).encode(), JSON)
        ),
        "31 MB that break off": Made(lambda: answer(completion("word " * (6 * MB))[:-9], JSON)),
        "31 MB in four parts": Made(
            lambda: answer(completion([{"type": "text", "text": "word " * (3 * MB // 2)}] * 4), JSON)
        ),
        "31 MB of model": Made(lambda: answer(completion(model="m" * (7 * MB)), JSON)),
        "letters for ever": Made(lambda: answer(completion("A or B " * 500_000), JSON)),
        "deep json": sending(answer(DEEP, JSON)),
        "deep json in an error": sending(answer(DEEP, JSON, status="400 No")),
        "long number": sending(edited(speech, '"index": 0', '"index": ' + "9" * 5_000)),
        "digits for ever": sending(answer(b"9" * MB, JSON)),
        "doubled keys": sending(edited(speech, '"content": "B"', '"content": "A", "content": "B"')),
        "error and choices": sending(answer(completion(error={"message": "no", "code": 500}), JSON)),
        "error as text": sending(answer(b'{"error": "no"}', JSON)),
        "error of code 600": sending(answer(b'{"error": {"message": "no", "code": 99999}}', JSON)),
        "error in a list": sending(answer(b'[{"error": {"message": "no"}}]', JSON, status="400 No")),
        "message is a list": sending(error(["no", {"a": 1}])),
        "message of 10 MB": sending(error("no " * (3 * MB))),
        "message of escapes": sending(error(f"\x1b[2J\x1b]0;title\x07 {HIDDEN}")),
        "message of markup": sending(error("[bold red]no[/bold red] [/] [link=http://x]y")),
        "message of surrogates": sending(
            answer(b'{"error": {"message": "\\ud800 \\udfff"}}', JSON, status="400 No")
        ),
        "code is an object": sending(error("no", code={"a": []})),
        "wrong key as 400": sending(error("Authentication Error, Invalid proxy server token passed")),
        "too long": sending(error("maximum context length is 8 tokens", code="context_length_exceeded")),
        "no credit": sending(error("credit balance is too low")),
    }


def _other_than_json(speech: Speech) -> dict[str, Way]:
    """Events, pages, and text in other encodings or with characters that are not shown."""
    completion = speech.completion
    return {
        "events": sending(
            answer(b"data: " + completion() + b"\n\ndata: [DONE]\n\n", "Content-Type: text/event-stream")
        ),
        "events for ever": endless(OK + f"{EVENTS}\r\n\r\n".encode(), b": ping\n\n", 0.2, 200),
        "a page": sending(
            answer(b"<html><title>Log in</title><script>alert(1)</script></html>", "Content-Type: text/html")
        ),
        "a page of escapes": sending(answer(b"<html><title>\x1b]0;x\x07</title>", status="502 No")),
        "byte order mark": sending(answer(b"\xef\xbb\xbf" + completion(), JSON)),
        "utf-16": sending(answer(completion().decode().encode("utf-16"), JSON)),
        "latin-1": sending(edited(speech, '"B"', '"\udce9"')),
        "nul": sending(edited(speech, '"B"', '"B\\u0000"')),
        "lone surrogate": sending(edited(speech, '"B"', '"B \\ud83d"')),
        "hidden characters": sending(answer(completion(f"B{HIDDEN}"), JSON)),
        "escapes": sending(answer(completion("\x1b[31mB\x1b]8;;http://x\x07"), JSON)),
        "formula": sending(answer(completion("=HYPERLINK(1)"), JSON)),
    }


def _streamed(speech: Speech) -> dict[str, Way]:
    """Events, well and badly made."""
    whole = speech.completion()
    last = event("completed", whole)
    wide = event("completed", speech.completion("\u00e9").decode().replace("\\u00e9", "\u00e9").encode())
    head = OK + f"{EVENTS}\r\nConnection: close\r\n\r\n".encode()
    split = wide.index(b"\xc3") + 1
    delta = b'data: {"type": "response.output_text.delta", "delta": "A"}\n\n'
    return {
        "last event": sending(events(last)),
        "last event as JSON": sending(events(last, JSON)),
        "event without a blank line": sending(events(b"event: x\n" + last.strip())),
        "events of carriage returns": sending(
            events(delta.replace(b"\n", b"\r") + last.replace(b"\n", b"\r"))
        ),
        "event a byte at a time": sending(head, *(bytes([byte]) for byte in last), pause_s=0.001),
        "event split in a letter": sending(head, wide[:split], wide[split:], pause_s=0.2),
        "event of broken UTF-8": sending(events(wide[: split - 1] + wide[split:])),
        "event of 10 MB": Made(lambda: events(event("completed", speech.completion("word " * (2 * MB))))),
        "event that is no JSON": sending(events(event("completed", b"x"))),
        "event without a response": sending(events(b'data: {"type": "response.completed"}\n\n')),
        "event with a number": sending(events(event("completed", b"NaN"))),
        "event with a huge number": sending(events(event("completed", b"9" * 5_000))),
        "deep event": sending(events(event("completed", DEEP + b"]" * len(DEEP)))),
        "event after the last": sending(events(last + b"data: [DONE]\n\n" + last.replace(b'"B"', b'"A"'))),
        "interleaved choices": sending(
            events(b"".join(b'data: {"choices": [{"index": %d}]}\n\n' % (n % 2) for n in range(999)))
        ),
        "ends for ever": Made(lambda: events(b"data: {" + b'"type": "response.completed", ' * MB)),
        "ends on every line": Made(lambda: events(b'data: {"type": "response.completed"\n' * (MB // 2))),
        "31 MB of short lines": Made(lambda: events(b"data:\n" + b":x\n" * (10 * MB))),
        "bomb of events": Made(
            lambda: answer(bomb_of(b": ping\n\n", 200 * MB), EVENTS, "Content-Encoding: gzip")
        ),
    }


def _odd_fields(speech: Speech) -> dict[str, Way]:
    """Fields of other kinds than agreed, and bodies with nothing in them."""
    completion = speech.completion
    return {
        "content a number": sending(edited(speech, '"B"', "7")),
        "content an object": sending(edited(speech, '"B"', '{"text": "B"}')),
        "content a long list": sending(
            edited(speech, '"B"', json.dumps([{"type": "text", "text": "B"}] * 100_000))
        ),
        "content null": sending(edited(speech, '"B"', "null")),
        "no choices": sending(answer(speech.spelled('{"choices": []}').encode(), JSON)),
        "choices an object": sending(answer(speech.spelled('{"choices": {"0": {}}}').encode(), JSON)),
        "many choices": sending(
            answer(json.dumps({speech.choices: json.loads(completion())[speech.choices] * 100_000}).encode())
        ),
        "usage absurd": sending(
            answer(completion(usage={"prompt_tokens": -(2**70), "completion_tokens": 1e308}), JSON)
        ),
        "usage a list": sending(answer(completion(usage=[1, 2]), JSON)),
        "usage not a number": sending(edited(speech, '"model": "m"', '"usage": {"prompt_tokens": NaN}')),
        "reason unknown": sending(edited(speech, '"stop"', '"\\u001b[31m"')),
        "reason a number": sending(edited(speech, '"stop"', "5")),
        "model of escapes": sending(edited(speech, '"m"', '"\\u001b]0;x\\u0007[red]"')),
        "model of 1 MB": sending(answer(completion().replace(b'"m"', b'"' + b"m" * MB + b'"'), JSON)),
        "empty": sending(answer(b"", JSON)),
        "null": sending(answer(b"null", JSON)),
        "true": sending(answer(b"true", JSON)),
        "blanks": sending(answer(b" \n\t", JSON)),
    }


def _quoting_the_key(speech: Speech) -> dict[str, Way]:
    """What quotes the key that the request was sent with."""
    completion = speech.completion
    return {
        "key in the answer": with_key(lambda key: answer(completion(f"B {key}"), JSON)),
        "key in an error": with_key(lambda key: error(f"Incorrect API key provided: {key}", "401 No")),
        "key cut in an error": with_key(lambda key: error("x" * 480 + key)),
        "key in a header": with_key(lambda key: answer(completion(), f"X-Request-Id: {key}")),
        "key in the reason": with_key(lambda key: answer(b"{}", status=f"500 {key}")),
        "key in a redirect": with_key(
            lambda key: answer(b"", f"Location: http://h/{key}/v1", status="307 Go")
        ),
        "key in a page": with_key(
            lambda key: answer(f"<html><title>{key}</title>".encode(), status="502 No")
        ),
        "key in the model": with_key(
            lambda key: answer(completion().replace(b'"m"', json.dumps(key).encode()))
        ),
        "key packed": with_key(lambda key: gzipped(gzip.compress(completion(key)))),
        "key escaped": with_key(lambda key: answer(completion().replace(b'"B"', escaped(key)), JSON)),
        "key in base64": with_key(
            lambda key: answer(completion(base64.b64encode(key.encode()).decode()), JSON)
        ),
        "key in two parts": with_key(lambda key: answer(completion(parts(key)), JSON)),
        "key in a filter": with_key(lambda key: error(key, code="content_filter")),
    }


WAYS = ways_in(CHAT)
