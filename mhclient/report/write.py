"""A report as a file, in the form that the file's name asks for."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cache import Store
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.report.loading.item_choice import refuse_golds
from mhclient.report.summary import Summary
from mhclient.report.writers.rows import as_csv, as_parquet
from mhclient.report.writers.text import WRITERS
from mhclient.show.files import check_out, write_file

if TYPE_CHECKING:
    from mhclient.report.page import write as pages
    from mhclient.report.writers import workbook
else:  # each takes a tenth of a second to load, and other forms do without
    pages = later("mhclient.report.page.write")
    workbook = later("mhclient.report.writers.workbook")


def _figures(name: str, summaries: Sequence[Summary]) -> bytes:
    return WRITERS[name](summaries).encode()


# How the file's name ends → what it then holds; a page and a workbook need the store besides.
FORMS: Mapping[str, Callable[[Sequence[Summary]], bytes]] = {
    ".json": partial(_figures, "json"),
    ".md": partial(_figures, "markdown"),
    ".tex": partial(_figures, "latex"),
    ".csv": lambda summaries: as_csv([summary.run for summary in summaries]).encode(),
    ".parquet": lambda summaries: as_parquet([summary.run for summary in summaries]),
}
PAGE, WORKBOOK = ".html", ".xlsx"
WITH_ITEMS = (PAGE, WORKBOOK, ".csv", ".parquet")  # the others hold figures, and no item's gold
FIGURES_ALONE = " A report in .json, .md or .tex holds none."


def write_report(
    store: Store,
    summaries: Summary | Sequence[Summary],
    path: str | os.PathLike[str],
    *,
    with_answers: bool = False,
) -> Path:
    """Write a report.

    Args:
        summaries: what `summarise` gives, or one of them.
        path: the file; it ends in .html (a page, and beside it a folder of items), in .json, .md or .tex
            (figures), in .csv or .parquet (one row per item and run), or in .xlsx (both as sheets, with
            questions and replies).
        with_answers: write a row per item also of a benchmark whose makers ask not to pass answers on.

    Returns:
        The file.

    Raises:
        UsageError: there is nothing to report, no form has such an ending, the file cannot be written,
            answers would be passed on, or what lies there was not written by mhclient and so is not replaced.

    Example:
        >>> write_report(store, summaries, "report.json").name
        'report.json'
    """
    file, reported = Path(path), [summaries] if isinstance(summaries, Summary) else list(summaries)
    if not reported or not all(isinstance(summary, Summary) for summary in reported):
        raise UsageError(
            f"`summaries` is {summaries!r:.60}: give one summary or more, as summarise returns them."
        )
    check_ending(file)
    check_out(file)
    if file.suffix in WITH_ITEMS:
        runs = [summary.run for summary in reported]
        refuse_golds(runs, with_answers=with_answers, otherwise=FIGURES_ALONE)
    if file.suffix == PAGE:
        write_page(store, reported, file)
    elif file.suffix == WORKBOOK:
        write_file(file, workbook.as_workbook(store, reported).data)
    else:
        write_file(file, FORMS[file.suffix](reported))
    return file


def check_ending(file: Path) -> None:
    """Refuse a name that says no form of a report.

    Raises:
        UsageError: its end is none of those.
    """
    if file.suffix not in (PAGE, WORKBOOK, *FORMS):
        raise UsageError(f"{file}: a report ends in {', '.join((PAGE, WORKBOOK, *FORMS))}.")


def write_page(store: Store, summaries: Sequence[Summary], file: Path, *, items: bool = True) -> None:
    """Write the page for a browser.

    Args:
        items: write the folder of items beside it that its figures lead to.

    Raises:
        UsageError: it cannot be written.
    """
    check_out(file)
    try:
        pages.write_pages(store, summaries, file, items=items)
    except OSError as error:
        raise UsageError(f"{error.filename or file} cannot be written: {error.strerror or error}.") from error
