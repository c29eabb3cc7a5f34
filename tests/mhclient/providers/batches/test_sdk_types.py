"""Two batch APIs' bodies: what we upload and read is what the installed SDKs' types say.

The SDKs take seconds to import: `make quick` leaves this file out.
"""

import json
from typing import Any, get_args, get_type_hints

import pytest
from anthropic.types import Message as AnthropicMessage
from anthropic.types import OutputConfigParam
from anthropic.types.messages import MessageBatch, MessageBatchIndividualResponse, MessageBatchResult
from anthropic.types.messages.batch_create_params import BatchCreateParams as MessageBatchParams
from anthropic.types.shared.error_object import ErrorObject
from openai.types import Batch, FileObject
from openai.types.batch_create_params import BatchCreateParams
from openai.types.chat import ChatCompletion
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming
from openai.types.responses import Response, ResponseFormatTextJSONSchemaConfigParam
from openai.types.responses import Response as OpenAIResponse
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from openai.types.shared_params import ResponseFormatJSONSchema
from pydantic import TypeAdapter

from cache import canonical_json
from mhclient.providers.anthropic import batches as anthropic_batches
from mhclient.providers.anthropic.batches import ANTHROPIC_BATCHES
from mhclient.providers.base import batch_access
from mhclient.providers.batches import BatchEnding
from mhclient.providers.openai import batches as openai_batches_wire
from mhclient.providers.openai.batches import creation, openai_batches
from mhclient.providers.registry import provider_named
from mhclient.run.parameters import TIERS
from mhclient.simulator.batch_api import BatchFault
from mhclient.simulator.formats import anthropic_reply, openai_reply, responses_reply
from tests.mhclient.providers.test_json_schema import SCHEMA, body_of
from tests.mhclient.providers.test_service import SERVED, WRITTEN
from tests.support.asking import simulator_for
from tests.support.batching import PACE, run_batch
from tests.support.items import make_items

MOMENT = "2026-11-21T08:00:00Z"


OPENAI_UNDER_WAY = {"validating", "in_progress", "finalizing", "cancelling"}


USAGE = {
    **{"input_tokens": 1, "output_tokens": 2, "total_tokens": 3},
    **{"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}},
}


OPENAI = openai_batches("/v1/chat/completions")


BODIES = {
    "/v1/chat/completions": CompletionCreateParamsNonStreaming,
    "/v1/responses": ResponseCreateParamsNonStreaming,
}


async def uploaded(make_benchmark, tmp_path, provider: str):
    """The simulator's batch_api after a batch of ours, most of whose lines fail in one way or another."""
    benchmark = make_benchmark(make_items(12))
    faults = [BatchFault.LINES_FAILING, BatchFault.BATCH_EXPIRED, BatchFault.BATCH_CANCELLED]
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        for number in range(3):
            store = tmp_path / f"{number}.sqlite3"
            await run_batch(benchmark, simulator, store, provider=provider, pace=PACE)
        return simulator.batch_api


@pytest.mark.slow
@pytest.mark.parametrize("provider", ["openai", "openai-responses"])
async def test_the_input_file_and_the_batch_are_as_openais_types_say(make_benchmark, tmp_path, provider):
    batch_api = await uploaded(make_benchmark, tmp_path, provider)
    for file in batch_api.files.values():
        for line in file.content.splitlines():
            read = json.loads(line)
            assert set(read) == {"custom_id", "method", "url", "body"}
            assert len(read["custom_id"]) == 64
            TypeAdapter(BODIES[read["url"]]).validate_python(read["body"])
    for batch in batch_api.batches.values():
        TypeAdapter(BatchCreateParams).validate_python(batch.told, extra="forbid")


async def test_the_body_of_a_batch_is_as_anthropics_types_say(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(12))
    chosen = provider_named("anthropic", "http://localhost")
    dialect = batch_access(chosen).dialect
    async with simulator_for(benchmark) as simulator:
        await run_batch(benchmark, simulator, tmp_path / "s.sqlite3", provider=chosen.name, pace=PACE)
        (batch,) = simulator.batch_api.batches.values()
    lines = [dialect.line(line.custom_id, canonical_json(line.body)) for line in batch.lines]
    body = json.loads(dialect.head + dialect.joint.join(lines) + dialect.tail)
    TypeAdapter(MessageBatchParams).validate_python(body, extra="forbid")
    assert {len(each["custom_id"]) for each in body["requests"]} == {64}


@pytest.mark.parametrize("provider", ["openai", "openai-responses", "anthropic"])
async def test_what_the_simulator_says_is_as_the_sdks_types_say(make_benchmark, tmp_path, provider):
    """So that what we read from it is what we would read from the providers."""
    from mhclient.simulator import batch_formats as formats

    batch_api = await uploaded(make_benchmark, tmp_path, provider)
    batch_api.clock.advance(60.0)
    endings = set()
    for batch in map(batch_api.brought_up, batch_api.batches.values()):
        if provider == "anthropic":
            MessageBatch.model_validate(formats.anthropic_batch(batch_api, batch, "http://x"), strict=False)
            lines = formats.anthropic_results(batch)
            for line in lines:
                MessageBatchIndividualResponse.model_validate_json(line)
            endings |= {ANTHROPIC_BATCHES.read_line(line).ending for line in lines}
            continue
        Batch.model_validate(formats.openai_batch(batch_api, batch))
        for which in ("output", "errors"):
            for line in formats.openai_results(batch, which):
                read = json.loads(line)
                assert set(read) == {"id", "custom_id", "response", "error"}
                if read["response"] and read["response"]["status_code"] == 200:
                    shape = ChatCompletion if provider == "openai" else Response
                    shape.model_validate(read["response"]["body"])
                endings.add(OPENAI.read_line(line).ending)
    for file in batch_api.files.values():
        FileObject.model_validate(formats.openai_file(file))
    assert endings == set(BatchEnding)


def test_every_state_that_the_sdks_know_is_known_to_us():
    """A newer SDK with another state, result or error makes this fail, and the reader wants a look."""
    openai_states = set(get_args(Batch.model_fields["status"].annotation))
    assert openai_states == set(openai_batches_wire.ENDINGS) | OPENAI_UNDER_WAY
    anthropic_states = set(get_args(MessageBatch.model_fields["processing_status"].annotation))
    assert anthropic_states == {"in_progress", "canceling", "ended"}
    results = get_args(get_args(MessageBatchResult)[0])
    assert {name for result in results for name in _types(result)} == set(anthropic_batches.LINE_ENDINGS)
    errors = get_args(get_args(ErrorObject)[0])
    assert {name for error in errors for name in _types(error)} <= set(anthropic_batches.STATUS_OF)


def _types(model) -> tuple[str, ...]:
    return get_args(model.model_fields["type"].annotation)


@pytest.mark.parametrize("status", sorted(set(get_args(Batch.model_fields["status"].annotation))))
def test_an_openai_batch_with_every_field_the_sdk_knows_is_read(status):
    moments = dict.fromkeys((name for name in Batch.model_fields if name.endswith("_at")), 1_700_000_000)
    batch = Batch.model_validate(
        moments
        | {"id": "batch_1", "object": "batch", "status": status, "completion_window": "24h", "model": "m"}
        | {"endpoint": "/v1/responses", "input_file_id": "f", "output_file_id": "o", "error_file_id": "e"}
        | {"errors": {"object": "list", "data": [{"code": "c", "message": "m", "line": 1, "param": "p"}]}}
        | {"metadata": {"mhclient_batch": "tag"}, "request_counts": {"total": 3, "completed": 2, "failed": 1}}
        | {"usage": USAGE}
    )
    assert set(Batch.model_fields) == batch.model_fields_set
    remote = OPENAI.read_batch(batch.model_dump_json().encode())
    assert (remote.tag, remote.n_lines, remote.n_done, remote.n_failed) == ("tag", 3, 2, 1)
    assert str(remote.problem) == "c: m"
    assert (remote.ending is None) == (status in OPENAI_UNDER_WAY)
    assert bool(remote.results) == (remote.ending is not None)


def test_a_message_batch_with_every_field_the_sdk_knows_is_read():
    moments = dict.fromkeys((name for name in MessageBatch.model_fields if name.endswith("_at")), MOMENT)
    counts = {"processing": 1, "succeeded": 2, "errored": 3, "canceled": 4, "expired": 5}
    told = {"id": "msgbatch_1", "type": "message_batch", "processing_status": "ended", "results_url": "u"}
    batch = MessageBatch.model_validate(moments | told | {"request_counts": counts})
    assert set(MessageBatch.model_fields) == batch.model_fields_set
    archived = ANTHROPIC_BATCHES.read_batch(batch.model_dump_json().encode())
    assert (archived.gone, archived.results, archived.n_lines) == (True, (), 15)
    batch.archived_at = None
    kept = ANTHROPIC_BATCHES.read_batch(batch.model_dump_json().encode())
    assert (kept.gone, kept.ending) == (False, BatchEnding.CANCELLED)
    assert kept.results == ("/v1/messages/batches/msgbatch_1/results",)


def test_a_batch_is_created_with_our_tag():
    body = json.loads(creation("file-1", "/v1/responses", tag="t", run_id="r", digest="d"))
    TypeAdapter(BatchCreateParams).validate_python(body, extra="forbid")
    assert set(body["metadata"].values()) == {"t", "r", "d"}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (ChatCompletion, openai_reply(SERVED, WRITTEN, "1")),
        (OpenAIResponse, responses_reply(SERVED, WRITTEN, "1")),
        (AnthropicMessage, anthropic_reply(SERVED, WRITTEN, "1")),
    ],
)
def test_the_simulator_says_what_the_sdks_types_say(kind, body):
    """Read by the SDK's type, which refuses what it does not know the form of, it says the same again."""
    read = kind.model_validate(body).model_dump(mode="json", exclude_unset=True)
    assert {name: read[name] for name in body} == body


def test_tiers_are_those_of_the_sdk():
    taken = get_type_hints(CompletionCreateParamsNonStreaming)["service_tier"]
    assert set(TIERS) < set(get_args(get_args(taken)[0]))


PLACES = {
    "openai": (ResponseFormatJSONSchema, ("response_format",), ("json_schema", "schema")),
    "openai-responses": (ResponseFormatTextJSONSchemaConfigParam, ("text", "format"), ("schema",)),
    "anthropic": (OutputConfigParam, ("output_config",), ("format", "schema")),
    "compatible": (ResponseFormatJSONSchema, ("response_format",), ("json_schema", "schema")),
    "openrouter": (ResponseFormatJSONSchema, ("response_format",), ("json_schema", "schema")),
    "gemini": (ResponseFormatJSONSchema, ("response_format",), ("json_schema", "schema")),
    "azure": (ResponseFormatJSONSchema, ("response_format",), ("json_schema", "schema")),
    "gemini-native": (dict[str, Any], ("generationConfig",), ("responseJsonSchema",)),
}


@pytest.mark.parametrize("provider", PLACES)
def test_each_provider_is_told_the_schema_in_its_own_form(make_benchmark, provider):
    kind, path, schema = PLACES[provider]
    found: Any = body_of(provider, make_benchmark(make_items(3)))
    for name in path:
        found = found[name]
    TypeAdapter(kind).validate_python(found)
    for name in schema:
        found = found[name]
    options = list(make_items(1)[0].options)
    assert found == SCHEMA | {"properties": {"answer": {"type": "string", "enum": options}}}
