"""Options that several verbs share, the checks of their values, and the names that options choose among.

From top to bottom: store and values; names whose rooms are too heavy to import for a help text (a test
compares them); how fast, up to what cost and whether by batch; and in which form a file is written, which
`--format` says, or the end of its name.
"""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Mapping, Sequence
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
        help="what will open the CSV. spreadsheet: put an apostrophe before cells that look like formulas "
        "(default). programs: leave cells unchanged.",
    )


def add_with_answers(parser: argparse._ActionsContainer) -> None:
    """`--with-answers`, for what writes items with their golds, or figures of so few that they tell them."""
    parser.add_argument(
        "--with-answers",
        action="store_true",
        help="include right answers even if the benchmark's authors ask not to share them",
    )


def add_reading(parser: argparse._ActionsContainer) -> None:
    """How a file of questions is to be understood: `--map`, `--sheet`, `--skip-bad`."""
    parser.add_argument(
        "--map",
        type=mapping,
        action="append",
        default=[],
        metavar="FIELD=COLUMN,…",
        help="name the columns that are not detected: question=Stem,options=A+B+C,gold=Key (gold: the right "
        "answer); question=Vignette+Stem joins two columns. Further fields: id, task, mode. "
        "gold_is=letter|text|index0|index1|onehot says how the gold is written.",
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


SEED_LISTS = ("psychiatric-42",)  # benchmark.build.seeds.SHIPPED
SCOPES = ("graph", "slice")  # benchmark.Scope
MULTI_USAGES = ("exclude", "ask")  # benchmark.MultiUsage
GENERIC_DISEASES = ("keep", "mark", "leave-out")  # benchmark.build.settings.GenericDiseases
GENERATORS = ("mentalkg",)
CASE_TYPES = ("type1", "type2", "type3", "type4")  # benchmark.mentalkg.profiles.PROFILES
LABEL_SETS = ("released", "reordered", "experts")  # benchmark.labels.fit.SETS
LABEL_ORDERS = ("released", "corrected", "ignored")  # benchmark.labels.ratings.OrderUndone
LABEL_MODELS = ("hierarchical", "bt")  # benchmark.labels.fit.LabelModel
MENTAT_PARTS = ("eval", "shots", "all")  # benchmark.mentat.design.Part
DESCRIPTION_FORMATS = ("markdown", "latex", "html", "json", "csv")  # benchmark.describe.WRITERS
ASKABLE_ENDINGS = ("cut", "filtered", "empty", "unfinished", "errors")  # cache.ASKABLE_AGAIN
ENTITIES = ("sample", "fixed")  # mhclient.figures.clustering.Entities
COVERAGE_ITEMS = ("all", "facts")  # mhclient.figures.coverage.CoverageItems
ASKS = ("write", "forced-choice", "generate", "logprobs")  # mhclient.run.spec.Ask
ANCHOR = "\\nAnswer:"  # mhclient.run.letter_forms.ANCHOR
DTYPES = ("bfloat16", "float16", "float32")
ENGINES = ("packed", "reference")
SIMULATED_MODELS = (  # mhclient.simulator.profiles.PROFILES
    *("sim-tidy", "sim-verbose", "sim-a-biased", "sim-refusing", "sim-reasoning", "sim-wavering"),
    *("sim-shortcut", "sim-even", "sim-turning", "sim-ordered", "sim-writer", "sim-checker"),
    *("sim-embedder", "sim-limited"),
)
DEFAULT_VARIANT = "letter-only"  # mhclient.ask.making.DEFAULT_VARIANT
MAX_TOKENS = 120  # mhclient.run.parameters.MAX_TOKENS


MOST_REPLY_MB = 100


def add_pace_arguments(parser: argparse.ArgumentParser, *, of_run: bool = False) -> None:
    """How fast, for how much, and what to do if a parameter is refused; `of_run` has a few more."""
    how = _add_how_fast(parser)
    if of_run:
        _add_patience(how)
    _add_how_much(parser)
    _add_asked_again(parser)
    _add_refused_parameters(parser)


def _add_how_fast(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    how = parser.add_argument_group("how fast")
    how.add_argument(
        "--concurrency",
        type=concurrency,
        metavar="N",
        help="maximum number of simultaneous requests (default: 64)",
    )
    how.add_argument(
        "--requests-per-min",
        type=amount,
        metavar="N",
        help="send at most this many (default: learned from the provider)",
    )
    how.add_argument(
        "--tokens-per-min",
        type=amount,
        metavar="N",
        help="use at most this many (default: learned from the provider)",
    )
    how.add_argument(
        "--timeout", type=amount, metavar="SECONDS", help="wait this long for one reply (default: 300)"
    )
    return how


def _add_patience(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--wait-for-server",
        type=amount,
        default=600.0,
        metavar="SECONDS",
        help="wait this long for a server that can no longer be reached (default: 600)",
    )
    how.add_argument(
        "--max-reply-mb",
        type=reply_mb,
        default=32.0,
        metavar="MB",
        help="a larger reply is an error, and the rest of it is not read (default: 32)",
    )


def _add_how_much(parser: argparse.ArgumentParser) -> None:
    money = parser.add_argument_group(
        "cost and limits",
        "Limits apply to the whole run, resumed parts included. A request that waits for its reply counts at "
        "its highest possible cost.",
    )
    money.add_argument(
        "--dry-run",
        action="store_true",
        help="print the number of requests and tokens and the highest possible cost; send nothing",
    )
    money.add_argument("--max-cost", type=amount, metavar="USD", help="never spend more than this")
    money.add_argument("--max-requests", type=count, metavar="N", help="never send more requests than this")
    money.add_argument(
        "--max-total-tokens",
        type=count,
        metavar="N",
        help="never use more tokens than this, prompts included",
    )
    money.add_argument(
        "--price",
        metavar="IN,OUT[,CACHED]",
        help="USD per million prompt, completion and cached prompt tokens, for models without a list price",
    )


def _add_asked_again(parser: argparse.ArgumentParser) -> None:
    again = parser.add_argument_group("asking again")
    again.add_argument(
        "--ask-again",
        type=endings,
        default=frozenset(),
        metavar="KIND,…",
        help="ask items again whose reply was cut, filtered, empty or unfinished, or that ended in errors "
        "(default: none; items not asked yet, and errors that may pass, are always asked)",
    )


def _add_refused_parameters(parser: argparse.ArgumentParser) -> None:
    fit = parser.add_argument_group("parameters that a model refuses")
    fit.add_argument(
        "--adapt-parameters",
        action="store_true",
        help="leave out or change them, and record what was asked and what was sent",
    )
    fit.add_argument(
        "--no-preflight",
        action="store_true",
        help="do not send one request first to test key, address, model and parameters, nor stop where the "
        "first 30 replies hold no answer",
    )


def reply_mb(text: str) -> float:
    """The most megabytes of a reply, for argparse; what the store unpacks has a bound, too."""
    if not amount(text) <= MOST_REPLY_MB:
        raise argparse.ArgumentTypeError(f"{text} MB is more than {MOST_REPLY_MB}, the most that can be kept")
    return amount(text)


def add_batch_arguments(parser: argparse.ArgumentParser, *, of_run: bool = False) -> None:
    batch = parser.add_argument_group(
        "batch API", "Half the price; replies arrive within a day. 'mhclient collect' fetches them."
    )
    batch.add_argument(
        "--batch",
        action="store_true",
        help="send the requests through the provider's batch API (openai, anthropic, gemini-native)",
    )
    batch.add_argument("--wait", action="store_true", help="with --batch: wait until the batches have ended")
    if not of_run:
        return
    batch.add_argument(
        "--batch-lines",
        type=count,
        metavar="N",
        help="most requests in a batch (default: the provider's limit)",
    )
    batch.add_argument(
        "--queued-tokens",
        type=count,
        metavar="N",
        help="most tokens in all open batches (default: learned when the provider refuses a batch)",
    )


def endings(text: str) -> frozenset[str]:
    """Ways for an item to end, for argparse."""
    found = frozenset(names(text))
    if unknown := sorted(found.difference(ASKABLE_ENDINGS)):
        raise argparse.ArgumentTypeError(
            f"there is no kind '{unknown[0]}'; choose from {', '.join(ASKABLE_ENDINGS)}"
        )
    return found


TERMINAL = "terminal"
NEUTRAL = ("", ".txt", ".log", ".out")  # such a file may hold any text
# Ends of names that promise a form, whether any verb writes it or not.
PROMISES = frozenset({
    ".html", ".htm", ".json", ".jsonl", ".csv", ".tsv", ".parquet", ".md", ".tex", ".xml", ".sqlite", ".db",
    ".xlsx", ".xls", ".ods", ".doc", ".docx", ".odt", ".pdf", ".pptx", ".rtf", ".zip", ".gz", ".png", ".svg",
})  # fmt: skip

JSON_LINES = {"jsonl": (".jsonl", ".json", ".ndjson")}


def check_json_lines(out: Path | None) -> None:
    """Refuse a file for JSON lines whose name promises something else.

    Raises:
        UsageError: it does.
    """
    form_of("jsonl", out, JSON_LINES)


def form_of(
    given: str | None, out: Path | None, endings: Mapping[str, Sequence[str]], option: str = "--format"
) -> str:
    """The form that is meant.

    >>> form_of(None, Path("r.html"), {"html": [".html"]}), form_of(None, None, {})
    ('html', 'terminal')

    Args:
        given: by `option`; None where it was left out.
        out: the file, if one is named.
        endings: form → how names of such files end, the first being the usual one.

    Raises:
        UsageError: the file's name promises another form, or one that is not written.
    """
    if out is None or (out.exists() and not out.is_file()):  # a folder, a pipe, /dev/stdout
        return given or TERMINAL
    ending = out.suffix.lower()
    if ending in NEUTRAL:
        return given or TERMINAL
    fitting = [form for form, of_form in endings.items() if ending in of_form]
    if given is None and fitting:
        return fitting[0]
    if given is not None and (given in fitting or ending not in PROMISES):
        return given
    if fitting:
        usual = _usual(endings.get(given or ""))
        raise UsageError(
            f"--out {out} says {option} {fitting[0]}, but {option} {given} is given. Leave {option} out, or "
            f"name {usual}."
        )
    known = ", ".join(dict.fromkeys(of_form[0] for of_form in endings.values() if of_form))
    raise UsageError(f"--out {out}: no {ending} is written here. Name a file that ends in {known}.")


def _usual(endings: Sequence[str] | None) -> str:
    return f"a file that ends in {endings[0]}" if endings else "a file that ends in .txt"
