"""The values between an item and a provider: prompt and parameters, and how a reply can end. Pure.

Here stands what may be said of temperature, effort, thinking and tier of service, with what the providers'
documentation says of each; then `Parameters`, which holds all of it; then what a provider's content filter
said, as the store keeps it. Fields of the request's body that have no parameter: `body_fields.py`.

Sources for tiers: developers.openai.com/api/docs/guides/flex-processing (the prices of a batch; 15 minutes;
429 where there is no room, which is not charged) and openai.com/api-priority-processing (the prices); Azure
has both (learn.microsoft.com/azure/foundry/openai/how-to/flex-processing, priority-processing).
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Literal, NamedTuple

from mhclient.errors import UsageError
from mhclient.run.body_fields import check_fields, check_route
from mhclient.run.sparse import StoredSettings, check_kinds, read_plain, sparse


class FinishReason(StrEnum):
    """Why a completion ended, in one vocabulary; any other reason is kept as the provider said it."""

    STOP = "stop"
    LENGTH = "length"  # the token cap was reached
    CONTENT_FILTER = "content_filter"  # the provider withheld the text
    REFUSAL = "refusal"  # the model declined through the API's own refusal field


class Message(NamedTuple):
    """One turn of a conversation."""

    role: Literal["user", "assistant"]
    content: str


class Prompt(NamedTuple):
    """Everything the model is shown: an optional system message, then turns that end with the user's.

    Attributes:
        letters: the option letters in the item's order; for whoever scores letters instead of text.
        schema: that the provider's grammar is to hold the reply to; None for no grammar.
    """

    system: str | None
    messages: tuple[Message, ...]
    letters: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = None

    def n_bytes(self) -> int:
        """UTF-8 bytes of all text: an upper bound on its tokens, since no tokenizer splits a byte."""
        text = "".join([self.system or "", *[message.content for message in self.messages]])
        return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


MAX_TOKENS = 120  # MHGraphBench, section 4.2


@dataclass(frozen=True, slots=True)
class Parameters(StoredSettings):
    """How the model is asked to write. None leaves a parameter out of the request.

    The defaults are MHGraphBench's for API models (section 4.2): temperature 0, at most 120 tokens.

    Attributes:
        effort: how much the model is to reason; each API has its own field for it.
        thinking: the same as a budget in tokens, "off" or "adaptive".
        tier: flex or priority, where the API has tiers of service.
        route: which of the providers behind a router may serve; see `mhclient.run.body_fields`.
        extra: further fields of the body, merged into it last.
        top_logprobs: how many there are where the server gives fewer than the run asks for, as it said.
    """

    temperature: float | None = 0.0
    max_tokens: int | None = (
        MAX_TOKENS  # completion tokens, hidden reasoning included where the provider counts it
    )
    cap_field: str | None = None  # the cap's name on the wire, None for the provider's usual one
    effort: str | None = None
    thinking: int | str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    top_logprobs: int | None = None
    tier: str | None = None
    route: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reasoning(self) -> str:
        """How much the model is to reason, in words; "" where nothing is said."""
        said = [f"effort {self.effort}"] if self.effort is not None else []
        said += [f"thinking {self.thinking}"] if self.thinking is not None else []
        return ", ".join(said)

    @property
    def tier_asked(self) -> str | None:
        """The tier that requests name, by the option or by the field of the body."""
        named = self.extra.get("service_tier", self.tier)
        return named if isinstance(named, str) else None

    @property
    def is_unusual(self) -> bool:
        """Whether it has what not every API has a field for."""
        return any((self.effort, self.thinking, self.tier, self.route, self.extra))

    IN_EVERY_ID: ClassVar[frozenset[str]] = frozenset({"temperature", "max_tokens", "cap_field"})

    def to_store(self) -> dict[str, Any]:
        """What differs from the defaults."""
        return sparse(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], source: str = "the store") -> "Parameters":
        """Parameters as a store has them, in full or sparsely.

        Raises:
            UsageError: one is not known; `source` is named.
        """
        objects = dict.fromkeys({"extra", "route"} & set(stored), (dict,))
        check_kinds({**_KINDS, **objects}, stored, source)
        read = read_plain(cls, stored, source)
        _check_values(read, source)
        return read


def _check_values(read: Parameters, source: str) -> None:
    """A store that others made may hold any field; what is refused on the command line is refused there."""
    try:
        check_effort(read.effort)
        check_thinking(read.thinking)
        check_tier(read.tier)
        check_route(read.route)
    except UsageError as error:
        raise UsageError(f"{source}: broken: {error}") from error
    check_fields(read.extra, f"{source}: broken:")


_KINDS: Mapping[str, tuple[type, ...]] = {
    "temperature": (int, float, NoneType),
    "max_tokens": (int, NoneType),
    "cap_field": (str, NoneType),
    "effort": (str, NoneType),
    "thinking": (int, str, NoneType),
    "top_logprobs": (int, NoneType),
    "tier": (str, NoneType),
}


# OpenAI's, as of SDK 3.52 (`ReasoningEffort`); Anthropic knows those from low on.
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
OFF, ADAPTIVE = "off", "adaptive"
LEAST_BUDGET = 1_024  # tokens; Anthropic's least (`budget_tokens`)
MOST_BUDGET = 1_000_000
FOR_THE_ANSWER = 1_000  # tokens beside a budget for thinking

# Completion tokens that leave space for hidden reasoning; OpenAI's guide advises up to 25,000.
SPACE: Mapping[str, int] = {
    "minimal": 2_000, "low": 4_000, "medium": 8_000, "high": 16_000, "xhigh": 32_000, "max": 32_000,
}  # fmt: skip
# Models that reason unless told not to, by their makers' names for them.
_REASONING_MODELS = re.compile(
    r"(?:^|/)(?:o[1-9](?:-|$)|gpt-5(?!.*chat)|.*(?:reason|thinking|-r1\b|magistral)|qwq|gemini-(?:2\.5|[3-9]))",
    re.IGNORECASE,
)


def check_effort(effort: object) -> None:
    """Refuse what is no effort.

    Raises:
        UsageError: there is no such effort.
    """
    if effort is not None and effort not in EFFORTS:
        raise UsageError(f"`effort` is {effort!r}: give one of {', '.join(EFFORTS)}.")


def check_thinking(thinking: object) -> None:
    """Refuse what is no budget for thinking.

    Raises:
        UsageError: it is neither a number of tokens nor a word that means something.
    """
    number = isinstance(thinking, int) and not isinstance(thinking, bool)
    if number and LEAST_BUDGET <= thinking <= MOST_BUDGET:  # type: ignore[operator]
        return
    if thinking not in (None, OFF, ADAPTIVE):
        raise UsageError(
            f"`thinking` is {thinking!r}: give a number of tokens from {LEAST_BUDGET:,} to {MOST_BUDGET:,}, "
            f"{OFF} or {ADAPTIVE}."
        )


def is_asked(effort: str | None, thinking: int | str | None) -> bool:
    """Whether the model is asked to think."""
    return effort not in (None, "none") or thinking not in (None, OFF)


def cap_for(effort: str | None, thinking: int | str | None, answer: int) -> int:
    """A cap on completion tokens with space for what is thought.

    Args:
        answer: what the answer alone needs.

    >>> cap_for("low", None, 120), cap_for(None, 5_000, 120), cap_for("none", None, 120)
    (4120, 6000, 120)
    """
    if not is_asked(effort, thinking):
        return answer
    if isinstance(thinking, int):
        return thinking + max(answer, FOR_THE_ANSWER)
    return answer + SPACE.get(effort or "medium", SPACE["medium"])


def reasons_by_itself(model: str) -> bool:
    """Whether a model of this name is known to think unless it is told not to.

    >>> [reasons_by_itself(name) for name in ("gpt-5", "openai/o3-mini", "gpt-4o", "gpt-5-chat-latest")]
    [True, True, False, False]
    """
    return _REASONING_MODELS.search(model) is not None


FLEX, PRIORITY = "flex", "priority"
TIERS = (FLEX, PRIORITY)
TIMEOUT_S: Mapping[str, float] = {FLEX: 900.0}  # as the guide advises; one attempt may wait so long
FLEX_SHARE = 0.5

# OpenAI's price list of priority processing over its usual one, the first that fits; read 2026-11-22.
_PRIORITY_SHARES = (
    (re.compile(r"gpt-5\.5"), 2.5),
    (re.compile(r"gpt-5"), 2.0),
    (re.compile(r"gpt-4\.1-nano"), 2.0),
    (re.compile(r"gpt-4\.1-mini"), 1.8),
    (re.compile(r"gpt-4o-2024-05-13"), 1.75),
    (re.compile(r"gpt-4o"), 1.7),
    (re.compile(r"gpt-4\.1|o3"), 1.75),
    (re.compile(r"o4-mini"), 2.0 / 1.1),
)
DEAREST_SHARE = 2.5  # where the list has no line for the model: as much as the dearest one


def priority_share(model: str) -> float:
    """What priority processing costs of a model's usual price.

    >>> priority_share("gpt-5-mini"), priority_share("my-deployment")
    (2.0, 2.5)
    """
    return next((share for name, share in _PRIORITY_SHARES if name.match(model)), DEAREST_SHARE)


def check_tier(tier: object) -> None:
    """Refuse what is no tier.

    Raises:
        UsageError: there is no such tier.
    """
    if tier is not None and tier not in TIERS:
        raise UsageError(f"`tier` is {tier!r}: give one of {', '.join(TIERS)}.")


# OpenAI's types of chat completions and of responses say 0 to 2, and Azure serves the same; Anthropic's
# messages take 0 to 1 in the API version that is sent (2023-06-01); later ones take none.
HIGHEST: Mapping[str, float] = {"openai": 2, "openai-responses": 2, "azure": 2, "anthropic": 1}


def check_temperature(provider: str, model: str, temperature: float | None) -> None:
    """Refuse what the provider would refuse.

    Raises:
        UsageError: says what it takes.
    """
    highest = HIGHEST.get(provider)
    if temperature is None or highest is None or temperature <= highest or model.startswith(SIMULATED):
        return
    taken = f"{provider} takes a number from 0 to {highest:g}"
    raise UsageError(f"`temperature={temperature:g}`: {taken}. Give one, or leave it out.")


PROMPT, REPLY = "prompt", "reply"


class FilterVerdict(NamedTuple):
    """One category's verdict.

    Attributes:
        where: "prompt" or "reply".
        category: in the provider's word, lower case: self_harm, dangerous_content, safety, refusal, …
        severity: in the provider's word (low, medium, high, detected); None where it gives none.
        withheld: whether the text was withheld for it, and not only marked.
    """

    where: str
    category: str
    severity: str | None
    withheld: bool


def verdicts_to_text(verdicts: Iterable[FilterVerdict]) -> str | None:
    """As the store keeps them; None for none."""
    listed = [list(verdict) for verdict in verdicts]
    return json.dumps(listed, separators=(",", ":"), ensure_ascii=False) if listed else None


def verdicts_from_text(text: str | None) -> tuple[FilterVerdict, ...]:
    """The verdicts in a cell of the store; what somebody else has put there and is none is left out.

    >>> verdicts_from_text('[["prompt","self_harm","medium",true]]')
    (FilterVerdict(where='prompt', category='self_harm', severity='medium', withheld=True),)
    """
    if not text:  # as of most replies
        return ()
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError, TypeError):
        return ()
    rows = listed if isinstance(listed, list) else []
    return tuple(FilterVerdict(*row) for row in rows if _is_verdict(row))


def _is_verdict(row: object) -> bool:
    if not isinstance(row, list) or len(row) != len(FilterVerdict._fields):
        return False
    where, category, severity, withheld = row
    named = isinstance(where, str) and isinstance(category, str) and isinstance(severity, str | None)
    return named and isinstance(withheld, bool)


SIMULATED = "sim-"  # how their names begin
HEADER, BY_KEY, GUESSED = "x-simulated", "by the answer key", "guessed"
GUESS = f'"{HEADER}":"{GUESSED}"'  # in headers as they are stored
