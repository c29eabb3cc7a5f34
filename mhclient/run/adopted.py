"""Runs that another tool has made: what sets their specification, requests and replies apart from ours.

`mhclient.adopt` writes them; whatever reads a store knows them by what stands here.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from mhclient.run.variant import UNKNOWN_FORMAT, Variant
from mhclient.show.cells import percent

PROVIDER = "adopted"
METHOD = "ADOPTED"  # of a request, where ours have the HTTP method: no live request has its key


class PublishedReading(NamedTuple):
    """What the other tool made of a reply.

    Attributes:
        known: whether its log says so.
        said: the letter it read, as shown, or several joined by "&"; None for none.
        right: whether it scored the reply as right; None where the log does not say.
        by: the name of the filter, metric or scorer, where the log has several; else "".
        others: what the others made of it, each with its name.
    """

    known: bool
    said: str | None = None
    right: bool | None = None
    by: str = ""
    others: tuple["PublishedReading", ...] = ()

    @property
    def letters(self) -> frozenset[str] | None:
        """What it read, as a set; None for nothing."""
        return None if self.said is None else frozenset(self.said.split("&"))


def scored_in_words(ways: Mapping[str, tuple[int, int]]) -> str:
    """What a tool's several scores of replies are, as a sentence.

    >>> scored_in_words({"strict": (6, 25), "loose": (16, 25)})
    'The tool scored each reply in 2 ways. Right: strict 24.0 %, loose 64.0 %.'
    >>> scored_in_words({"strict": (6, 24), "": (5, 10)})
    'The tool scored some replies in several ways. Right: strict 25.0 % of 24, others 50.0 % of 10.'

    Args:
        ways: name of each, "" of what is the only score → how many it has as right, of how many.
    """
    alike = len({n for _, n in ways.values() if n}) < 2 and "" not in ways
    said = (
        f"{way or 'others'} {percent(n_right / n)} %{'' if alike else f' of {n:,}'}"
        if n
        else f"{way or 'others'} not as right or wrong"
        for way, (n_right, n) in ways.items()
    )
    of = f"each reply in {len(ways)} ways" if alike else "some replies in several ways"
    return f"The tool scored {of}. Right: {', '.join(said)}."


def adopted_variant(
    tool: str, version: str | None, answer_format: str | None = None, way: str = ""
) -> Variant:
    """The way of asking of another tool, of which its prompts are known, and seldom what they asked for."""
    by = f"{tool} {version}" if version else tool
    return Variant(
        name=f"{tool}-{way}" if way else tool,
        description=f"As {by} asked; the prompts as sent are kept with the replies.",
        prompt="{question}\n\n{options}",
        answer_format=answer_format or UNKNOWN_FORMAT,
    )


def published_as_kept(
    first: tuple[str | None, bool | None] | None, by_name: Mapping[str, tuple[str | None, bool | None]]
) -> dict[str, Any] | None:
    """What `published_reading` reads: the letter read and the score, and beside the first way the others."""
    if first is None:
        return None
    kept: dict[str, Any] = {"said": first[0], "right": first[1]}
    if by_name:
        name, *others = by_name
        more = {other: {"said": by_name[other][0], "right": by_name[other][1]} for other in others}
        kept |= {"by": name, "others": more}
    return kept


def published_reading(body: bytes) -> PublishedReading:
    """What an adopted reply's body says of the other tool's reading; a body of ours says nothing of it."""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        return PublishedReading(known=False)
    if not isinstance(value, dict) or not isinstance(value.get("published"), dict):
        return PublishedReading(known=False)
    published = value["published"]
    by, others = published.get("by"), published.get("others")
    if not isinstance(by, str) or not isinstance(others, dict):
        return _reading(published)
    named = [(name, each) for name, each in others.items() if isinstance(each, dict)]
    return _reading(published, by, tuple(_reading(each, name) for name, each in named))


def _reading(
    made: Mapping[str, Any], by: str = "", others: tuple[PublishedReading, ...] = ()
) -> PublishedReading:
    said, right = made.get("said"), made.get("right")
    said_known, right_known = isinstance(said, str), isinstance(right, bool)
    return PublishedReading(True, said if said_known else None, right if right_known else None, by, others)
