"""Who may ask the page's server, from where, and with what."""

import json
import socket

import aiohttp
import pytest

from mhclient.audit.web.app import LARGEST_REQUEST, AuditServer
from mhclient.audit.web.guard import Refused, check_host
from mhclient.cli.arguments.replies import add_serve_arguments
from mhclient.judge.judgements import LONGEST_NOTE
from tests.support.auditing import serving, store_all_kinds
from tests.support.visiting import JSON, answer, n_judgements, post, verdict_on, visited


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


async def test_nothing_is_answered_without_a_token(stored):
    async with AuditServer(stored[0], ["ann"]) as server, aiohttp.ClientSession(server.url) as stranger:
        for path in ("/", "/page.js", "/api/runs", "/?token=guessed", "/api/runs?token=guessed", "/nowhere"):
            status, found = await answer(stranger, path)
            assert status == 403
            assert "open the link" in found["error"]
        status, _ = await post(server, stranger, "/api/judge", verdict_on(stored, "FC-00001"))
        assert status == 403
        token = server.links["ann"].partition("token=")[2]
        assert (await answer(stranger, f"/api/runs?token={token}"))[0] == 403
    assert n_judgements(stored) == 0


async def test_the_link_lets_in_once_and_leaves_no_token_in_the_address(stored):
    async with AuditServer(stored[0], ["ann"]) as server, aiohttp.ClientSession(server.url) as visit:
        async with visit.get(server.links["ann"], allow_redirects=False) as response:
            assert (response.status, response.headers["Location"]) == (303, "/")
            cookie = response.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        assert f"mhclient-{server.url.rpartition(':')[2]}=" in cookie


async def test_a_link_lets_its_rater_in_whoever_was_in_before(stored):
    async with visited(stored, "ann", "bob") as (server, ann, _):
        async with ann.get(server.links["bob"]) as response:
            assert "token" not in str(response.url)
        _, cases = await answer(ann, "/api/cases", params={"run": stored[1]})
        assert cases["rater"] == "bob"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
    ],
)
async def test_a_write_from_another_page_is_refused(stored, headers):
    async with visited(stored) as (server, ann):
        status, _ = await post(server, ann, "/api/judge", verdict_on(stored, "FC-00001"), **headers)
        assert status in (403, 415)
    assert n_judgements(stored) == 0


async def test_a_write_without_any_origin_is_refused(stored):
    async with visited(stored) as (_, ann):
        body = json.dumps(verdict_on(stored, "FC-00001"))
        async with ann.post("/api/judge", data=body, headers=JSON) as response:
            assert response.status == 403
    assert n_judgements(stored) == 0


async def test_a_write_with_two_origins_is_refused(stored):
    async with visited(stored) as (server, ann):
        body = json.dumps(verdict_on(stored, "FC-00001"))
        headers = [*JSON.items(), ("Origin", server.url), ("Origin", "https://evil.example")]
        async with ann.post("/api/judge", data=body, headers=headers) as response:
            assert response.status == 403
    assert n_judgements(stored) == 0


async def test_a_foreign_name_that_points_here_is_not_answered(stored):
    async with visited(stored) as (server, ann):
        port = server.url.rpartition(":")[2]
        for host in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}"):
            status, found = await answer(ann, "/api/runs", headers={"Host": host})
            assert status == 421
            assert "does not answer for" in found["error"]
        assert (await answer(ann, "/api/runs", headers={"Host": f"localhost:{port}"}))[0] == 200


def test_addresses_and_given_names_are_hosts_of_ours():
    for host in ("127.0.0.1:80", "[::1]:80", "192.168.1.5:80", "localhost", "lab.example:80"):
        check_host(host, {"lab.example"})
    for host in ("", "lab.example.evil.example:80", "x:80", "127.0.0.1.nip.io:80"):
        with pytest.raises(Refused):
            check_host(host, {"lab.example"})


async def test_every_answer_forbids_foreign_scripts_frames_and_caches(stored):
    async with visited(stored) as (_, ann):
        for path in ("/", "/page.js", "/api/runs", "/api/nothing"):
            async with ann.get(path) as response:
                assert "default-src 'none'" in response.headers["Content-Security-Policy"]
                assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
                assert response.headers["Cache-Control"] == "no-store"
                assert "Access-Control-Allow-Origin" not in response.headers


async def test_an_oversized_or_broken_request_is_refused_and_the_server_goes_on(stored):
    async with visited(stored) as (server, ann):
        too_long = verdict_on(stored, "FC-00001", note="x" * LARGEST_REQUEST)
        assert (await post(server, ann, "/api/judge", too_long))[0] == 413
        bodies: list[object] = [[], "text", 3, None]
        for body in bodies:
            assert (await post(server, ann, "/api/judge", body))[0] == 400
        headers = JSON | {"Origin": server.url}
        async with ann.post("/api/judge", data=b"\xff{", headers=headers) as response:
            assert response.status == 400
        async with ann.post("/api/judge", data="[" * 30_000, headers=headers) as response:
            assert response.status == 400
        for query in ({"run": stored[1], "offset": "-1"}, {"run": stored[1], "sample": "x"}, {}):
            assert (await answer(ann, "/api/cases", params=query))[0] == 400
        longest = verdict_on(stored, "FC-00001", note="\u202e" * LONGEST_NOTE)
        assert (await post(server, ann, "/api/judge", longest))[0] == 200
    assert n_judgements(stored) == 1


WRITES = b"Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\n"


# First line and headers of a request; the status of the answer.
CLIENTS_MISTAKES = [
    (b"GET /api/runs HTTP/1.0", b"", b"421"),
    (b"GET /api/runs HTTP/1.1", b"", b"400"),
    (b"GET /api/runs HTTP/1.1", b"Host: \xff\r\n", b"421"),
    (b"\x16\x03\x01", b"", b"400"),
    (b"GET http://[/ HTTP/1.1", b"Host: 127.0.0.1\r\n", b"400"),
    (b"GET /" + b"a" * 9_000 + b" HTTP/1.1", b"Host: 127.0.0.1\r\n", b"400"),
    (b"POST /api/judge HTTP/1.1", WRITES + b"Transfer-Encoding: chunked\r\n", b"400"),
    (b"POST /api/judge HTTP/1.1", WRITES + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n", b"400"),
    (
        b"POST /api/judge HTTP/1.1",
        WRITES.replace(b"json", b"json; charset=no") + b"Content-Length: 5\r\n",
        b"400",
    ),
]


@pytest.mark.slow
def test_what_a_client_gets_wrong_is_told_to_the_client_alone(stored):
    with serving(stored[0], "ann") as served:
        address, _, token = served.links["ann"].partition("/?token=")
        port = int(address.rpartition(":")[2])
        cookie = f"Cookie: mhclient-{port}={token}\r\nConnection: close\r\n\r\n".encode()
        for first_line, headers, status in CLIENTS_MISTAKES:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
                body = b"zz\r\nz" if first_line.startswith(b"POST") else b""
                connection.sendall(first_line + b"\r\n" + headers + cookie + body)
                assert connection.recv(4_096).split()[1] == status, (first_line, headers)
        served.process.terminate()
        served.process.join()
        told = served.said.read_text(encoding="utf-8")
    assert told.splitlines() == [
        "Open the link in a web browser. It is secret: it says who you are. Ctrl-C ends the server."
    ]


def test_the_server_listens_on_this_machine_unless_told_otherwise():
    import argparse

    parser = argparse.ArgumentParser()
    add_serve_arguments(parser)
    assert parser.parse_args([]).host == "127.0.0.1"
    with pytest.raises(SystemExit):
        parser.parse_args(["--port", "70000"])
