"""Replies held to a JSON schema: a variant of its own, in each provider's form, read and compared as any."""

import json

import pytest

from cache.connection import open_connection
from mhclient.ask.making import make_spec
from mhclient.cli.main import main
from mhclient.errors import UsageError
from mhclient.providers.registry import find_model
from mhclient.run.prompts import Prompter
from mhclient.run.variant import load_variant
from tests.support.asking import run, serving, simulator_for, summaries_of
from tests.support.items import make_items

VARIANT = load_variant("json-schema")
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string", "enum": ["A", "B", "C", "D"]}},
    "required": ["answer"],
    "additionalProperties": False,
}


def body_of(provider, benchmark, variant="json-schema", **more):
    model = find_model(provider, "m", base_url="http://127.0.0.1:1")
    spec = make_spec(benchmark, model, variant, **more)
    line = json.dumps(make_items(1)[0].to_json())
    prompt = Prompter(spec.variant, {}).ask(line).prompt
    return json.loads(model.provider.request("m", prompt, spec.parameters).body)


def test_the_words_are_those_of_json_and_nothing_else_has_a_schema(make_benchmark):
    benchmark = make_benchmark(make_items(3))
    with_schema, plain = body_of("openai", benchmark), body_of("openai", benchmark, "json")
    assert with_schema.pop("response_format")
    assert with_schema == plain
    assert load_variant("json").prompt == VARIANT.prompt
    assert load_variant("json").system == VARIANT.system


def test_a_router_may_choose_only_providers_that_know_schemas(make_benchmark):
    benchmark = make_benchmark(make_items(3))
    assert body_of("openrouter", benchmark)["provider"] == {"require_parameters": True}
    both = {"only": ["together"], "require_parameters": True}
    assert body_of("openrouter", benchmark, route={"only": ["together"]})["provider"] == both
    chosen = {"require_parameters": False}
    assert body_of("openrouter", benchmark, route=chosen)["provider"] == chosen


@pytest.mark.slow
def test_effort_and_schema_stand_beside_each_other(make_benchmark):
    config = body_of("anthropic", make_benchmark(make_items(3)), effort="low")["output_config"]
    assert set(config) == {"effort", "format"}


@pytest.mark.parametrize("ask", ["forced-choice"])
def test_where_there_is_no_grammar_the_variant_is_refused(make_benchmark, ask):
    model = find_model("compatible", "m", base_url="http://127.0.0.1:1/v1", ask=ask)
    with pytest.raises(UsageError, match="no grammar that holds replies to a schema"):
        make_spec(make_benchmark(make_items(3)), model, "json-schema")


def test_a_schema_set_by_hand_is_not_lost_silently(make_benchmark):
    with pytest.raises(UsageError, match="`variant` sets it already"):
        body_of(
            "openai", make_benchmark(make_items(3)), parameters={"response_format": {"type": "json_schema"}}
        )


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic", "compatible"])
async def test_replies_are_read_as_json_over_each_api(make_benchmark, store_path, provider):
    benchmark = make_benchmark(make_items(12))
    model = "sim-verbose:accuracy=1.0"
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(
            benchmark, simulator, store_path, provider=provider, model=model, variant="json-schema"
        )
    (summary,) = summaries_of(store_path, run_id)
    figures = summary.overall.accuracy
    assert (figures.correct.count, figures.kept_format.count, figures.n) == (12, 12, 12)


@pytest.mark.slow
def test_compare_says_what_the_grammar_changed(make_benchmark, store_path, capsys):
    """The model rambles in a fifth of its replies, unless a grammar keeps it from that."""
    benchmark = make_benchmark(make_items(60))
    with serving(simulator_for(benchmark)) as simulator:
        command = ["run", str(benchmark.directory), "--model", "openai:sim-verbose:accuracy=1.0"]
        command += ["--base-url", simulator.openai_base_url, "--store", str(store_path)]
        assert main([*command, "--variant", "json", "--variant", "json-schema"]) == 0
    found = open_connection(store_path).execute("SELECT run_id FROM runs ORDER BY rowid").fetchall()
    capsys.readouterr()
    ids = [row["run_id"] for row in found]
    assert main(["compare", *ids, "--store", str(store_path), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (effect,) = [each for each in findings_in(document) if each["code"] == "grammar_effect"]
    assert "only the grammar differs" in effect["text"]
    assert " minus " in effect["text"]
    json_run, schema_run = summaries_of(store_path, *ids)
    assert schema_run.overall.accuracy.correct.count == 60
    difference = 100 * (json_run.overall.accuracy.correct.count - 60) / 60
    assert f"{difference:+.1f} points".replace("-", "−") in effect["text"]
    assert "+0.0 by answers" in effect["text"] or "0.0 by answers" in effect["text"]


def findings_in(document):
    return [
        *document.get("findings", []),
        *(f for pair in document.get("pairs", []) for f in pair.get("findings", [])),
    ]
