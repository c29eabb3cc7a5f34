"""Every provider over real HTTP, and one that somebody else has written."""

import json
import re
import sys

import anyio
import anyio.lowlevel
import keyring
import pytest
from keyring.backend import KeyringBackend

from mhclient.errors import MalformedReply, MissingKey, UsageError
from mhclient.providers.access import NetworkOptions, key_from
from mhclient.providers.built_in import BUILT_IN
from mhclient.providers.openai.responses import OPENAI_RESPONSES
from mhclient.providers.registry import provider_named
from tests.support.asking import records_of, run, simulator_for
from tests.support.items import make_items
from tests.support.places import ROOT


@pytest.mark.parametrize("provider", BUILT_IN)
async def test_every_provider_asks_and_is_answered(make_benchmark, tmp_path, provider):
    benchmark = make_benchmark(make_items(12))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        run_id, progress = await run(benchmark, simulator, store, provider=provider)
    assert (progress.done, progress.errors, progress.n_unread) == (12, 0, 0)
    assert {record.admission for record in records_of(store, run_id).values()} == {"complete"}


def test_providers_with_an_address_of_their_own_have_it(monkeypatch):
    addresses = {
        name: provider_named(name).endpoint for name in ("openai", "anthropic", "openrouter", "gemini")
    }
    assert addresses == {
        "openai": "https://api.openai.com/v1/chat/completions",
        "anthropic": "https://api.anthropic.com/v1/messages",
        "openrouter": "https://openrouter.ai/api/v1/chat/completions",
        "gemini": "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    }
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://mine.openai.azure.com/")
    assert provider_named("azure").endpoint == "https://mine.openai.azure.com/openai/v1/chat/completions"


@pytest.mark.parametrize(
    ("name", "message"), [("azure", "AZURE_OPENAI_ENDPOINT"), ("compatible", "`base_url`")]
)
def test_providers_without_one_say_what_they_need(name, message):
    with pytest.raises(UsageError, match=message):
        provider_named(name)


def response_body(status="completed", reason=None, content=None) -> bytes:
    content = content or [{"type": "output_text", "text": "B"}]
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "content": content}]
    details = {"reason": reason} if reason else None
    return json.dumps({"status": status, "incomplete_details": details, "output": output}).encode()


@pytest.mark.parametrize(
    ("body", "completion", "finish_reason"),
    [
        (response_body(), "B", "stop"),
        (response_body("incomplete", "max_output_tokens"), "B", "length"),
        (response_body("incomplete", "content_filter"), "B", "content_filter"),
        (response_body("incomplete", "something_new"), "B", "something_new"),
        (response_body(content=[{"type": "refusal", "refusal": "No."}]), "No.", "refusal"),
    ],
)
def test_a_response_is_read_with_how_it_ended(body, completion, finish_reason):
    reply = OPENAI_RESPONSES.read_body(body)
    assert (reply.completion, reply.finish_reason) == (completion, finish_reason)


def test_a_response_that_was_streamed_all_the_same_is_read_from_its_last_event():
    """As `transformers serve` answers a request that does not say `stream: false`."""
    created = (
        b'event: response.created\ndata: {"type": "response.created", "response": {"status": "queued"}}\n\n'
    )
    last = b'{"type": "response.completed", "sequence_number": 9, "response": ' + response_body() + b"}"
    body = created + b"event: response.completed\ndata: " + last + b"\n\n"
    reply = OPENAI_RESPONSES.read_body(body)
    assert (reply.completion, reply.finish_reason, reply.body) == ("B", "stop", body)
    with pytest.raises(MalformedReply, match="end without a response"):
        OPENAI_RESPONSES.read_body(created)


@pytest.mark.parametrize("status", ["failed", "in_progress", "cancelled"])
def test_a_response_that_has_not_ended_is_malformed(status):
    with pytest.raises(MalformedReply, match=status):
        OPENAI_RESPONSES.read_body(response_body(status))


# The one that the documentation shows.
PAGE = ROOT / "docs" / "writing-a-provider.md"
(PLUG_IN,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)


def install(folder, monkeypatch, code: str) -> None:
    """As packages are installed: a module and an entry point on the path."""
    (folder / "echo_provider.py").write_text(code)
    metadata = folder / "echo_provider-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: echo-provider\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[mhclient.providers]\necho = echo_provider:Echo\n")
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.delitem(sys.modules, "echo_provider", raising=False)


async def test_a_plug_in_is_a_provider_like_any_other(make_benchmark, tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, PLUG_IN)
    benchmark = make_benchmark(make_items(6))
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(benchmark, simulator, tmp_path / "s.sqlite3", provider="echo")
        assert simulator.asked.total() == 0
    completions = {record.completion for record in records_of(tmp_path / "s.sqlite3", run_id).values()}
    assert completions == {"D"}


def test_a_plug_in_that_lacks_something_is_named(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, PLUG_IN.replace("(Abilities)", ""))
    with pytest.raises(UsageError, match=r"'echo'.*from mhclient\.providers\.base\.Abilities"):
        provider_named("echo")


def test_a_plug_in_made_for_the_names_of_version_0_1_0_is_refused_in_one_line(tmp_path, monkeypatch):
    made_before = PLUG_IN.replace("Response", "Reply").replace("ProviderConnection", "Line")
    install(tmp_path, monkeypatch, made_before.replace("Abilities, ", "").replace("(Abilities)", ""))
    with pytest.raises(UsageError, match=r"the plug-in provider 'echo' cannot be loaded.*'Reply'"):
        provider_named("echo")


class _Drawer(KeyringBackend):
    """A keyring in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self._kept[service, username]


def test_a_key_may_lie_in_the_keyring_and_the_environment_goes_first():
    before = keyring.get_keyring()
    keyring.set_keyring(_Drawer())
    try:
        keyring.set_password("mhclient", "OPENAI_API_KEY", "sk-stored")
        secret = key_from("OPENAI_API_KEY", environment={})
        assert (secret.value, secret.source) == ("sk-stored", "the keyring's OPENAI_API_KEY")
        assert key_from("OPENAI_API_KEY", environment={"OPENAI_API_KEY": "sk-env"}).value == "sk-env"
        with pytest.raises(MissingKey):
            key_from("OTHER_KEY", environment={})
    finally:
        keyring.set_keyring(before)


async def test_two_keys_are_two_accounts_and_no_key_is_in_the_name(monkeypatch):
    accounts = []
    for key in ("sk-one", "sk-two"):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        async with provider_named("openai").connect(NetworkOptions()) as line:
            accounts.append(line.account)
            assert key not in line.account
    assert accounts[0] != accounts[1]
    await anyio.lowlevel.checkpoint()
