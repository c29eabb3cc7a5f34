"""A report as text for files: JSON, Markdown. The same store gives the same bytes."""

import json
import re
from collections.abc import Callable, Sequence

from mhclient.report.blocks.loop import across_tables, findings, tables_of
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import comparison_findings, comparison_tables
from mhclient.report.document import document
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Table, as_cell
from mhclient.report.wording.names import caveat, marks_in_brackets
from mhclient.report.writers.latex import as_latex
from mhclient.report.writers.methods import as_methods
from mhclient.show.visible import visible


def as_json(summaries: Sequence[Summary]) -> str:
    """The document of `mhclient.report.document`, indented."""
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
