r"""Sheets as LaTeX tables for a paper's appendix; they need \usepackage{booktabs}."""

from benchmark.describe.cells import cell_text, number_columns
from benchmark.describe.sheets import Description, Sheet

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "→": r"$\rightarrow$",
    "…": r"\dots{}",
    **{char: f"\\{char}" for char in "&%$#_"},
}


def to_latex(description: Description) -> str:
    """Every sheet as a `table` environment with caption and label."""
    head = f"% {description.name}: {' '.join(description.source.split())}\n"
    return head + "\n".join(map(_table, description.sheets))


def _table(sheet: Sheet) -> str:
    align = "".join("r" if right else "l" for right in number_columns(sheet.rows))
    caption = ". ".join(filter(None, (sheet.title, sheet.note.rstrip("."))))
    lines = [
        r"\begin{table}[ht]",
        r"\centering",
        rf"\caption{{{escape(caption)}.}}",
        rf"\label{{tab:{_label(sheet.title)}}}",
        rf"\begin{{tabular}}{{{align}}}",
        r"\toprule",
        _row(sheet.header),
        r"\midrule",
        *(_row(tuple(cell_text(cell) for cell in row)) for row in sheet.rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _row(cells: tuple[str, ...]) -> str:
    return " & ".join(map(escape, cells)) + r" \\"


def _label(title: str) -> str:
    return "-".join("".join(char if char.isalnum() else " " for char in title.lower()).split())


def escape(text: str) -> str:
    """Text that LaTeX shows as it is."""
    return "".join(_SPECIAL.get(char, char) for char in " ".join(text.split()))
