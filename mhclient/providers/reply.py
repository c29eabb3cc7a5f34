"""What all wire formats share when they read a body: validation, text in pieces, the ending, token counts.

Pieces: neighbours are one text: Anthropic cuts it at citations, Mistral at references, and the SDKs of OpenAI
and Gemini put parts together without a break. Across a thought, a tool call or the end of a message they are
texts of their own, with a blank line between; one that only repeats the one before is said once. Where OpenAI
marks a message as the final answer, it alone is the answer (`phase` of an output message, in the reference of
the Responses API and in the SDK's `ResponseOutputMessage`).

Endings: a provider's word may be none of ours: a filter's, a failure's, or a new one. A failure is no answer
of the model's: the request is asked again, as after an error with a status. Which words say one is a closed
list (`cache.FAILED_ENDS`), since old stores are looked through for the same.

Token counts: a count is "not known", never 0, where it is missing, no number, or less than the reply could
have taken; such a reply is charged at the most it can cost. Whatever may be billed is counted, also where it
stands beside the completion: xAI's `reasoning_tokens`, and the thoughts that Gemini's compatible endpoint has
in `total_tokens` alone (docs.x.ai, "Reasoning"; ai.google.dev/gemini-api/docs/openai).
"""

import json
import re
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, TypeVar, cast

from pydantic import BeforeValidator, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from cache import FAILED_ENDS, Response
from mhclient.errors import MalformedReply, ProviderError, ServerFault
from mhclient.providers.error_bodies import json_in
from mhclient.run.parameters import FinishReason

T = TypeVar("T")

_LARGEST_TOKEN_COUNT = 2**31
_LONGEST_LABEL = 200
_COUNT = re.compile(r"[0-9]{1,12}(\.0{1,6})?")


def token_count(value: Any) -> int | None:
    """A count as somebody else gives it: 50, 50.0 and "50" alike; None where it cannot be one."""
    if isinstance(value, str) and _COUNT.fullmatch(value):
        value = float(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    plausible = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST_TOKEN_COUNT
    return value if plausible else None


def table(value: Any) -> dict[str, Any] | None:
    """An object of JSON; None where it is something else."""
    return value if isinstance(value, dict) else None


def label(value: Any) -> str | None:
    """A name as somebody else gives it; None where it is not one."""
    return value if isinstance(value, str) and 0 < len(value) <= _LONGEST_LABEL else None


def ending(value: Any) -> str | None:
    """Why a reply ended, as somebody else gives it; SGLang gives an object with a type.

    >>> ending("stop"), ending({"type": "stop", "matched": 2}), ending(["length"]), ending(7)
    ('stop', 'stop', 'length', None)
    """
    if isinstance(value, dict):
        value = value.get("type", value.get("reason"))
    return label(value[0] if isinstance(value, list) and len(value) == 1 else value)


def text_or_none(value: Any) -> str | None:
    """A text; None where it is something else."""
    return value if isinstance(value, str) else None


def first_alone(value: Any) -> Any:
    """The first of several; those that nobody reads may be anything. None are none."""
    return [] if value is None else value[:1] if isinstance(value, list) else value


# What stands beside a reply's text is a courtesy: where it is of no documented form it is "not known", never
# a reason to lose the reply. COURTESY is an object.
COURTESY = BeforeValidator(table)
Label = Annotated[str | None, BeforeValidator(label)]
Ended = Annotated[str | None, BeforeValidator(ending)]
Text = Annotated[str | None, BeforeValidator(text_or_none)]
FIRST = BeforeValidator(first_alone)


def validated(body: bytes, schema: TypeAdapter[T]) -> T:
    """The body as a value of the wire format's schema.

    Raises:
        MalformedReply: it is not JSON, or not of that shape; the message names the first offending field.
    """
    try:
        # What the adapter's own method calls; looking at options first takes it a fifth of its time.
        read: T = schema.validator.validate_json(body)
        return read
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
    try:
        # Legal JSON may escape a lone surrogate, which pydantic's parser refuses and Python's takes.
        return schema.validate_python(without_lone_surrogates(json.loads(body)))
    except (ValueError, RecursionError, ValidationError):
        where = ".".join(str(part) for part in first["loc"]) or "the body"
        raise MalformedReply(f"the reply is not of the documented form: {where}: {first['msg']}") from None


def without_lone_surrogates(value: Any) -> Any:
    """A value of JSON whose texts can be stored: half a character is shown as U+FFFD."""
    if isinstance(value, str):
        # One character for one: offsets into the text stay what they were.
        return "".join("\ufffd" if 0xD800 <= ord(character) <= 0xDFFF else character for character in value)
    if isinstance(value, list):
        return [without_lone_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {without_lone_surrogates(k): without_lone_surrogates(v) for k, v in value.items()}
    return value


# A text, with the phase that it belongs to, if any; None where something else stands between two.
Piece = tuple[str, str | None] | None
Join = Callable[[Sequence[Piece]], str | None]
FINAL = "final_answer"
TEXT = "text"
IN_SENTENCES = "reference"  # Mistral's mark inside a text


def joined(pieces: Sequence[Piece]) -> str | None:
    """The text of a reply; None where there is none.

    >>> joined([("Answer: ", None), ("B", None)]), joined([("Let me see.", None), None, ("B", None)])
    ('Answer: B', 'Let me see.\\n\\nB')
    >>> joined([("B", None), None, ("B", None)]), joined([("A?", "commentary"), None, ("B", "final_answer")])
    ('B', 'B')
    """
    final = any(piece and piece[1] == FINAL for piece in pieces)
    texts: list[str] = []
    apart = True
    for piece in pieces:
        if piece is None or (final and piece[1] != FINAL):
            apart = True
            continue
        if apart or _run_together(texts[-1], piece[0]):
            texts.append(piece[0])
        else:
            texts[-1] += piece[0]
        apart = False
    said: list[str] = []
    for text in texts:
        if not said or text.strip() not in ("", said[-1].strip()):
            said = [text] if not "".join(said).strip() else [*said, text]
    return "\n\n".join(said) if said else None


def glued(pieces: Sequence[Piece]) -> str | None:
    """The same as versions up to 0.2.0 kept it: all pieces, without a break."""
    texts = [piece[0] for piece in pieces if piece is not None]
    return "".join(texts) if texts else None


def text_pieces(content: Any, kinds: Collection[str] = (TEXT,)) -> list[Piece]:
    """The texts among the parts of a content, which some servers give as one text.

    Args:
        kinds: the types of parts that are texts; a part without a type is one, too.

    Raises:
        MalformedReply: what should be a text is something else.
    """
    if isinstance(content, str):
        return [(content, None)]
    return (
        [_piece(part, kinds) for part in content if not _is_mark(part)] if isinstance(content, list) else []
    )


def _piece(part: Any, kinds: Collection[str]) -> Piece:
    if isinstance(part, str):
        return part, None
    if not isinstance(part, dict) or "text" not in part or part.get("type", TEXT) not in (TEXT, *kinds):
        return None
    if not isinstance(part["text"], str):
        raise MalformedReply("the reply is not of the documented form: a part's text is no text")
    return part["text"], None


def _is_mark(part: Any) -> bool:
    """Whether a part is a mark inside a text, or a text that is null."""
    return isinstance(part, dict) and (part.get("type") == IN_SENTENCES or part.get("text", "") is None)


def _run_together(before: str, after: str) -> bool:
    """Whether neighbours would run into each other: "aspirin" and "B", "is A." and "B"."""
    return after[:1].isupper() and (before[-1:].islower() or before.endswith((".", "!", "?", ":", ";")))


# Zhipu ("sensitive"), Bedrock, Cohere, Gemini behind gateways, and others.
FILTERS = frozenset(
    {
        *("sensitive", "safety", "content_filtered", "contentfilter", "content-filter", "blocked"),
        *("blocklist", "prohibited_content", "spii", "recitation", "guardrail_intervened", "moderation"),
        *("content_policy", "content_policy_violation", "flagged", "error_toxic"),
    }
)
# After these an empty text is the model's own; after any other word it is a failure that is not known yet.
OWN = frozenset(
    {
        *FinishReason,
        *("eos", "eos_token", "end_turn", "end", "done", "complete", "completed", "finished"),
        *("max_tokens", "max_length", "model_length", "max_output_tokens", "model_context_window_exceeded"),
        *("tool_calls", "tool_call", "tool_use", "function_call", "unexpected_tool_call"),
        *("too_many_tool_calls", "pause_turn", "language", "stop_sequence"),
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


# The names of one count, in lower case without "_": OpenAI's two APIs, Anthropic, Bedrock, Gemini, Ollama,
# llama.cpp, text-generation-inference, DeepSeek (`prompt_cache_hit_tokens`).
INPUT = frozenset({"inputtokens", "inputtokencount", "numinputtokens"})
PROMPT_ALONE = frozenset(
    {"prompttokens", "prompttokencount", "promptevalcount", "tokensevaluated", "numprompttokens"}
)
PROMPT = PROMPT_ALONE | INPUT
COMPLETION = frozenset(
    {
        *("completiontokens", "completiontokencount", "outputtokens", "outputtokencount", "numoutputtokens"),
        *("candidatestokencount", "evalcount", "generatedtokens", "generationtokens", "tokenspredicted"),
    }
)
TOTAL = frozenset({"totaltokens", "totaltokencount"})
THOUGHT = frozenset({"reasoningtokens", "reasoningtokencount", "thinkingtokens", "thoughtstokencount"})
BESIDE = frozenset({"thoughtstokencount"})  # Gemini's: never in the count of the candidates
# Of Anthropic and Bedrock, whose `input_tokens` are without both; elsewhere they are part of the prompt's.
READ_APART = frozenset({"cachereadinputtokens", "cachereadtokens"})
WRITTEN_APART = frozenset({"cachecreationinputtokens", "cachewriteinputtokens"})
CACHED = READ_APART | {"cachedtokens", "promptcachehittokens", "cachedcontenttokencount"}
WRITTEN = WRITTEN_APART | {"cachewritetokens", "cachecreationtokens"}
_SETS = (PROMPT, PROMPT_ALONE, COMPLETION, TOTAL, THOUGHT, BESIDE, READ_APART, WRITTEN_APART, CACHED, WRITTEN)
SETS_OF = {name: [names for names in _SETS if name in names] for name in frozenset().union(*_SETS)}

# No tokenizer makes longer tokens of prose than this on average: the longest English ones have about 20
# characters. What is repeated (spaces, "=====") counts once, for there are tokens of a hundred of them.
CHARACTERS_PER_TOKEN = 20
HOLD_TEXTS = ("choices", "candidates", "output", "content")
_REPEATED = re.compile(r"(.)\1+|\s+", re.DOTALL)
LOOKED_AT = 1_000_000  # characters of a text that are looked through for repeated ones


class CountedBody(TypedDict):
    """Where the body of a reply may have its counts; Ollama's stand in the body itself."""

    usage: NotRequired[Any]
    usage_metadata: NotRequired[Any]
    usageMetadata: NotRequired[Any]
    prompt_eval_count: NotRequired[Any]
    eval_count: NotRequired[Any]


class TokenCounts(NamedTuple):
    """As the fields of `Response` of these names."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cached_tokens: int | None = None
    written_tokens: int | None = None
    total_tokens: int | None = None


def counts_in(body: CountedBody, completion: str | None, finish_reason: str | None) -> TokenCounts:
    """The counts in a reply's body, as far as they can be true of its text."""
    largest = _largest_counts(body).get
    text, cut = (completion or "").strip(), finish_reason == FinishReason.LENGTH
    prompt, written, total, thought = map(largest, (PROMPT, COMPLETION, TOTAL, THOUGHT))
    if prompt is not None and largest(PROMPT_ALONE) is None:
        prompt += largest(READ_APART, 0) + largest(WRITTEN_APART, 0)
    if written is not None and thought is not None and (thought > written or largest(BESIDE)):
        written += thought
    prompt, written = _possible(prompt, 1), _of_text(written, text, cut=cut)
    if total is not None and prompt is not None and (written is None or total > prompt + written):
        beside = total - prompt - (written or 0)
        if written is not None or not text:
            thought = max(thought or 0, beside)
        written = _of_text((written or 0) + beside, text, cut=cut)
    elif total is not None and prompt is None and written is not None:
        prompt = _possible(total - written, 1)
    if total is not None and (written is None or prompt is None):
        total = None if _of_text(total - (prompt or 1), text, cut=cut) is None else total
    return TokenCounts(
        prompt,
        written,
        thought,
        cached_tokens=largest(CACHED),
        written_tokens=largest(WRITTEN),
        total_tokens=total,
    )


def counts_of(body: bytes, completion: str | None = None) -> TokenCounts:
    """The counts in a body of any API, be it a reply or not."""
    read = json_in(body)
    return counts_in(cast("CountedBody", read), completion, None) if isinstance(read, dict) else TokenCounts()


def counted(body: bytes, read_body: Callable[[bytes], Response]) -> Response:
    """What an answer that is no reply says it took, as far as that can be true of what it may hold."""
    try:
        return read_body(body)._replace(body=b"", completion=None)
    except ProviderError:
        read = json_in(body)
        held = [read.get(name) for name in HOLD_TEXTS] if isinstance(read, dict) else []
        text = "".join(str(each) for each in held if each)
        return Response(b"", None, None, **counts_of(body, text)._asdict())


def _largest_counts(body: CountedBody) -> dict[frozenset[str], int]:
    """The largest count that stands under one of the names of each set.

    What stands in details counts unless it stands outside, too.
    """
    outer: dict[str, Any] = {}
    for table in (body, body.get("usageMetadata"), body.get("usage_metadata"), body.get("usage")):
        outer.update(table if isinstance(table, dict) else {})
    inner = [details for details in outer.values() if isinstance(details, dict)]
    told = {
        folded: value
        for names in (*inner, outer)
        for name, value in names.items()
        if (folded := name.replace("_", "").lower()) in SETS_OF and not isinstance(value, dict)
    }
    largest: dict[frozenset[str], int] = {}
    for name, value in told.items():
        if (count := token_count(value)) is not None:
            for names in SETS_OF[name]:
                largest[names] = max(count, largest.get(names, 0))
    return largest


def _possible(count: int | None, least: int) -> int | None:
    return count if count is not None and count >= least else None


def _of_text(count: int | None, text: str, *, cut: bool) -> int | None:
    """The count, if a text can have taken so few tokens; an empty one has some where it reached the cap.

    >>> _of_text(1, "B", cut=False), _of_text(0, "B", cut=False), _of_text(0, "", cut=True)
    (1, None, None)
    >>> _of_text(20, "word " * 400, cut=False), _of_text(20, "=" * 2000, cut=False)
    (None, 20)
    """
    if count is None:
        return None
    n_characters = len(text)
    if _possible(count, n_characters // CHARACTERS_PER_TOKEN) is None:
        # Only now, and in the first part alone: it takes long, and 700 MB for a text of 31.
        n_characters = len(_REPEATED.sub(" ", text[:LOOKED_AT]))
    return _possible(count, max(int(bool(text) or cut), n_characters // CHARACTERS_PER_TOKEN))
