"""OpenAI evals: JSON lines of events; `sampling` has prompt and reply, `match` what was expected and read.

Options stand inside the prompt there, so that their field in the samples has to be named (`--options`): they
are read from the event's data, never from the prompt's text.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
    gold_of,
    labelled,
    letter_of,
    texts_of,
)
from mhclient.adopt.records import field, lines_of
from mhclient.show.counts import counted

TOOL = "openai-evals"


def recognises(path: Path) -> bool:
    """By its first line, which is the specification of the run."""
    if path.suffix != ".jsonl":
        return False
    first = next(lines_of(path), ("", {}))[1]
    return isinstance(first.get("spec"), dict) and "completion_fns" in first["spec"]


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The samples of one run."""
    spec = next(lines_of(path), ("", {}))[1].get("spec") or {}
    models = spec.get("completion_fns") or [None]
    return LogHead(TOOL, None, models[0], notes=(NO_FINISH_REASONS,)), _replies(path, fields)


def _replies(path: Path, fields: Fields) -> Iterator[LoggedReply]:
    events: dict[str, dict[str, list[tuple[str, dict[str, Any]]]]] = {}  # of a sample, by their type
    for place, event in lines_of(path):
        if (kind := event.get("type")) in ("sampling", "match"):
            of_sample = events.setdefault(str(event.get("sample_id")), {"sampling": [], "match": []})
            of_sample[kind].append((place, event.get("data") or {}))
    for name, of_sample in events.items():
        yield from _of_sample(name, of_sample["sampling"], of_sample["match"], fields)


def _of_sample(
    name: str,
    samplings: list[tuple[str, dict[str, Any]]],
    matches: list[tuple[str, dict[str, Any]]],
    fields: Fields,
) -> Iterator[LoggedReply]:
    """A reply with each match of it; or as many replies as matches, which are repetitions in their order.

    Raises:
        LogUnusable: it cannot be told which reply a match is of.
    """
    if len(samplings) == len(matches):
        for epoch, ((place, sampling), (_, match)) in enumerate(zip(samplings, matches, strict=True), 1):
            yield replace(_reply(name, place, sampling, match, fields), epoch=epoch)
    elif len(samplings) == 1 and matches:
        ((place, sampling),) = samplings
        found = [_reply(name, place, sampling, match, fields) for _, match in matches]
        if len({reply.gold for reply in found}) > 1:
            raise LogUnusable(
                f"{place}: the {len(matches)} matches of sample {name!r} expect different golds."
            )
        ways = {f"match {n}": reply.published for n, reply in enumerate(found, 1) if reply.published}
        yield replace(found[0], published=None, scores=ways)
    else:
        place = (samplings or matches)[0][0]
        raise LogUnusable(
            f"{place}: sample {name!r} has {counted(len(samplings), 'reply')} and "
            f"{counted(len(matches), 'match')}: which of them belong together cannot be told."
        )


def _reply(
    name: str, place: str, sampling: dict[str, Any], match: dict[str, Any], fields: Fields
) -> LoggedReply:
    data = {"sampling": sampling, "match": match, **sampling, **match}
    options = labelled(field(data, fields.options) if fields.options else data.get("choices"), place)
    turns = sampling.get("prompt")
    turns = turns if isinstance(turns, list) else [{"role": "user", "content": str(turns)}]
    messages = tuple(
        (str(turn.get("role")), str(turn.get("content"))) for turn in turns if isinstance(turn, dict)
    )
    if not messages:
        raise LogUnusable(
            f"{place}: its 'prompt' is {str(sampling.get('prompt'))[:60]}, neither a text nor turns with "
            "`role` and `content`. Mend or leave out that line."
        )
    without = f"{place}: no text of a reply."
    text, *others = texts_of(sampling.get("sampled"), without)
    if others:
        raise LogUnusable(
            f"{place}: {len(others) + 1} texts of one reply: which of them counts cannot be told."
        )
    return LoggedReply(
        place=place,
        item=name,
        question=str((field(data, fields.question) if fields.question else None) or messages[-1][1]),
        options=options,
        gold=gold_of(match.get("expected"), options, place),
        messages=messages,
        completion=text or "",
        absent=without if text is None else None,
        published=Published(letter_of(match.get("picked"), options), match.get("correct")),
        record=match,
    )
