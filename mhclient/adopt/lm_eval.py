"""lm-evaluation-harness: `samples_TASK_TIME.jsonl`, with `results_TIME.json` beside it (0.4.13).

One row per filter: the reply stands in each of them, and is one reply, scored in several ways; the rows of a
question lie far apart, so such a file is read whole, twice. `resps` is what the model wrote, `filtered_resps`
what the filter read. Text is cut at the task's stop strings, without a mark. Options are in `doc` under the
names its task uses.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from mhclient.adopt.logged import (
    NO_FINISH_REASONS,
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
    answer_format_of,
    as_exported,
    gold_of,
    labelled,
    prompt_messages,
    right_of,
    said_of,
    texts_of,
)
from mhclient.adopt.records import FilePart, as_object, document_of, field, lines_of, raw_lines_of

TOOL = "lm-eval"
OPTIONS = ("doc.choices", "doc.options", "doc.choices.text", "doc.endings")
QUESTIONS = ("doc.question", "doc.query", "doc.input", "doc.ctx")
_FILTER_KEY = b'"filter": "'  # as Python writes JSON
_ANY_FILTER_KEY = b'"filter"'
_ROW_KEYS = {"doc", "resps", "filtered_resps"}  # by which a file is known whose name is another
_NAME = re.compile(r"samples_(?P<task>.+?)_(?P<time>\d{4}-\d{2}-\d{2}T.+)")


def recognises(path: Path) -> bool:
    """By what its first row has; by its name, too, where this is not a file of questions."""
    named = path.name.startswith("samples_")
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        return False
    try:
        first = next(lines_of(path), ("", {}))[1]
    except LogUnusable:  # told by whoever reads it
        return named
    return (named and (not first or not _ROW_KEYS.isdisjoint(first))) or first.keys() >= _ROW_KEYS


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The rows of one task."""
    task, time = _named(path)
    return _head(path, time), _replies(path, task, fields, None)


def read_part(path: Path, fields: Fields, part: FilePart) -> Iterator[LoggedReply]:
    """The rows in one part of the file."""
    return _replies(path, _named(path)[0], fields, part)


def _named(path: Path) -> tuple[str, str | None]:
    """Task and time in a file's name; the time is None where there is none."""
    named = _NAME.match(path.name.removesuffix(".gz").removesuffix(".jsonl"))
    return (named["task"], named["time"]) if named else (path.stem.removeprefix("samples_"), None)


def _head(path: Path, time: str | None) -> LogHead:
    beside = path.with_name(f"results_{time}.json")
    results = document_of(beside) if time and beside.is_file() else {}
    results = results if isinstance(results, dict) else {}
    config = results.get("config") or {}
    model = results.get("model_name") or (config.get("model_args") if isinstance(config, dict) else None)
    version = results.get("lm_eval_version")
    ours = results.get("mhclient")
    notes = () if isinstance(ours, dict) else (NO_FINISH_REASONS,)
    named = (version and str(version), model and str(model))
    in_parts = not _has_several_filters(path)
    return LogHead(TOOL, *named, notes=notes, answer_format=answer_format_of(ours), in_parts=in_parts)


def _replies(path: Path, task: str, fields: Fields, part: FilePart | None) -> Iterator[LoggedReply]:
    if part is None and _has_several_filters(path):
        yield from _scored_in_ways(path, task, fields)
        return
    for place, line in raw_lines_of(path, part):
        yield from _of_row(place, as_object(line, place), task, fields)


def _has_several_filters(path: Path) -> bool:
    """Whether rows of a file name different filters; most rows say it without being parsed."""
    met: set[Any] = set()
    for place, line in raw_lines_of(path):
        if (said := _filter_said(line)) is None:
            said = str(as_object(line, place).get("filter", "")).encode()
        met.add(said)
        if len(met) > 1:
            return True
    return False


def _filter_said(line: bytes) -> bytes | None:
    """A row's filter, b"" for none, where that can be seen without parsing; else None.

    Inside a text the quotation marks would be escaped; and inside an object of the row's, more than the one
    brace would follow that ends the row.
    """
    place = line.rfind(_ANY_FILTER_KEY)
    if place < 0:
        return b""
    start = place + len(_FILTER_KEY)
    certain = (
        line.startswith(_FILTER_KEY, place)
        and line.endswith((b"}\n", b"}"))
        and line.find(b"}", place) == line.rfind(b"}")
    )
    said = line[start : line.find(b'"', start)]
    return said if certain and b"\\" not in said else None


def _scored_in_ways(path: Path, task: str, fields: Fields) -> Iterator[LoggedReply]:
    """Each reply once, where the first of its rows stands, with what every filter made of it."""
    rows: dict[str, list[tuple[Any, list[LoggedReply]]]] = {}  # of a question: filter, and its replies
    for place, record in lines_of(path):
        found = [_without_texts(reply) for reply in _of_row(place, record, task, fields)]
        rows.setdefault(str(record.get("doc_id")), []).append((record.get("filter"), found))
    for place, record in lines_of(path):
        of_doc = rows[str(record.get("doc_id"))]
        if record.get("filter") == of_doc[0][0]:
            for number, reply in enumerate(_of_row(place, record, task, fields)):
                yield replace(reply, scores=_ways_of(reply, number, of_doc))


def _without_texts(reply: LoggedReply) -> LoggedReply:
    """What is needed of it while the file is read: texts as their hashes."""
    said = sha256(str(reply.completion).encode("utf-8", "replace")).hexdigest()
    return replace(reply, completion=said, question="", options={}, messages=(), record={})


def _ways_of(
    reply: LoggedReply, number: int, of_doc: Sequence[tuple[Any, list[LoggedReply]]]
) -> dict[str, Published]:
    """Each filter's reading and score of a question's reply of that number.

    Raises:
        LogUnusable: another filter's row has another reply.
    """
    same = _without_texts(reply).completion
    ways: dict[str, Published] = {}
    for name, others in of_doc:
        other = others[number] if number < len(others) else None
        if other is None or other.completion != same:
            place = other.place if other else reply.place
            raise LogUnusable(
                f"{place}: question {reply.item!r} has another reply under the filter {str(name)[:60]!r} "
                "than under the first. Give each run a file of its own."
            )
        made = other.scores or {"": other.published or Published(None, None)}
        ways |= {" ".join(filter(None, (str(name), metric))): each for metric, each in made.items()}
    return ways


def _of_row(place: str, record: dict[str, Any], task: str, fields: Fields) -> Iterator[LoggedReply]:
    """The replies of a row; one that `mhclient export --to lm-eval` has written has notes on each."""
    notes = record.get("mhclient")
    for number, reply in enumerate(_replies_of(place, record, task, fields)):
        note = notes[number] if isinstance(notes, list) and number < len(notes) else None
        yield as_exported(reply, note) if isinstance(note, dict) else reply


def _replies_of(place: str, record: dict[str, Any], task: str, fields: Fields) -> Iterator[LoggedReply]:
    completions = _completions(place, record)
    options = labelled(_first(record, fields.options, OPTIONS), place)
    gold = gold_of(field(record, fields.gold) if fields.gold else record.get("target"), options, place)
    prompt = _prompt(record)
    question = _first(record, fields.question, QUESTIONS) or prompt
    read = record.get("filtered_resps")
    readings = read if isinstance(read, list) else [read]
    for number, completion in enumerate(completions):
        reading = readings[number] if number < len(readings) else None
        said = said_of(_text(reading), options)
        yield LoggedReply(
            place=place,
            item=str(record.get("doc_id")),
            question=str(question),
            options=options,
            gold=gold,
            messages=prompt_messages(prompt),
            completion=completion or "",
            absent=None if completion is not None else _no_text(place),
            task=task,
            # A score is of the question, not of each time that it was asked.
            scores=_scores(record, said) if number == 0 else {"": Published(said, None)},
            epoch=number + 1,
            record={name: value for name, value in record.items() if name not in ("arguments", "resps")},
        )


def _completions(place: str, record: Mapping[str, Any]) -> list[str | None]:
    resps = record.get("resps")
    first = resps[0] if isinstance(resps, list) and resps else resps
    texts = texts_of(first if resps else None, _no_text(place))
    if _is_scores(record, texts):
        raise LogUnusable(_no_text(place))
    return texts


def _no_text(place: str) -> str:
    return f"{place}: no text of a reply. Logs of tasks that compare log-probs hold none."


def _is_scores(record: Mapping[str, Any], texts: list[Any]) -> bool:
    """A log-prob and whether it is greedy, both as text: a task of the type multiple_choice."""
    return len(texts) == 2 and texts[1] in ("True", "False") and record.get("filtered_resps") != texts


def _prompt(record: Mapping[str, Any]) -> str:
    arguments = record.get("arguments")
    prompt = field(record, "arguments.gen_args_0.arg_0")
    if prompt is None and isinstance(arguments, list) and arguments and isinstance(arguments[0], list):
        prompt = arguments[0][0]
    return str(prompt or "")


def _first(record: Mapping[str, Any], given: str | None, usual: tuple[str, ...]) -> Any:
    for path in (given,) if given else usual:
        if (value := field(record, path)) is not None:
            return value
    return None


def _text(reading: Any) -> Any:
    return reading[0] if isinstance(reading, list) and reading else reading


def _scores(record: Mapping[str, Any], said: str | None) -> dict[str, Published]:
    """The letter that was read, and whether it is right, by each of the metrics."""
    names = [name for name in record.get("metrics") or () if isinstance(name, str)] or ["exact_match", "acc"]
    scored = [name for name in names if isinstance(record.get(name), int | float)]
    found = {name: Published(said, right_of(record[name])) for name in scored}
    return found if len(found) > 1 else {"": next(iter(found.values()), Published(said, None))}
