"""No traceback shows a key: a server may quote it, an SDK quotes the server, and Python prints the SDK."""

import json
import os
import subprocess
import sys

import pytest
from aiohttp import web

from mhclient.cli.main import main
from mhclient.providers.access import key_from
from mhclient.redaction.secrets import hide_keys
from tests.support.asking import run_arguments, simulator_for
from tests.support.commands import typed
from tests.support.items import make_items

pytestmark = pytest.mark.storm

CANARY = "sk-CANARY-4f1d9c0b7a"


async def refuse(request, _):
    """What OpenAI says to a wrong key, with all of it."""
    said = f"Incorrect API key provided: {request.headers['Authorization']}"
    return web.json_response({"error": {"message": said, "code": "invalid_api_key"}}, status=401)


async def test_a_traceback_of_a_refused_key_does_not_show_it(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(4))
    environment = {"OPENAI_API_KEY": CANARY, "MHCLIENT_TRACEBACK": "1"}
    async with simulator_for(benchmark, script=[refuse]) as simulator:
        words = run_arguments(simulator, benchmark, tmp_path / "s.sqlite3")
        status, out, said = await typed(words, **environment)
    assert "Traceback (most recent call last):" in said
    assert "mhclient.errors.KeyRejected" in said
    assert "Incorrect API key provided: Bearer [key]" in said
    assert CANARY not in out + said
    assert said.splitlines()[-1].startswith("mhclient: stopped: ")
    assert status == 1


# The installed command, with work that fails in a way of its own.
CRASHING = """
import sys, threading
from mhclient.cli import main
from mhclient.providers.access import key_from

key = key_from("OPENAI_API_KEY").value
def fails(arguments):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    {way}
def fail():
    raise ValueError(f"in a thread: {{key}}")
sys.argv = ["mhclient", "report", "x"]
raise SystemExit(main.command(fails))
"""


@pytest.mark.parametrize(
    ("way", "said", "status"),
    [
        ("fail()", "internal error: ValueError: in a thread: [key]", 70),
        ("raise BaseException(key)", "BaseException: [key]", 1),
        ("raise SystemExit(key)", "[key]", 1),
    ],
)
@pytest.mark.parametrize("traceback", ["", "1"])
def test_no_crash_shows_a_key(way, said, status, traceback):
    environment = os.environ | {"OPENAI_API_KEY": CANARY, "MHCLIENT_TRACEBACK": traceback}
    command = [sys.executable, "-c", CRASHING.format(way=way)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert said in done.stderr
    assert "ValueError: in a thread: [key]\n" in done.stderr
    assert CANARY not in done.stdout + done.stderr
    assert done.returncode == status


def test_a_traceback_asked_for_comes_before_the_line_and_changes_no_status(monkeypatch, capsys):
    monkeypatch.setenv("MHCLIENT_TRACEBACK", "1")
    monkeypatch.setenv("OTHER_API_KEY", CANARY)
    assert main(["report", CANARY, "--store", "nowhere.sqlite3"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):\n")
    assert said.splitlines()[-1].startswith("mhclient: nowhere.sqlite3: no store here.")


def test_keys_are_hidden_that_were_used_or_lie_in_the_environment():
    used, lying, short = "sk-USED-0123456789", "hf_LYING-0123456789", "EMPTY"
    key_from("PLUG_IN", environment={"PLUG_IN": used})
    text = json.dumps([used, lying, short, "--run-id", "a-long-enough-path"])
    environment = {"HF_TOKEN": f"{lying}\n", "LOCAL_KEY": short, "HOME": "a-long-enough-path"}
    shown = json.loads(hide_keys(text, environment))
    assert shown == ["[key]", "[key]", short, "--run-id", "a-long-enough-path"]
