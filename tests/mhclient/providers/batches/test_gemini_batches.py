"""Gemini's batches on the wire: what is made, how it stands, its lines, and where files go."""

import io
import json

import pytest

from mhclient.errors import MalformedReply, UnknownModel
from mhclient.providers.access import NetworkOptions
from mhclient.providers.base import batch_access
from mhclient.providers.batches import BatchEnding, InputFile
from mhclient.providers.faults import fault_of
from mhclient.providers.gemini.batches import GEMINI_BATCHES, creation, file_named
from mhclient.providers.registry import provider_named
from tests.support.asking import simulator_for
from tests.support.items import make_items

KEY = "a1" * 32
MADE = "2026-11-22T08:00:00.123456789Z"


def operation(state="SUCCEEDED", *, stats=None, **more) -> bytes:
    metadata = {
        "state": f"BATCH_STATE_{state}",
        "createTime": MADE,
        "displayName": "tag",
        "batchStats": stats,
    }
    return json.dumps({"name": "batches/abc", "metadata": metadata, **more}).encode()


def test_a_batch_is_read_with_its_counts_which_are_texts():
    stats = {"requestCount": "5", "successfulRequestCount": "3", "failedRequestCount": "1"}
    remote = GEMINI_BATCHES.read_batch(operation(stats=stats, response={"responsesFile": "files/r-1"}))
    assert (remote.id, remote.status, remote.tag) == ("abc", "succeeded", "tag")
    assert (remote.n_lines, remote.n_done, remote.n_failed) == (5, 3, 1)
    assert remote.results == ("/files/r-1:download?alt=media",)
    assert remote.expires_at == remote.created_at + 48 * 3600


@pytest.mark.parametrize(
    ("state", "ending"),
    [
        *((state, None) for state in ("UNSPECIFIED", "PENDING", "RUNNING", "SOMETHING_NEW")),
        ("SUCCEEDED", BatchEnding.COMPLETED),
        ("FAILED", BatchEnding.FAILED),
        ("CANCELLED", BatchEnding.CANCELLED),
        ("EXPIRED", BatchEnding.EXPIRED),
    ],
)
def test_states_are_endings_and_only_what_has_ended_has_results(state, ending):
    remote = GEMINI_BATCHES.read_batch(operation(state, response={"responsesFile": "files/r"}))
    assert remote.ending is ending
    assert bool(remote.results) == (ending is not None)


def test_a_failed_batch_says_why():
    remote = GEMINI_BATCHES.read_batch(operation("FAILED", error={"code": 3, "message": "bad file"}))
    assert str(remote.problem) == "bad file"


@pytest.mark.parametrize(
    ("code", "status"), [(3, 400), (8, 429), (14, 503), (13, 500), (400, 400), (99, 500)]
)
def test_an_errors_code_is_the_status_that_an_online_request_would_have_met(code, status):
    line = {"key": KEY, "error": {"code": code, "message": "no"}}
    result = GEMINI_BATCHES.read_line(json.dumps(line).encode())
    assert (result.key, result.ending, result.status) == (KEY, BatchEnding.FAILED, status)
    assert "no" in str(fault_of(result.status, {}, result.body))


def test_a_reply_is_kept_exactly_as_it_stands_in_its_line():
    body = '{"candidates": [ {"finishReason":"STOP"} ],  "x": "é\\u00e9"}'
    result = GEMINI_BATCHES.read_line(f'{{"key": "{KEY}", "response": {body}}}'.encode())
    assert (result.status, result.body.decode()) == (200, body)


@pytest.mark.parametrize(
    "line", [b"", b"[]", b'{"key": "x"}', b'{"response": {}}', b'{"key": 7, "response": {}}', b"<html>"]
)
def test_a_line_that_is_no_result_is_refused(line):
    with pytest.raises(MalformedReply):
        GEMINI_BATCHES.read_line(line)


def test_a_file_is_found_by_name_and_size():
    files = [{"name": "files/1", "displayName": "t.jsonl", "sizeBytes": "9"}, {"name": "files/2"}]
    page = json.dumps({"files": files, "nextPageToken": "more"}).encode()
    assert file_named(page, "t.jsonl", 9) == ("files/1", "more")
    assert file_named(page, "t.jsonl", 8) == (None, "more")
    assert file_named(b"{}", "t.jsonl", 9) == (None, None)


def test_a_batch_is_made_of_a_file_under_our_tag():
    body = json.loads(creation("files/1", "tag"))
    assert body == {"batch": {"displayName": "tag", "inputConfig": {"fileName": "files/1"}}}


def test_a_file_that_may_not_exist_is_not_found():
    message = "You do not have permission to access the File abc or it may not exist."
    body = json.dumps({"error": {"code": 403, "message": message, "status": "PERMISSION_DENIED"}}).encode()
    assert isinstance(fault_of(403, {}, body), UnknownModel)


async def test_lists_are_read_to_their_end_and_the_newest_batch_stands_first(make_benchmark, monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", "k-0123456789")
    monkeypatch.setattr("mhclient.providers.gemini.batches.LIST_PAGE", 2)
    benchmark = make_benchmark(make_items(2))
    async with simulator_for(benchmark) as simulator:
        provider = provider_named("gemini-native", f"{simulator.url}/v1beta")
        async with batch_access(provider).connect(NetworkOptions()) as api:
            for number in range(5):
                line = GEMINI_BATCHES.line(f"{number:064d}", '{"contents":[]}')
                given = InputFile(f"t{number}", "run", "sim-tidy", "d", len(line), io.BytesIO(line))
                assert await api.find_upload(given) is None
                upload = await api.upload(given)
                assert await api.find_upload(given) == upload
                await api.create(given, upload)
                simulator.batch_api.clock.advance(1.0)
            page = await api.page()
    assert [batch.tag for batch in page.batches] == ["t4", "t3", "t2", "t1", "t0"]
    assert page.cursor is None
