"""A store that others made, with a key of this process in it: nothing that is shown or written holds it.

The key stands as it is, escaped and in base64; what pages pack is unpacked before it is looked for.
"""

import base64
import gzip
import hashlib
import json
import re
import shutil
import sqlite3
import sys
import zipfile
import zlib
from contextlib import closing

import polars
import pytest

from cache import Store
from cache.packing import pack
from mhclient.cli.main import command
from scripts.attack.speech import ANTHROPIC, CHAT, GEMINI
from tests.support.commands import ended, typed
from tests.support.items import make_items
from tests.support.places import ROOT
from tests.support.raw_server import RawServer, http

FIXTURE = ROOT / "tests" / "fixtures" / "v0_1_0"
RUNS = {name: run["run_id"] for name, run in json.loads((FIXTURE / "runs.json").read_text()).items()}
CANARY = "sk-CANARY-4f1d9c0b7a-e2"
SPELLED = {
    "as it is": CANARY,
    "escaped": "".join(f"\\u{ord(character):04x}" for character in CANARY),
    "percent": "".join(f"%{ord(character):02X}" for character in CANARY),
    "base64": base64.b64encode(f"-{CANARY}-".encode()).decode(),
}
APIS = {"anthropic": ANTHROPIC, "gemini-native": GEMINI}
KEYS = ("OPENAI_API_KEY", "MHCLIENT_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY")
COMMANDS = (
    "runs",
    "runs --json",
    "report {chat} {verbose}",
    "report {chat} --format json",
    "report {chat} --format json --out r.json",
    "report {chat} --format markdown --out r.md",
    "report {chat} --format latex --out r.tex",
    "report {chat} --format csv --out r.csv",
    "report {chat} {verbose} --format html --out r.html",
    "compare {chat} {verbose} --format json",
    "audit {chat} --plain",
    "audit {chat} --export csv --out a.csv",
    "audit {chat} --export jsonl",
    "audit {chat} --export html --out a.html",
    "letters {logprobs} --items l.csv",
    "letters {logprobs} {verbose} --items l.jsonl",
    "reread {chat}",
    "cache verify",
    "cache export",
    "cache export --out e.jsonl",
    "cache read",
    "report {chat} --format summary-csv --out s.csv",
    "report {chat} --format junit --out j.xml",
    "report {chat} --format parquet --out r.parquet",
    "report {chat} --out r.xlsx",
    "report {chat} --format sqlite --out r.sqlite3",
    "parse answers.jsonl",
    "parse answers.jsonl --out p.jsonl",
    "describe bench",
    "describe bench --format html --out d.html",
    "describe bench --format markdown --out d.md",
    "export bench --to inspect --out tasks",
    "export bench --to lm-eval --out tasks2",
    "export bench --to parquet --out items.parquet",
    "export bench --to hf --out hub",
    "export {chat} --to lm-eval --out log",
    "export {chat} --to eee --out log2",
    "export {chat} --to inspect --out log.eval",
    "study init",
)


def run_all(lines: list[str]) -> int:
    """Each command as a process of its own would run it, in one process: starting takes the longest."""
    for line in lines:
        sys.argv[:] = ["mhclient", *line.split()]
        stdout, stderr = sys.stdout, sys.stderr
        try:
            status: object = command()
        except SystemExit as ended_so:
            status = ended_so.code
        print("status", status, line)  # noqa: T201 - it is a program
        sys.stdout, sys.stderr = stdout, stderr
    return 0


@pytest.fixture
def folder(tmp_path):
    """The fixture's store with the key in replies, their bodies, and the names of models."""
    path = tmp_path / "mhclient.sqlite3"
    path.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    Store.open(path).close()
    said = " ".join(f"{how}: {text}" for how, text in SPELLED.items())
    in_body = f'"said": {json.dumps(said)}, "model":'.encode()
    with closing(sqlite3.connect(path)) as connection, connection:
        spoil = "UPDATE responses SET completion = completion || ?, served_model = ?"
        connection.execute(spoil, (said, CANARY))
        for number, body in connection.execute("SELECT id, body FROM responses").fetchall():
            spoilt = pack(zlib.decompress(body).replace(b'"model":', in_body))
            connection.execute("UPDATE responses SET body = ? WHERE id = ?", (spoilt, number))
        connection.execute("UPDATE run_items SET detail = ?", (said,))
        for item_id, line in connection.execute("SELECT item_id, body FROM items").fetchall():
            asked = json.loads(line)
            changed = json.dumps(asked | {"question": f"{asked['question']} {said}"})
            connection.execute("UPDATE items SET body = ? WHERE item_id = ?", (changed, item_id))
    spoil_benchmark(shutil.copytree(FIXTURE / "bench", tmp_path / "bench"), said)
    answer = {"id": 1, "response": f"Answer: A {said}", "options": {"A": said, "B": "y"}, "mode": "single"}
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer) + "\n", encoding="utf-8")
    return tmp_path


def spoil_benchmark(bench, said):
    """Put the key into a benchmark's questions, as somebody may who gives it away."""
    items, manifest = bench / "items.jsonl", bench / "manifest.json"
    read = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps(item | {"question": f"{item['question']} {said}"}) + "\n" for item in read]
    items.write_text("".join(lines), encoding="utf-8")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told["items"]["sha256"] = hashlib.sha256(items.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(told), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timeout(120)
async def test_no_command_shows_or_writes_a_key_that_stands_in_a_store(folder):
    lines = "\n".join(COMMANDS).format(**RUNS).splitlines()
    given = [path for path in folder.rglob("*") if path.is_file()]
    status, out, said = await ended(run_all, lines, OPENAI_API_KEY=CANARY, COLUMNS="400")
    assert status == 0
    statuses = re.findall(r"^status (\d)", out, re.MULTILINE)
    assert len(statuses) == len(COMMANDS)
    assert "2" not in statuses, said
    assert "[key]" in out
    written = [path for path in folder.rglob("*") if path.is_file() and path not in given]
    assert len(written) >= 39
    places = {"the screen": (out + said).encode()} | {p.name: content(p) for p in written}
    assert {name: found for name, data in places.items() if (found := spelled_in(unpacked(data)))} == {}


def content(path):
    """What a file holds; archives, workbooks and Parquet as they unpack."""
    if path.suffix == ".parquet":
        return polars.read_parquet(path).write_json().encode()
    if path.suffix in (".eval", ".xlsx"):
        with zipfile.ZipFile(path) as archive:
            return b"".join(map(archive.read, archive.namelist()))
    return path.read_bytes()


def unpacked(data):
    """The data, with what is packed in it in base64 as it unpacks."""
    packed = re.findall(rb"[A-Za-z0-9+/]{40,}={0,2}", data)
    return data + b"".join(part for text in packed if (part := _inflated(text)))


def _inflated(text):
    try:
        return zlib.decompress(base64.b64decode(text, validate=True))
    except (ValueError, zlib.error):
        return None


def spelled_in(data):
    return [how for how, text in SPELLED.items() if text.strip("-").encode() in data or core(text) in data]


def core(text):
    """The middle of a spelling: what stands beside it changes its ends."""
    return text[4:-4].encode()


@pytest.mark.storm
@pytest.mark.parametrize("provider", ["openai", "compatible", "anthropic", "gemini-native"])
async def test_a_key_that_replies_quote_is_kept_and_shown_nowhere(make_benchmark, tmp_path, provider):
    """In every spelling of `SPELLED`, in the text of replies, as the model's name and in an error."""
    speech, store = APIS.get(provider, CHAT), tmp_path / "s.sqlite3"
    quoting = [speech.completion(f"B {text}") for text in SPELLED.values()]
    quoting.append(speech.completion().replace(b'"B"', f'"B {SPELLED["escaped"]}"'.encode()))
    quoting.append(speech.completion().replace(b'"m"', json.dumps(CANARY).encode()))

    async def answer(writer, number):
        if number < 2 or number - 2 > len(quoting):
            writer.write(http(speech.completion()))
        elif number - 2 == len(quoting):
            refused = json.dumps({"error": {"message": f"no {SPELLED}", "code": 400}}).encode()
            writer.write(http(refused, status="400 No"))
        else:
            writer.write(http(quoting[number - 2]))

    async with RawServer(answer) as server:
        words = [
            *("run", "--provider", provider, "--model", "m", "--run-id", "r", "--concurrency", "1"),
            *("--base-url", server.url + speech.path, "--store", str(store)),
            *("--benchmark", str(make_benchmark(make_items(12)).directory)),
            *("--json-log", str(tmp_path / "log.jsonl")),
        ]
        _, out, said = await typed(words, **dict.fromkeys(KEYS, CANARY))
    with closing(sqlite3.connect(store)) as connection:
        bodies = [zlib.decompress(body) for (body,) in connection.execute("SELECT body FROM responses")]
        texts = " ".join(text for (text,) in connection.execute("SELECT completion FROM responses"))
    assert len(bodies) == 11
    assert texts.count("[key]") >= len(SPELLED)
    written = [path.read_bytes() for path in tmp_path.glob("*") if path.is_file()]
    shown = (out.encode(), said.encode())
    assert [spelled_in(data) for data in (*shown, *bodies, *written) if spelled_in(data)] == []


@pytest.mark.storm
@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("parameters", ("--set", f'user="{CANARY}"')),
        ("model", ("--model", f"m:{CANARY}")),
        ("run id", ("--run-id", CANARY)),
    ],
)
async def test_a_key_in_the_settings_of_a_run_is_refused_before_it_is_stored(
    make_benchmark, tmp_path, name, given
):
    async def answer(writer, number):
        writer.write(http(CHAT.completion()))

    async with RawServer(answer) as server:
        words = [
            *("run", "--provider", "compatible", "--model", "m", "--base-url", server.url + CHAT.path),
            *(
                "--benchmark",
                str(make_benchmark(make_items(2)).directory),
                "--store",
                str(tmp_path / "s.sqlite3"),
            ),
            *given,
        ]
        status, _, said = await typed(words, **dict.fromkeys(KEYS, CANARY))
    assert status == 2
    assert f"the {name} of this run would hold a key" in said
    assert [path for path in tmp_path.glob("*") if path.is_file() and spelled_in(path.read_bytes())] == []
