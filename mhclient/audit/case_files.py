"""Cases for programs and for other eyes: CSV, JSON lines, and a page that runs nothing."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from mhclient.read.case import Case
from mhclient.read.highlights import highlights_of, pieces, read_case
from mhclient.show.counts import counted
from mhclient.show.csv_cells import Cells, csv_of
from mhclient.show.visible import visible

COLUMNS = (
    *("run", "model", "task", "relation", "item_id", "outcome", "letters", "grade", "rule"),
    *("span_start", "span_end", "finish_reason", "mode", "question", "options", "completion", "case"),
    "repetition",
)


def rows_of(cases: Sequence[Case]) -> Iterator[dict[str, Any]]:
    """One row per case. The gold is left out; beware that an item's relation may give it away."""
    for case in cases:
        yield {
            "run": case.run_id,
            "model": case.model,
            "task": case.task,
            "relation": case.relation,
            "item_id": case.item_id,
            **case.reading._asdict(),
            "finish_reason": case.finish_reason,
            "mode": case.mode,
            "question": case.question,
            "options": dict(case.options),
            "completion": case.completion,
            "case": case.key,
            "repetition": case.repetition,
        }


def as_jsonl(cases: Sequence[Case]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of(cases))


def as_csv(cases: Sequence[Case], cells: Cells | None = None) -> str:
    """CSV with a head; options as JSON. A text that a spreadsheet would take for a formula follows a `'`."""
    rows = (row | {"options": json.dumps(row["options"], ensure_ascii=False)} for row in rows_of(cases))
    return csv_of(COLUMNS, rows, cells)


def as_html(cases: Sequence[Case]) -> str:
    """One page, every piece of text escaped, with a policy that lets no script run."""
    # Imported here: it takes a twentieth of the time in which an audit opens, and only this page needs it.
    from jinja2 import Environment, PackageLoader

    environment = Environment(loader=PackageLoader("mhclient.audit", "."), autoescape=True)
    shown = ((case, list(pieces(case.completion, highlights_of(read_case(case))))) for case in cases)
    return environment.get_template("cases.html").render(
        shown=shown, n=counted(len(cases), "reply"), visible=visible
    )


WRITERS = {"csv": as_csv, "jsonl": as_jsonl, "html": as_html}
