"""Vectors as a guide: an encoder's, what is kept, and bad input."""

import numpy as np
import pytest

from benchmark import read_benchmark
from benchmark.errors import SettingsError
from benchmark.harden.guides import calibrated, unit, vectors_of
from benchmark.harden.harden import make_tools
from benchmark.harden.walk import HardenSettings
from benchmark.verify import Inputs, verify
from mhclient.cli.main import main
from mhclient.compose.guides import guided, local_guide
from mhclient.errors import UsageError
from tests.support.encoders import save_encoder
from tests.support.hardening import make_exam, make_graph

TABLE = np.random.default_rng(0).standard_normal((256, 16)).astype(np.float32)


def by_letters(texts):
    """Vectors in which names of like letters are near."""
    return np.stack([TABLE[[0, *text.lower().encode()]].mean(axis=0) for text in texts])


@pytest.mark.slow
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
def test_hardened_with_an_encoder_by_the_command_and_verified(tmp_path, capsys):
    pytest.importorskip("transformers")
    kg, exam = make_graph(tmp_path / "kg.csv"), make_exam(tmp_path, n_diseases=3)
    model = save_encoder(tmp_path / "letters", letters=True)
    words = [
        "harden",
        str(exam),
        "--kg",
        str(kg),
        "--method",
        "graph",
        "--store",
        str(tmp_path / "s.sqlite3"),
    ]
    assert main([*words, "--out", str(tmp_path / "hard"), "--guide", f"encoder:{model}"]) == 0
    said = capsys.readouterr().out
    manifest = read_benchmark(tmp_path / "hard").manifest
    assert manifest["guide"]["identity"].startswith("encoder:letters@")
    assert f"threshold {manifest['guide']['threshold']:g}" in said
    assert manifest["guide"]["threshold"] != 0.85
    assert len(list((tmp_path / "s.sqlite3.vectors").iterdir())) == 1
    assert not verify(tmp_path / "hard", Inputs(kg=kg, parent=exam)).violations
    bare = [*words, "--out", str(tmp_path / "lexical")]
    assert main(bare) == 0
    lexical, vectors = ((tmp_path / name / "items.jsonl").read_bytes() for name in ("lexical", "hard"))
    assert lexical != vectors  # another guide, other ends


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
        *(  # these import torch
            pytest.param(f"encoder:{where}", f"--guide encoder:{where}: {said}", marks=pytest.mark.slow)
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
