"""A benchmark in numbers: the tables of the paper's appendix for any build, and ways to write them down.

Numbers come first (`sheets.py`); `forms.py` and `page.py` only write what is there.
"""

from collections.abc import Callable, Mapping

from benchmark.describe.forms import as_csv, to_json, to_latex, to_markdown
from benchmark.describe.page import to_html
from benchmark.describe.sheets import Description, Sheet, describe

# name for --format → what writes it
WRITERS: Mapping[str, Callable[[Description], str]] = {
    "markdown": to_markdown,
    "latex": to_latex,
    "html": to_html,
    "json": to_json,
    "csv": as_csv,
}

__all__ = [
    "WRITERS",
    "Description",
    "Sheet",
    "as_csv",
    "describe",
    "to_html",
    "to_json",
    "to_latex",
    "to_markdown",
]
