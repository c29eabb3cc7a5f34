"""How a reply ended, where a provider's word for it is none of ours: a filter's, a failure's, or a new one.

A failure is no answer of the model's: the request is asked again, as after an error with a status. Which
words say one is a closed list (`cache.FAILED_ENDS`), since old stores are looked through for the same.
"""

from cache import FAILED_ENDS, Response
from mhclient.errors import ServerFault
from mhclient.run.parameters import FinishReason

# Zhipu ("sensitive"), Bedrock, Cohere, Gemini behind gateways, and others.
FILTERS = frozenset(
    {
        *(
            "sensitive",
            "safety",
            "content_filtered",
            "contentfilter",
            "content-filter",
            "blocked",
            "blocklist",
        ),
        *("prohibited_content", "spii", "recitation", "guardrail_intervened", "moderation", "content_policy"),
        *("content_policy_violation", "flagged", "error_toxic"),
    }
)
# After these an empty text is the model's own; after any other word it is a failure that is not known yet.
OWN = frozenset(
    {
        *FinishReason,
        *(
            "eos",
            "eos_token",
            "end_turn",
            "end",
            "done",
            "complete",
            "completed",
            "finished",
            "stop_sequence",
        ),
        *("max_tokens", "max_length", "model_length", "max_output_tokens", "model_context_window_exceeded"),
        *("tool_calls", "tool_call", "tool_use", "function_call", "unexpected_tool_call"),
        *("too_many_tool_calls", "pause_turn", "language"),
    }
)


def with_known_end(reply: Response, status: int) -> Response:
    """The reply, with its end in our words where it names a filter.

    Raises:
        ServerFault: the end says that the provider failed, whatever text came before it; or it is a word that
            nobody knows, and no text came: asking again tells whether the provider failed or the model says
            nothing; so for Gemini's OTHER, "Unknown reason" (ai.google.dev/api/generate-content). With a text
            such a reply stays one: it is read, and its end is shown.
    """
    end = (reply.finish_reason or "").lower()
    if end in FILTERS:
        return reply._replace(finish_reason=FinishReason.CONTENT_FILTER)
    if end in FAILED_ENDS:
        raise ServerFault(f"the provider broke the reply off with '{end}'", status=status)
    if end and end not in OWN and not (reply.completion or "").strip():
        raise ServerFault(
            f"the reply has no text and ends with '{end}', which says nothing of why", status=status
        )
    return reply
