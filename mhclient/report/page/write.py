"""The report's page, and where it and the item pages are written."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from cache import Store
from mhclient.errors import UsageError
from mhclient.figures.clustering import Entities
from mhclient.machine.process import no_gc
from mhclient.redaction.secrets import results_redactor
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import comparison_findings
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.page.charts import Drawer, bars_of
from mhclient.report.page.frame import frame, template, words_of_the_page
from mhclient.report.page.items import ItemPages, marks_of
from mhclient.report.page.pairs import AGAINST, SIGNS, Matrix, comparisons_of, matrix_of, rank_tables
from mhclient.report.page.runs import (
    Links,
    PageRun,
    by_accuracy,
    facts,
    invented,
    measures,
    task_heads,
    title,
    too_many_items,
)
from mhclient.report.page.sections import comparison_section, found_table, sections
from mhclient.report.page.summary_text import minute
from mhclient.report.summary import Finding, Summary
from mhclient.report.wording.names import caveat
from mhclient.show.files import replacing
from mhclient.show.visible import visible

# Stands in the head of every page, as in the templates: by it our own pages are known.
GENERATOR = b'<meta name="generator" content="mhclient">'


def write_pages(
    store: Store,
    summaries: Sequence[Summary],
    out: Path,
    *,
    items: bool = True,
) -> None:
    """Write the page, and beside it a folder `<name>-items` with a page per run.

    Where a run has more than 100,000 replies there is no such folder, and the page says so. All of them
    take their places at the end; pages of an earlier report that this one has not are removed.

    Raises:
        UsageError: files of the folder's that are no pages of a report would be replaced.
        OSError: something cannot be written.
    """
    items = items and not too_many_items(summaries)
    folder = out.with_name(f"{out.stem}-items")
    old = _pages_in(folder)
    links = Links.to(folder.name if items else None, summaries)
    paths = [folder / f"run-{place}.html" for place in range(1, len(summaries) + 1)] if items else []
    with no_gc(), ExitStack() as stack:
        pages: Iterator[str] = iter(())
        if items:
            stack.enter_context(_folder_unless_empty(folder))
            pages = stack.enter_context(ItemPages(summaries).pages(store, f"../{out.name}"))
        _put(stack, out, report_page(summaries, links))  # the last to take its place
        for path, page in zip(paths, pages, strict=True):
            _put(stack, path, page)
    _remove(folder, [path for path in old if path not in paths])


@contextmanager
def _folder_unless_empty(folder: Path) -> Iterator[None]:
    """The folder of items, made if there is none; it goes again if nothing came into it."""
    new = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        yield
    finally:
        if new and not any(folder.iterdir()):
            folder.rmdir()


def _put(stack: ExitStack, path: Path, page: str) -> None:
    """Write a page that takes its place when the stack is left."""
    page = results_redactor().hide_in(page)
    stack.enter_context(replacing(path)).write_text(page, encoding="utf-8")


def _remove(folder: Path, pages: Sequence[Path]) -> None:
    """Remove pages, and their folder if nothing else is in it."""
    for page in pages:
        page.unlink()
    if pages and not any(folder.iterdir()):
        folder.rmdir()


def _pages_in(folder: Path) -> list[Path]:
    """The pages that an earlier report has left in the folder of items.

    Raises:
        UsageError: a file has such a page's name and is none, or the folder is a file or a link.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is to be the folder of items, and is a file: name the report otherwise.")
    if folder.is_symlink():
        raise UsageError(f"{folder} is a link to another folder: remove it, or name the report otherwise.")
    found = sorted(folder.glob("run-*.html"))
    for path in found:
        with path.open("rb") as file:
            if GENERATOR not in file.read(1_000):
                raise UsageError(
                    f"{path} is no page of a report and is not replaced: move it, or rename the report."
                )
    return found


def report_page(summaries: Sequence[Summary], links: Links) -> str:
    """The page itself."""
    runs = by_accuracy(summaries, links)
    comparisons = _comparisons(summaries)
    matrix = matrix_of(comparisons, runs) if comparisons else None
    parts = {section.name: section for section in sections(summaries, links)}
    charts = {chart.name: chart for section in parts.values() for chart in section.charts}
    picture = charts["outcomes"]
    return template("report.html.j2").render(
        **frame(("page.css", "report.css"), ("common.js", "report.js")),
        **_head(summaries, runs, matrix),
        tables=rank_tables(runs, bars_of(picture), matrix, links),
        matrix=matrix,
        found=found_table(runs),
        compared=_compared(comparisons),
        tasks=task_heads(summaries),
        draw=Drawer(runs, task_heads(summaries), links),
        charts=charts,
        sections=list(parts.values()),
        comparison=comparison_section(comparisons[0], links) if comparisons else None,
        settings=summaries[0].settings,
        exactly=summaries[0].settings.entities is Entities.FIXED,
        described=[_run(summary) for summary in summaries],
        too_many=too_many_items(summaries),
        pages=links.pages,
        caveat=caveat(summary.run for summary in summaries),
        AGAINST=AGAINST,
        SIGNS=SIGNS,
        GLOSSARY=words_of_the_page(),
    )


def _head(summaries: Sequence[Summary], runs: Sequence[PageRun], matrix: Matrix | None) -> Mapping[str, Any]:
    """What stands above the figures."""
    measured, not_measured = measures(summaries)
    return {
        "title": title(runs),
        "invented": invented(summaries),
        "measured": measured,
        "not_measured": not_measured,
        "marks": marks_of([summary.run for summary in summaries]),
        "facts": list(facts(summaries)),
        "minute": minute(runs, matrix),
        "runs": runs,
        "switch": switchable(summaries),
    }


def switchable(summaries: Sequence[Summary]) -> bool:
    """Whether intervals about exactly these entities are others than those shown."""
    return any(
        figures.estimate.ci95 != figures.accuracy.correct.ci95
        for summary in summaries
        for figures in (summary.overall, *summary.tasks.values())
    )


def _comparisons(summaries: Sequence[Summary]) -> list[Comparison]:
    """Every two runs compared; and once more for exactly these entities, where that differs."""
    if len(summaries) < 2:
        return []
    return comparisons_of(summaries, exact=switchable(summaries))


def _compared(comparisons: Sequence[Comparison]) -> list[Finding]:
    return comparison_findings(comparisons[0]) if comparisons else []


def _run(summary: Summary) -> Mapping[str, str]:
    """What a run was, in words."""
    run = summary.run
    parameters = (f"{name.replace('_', ' ')} {value}" for name, value in sent_parameters(run).items())
    return {
        "id": summary.run_id,
        "model": run.spec.model,
        "served": visible(", ".join(run.served)) or "–",
        "variant": run.spec.variant.name,
        "provider": run.spec.provider,
        "settings": ", ".join(parameters),
        "benchmark": f"{run.benchmark.name} ({run.benchmark.digest[:12]})",
    }
