"""The page's server under clients that are slow, many, or somebody else by now."""

import asyncio
import socket
from contextlib import ExitStack, contextmanager

import pytest

from mhclient.audit.web import app
from mhclient.audit.web.guard import RATER_HEADER, Refused, check_host
from mhclient.machine import connections
from tests.support.auditing import store_all_kinds
from tests.support.visiting import answer, n_judgements, post, verdict_on, visited


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


@contextmanager
def opened(server, data=b""):
    """A connection that has sent something; the loop goes on while it is waited for."""
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(data)
        yield connection


async def received(connection):
    """What comes first; nothing where it has been closed."""
    try:
        return await asyncio.to_thread(connection.recv, 4_096)
    except ConnectionError:
        return b""


@pytest.mark.parametrize("data", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
async def test_a_connection_that_sends_no_whole_head_is_closed(stored, monkeypatch, data):
    monkeypatch.setattr(connections, "HEAD_S", 0.3)
    async with visited(stored) as (server, ann):
        with opened(server, data) as connection:
            assert await received(connection) == b""
        assert (await answer(ann, "/api/runs"))[0] == 200


async def test_a_body_that_does_not_come_is_refused(stored, monkeypatch):
    monkeypatch.setattr(app, "BODY_S", 0.3)
    async with visited(stored) as (server, ann):
        (cookie,) = ann.cookie_jar
        head = (
            f"POST /api/judge HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nCookie: "
            f"{cookie.key}={cookie.value}\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{{"
        )
        with opened(server, head.encode()) as connection:
            assert (await received(connection)).split()[1] == b"408"


async def test_many_that_say_nothing_keep_nobody_out(stored):
    async with visited(stored) as (server, ann):
        with ExitStack() as stack:
            for _ in range(connections.MOST_STRANGERS + 20):
                silent = await asyncio.to_thread(stack.enter_context, opened(server))
                silent.setblocking(False)
            oldest = stack.enter_context(opened(server))
            assert (await answer(ann, "/api/runs"))[0] == 200
            for _ in range(connections.MOST_STRANGERS):
                await asyncio.to_thread(stack.enter_context, opened(server))
            assert await received(oldest) == b""
            assert (await answer(ann, "/api/runs"))[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        *("[::1]evil.example", "[::1].evil.example:80", "127.0.0.1:80:80", "127.0.0.1:x", "localhost:99999"),
        *("127.0.0.1@evil.example", "user@localhost", "localhost/", "lab.example evil", "[127.0.0.1"),
    ],
)
def test_a_host_is_parsed_whole(host):
    with pytest.raises(Refused):
        check_host(host, {"lab.example"})


def test_names_have_no_case():
    check_host("LAB.example:80", {"Lab.Example"})


async def test_a_second_host_header_is_refused(stored):
    async with visited(stored) as (server, _):
        head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n"
        with opened(server, head) as connection:
            assert (await received(connection)).split()[1] in (b"400", b"421")


async def test_a_target_with_a_host_of_its_own_is_refused(stored):
    async with visited(stored) as (server, ann):
        (cookie,) = ann.cookie_jar
        head = (
            "GET http://evil.example/api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: {cookie.key}={cookie.value}\r\n\r\n"
        )
        with opened(server, head.encode()) as connection:
            assert (await received(connection)).split()[1] == b"421"


async def test_a_page_goes_on_for_nobody_but_the_rater_it_was_opened_by(stored):
    async with visited(stored, "ann", "bøb") as (server, ann, _):
        async with ann.get("/api/runs") as response:
            mine = response.headers[RATER_HEADER]
        async with ann.get(server.links["bøb"]) as response:
            assert response.status == 200
        said = verdict_on(stored, "FC-00001")
        status, found = await post(server, ann, "/api/judge", said, **{RATER_HEADER: mine})
        assert status == 409
        assert "bøb" in found["error"]
        assert n_judgements(stored) == 0
        async with ann.get("/api/runs") as response:
            theirs = response.headers[RATER_HEADER]
        assert (await post(server, ann, "/api/judge", said, **{RATER_HEADER: theirs}))[0] == 200
