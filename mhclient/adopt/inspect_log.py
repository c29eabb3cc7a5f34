"""inspect_ai: `.eval` files and JSON logs, read by inspect's own API (extra `inspect`; tried with 0.3.285).

What the model was shown and wrote stands in its last model event. The sample's own messages and output are
rewritten where the solver has shuffled the options; its `choices` stand in the old order then.

An `.eval` file is a zip archive. inspect unpacks whatever a member holds, however much it is, and compares no
checksum. So sizes are looked over first, then each member is unpacked here once, in pieces that are let go,
and only what its entry says may come of it.
"""

import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import product
from pathlib import Path
from typing import IO, Any

import zstandard
from inspect_ai.log import read_eval_log, read_eval_log_sample, resolve_sample_attachments
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER
from pydantic import ValidationError

from benchmark.item import LETTERS
from benchmark.untrusted import MB, MOST_VALUES
from mhclient.adopt.logged import (
    Fields,
    LoggedReply,
    LogHead,
    LogUnusable,
    Published,
    answer_format_of,
    as_exported,
    right_of,
)
from mhclient.adopt.records import RECORD_MAX, readable
from mhclient.run.parameters import FinishReason

SAMPLES = "samples/"
MEMBERS_MAX = 100_000
# All members together: of logs of JSON a fiftieth is left by zstandard, of bombs a ten thousandth.
TOTAL_MAX, TOTAL_RATIO = 512 * MB, 100
PIECE = 1 << 16  # bytes unpacked at a time
ENCRYPTED = 0x1  # APPNOTE.TXT of zip, 4.4.4
DAMAGED = (zipfile.BadZipFile, zlib.error, zstandard.ZstdError, EOFError, NotImplementedError, ValueError)
STORED, DEFLATED, ZSTANDARD = 0, 8, 93  # the same, 4.4.5: the methods that inspect reads


def is_archive(path: Path) -> bool:
    """Whether inspect will read it as a zip archive; one that is named so and is none, too."""
    return path.suffix == ".eval" or zipfile.is_zipfile(path)


def members_of(path: Path) -> Mapping[str, zipfile.ZipInfo]:
    """The entries of an archive by name, none of which is read yet.

    Raises:
        LogUnusable: it is no zip archive, or one of its entries is not what inspect writes.
    """
    try:
        with readable(path), zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise LogUnusable(f"{path}: inspect cannot read it ({error}).") from error
    _check_together(path, entries)
    for entry in entries:
        if problem := _problem(entry):
            raise LogUnusable(f"{path}, member '{entry.filename[:80]}': {problem}.")
    return {entry.filename: entry for entry in entries}  # of two of a name, inspect reads the last


def _check_together(path: Path, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse too many members, members that lie over each other, and those that unpack to too much."""
    on_disk = path.stat().st_size
    most = max(TOTAL_MAX, TOTAL_RATIO * on_disk)
    problems = {
        f"it has more than {MEMBERS_MAX:,} members": len(entries) > MEMBERS_MAX,
        "its members lie over each other": sum(entry.compress_size for entry in entries) > on_disk,
        f"its members unpack to more than {most // MB:,} MB": (
            sum(entry.file_size for entry in entries) > most
        ),
    }
    for what, found in problems.items():
        if found:
            raise LogUnusable(f"{path}: {what}.")


def _problem(entry: zipfile.ZipInfo) -> str | None:
    """The problem with an entry; None if there is none."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    problems = {
        "it is encrypted": entry.flag_bits & ENCRYPTED,
        "it is no regular file": entry.is_dir() or kind not in (0, stat.S_IFREG),
        "it is packed in a way that inspect does not write": entry.compress_type not in _UNPACK,
        f"it has {entry.file_size:,} bytes unpacked; at most {RECORD_MAX // MB} MB are read": (
            max(entry.file_size, entry.compress_size) > RECORD_MAX
        ),
    }
    return next((what for what, found in problems.items() if found), None)


def check_members(path: Path, entries: Mapping[str, zipfile.ZipInfo], *, samples: bool) -> None:
    """Unpack the samples of an archive, or all but the samples, and see that they are what their entries say.

    Raises:
        LogUnusable: one is damaged, larger than it says, or has more values than a process can hold.
    """
    with readable(path), zipfile.ZipFile(path) as archive:
        for name, entry in entries.items():
            if name.startswith(SAMPLES) is samples:
                try:
                    _check(archive, entry)
                except DAMAGED as error:
                    raise LogUnusable(f"{path}, member '{name[:80]}': {error}.") from error


def _check(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    packed = copy(entry)  # as if its bytes were not packed: zipfile would unpack them without a bound
    packed.compress_type, packed.file_size = STORED, entry.compress_size
    del packed.CRC
    n_bytes, n_signs, crc = 0, 0, 0
    with archive.open(packed) as file:
        for piece in _UNPACK[entry.compress_type](file):
            n_bytes, crc = n_bytes + len(piece), zlib.crc32(piece, crc)
            n_signs += sum(map(piece.count, b"[{,"))
            if n_bytes > entry.file_size:
                raise ValueError(f"it unpacks to more than the {entry.file_size:,} bytes that it claims")
    if n_bytes != entry.file_size or crc != entry.CRC:
        raise ValueError("its bytes are not those of its checksum; it is damaged")
    if n_signs > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values of JSON in one text")


def _stored(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        yield piece


def _inflated(file: IO[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    while not unpacker.eof and (packed := unpacker.unconsumed_tail or file.read(PIECE)):
        yield unpacker.decompress(packed, PIECE)
    yield unpacker.flush()


def _unzstandard(file: IO[bytes]) -> Iterator[bytes]:
    with zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True) as unpacked:
        while piece := unpacked.read(PIECE):
            yield piece


_UNPACK: Mapping[int, Callable[[IO[bytes]], Iterator[bytes]]] = {
    STORED: _stored,
    DEFLATED: _inflated,
    ZSTANDARD: _unzstandard,
}


TOOL = "inspect"
REASONS: Mapping[str, str | None] = {
    "stop": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_length": FinishReason.LENGTH,
    "content_filter": FinishReason.CONTENT_FILTER,
    "unknown": None,
}
SAMPLES_MAX = 5_000_000  # data set times epochs; a header may name a billion that nobody was asked
_OPTION = re.compile(r"^\s*\(?([A-Z])[).:]\s*(.*?)\s*$", re.MULTILINE)


def read(path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
    """The samples of one evaluation.

    Raises:
        LogUnusable: inspect cannot read it.
    """
    if is_archive(path):
        check_members(path, members_of(path), samples=False)
    try:
        log = read_eval_log(str(path), header_only=True)
    except Exception as error:  # whatever a damaged log does to inspect, pydantic or zip
        raise LogUnusable(f"{path}: inspect cannot read it ({_line(error)}).") from error
    config = log.eval.model_generate_config.model_dump(exclude_none=True)
    version = (log.eval.packages or {}).get("inspect_ai")
    ours = (log.eval.metadata or {}).get("mhclient")
    head = LogHead(TOOL, version, log.eval.model, config, answer_format=answer_format_of(ours))
    return head, _replies(path, log, ours=ours is not None)


def _line(error: BaseException) -> str:
    """Why inspect could not read something, in one line; where it says so, at which field."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ValidationError):
            first = cause.errors(include_url=False, include_input=False)[0]
            return f"'{'.'.join(map(str, first['loc']))[:80]}': {first['msg'][:200]}"
        cause = cause.__cause__ or cause.__context__
    said = str(error).strip().split("\n", 1)[0][:200]
    return said or "'status' or another field of its head is none that it writes"  # it only asserts that


def _replies(path: Path, log: Any, *, ours: bool) -> Iterator[LoggedReply]:
    try:
        for sample in _samples(path, log):
            reply = _reply(f"{path}, sample {sample.id}, epoch {sample.epoch}", sample, log.eval.task)
            yield as_exported(reply, sample.metadata) if ours else reply
    except LogUnusable:
        raise
    except Exception as error:
        raise LogUnusable(f"{path}: inspect cannot read its samples ({_line(error)}).") from error


def _samples(path: Path, log: Any) -> Iterator[Any]:
    """The samples in the order of the data set; of an archive one at a time, and only those that it has."""
    if not is_archive(path):
        for sample in read_eval_log(str(path)).samples or ():
            yield resolve_sample_attachments(sample, True)
        return
    entries = members_of(path)
    check_members(path, entries, samples=True)
    ids, epochs = log.eval.dataset.sample_ids, log.eval.config.epochs or 1
    if ids is None or len(ids) * epochs > SAMPLES_MAX:
        raise LogUnusable(f"{path}: its header names no samples, or more than {SAMPLES_MAX:,} of them.")
    for name, epoch in product(ids, range(1, epochs + 1)):
        if f"{SAMPLES}{name}_epoch_{epoch}.json" in entries:
            # What asyncio.run gives back it also writes down: texts that stand for others come afterwards.
            yield resolve_sample_attachments(read_eval_log_sample(str(path), name, epoch), True)


def _reply(place: str, sample: Any, task: str) -> LoggedReply:
    if not sample.choices:
        raise LogUnusable(f"{place}: no choices: no question with options.")
    events = [event for event in sample.events if event.event == "model" and event.output.choices]
    turns = events[-1].input if events else [each for each in sample.messages if each.role != "assistant"]
    output = events[-1].output if events else sample.output
    if (n_chars := sum(map(_n_chars, [*turns, *(each.message for each in output.choices)]))) > RECORD_MAX:
        raise LogUnusable(f"{place}: {n_chars:,} characters were shown and written; at most {RECORD_MAX:,}.")
    messages = tuple((str(turn.role), str(turn.text)) for turn in turns)
    original = dict(zip(LETTERS, sample.choices, strict=False))
    options = _as_shown(messages, original)
    label_of = {text: label for label, text in options.items()}
    targets = sample.target if isinstance(sample.target, list) else list(sample.target)
    gold = frozenset(label_of[original[letter]] for letter in targets if letter in original)
    if not gold or len(gold) != len(targets):
        raise LogUnusable(f"{place}: the target {sample.target!r:.60} is none of the choices.")
    completion = output.choices[0].message.text if output.choices else None
    failed = bool(sample.error and not completion)
    reason = output.choices[0].stop_reason if output.choices else None
    return LoggedReply(
        place=place,
        item=str(sample.id),
        question=sample.input if isinstance(sample.input, str) else sample.input[-1].text,
        options=options,
        gold=gold,
        messages=messages,
        completion=None if failed else completion or "",
        absent=f"{place}: no text of a reply." if completion is None and not failed else None,
        task=task.split("/")[-1],
        error=str(sample.error.message) if failed else None,
        finish_reason=REASONS.get(str(reason), reason),
        scores=dict(_scores(sample, original, label_of)),
        epoch=sample.epoch,
        served_model=output.model or None,
        prompt_tokens=output.usage.input_tokens if output.usage else None,
        completion_tokens=output.usage.output_tokens if output.usage else None,
        record=_record(sample, output),
    )


def _n_chars(turn: Any) -> int:
    """Characters of a turn, before its parts are joined: any number of them may be one text."""
    parts = turn.content if isinstance(turn.content, list) else [turn]
    return sum(len(getattr(part, "text", "") or "") for part in parts)


def _as_shown(messages: tuple[tuple[str, str], ...], original: Mapping[str, str]) -> dict[str, str]:
    """The options in the order in which the model saw them, where its last prompt lists just these."""
    prompt = next((text for role, text in reversed(messages) if role == "user"), "")
    listed = dict(_OPTION.findall(prompt))
    shown = {letter: listed[letter] for letter in original if letter in listed}
    return shown if sorted(shown.values()) == sorted(original.values()) else dict(original)


def _scores(
    sample: Any, original: Mapping[str, str], label_of: Mapping[str, str]
) -> Iterator[tuple[str, Published]]:
    """The letter that each scorer read, and whether it is right; of one with several values, by each."""
    for name, score in (sample.scores or {}).items():
        letters = [each.strip()[:1] for each in (score.answer or "").split(",")]
        said = "&".join(sorted(label for each in letters if (label := label_of.get(original.get(each, "")))))
        values = score.value if isinstance(score.value, dict) else {"": score.value}
        for part, value in values.items():
            # "P" is partly right, as a number between 0 and 1 is: neither right nor wrong.
            right = {CORRECT: True, INCORRECT: False, NOANSWER: False}.get(str(value), right_of(value))
            yield f"{name} {part}".rstrip(), Published(said or None, right)


def _record(sample: Any, output: Any) -> dict[str, Any]:
    scores = {name: score.model_dump(mode="json") for name, score in (sample.scores or {}).items()}
    record = {"uuid": sample.uuid, "scores": scores, "error_retries": len(sample.error_retries or ())}
    reasoning = _reasoning(output)
    return {**record, "reasoning": reasoning} if reasoning else record


def _reasoning(output: Any) -> list[str]:
    """The model's reasoning, in parts that are not of the reply's text."""
    content = output.choices[0].message.content if output.choices else ""
    parts = content if isinstance(content, list) else []
    return [str(part.reasoning) for part in parts if part.type == "reasoning"]
