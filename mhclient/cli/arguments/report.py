"""Arguments of `mhclient report`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import COVERAGE_ITEMS, ENTITIES
from mhclient.cli.arguments.options import (
    add_csv_for,
    add_store,
    add_with_answers,
    count_or_all,
    names,
    percentage,
    points,
)
from mhclient.report.blocks import TABLE_NAMES

# How names of files in each format end, the first being the usual one; of two with one ending, the first is
# what such a file holds where no format is given.
ENDINGS = {
    "terminal": (".txt",),
    "html": (".html", ".htm"),
    "json": (".json",),
    "xlsx": (".xlsx",),
    "csv": (".csv",),
    "parquet": (".parquet",),
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "summary-csv": (".csv",),
    "junit": (".xml",),
    "sqlite": (".sqlite", ".sqlite3", ".db"),
    "methods": (".txt", ".md"),
}
FORMATS = tuple(ENDINGS)
DEFAULTS = {
    "no_items": False,
    "bleu": False,
    "top": 15,
    "cluster": "entity",
    "entities": "sample",
    "coverage": "all",
    "label_prefix": "tab:mhclient-",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show the results of one run or several: accuracy, what could not be read and why, preference for "
        "letters, averages over tasks, coverage of the graph. Needs the store only: no network, no key."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, as 'mhclient run' prints them")
    parser.add_argument(
        "--fail-under",
        type=percentage,
        metavar="PERCENT",
        help="end with status 1 where a run's accuracy is below this, or items of it are missing",
    )
    _add_files(parser.add_argument_group("what to write"))
    _add_contents(parser.add_argument_group("what to show"))
    _add_scoring(parser.add_argument_group("how replies are scored"))
    add_item_options(parser)
    add_interval_options(parser)
    add_store(parser)


def _add_files(written: argparse._ArgumentGroup) -> None:
    """Where the report goes, and as what."""
    written.add_argument(
        "--format",
        choices=FORMATS,
        help="csv and parquet: a row per item; summary-csv: a row per run and task; xlsx and sqlite: both, "
        "with questions and replies; junit: for build servers; methods: a paragraph for a paper (default: as "
        "the name of --out ends, else terminal)",
    )
    add_csv_for(written)
    written.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    written.add_argument(
        "--figures",
        type=Path,
        metavar="DIR",
        help="also write figures for a paper into this folder: accuracy, strictness, outcomes, differences, "
        "letters, each as SVG, PDF and PNG (needs the extra 'figures'); the terminal then shows accuracies "
        "alone, unless --show names tables",
    )
    add_label_prefix(written, "tab:mhclient-")
    written.add_argument(
        "--no-items",
        action="store_true",
        help="with html: only the report, without the folder of pages that show its items",
    )
    written.add_argument(
        "--assignment",
        type=Path,
        metavar="FILE",
        help="also write a CSV file that lists which items count for which entity and relation",
    )
    add_with_answers(written)


def _add_contents(shown: argparse._ArgumentGroup) -> None:
    """Which tables, how long, and what their verdicts call a difference."""
    shown.add_argument(
        "--show",
        type=table_names,
        metavar="TABLE,…",
        help=f"on the terminal, show only these tables: {', '.join(TABLE_NAMES)}",
    )
    shown.add_argument(
        "--top",
        type=count_or_all,
        default=DEFAULTS["top"],
        metavar="N",
        help="how many entities to list, or 'all' (default: 15)",
    )
    shown.add_argument(
        "--coverage",
        choices=COVERAGE_ITEMS,
        default=DEFAULTS["coverage"],
        help="which items count for entities and relations: all, as in the paper, or facts, without FC's "
        "items whose answer is no (default: all)",
    )
    shown.add_argument(
        "--margin",
        type=points,
        metavar="POINTS",
        help="the smallest difference that matters, in points: runs that are shown to differ by less, and "
        "neither of them to be better, are equivalent (default: 3; between versions of one question: 5)",
    )


def _add_scoring(scored: argparse._ArgumentGroup) -> None:
    """By which golds and readings, and how free answers are compared with the right option's text."""
    scored.add_argument(
        "--labels",
        metavar="NAME",
        help="score stored replies by this label set of the benchmark (MENTAT: experts, released, reordered, "
        "author)",
    )
    scored.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="replace the program's reading of replies by people's decisions, and show what that changes; "
        "'mhclient audit decisions' writes the file",
    )
    scored.add_argument(
        "--bleu", action="store_true", help="free answers: also by BLEU (needs the extra 'text')"
    )
    scored.add_argument(
        "--bertscore",
        metavar="FOLDER[:layer=N,baseline=F]",
        help="free answers: also by BERTScore, with the model in this folder; MENTAT's is "
        "microsoft/deberta-xlarge-mnli with layer=40,baseline=0.5150192 (needs the extra 'local')",
    )


def add_label_prefix(parser: argparse._ActionsContainer, prefix: str) -> None:
    """What labels of LaTeX begin with; `report` and `compare` share it."""
    parser.add_argument(
        "--label-prefix",
        metavar="TEXT",
        default=prefix,
        help=f"with latex: what the tables' labels begin with (default: {prefix})",
    )


def table_names(text: str) -> tuple[str, ...]:
    """Names of tables, for argparse."""
    found = names(text)
    if unknown := [name for name in found if name not in TABLE_NAMES]:
        known = ", ".join(TABLE_NAMES)
        raise argparse.ArgumentTypeError(f"there is no table '{unknown[0]}'; choose from {known}")
    return found


def condition(text: str) -> tuple[str, str]:
    """`COLUMN=VALUE`, for argparse."""
    column, equals, value = text.partition("=")
    if not equals or not column.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not COLUMN=VALUE, as in chapter='Anatomy*'")
    return column.strip(), value


def add_item_options(parser: argparse.ArgumentParser) -> None:
    """Which items; `report`, `compare` and `letters` share it."""
    which = parser.add_argument_group("items")
    which.add_argument(
        "--by",
        metavar="COLUMN",
        help="group items by a column of imported questions instead of by task",
    )
    which.add_argument(
        "--where",
        type=condition,
        action="append",
        default=[],
        metavar="COLUMN=VALUE",
        help="only items with this value in a column of imported questions; values may be patterns such as "
        "'cardio*'; repeatable: several values of one column are alternatives",
    )


def add_interval_options(parser: argparse.ArgumentParser) -> None:
    """How intervals are worked out; `report`, `compare` and `power` share it."""
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--entities",
        choices=ENTITIES,
        default=DEFAULTS["entities"],
        help="what intervals are about: other entities like these (sample), or questions like these about "
        "exactly these entities, with items taken as independent (fixed) (default: sample)",
    )
    group.add_argument(
        "--cluster",
        default=DEFAULTS["cluster"],
        metavar="WHAT",
        help="which items are treated as dependent: those that share an entity, a triple, nothing (item), or "
        "the value of a column of imported questions (default: entity)",
    )
