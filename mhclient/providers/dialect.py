"""A wire format as a value: where a request goes, how its body is built, how an answer is read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cache import Response
from mhclient.run.parameters import Parameters, Prompt


@dataclass(frozen=True, slots=True)
class Dialect:
    """One API call of one provider's API."""

    path: str  # below the base URL, with its leading slash
    api_version: str | None  # as sent in a header or a parameter; part of every request's key
    build_body: Callable[[str, Prompt, Parameters], dict[str, Any]]  # (model, prompt, parameters)
    read_body: Callable[[bytes], Response]  # raises MalformedReply
    gives_log_probs: bool = False  # of what was written, on demand; see `mhclient.providers.log_probs`
