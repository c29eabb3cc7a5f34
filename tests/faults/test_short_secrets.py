"""Short secrets that a proxy quotes back are gone from messages of failures; replies stay as they came."""

import base64
import json
import sqlite3
import zlib
from contextlib import closing

import pytest

from mhclient.redaction.secrets import hide_heard, hide_keys
from tests.support.commands import typed
from tests.support.items import make_items
from tests.support.raw_server import RawServer, http, reply

# By length; the last of each is an ordinary word, as passwords are.
SHORT = ("k7qz", "luna", "x9-kw2", "hunter", "hunter12", "sunshine", "hunter-2024", "butterflies")


def in_environment(secret):
    return {"HTTPS_PROXY": f"http://anna:{secret}@proxy.example:3128"}


def spelled(secret):
    """The secret as a server may quote it."""
    return {
        "plain": f"for '{secret}'",
        "the whole address": f"http://anna:{secret}@proxy.example:3128",
        "the header": f"Basic {base64.b64encode(f'anna:{secret}'.encode()).decode()}",
        "alone in base64": f"password {base64.b64encode(secret.encode()).decode()}",
        "percent": "user%3D" + "".join(f"%{ord(character):02X}" for character in secret),
        "JSON": "\\n" + "".join(f"\\u{ord(character):04x}" for character in secret),
        "behind a line break of JSON": f"no:\\n{secret}",
    }


@pytest.mark.parametrize("secret", SHORT)
def test_what_is_said_of_a_failure_holds_no_secret_of_four_characters(secret):
    for how, said in spelled(secret).items():
        left = hide_heard(f"HTTP 407: {said}; go away", in_environment(secret))
        assert left.startswith("HTTP 407: "), how
        assert left.endswith("; go away"), how
        assert "[key]" in left, how
        assert [text for text in parts(secret) if text in left] == [], (how, left)


def parts(secret):
    """The secret in every spelling, without what stands around it."""
    code = base64.b64encode(f"anna:{secret}".encode()).decode()
    escaped = "".join(f"\\u{ord(character):04x}" for character in secret)
    percent = "".join(f"%{ord(character):02X}" for character in secret)
    return secret, code, base64.b64encode(secret.encode()).decode(), escaped, percent


@pytest.mark.parametrize("secret", SHORT)
def test_part_of_a_longer_word_is_no_secret(secret):
    said = f"{secret}s are re{secret}ed; {secret}0"
    assert hide_heard(said, in_environment(secret)) == said
    assert hide_keys(said, in_environment(secret)) == said


@pytest.mark.parametrize(
    ("secret", "goes"),
    [("hunter12", True), ("hunter-2024", True), ("sunshine", False), ("x9-kw2", False), ("20241123", False)],
)
def test_in_replies_only_what_is_no_word_and_no_number_goes(secret, goes):
    """A model may well say `sunshine` or a number: what it said is a fact, and is kept."""
    shown = hide_keys(f"The answer is {secret}.", in_environment(secret))
    assert shown == f"The answer is {'[key]' if goes else secret}."


@pytest.mark.storm
@pytest.mark.parametrize("provider", ["openai", "compatible"])
async def test_a_proxy_that_quotes_passwords_and_the_key_leaves_them_nowhere(
    make_benchmark, tmp_path, provider
):
    """In the store, the log, on the screen, in a traceback and in a page of the report."""
    key, every = "retnuh", " ".join(SHORT)
    said = " ".join(text for secret in SHORT for text in spelled(secret).values())
    quoted = json.dumps({"error": {"message": f"{key} {said}"}}).encode()
    cut = [json.dumps({"error": {"message": "x" * 480 + f" {secret}" * 5}}).encode() for secret in SHORT]
    page = f"<html><title>{key} {every}</title></html>".encode()
    answers = {
        2: http(quoted, status="400 No"),
        4: http(page),
        6: http(page, status="400 No"),
        8: http(reply(), f"X-Request-Id: {every}/{key}"),
        **{10 + 2 * number: http(body, status=f"400 No {every}") for number, body in enumerate(cut)},
        26: http(quoted, f"Proxy-Authenticate: {every}", status=f"407 {every}"),
    }

    async def answer(writer, number):
        writer.write(answers.get(number, http(reply())))

    store, log, page_path = tmp_path / "s.sqlite3", tmp_path / "log.jsonl", tmp_path / "r.html"
    async with RawServer(answer) as proxy:
        environment = {"NO_PROXY": "", "MHCLIENT_TRACEBACK": "1"}
        environment |= {f"P{number}_PROXY": f"http://anna:{secret}@p" for number, secret in enumerate(SHORT)}
        environment |= {"HTTP_PROXY": f"http://anna:{SHORT[0]}@127.0.0.1:{proxy.port}"}
        environment |= {"OPENAI_API_KEY": key, "MHCLIENT_API_KEY": key}
        words = [
            *("run", "--provider", provider, "--model", "m", "--no-preflight", "--json-log", str(log)),
            *("--base-url", "http://api.example/v1", "--store", str(store), "--concurrency", "1"),
            *("--benchmark", str(make_benchmark(make_items(40)).directory), "--run-id", "r"),
        ]
        _, out, said_by_it = await typed(words, **environment)
    shown = out + said_by_it
    words = ["report", "r", "--format", "html", "--out", str(page_path), "--store", str(store)]
    await typed(words, **environment)
    with closing(sqlite3.connect(store)) as connection:
        bodies = [zlib.decompress(body) for (body,) in connection.execute("SELECT body FROM responses")]
        told = [str(row) for row in connection.execute("SELECT * FROM attempts")]
    assert sum("[key]" in row for row in told) == len(answers), shown
    assert "[key]" in shown
    assert page_path.exists()
    written = [path.read_bytes() for path in tmp_path.glob("*") if path.is_file()]
    places = [shown, *(data.decode("utf-8", "replace") for data in (*bodies, *written))]
    texts = (*(text for secret in SHORT for text in parts(secret)), key)
    assert [text for text in texts for place in places if text in place] == []
