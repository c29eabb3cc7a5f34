"""One transport for all: bodies within bounds, dropped lines called that, proxies and certificates heeded."""

import asyncio
import ssl
import subprocess
import tracemalloc
from dataclasses import replace

import pytest

from mhclient.errors import (
    ConnectionFault,
    KeyRejected,
    MalformedReply,
    NeverSent,
    ProviderError,
    ReplyTooLarge,
    ServerFault,
    UnknownModel,
)
from mhclient.machine.bounded import SMALL
from mhclient.providers.access import NetworkOptions
from mhclient.providers.error_bodies import PAGE_BYTES
from mhclient.providers.registry import provider_named
from mhclient.providers.transport.environment import VARIABLES
from mhclient.run.parameters import Message, Parameters, Prompt
from tests.support.raw_server import RawServer, answer_well, bomb, http, reply

PROMPT = Prompt(None, (Message("user", "Which?"),))
REACH = NetworkOptions(max_connections=4, connect_timeout_s=2.0, read_timeout_s=5.0)
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
PROVIDERS = ["compatible", "openai", "anthropic", "gemini-native"]
KEYS = ["MHCLIENT_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"]


def writing(*pieces: bytes):
    """Answers with these bytes."""

    async def answer(writer, _):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()

    return answer


async def ask(provider: str, address: str, reach: NetworkOptions = REACH):
    """One request through a provider."""
    base_url = address if provider == "anthropic" else f"{address}/v1"
    chosen = provider_named(provider, base_url)
    async with chosen.connect(reach) as line:
        return await line.send(chosen.request("m", PROMPT, Parameters()))


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in KEYS:
        monkeypatch.setenv(name, "sk-0123456789abc")


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    "answer",
    [
        writing(http(bomb(64 << 20), "Content-Encoding: gzip")),
        writing(http(bytes(9_000_000))),
        writing(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", b"x"),
        writing(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            *[b"100000\r\n%b\r\n" % bytes(1 << 20)] * 9,
        ),
        writing(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", *[bytes(1 << 20)] * 9),
    ],
    ids=["bomb", "plain", "declared", "chunked", "endless"],
)
async def test_a_body_ends_at_the_bound(provider, answer):
    async with RawServer(answer) as server:
        with pytest.raises(ReplyTooLarge, match=r"more than 8,000,000 bytes .*`reply_bytes`"):
            await ask(provider, server.url, replace(REACH, most_bytes=8_000_000))


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_body_as_large_as_allowed_is_read(provider):
    body = reply("word " * 300_000)
    async with RawServer(writing(http(body))) as server:
        raw = await ask(provider, server.url, replace(REACH, most_bytes=len(body)))
    assert raw.body == body
    raw.held.release()


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("n_words", [3, 300_000])
async def test_a_body_of_any_size_is_held_to_the_bound(provider, n_words):
    body = reply("word " * n_words)
    async with RawServer(writing(http(body))) as server:
        with pytest.raises(ReplyTooLarge):
            await ask(provider, server.url, replace(REACH, most_bytes=len(body) - 1))


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_of_an_endless_error_only_the_beginning_is_read(provider):
    head = b"HTTP/1.1 401 No\r\nConnection: close\r\n\r\nwho are you? "
    async with RawServer(writing(head, *[b"x" * (1 << 20)] * 99)) as server:
        with pytest.raises(KeyRejected, match="who are you"):
            await ask(provider, server.url)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_damaged_error_page_does_not_hide_its_status(provider):
    async with RawServer(writing(http(b"no gzip", "Content-Encoding: gzip", status="500 No"))) as server:
        with pytest.raises(ServerFault, match="HTTP 500"):
            await ask(provider, server.url)


KEY = "sk-CANARY-4f1d9c0b7a+x/Q"
WITHIN = len(KEY) * 3 // 4
# What bounds cut within the key that is quoted there; of the last, the server itself quotes a part alone.
CUT = {
    "body": http(b"Not for" + b" " * (SMALL - 7 - WITHIN) + KEY.encode() + b"!", status="400 No"),
    "page": http(f"{'<html><p>Not for':{PAGE_BYTES - WITHIN}}{KEY}!".encode(), status="400 No"),
    "header": http(b"", f"X-Echo: {'b' * (100 - WITHIN)}{KEY}{'c' * 10_000}"),
    "packed": http(b"", f"Content-Encoding: {'x' * (40 - WITHIN)}{KEY}"),
    "by the server": http(f"Not for {KEY[:WITHIN]}, nor for {KEY[-WITHIN:]}".encode(), status="400 No"),
}


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("place", CUT)
async def test_a_cut_within_a_key_leaves_no_half_of_it(provider, place, monkeypatch):
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    async with RawServer(writing(CUT[place])) as server:
        with pytest.raises(ProviderError, match=r"\[key\]") as failed:
            await ask(provider, server.url)
    assert [half for half in (KEY[:9], KEY[-9:]) if half.lower() in str(failed.value).lower()] == []


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (writing(), ConnectionFault, "the connection was dropped .*disconnected"),
        (writing(http(reply())[:-9]), ConnectionFault, "the connection was dropped"),
        (writing(b"SSH-2.0-OpenSSH\r\n"), MalformedReply, "no HTTP answer"),
        (writing(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 99_999), MalformedReply, "no HTTP answer"),
        (writing(http(b"x", "Content-Encoding: br")), MalformedReply, "packed as 'br', which was not asked"),
    ],
    ids=["nothing", "cut", "ssh", "header", "brotli"],
)
async def test_a_broken_line_is_called_what_it_is(provider, answer, error, said):
    async with RawServer(answer) as server:
        with pytest.raises(error, match=said) as failed:
            await ask(provider, server.url)
    assert type(failed.value) is error


@pytest.mark.parametrize("n_pieces", [1, 3], ids=["whole", "piecemeal"])
@pytest.mark.parametrize("coding", ["length", "chunked"])
async def test_a_reply_frees_its_line_for_the_next_one_however_it_comes(coding, n_pieces):
    """A body that has come whole with its head is taken without waiting; others are waited for."""
    told = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(reply()) + reply()
    whole = told if coding == "length" else CHUNKED + b"%x\r\n%s\r\n0\r\n\r\n" % (len(reply()), reply())
    step = -(-len(whole) // n_pieces)
    connections, gone = [], asyncio.Event()

    async def answer(reader, writer):
        connections.append(writer)
        while await reader.read(1 << 16):
            for at in range(0, len(whole), step):
                writer.write(whole[at : at + step])
                await asyncio.sleep(0.02)
        writer.close()
        await writer.wait_closed()
        gone.set()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        chosen = provider_named("compatible", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
        async with chosen.connect(replace(REACH, max_connections=1)) as line:
            for _ in range(3):
                assert (await line.send(chosen.request("m", PROMPT, Parameters()))).body == reply()
        await gone.wait()
    assert len(connections) == 1


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://nonesuch.invalid"])
async def test_what_was_never_sent_is_told_from_what_got_no_answer(provider, address):
    with pytest.raises(NeverSent, match="no connection"):
        await ask(provider, address)


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_server_that_speaks_no_tls_gets_nothing(provider):
    async with RawServer(answer_well) as server:
        with pytest.raises(NeverSent, match="no connection"):
            await ask(provider, server.url.replace("http:", "https:"), replace(REACH, connect_timeout_s=0.3))


@pytest.mark.parametrize(
    ("provider", "base", "ending"),
    [
        ("compatible", "", "/v1"),
        ("compatible", "/v1", None),
        ("compatible", "/v11", "/v1"),
        ("gemini-native", "", "/v1beta"),
    ],
)
async def test_an_address_without_a_version_that_is_not_found_gets_a_hint(provider, base, ending):
    async with RawServer(writing(http(b"{}", status="404 Not Found"))) as server:
        chosen = provider_named(provider, server.url + base)
        with pytest.raises(UnknownModel) as failed:
            async with chosen.connect(REACH) as line:
                await line.send(chosen.request("m", PROMPT, Parameters()))
    hint = f"most servers end in {ending}: check `base_url`"
    assert hint in str(failed.value) if ending else "end in" not in str(failed.value)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
async def test_every_provider_goes_through_the_proxy(provider, variable, monkeypatch):
    seen = []

    async def answer(writer, number):
        seen.append(number)
        await answer_well(writer)

    async with RawServer(answer) as proxy:
        monkeypatch.setenv(variable, proxy.url.removeprefix("http://"))
        raw = await ask(provider, "http://api.example.org")
        assert raw.body == reply()
        monkeypatch.setenv("NO_PROXY", "example.org")
        with pytest.raises(NeverSent):
            await ask(provider, "http://nowhere.example.org")
    assert seen == [0]


async def relay(reader, writer):
    while data := await reader.read(1 << 16):
        writer.write(data)
    writer.close()


async def socks5(reader, writer):
    """The server's side of RFC 1928, for a name or an IPv4 address, without a password."""
    _, n_methods = await reader.readexactly(2)
    await reader.readexactly(n_methods)
    writer.write(b"\x05\x00")
    _, _, _, kind = await reader.readexactly(4)
    host = await reader.readexactly((await reader.readexactly(1))[0] if kind == 3 else 4)
    port = int.from_bytes(await reader.readexactly(2), "big")
    name = host.decode() if kind == 3 else ".".join(map(str, host))
    there = await asyncio.open_connection("127.0.0.1" if name == "api.example.org" else name, port)
    writer.write(b"\x05\x00\x00\x01" + bytes(6))
    await asyncio.gather(relay(reader, there[1]), relay(there[0], writer))


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("scheme", ["socks5", "socks5h"])
async def test_every_provider_goes_through_a_socks_proxy(provider, scheme, monkeypatch):
    pytest.importorskip("aiohttp_socks")
    proxy = await asyncio.start_server(socks5, "127.0.0.1")
    async with RawServer(answer_well) as server:
        monkeypatch.setenv("ALL_PROXY", f"{scheme}://127.0.0.1:{proxy.sockets[0].getsockname()[1]}")
        raw = await ask(provider, f"http://api.example.org:{server.port}")
        assert raw.body == reply()
        proxy.close()
        with pytest.raises(NeverSent, match="SOCKS proxy"):
            await ask(provider, f"http://api.example.org:{server.port}")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate of one's own for 127.0.0.1: (certificate, key)."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subject = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", str(key), "-out", str(certificate))
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no openssl command")
    return certificate, key


@pytest.mark.slow
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_every_provider_trusts_the_certificates_that_the_environment_names(
    provider, certificate, monkeypatch
):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*certificate)
    async with RawServer(answer_well, tls=tls) as server:
        with pytest.raises(NeverSent, match="certificate"):
            await ask(provider, server.url)
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate[0]))
        assert (await ask(provider, server.url)).body == reply()


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_change_of_protocol_that_nobody_asked_for_is_no_answer(provider):
    upgrade = b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    async with RawServer(writing(upgrade)) as server:
        with pytest.raises(MalformedReply, match="HTTP 101 is no answer"):
            await ask(provider, server.url)


@pytest.mark.slow
@pytest.mark.parametrize("provider", PROVIDERS)
async def test_heads_without_end_before_an_answer_end_the_connection_in_little_memory(provider):
    heads = b"HTTP/1.1 100 Continue\r\n\r\n"
    async with RawServer(writing(*[heads * 10_000] * 40)) as server:
        tracemalloc.start()
        try:
            with pytest.raises(MalformedReply, match="more than 100 heads before the answer"):
                await ask(provider, server.url)
            assert tracemalloc.get_traced_memory()[1] < 60e6
        finally:
            tracemalloc.stop()


async def test_a_few_heads_before_an_answer_do_no_harm():
    async with RawServer(writing(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 3, http(reply()))) as server:
        assert (await ask("compatible", server.url)).status == 200
