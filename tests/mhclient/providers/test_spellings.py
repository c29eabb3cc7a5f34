"""Canaries in every spelling and every place: none is left in anything that is written or shown."""

import base64
import json
from sys import getrefcount
from time import process_time

import pytest
from aiohttp import web

from mhclient.redaction.secrets import PIECE, Redactor, hide_keys
from tests.support.asking import run_arguments, simulator_for
from tests.support.commands import typed
from tests.support.items import make_items

CANARY = "sk-CAN/ARY-4f1d9c0b7a+x"
PASSWORD = "pass-w0rd-of-a-proxy"


def json_escaped(text):
    return "".join(f"\\u{ord(character):04x}" for character in text)


SPELLINGS = {
    "plain": CANARY,
    "every character escaped": json_escaped(CANARY),
    "escaped twice": json_escaped(CANARY).replace("\\", "\\\\"),
    "one escape, large": CANARY.replace("-", "\\u002D"),
    "slashes": CANARY.replace("/", "\\/"),
    "percent": "".join(f"%{ord(character):02X}" for character in CANARY),
    "some percent": CANARY.replace("/", "%2f").replace("+", "%2B"),
    "HTML": "".join(f"&#{ord(character)};" for character in CANARY),
    "base64": base64.b64encode(f"user:{CANARY}".encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(f"ab{CANARY}".encode()).decode(),
    "percent twice": "".join(f"%25{ord(character):02X}" for character in CANARY),
    "hex": CANARY.encode().hex(),
    "hex in pairs": CANARY.encode().hex(":").upper(),
    "capitals": CANARY.upper(),
    "small letters": CANARY.lower(),
    "white space": " ".join(CANARY),
    "line breaks": f"{CANARY[:4]}\\n{CANARY[4:15]}\\r\\n{CANARY[15:]}",
    "markup": f"**{CANARY[:9]}**<b>{CANARY[9:14]}</b>`{CANARY[14:]}`",
    "UTF-16": "\0".join(CANARY),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_secret_is_found_in_every_spelling(spelling):
    redactor = Redactor([CANARY])
    spelled = SPELLINGS[spelling]
    assert "[key]" in redactor.hide_in(f"before {spelled} after")
    assert left_of(redactor.hide_in(f"before {spelled} after")) == []
    assert left_of(redactor.hide_in_body(f'{{"text": "before {spelled} after"}}'.encode()).decode()) == []


def left_of(text):
    """Spellings that are still there, but for what base64 has of other characters."""
    return [name for name, spelled in SPELLINGS.items() if spelled in text or spelled[4:-4] in text]


def test_a_secret_in_utf_16_bytes_is_found():
    for encoding in ("utf-16-le", "utf-16-be", "utf-16"):
        assert CANARY.encode("utf-16-le") not in Redactor([CANARY]).hide_in_body(CANARY.encode(encoding))


@pytest.mark.parametrize("cut", range(1, len(CANARY)))
def test_a_secret_that_is_split_over_content_parts_is_found(cut):
    parts = [{"type": "text", "text": f"a {CANARY[:cut]}"}, {"type": "text", "text": f"{CANARY[cut:]} b"}]
    body = Redactor([CANARY]).hide_in_body(json.dumps({"content": parts}).encode())
    texts = "".join(part["text"] for part in json.loads(body)["content"])
    assert texts in ("a [key][key] b", "a [key] b")


@pytest.mark.parametrize("thought", ["reasoning_content", "reasoning", "thinking"])
def test_a_secret_that_is_split_over_thought_and_answer_is_found(thought):
    for first, then in ((thought, "content"), ("content", thought)):
        message = {first: f"a {CANARY[:11]}", "role": "assistant", then: f"{CANARY[11:]} b"}
        body = Redactor([CANARY]).hide_in_body(json.dumps({"message": message}).encode()).decode()
        assert (CANARY[:11] in body, CANARY[11:] in body, "[key]" in body) == (False, False, True)


@pytest.mark.parametrize("share", [0.75, 0.85, 0.96])
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_what_a_cut_leaves_of_a_secret_is_hidden(spelling, share):
    spelled = SPELLINGS[spelling]
    n = int(share * len(spelled))
    for said in (f"Bearer {spelled[:n]}", f"{spelled[-n:]} was sent", f"({spelled[:n]}) {spelled[-n:]}."):
        for hidden in (
            Redactor([CANARY]).hide_in(said),
            json.loads(Redactor([CANARY]).hide_in_body(json.dumps([said]).encode()))[0],
        ):
            assert "[key]" in hidden
            assert [at for at in range(len(spelled) - 13) if spelled[at : at + 14] in hidden] == []


def test_what_keys_and_paths_have_in_common_stays():
    said = "Keys begin with sk-ant-api03- and end as they like; look into /srv/keys/ab1234/config."
    assert Redactor([f"sk-ant-api03-{CANARY}", "/srv/keys/ab1234/id_ed25519"]).hide_in(said) == said


def test_a_secret_made_of_words_takes_no_ordinary_words_from_a_reply():
    redactor = Redactor(["correcthorsebattery"])
    said = "The correct horse battery is a Correcthorsebattery."
    assert redactor.hide_in(said) == said
    assert redactor.hide_in("it is correcthorsebattery") == "it is [key]"


def test_a_body_without_a_secret_stays_as_it_is():
    for text in ("The answer is B.", "50 % of \u00e9\u4e2d", "a%20b \\u0041 &#65;"):
        body = json.dumps({"text": text}, indent=1).encode()
        assert Redactor([CANARY]).hide_in_body(body) is body


def test_a_reply_of_backslashes_is_looked_through_at_once():
    """Each of them may begin an escape; it took minutes when each was followed to the end of all."""
    began = process_time()
    said = "%20" + "\\" * 100_000
    assert Redactor([CANARY]).hide_in(said) == said
    assert process_time() - began < 5


def test_no_body_is_kept_by_the_search_for_secrets():
    """Sixty-four replies of 31 MB would be."""
    body = json.dumps({"text": "a reply without any key"}).encode()
    before = getrefcount(body)
    assert Redactor([CANARY]).hide_in_body(body) is body
    assert getrefcount(body) == before


@pytest.mark.parametrize(
    "address",
    [
        f"http://user:{PASSWORD}@proxy.example:3128",
        f"http://user:{PASSWORD}@[broken",
        f"socks5://u:{PASSWORD}@@host",
        f"https://user:{PASSWORD}@host:port/x@y",
    ],
)
def test_users_and_passwords_of_addresses_are_hidden_whoever_they_belong_to(address):
    assert PASSWORD not in hide_keys(f"cannot reach {address}: refused", {})


def test_the_password_of_a_proxy_is_hidden_alone_too():
    environment = {"HTTPS_PROXY": f"http://user:{PASSWORD}@proxy.example:3128"}
    assert hide_keys(f"407 for {PASSWORD}", environment) == "407 for [key]"


async def echo(request, _):
    """A reply with the key in every spelling, and split over its parts."""
    text = " ".join(SPELLINGS[name] for name in SPELLINGS if name != "UTF-16")
    answer = {"role": "assistant", "content": f"Answer: A {text}"}
    said = {"model": CANARY, "choices": [{"message": answer, "finish_reason": "stop"}], "usage": {}}
    return web.json_response(said, headers={"x-request-id": "y" * 190 + CANARY})


async def refuse(request, _):
    """An error that is cut in the midst of the key."""
    said = "x" * 490 + CANARY + " and " + SPELLINGS["percent"]
    return web.json_response({"error": {"message": said}}, status=400, headers={"x-request-id": CANARY})


@pytest.mark.slow
async def test_nothing_that_a_run_writes_or_shows_holds_a_key(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(6))
    environment = {"OPENAI_API_KEY": CANARY, "MHCLIENT_TRACEBACK": "1"}
    log, store = tmp_path / "log.jsonl", tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, script=[echo, echo, refuse, echo, refuse, echo]) as simulator:
        words = [*run_arguments(simulator, benchmark, store), "--json-log", str(log), "--no-preflight"]
        _, *shown = await typed(words, **environment)
    exported = tmp_path / "x.jsonl"
    await typed(["cache", "export", "--out", str(exported), "--store", str(store)], **environment)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    for text in (*shown, *(data.decode("utf-8", "replace") for data in written)):
        assert left_of(text) == []
        assert CANARY[:10] not in text
    assert b"[key]" in exported.read_bytes()


@pytest.mark.parametrize("at", range(PIECE - 40, PIECE + 8, 3))
def test_a_key_across_two_pieces_of_a_long_text_is_found(at):
    key = "sk-a-key-of-some-length-0123456789"
    assert key not in Redactor([key]).hide_in("x" * at + key + "y" * 100)
