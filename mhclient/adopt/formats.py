"""Which module reads a log. A new format is a module and a line here."""

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pydantic_core import PydanticSerializationError, to_json

from benchmark.extras import how_to_install
from benchmark.folder import MANIFEST
from benchmark.untrusted import check_regular_file
from mhclient.adopt import eee, fields, helm, lighteval, lm_eval, openai_evals, opencompass, promptfoo
from mhclient.adopt.logged import Fields, LoggedReply, LogHead, LogUnusable
from mhclient.adopt.records import FilePart, document_of, is_packed, parts_of, readable
from mhclient.errors import MissingPackage, UsageError
from mhclient.loading import later

if TYPE_CHECKING:
    from mhclient.adopt import inspect_log
else:  # it needs inspect_ai
    inspect_log = later("mhclient.adopt.inspect_log")


class Format(Protocol):
    """Interface of a format's module."""

    TOOL: str

    def recognises(self, path: Path) -> bool:
        """Whether the tool wrote the file."""

    def read(self, path: Path, fields: Fields) -> tuple[LogHead, Iterator[LoggedReply]]:
        """What the file says of itself, and its replies one after the other."""


_MODULES: tuple[Format, ...] = (
    lm_eval, helm, eee, lighteval, promptfoo, opencompass, openai_evals, fields,
)  # fmt: skip
# By the name of the tool; asked in this order who knows a file.
FORMATS: Mapping[str, Format] = {module.TOOL: module for module in _MODULES}
# Those whose files may be large and can be read in parts.
IN_PARTS: Mapping[str, Callable[[Path, Fields, FilePart], Iterator[LoggedReply]]] = {
    lm_eval.TOOL: lm_eval.read_part
}
INSPECT = "inspect"
TOOLS = (*FORMATS, INSPECT)
# What a value of another type than a tool writes does to what reads it.
OF_ANOTHER_FORM = (AttributeError, LookupError, TypeError, ValueError)


# Those of whose files each may hold replies to several ways of asking.
IN_WAYS: Mapping[str, Callable[[Path, Fields], list[tuple[LogHead, Iterator[LoggedReply]]]]] = {
    promptfoo.TOOL: promptfoo.read_ways
}
ENDINGS = (".jsonl", ".jsonl.gz", ".json", ".eval", ".csv", ".tsv", ".parquet")
_OF_OURS = {MANIFEST, "ask.py", "load.py"}  # in a benchmark's folder, or one of tasks for lm-eval
_BESIDE = ("results_", "per_instance_stats.", "run_spec.", "scenario.", "stats.", "instances.", "display_")


class Log(NamedTuple):
    """A log that has been opened; its replies are read as they are asked for, and may be asked for again."""

    path: Path
    tool: str
    given: Fields
    head: LogHead
    nth: int = 0  # of the ways of asking in the file

    @property
    def in_parts(self) -> bool:
        """Whether it can be read in parts, apart from each other."""
        return self.tool in IN_PARTS and self.head.in_parts and not is_packed(self.path)

    def parts(self) -> tuple[str, list[FilePart]]:
        """The SHA-256 of a log that can be read in parts, and these in their order."""
        return parts_of(self.path)

    def replies(self, part: FilePart | None = None) -> Iterator[LoggedReply]:
        """Its replies, or those of a part.

        Raises:
            LogUnusable: a record is not as its tool writes it.
        """
        place = f"{self.path}, {f'a record from line {part.first_line} on' if part else 'its first record'}"
        try:
            for reply in self._read(part):
                yield reply
                place = f"the record after {reply.place}"
        except OF_ANOTHER_FORM as error:
            raise LogUnusable(
                f"{place}: not as {self.tool} writes it ({error}). Mend or leave out that record."
            ) from error

    def _read(self, part: FilePart | None) -> Iterator[LoggedReply]:
        if part is not None:
            return IN_PARTS[self.tool](self.path, self.given, part)
        return _read(self.path, self.tool, self.given)[self.nth][1]


def logs_in(folder: Path) -> list[Path]:
    """The files of a folder, and of the folders in it, that may be logs; not what tools write beside them.

    Raises:
        LogUnusable: there is none.
    """
    found: list[Path] = []
    for place, inner, names in os.walk(folder):
        if not _OF_OURS.isdisjoint(names):
            inner.clear()
            continue
        found += (
            Path(place, name)
            for name in names
            if name.endswith(ENDINGS)
            and not name.startswith((".", *_BESIDE))
            and f"{name.removesuffix('.json')}_samples.jsonl" not in names
        )
    if not found:
        raise LogUnusable(f"{folder} holds no log: no file whose name ends in {', '.join(ENDINGS)}.")
    return sorted(found)


def open_log(path: Path, given: Fields, tool: str | None = None) -> Log:
    """The only log, or the first, of a file; as `open_logs`."""
    return open_logs(path, given, tool)[0]


def open_logs(path: Path, given: Fields, tool: str | None = None) -> list[Log]:
    """Find out which tool wrote a log, and what it says of itself: a log for each way of asking in the file.

    Args:
        given: names of fields; where a completion's is given, a file of no known form is read by them.
        tool: one of `TOOLS`; None to find out.

    Raises:
        UsageError: there is no such tool.
        LogUnusable: no tool that is known wrote it, or it cannot be read.
        MissingPackage: it is inspect's, and inspect_ai is not installed.
    """
    if tool is not None and tool not in TOOLS:
        raise UsageError(f"`tool={tool}`: there is no such tool. There are {', '.join(TOOLS)}.")
    if path.is_dir():
        raise LogUnusable(f"{path} is a folder. Name a log file in it.")
    with readable(path):
        check_regular_file(path)
        if not path.stat().st_size:
            raise LogUnusable(f"{path} is empty.")
    found = tool or _tool_of(path, given)
    try:
        heads = [head for head, _ in _read(path, found, given)]
    except OF_ANOTHER_FORM as error:
        raise LogUnusable(f"{path}: its head is not as {found} writes it ({error}).") from error
    for head in heads:
        if not isinstance(head.model, str | None):
            raise LogUnusable(f"{path}: the 'model' that it names is {str(head.model)[:60]!r}, not a text.")
    return [Log(path, found, given, head, nth) for nth, head in enumerate(heads)]


def tool_of(path: Path) -> str | None:
    """Which tool wrote a file, by its name or by what it holds; None for a file that none of them wrote."""
    if _is_inspects(path):
        return INSPECT
    return next((name for name, module in FORMATS.items() if module.recognises(path)), None)


def _tool_of(path: Path, given: Fields) -> str:
    if (found := tool_of(path)) is not None:
        return found
    if given.completion:
        return fields.TOOL
    raise LogUnusable(
        f"{path}: no log that is known ({', '.join(TOOLS)}). Say which with `tool=NAME`, or name its "
        "fields: `completion`, `options`, `gold` and the like."
    )


def _is_inspects(path: Path) -> bool:
    if path.suffix == ".eval":
        return True
    if path.suffix != ".json" or zipfile.is_zipfile(path):
        return False
    with path.open("rb") as file:
        head = file.read(4_096)
    if b'"eval"' not in head or b'"status"' not in head:
        return False
    document = document_of(path)
    return isinstance(document, dict) and {"version", "status", "eval"} <= set(document)


def _read(path: Path, tool: str, given: Fields) -> list[tuple[LogHead, Iterator[LoggedReply]]]:
    if tool in IN_WAYS:
        return IN_WAYS[tool](path, given)
    if tool != INSPECT:
        return [FORMATS[tool].read(path, given)]
    if find_spec("inspect_ai") is None:
        raise MissingPackage(
            f"{path} is a log of inspect_ai, which is needed to read it. {how_to_install('inspect')}"
        )
    return [inspect_log.read(path, given)]


def as_json(value: object) -> bytes:
    """A record of a log as JSON; what JSON cannot say (dates of a table) as text, no number as null."""
    try:
        return to_json(value, inf_nan_mode="null", fallback=str)
    except PydanticSerializationError:  # half a character
        return json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace")
