"""The values between an item and a provider: what is asked, with which parameters, how a reply can end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import NoneType
from typing import Any, ClassVar, Literal, NamedTuple

from mhclient.errors import UsageError
from mhclient.run.body_fields import check_fields
from mhclient.run.reasoning import check_effort, check_thinking
from mhclient.run.routes import check_route
from mhclient.run.sparse import StoredSettings, check_kinds, read_plain, sparse
from mhclient.run.tiers import check_tier


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


@dataclass(frozen=True, slots=True)
class Parameters(StoredSettings):
    """How the model is asked to write. None leaves a parameter out of the request.

    The defaults are MHGraphBench's for API models (section 4.2): temperature 0, at most 120 tokens.

    Attributes:
        effort: how much the model is to reason; each API has its own field for it.
        thinking: the same as a budget in tokens, "off" or "adaptive".
        tier: flex or priority, where the API has tiers of service.
        route: which of the providers behind a router may serve; see `mhclient.run.routes`.
        extra: further fields of the body, merged into it last.
        top_logprobs: how many there are where the server gives fewer than the run asks for, as it said.
    """

    temperature: float | None = 0.0
    max_tokens: int | None = 120  # completion tokens, hidden reasoning included where the provider counts it
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
