"""Gemini's wire format against the types of Google's own package (`pip install google-genai`).

Skipped where that is not installed; the program itself does not use it.
"""

import json

import pytest

types = pytest.importorskip("google.genai.types")
batches = pytest.importorskip("google.genai.batches")

from mhclient.providers.gemini.batches import ENDINGS, GEMINI_BATCHES  # noqa: E402
from mhclient.providers.gemini.generate_content import FINISH_REASONS, GEMINI, LEVELS  # noqa: E402
from mhclient.providers.log_probs import with_log_probs  # noqa: E402
from mhclient.providers.withheld import WITHHELD  # noqa: E402
from mhclient.run.parameters import Message, Parameters, Prompt  # noqa: E402
from mhclient.simulator.batch_api import BatchFault  # noqa: E402
from mhclient.simulator.batch_formats import gemini_batch  # noqa: E402
from mhclient.simulator.formats import SimulatedRequest, gemini_reply  # noqa: E402
from mhclient.simulator.profiles import Simulated  # noqa: E402
from tests.support.asking import simulator_for  # noqa: E402
from tests.support.batching import PACE, run_batch  # noqa: E402
from tests.support.items import make_items  # noqa: E402


def test_every_field_of_a_body_is_one_that_google_names():
    prompt = Prompt("Be brief.", (Message("user", "Which?"),))
    parameters = Parameters(effort="low", extra={"safetySettings": []})
    body = with_log_probs(GEMINI, 5).body("gemini-3-pro", prompt, parameters)
    types.GenerateContentConfig.model_validate(body["generationConfig"])  # refuses fields it does not know
    assert [types.Content.model_validate(turn).role for turn in body["contents"]] == ["user"]
    assert types.Content.model_validate(body["systemInstruction"]).parts[0].text == "Be brief."


def test_finish_reasons_and_levels_are_googles():
    assert set(FINISH_REASONS) <= {reason.value for reason in types.FinishReason}
    assert set(WITHHELD) <= set(FINISH_REASONS)
    levels = {level.value for level in types.ThinkingLevel} - {"THINKING_LEVEL_UNSPECIFIED"}
    assert {level.upper() for level in LEVELS} == levels


def test_what_the_simulator_replies_is_a_response_of_google():
    asked = SimulatedRequest("m", "A. x\nB. y", 120, top_log_probs=2)
    said = gemini_reply(asked, Simulated("B", "stop", 30, 31), "1")
    read = types.GenerateContentResponse.model_validate(said)
    assert (read.text, read.usage_metadata.thoughts_token_count) == ("B", 30)
    assert read.candidates[0].logprobs_result.chosen_candidates[0].token == "B"


async def test_what_the_simulator_says_of_batches_is_what_google_would_read(make_benchmark, tmp_path):
    """Through the package's own converter, which takes the names it knows and leaves out the others."""
    benchmark = make_benchmark(make_items(6))
    faults = [None, BatchFault.BATCH_EXPIRED, BatchFault.BATCH_FAILED]
    async with simulator_for(benchmark, batch_s=0.0, batch_faults=faults) as simulator:
        for number in range(3):
            store = tmp_path / f"{number}.sqlite3"
            await run_batch(benchmark, simulator, store, provider="gemini-native", pace=PACE)
        batch_api = simulator.batch_api
    batch_api.clock.advance(60.0)
    for batch in map(batch_api.brought_up, batch_api.batches.values()):
        told = gemini_batch(batch_api, batch)
        theirs = types.BatchJob.model_validate(batches._BatchJob_from_mldev(told))
        ours = GEMINI_BATCHES.read_batch(json.dumps(told).encode())
        assert (theirs.name, theirs.display_name) == (f"batches/{ours.id}", ours.tag)
        assert theirs.create_time.timestamp() == ours.created_at
        assert str(theirs.state.value).lower() == f"job_state_{ours.status}"
        file = theirs.dest.file_name if theirs.dest else None
        assert ours.results == ((f"/{file}:download?alt=media",) if file else ())


def test_every_state_that_google_knows_is_known_to_us():
    """A newer package with another state makes this fail, and the reader wants a look."""
    of_batches = {
        "QUEUED",
        "UNSPECIFIED",
        "PENDING",
        "RUNNING",
        "SUCCEEDED",
        "FAILED",
        "CANCELLED",
        "EXPIRED",
    }
    of_vertex = {"CANCELLING", "PAUSED", "UPDATING", "PARTIALLY_SUCCEEDED"}
    known = {state.value.removeprefix("JOB_STATE_") for state in types.JobState}
    assert known == of_batches | of_vertex
    assert {name.removeprefix("BATCH_STATE_") for name in ENDINGS} <= of_batches
