"""What a store keeps of a logged reply, made from it alone: request, packed bodies, hashes, its item's line.

This is most of the work of adopting, and needs nothing but the reply: other processes can do it. Where the
item stands among others, and whether the reply was met before, is said later (`items.py`, `keep.py`).
"""

import hashlib
import marshal
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import mkstemp
from typing import Any, NamedTuple

from pydantic_core import PydanticSerializationError, to_json

from benchmark.checks import check_gold, check_options
from benchmark.item import Item, Mode
from cache import AdoptedReply, AdoptedSender, canonical_json, key_of_body, pack
from mhclient.adopt.formats import Log, as_json
from mhclient.adopt.logged import LoggedReply
from mhclient.adopt.records import FilePart
from mhclient.adopt.spool import WITHOUT_REFERENCES
from mhclient.machine.process import no_gc
from mhclient.run.adopted import published_as_kept


class PreparedReply(NamedTuple):
    """A reply, ready to be kept; plain values.

    Attributes:
        place: where it stands in the log, for messages.
        named: hash of the item's name in the log.
        asked: hash of all that its item asks; 0 if it is unfit.
        line: the item's line of items.jsonl without its end, under the name in the log; empty where an
            earlier reply has it, or it is unfit.
        unfit: why it asks no question that a letter could answer; None if it does.
        text: hash of the completion, and of what the tool made of it.
        error: why there is no reply; None if there is one.
        absent: why the record holds no text: the reply counts as empty; None if it does.
        scored: whether it is right, by each way of scoring; empty where the log says nothing of that.
        kept: as `AdoptedReply`.
    """

    place: str
    item: str
    task: str
    epoch: int
    named: int
    asked: int
    line: str
    unfit: str | None
    text: int
    error: str | None
    absent: str | None
    scored: tuple[tuple[str, bool | None], ...]
    kept: tuple[Any, ...]


def prepare(reply: LoggedReply, sender: AdoptedSender) -> PreparedReply:
    """Make of a reply what is kept."""
    line, unfit = _line(reply)
    return PreparedReply(
        reply.place,
        reply.item,
        reply.task,
        reply.epoch,
        short_hash(reply.item),
        short_hash(line) if line else 0,
        line,
        unfit,
        short_hash(_said_of(reply)),
        (reply.error or "") if reply.completion is None else None,
        reply.absent,
        _scored(reply),
        tuple(_kept(reply, sender)),
    )


def _said_of(reply: LoggedReply) -> str:
    """What has to be the same where a reply stands twice."""
    return f"{reply.completion}\0{published_as_kept(reply.published, reply.scores)}"


def _scored(reply: LoggedReply) -> tuple[tuple[str, bool | None], ...]:
    if reply.scores:
        return tuple((name, made.right) for name, made in reply.scores.items())
    known = reply.published is not None and reply.published != (None, None)
    return (("", reply.published.right),) if known and reply.published else ()


def prepare_part(log: Log, sender: AdoptedSender, part: FilePart, folder: str) -> str:
    """The same of a part of a log, for another process: a new file in a folder, which `unpacked_part` takes.

    Not the bytes themselves: a process that is busy takes a pipe's 64 kB at a time, and late.

    Raises:
        LogUnusable: as `Log.replies`.
    """
    known: set[int] = set()
    rows = []
    with no_gc():  # as soon as a part is done, all of it is freed
        for reply in log.replies(part):
            row = prepare(reply, sender)
            rows.append(tuple(row._replace(line="") if row.asked in known else row))
            known.add(row.asked)
        packed = marshal.dumps(rows, WITHOUT_REFERENCES)
    descriptor, path = mkstemp(dir=folder)
    with open(descriptor, "wb") as file:
        file.write(packed)
    return path


def unpacked_part(path: str) -> Iterator[PreparedReply]:
    """What `prepare_part` made; the file is gone then."""
    file = Path(path)
    packed = file.read_bytes()
    file.unlink()
    return map(PreparedReply._make, marshal.loads(packed))


def short_hash(text: str | bytes) -> int:
    """The first 64 bits of a hash, with a sign; half a character counts as a question mark."""
    said = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
    return int.from_bytes(hashlib.sha256(said).digest()[:8], signed=True)


def _line(reply: LoggedReply) -> tuple[str, str | None]:
    """The item's line, or why there is none."""
    mode = Mode(reply.mode) if reply.mode else Mode.SINGLE if len(reply.gold) == 1 else Mode.MULTI
    try:
        options = check_options(reply.options)
        gold = check_gold(sorted(reply.gold), options, mode)
    except ValueError as error:
        return "", f"{reply.place}: {error}."
    return line_of(reply.item, reply.task, reply.question, options, gold, mode), None


def line_of(
    item: str, task: str, question: str, options: Mapping[str, str], gold: tuple[str, ...], mode: Mode
) -> str:
    """As `Item.to_line`, without its end; in half the time."""
    line = {
        "id": item,
        "task": task,
        "question": question,
        "options": options,
        "gold": gold,
        "mode": mode.value,
        "entities": (),
        "relation": None,
        "triples": (),
        "details": {},
    }
    try:
        return to_json(line).decode()
    except PydanticSerializationError:  # half a character
        return Item(item, task, question, options, gold, mode).to_line().removesuffix("\n")


def _request_body(model: str, reply: LoggedReply) -> bytes:
    """The messages as logged, and what tells the item from others: canonical JSON, keys in order."""
    messages = [{"content": text, "role": role} for role, text in reply.messages]
    body = {"item": [reply.task, reply.item], "messages": messages, "model": model}
    try:
        return to_json(body)
    except PydanticSerializationError:  # half a character
        return canonical_json(body).encode()


def _kept(reply: LoggedReply, sender: AdoptedSender) -> AdoptedReply:
    body = _request_body(sender.model, reply)
    method, endpoint, _ = sender
    key = key_of_body(body, method=method, endpoint=endpoint, api_version=None, repetition=reply.epoch)
    completion = reply.completion
    return AdoptedReply(
        key,
        reply.epoch,
        pack(body),
        (reply.prompt_tokens or 0) + (reply.completion_tokens or 0),
        completion,
        None if completion is None else len(completion.strip()),
        reply.finish_reason,
        reply.served_model,
        reply.prompt_tokens,
        reply.completion_tokens,
        pack(_reply_body(reply)),
    )


def _reply_body(reply: LoggedReply) -> bytes:
    return as_json(
        {
            "completion": reply.completion,
            "finish_reason": reply.finish_reason,
            "served_model": reply.served_model,
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
            "published": published_as_kept(reply.published, reply.scores),
            "record": reply.record,
        }
    )
