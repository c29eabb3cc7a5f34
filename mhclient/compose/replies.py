"""What comes back for a job: a value, or the reason why there is none. Pure."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from cache import ReplyRow
from mhclient.run.jobs import ComposeJob
from mhclient.run.parameters import FinishReason

T = TypeVar("T")

# One object, in a code fence or without; nothing before it, nothing after it.
_FENCED = re.compile(r"\A\s*```(?:json)?[ \t]*\n(?P<inside>.*)\n[ \t]*```\s*\Z", re.DOTALL | re.IGNORECASE)


class Unreadable(Exception):
    """A reply is not what its job expects; the message says in what, for the next round and for people."""


class JobFailure(StrEnum):
    """Why a job brought no value."""

    CUT = "cut"  # by the cap on tokens: the next round may allow more
    FILTERED = "filtered"  # withheld by the provider
    REFUSED = "refused"  # declined through the API's own field
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    ERROR = "error"  # no reply at all, however often it was asked


@dataclass(frozen=True, slots=True)
class Composed(Generic[T]):
    """What came of a job.

    Attributes:
        value: None exactly where `why_not` is set.
        detail: what was wrong with it, in words; "" where nothing was.
        request_key: under which the store has the reply.
    """

    job: ComposeJob
    value: T | None
    why_not: JobFailure | None
    detail: str
    request_key: str
    completion: str | None
    served_model: str | None

    @property
    def completion_sha256(self) -> str | None:
        """Of the completion's UTF-8 bytes; None where there is none."""
        if self.completion is None:
            return None
        return hashlib.sha256(self.completion.encode("utf-8", "surrogatepass")).hexdigest()


_ENDS: Mapping[str | None, JobFailure] = {
    FinishReason.LENGTH: JobFailure.CUT,
    FinishReason.CONTENT_FILTER: JobFailure.FILTERED,
    FinishReason.REFUSAL: JobFailure.REFUSED,
}


def read_reply(job: ComposeJob, row: ReplyRow, read: Callable[[str], T]) -> Composed[T]:
    """What the store's row says, read as the stage reads its replies."""

    def ended(value: T | None, why_not: JobFailure | None, detail: str = "") -> Composed[T]:
        key, served = row.request_key, row.served_model
        return Composed(job, value, why_not, detail, key, row.completion, served)

    if row.response_id is None:
        return ended(None, JobFailure.ERROR, f"{row.error}: {row.detail}")
    if (why_not := _ENDS.get(row.finish_reason)) is not None:
        return ended(None, why_not, f"the reply was {why_not}")
    if not (row.completion or "").strip():
        return ended(None, JobFailure.EMPTY, "the reply was empty")
    try:
        return ended(read(row.completion or ""), None)
    except Unreadable as error:
        return ended(None, JobFailure.UNREADABLE, str(error))


def json_object(completion: str) -> dict[str, Any]:
    """The one JSON object that a completion is, in a code fence or without.

    Raises:
        Unreadable: it is anything else; nothing is repaired.

    >>> json_object('```json\\n{"distractors": []}\\n```')
    {'distractors': []}
    """
    fenced = _FENCED.match(completion)
    try:
        found = json.loads(fenced["inside"] if fenced else completion, object_pairs_hook=_named_once)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not one JSON object ({error})") from error
    if not isinstance(found, dict):
        raise Unreadable(f"it is a JSON {type(found).__name__}, not an object")
    return found


def _named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found
