"""The jobs of `harden`: their ids, their prompts, and how their replies are read. Pure."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from benchmark import Item
from benchmark.harden.mapping import Mapped, MappingStage
from benchmark.harden.prompts import ChatPrompt, NotAsAsked, read_choice, read_judgement
from benchmark.harden.study import Studied
from mhclient.compose.replies import Composed, Unreadable, json_object
from mhclient.run.jobs import ComposeJob

T = TypeVar("T")


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
