"""Effort, thinking and fields of the body that the user sets: parsed, refused, sent, and in a run's name."""

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.build.manifest import manifest
from benchmark.folder import write_benchmark
from benchmark.kinds import BenchmarkKind
from cache.connection import open_connection
from mhclient.ask.making import make_spec
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.run.body_fields import OWNED, check_fields, joined, leaves, merged, parse_setting
from mhclient.run.parameters import Message, Parameters, Prompt
from mhclient.run.spec import RunSpec
from tests.support.asking import serving, simulator_for
from tests.support.items import make_items

PROMPT = Prompt(None, (Message("user", "Which?"),))
ADDRESS = {"compatible": "http://127.0.0.1:1/v1"}


def sent(provider, **parameters):
    """The body that a provider would send, without what all bodies have."""
    model = find_model(provider, "m", base_url=ADDRESS.get(provider))
    spec = make_spec(benchmark(), model, **parameters)
    body = json.loads(model.provider.request("m", PROMPT, spec.parameters).body)
    for name in ("model", "messages", "input", "store"):
        body.pop(name, None)
    return body


def folder_of(tmp_path):
    made = manifest(BenchmarkKind.OWN, "own", tasks={})
    return write_benchmark(tmp_path / "b", make_items(3), made)


def benchmark():
    class Items:
        items_sha256, manifest = "0" * 64, dict[str, object]()

    return Items()


@pytest.mark.parametrize(
    ("provider", "parameters", "fields"),
    [
        ("openai", {"effort": "low"}, {"reasoning_effort": "low", "max_completion_tokens": 4120}),
        (
            "openai-responses",
            {"effort": "high"},
            {"reasoning": {"effort": "high"}, "max_output_tokens": 16120},
        ),
        ("anthropic", {"effort": "low"}, {"output_config": {"effort": "low"}, "max_tokens": 4120}),
        (
            "anthropic",
            {"thinking": 2_000},
            {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 3000},
        ),
        ("anthropic", {"thinking": "adaptive"}, {"thinking": {"type": "adaptive"}, "max_tokens": 8120}),
        (
            "anthropic",
            {"effort": "none"},
            {"thinking": {"type": "disabled"}, "max_tokens": 120, "temperature": 0.0},
        ),
        (
            "compatible",
            {"thinking": "off"},
            {"chat_template_kwargs": {"enable_thinking": False}, "max_tokens": 120, "temperature": 0.0},
        ),
        ("openrouter", {"thinking": 2_000}, {"reasoning": {"max_tokens": 2000}, "max_tokens": 3000}),
        ("openrouter", {"effort": "medium"}, {"reasoning": {"effort": "medium"}, "max_tokens": 8120}),
        (
            "gemini",
            {"thinking": "off"},
            {
                "extra_body": {"google": {"thinking_config": {"thinking_budget": 0}}},
                "max_tokens": 120,
                "temperature": 0.0,
            },
        ),
        ("openai", {"effort": "low", "temperature": 1.0, "max_tokens": 50}, None),
    ],
)
def test_effort_and_thinking_are_said_as_each_api_says_them(provider, parameters, fields):
    if fields is None:
        fields = {"reasoning_effort": "low", "temperature": 1.0, "max_completion_tokens": 50}
    assert sent(provider, **parameters) == fields


def test_fields_are_merged_last_and_deeply():
    parameters = {"reasoning": {"summary": "auto"}, "seed": 7}
    body = sent("openai-responses", effort="low", parameters=parameters)
    assert (body["reasoning"], body["seed"]) == ({"effort": "low", "summary": "auto"}, 7)


@pytest.mark.parametrize(
    ("provider", "parameters", "complaint"),
    [
        ("openai", {"effort": "much"}, "`effort` is 'much': give one of none, minimal, low"),
        ("openai", {"thinking": 2_000}, "`thinking`: this API takes an effort, and no budget"),
        ("anthropic", {"thinking": 5}, "from 1,024"),
        ("anthropic", {"thinking": 2_000, "max_tokens": 500}, "must be below the cap of 500 tokens"),
        ("compatible", {"thinking": 2_000}, "off and adaptive alone"),
        ("openrouter", {"thinking": 2_000, "effort": "low"}, "not both"),
        ("openai", {"parameters": {"seed": float("nan")}}, "give a dict of what JSON can hold"),
        ("openai", {"parameters": [1]}, "give a dict"),
        (
            "openai",
            {"parameters": {"stream": True}},
            "`parameters` stream: that is not set so: replies are",
        ),
        ("openai", {"parameters": {"service_tier": "priority"}}, "`max_cost_usd` would no longer hold"),
        (
            "openai",
            {"effort": "low", "parameters": {"reasoning_effort": "high"}},
            "`effort` or `thinking` sets it already",
        ),
        ("openai", {"efort": "low"}, "did you mean 'effort'"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(provider, parameters, complaint):
    with pytest.raises(UsageError, match=complaint):
        sent(provider, **parameters)


@pytest.mark.parametrize("name", OWNED)
def test_what_the_program_owns_is_refused(name):
    with pytest.raises(UsageError, match=f"`parameters` {name}: that is not set so"):
        check_fields({name: 1})


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("seed=7", {"seed": 7}),
        ('a.b.c="x=y"', {"a": {"b": {"c": "x=y"}}}),
        (r"a\.b=null", {"a.b": None}),
        ('provider={"only":["x"]}', {"provider": {"only": ["x"]}}),
    ],
)
def test_a_setting_is_a_path_and_json(text, fields):
    assert parse_setting(text) == fields


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seed", "give PATH=JSON"),
        ("=7", "give PATH=JSON"),
        ("a..b=1", "give PATH=JSON"),
        ("verbosity=low", "'low' is not JSON. A text needs quotes: `parameters=verbosity='\"low\"'`"),
        ("x=NaN", "is not JSON"),
        ("x={", "is broken JSON"),
    ],
)
def test_what_is_no_setting_is_refused(text, complaint):
    with pytest.raises(UsageError) as caught:
        parse_setting(text)
    assert complaint in str(caught.value)


def test_the_same_field_twice_is_refused():
    with pytest.raises(UsageError, match=r"`parameters=a\.b`: it is set twice"):
        joined([{"a": {"b": 1}}, {"a": {"b": 2}}])
    with pytest.raises(UsageError, match="it is set twice"):
        joined([{"a": 1}, {"a": {"b": 2}}])
    assert joined([{"a": {"b": 1}}, {"a": {"c": 2}}]) == {"a": {"b": 1, "c": 2}}


values = st.recursive(
    st.integers() | st.text(max_size=3) | st.none(),
    lambda inner: st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(st.text(max_size=3), values, max_size=4)


@given(body=objects, fields=objects)
def test_every_field_that_was_set_is_in_the_merged_body(body, fields):
    both = merged(body, fields)
    for path in leaves(fields):
        here, wanted = both, fields
        for name in path:
            here, wanted = here[name], wanted[name]
        assert here == wanted or wanted == {}
    assert set(both) == set(body) | set(fields)


def test_a_run_is_named_after_its_effort_and_stored_sparsely():
    def spec(**parameters):
        return make_spec(benchmark(), find_model("openai", "gpt-5"), **parameters)

    low, plain = spec(effort="low", parameters={"seed": 7}), spec()
    assert low.run_id().startswith("gpt-5-letter-only-low-")
    assert spec(effort="low").run_id() != low.run_id()
    assert plain.parameters.to_store() == {}
    assert "effort" not in plain.to_json()["parameters"]
    assert RunSpec.from_json(low.benchmark, low.to_store()) == low


@pytest.mark.parametrize(
    "stored", [{"effort": "x"}, {"extra": {"model": "m"}}, {"thinking": 1}, {"extra": [1]}]
)
def test_a_store_that_others_made_sets_no_field_that_is_refused_here(stored):
    with pytest.raises(UsageError, match="run 'r'"):
        Parameters.from_json(stored, "run 'r'")


def test_what_is_set_reaches_the_server_and_is_asked_anew_under_a_key_of_its_own(tmp_path, capsys):
    made, store = folder_of(tmp_path), tmp_path / "s.sqlite3"
    base = ["run", "--provider", "compatible", "--model", "sim-tidy", "--benchmark", str(made.directory)]
    with serving(simulator_for(made)) as simulator:
        base += ["--base-url", simulator.openai_base_url, "--store", str(store)]
        for more in ([], ["--effort", "low", "--set", "seed=7", "--set", "a.b=1"]):
            assert main([*base, *more]) == 0
    packed = open_connection(store).execute("SELECT body FROM requests ORDER BY rowid").fetchall()
    bodies = [json.loads(zlib.decompress(body)) for (body,) in packed]
    assert sum("reasoning_effort" in body for body in bodies) == 3
    assert {"seed": 7, "a": {"b": 1}}.items() <= bodies[-1].items()


def dry_run(tmp_path, capsys, *more):
    folder = folder_of(tmp_path).directory
    store = ["--store", str(tmp_path / "s.sqlite3"), "--benchmark", str(folder), "--dry-run"]
    assert main(["run", "--provider", "openai", "--model", "gpt-5", *store, *more]) == 0
    return capsys.readouterr().out


def test_a_dry_run_warns_of_a_cap_that_reasoning_may_use_up(tmp_path, capsys):
    warning = "Warning: gpt-5 reasons before it answers"
    assert f"{warning}, and that counts against the cap of 120 tokens" in dry_run(tmp_path, capsys)
    assert warning in dry_run(tmp_path, capsys, "--effort", "high", "--max-tokens", "500")
    assert warning not in dry_run(tmp_path, capsys, "--effort", "none")
    with_space = dry_run(tmp_path, capsys, "--effort", "low")
    assert warning not in with_space
    assert "completions at most 12,360 tokens" in with_space


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--effort", "much"], "--effort: 'much' is no choice"),
        (["--thinking", "12"], "give a number of tokens from 1,024"),
        (["--set", "stream=true"], "--set stream: that is not set so"),
        (["--set", "seed=1", "--set", "seed=2"], "--set seed: it is set twice"),
    ],
)
def test_on_the_command_line_each_is_one_line_and_status_2(tmp_path, arguments, complaint, capsys):
    folder = folder_of(tmp_path).directory
    command = ["run", "--provider", "openai", "--model", "m", "--benchmark", str(folder), *arguments]
    try:
        status: object = main(command)
    except SystemExit as ended:  # what the parser of the command line refuses
        status = ended.code
    assert status == 2
    assert complaint in capsys.readouterr().err
