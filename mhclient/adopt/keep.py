"""Into the store: the items of logs as a benchmark, and the replies of each model as a run.

All of it in one transaction: a log that turns out to be unusable leaves nothing behind. A request's body is
the messages as logged; its method and address say that another tool sent it, so that no live run can ever
rest on such a reply. A log is read twice: for its items, whose hash names the benchmark, and for its
replies.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmark.build.manifest import manifest
from benchmark.kinds import BenchmarkKind
from cache import (
    Arrival,
    AttemptEnd,
    Begun,
    ClaimTerms,
    PlannedItem,
    RequestClaim,
    Response,
    Spend,
    Store,
    StoredRequest,
    canonical_json,
    key_of_body,
)
from mhclient.adopt.formats import Log, as_json
from mhclient.adopt.items import AskedItem, ItemBook, NoQuestion
from mhclient.adopt.logged import LoggedReply, LogUnusable
from mhclient.run.adopted import METHOD, PROVIDER, adopted_variant
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.version import __version__

PAGE = 1_000


@dataclass(frozen=True, slots=True)
class Adopted:
    """What became of the logs of one model.

    Attributes:
        n_errors: items of which the log has no reply, only why there is none.
        known: the run was there before, with the same replies; nothing changed.
        notes: what the format does not say.
        left_out: records that ask no question, each with why.
    """

    run_id: str
    benchmark: str
    n_replies: int
    n_errors: int
    known: bool
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(slots=True)
class _Group:
    """The logs of one model.

    Attributes:
        seen: (place in the benchmark, epoch) → hash of the reply.
        left_out: records that ask no question, each with why.
    """

    logs: list[Log]
    seen: dict[tuple[int, int], bytes] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def replies(self) -> Iterator[LoggedReply]:
        return (reply for log in self.logs for reply in log.replies())

    def enter_all(self, book: ItemBook) -> Iterator[str]:
        """Enter what the replies answer; the lines of items that are new."""
        for reply in self.replies():
            try:
                line = book.enter(reply)
            except NoQuestion as error:
                self.left_out.append(str(error))
                continue
            if line is not None:
                yield line
            if (item := book.find(reply)) is not None:
                self.is_new(reply, item.position)

    def entered(self, book: ItemBook) -> Iterator[tuple[AskedItem, LoggedReply]]:
        """Every reply once, with the item that it answers."""
        first = _Group(self.logs)
        for reply in self.replies():
            item = book.find(reply)
            if item is not None and first.is_new(reply, item.position):
                yield item, reply

    def is_new(self, reply: LoggedReply, position: int) -> bool:
        """Whether it is the first of its item and epoch; the same once more is passed over."""
        text = hashlib.sha256(str(reply.completion).encode("utf-8", "replace")).digest()
        first = self.seen.setdefault((position, reply.epoch), text)
        if first != text:
            raise LogUnusable(
                f"{reply.place}: item {reply.item!r}, epoch {reply.epoch}, has another reply before."
            )
        return first is text

    @property
    def epochs(self) -> int:
        return max((epoch for _, epoch in self.seen), default=1)


def adopt_logs(store: Store, logs: Sequence[Log], name: str | None = None) -> list[Adopted]:
    """Keep logs: one benchmark of all their items, and a run for each tool and model.

    Args:
        store: an open store.
        logs: as `open_log` gives them.
        name: of the benchmark; by default that of the first file.

    Raises:
        LogUnusable: one cannot be used; nothing is kept then.
    """
    groups = _by_model(logs)
    book, lines = ItemBook(), list[str]()
    for group in groups:
        lines += group.enter_all(book)
    if not lines:
        raise LogUnusable(f"{logs[0].path} holds no reply.")
    digests = {log.path: _digest_of(log.path) for log in logs}
    with store.transaction():
        _keep_items(store, name or logs[0].path.stem, lines, book, digests)
        return [_keep_run(store, group, book, digests) for group in groups]


def _by_model(logs: Sequence[Log]) -> list[_Group]:
    groups: dict[tuple[str, str], _Group] = {}
    for log in logs:
        model = log.head.model if log.head.model is not None else str(log.path)
        groups.setdefault((log.tool, model), _Group([])).logs.append(log)
    return list(groups.values())


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _keep_items(
    store: Store, name: str, lines: Sequence[str], book: ItemBook, digests: Mapping[Path, str]
) -> None:
    made = manifest(
        BenchmarkKind.ADOPTED,
        name,
        inputs_sha256={path.name: sha256 for path, sha256 in digests.items()},
        tasks={task: {"items": n} for task, n in book.tasks()},
        items={"count": len(lines), "sha256": book.digest.hexdigest()},
    )
    read = ((line.rstrip("\n"), json.loads(line)) for line in lines)
    rows = ((item["id"], item["task"], line) for line, item in read)
    store.benchmarks.add(digest=book.digest.hexdigest(), name=name, manifest=made, items=rows, triples=None)


def _keep_run(store: Store, group: _Group, book: ItemBook, digests: Mapping[Path, str]) -> Adopted:
    head = group.logs[0].head
    source = hashlib.sha256("".join(sorted(digests[log.path] for log in group.logs)).encode()).hexdigest()
    temperature = head.parameters.get("temperature")
    spec = RunSpec(
        provider=PROVIDER,
        model=head.model or group.logs[0].path.stem,
        endpoint=f"{head.tool}:{source[:16]}",
        benchmark=book.digest.hexdigest(),
        variant=adopted_variant(head.tool, head.version, head.answer_format),
        parameters=Parameters(
            float(temperature) if isinstance(temperature, int | float) else None, max_tokens=None
        ),
        epochs=group.epochs,
    )
    run_id, known = spec.run_id(), store.runs.exists(spec.run_id())
    n_replies, n_errors = (0, 0) if known else _keep_replies(store, spec, group, book)
    left_out = tuple(group.left_out)
    return Adopted(run_id, spec.benchmark, n_replies, n_errors, known, head.notes, left_out)


def _keep_replies(store: Store, spec: RunSpec, group: _Group, book: ItemBook) -> tuple[int, int]:
    """The run, its plan and what came back; how many replies and how many errors."""
    run_id = spec.run_id()
    store.runs.add(run_id, spec.benchmark, spec.to_store())
    session_id = store.sessions.start(run_id, "", __version__)
    terms = ClaimTerms(run_id, session_id, served=())
    entered = group.entered(book)
    n_replies = n_errors = 0
    while found := list(islice(entered, PAGE)):
        page = [reply for _, reply in found]
        requests = [_request(spec, reply) for reply in page]
        store.runs.plan(run_id, list(_planned(found, requests, n_replies + n_errors)), last=False)
        errors = [
            (request, reply)
            for request, reply in zip(requests, page, strict=True)
            if reply.completion is None
        ]
        for request, reply in errors:
            store.attempts.give_up(run_id, request.key, "LoggedError", reply.error or "", retryable=False)
        answered = [pair for pair in zip(requests, page, strict=True) if pair[1].completion is not None]
        _keep_page(store, terms, answered)
        n_replies, n_errors = n_replies + len(answered), n_errors + len(errors)
    store.runs.plan(run_id, [], last=True)
    store.sessions.end(session_id, "done")
    return n_replies, n_errors


def _planned(
    found: Iterable[tuple[AskedItem, LoggedReply]], requests: Iterable[StoredRequest], turn: int
) -> Iterator[PlannedItem]:
    for place, ((item, reply), request) in enumerate(zip(found, requests, strict=True), start=turn):
        asked = (item.position, place, item.item_id, item.task)
        yield PlannedItem(*asked, request.key, repetition=reply.epoch)


def _keep_page(store: Store, terms: ClaimTerms, page: Sequence[tuple[StoredRequest, LoggedReply]]) -> None:
    if not page:
        return
    claims = [RequestClaim(request, Spend(1, _tokens(reply), None)) for request, reply in page]
    arrivals = [
        Arrival(begun.attempt_id, request.key, _response(reply), _end(reply))
        for begun, (request, reply) in zip(store.attempts.claim(claims, terms), page, strict=True)
        if isinstance(begun, Begun)
    ]
    store.attempts.keep_replies(arrivals, terms.run_id)


def _request(spec: RunSpec, reply: LoggedReply) -> StoredRequest:
    messages = [{"role": role, "content": text} for role, text in reply.messages]
    body = canonical_json({"item": [reply.task, reply.item], "messages": messages, "model": spec.model})
    key = key_of_body(body, method=METHOD, endpoint=spec.endpoint, api_version=None, repetition=reply.epoch)
    return StoredRequest(key, METHOD, spec.endpoint, None, spec.model, body, reply.epoch)


def _tokens(reply: LoggedReply) -> int:
    return (reply.prompt_tokens or 0) + (reply.completion_tokens or 0)


def _end(reply: LoggedReply) -> AttemptEnd:
    return AttemptEnd(None, None, {}, spend=Spend(1, _tokens(reply), None))


def _response(reply: LoggedReply) -> Response:
    body = {
        "completion": reply.completion,
        "finish_reason": reply.finish_reason,
        "served_model": reply.served_model,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
        "published": reply.published and reply.published._asdict(),
        "record": reply.record,
    }
    return Response(
        body=as_json(body).encode("utf-8", "replace"),
        completion=reply.completion,
        finish_reason=reply.finish_reason,
        served_model=reply.served_model,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
    )
