"""How many tokens a reply says it took, whatever API or server says it. Pure.

A count is "not known", never 0, where it is missing, no number, or less than the reply could have taken; such
a reply is charged at the most it can cost. Whatever may be billed is counted, also where it stands beside the
completion: xAI's `reasoning_tokens`, and the thoughts that Gemini's compatible endpoint has in `total_tokens`
alone (docs.x.ai, "Reasoning"; ai.google.dev/gemini-api/docs/openai).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NotRequired, cast

from typing_extensions import TypedDict

from cache import Response
from mhclient.errors import ProviderError
from mhclient.providers.error_bodies import json_in
from mhclient.providers.reply import token_count
from mhclient.run.parameters import FinishReason

# The names of one count, in lower case without "_": OpenAI's two APIs, Anthropic, Bedrock, Gemini, Ollama,
# llama.cpp, text-generation-inference, DeepSeek (`prompt_cache_hit_tokens`).
INPUT = ("inputtokens", "inputtokencount", "numinputtokens")
PROMPT = ("prompttokens", "prompttokencount", "promptevalcount", "tokensevaluated", "numprompttokens", *INPUT)
COMPLETION = (
    *("completiontokens", "completiontokencount", "outputtokens", "outputtokencount", "numoutputtokens"),
    *("candidatestokencount", "evalcount", "generatedtokens", "generationtokens", "tokenspredicted"),
)
TOTAL = ("totaltokens", "totaltokencount")
THOUGHT = ("reasoningtokens", "reasoningtokencount", "thinkingtokens", "thoughtstokencount")
BESIDE = "thoughtstokencount"  # Gemini's: never in the count of the candidates
# Of Anthropic and Bedrock, whose `input_tokens` are without both; elsewhere they are part of the prompt's.
READ_APART = ("cachereadinputtokens", "cachereadtokens")
WRITTEN_APART = ("cachecreationinputtokens", "cachewriteinputtokens")
CACHED = ("cachedtokens", "promptcachehittokens", "cachedcontenttokencount", *READ_APART)
WRITTEN = ("cachewritetokens", "cachecreationtokens", *WRITTEN_APART)

# No tokenizer makes longer tokens of prose than this on average: the longest English ones have about 20
# characters. What is repeated (spaces, "=====") counts once, for there are tokens of a hundred of them.
CHARACTERS_PER_TOKEN = 20
HOLD_TEXTS = ("choices", "candidates", "output", "content")
_REPEATED = re.compile(r"(.)\1+|\s+", re.DOTALL)


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
    told = _told(body)
    text, cut = (completion or "").strip(), finish_reason == FinishReason.LENGTH
    prompt, written = _largest(told, PROMPT), _largest(told, COMPLETION)
    total, thought = _largest(told, TOTAL), _largest(told, THOUGHT)
    if prompt is not None and not any(name in told for name in set(PROMPT) - set(INPUT)):
        prompt += (_largest(told, READ_APART) or 0) + (_largest(told, WRITTEN_APART) or 0)
    if written is not None and thought is not None and (thought > written or BESIDE in told):
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
        cached_tokens=_largest(told, CACHED),
        written_tokens=_largest(told, WRITTEN),
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


def _told(body: CountedBody) -> Mapping[str, Any]:
    """Every count by its folded name; what stands in details counts unless it stands outside, too."""
    outer: dict[str, Any] = {}
    for table in (body, body.get("usageMetadata"), body.get("usage_metadata"), body.get("usage")):
        outer.update(table if isinstance(table, dict) else {})
    inner = [details for details in outer.values() if isinstance(details, dict)]
    return {
        name.replace("_", "").lower(): value
        for names in (*inner, outer)
        for name, value in names.items()
        if not isinstance(value, dict)
    }


def _largest(told: Mapping[str, Any], names: tuple[str, ...]) -> int | None:
    """The count that stands under one of these names; the largest of several."""
    known = [count for name in names if (count := token_count(told.get(name))) is not None]
    return max(known, default=None)


def _possible(count: int | None, least: int) -> int | None:
    return count if count is not None and count >= least else None


def _of_text(count: int | None, text: str, *, cut: bool) -> int | None:
    """The count, if a text can have taken so few tokens; an empty one has some where it reached the cap.

    >>> _of_text(1, "B", cut=False), _of_text(0, "B", cut=False), _of_text(0, "", cut=True)
    (1, None, None)
    >>> _of_text(20, "word " * 400, cut=False), _of_text(20, "=" * 2000, cut=False)
    (None, 20)
    """
    n_characters = len(text)
    if _possible(count, n_characters // CHARACTERS_PER_TOKEN) is None:
        n_characters = len(_REPEATED.sub(" ", text))  # only now: it takes longer than all the rest
    return _possible(count, max(int(bool(text) or cut), n_characters // CHARACTERS_PER_TOKEN))
