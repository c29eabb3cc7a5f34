"""Routes of a router: what may be asked of it, by whom, and what is told when it is not pinned."""

import json
from typing import Any

import pytest

from cache.connection import open_connection
from mhclient.ask.making import make_spec
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.report.blocks.asked import served_replies
from mhclient.run.body_fields import is_pinned, parse_route
from mhclient.run.parameters import Message, Prompt
from mhclient.run.spec import RunSpec
from tests.support.asking import serving, simulator_for, summaries_of
from tests.support.items import make_items


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    for name in ("OPENAI", "OPENROUTER"):
        monkeypatch.setenv(f"{name}_API_KEY", "sk-test-0123456789abcdef")


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("only=together", {"only": ["together"]}),
        ("order=a, b", {"order": ["a", "b"]}),
        ("allow_fallbacks=false", {"allow_fallbacks": False}),
        ("require_parameters=true", {"require_parameters": True}),
    ],
)
def test_routes_are_read(text, route):
    assert parse_route(text) == route


@pytest.mark.parametrize("text", ["", "only", "only=", "only=,", "sort=price", "allow_fallbacks=maybe"])
def test_what_is_no_route_is_refused(text):
    with pytest.raises(UsageError, match="`route="):
        parse_route(text)


def test_only_openrouter_takes_a_route(make_benchmark):
    benchmark = make_benchmark(make_items(3))
    router = find_model("openrouter", "m")
    spec = make_spec(benchmark, router, route={"only": ("together",)})
    assert json.loads(
        router.provider.request("m", Prompt(None, (Message("user", "Which?"),)), spec.parameters).body
    )["provider"] == {"only": ["together"]}
    assert RunSpec.from_json(benchmark.items_sha256, spec.to_store()) == spec
    assert is_pinned(spec.parameters.route)
    with pytest.raises(UsageError, match="`route`: this provider is no router"):
        make_spec(benchmark, find_model("openai", "m"), route={"only": ["together"]})
    with pytest.raises(UsageError, match=r"`parameters=provider.only`: `tier` or `route` sets it already"):
        make_spec(benchmark, router, route={"only": ["a"]}, parameters={"provider": {"only": ["b"]}})
    refused: list[Any] = [{"only": []}, {"only": "a"}, {"sort": ["price"]}, {"allow_fallbacks": 1}, ["a"]]
    for wrong in refused:
        with pytest.raises(UsageError, match="route"):
            make_spec(benchmark, router, route=wrong)


@pytest.mark.slow
def test_an_unpinned_route_is_warned_of_once_and_several_providers_are_told(
    make_benchmark, store_path, capsys
):
    benchmark = make_benchmark(make_items(24))
    with serving(simulator_for(benchmark)) as simulator:
        usual = ["run", str(benchmark.directory), "--model", "openrouter:sim-tidy:n_routes=3"]
        usual += ["--base-url", simulator.openai_base_url, "--store", str(store_path)]
        assert main([*usual, "--variant", "letter-only", "--variant", "answer-line"]) == 0
        told = " ".join(capsys.readouterr().err.split())
        assert told.count("--route only=NAME pins one") == 1
        assert main([*usual, "--route", "only=deepinfra"]) == 0
        assert "pins one" not in capsys.readouterr().err
        twice = ["--route", "only=deepinfra", "--epochs", "2", "--temperature", "1"]
        assert main([*usual, *twice]) == 0
    found = open_connection(store_path).execute("SELECT run_id FROM runs ORDER BY rowid")
    ids = [row["run_id"] for row in found]
    wandering, _, pinned, twice_asked = summaries_of(store_path, *ids)
    (served,) = twice_asked.get(served_replies)
    assert (served.right.n, served.right.of_each) == (48, 2)  # of 24 items, as its interval is
    assert set(wandering.run.routes) == {"Together", "DeepInfra", "Novita"}
    assert pinned.run.routes == {"DeepInfra": 24}
    assert "several providers" in wandering.run.marks
    assert "several providers" not in pinned.run.marks
    capsys.readouterr()
    assert main(["report", ids[0], "--store", str(store_path)]) == 0
    shown = capsys.readouterr().out
    assert "Who served the replies" in shown
    assert main(["report", ids[0], "--store", str(store_path), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert sum(each["right"]["n"] for each in document["routes_served"]) == 24
    assert document["runs"][0]["routes"] == dict(wandering.run.routes)
