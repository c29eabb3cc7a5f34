"""Vectors as a guide: an encoder's, and an API's, asked through the store, under caps, from a real server."""

import base64
import json
import os
from array import array
from functools import partial
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
import pytest

import mhclient
from benchmark import read_benchmark
from benchmark.errors import SettingsError
from benchmark.harden.guides import calibrated, unit, vectors_of
from benchmark.harden.harden import make_tools
from benchmark.harden.walk import HardenSettings
from benchmark.verify import Inputs, verify
from cache import Store
from cache.connection import open_connection
from cache.packing import unpack
from mhclient.cli.main import main
from mhclient.compose.guides import guided, local_guide
from mhclient.errors import MalformedReply, UsageError
from mhclient.providers.openai.embeddings import read_body, vectors_in
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.server import Simulator
from tests.support.asking import attempts_of, serving
from tests.support.encoders import save_encoder
from tests.support.hardening import harden_arguments, make_exam, make_graph
from tests.support.raw_server import RawServer, http

TABLE = np.random.default_rng(0).standard_normal((256, 16)).astype(np.float32)


def by_letters(texts):
    """Vectors in which names of like letters are near."""
    return np.stack([TABLE[[0, *text.lower().encode()]].mean(axis=0) for text in texts])


@pytest.mark.slow
@pytest.mark.torch
@pytest.mark.parametrize("first", [False, True])
def test_an_encoders_vector_is_the_pooled_state_of_its_last_layer(tmp_path, first):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    save_encoder(tmp_path)
    model = transformers.BertModel.from_pretrained(tmp_path).eval()
    if first:
        (tmp_path / "1_Pooling").mkdir()
        (tmp_path / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    guide = local_guide(f"encoder:{tmp_path}")
    assert guide is not None
    found = guide.encode(["drug", "lithium salt fever"])
    states = model(torch.tensor([[1, 2, 4]])).last_hidden_state[0]
    expected = states[0] if first else states.mean(dim=0)
    assert found[1] == pytest.approx(expected.detach().numpy(), abs=1e-5)
    assert found.shape == (2, 8)


def test_names_are_encoded_once_and_kept(tmp_path):
    asked = []

    def counting(texts):
        asked.append(len(texts))
        return by_letters(texts)

    first = vectors_of(["Lithium", "Salt rash"], "x", counting, tmp_path / "kept")
    again = vectors_of(["Lithium", "Salt rash"], "x", counting, tmp_path / "kept")
    assert np.array_equal(first, again)
    assert asked == [2, 1]  # the second time one text alone, to learn the width
    assert np.linalg.norm(first, axis=1) == pytest.approx([1, 1])
    (path,) = (tmp_path / "kept").iterdir()
    np.save(path, np.zeros((2, 3), dtype=np.float32))
    with pytest.raises(SettingsError, match=r"shape \(2, 3\), not \(2, 16\)"):
        vectors_of(["Lithium", "Salt rash"], "x", by_letters, tmp_path / "kept")
    path.write_bytes(b"no vectors")
    with pytest.raises(SettingsError, match="cannot be read as vectors"):
        vectors_of(["Lithium", "Salt rash"], "x", by_letters, tmp_path / "kept")


def test_the_threshold_parts_a_names_own_misspelling_from_other_names():
    names = ["lithium carbonate", "quetiapine", "zolpidem", "buspirone", "haloperidol", "fluvoxamine"]
    vectors = unit(by_letters(names))
    threshold = calibrated(names, vectors, by_letters)
    cosines = vectors @ vectors.T
    np.fill_diagonal(cosines, -1)
    near = unit(by_letters(["lithium carbnate", "quetpine"])) @ vectors.T
    assert near[0].argmax() == 0
    assert cosines.max() < near[0, 0]
    assert 0 < threshold <= 1
    assert near[0, 0] >= threshold > np.median(cosines)


@pytest.mark.slow
@pytest.mark.torch
def test_hardened_with_an_encoder_by_the_command_and_verified(tmp_path, capsys):
    pytest.importorskip("transformers")
    kg, exam = make_graph(tmp_path / "kg.csv"), make_exam(tmp_path, n_diseases=3)
    model = save_encoder(tmp_path / "letters", letters=True)
    words = ["harden", str(exam), "--kg", str(kg), "--method", "graph"]
    words += ["--store", str(tmp_path / "s.sqlite3")]
    with_vectors = [*words, "--out", str(tmp_path / "hard"), "--guide", f"encoder:{model}"]
    assert main(with_vectors) == 0
    said = capsys.readouterr().out
    manifest = read_benchmark(tmp_path / "hard").manifest
    assert manifest["guide"]["identity"].startswith("encoder:letters@")
    assert f"threshold {manifest['guide']['threshold']:g}" in said
    assert manifest["guide"]["threshold"] != 0.85
    (whole,) = (tmp_path / "s.sqlite3.vectors").iterdir()
    assert not verify(tmp_path / "hard", Inputs(kg=kg, parent=exam)).violations
    bare = [*words, "--out", str(tmp_path / "lexical")]
    assert main(bare) == 0
    lexical, vectors = ((tmp_path / name / "items.jsonl").read_bytes() for name in ("lexical", "hard"))
    assert lexical != vectors  # another guide, other ends
    kept = whole.read_bytes()
    whole.with_suffix(".part.npy").write_bytes(kept[:100])  # as who is killed while it writes leaves it
    whole.unlink()
    assert main([*with_vectors, "--force"]) == 0
    assert [(path.name, path.read_bytes()) for path in whole.parent.iterdir()] == [(whole.name, kept)]
    assert (tmp_path / "hard" / "items.jsonl").read_bytes() == vectors


@pytest.mark.torch
@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_vectors_that_are_a_pipe_are_not_waited_for(tmp_path, capsys, name):
    pytest.importorskip("transformers")
    kg, exam = make_graph(tmp_path / "kg.csv"), make_exam(tmp_path, 2)
    model = save_encoder(tmp_path / "vectors", letters=True)
    (model / name).unlink()
    os.mkfifo(model / name)
    words = ["harden", str(exam), "--kg", str(kg), "--method", "graph", "--out", str(tmp_path / "made")]
    assert main([*words, "--guide", f"encoder:{model}"]) == 2
    assert f"--guide encoder: {model}" in capsys.readouterr().err.replace("\n", " ")


def test_a_guide_that_is_none_is_refused_with_one_line(tmp_path):
    tools = make_tools(make_graph(tmp_path / "kg.csv"), HardenSettings())
    assert guided(tools, local_guide("lexical"), None) is tools
    with pytest.raises(UsageError, match="it is 'lexical', 'encoder:FOLDER_OR_ID'"):
        local_guide("words")


@pytest.mark.parametrize(
    ("guide", "said"),
    [
        ("encoder", "did you mean 'encoder:FOLDER_OR_ID'?"),
        ("encoder: ", "did you mean 'encoder:FOLDER_OR_ID'?"),
        ("encodr:m", "did you mean 'encoder:FOLDER_OR_ID'?"),
        ("static:", "--guide static:: static vectors are gone: use lexical, encoder:FOLDER_OR_ID"),
        ("static:folder", "--guide static:folder: static vectors are gone: use lexical"),
        ("lexicl", "did you mean 'lexical'?"),
        ("api", "did you mean 'api:PROVIDER:MODEL'?"),
        *(
            pytest.param(f"encoder:{where}", f"--guide encoder:{where}: {said}", marks=pytest.mark.torch)
            for where, said in (
                ("./no-such-folder", "no folder of that name"),
                ("/none", "no folder of that name"),
                ("exam", "no model lies there: it has no config.json"),
            )
        ),
        ("api:opnai:m", "Did you mean 'openai'?"),
    ],
)
def test_a_guide_is_looked_at_before_the_graph(tmp_path, monkeypatch, capsys, guide, said):
    """The graph is not there: a command that reads it first would say so."""
    monkeypatch.chdir(tmp_path)
    words = ["harden", str(make_exam(tmp_path, n_diseases=1)), "--kg", str(tmp_path / "none.csv")]
    assert main([*words, "--method", "graph", "--out", str(tmp_path / "hard"), "--guide", guide]) == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line.strip()]
    assert said in " ".join(lines)
    assert not any("none.csv" in line or "Reading" in line for line in lines)


GUIDE = ("--guide", "api:openai:sim-embedder")
KEY = "sk-test-0123456789-embeddings"
FILES = ("items.jsonl", "provenance.jsonl", "triples.csv", "manifest.json")


@pytest.fixture(autouse=True)
def a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture(scope="module")
def exam(small_exam):
    return small_exam


@pytest.fixture
def simulator(exam):
    with serving(Simulator(AnswerKey.from_file(str(exam / "items.jsonl")))) as server:
        yield server


@pytest.fixture
def harden(harden_with, simulator):
    return partial(harden_with, simulator, *GUIDE)


@pytest.mark.slow
def test_names_are_asked_once_kept_by_the_store_and_the_folder_is_verified(
    harden, simulator, exam, kg, tmp_path
):
    folder = harden("--method", "graph")
    assert not verify(folder, Inputs(kg=kg, parent=exam)).violations
    guide = read_benchmark(folder).manifest["guide"]
    assert guide["identity"] == "api:openai:sim-embedder"
    assert 0 < guide["threshold"] < 1
    n_asked = simulator.asked.total()
    assert 0 < n_asked <= 4  # names, misspelled names, questions: lists of at most 512
    again = harden("--method", "graph", out="again")
    assert simulator.asked.total() == n_asked
    assert all((folder / name).read_bytes() == (again / name).read_bytes() for name in FILES)
    assert main(["cache", "verify", "--store", str(tmp_path / "s.sqlite3")]) == 0


@pytest.mark.slow
def test_another_guide_takes_other_names(harden, exam, kg, tmp_path, simulator):
    vectors = harden("--method", "graph", "--depth", "2", "--beam", "2")
    words = harden_arguments(simulator, exam, kg, tmp_path / "lexical", tmp_path / "s.sqlite3")
    assert main([*words, "--method", "graph", "--depth", "2", "--beam", "2"]) == 0
    scores = [
        json.loads((each / "provenance.jsonl").read_text(encoding="utf-8").splitlines()[0])["paths"][0]
        for each in (vectors, tmp_path / "lexical")
    ]
    assert scores[0]["scores"] != scores[1]["scores"]


@pytest.mark.slow
def test_a_cap_holds_over_vectors_and_writers_and_the_same_command_goes_on(
    harden, simulator, exam, kg, tmp_path, capsys
):
    words = ("--writer", "openai:sim-writer:twin_rate=0.3", "--map-with", "openai:sim-writer",
             "--judge", "openai:sim-writer:judge_false_yes=0.2")  # fmt: skip
    for cap in (2, 2, 12):
        harden(*words, "--max-requests", str(cap), status=1)
        assert simulator.asked.total() == cap
    assert "the cap is reached" in capsys.readouterr().err
    folder = harden(*words)
    n_asked, n_distinct = simulator.asked.total(), len(simulator.asked)
    assert n_asked == n_distinct  # no job was asked twice
    harden(*words, "--force")
    assert simulator.asked.total() == n_asked
    assert {state for state, _ in attempts_of(tmp_path / "s.sqlite3")} == {"answered"}
    with Store.open(tmp_path / "s.sqlite3", read_only=True) as store:
        found = verify(folder, Inputs(kg=kg, parent=exam), store.requests.read_completions)
    assert not found.violations


@pytest.mark.slow
def test_a_dry_run_bounds_what_vectors_cost_and_sends_nothing(harden, simulator, tmp_path, capsys):
    harden("--method", "graph", "--dry-run", "--price", "1,1")
    said = capsys.readouterr().out
    assert "embed names" in said
    assert "Highest cost: 0.0" in said
    assert simulator.asked.total() == 0
    bound = sum(int(line.split()[4].replace(",", "")) for line in said.splitlines() if "embed " in line)
    harden("--method", "graph", "--price", "1,1")
    spent = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("In all"))
    assert 0 < int(spent.split(", ")[1].split()[0].replace(",", "")) <= bound


@pytest.mark.slow
def test_from_python_with_the_address_in_the_environment(simulator, exam, kg, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", simulator.openai_base_url)
    made = mhclient.more.harden(
        read_benchmark(exam), kg, tmp_path / "hard", store=tmp_path / "s.sqlite3",
        guide="api:openai:sim-embedder",
    )  # fmt: skip
    assert not verify(made.directory, Inputs(kg=kg, parent=exam)).violations
    with pytest.raises(UsageError, match="name the store"):
        mhclient.more.harden(read_benchmark(exam), kg, tmp_path / "other", guide="api:openai:sim-embedder")


def test_one_item_is_shown_with_vectors_too(harden, exam, capsys):
    item = json.loads((exam / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])["id"]
    harden("--show", item)
    assert "paths, the first" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("guide", "said"),
    [
        ("api:", "not of ''"),
        ("api:anthropic:m", "vectors are known of openai, azure, openrouter, gemini, compatible"),
        ("api:openai:", "name whom to ask"),
    ],
)
def test_a_guide_that_nobody_can_ask_is_one_line(simulator, exam, kg, tmp_path, capsys, guide, said):
    words = harden_arguments(simulator, exam, kg, tmp_path / "hard", tmp_path / "s.sqlite3", "--guide", guide)
    assert main([*words, "--method", "graph"]) == 2
    assert said in capsys.readouterr().err


# What a server may send

ROWS = [[1.0, -2.5, 0.0], [0.5, 0.25, 3.0]]


def packed(row):
    return base64.b64encode(array("f", row).tobytes()).decode()


def body_of(vectors, **more):
    data = [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]
    return json.dumps({"data": data, "model": "m", "usage": {"prompt_tokens": 7}} | more).encode()


def test_lists_of_numbers_and_base64_are_the_same_vectors_in_the_order_of_the_texts():
    turned = json.loads(body_of(map(packed, ROWS)))
    turned["data"].reverse()
    for body in (body_of(ROWS), body_of(map(packed, ROWS)), json.dumps(turned).encode()):
        assert np.array_equal(vectors_in(body), np.array(ROWS, dtype=np.float32))
        read = read_body(body)
        assert (read.completion, read.prompt_tokens) == ("2 vectors of 3 numbers", 7)
        assert (read.completion_tokens, read.served_model) == (0, "m")


@pytest.mark.parametrize(
    "body",
    [
        body_of([]),
        body_of([[1.0, 2.0], [1.0]]),
        body_of([[], []]),
        body_of(["no base64!"]),
        body_of([packed(ROWS[0])[:-5]]),
        body_of([packed([float("nan"), 1.0])]),
        b'{"data":[{"index":1,"embedding":[1]}]}',
        b'{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}',
        b'{"choices":[]}',
    ],
)
def test_what_is_no_list_of_vectors_is_no_reply(body):
    with pytest.raises(MalformedReply):
        read_body(body)


def test_a_server_that_gives_too_few_vectors_is_named_and_hears_no_more(exam, kg, tmp_path, capsys):
    async def two_vectors(writer, _):
        writer.write(http(body_of(ROWS, model=f"m of {KEY}")))

    def words(server):
        return [*harden_arguments(server, exam, kg, tmp_path / "hard", tmp_path / "s.sqlite3", *GUIDE),
                "--method", "graph"]  # fmt: skip

    with serving(RawServer(two_vectors)) as server:
        assert main(words(server)) == 1
        assert main(words(server)) == 1
    said = capsys.readouterr().err
    assert "gave vectors of shape (2, 3)" in said
    assert "Traceback" not in said
    assert server.n_asked == 1
    assert not (tmp_path / "hard").exists()
    ((served, body),) = open_connection(tmp_path / "s.sqlite3").execute(
        "SELECT served_model, body FROM responses"
    )
    assert served.startswith("m of ")
    assert KEY not in served
    assert KEY.encode() not in unpack(body)  # the server quoted it


@pytest.mark.parametrize("given", [[], [""], "", [1]])
def test_the_simulated_server_refuses_what_openai_refuses(simulator, given):
    body = json.dumps({"model": "sim-embedder", "input": given}).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = Request(f"{simulator.openai_base_url}/embeddings", body, headers)
    with pytest.raises(HTTPError, match="400"):
        urlopen(request)
