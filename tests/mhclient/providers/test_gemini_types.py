"""Gemini's wire format against the types of Google's own package; skipped where that is not installed."""

import pytest

types = pytest.importorskip("google.genai.types")

from mhclient.providers.gemini.generate_content import FINISH_REASONS, GEMINI, WITHHELD  # noqa: E402
from mhclient.providers.gemini.thinking import LEVELS  # noqa: E402
from mhclient.providers.log_probs import with_log_probs  # noqa: E402
from mhclient.run.parameters import Message, Parameters, Prompt  # noqa: E402
from mhclient.simulator.formats import SimulatedRequest  # noqa: E402
from mhclient.simulator.gemini_formats import gemini_reply  # noqa: E402
from mhclient.simulator.profiles import Simulated  # noqa: E402


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
