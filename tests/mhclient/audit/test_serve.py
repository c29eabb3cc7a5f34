"""The page's server: what is answered, to whom, that raters stay apart, and clients that are slow or many."""

import asyncio
import json
import socket
from contextlib import ExitStack, contextmanager

import aiohttp
import anyio
import pytest

from cache import Store
from mhclient.audit.web import app
from mhclient.audit.web.app import LARGEST_REQUEST, AuditServer
from mhclient.audit.web.guard import RATER_HEADER, Refused, check_host
from mhclient.cli.arguments.replies import add_serve_arguments
from mhclient.judge.judgements import LONGEST_NOTE, Judging
from mhclient.judge.samples import find_or_draw
from mhclient.machine import connections
from mhclient.read.collect import collect
from tests.support.auditing import serving, store_all_kinds
from tests.support.sql import execute
from tests.support.visiting import JSON, answer, n_judgements, post, verdict_on, visited


@pytest.fixture
def stored(make_benchmark, tmp_path):
    return store_all_kinds(make_benchmark, tmp_path)


async def test_runs_overview_report_and_cases_are_answered(stored):
    run = {"run": stored[1]}
    async with visited(stored) as (_, ann):
        _, found = await answer(ann, "/api/runs")
        assert [(one["run"], one["replies"], one["errors"]) for one in found["runs"]] == [(stored[1], 9, 1)]
        _, view = await answer(ann, "/api/overview", params=run)
        assert (view["n"], view["without_reply"]) == (9, 1)
        _, report = await answer(ann, "/api/report", params=run)
        assert any("Accuracy" in table["title"] for table in report["tables"])
        _, cases = await answer(ann, "/api/cases", params=run | {"filter": "outcome:refusal"})
        assert [row["item"] for row in cases["rows"]] == ["RP-00002", "RP-00003"]


async def test_a_case_shows_its_marks_and_neither_gold_nor_relation(stored):
    async with visited(stored) as (_, ann):
        _, case = await answer(ann, "/api/case", params={"run": stored[1], "item": "RP-00001"})
        assert case["said"] == "B"
        assert ["B", "decided"] in [piece[:2] for piece in case["pieces"]]
        assert "".join(piece[0] for piece in case["pieces"]) == "Answer: B"
        assert not {"gold", "relation"} & set(case)


async def test_a_hostile_completion_comes_as_text_without_control_characters(stored):
    async with visited(stored) as (_, ann):
        _, case = await answer(ann, "/api/case", params={"run": stored[1], "item": "FC-00002"})
        text = "".join(piece[0] for piece in case["pieces"])
        assert "<script>alert(1)</script>" in text
        assert not set(text) & {"\x1b", "\x07", "\u202e"}


async def test_two_raters_at_once_judge_apart_and_nothing_is_lost(stored):
    items = [f"RP-{number:05d}" for number in range(6)]
    async with visited(stored, "ann", "bob") as (server, ann, bob):
        sent = [
            post(server, visit, "/api/judge", verdict_on(stored, item, verdict))
            for item in items
            for visit, verdict in ((ann, "none"), (bob, "refusal"))
        ]
        assert {status for status, _ in await asyncio.gather(*sent)} == {200}
        for visit, label in ((ann, "none"), (bob, "refusal")):
            _, cases = await answer(visit, "/api/cases", params={"run": stored[1], "filter": "judged:yes"})
            assert [row["mine"] for row in cases["rows"]] == [label] * 6
    assert n_judgements(stored) == 12


async def test_a_rater_cannot_judge_under_another_name(stored):
    async with visited(stored, "ann", "bob") as (server, ann, bob):
        said = verdict_on(stored, "FC-00001", rater="bob")
        assert (await post(server, ann, "/api/judge", said))[0] == 200
        params = {"run": stored[1], "item": "FC-00001", "rater": "ann"}
        assert (await answer(bob, "/api/case", params=params))[1]["mine"] is None


async def test_a_sample_hides_the_readings_before_and_after_judging(stored):
    connection = Store.open(stored[0])
    sample = find_or_draw(connection, collect(connection, [stored[1]]), 9, 1).row
    run = {"run": stored[1], "sample": str(sample.sample_id)}
    async with visited(stored) as (server, ann):
        _, cases = await answer(ann, "/api/cases", params=run)
        assert len(cases["rows"]) == 9
        assert {(row["said"], row["grade"], row["read"]) for row in cases["rows"]} == {("", "", True)}
        item = {"item": "RP-00001"}
        _, hidden = await answer(ann, "/api/case", params=run | item)
        assert (hidden["reading"], hidden["said"], hidden["marks"]) == (None, None, [])
        assert hidden["pieces"] == [["Answer: B", "", ""]]
        await post(server, ann, "/api/judge", verdict_on(stored, "RP-00001") | run)
        _, judged = await answer(ann, "/api/case", params=run | item)
        assert (judged["mine"]["label"], judged["reading"], judged["marks"]) == ("none", None, [])
        _, cases = await answer(ann, "/api/cases", params=run)
        assert {(row["said"], row["grade"], row["read"]) for row in cases["rows"]} == {("", "", True)}
    assert execute(connection, "SELECT blind FROM judgements").fetchone()[0] == 1


async def test_a_blind_queue_is_chosen_from_by_nothing_that_tells_of_readings(stored):
    connection = Store.open(stored[0])
    sample = find_or_draw(connection, collect(connection, [stored[1]]), 9, 1).row
    run = {"run": stored[1], "sample": str(sample.sample_id)}
    async with visited(stored) as (_, ann):
        for line in ("outcome:refusal", "said:B", "grade:strict", "rule:x", "relation:none"):
            status, found = await answer(ann, "/api/cases", params=run | {"filter": line})
            assert status == 400
            assert "judged blind" in found["error"]
        assert (await answer(ann, "/api/cases", params=run | {"filter": "task:FC"}))[0] == 200
        status, found = await answer(ann, "/api/cases", params=run | {"sample": "7"})
        assert (status, found["error"]) == (400, f"run '{stored[1]}' has no sample 7.")


async def test_an_unknown_filter_is_an_error_that_names_what_there_is(stored):
    async with visited(stored) as (_, ann):
        params = {"run": stored[1], "filter": "outcome:refusl"}
        status, found = await answer(ann, "/api/cases", params=params)
        assert status == 400
        assert "There are: answer, ambiguous" in found["error"]


async def test_a_note_judges_nothing_and_stays(stored):
    said = {"run": stored[1], "item": "RP-00000"}
    async with visited(stored) as (server, ann):
        status, found = await post(server, ann, "/api/note", said | {"note": "odd one"})
        assert (status, found["mine"]["verdict"], found["mine"]["judged"]) == (200, "note", False)
        _, cases = await answer(ann, "/api/cases", params={"run": stored[1], "filter": "judged:no"})
        assert (len(cases["rows"]), cases["n_judged"]) == (9, 0)
        await post(server, ann, "/api/judge", verdict_on(stored, "RP-00000"))
        status, found = await post(server, ann, "/api/note", said | {"note": "odd indeed"})
        assert (found["mine"]["verdict"], found["mine"]["note"]) == ("none", "odd indeed")
    assert n_judgements(stored) == 3


async def test_the_next_unjudged_reply_is_found_round_the_end(stored):
    run = {"run": stored[1]}
    async with visited(stored) as (server, ann):
        for item in ("RP-00001", "RP-00002"):
            await post(server, ann, "/api/judge", verdict_on(stored, item))
        for after, at in (("0", 3), ("2", 3), ("8", 0), ("99", 0)):
            _, found = await answer(ann, "/api/unjudged", params=run | {"after": after})
            assert found == {"at": at}
        _, found = await answer(ann, "/api/unjudged", params=run | {"filter": "judged:yes"})
        assert found == {"at": None}


async def test_undo_takes_ones_own_judgement_back(stored):
    async with visited(stored) as (server, ann):
        await post(server, ann, "/api/judge", verdict_on(stored, "FC-00001"))
        status, found = await post(server, ann, "/api/undo", {"run": stored[1], "item": "FC-00001"})
        assert (status, found) == (200, {"mine": None})


@pytest.mark.parametrize(
    "said",
    [
        {"verdict": "answer", "letters": ["C"]},
        {"verdict": "answer", "letters": ["A", "B"]},
        {"verdict": "answer", "letters": "A"},
        {"verdict": "answer", "letters": [1]},
        {"verdict": "withdrawn"},
        {"verdict": "note"},
        {"verdict": "none", "note": "\ud800"},
        {"verdict": "none", "item": "\udfff"},
        {"verdict": "none", "sample": "1"},
        {"verdict": "none", "sample": 1},
        {"verdict": "<script>"},
        {"verdict": ["none"]},
        {"verdict": "none", "note": 7},
        {"verdict": "none", "note": "x" * (LONGEST_NOTE + 1)},
        {"verdict": "none", "item": "FC-99999"},
        {"verdict": "none", "item": None},
        {"verdict": "none", "run": "nope"},
    ],
)
async def test_a_bad_judgement_is_refused_in_one_line(stored, said):
    async with visited(stored) as (server, ann):
        body = {"run": stored[1], "item": "FC-00001"} | said
        status, found = await post(server, ann, "/api/judge", body)
        assert status == 400
        assert len(found["error"].splitlines()) == 1
    assert n_judgements(stored) == 0


async def test_a_judgement_made_in_the_terminal_shows_on_the_page(stored):
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    async with visited(stored) as (server, ann):
        await post(server, ann, "/api/judge", verdict_on(stored, collected.cases[0].item_id))
        judging = Judging(connection, "ann", collected.reader)
        assert judging.mine([collected.cases[0].key])[collected.cases[0].key].label == "none"


@pytest.mark.slow
def test_a_judgement_is_on_disk_when_the_page_hears_of_it(stored, tmp_path):
    """The server is killed after its answer; the store has what it confirmed."""
    with serving(stored[0], "ann") as served:

        async def judge() -> int:
            url = served.links["ann"].partition("/?")[0]
            async with aiohttp.ClientSession(url, cookie_jar=aiohttp.CookieJar(unsafe=True)) as visit:
                async with visit.get(served.links["ann"]):
                    pass
                body = json.dumps(verdict_on(stored, "FC-00001"))
                async with visit.post("/api/judge", data=body, headers=JSON | {"Origin": url}) as response:
                    served.process.kill()
                    return response.status

        assert anyio.run(judge) == 200
    assert n_judgements(stored) == 1


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


async def test_bytes_that_are_no_text_in_a_cookie_or_a_header_let_nobody_in(stored):
    async with visited(stored) as (server, _):
        port = server.url.rpartition(":")[2].encode()
        for header in (b"Cookie: mhclient-%b=\xff\xfe" % port, b"Authorization: Bearer \xff\xfe"):
            with opened(
                server, b"GET /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\n%b\r\n\r\n" % header
            ) as connection:
                assert (await received(connection)).split()[1] == b"403"


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


async def test_nothing_is_answered_without_a_token(stored):
    async with (
        AuditServer(stored[0], ["ann"]) as server,
        aiohttp.ClientSession(server.url) as stranger,
    ):
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
    async with (
        AuditServer(stored[0], ["ann"]) as server,
        aiohttp.ClientSession(server.url) as visit,
    ):
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
        for query in (
            {"run": stored[1], "offset": "-1"},
            {"run": stored[1], "sample": "x"},
            {},
        ):
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
