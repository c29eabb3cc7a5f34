"""Forced choice on a server that echoes prompts: the letters and scores that the local engine finds.

The server here is a real one on loopback with a real (tiny) model in it, which computes what vLLM computes.
"""

import json
import zlib
from pathlib import Path

import pytest
from aiohttp import web

from cache.connection import open_connection
from mhclient.cli.main import main
from tests.support import local
from tests.support.asking import serving, simulator_for
from tests.support.echo_server import EchoServer, StrictServer
from tests.support.items import make_items
from tests.support.tiny import (
    CHAT_TEMPLATE,
    byte_level_tokenizer,
    random_model,
    saved,
    sentencepiece_like_tokenizer,
    wrapped,
)


@pytest.fixture
def loaded():
    tokenizer = wrapped(byte_level_tokenizer(merges_newlines=True), chat_template=CHAT_TEMPLATE)
    return local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)


def command(*words):
    store = () if "--store" in words else ("--store", "s.sqlite3")
    return main(["run", *store, *map(str, words)])


def keys_in(store):
    rows = open_connection(Path(store)).execute("SELECT request_key FROM responses")
    return {row[0] for row in rows}


def scores_of(way, store="s.sqlite3"):
    """Per item the choice and the scores that came of one way."""
    rows = open_connection(Path(store)).execute(
        "SELECT item_id, body FROM run_items JOIN responses ON responses.id = response_id ORDER BY item_id"
    )
    found = {}
    for item_id, body in rows:
        kept = json.loads(zlib.decompress(body))
        if kept["way"] == way:
            found[item_id] = kept
    return found


# The bytes of the brackets are tokens of their own here, and none of them is a character by itself.
BYTES = ("--form", "\u3010{}", "--form", "\u3011{}", "--form", "{}")


@pytest.mark.parametrize("forms", [(), BYTES], ids=["the paper's forms", "forms of bytes"])
@pytest.mark.parametrize("writes", [None, " A"], ids=["echo only", "writes a token, too"])
def test_a_server_and_the_local_engine_score_the_same(writes, forms, loaded, make_benchmark, tmp_path):
    folder = saved(tmp_path / "tiny", loaded.model, loaded.tokenizer)
    asked = ("--benchmark", make_benchmark(make_items(6)).directory, *forms)
    assert command("--provider", "local", "--model", folder, *asked) == 0
    served = ("--provider", "compatible", "--ask", "forced-choice", "--tokenizer", folder, "--model", "tiny")
    with serving(EchoServer(loaded, writes=writes)) as url:
        assert command(*served, "--base-url", url, *asked) == 0
    local, echoed = scores_of("packed"), scores_of("echo")
    assert len(local) == len(echoed) == 6
    for item_id, mine in local.items():
        assert echoed[item_id]["choice"] == mine["choice"]
        for letter, forms in mine["scores"].items():
            for one, other in zip(forms, echoed[item_id]["scores"][letter], strict=True):
                assert other == pytest.approx(one, abs=1e-4)


TOKENIZERS = {
    "byte-level": byte_level_tokenizer,
    "byte-level that merges newlines": lambda: byte_level_tokenizer(merges_newlines=True),
    "SentencePiece's": sentencepiece_like_tokenizer,
}


def ask_served(folder, url, bench, *more):
    words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "tiny", "--benchmark", bench)
    return command(*words, "--tokenizer", folder, "--base-url", url, *more)


@pytest.mark.parametrize("kind", TOKENIZERS)
def test_by_the_token_tree_the_scores_are_those_of_an_echo(kind, make_benchmark, tmp_path):
    tokenizer = wrapped(TOKENIZERS[kind](), chat_template=CHAT_TEMPLATE)
    loaded = local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)
    folder, bench = (
        saved(tmp_path / "tiny", loaded.model, tokenizer),
        make_benchmark(make_items(15)).directory,
    )
    server = EchoServer(loaded)
    with serving(server) as url:
        assert ask_served(folder, url, bench) == 0
        server.names = True
        assert ask_served(folder, url, bench, "--store", "tree.sqlite3") == 0
    echoed, by_tree = scores_of("echo"), scores_of("tree", "tree.sqlite3")
    assert len(echoed) == 15
    assert len(by_tree) == 14  # the first is asked both ways, and keeps what the echo brought
    for item_id, mine in by_tree.items():
        assert mine["choice"] == echoed[item_id]["choice"]
        for letter, forms in mine["scores"].items():
            for one, other in zip(forms, echoed[item_id]["scores"][letter], strict=True):
                assert one == pytest.approx(other, abs=1e-3)
    assert keys_in("s.sqlite3") == keys_in("tree.sqlite3")  # either may go on where the other stopped


@pytest.mark.parametrize(
    ("server", "says"),
    [
        ({"names": False}, "the server does not name the tokens that it was asked for"),
        ({"names": True, "off_by": -0.01}, "0e-02 away in log-probs"),
    ],
)
def test_without_a_tree_that_agrees_the_echo_is_used_and_said(
    server, says, loaded, make_benchmark, tmp_path, capsys
):
    folder = saved(tmp_path / "tiny", loaded.model, loaded.tokenizer)
    with serving(EchoServer(loaded, **server)) as url:
        assert ask_served(folder, url, make_benchmark(make_items(3)).directory) == 0
    assert len(scores_of("echo")) == 3
    assert says in " ".join(capsys.readouterr().err.split())


def test_without_a_tokenizer_the_text_is_plain_and_the_server_adds_its_special_tokens(loaded, make_benchmark):
    server = EchoServer(loaded)
    with serving(server) as url:
        words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "tiny", "--base-url", url)
        assert command(*words, "--benchmark", make_benchmark(make_items(2)).directory) == 0
    assert server.n_texts == 2 * (1 + 4 * 6)
    assert set(scores_of("echo")["RP-00000"]["scores"]) == set("ABCD")


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ({"lists": "none"}, "does not echo prompts with their log-probs"),
        ({"lists": "written", "writes": " A"}, "does not echo prompts with their log-probs"),
        ({"writes": ""}, "cannot be distinguished from what it wrote"),  # an end of text
    ],
    ids=["no log-probs", "log-probs of what was written alone", "a written token that cannot be seen"],
)
def test_a_server_whose_echo_cannot_be_used_is_told_in_one_line(
    server, message, loaded, make_benchmark, capsys
):
    with serving(EchoServer(loaded, **server)) as url:
        words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "tiny", "--base-url", url)
        assert command(*words, "--benchmark", make_benchmark(make_items(2)).directory) == 1
    assert message in capsys.readouterr().err


def test_a_server_without_a_completions_api_is_told_in_one_line(make_benchmark, capsys):
    benchmark = make_benchmark(make_items(2))
    with serving(simulator_for(benchmark)) as simulator:
        words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "sim-tidy")
        base = ("--base-url", simulator.openai_base_url, "--benchmark", benchmark.directory)
        assert command(*words, *base) == 1
    printed = capsys.readouterr().err
    assert "404" in printed
    assert "completions API with echo" in printed


async def refuse_echo(request):
    """What servers without an echo say, under the status that their model's name asks for."""
    status = int((await request.json())["model"])
    return web.json_response({"error": {"message": "echo is not supported"}}, status=status)


async def answer_shortly(request):
    return web.json_response({"choices": [{"index": 0, "text": " A"}]})


@pytest.mark.parametrize("status", [400, 404, 422, 200])
def test_a_server_without_echo_is_told_as_that_whatever_it_says(status, loaded, make_benchmark, capsys):
    with serving(StrictServer(answer_shortly if status == 200 else refuse_echo)) as url:
        words = ("--provider", "compatible", "--ask", "forced-choice", "--model", str(status))
        more = ("--base-url", url, "--benchmark", make_benchmark(make_items(2)).directory)
        assert command(*words, *more) == 1
    assert "completions API with echo" in capsys.readouterr().err


def test_a_server_that_insists_on_writing_a_token_is_asked_in_that_form(loaded, make_benchmark):
    server = EchoServer(loaded, writes=" A", writes_at_least=1)
    with serving(server) as url:
        words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "tiny", "--base-url", url)
        assert command(*words, "--benchmark", make_benchmark(make_items(2)).directory) == 0
    assert server.n_refused == 1


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("tokenizer.json", "{oops", "--tokenizer tiny cannot be loaded: tokenizer: "),
        ("chat_template.jinja", "{% for %}", "--tokenizer tiny cannot be loaded: chat template: "),
        ("chat_template.jinja", "", "has no chat template"),
    ],
    ids=["damaged", "a broken template", "no template"],
)
def test_a_tokenizer_that_cannot_be_used_is_one_line(file, content, message, loaded, make_benchmark, capsys):
    (saved(Path("tiny"), loaded.model, loaded.tokenizer) / file).write_text(content)
    words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "m", "--tokenizer", "tiny")
    base = ("--base-url", "http://[::1]:1", "--benchmark", make_benchmark(make_items(1)).directory)
    assert command(*words, *base) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert printed.count("\n") == 1


def test_a_dry_run_claims_no_tokens_that_it_cannot_count(make_benchmark, capsys):
    """Each prompt is sent many times over."""
    words = ("--provider", "compatible", "--ask", "forced-choice", "--model", "m", "--dry-run")
    directory = make_benchmark(make_items(2)).directory
    assert command(*words, "--base-url", "http://[::1]:1", "--benchmark", directory) == 0
    printed = capsys.readouterr().out
    assert "2 requests to send" in printed
    assert "followed by each of 6 forms of each letter" in printed
    assert "--max-cost" not in printed


@pytest.mark.parametrize("cap", ["--max-cost", "--max-total-tokens"])
def test_a_cap_that_would_not_hold_is_refused(cap, make_benchmark, capsys):
    words = (
        "--provider",
        "compatible",
        "--ask",
        "forced-choice",
        "--model",
        "m",
        "--base-url",
        "http://[::1]:1",
    )
    assert command(*words, "--benchmark", make_benchmark(make_items(1)).directory, cap, "5") == 2
    assert "Cap with --max-requests" in capsys.readouterr().err
