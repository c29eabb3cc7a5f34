"""A reply is bounded by the memory that its values take, not by its bytes alone."""

import json

import pytest

from mhclient.errors import MalformedReply, ReplyTooLarge
from mhclient.providers.base import RawReply
from mhclient.providers.registry import provider_named
from mhclient.providers.transport.answers import split_lines, unfolds_beyond
from tests.mhclient.providers.transport.test_session import PROVIDERS, ask, writing
from tests.support.raw_server import RawServer, http, reply

MOST = 4_000_000
LOG_PROB = b'{"token": " the", "logprob": -12.3456, "bytes": [32, 116, 104, 101]},'


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "MHCLIENT_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, "sk-0123456789abc")


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"[]," * 1_000_000 + b"[]]",
        b"[" + b'{"a": {}},' * 300_000 + b"0]",
        b"[" + b"1," * 1_900_000 + b"1]",
        b'["' + b"w" * 2_200_000 + b'"]',
        b'["' + b"\\ud83d\\ude00" * 300_000 + b'"]',
        b'{"a": "' + b"," * 900_000 + b'", "b": [' + b"[]," * 200_000 + b"[]]}",
    ],
    ids=["arrays", "objects", "numbers", "one text", "wide letters", "after a text"],
)
def test_a_body_whose_values_take_far_more_memory_than_it_is_noticed(body):
    assert len(body) < MOST
    assert unfolds_beyond(body, MOST)


@pytest.mark.parametrize(
    "body",
    [
        b"[" + LOG_PROB * 13_000 + b"0]",
        b'["' + b",[{" * 300_000 + b'", "' + b'\\"' * 200_000 + b'"]',
        b'"' + b"w" * 1_500_000,
        b"\\" * 1_500_000,
        b"[" * 1_000_000,
    ],
    ids=["log-probs", "signs in texts", "no end", "backslashes", "small"],
)
def test_other_bodies_are_read(body):
    most = MOST if len(body) > 1_200_000 else 2_000_000
    assert not unfolds_beyond(body, most)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_reply_of_a_million_arrays_is_refused_before_it_is_read(provider):
    body = b'{"choices": [' + b"[]," * 1_000_000 + b"[]]}"
    async with RawServer(writing(http(body))) as server:
        with pytest.raises(ReplyTooLarge, match="several times as many in memory"):
            await ask(provider, server.url)


async def test_a_line_of_results_that_takes_far_more_memory_is_refused():
    async def pieces():
        yield b"[" + b"[]," * 1_000_000 + b"[]]\n"

    with pytest.raises(MalformedReply, match="several times 4,000,000 bytes in memory"):
        _ = [line async for line in split_lines(pieces(), MOST)]


def test_parts_that_make_a_text_which_no_model_writes_are_refused():
    parts = [{"type": "text", "text": "word " * 500_000}] * 4
    body = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()
    with pytest.raises(ReplyTooLarge, match="more than 8,000,000 characters"):
        provider_named("compatible", "http://127.0.0.1:9/v1").read(RawReply(200, {}, body))


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (b'{"choices"', b'{"model": "%b", "choices"', "served_model"),
        (b'"stop"', b'"%b"', "finish_reason"),
        (b'{"choices"', b'{"system_fingerprint": "%b", "choices"', "fingerprint"),
        (b'{"choices"', b'{"provider": "%b", "choices"', "route"),
        (b'{"choices"', b'{"service_tier": "%b", "choices"', "tier"),
    ],
)
def test_a_name_that_none_has_is_not_known_and_costs_no_reply(before, after, name):
    body = reply("B").replace(before, after % (b"x" * 2_000))
    read = provider_named("compatible", "http://127.0.0.1:9/v1").read(RawReply(200, {}, body))
    assert (read.completion, getattr(read, name)) == ("B", None)
