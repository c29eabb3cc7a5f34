"""A report or a comparison as values for programs and as text for files: JSON, Markdown.

Documents are described in docs/report.md. Figures keep their full precision; rounding is for people. They
hold no time, no path and no host, so that the same store and program version give the same bytes.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from mhclient.errors import UsageError
from mhclient.report.blocks.loop import (
    across_tables,
    document_across,
    document_of,
    findings,
    merged,
    tables_of,
)
from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.tables import BLOCKS, comparison_findings, comparison_tables
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.settings import Versions
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Table, as_cell
from mhclient.report.wording.names import caveat, marks_in_brackets
from mhclient.report.wording.shapes import intervals_document
from mhclient.report.writers.paper import as_latex, as_methods
from mhclient.report.writers.tidy import comparison_rows, summary_table
from mhclient.show.visible import visible

SCHEMA = "mhclient-report/2"
# Schema 1 began with the first two lines in this order, schema 2 added the third; what other blocks have
# added stands behind them, in theirs.
FIRST = (
    *("run", "findings", "tasks", "groups", "overall", "averages", "averages_ci95", "coverage"),
    *("evidence_effect", "classes", "confused", "choices", "calibration", "judgements", "decisions"),
    *("labels", "shortcuts"),
)


def document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """What the runs were, what is said across them, and each one's figures in the list `reports`.

    A single run's figures also stand at the top level, where they stood before there was such a list for it;
    with several runs the same names are there, and None.
    """
    first = summaries[0]
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "caveat": caveat(summary.run for summary in summaries),
        "program_version": first.versions.program,
        "parser_version": first.versions.parser,
        "intervals": intervals_document(first.settings),
        "runs": [run_document(summary) for summary in summaries],
    }
    reports = [_report(summary) for summary in summaries]
    names = (name for report in reports for name in report)
    alone = reports[0] if len(reports) == 1 else dict.fromkeys(names)
    return head | alone | document_across(summaries) | {"reports": reports}


def run_document(summary: Summary) -> dict[str, Any]:
    """What a run was: everything that decides what was asked, and what came of it."""
    run = summary.run
    spent = run.spent_in_all
    return {
        "run": summary.run_id,
        "benchmark": run.benchmark.digest,
        "benchmark_name": run.benchmark.name,
        **run.spec.to_json(),
        "sent_parameters": sent_parameters(run),
        "served_models": dict(run.served),
        "fingerprints": dict(run.fingerprints),
        "routes": dict(run.routes),
        "tiers": dict(run.tiers),
        "n_planned": summary.overall.accuracy.n_planned,
        "n": summary.overall.accuracy.n,
        "partial": summary.partial,
        "marks": list(run.marks),
        "from_cache": run.from_cache,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cached_tokens": run.cached_tokens,
        "cost_usd": spent.cost_usd,
    }


def _report(summary: Summary) -> dict[str, Any]:
    of_run = {"run": summary.run_id, "findings": [asdict(finding) for finding in findings(summary)]}
    found = merged([of_run, document_of(summary)])
    return {name: found[name] for name in sorted(found, key=_place)}


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)


COMPARISON_SCHEMA = "mhclient-comparison/2"


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as a JSON-ready document; described in docs/report.md."""
    versions = Versions()
    of_all = {key: part for block in BLOCKS for key, part in block.document_of_all(comparison).items()}
    return {
        "schema": COMPARISON_SCHEMA,
        "caveat": caveat(comparison.runs),
        "program_version": versions.program,
        "parser_version": versions.parser,
        "intervals": intervals_document(comparison.settings),
        "runs": [_run(run) for run in comparison.runs],
        "n_tests": comparison.n_tests,
        "findings": [asdict(finding) for finding in comparison_findings(comparison)],
        "pairs": [_pair(pair) for pair in comparison.pairs],
        **of_all,
    }


def _run(run: LoadedRun) -> dict[str, Any]:
    n = sum(item.asked for item in run.scored)  # replies, where items are asked several times
    return {
        "run": run.run.run_id,
        "benchmark": run.benchmark.digest,
        **run.spec.to_json(),
        "n_planned": len(run.scored),
        "n": n,
        "partial": n < len(run.scored),
        "marks": list(run.marks),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    document: dict[str, Any] = {
        "first": pair.first.run.run_id,
        "second": pair.second.run.run_id,
        "circular": pair.circular,
        **pair.unlike.alike,
    }
    for block in BLOCKS:
        document |= block.document(pair)
    return document


def as_json(summaries: Sequence[Summary]) -> str:
    """The document of `mhclient.report.writers.text`, indented."""
    return json.dumps(document(summaries), ensure_ascii=False, indent=2) + "\n"


def as_markdown(summaries: Sequence[Summary]) -> str:
    """The tables across runs, then per run every table and finding."""
    parts = ["# Report"]
    for number, table in across_tables(summaries).items():
        parts += [f"## {_numbered(number)}{table.title}", markdown_table(table)]
        parts += [escape_markdown(note)] if (note := table.note_with_intervals) else []
    for summary in summaries:
        spec, benchmark = summary.run.spec, summary.run.benchmark
        parts += [
            f"## {escape_markdown(f'{spec.model}, {spec.variant.name}{marks_in_brackets(summary.run)}')}",
            f"Run {escape_markdown(summary.run_id)}; benchmark {escape_markdown(benchmark.name)} "
            f"`{benchmark.digest[:12]}`; parser {summary.versions.parser}; mhclient "
            f"{summary.versions.program}. Figures in %.",
            *(f"* {escape_markdown(finding.text)}" for finding in findings(summary)),
        ]
        for shown in tables_of(summary):
            parts += [f"### {shown.title}", markdown_table(shown)]
            parts += [escape_markdown(note)] if (note := shown.note_with_intervals) else []
    return "\n\n".join([*parts, f"*{caveat(summary.run for summary in summaries)}*"]) + "\n"


def _numbered(number: str) -> str:
    """What stands before the title of a table that the paper has too."""
    return f"Table {number}: " if number.isdigit() else ""


def comparison_as_markdown(comparison: Comparison) -> str:
    """Every table and finding of a comparison."""
    parts = ["# Comparison"]
    parts += [f"* {escape_markdown(finding.text)}" for finding in comparison_findings(comparison)]
    for table in comparison_tables(comparison):
        parts += [f"## {escape_markdown(table.title)}", markdown_table(table)]
        parts += [escape_markdown(note)] if (note := table.note_with_intervals) else []
    return "\n\n".join([*parts, f"*{caveat(comparison.runs)}*"]) + "\n"


def markdown_table(table: Table) -> str:
    """A table in Markdown; the best figure of a column is bold.

    Behind a figure stands its interval, and in a head how many items the column is of, where they are known.
    """
    best = table.best_places
    body = [
        [
            f"**{escape_markdown(text)}**"
            if (row, column) in best or _strong(table, row, column)
            else escape_markdown(text)
            for column, text in enumerate(texts)
        ]
        for row, texts in enumerate(table.texts)
    ]
    body = [list(map(_with_interval, texts, row)) for texts, row in zip(body, table.rows, strict=True)]
    lines = [
        list(map(_with_below, table.head, table.below or [""] * len(table.head))),
        ["---", *("---:" for _ in table.head[1:])],
        *body,
    ]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _with_interval(text: str, cell: AnyCell) -> str:
    bounds = as_cell(cell).interval
    return f"{text} ({escape_markdown(bounds)})" if bounds else text


def _with_below(name: str, below: str) -> str:
    return f"{escape_markdown(name)} ({escape_markdown(below)})" if below else escape_markdown(name)


def _strong(table: Table, row: int, column: int) -> bool:
    return as_cell(table.rows[row][column]).strong


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\|*_`\[\]<>])", r"\\\1", visible(text.replace("\n", " "))).replace("\\<", "&lt;")


WRITERS: dict[str, Callable[[Sequence[Summary]], str]] = {
    "json": as_json,
    "markdown": as_markdown,
    "latex": as_latex,
    "methods": as_methods,
}


def report_figures(summaries: Summary | Iterable[Summary]) -> dict[str, Any]:
    """Every figure of a report under its name in JSON: `docs/report.md` lists them.

    Args:
        summaries: what `summarise` gives, or one of them.

    Raises:
        UsageError: something else is given, or nothing.

    Example:
        >>> figures = report_figures(summaries)["reports"][0]
        >>> sorted(figures["labels"]["FC"])[:4], figures["shortcuts"]["FC"]["n_not_guessed"] > 0
        (['answers', 'balanced_accuracy', 'best_constant', 'ci95_balanced_accuracy'], True)
    """
    return document(_listed(summaries))


def report_rows(summaries: Summary | Iterable[Summary]) -> list[dict[str, Any]]:
    """A row per run and task, and one of an empty task over all items: as `report --format summary-csv`.

    Args:
        summaries: what `summarise` gives, or one of them.

    Raises:
        UsageError: something else is given, or nothing.

    Example:
        >>> rows = report_rows(summaries)
        >>> rows[0]["task"], rows[0]["n"], "kappa" in rows[0], rows[-1]["verdict"] is not None
        ('ET', 3, True, True)
    """
    return summary_table(_listed(summaries)).rows


def comparison_figures(comparison: Comparison) -> dict[str, Any]:
    """Every figure of a comparison under its name in JSON.

    Args:
        comparison: what `compare` gives.

    Example:
        >>> comparison_figures(compare(runs))["pairs"][0]["overall"]["right"]["n"]
        20
    """
    return comparison_document(comparison)


def compared_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """A row per pair and task, and one of an empty task over all items: as `compare --format csv`.

    Args:
        comparison: what `compare` gives.

    Example:
        >>> compared_rows(compare(runs))[-1]["right_n"]
        20
    """
    return list(comparison_rows(comparison))


def _listed(summaries: Summary | Iterable[Summary]) -> list[Summary]:
    listed = [summaries] if isinstance(summaries, Summary) else list(summaries)
    if not listed or not all(isinstance(summary, Summary) for summary in listed):
        raise UsageError(
            f"`summaries` is {summaries!r}: give one summary or more, as summarise returns them."
        )
    return listed
