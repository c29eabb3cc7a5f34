"""One item while its options are written: what the writer sees, what it wrote, what was said of it. Pure.

What comes back for a job is a value, or the reason why there is none.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from benchmark import Item
from benchmark.harden.harden import WriterReply, node_of, score_of
from benchmark.harden.mapping import Mapped, MappingStage
from benchmark.harden.prompts import ChatPrompt, NotAsAsked, WrittenOption, read_choice, read_judgement
from benchmark.harden.study import LeftAlone, Studied, Tools, ends_as_candidates, with_verdicts
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict
from benchmark.harden.walk import GraphPath, shown_paths
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
    """The result of a job.

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
    """The result of a job from its stored row, read as the stage reads replies."""

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


FORBIDDEN_SHOWN = 30
# What a writer must not name, of the names at the ends of paths.
FORBIDDEN = frozenset(
    {OptionVerdict.TRUE_IN_GRAPH, OptionVerdict.ALSO_USED, OptionVerdict.TWIN_OF_GOLD,
     OptionVerdict.RELATIVE_OF_GOLD, OptionVerdict.SAME_AS_GOLD}
)  # fmt: skip


@dataclass(slots=True)
class ItemWork:
    """One item while its options are written.

    Attributes:
        paths: as the writer sees them; `forbidden` names likewise.
        candidates: of all rounds so far.
        max_tokens: of the next reply; None for the writer's own cap.
    """

    studied: Studied
    paths: list[GraphPath]
    forbidden: list[str]
    candidates: list[OptionCandidate] = field(default_factory=list)
    replies: list[WriterReply] = field(default_factory=list)
    max_tokens: int | None = None

    @property
    def usable(self) -> list[OptionCandidate]:
        return [each for each in self.candidates if each.verdict is OptionVerdict.USABLE]

    @property
    def n_missing(self) -> int:
        return len(self.studied.wrong_options) - len(self.usable)

    def why_none(self) -> LeftAlone | None:
        """Why nothing came of it, where its replies say so."""
        why_not = [reply.why_not for reply in self.replies]
        if not why_not or any(why is None for why in why_not):
            return None
        return LeftAlone.REPLY_CUT if why_not[-1] == JobFailure.CUT else LeftAlone.NO_REPLY


@dataclass(slots=True)
class JudgeControls:
    """How often a judge errs where the answer is known: on keys, and on the parent's wrong options."""

    key_yes: int = 0
    key_no: int = 0
    wrong_yes: int = 0
    wrong_no: int = 0
    unclear: int = 0

    def add(self, judged: bool | None, *, is_key: bool) -> None:
        name = "unclear" if judged is None else f"{'key' if is_key else 'wrong'}_{'yes' if judged else 'no'}"
        setattr(self, name, getattr(self, name) + 1)

    def to_json(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


def candidate_of(
    work: ItemWork, option: WrittenOption, reply: Composed[Any], number: int, tools: Tools
) -> OptionCandidate:
    """An option of a reply, with the node that it names and the cited path that leads there."""
    node = node_of(option.text, work.studied, tools)
    cited = [work.paths[at - 1] for at in option.paths if 0 < at <= len(work.paths)]
    path = next((path for path in cited if node in path.nodes[1:]), None)
    return OptionCandidate(
        text=option.text,
        node=node,
        path=path,
        score=score_of(option.text, node, work.studied, tools),
        round=number,
        request_key=reply.request_key,
        completion_sha256=reply.completion_sha256 or "",
    )


def work_on(studied: Studied, tools: Tools) -> ItemWork:
    """An item before its first round: the paths that a writer sees, and the names that it must not use.

    Shown are paths whose end could be an option by what the graph says; a path to another type of node, or to
    a right answer, would be cited in vain.
    """
    ends = with_verdicts(ends_as_candidates(studied), studied)
    fit = {each.node for each in ends if each.verdict in (OptionVerdict.USABLE, OptionVerdict.DUPLICATE)}
    paths = shown_paths([path for path in studied.paths if path.end in fit])
    forbidden = [each.text for each in ends if each.verdict in FORBIDDEN][:FORBIDDEN_SHOWN]
    return ItemWork(studied, paths, forbidden)


def said_of(work: ItemWork) -> list[tuple[str, str]]:
    """Feedback for a writer: texts that were refused, and replies that could not be read."""
    texts = [
        (each.text, "taken already" if each.verdict is OptionVerdict.USABLE else _in_words(each))
        for each in work.candidates
    ]
    broken = [(f"your reply {each.round}", each.detail) for each in work.replies if each.why_not is not None]
    return [*broken, *texts]


def _in_words(candidate: OptionCandidate) -> str:
    verdict = candidate.verdict.value.replace("_", " ") if candidate.verdict else ""
    return f"{verdict}: {candidate.detail}" if candidate.detail else verdict


def controls_of(studied: Studied) -> tuple[str, ...]:
    """The key, which a judge should call right, and a wrong option of the parent, which it should not."""
    return (studied.key, next(iter(studied.wrong_options.values())))


def key_of(item: Item) -> str:
    return item.options[item.gold[0]]


def job_id_of(stage: str, number: int, item: Item) -> str:
    return f"{stage}-{number}-{item.id}"


def judge_id(item: Item, number: int, text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{job_id_of('judge', number, item)}-{digest[:12]}"


def mention_id(item: Item, side: int, mapped: Mapped) -> str:
    return f"{job_id_of('choose-node', 1, item)}-{side}-{mapped.mention.start}-{len(mapped.mention.words)}"


def job_of(stage: str, number: int, item: Item, prompt: ChatPrompt, expects: str = "json") -> ComposeJob:
    return ComposeJob(
        job_id_of(stage, number, item), stage, number, item.id, prompt.user, prompt.system, expects
    )


def with_chosen(
    item: Item, side: int, mapped: Iterable[Mapped], picked: Mapping[str, tuple[int, float]]
) -> list[Mapped]:
    found = []
    for each in mapped:
        node = None if each.nodes else picked.get(mention_id(item, side, each))
        chosen = each if node is None else Mapped(each.mention, (node[0],), MappingStage.CHOSEN, node[1])
        found.append(chosen)
    return found


def spans_in(text: str, spans: Iterable[str]) -> list[str]:
    """Those that stand in the text as written, each once."""
    return [span for span in dict.fromkeys(spans) if span.strip() and span in text]


def n_dropped(item: Item, reply: Composed[tuple[list[str], list[str]]]) -> int:
    """How many spans of a reply stand neither in question nor key, or twice."""
    sides = zip((item.question, key_of(item)), reply.value or ([], []), strict=True)
    return sum(len(spans) - len(spans_in(text, spans)) for text, spans in sides)


def reading_json(read: Callable[[Mapping[str, Any]], T]) -> Callable[[str], T]:
    """How a reply that should be one JSON object is read."""

    def read_text(text: str) -> T:
        try:
            return read(json_object(text))
        except NotAsAsked as error:
            raise Unreadable(str(error)) from error

    return read_text


def choice_in(text: str) -> int | None:
    try:
        return read_choice(text, 10)
    except NotAsAsked as error:
        raise Unreadable(str(error)) from error


def judgement_in(text: str) -> str:
    try:
        judged = read_judgement(text)
    except NotAsAsked as error:
        raise Unreadable(str(error)) from error
    return {True: "yes", False: "no", None: "cannot tell"}[judged]
