"""Tables for a paper: LaTeX with booktabs, each with n, intervals and the best figure in bold."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from mhclient.report.blocks.loop import across_tables, merged, paper_tables
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import comparison_tables
from mhclient.report.settings import Versions, for_a_paper
from mhclient.report.summary import Summary
from mhclient.report.table import AnyCell, Table, as_cell, joined_note, text_of
from mhclient.report.wording.names import caveat, marks_in_brackets
from mhclient.show.cells import FEW_REPLIES, ROUGH, ROUGH_NOTE
from mhclient.show.visible import visible

MOST_COLUMNS = 10  # of figures beside each other
# What labels begin with.
PREFIX, COMPARED = "tab:mhclient-", "tab:mhclient-compare-"


def as_latex(summaries: Sequence[Summary], prefix: str = PREFIX) -> str:
    """The tables across runs and those of single runs that a paper has, for booktabs and graphicx.

    Args:
        prefix: what labels begin with, so that they are no other labels of the paper.
    """
    versions = summaries[0].versions
    measured = caveat(summary.run for summary in summaries)
    comments = [measured, f"mhclient {versions.program}, parser {versions.parser}; runs:"]
    comments += [f"  {s.run_id}{marks_in_brackets(s.run)}{_by_whom(s)}" for s in summaries]
    tables = merged([across_tables(summaries), paper_tables(summaries)])
    topics = [topic_of(table.title) if name.isdigit() else name for name, table in tables.items()]
    return _head(comments) + _labelled(prefix, topics, tables.values(), measured)


def comparison_as_latex(comparison: Comparison, prefix: str = COMPARED) -> str:
    """Every table of a comparison, likewise; labels name runs and topic."""
    versions, measured = Versions(), caveat(comparison.runs)
    comments = [measured, f"mhclient {versions.program}, parser {versions.parser}; runs:"]
    comments += [f"  {run.run.run_id}{marks_in_brackets(run)}" for run in comparison.runs]
    tables = list(comparison_tables(comparison))
    return _head(comments) + _labelled(prefix, [topic_of(each.title) for each in tables], tables, measured)


def _labelled(prefix: str, topics: Sequence[str], tables: Iterable[Table], measured: str) -> str:
    """The tables, each with a label of its topic; of several of one topic, the later ones are numbered."""
    seen: Counter[str] = Counter()
    written = []
    for topic, table in zip(topics, tables, strict=True):
        seen[topic] += 1
        label = topic if seen[topic] == 1 else f"{topic}-{seen[topic]}"
        written.append(latex_table(table, f"{prefix}{label}", measured))
    return "\n".join(written)


def topic_of(title: str) -> str:
    """A table's title as its label says it.

    >>> topic_of("Accuracy by task, and averages, in %"), topic_of("gpt-5 minus o3: how items ended")
    ('accuracy-by-task', 'gpt-5-minus-o3-how-items-ended')
    """
    topic = re.split("[,;]", title)[0].removesuffix(" in %")
    return "-".join(re.findall(r"[a-z0-9]+", topic.lower()))


def _head(comments: Iterable[str]) -> str:
    # A line break in a name would end the comment, and the rest of the name would be LaTeX.
    head = "".join(f"% {' '.join(visible(line).splitlines())}\n" for line in comments)
    return head + "% \\usepackage{booktabs,graphicx}\n\n"


def _by_whom(summary: Summary) -> str:
    """That people decided, where they did."""
    decided = summary.run.decided
    if decided is None or not decided.about_this:
        return ""
    return f", with people's decisions (file {decided.digest[:12]})"


def latex_table(table: Table, label: str, measured: str) -> str:
    """A table in LaTeX; a wider one shrinks to the text's width. The best figure of a column is bold.

    A figure's interval stands small below it, and how many items a column is of below its head.
    Behind a share of few items stands, in brackets, of how many.

    Args:
        measured: what its figures measure, for the caption.
    """
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{escape_latex(f'{_ended(table.title)} {measured}')}}}",
        rf"\label{{{label}}}",
        *_tabulars(table),
        *([rf"\par\smallskip\footnotesize {escape_latex(note)}"] if (note := _latex_note(table)) else []),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _tabulars(table: Table) -> Iterator[str]:
    """The table's columns, so many of them below each other that they can be read."""
    head = [_stacked(escape_latex(name), below) for name, below in _with_below(table)]
    rows = list(_latex_cells(table))
    names, columns = list(range(table.names)), list(range(table.names, len(head)))
    n_parts = max(1, -(-len(columns) // MOST_COLUMNS))
    size = -(-len(columns) // n_parts)
    for part in range(n_parts):
        chosen = [*names, *columns[part * size : (part + 1) * size]]
        yield from ([r"\par\medskip"] if part else [])
        yield r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%"
        yield rf"\begin{{tabular}}{{{'l' * len(names)}{'r' * (len(chosen) - len(names))}}}"
        yield r"\toprule"
        yield _latex_row(head[at] for at in chosen)
        yield r"\midrule"
        yield from (_latex_row(cells[at] for at in chosen) for cells in rows)
        yield r"\bottomrule"
        yield r"\end{tabular}}"


def _ended(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _latex_cells(table: Table) -> Iterator[list[str]]:
    best = table.best_places
    for row, cells in enumerate(table.rows):
        texts = [escape_latex(text_of(cell)) for cell in cells]
        bold = [
            rf"\textbf{{{text}}}" if (row, at) in best or as_cell(cell).strong else text
            for at, (text, cell) in enumerate(zip(texts, cells, strict=True))
        ]
        yield [
            _stacked(text + _few(cell), as_cell(cell).interval)
            for text, cell in zip(bold, cells, strict=True)
        ]


def _with_below(table: Table) -> Iterator[tuple[str, str]]:
    return zip(table.head, table.below or [""] * len(table.head), strict=True)


def _stacked(text: str, below: str) -> str:
    """A text with another small below it."""
    return rf"\shortstack[r]{{{text}\\ \scriptsize {escape_latex(below)}}}" if below else text


def _few(cell: AnyCell) -> str:
    """Of how many replies a share is, where they are few."""
    behind = as_cell(cell).behind
    if behind is None or behind.of is None or not 0 < behind.of < FEW_REPLIES:
        return ""
    return f" ({behind.of})"


def _latex_note(table: Table) -> str:
    own = for_a_paper(table.note_with_intervals)
    few = any(_few(cell) for row in table.rows for cell in row)
    words = f"In brackets: of how many replies, where they are fewer than {FEW_REPLIES}." if few else ""
    marked = any(ROUGH in text_of(cell) for row in table.rows for cell in row)
    rough = ROUGH_NOTE if marked and "†" not in table.note_with_intervals else ""
    return joined_note([own, words, rough])


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
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "“": "``",
    "”": "''",
    "’": "'",
    "…": r"\ldots{}",
    "\n": " ",
}
