"""Reading triples.csv: the rows of the slice behind a benchmark, whoever wrote them."""

import csv
from collections.abc import Iterator
from pathlib import Path

from benchmark.bounded import TABLE_MAX, open_regular_file
from benchmark.errors import ItemFormatError

CELLS = tuple(f"{end}_{cell}" for end in ("head", "tail") for cell in ("key", "type", "name"))


def read_triples(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a slice; none where there is no such file. A cell that is not there is empty.

    Raises:
        ItemFormatError: it is no such table; names the line.
    """
    if not path.is_file():
        return
    line = 1
    try:
        with open_regular_file(path, TABLE_MAX) as file:
            reader = csv.DictReader(file, restval="")
            missing = [name for name in ("relation", *CELLS) if name not in (reader.fieldnames or ())]
            if missing:
                raise ItemFormatError(f"{path}, line 1: no column {missing[0]!r}. Build the benchmark again.")
            for row in reader:
                line = reader.line_num
                yield {name: row[name] or "" for name in ("relation", *CELLS)}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ItemFormatError(
            f"{path}, after line {line}: cannot be read as a table of triples ({error})."
        ) from error
