"""What the functions share that find labelled replies in public stores."""

import ast
import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Row = tuple[int, str, dict[str, str]]  # number of the record, text, options
Related = Callable[[str], bytes]  # what another file of the store holds, by its path
Source = Callable[[bytes, Related], Iterator[Row]]  # the replies that a stored file holds, as published


def lettered(texts: Iterable[object]) -> dict[str, str]:
    """Texts of options under A, B, C …"""
    return {chr(ord("A") + place): str(text) for place, text in enumerate(texts)}


def numbered(texts: Iterable[object], first: int = 1) -> dict[str, str]:
    """Texts of options under 1, 2, 3 …"""
    return {str(place): str(text) for place, text in enumerate(texts, first)}


def table(stored: bytes, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a table, by the names of its head."""
    csv.field_size_limit(10**9)
    return [*csv.DictReader(io.StringIO(stored.decode("utf-8-sig")), delimiter=delimiter)]


def lines(stored: bytes) -> list[Any]:
    """The value of each line of JSON; an empty line is an empty object, so that numbers stay."""
    return [json.loads(line) if line.strip() else {} for line in stored.rstrip(b"\n").split(b"\n")]


def fields(said: str, options: str = "options", read: Callable[[bytes], Any] = json.loads) -> Source:
    """Replies and options in two fields of each item; the options may be a list, or one written out."""

    def source(stored: bytes, _: Related) -> Iterator[Row]:
        for number, item in enumerate(read(stored)):
            if isinstance(item.get(said), str) and item[said]:
                shown = item[options]
                shown = ast.literal_eval(shown) if isinstance(shown, str) else shown
                yield number, item[said], shown if isinstance(shown, dict) else lettered(shown)

    return source
