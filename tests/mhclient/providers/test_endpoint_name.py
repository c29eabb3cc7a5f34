"""A server with a name keeps its replies when it moves to another address."""

import pytest

from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.providers.base import name_in
from mhclient.providers.registry import find_model, provider_at
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items
from tests.support.stored import rows_of


@pytest.mark.slow
def test_a_server_that_moved_is_asked_nothing_again(make_benchmark, store, capsys):
    benchmark = make_benchmark(make_items(6))
    asked = []
    for _ in range(2):  # each on another port
        with serving(simulator_for(benchmark)) as simulator:
            command = ["run", "--provider", "compatible", "--model", "sim-tidy", "--endpoint-name", "gpu-1"]
            address = ["--base-url", simulator.openai_base_url, "--benchmark", str(benchmark.directory)]
            assert main([*command, *address]) == 0
            asked.append(simulator.asked.total())
    assert asked == [6, 0]
    assert rows_of(store, "SELECT DISTINCT endpoint FROM requests") == [("name:gpu-1/chat/completions",)]
    assert len(rows_of(store, "SELECT run_id FROM runs")) == 1
    capsys.readouterr()
    assert main(["cache", "verify"]) == 0


def test_without_a_name_endpoints_are_addresses_as_ever():
    model = find_model("compatible", "m", base_url="http://gpu:8000/v1")
    assert model.provider.endpoint == "http://gpu:8000/v1/chat/completions"
    assert name_in(model.provider.endpoint) is None


def test_a_stored_name_leads_to_a_provider_again():
    endpoint = provider_at("compatible", "name:gpu/chat/completions").endpoint
    assert (endpoint, name_in(endpoint)) == ("name:gpu/chat/completions", "gpu")


def test_an_address_that_is_not_the_providers_own_is_said_before_anything_is_sent(
    tmp_path, monkeypatch, capsys
):
    """A variable or a study file may send a key where whoever starts the run never looked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "exam.csv").write_text("question,A,B,answer\nWhich one?,this,that,A\n")
    (tmp_path / "study.toml").write_text(
        'benchmarks = ["exam.csv"]\n[[models]]\nname = "openai:gpt-5"\nbase_url = "https://study.example/v1"\n'
    )
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1234567890abcdef")
    assert main(["run", "exam.csv", "--model", "openai:gpt-5", "--dry-run"]) == 0
    assert "API key if one is set" not in capsys.readouterr().err
    monkeypatch.setenv("OPENAI_BASE_URL", "https://proxy.example/v1")
    assert main(["run", "exam.csv", "--model", "openai:gpt-5", "--dry-run"]) == 0
    assert "sent to https://proxy.example/v1/chat/completions, with its API key" in capsys.readouterr().err
    assert main(["run", "study.toml", "--dry-run"]) == 0
    assert "sent to https://study.example/v1/chat/completions, with its API key" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "a/b", "x" * 81, "a b"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(UsageError, match="`endpoint_name="):
        find_model("compatible", "m", base_url="http://gpu:8000/v1", endpoint_name=name)


def test_a_name_without_an_address_is_refused(tmp_path, capsys):
    """The replies of a public service must not be kept as those of a server at home."""
    with pytest.raises(UsageError, match=r"`endpoint_name=gpu` names a server .* no `base_url` says where"):
        find_model("openai", "gpt-5", endpoint_name="gpu")
    exam = tmp_path / "exam.csv"
    exam.write_text("question,A,B,answer\nWhich one?,this,that,A\n")
    assert main(["run", str(exam), "--model", "openai:gpt-5", "--endpoint-name", "gpu"]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "--endpoint-name gpu names a server of your own, and no --base-url says where it is" in line
