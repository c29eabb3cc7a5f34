"""Machines that lie, and whoever asks a machine without being a run: believed by nobody, fatal to nothing."""

import asyncio
import json
import logging
import re
import socket
from contextlib import suppress

import aiohttp
import pytest

from mhclient.errors import BringsDownMachines, ModelUnusable, PromptTooLong
from mhclient.machine import connections
from mhclient.providers.local.fleet import fleet as fleet_module
from mhclient.providers.local.fleet.fleet import Fleet, FleetTerms
from mhclient.providers.local.fleet.over_http import HttpMachines
from mhclient.providers.local.fleet.server import WorkerServer
from tests.mhclient.providers.local.test_fleet import TOKEN, WANTED, echo
from tests.support.raw_server import bomb

ABOUT = json.loads(WANTED.to_json())


def http(body: bytes, *headers: str) -> bytes:
    head = ["HTTP/1.1 200 OK", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(head).encode() + body


class Liar:
    """A machine that says these bytes of itself, and these, piece by piece, to whatever it is asked."""

    def __init__(self, about: bytes, *answers: tuple[bytes, ...]) -> None:
        self._about, self._answers = about, list(answers)

    async def __aenter__(self) -> Fleet:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1")
        port = self._server.sockets[0].getsockname()[1]
        terms = FleetTerms(WANTED, mixed=False, bucket=4, late_s=0.3)
        self._fleet = Fleet(HttpMachines([f"http://127.0.0.1:{port}"], TOKEN), terms)
        return self._fleet

    async def __aexit__(self, *_: object) -> None:
        await self._fleet.close()
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode().lower():
                length = re.search(r"content-length: (\d+)", head)
                await reader.readexactly(int(length[1]) if length else 0)
                if head.startswith("get"):
                    writer.write(self._about)
                    continue
                answer = self._answers[0] if len(self._answers) == 1 else self._answers.pop(0)
                for piece in answer or [await asyncio.sleep(3_600, b"")]:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0.05)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@pytest.mark.parametrize(
    "changed",
    [
        {"how": 5},
        {"how": None},
        {"how": [1, 2, 3]},
        {"model": ["x"]},
        {"computed_with": {"a": 1}},
        {"computed_with": "\x1b[31m"},
        {"model": "\u202e"},
        {"version": "9" * 10_000},
    ],
    ids=["a number", "null", "numbers", "a list", "an object", "escapes", "turned round", "long"],
)
async def test_what_a_machine_says_of_itself_is_checked(changed):
    async with Liar(http(json.dumps(ABOUT | changed).encode())) as fleet:
        with pytest.raises(ModelUnusable, match="not what an mhclient worker says of itself"):
            await fleet.open()


@pytest.mark.parametrize(
    ("about", "says"),
    [
        (http(b"[" * 60_000), "nested too deeply"),
        (http(b" " * 100_000), "more than 65,536 bytes"),
        (http(bomb(90 << 20), "Content-Encoding: gzip"), "packed, which was not asked for"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 5_000, "more than 100 heads"),
        (http(WANTED.to_json().replace("tiny", "\\ud800").encode()), "no Unicode text"),
    ],
    ids=["deep", "long", "bomb", "heads", "half a character"],
)
async def test_what_it_says_is_bounded(about, says):
    async with Liar(about) as fleet:
        with pytest.raises(ModelUnusable, match=says):
            await fleet.open()


async def test_an_answer_that_comes_in_pieces_is_read_whole():
    """Of the first version only what came with the first read was taken: the rest was "too many bytes"."""
    answer = http(json.dumps([{"reply": "r" * 300_000}]).encode())
    async with Liar(
        http(WANTED.to_json().encode()), (answer[:900], answer[900:70_000], answer[70_000:])
    ) as fleet:
        await fleet.open()
        assert await fleet.ask("body") == b"r" * 300_000


@pytest.mark.parametrize(
    "answer",
    [
        b'[{"reply": "\\ud800"}]',
        b'[{"error": "PromptTooLong", "message": "\\ud800"}]',
        b"[" * 100_000,
        b"[" + b"[]," * 4_000_000 + b"[]]",
        b'[{"error": "SystemExit", "message": "x"}]',
        b'[{"reply": "a"}, {"reply": "b"}]',
    ],
    ids=["half a character", "half in an error", "deep", "arrays", "no error of a request", "two"],
)
@pytest.mark.slow
async def test_an_answer_that_is_none_is_not_believed(answer, monkeypatch):
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.05)
    async with Liar(http(WANTED.to_json().encode()), (http(answer),)) as fleet:
        await fleet.open()
        with pytest.raises(BringsDownMachines):
            await fleet.ask("body")


async def test_the_words_of_an_error_are_short_and_can_do_nothing():
    said = [{"error": "PromptTooLong", "message": "\x1b[31m" + "m" * 1_000_000}]
    async with Liar(http(WANTED.to_json().encode()), (http(json.dumps(said).encode()),)) as fleet:
        await fleet.open()
        with pytest.raises(PromptTooLong, match=r"^\u241b.{200,500}$"):
            await fleet.ask("body")


async def test_a_machine_that_never_answers_gets_work_again_once_nobody_waits_for_that():
    well = http(b'[{"reply": "r"}]')
    async with Liar(http(WANTED.to_json().encode()), (), (), (well,)) as fleet:
        await fleet.open()
        for _ in range(2):  # as many as a machine gets at once
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(fleet.ask("body"), 0.2)
        assert await asyncio.wait_for(fleet.ask("body"), 10) == b"r"


# From here on: who asks a machine.


def served(ask=echo, token: str = "", port: int = 0) -> WorkerServer:
    return WorkerServer(ask, WANTED, host="127.0.0.1", port=port, token=token)


async def answer_of(body: bytes, ask=echo, headers=None) -> tuple[int, str]:
    async with (
        served(ask) as server,
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/answer", data=body, headers=headers) as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_a_machine_without_a_token_answers_no_page_in_a_web_browser(headers, status):
    assert (await answer_of(b'["b"]', headers=headers))[0] == status


@pytest.mark.parametrize("body", [b"x", b"\xff", b"[" * 100_000, b'["\\ud800"]', b"5", b'[{"a": 1}]'])
async def test_a_question_that_is_none_is_refused(body, caplog):
    assert (await answer_of(body))[0] == 400
    assert "Traceback" not in caplog.text


async def test_what_fails_in_a_machine_is_told_in_one_line(caplog):
    async def broken(_: str) -> bytes:
        raise RuntimeError("no such thing")

    assert (await answer_of(b'["b"]', broken))[0] == 500
    (record,) = [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert "RuntimeError: no such thing" in record.getMessage()
    assert record.exc_info is None


async def test_a_connection_that_says_nothing_is_closed(monkeypatch):
    monkeypatch.setattr(connections, "HEAD_S", 0.3)
    async with served(token=TOKEN) as server:
        port = int(server.url.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST /answer HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()


async def test_a_place_that_is_taken_is_named():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Exception, match=f"cannot listen on http://127.0.0.1:{port}"):
            await served(port=port).__aenter__()
