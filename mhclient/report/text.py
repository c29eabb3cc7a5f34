"""A report as text for files: JSON, CSV, Markdown. The same store gives the same bytes."""

import csv
import io
import json
from collections.abc import Sequence

from mhclient.report.cells import FIGURE_HEAD, average_cells, figure_rows, notes, outcome_head, outcome_rows
from mhclient.report.document import document, task_document
from mhclient.report.summary import CAVEAT, Summary


def as_json(summaries: Sequence[Summary]) -> str:
    """The document of `mhclient.report.document`, indented."""
    return json.dumps(document(summaries), ensure_ascii=False, indent=2) + "\n"


def as_csv(summaries: Sequence[Summary]) -> str:
    """One row per run and task: every figure a column, outcomes and strictness spread out."""
    rows = [
        {
            "run": summary.run.run_id,
            "model": summary.spec.model,
            "task": task,
            **_flat(task_document(figures)),
        }
        for summary in summaries
        for task, figures in summary.tasks.items()
    ]
    written = io.StringIO()
    writer = csv.DictWriter(written, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def _flat(fields: dict[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat |= {f"{name}_{key}": inner for key, inner in value.items()}
        elif name in ("ci95", "bounds"):
            low, high = value if isinstance(value, list) else (None, None)
            flat |= {f"{name}_low": low, f"{name}_high": high}
        else:
            flat[name] = value
    return flat


def as_markdown(summaries: Sequence[Summary]) -> str:
    """Per run its figures, averages and outcomes as Markdown tables."""
    parts = ["# Report"]
    for summary in summaries:
        parts += [
            f"## {_escaped(summary.spec.model)}, {_escaped(summary.spec.variant.name)}",
            f"Run `{summary.run.run_id}`; benchmark `{summary.run.benchmark[:12]}`; parser "
            f"{summary.parser_version}; mhclient {summary.program_version}. Figures in %.",
            _markdown_table(FIGURE_HEAD, figure_rows(summary)),
            _markdown_table(outcome_head(summary), outcome_rows(summary)),
        ]
        if cells := average_cells(summary):
            names, values = zip(*cells, strict=True)
            parts.append(_markdown_table(names, [values]))
        parts += [f"* {note}" for note in notes(summary)]
    return "\n\n".join([*parts, f"*{CAVEAT}*"]) + "\n"


def _markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join("| " + " | ".join(_escaped(cell) for cell in line) + " |" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
