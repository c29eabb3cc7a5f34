"""`mhclient parse`: read stored completions without a model, a store or a gold answer."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rich.text import Text

from benchmark.untrusted import MB, bounded_lines, open_regular_bytes
from mhclient.cli.arguments.options import check_json_lines
from mhclient.cli.screen.console import err, out
from mhclient.errors import UsageError
from mhclient.read.highlights import draw, visible_character
from mhclient.read.replies import BadLine, FiledReading, read_replies
from mhclient.show.counts import counted
from mhclient.show.files import KeylessFile, print_text, writing

STYLES = {"said": "", "marks": "bold green", "note": "", "gap": "dim"}
INDENT = "    "
UNUSABLE = "unusable"
LONGEST_LINE = 64 * MB  # a reply may have 32 MB, and JSON may escape what is in it


def execute_parse(args: argparse.Namespace) -> int:
    """Read every line, write its reading, say what came out."""
    outcomes: Counter[str] = Counter()
    check_json_lines(args.out)
    with _lines(args.file) as lines, _written(args.out) as file:
        for read in read_replies(lines):
            if isinstance(read, BadLine):
                outcomes[UNUSABLE] += 1
                err.print(Text(f"{args.file}, line {read.number}: {read.why}"), soft_wrap=True)
            else:
                outcomes[read.reading.outcome.value] += 1
                _show(read, file, explain=args.explain)
    _sum_up(outcomes)
    return 1 if outcomes[UNUSABLE] else 0


@contextmanager
def _lines(name: str) -> Iterator[Iterable[bytes]]:
    if name == "-":
        yield _bounded(name, sys.stdin.buffer)
        return
    try:
        # A shell's <(…) is a pipe whose writer is there already.
        descriptor = name.startswith("/dev/fd/")
        file = open(name, "rb") if descriptor else open_regular_bytes(Path(name))  # noqa: SIM115
    except OSError as error:
        raise UsageError(
            f"{name} cannot be read: {error.strerror or error}. Standard input is read with '-'."
        ) from error
    with file:  # closed here: what its user raises is not its error
        yield _bounded(name, file)


def _bounded(name: str, file: IO[bytes]) -> Iterator[bytes]:
    """The lines, none of which may take the machine's memory."""
    try:
        yield from bounded_lines(file, LONGEST_LINE)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or error}.") from error


@contextmanager
def _written(path: Path | None) -> Iterator[KeylessFile | None]:
    """A file that takes the place of `path` once everything is written."""
    if path is None:
        yield None
        return
    with writing(path) as file:
        yield file


def _show(read: FiledReading, file: KeylessFile | None, *, explain: bool) -> None:
    """The reading as a line of JSON, as a drawing, or both where the JSON goes to a file."""
    if file is not None:
        file.write(read.to_json() + "\n")
    elif not explain:
        print_text(read.to_json() + "\n")
    if explain:
        _explain(read)


def _explain(read: FiledReading) -> None:
    said = " ".join(sorted(read.reading.letters)) or read.reading.outcome.value.replace("_", " ")
    compliance = f" · format: {read.compliance.value.replace('_', ' ')}" if read.compliance else ""
    out.print(Text(f"line {read.reply.number} · {read.reply.id} · {said}{compliance}", style="bold"))
    options = "   ".join(f"{label} {text}" for label, text in read.reply.options.items())
    out.print(
        Text("  " + "".join(map(visible_character, options)), style="dim"), overflow="ellipsis", no_wrap=True
    )
    for row in draw(read.reply.completion, read.reading, out.width - len(INDENT)):
        out.print(Text(INDENT + row.text, style=STYLES[row.kind]), soft_wrap=True)
    out.print()


def _sum_up(outcomes: Counter[str]) -> None:
    counts = ", ".join(f"{count:,} {outcome.replace('_', ' ')}" for outcome, count in outcomes.most_common())
    err.print(Text(f"{counted(outcomes.total(), 'line')}: {counts}" if counts else "no lines"))
