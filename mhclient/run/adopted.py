"""Runs that another tool has made: what sets their specification, requests and replies apart from ours.

`mhclient.adopt` writes them; whatever reads a store knows them by what stands here.
"""

import json
from typing import Any, NamedTuple

from mhclient.run.prompts.variant import UNKNOWN_FORMAT, Variant

PROVIDER = "adopted"
METHOD = "ADOPTED"  # of a request, where ours have the HTTP method: no live request has its key


class PublishedReading(NamedTuple):
    """What the other tool made of a reply.

    Attributes:
        known: whether its log says so.
        said: the letter it read, as shown, or several joined by "&"; None for none.
        right: whether it scored the reply as right; None where the log does not say.
    """

    known: bool
    said: str | None = None
    right: bool | None = None

    @property
    def letters(self) -> frozenset[str] | None:
        """What it read, as a set; None for nothing."""
        return None if self.said is None else frozenset(self.said.split("&"))


def adopted_variant(tool: str, version: str | None, answer_format: str | None = None) -> Variant:
    """The way of asking of another tool, of which its prompts are known, and seldom what they asked for."""
    by = f"{tool} {version}" if version else tool
    return Variant(
        name=tool,
        description=f"As {by} asked; the prompts as sent are kept with the replies.",
        prompt="{question}\n\n{options}",
        answer_format=answer_format or UNKNOWN_FORMAT,
    )


def published_reading(body: bytes) -> PublishedReading:
    """What an adopted reply's body says of the other tool's reading; a body of ours says nothing of it."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return PublishedReading(known=False)
    if not isinstance(value, dict) or not isinstance(value.get("published"), dict):
        return PublishedReading(known=False)
    said, right = value["published"].get("said"), value["published"].get("right")
    return PublishedReading(
        True, said if isinstance(said, str) else None, right if isinstance(right, bool) else None
    )
