"""Options of the verbs that show figures: report, compare, drift, power, letters."""

from __future__ import annotations

import argparse
import math
from datetime import datetime
from pathlib import Path

from mhclient.cli.arguments.options import (
    COVERAGE_ITEMS,
    ENTITIES,
    add_csv_for,
    add_store,
    add_with_answers,
    count,
    count_or_all,
    names,
    percentage,
    points,
)
from mhclient.report.blocks import TABLE_NAMES

# How names of files in each format end, the first being the usual one; of two with one ending, the first is
# what such a file holds where no format is given.
REPORT_ENDINGS = {
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
REPORT_FORMATS = tuple(REPORT_ENDINGS)
REPORT_DEFAULTS = {
    "no_items": False,
    "bleu": False,
    "top": 15,
    "cluster": "entity",
    "entities": "sample",
    "coverage": "all",
    "label_prefix": "tab:mhclient-",
}


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show the results of one run or several: accuracy, unread replies and their reasons, letter bias, "
        "averages over tasks, coverage of the graph. Needs only the store: no network and no key."
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        help="run ids, or @last for those made last; 'mhclient runs' lists them",
    )
    parser.add_argument(
        "--fail-under",
        type=percentage,
        metavar="PERCENT",
        help="exit with status 1 if a run's accuracy is below this or any of its items are missing",
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
        choices=REPORT_FORMATS,
        help="csv, parquet: a row per item. summary-csv: a row per run and task. xlsx, sqlite: both, with "
        "questions and replies. junit: for build servers. methods: a paragraph for a paper. (default: by "
        "how the name of --out ends, else terminal)",
    )
    add_csv_for(written)
    written.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    written.add_argument(
        "--figures",
        type=Path,
        metavar="DIR",
        help="also write figures for a paper into this folder, as SVG, PDF and PNG (needs the extra "
        "'figures'). The terminal then shows only accuracies, unless --show names tables.",
    )
    add_label_prefix(written, "tab:mhclient-")
    written.add_argument(
        "--no-items",
        action="store_true",
        help="with html: leave out the folder of pages that show single items",
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
        default=REPORT_DEFAULTS["top"],
        metavar="N",
        help="how many entities to list, or 'all' (default: 15)",
    )
    shown.add_argument(
        "--coverage",
        choices=COVERAGE_ITEMS,
        default=REPORT_DEFAULTS["coverage"],
        help="which items count for entities and relations: all, as in the paper, or facts, without "
        "fact-checking items (FC) whose right answer is no (default: all)",
    )
    shown.add_argument(
        "--margin",
        type=points,
        metavar="POINTS",
        help="the smallest difference that matters, in percentage points. Two runs are equivalent if they "
        "are shown to differ by less and neither is shown to be better. (default: 3; between versions of one "
        "question: 5)",
    )


def _add_scoring(scored: argparse._ArgumentGroup) -> None:
    """By which golds and readings, and how free answers are compared with the right option's text."""
    scored.add_argument(
        "--labels",
        metavar="NAME",
        help="score replies by this label set of the benchmark (MENTAT: experts, released, reordered, "
        "author)",
    )
    scored.add_argument(
        "--decisions",
        type=Path,
        metavar="FILE",
        help="use people's decisions instead of the program's readings, and show what that changes; "
        "'mhclient audit decisions' writes the file",
    )
    scored.add_argument(
        "--bleu", action="store_true", help="also score free-text answers by BLEU (needs the extra 'text')"
    )
    scored.add_argument(
        "--bertscore",
        metavar="FOLDER[:layer=N,baseline=F]",
        help="also score free-text answers by BERTScore, with the model in this folder; MENTAT uses "
        "microsoft/deberta-xlarge-mnli with layer=40,baseline=0.5150192 (needs the extra 'local')",
    )


def add_label_prefix(parser: argparse._ActionsContainer, prefix: str) -> None:
    """What labels of LaTeX begin with; `report` and `compare` share it."""
    parser.add_argument(
        "--label-prefix",
        metavar="TEXT",
        default=prefix,
        help=f"with latex: prefix of the tables' labels (default: {prefix})",
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
        "'cardio*'; repeatable: values for the same column are alternatives",
    )


def add_interval_options(parser: argparse.ArgumentParser) -> None:
    """How intervals are worked out; `report`, `compare` and `power` share it."""
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "--entities",
        choices=ENTITIES,
        default=REPORT_DEFAULTS["entities"],
        help="sample: intervals for other, similar entities. fixed: for other questions about these same "
        "entities, with items treated as independent. (default: sample)",
    )
    group.add_argument(
        "--cluster",
        default=REPORT_DEFAULTS["cluster"],
        metavar="WHAT",
        help="treat items as dependent if they share an entity, a triple or a value of this column of "
        "imported questions; 'item' treats all as independent (default: entity)",
    )


COMPARE_ENDINGS = {
    "terminal": (".txt",),
    "json": (".json",),
    "markdown": (".md", ".markdown"),
    "latex": (".tex",),
    "csv": (".csv",),
}
COMPARE_FORMATS = tuple(COMPARE_ENDINGS)


def add_compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compare runs (models or prompt formats) on the items they share: differences in accuracy, with "
        "intervals and adjusted p values, and in unread replies, items that changed, and cost. "
        "Tables compare the first run with each of the others. Verdicts and the adjustment of p values cover "
        "all pairs, as in reports. With --by parent, hardened benchmarks are compared with the benchmarks "
        "they were made from, for each model and method of choosing wrong options."
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="run ids, two or more")
    pairs = parser.add_mutually_exclusive_group()
    pairs.add_argument("--all-pairs", action="store_true", help="show tables for every pair of runs")
    pairs.add_argument(
        "--first-only",
        action="store_true",
        help="adjust p values only over the first run's pairs. Fewer tests detect smaller differences; "
        "decide this before you see results.",
    )
    parser.add_argument(
        "--format",
        choices=COMPARE_FORMATS,
        help="csv: a row per pair and task (default: as the name of --out ends, else terminal)",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_csv_for(parser)
    add_label_prefix(parser, "tab:mhclient-compare-")
    add_with_answers(parser)
    add_item_options(parser)
    add_interval_options(parser)
    parser.add_argument(
        "--margin",
        type=points,
        metavar="POINTS",
        help="the smallest difference that matters, in percentage points: two runs are equivalent if they "
        "are shown to differ by less and neither is shown to be better (default: 3)",
    )
    add_store(parser)


DRIFT_ENDINGS = {"terminal": (".txt",), "json": (".json",), "html": (".html", ".htm")}


def add_drift_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Tell a service that moved from its own noise. 'mhclient run … --panel N' asks the same N items "
        "again at the start and the end of a run, and with --panel-only every day; this shows the panels in "
        "the order of time, the evidence of a change, when it began, and what the service said of itself. "
        "The exit status is 1 where a change is shown."
    )
    parser.add_argument(
        "runs",
        nargs="*",
        metavar="RUN",
        help="runs whose panels are meant (default: all panels of the store)",
    )
    parser.add_argument(
        "--since",
        type=time_of,
        metavar="TIME",
        help="only panels begun then or later, as 2026-11-20 or 2026-11-20T08:00 (UTC): so a series begins "
        "anew after a change that is known and accepted",
    )
    parser.add_argument("--format", choices=tuple(DRIFT_ENDINGS), help="default: as the name of --out ends")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    add_store(parser)


def time_of(text: str) -> datetime:
    """A day or a time as people write it.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no time: write 2026-11-20 or 2026-11-20T08:00"
        ) from None


# What a pilot says instead.
POWER_DEFAULTS = {"accuracy": 0.6, "discordant": 0.2}


def add_power_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Before you pay for runs: calculate how small a difference in accuracy between two of them would be "
        "detected, for the tasks of a benchmark or for a number of items. The verdict of 'mhclient compare' "
        "is simulated on these items. With --pilot, two stored runs show what to expect, and a range says "
        "how far off they may be. Without a pilot, items that share drugs, diseases or other entities are "
        "assumed to be no more alike than others (design effect 1); if they are, only larger differences "
        "are detected."
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--benchmark", type=Path, metavar="DIR", help="the tasks and items of this benchmark")
    what.add_argument("--n", type=count, metavar="N", help="this number of items")
    parser.add_argument(
        "--pilot",
        nargs=2,
        metavar="RUN",
        help="two stored runs, of all or some of the items; --benchmark is that of the first unless given",
    )
    parser.add_argument(
        "--design",
        choices=("gender", "nationality", "age"),
        help="with --benchmark of a paired design: the smallest difference between versions that differ in "
        "this attribute alone that would be found, and the smallest margin within which they could be shown "
        "to be equal",
    )
    parser.add_argument("--tasks", type=names, metavar="TASK,…", help="with --benchmark: only these tasks")
    parser.add_argument(
        "--pairs", type=count, default=1, metavar="N", help="number of pairs of runs to compare (default: 1)"
    )
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    wanted = parser.add_argument_group("what is wanted")
    _add_share(wanted, "--alpha", 0.05, "chance of any false finding among all tests together")
    _add_share(wanted, "--power", 0.8, "chance of detecting the difference")
    group = parser.add_argument_group("assumptions, where there is no pilot")
    _add_share(group, "--accuracy", POWER_DEFAULTS["accuracy"], "accuracy of the first run")
    text = "share of the items that exactly one of the two runs answers correctly"
    _add_share(group, "--discordant", POWER_DEFAULTS["discordant"], text)
    add_interval_options(parser)
    add_store(parser)


def _add_share(group: argparse._ArgumentGroup, flag: str, default: float, text: str) -> None:
    group.add_argument(flag, type=_share, default=default, metavar="P", help=f"{text} (default: {default})")


def _share(text: str) -> float:
    number = _number(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def add_letters_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show what a model chooses when the probabilities of the option letters decide: accuracy, and "
        "choices that rounding or another rule of choosing would change. With a second run, in which the "
        "model wrote its answers, compare what it chose and what it wrote, item by item."
    )
    parser.add_argument("run", metavar="RUN", help="a run made with --ask forced-choice or --ask logprobs")
    parser.add_argument(
        "written",
        nargs="?",
        metavar="WRITTEN",
        help="a run of the same items in which the model wrote its answers",
    )
    parser.add_argument(
        "--orders",
        type=names,
        default=(),
        metavar="RUN,…",
        help="runs of the same model with the options in other orders, on all items or a sample: the model's "
        "preference for letters is estimated from them and removed",
    )
    parser.add_argument(
        "--format", choices=("terminal", "json"), default="terminal", help="default: terminal"
    )
    parser.add_argument(
        "--items",
        type=Path,
        metavar="FILE",
        help="also write one line per item: as CSV, or if FILE ends in .jsonl as JSON lines with all scores "
        "or bounds",
    )
    add_with_answers(parser)
    add_item_options(parser)
    add_csv_for(parser)
    add_store(parser)
