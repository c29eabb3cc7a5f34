"""A report as text for files: JSON, Markdown, LaTeX. The same store gives the same bytes."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from mhclient.report.blocks.loop import across_tables, findings, tables_of
from mhclient.report.caveat import caveat
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.loop import comparison_findings, comparison_tables
from mhclient.report.document import document
from mhclient.report.names import marks_in_brackets
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Table, as_cell, joined_note, text_of
from mhclient.show.cells import FEW_REPLIES
from mhclient.show.visible import visible


def as_json(summaries: Sequence[Summary]) -> str:
    """The document of `mhclient.report.document`, indented."""
    return json.dumps(document(summaries), ensure_ascii=False, indent=2) + "\n"


def as_markdown(summaries: Sequence[Summary]) -> str:
    """The tables across runs, then per run every table and finding."""
    parts = ["# Report"]
    for number, table in across_tables(summaries).items():
        parts += [f"## {_numbered(number)}{table.title}", markdown_table(table)]
        parts += [escape_markdown(table.note)] if table.note else []
    for summary in summaries:
        spec = summary.run.spec
        parts += [
            f"## {escape_markdown(f'{spec.model}, {spec.variant.name}{marks_in_brackets(summary.run)}')}",
            f"Run {escape_markdown(summary.run_id)}; benchmark `{summary.run.benchmark.digest[:12]}`; parser "
            f"{summary.versions.parser}; mhclient {summary.versions.program}. Figures in %.",
            *(f"* {escape_markdown(finding.text)}" for finding in findings(summary)),
        ]
        for shown in tables_of(summary):
            parts += [f"### {shown.title}", markdown_table(shown)]
            parts += [escape_markdown(shown.note)] if shown.note else []
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
        parts += [escape_markdown(table.note)] if table.note else []
    return "\n\n".join([*parts, f"*{caveat(comparison.runs)}*"]) + "\n"


def as_latex(summaries: Sequence[Summary]) -> str:
    """The tables across runs, for a paper that uses the packages booktabs and graphicx."""
    versions = summaries[0].versions
    measured = caveat(summary.run for summary in summaries)
    comments = [measured, f"mhclient {versions.program}, parser {versions.parser}; runs:"]
    comments += [f"  {s.run_id}{marks_in_brackets(s.run)}{_by_whom(s)}" for s in summaries]
    # A line break in a name would end the comment, and the rest of the name would be LaTeX.
    head = "".join(f"% {' '.join(visible(line).splitlines())}\n" for line in comments)
    head += "% \\usepackage{booktabs,graphicx}\n"
    tables = (
        latex_table(table, f"tab:{number}", measured) for number, table in across_tables(summaries).items()
    )
    return head + "\n" + "\n".join(tables)


def _by_whom(summary: Summary) -> str:
    """That people decided, where they did."""
    decided = summary.run.decided
    if decided is None or not decided.about_this:
        return ""
    return f", with people's decisions (file {decided.digest[:12]})"


def markdown_table(table: Table) -> str:
    """A table in Markdown; the best figure of a column is bold."""
    best = table.best_places
    body = [
        [
            f"**{escape_markdown(text)}**" if (row, column) in best else escape_markdown(text)
            for column, text in enumerate(texts)
        ]
        for row, texts in enumerate(table.texts)
    ]
    lines = [list(map(escape_markdown, table.head)), ["---", *("---:" for _ in table.head[1:])], *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def latex_table(table: Table, label: str, measured: str) -> str:
    """A table in LaTeX; a wider one shrinks to the text's width. The best figure of a column is bold.

    Behind a share of few items stands, in brackets, of how many.

    Args:
        measured: what its figures measure, for the caption.
    """
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape_latex(f'{_ended(table.title)} {measured}')}}}",
        rf"\label{{{label}}}",
        r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
        r"\toprule",
        _latex_row(map(escape_latex, table.head)),
        r"\midrule",
        *(_latex_row(cells) for cells in _latex_cells(table)),
        r"\bottomrule",
        r"\end{tabular}}",
        *([rf"\par\smallskip\footnotesize {escape_latex(note)}"] if (note := _latex_note(table)) else []),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _ended(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cells(table: Table) -> Iterator[list[str]]:
    best = table.best_places
    for row, cells in enumerate(table.rows):
        texts = [escape_latex(text_of(cell)) for cell in cells]
        bold = [rf"\textbf{{{text}}}" if (row, at) in best else text for at, text in enumerate(texts)]
        yield [text + _few(cell) for text, cell in zip(bold, cells, strict=True)]


def _few(cell: AnyCell) -> str:
    """Of how many items a share is, where they are few."""
    behind = as_cell(cell).behind
    if behind is None or behind.of is None or not 0 < behind.of < FEW_REPLIES:
        return ""
    return f" ({behind.of})"


def _latex_note(table: Table) -> str:
    few = any(_few(cell) for row in table.rows for cell in row)
    words = f"In brackets: of how many items, where they are fewer than {FEW_REPLIES}." if few else ""
    return joined_note([table.note, words])


def escape_markdown(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\|*_`\[\]<>])", r"\\\1", visible(text.replace("\n", " "))).replace("\\<", "&lt;")


def escape_latex(text: str) -> str:
    """Text that LaTeX shows as it is.

    >>> escape_latex("50 % of R_1 & more")
    '50 \\\\% of R\\\\_1 \\\\& more'
    >>> escape_latex("--limit")  # two hyphens would be set as a dash
    '-{}-limit'
    """
    parts = re.split(r"(?<=-)(?=-)", visible(text))
    return "{}".join("".join(_LATEX.get(character, character) for character in part) for part in parts)


_LATEX = {
    **{character: f"\\{character}" for character in "%&_#${}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": r"$-$",
    "→": r"$\to$",
    "·": r"$\cdot$",
    "<": r"$<$",
    ">": r"$>$",
    "†": r"$\dagger$",
    "±": r"$\pm$",
    "\n": " ",
}

WRITERS: dict[str, Callable[[Sequence[Summary]], str]] = {
    "json": as_json,
    "markdown": as_markdown,
    "latex": as_latex,
}
