"""Options that several verbs share, and the checks of values that all of them need."""

import argparse
import math
import os
import re
from pathlib import Path

from mhclient.errors import UsageError

STORE_VARIABLE = "MHCLIENT_STORE"
DEFAULT_STORE = "mhclient.sqlite3"


def add_store(parser: argparse.ArgumentParser) -> None:
    """`--store FILE`: where replies are kept."""
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        default=default_store(),
        help=f"the SQLite file that keeps every reply (default: {DEFAULT_STORE}, or ${STORE_VARIABLE})",
    )
    parser.add_argument(
        "--store-anyway",
        action="store_true",
        help="the store lies on a file system that mhclient does not know, and no other machine writes to it",
    )


def default_store() -> Path:
    """Where replies are kept unless somebody says otherwise."""
    return Path(os.environ.get(STORE_VARIABLE) or DEFAULT_STORE)


def add_base_url(parser: argparse.ArgumentParser) -> None:
    """`--base-url`, for a command that finds the address in the store."""
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="the address of the server, if it is not the provider's (needed when the key is not the one "
        "that made the batches)",
    )


def existing_store(path: Path) -> Path:
    """The store, for a command that makes none.

    Raises:
        UsageError: there is none.
    """
    if not path.exists():
        raise UsageError(f"{path}: there is no store here. Name it with --store.")
    return path


MOST_EPOCHS = 1_000
LARGEST_COUNT = 10**9  # more is a slip of the hand, and may be more than SQLite or a provider takes
MOST_AT_ONCE = 10_000  # connections; a machine has hardly more ports and files for them


def count(text: str) -> int:
    """A whole number of at least 1, for argparse."""
    return _whole_number(text, LARGEST_COUNT)


def n_epochs(text: str) -> int:
    """How often each item is asked, for argparse."""
    return _whole_number(text, MOST_EPOCHS)


def points(text: str) -> float:
    """Percentage points between 0 and 100, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of points above 0 and below 100")
    return number


def percentage(text: str) -> float:
    """A number from 0 to 100, for argparse; one up to 1 may be meant as a share, and needs a sign."""
    number = _number(text.removesuffix("%").strip())
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    if 0 < number <= 1 and not text.endswith("%"):
        raise argparse.ArgumentTypeError(
            f"{text} is {number:g} %: write {100 * number:g} for {100 * number:g} %, "
            f"or {number:g}% for {number:g} %"
        )
    return number


def concurrency(text: str) -> int:
    """How many requests may be under way, for argparse."""
    return _whole_number(text, MOST_AT_ONCE)


def port(text: str) -> int:
    """A TCP port, for argparse; 0 for any free one."""
    return 0 if text == "0" else _whole_number(text, 65_535)


def count_or_zero(text: str) -> int:
    """A whole number of at least 0, for argparse."""
    return _whole_number(text, LARGEST_COUNT, least=0)


def seed(text: str) -> int:
    """Of a random draw, for argparse: what numpy takes."""
    return _whole_number(text, 2**32 - 1, least=0)


def _whole_number(text: str, largest: int, least: int = 1) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if not least <= number <= largest:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {largest:,}")
    return number


def count_or_all(text: str) -> int | None:
    """A whole number of at least 1, or the word all (None), for argparse."""
    return None if text == "all" else count(text)


def amount(text: str) -> float:
    """A number above 0, for argparse."""
    number = _number(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def amount_or_none(text: str) -> float | None:
    """A number of at least 0, or the word none, for argparse."""
    if text == "none":
        return None
    number = _number(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number of at least 0 nor 'none'")
    return number


def names(text: str) -> tuple[str, ...]:
    """Names separated by commas, for argparse."""
    found = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if "" in found:
        raise argparse.ArgumentTypeError("is empty" if not text.strip(" ,") else "has one comma too many")
    return found


def ages(text: str) -> tuple[int, ...]:
    """Ages in years separated by commas, for argparse."""
    return tuple(_whole_number(part.strip(), 119) for part in text.split(","))


def run_name(text: str) -> str:
    """A name for a run: on one line, and of characters that show, since tables and papers will hold it."""
    if not text.strip():
        raise argparse.ArgumentTypeError("is empty")
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} contains an invisible character")
    return text


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def add_csv_for(parser: argparse._ActionsContainer) -> None:
    """`--csv-for`."""
    parser.add_argument(
        "--csv-for",
        choices=("spreadsheet", "programs"),
        default="spreadsheet",
        help="who reads CSV files: for a spreadsheet, an apostrophe stands before cells that it would "
        "calculate (default); for programs, cells stay as they are",
    )


def add_with_answers(parser: argparse._ActionsContainer) -> None:
    """`--with-answers`, for what writes items with their golds, or figures of so few that they tell them."""
    parser.add_argument(
        "--with-answers",
        action="store_true",
        help="write answers also of a benchmark whose makers ask not to pass them on",
    )


def add_reading(parser: argparse._ActionsContainer) -> None:
    """How a file of questions is to be understood: `--map`, `--sheet`, `--skip-bad`."""
    parser.add_argument(
        "--map",
        type=mapping,
        action="append",
        default=[],
        metavar="FIELD=COLUMN,…",
        help="which column is what, where it is not found: question=Frage,options=A+B+C,gold=Lösung; "
        "question=Vignette+Frage asks one before the other, question=Frage that column alone; also id, "
        "task, mode; gold_is=letter|text|index0|index1|onehot says how the gold is written",
    )
    parser.add_argument(
        "--sheet", metavar="NAME", help="this sheet of a workbook, or this split of a dataset folder"
    )
    parser.add_argument(
        "--skip-bad",
        action="store_true",
        help="leave out lines that are no questions, such as those with two equal options; how many and why "
        "is said",
    )


def mapping(text: str) -> dict[str, str]:
    """`question=Frage,gold=Lösung`, for argparse; a comma inside a column's name needs an option of its own.

    >>> mapping("question=Frage, lang,gold=Lösung")
    {'question': 'Frage, lang', 'gold': 'Lösung'}
    """
    pairs = [part.partition("=") for part in re.split(r",(?=\s*\w+=)", text)]
    if not all(field.strip() and column.strip() for field, _, column in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not FIELD=COLUMN, as in question=Frage,gold=Lösung")
    return {field.strip(): column.strip() for field, _, column in pairs}
