"""How the API of each provider asks and answers: the five that the simulator speaks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mhclient.simulator.embeddings import embeddings_asked, embeddings_reply
from mhclient.simulator.filters import (
    anthropic_withheld,
    gemini_withheld,
    openai_withheld,
    responses_withheld,
)
from mhclient.simulator.formats import (
    SimulatedRequest,
    anthropic_asked,
    anthropic_error,
    anthropic_reply,
    openai_asked,
    openai_error,
    openai_reply,
    responses_asked,
    responses_reply,
)
from mhclient.simulator.gemini_batch_routes import GENERATE_CONTENT
from mhclient.simulator.gemini_formats import gemini_asked, gemini_error, gemini_reply
from mhclient.simulator.profiles import Simulated


@dataclass(frozen=True, slots=True)
class SimulatedApi:
    """How one provider's API asks and answers."""

    asked: Callable[[dict[str, Any]], SimulatedRequest]
    reply: Callable[[SimulatedRequest, Simulated, str], dict[str, Any]]
    error: Callable[[str, str, str | None], dict[str, Any]]
    withheld: Callable[[SimulatedRequest, str], dict[str, Any]]  # what a filter leaves


OPENAI = SimulatedApi(openai_asked, openai_reply, openai_error, openai_withheld)
RESPONSES = SimulatedApi(responses_asked, responses_reply, openai_error, responses_withheld)
EMBEDDINGS = SimulatedApi(embeddings_asked, embeddings_reply, openai_error, openai_withheld)
ANTHROPIC = SimulatedApi(anthropic_asked, anthropic_reply, anthropic_error, anthropic_withheld)
GEMINI = SimulatedApi(gemini_asked, gemini_reply, gemini_error, gemini_withheld)


# By the address that a line of a batch names.
APIS = {
    "/v1/chat/completions": OPENAI,
    "/v1/responses": RESPONSES,
    "/v1/messages": ANTHROPIC,
    GENERATE_CONTENT: GEMINI,
}
