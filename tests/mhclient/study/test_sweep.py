"""A study over local models: each loaded once, the largest first; what is stored is not computed again."""

from pathlib import Path

import pytest

from cache.connection import open_connection
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.study.file import read_study
from tests.support import local
from tests.support.items import make_items
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

pytestmark = pytest.mark.torch

SWEEP = """
benchmarks = ["one", "two"]
variants = ["letter-only", "answer-line"]
[[models]]
name = "local:{folder}/small"
checks = 0
[[models]]
name = "local:{folder}/large"
checks = 0
"""


@pytest.fixture
def sweep(make_benchmark, tmp_path):
    for name, vocabulary in (("small", 420), ("large", 2000)):
        tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
        saved(tmp_path / name, random_model("llama", vocabulary), tokenizer)
    for name, some in (("one", make_items(4)[:2]), ("two", make_items(4)[2:])):
        make_benchmark(some).directory.rename(tmp_path / name)
    path = tmp_path / "sweep.toml"
    path.write_text(SWEEP.format(folder=tmp_path))
    return path


@pytest.fixture
def loads(monkeypatch):
    """Names of the models that are loaded, in order."""
    names, plain = [], local.load.load

    def noting(identity, dtype, placement):
        names.append(identity.name)
        return plain(identity, dtype, placement)

    monkeypatch.setattr("mhclient.providers.local.load.load", noting)
    return names


def asked():
    """The models of the attempts, in order, each once where it follows itself."""
    rows = open_connection(Path("mhclient.sqlite3"), read_only=True).execute(
        "SELECT model FROM attempts JOIN requests ON requests.key = request_key ORDER BY attempts.id"
    )
    models = [row[0] for row in rows]
    return [model for place, model in enumerate(models) if models[:place][-1:] != [model]], len(models)


def test_each_model_is_loaded_once_the_largest_first_and_nothing_is_asked_twice(sweep, loads):
    assert main(["run", str(sweep)]) == 0
    assert loads == ["large", "small"]
    assert asked() == (["large", "small"], 2 * 2 * (2 + 2))
    assert main(["run", str(sweep)]) == 0
    assert loads == ["large", "small"]  # all is stored


def test_a_sweep_that_was_cut_short_goes_on_with_what_is_missing(sweep, loads):
    assert main(["run", str(sweep), "--limit", "99"]) == 2  # what belongs in the file is refused beside it
    whole = sweep.read_text()
    sweep.write_text(
        whole.replace('"one", "two"', '"one"').replace(
            f'[[models]]\nname = "local:{sweep.parent}/small"\nchecks = 0\n', ""
        )
    )
    assert main(["run", str(sweep)]) == 0
    assert loads == ["large"]
    sweep.write_text(whole)
    assert main(["run", str(sweep)]) == 0
    assert asked()[1] == 2 * 2 * (2 + 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("batch_size = 'many'", "'batch_size' is 'many': give a whole number"),
        ("token_file = 'secret'", "models: there is no key 'token_file'. Workers over HTTP are gone: use"),
        ("mixed = true", "models: there is no key 'mixed'. Machines of one kind compute a run"),
        ("trust_remote_code = true", "models: there is no key 'trust_remote_code'"),
    ],
)
def test_what_a_file_may_not_say_of_a_local_model_is_refused(line, says, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(f"benchmarks = ['b']\n[[models]]\nname = 'local:m'\n{line}\n")
    with pytest.raises(UsageError, match=says):
        read_study(path)
