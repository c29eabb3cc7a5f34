"""The report's page, and where it and the item pages are written."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cache import Store
from mhclient.errors import ReportError, UsageError
from mhclient.machine.gc_tuning import never_searched
from mhclient.report.across import row_name
from mhclient.report.caveat import caveat
from mhclient.report.compare.contrast import Comparison, compare
from mhclient.report.compare.findings import comparison_findings
from mhclient.report.document import TOP
from mhclient.report.finding import Finding
from mhclient.report.findings import findings
from mhclient.report.page.addresses import Addresses, Behind, one_of_tasks
from mhclient.report.page.drilldown import of_figures
from mhclient.report.page.items import ItemPages, marks_of
from mhclient.report.page.linked import Linker
from mhclient.report.page.packing import frame, packed, template
from mhclient.report.page.sections import sections
from mhclient.report.summary import Summary
from mhclient.show.cells import clustered, interval, percent, points
from mhclient.show.counts import agreeing, counted
from mhclient.show.files import replacing

# Stands in the head of every page, as in the templates: by it our own pages are known.
GENERATOR = b'<meta name="generator" content="mhclient">'


def write_pages(
    store: Store,
    summaries: Sequence[Summary],
    out: Path,
    *,
    top: int | None = TOP,
    items: bool = True,
) -> None:
    """Write the page, and beside it a folder `<name>-items` with a page per run.

    All of them take their places at the end; pages of an earlier report that this one has not are removed.

    Raises:
        UsageError: files of the folder's that are no pages of a report would be replaced.
        OSError: something cannot be written.
    """
    folder = out.with_name(f"{out.stem}-items")
    old = _pages_in(folder)
    addresses = Addresses(folder.name if items else None)
    paths = [folder / f"run-{place}.html" for place in range(1, len(summaries) + 1)] if items else []
    with never_searched(), ExitStack() as stack:
        pages: Iterator[str] = iter(())
        if items:
            folder.mkdir(exist_ok=True)
            pages = stack.enter_context(ItemPages(summaries).pages(store, f"../{out.name}"))
        _put(stack, out, report_page(summaries, addresses, top))  # the last to take its place
        for path, page in zip(paths, pages, strict=True):
            _put(stack, path, page)
    _remove(folder, [path for path in old if path not in paths])


def _put(stack: ExitStack, path: Path, page: str) -> None:
    """Write a page that takes its place when the stack is left."""
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
        UsageError: a file has such a page's name and is none, or the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is to be the folder of items, and is a file: name another --out.")
    found = sorted(folder.glob("run-*.html"))
    for path in found:
        with path.open("rb") as file:
            if GENERATOR not in file.read(1_000):
                raise UsageError(
                    f"{path} is no page of a report and is not replaced: move it, or name another --out."
                )
    return found


def report_page(summaries: Sequence[Summary], addresses: Addresses, top: int | None = TOP) -> str:
    """The page itself."""
    comparison = _comparison(summaries)
    parts = list(sections(summaries, comparison, addresses, top))
    return template("report.html.j2").render(
        **frame("common.js", "report.js", charts=True),
        pages=addresses.pages,
        caveat=caveat(summary.run for summary in summaries),
        marks=marks_of([summary.run for summary in summaries]),
        cards=[_card(summary, summaries, place, addresses) for place, summary in enumerate(summaries)],
        found=[(row_name(summary, summaries), findings(summary)) for summary in summaries],
        compared=_compared(comparison),
        sections=parts,
        specs=packed([asdict(chart) for part in parts for chart in part.charts]),
        runs=[_run(summary) for summary in summaries],
        versions=summaries[0].versions,
        settings=summaries[0].settings,
    )


def _card(
    summary: Summary, summaries: Sequence[Summary], place: int, addresses: Addresses
) -> Mapping[str, Any]:
    """A run's headline: accuracy, and what it rests on."""
    overall = summary.overall.accuracy
    found = of_figures({}, overall)
    lines: list[tuple[str, str, Behind]] = [
        ("among what was read", percent(overall.answered.value), found["Among read"]),
        ("not read", f"{overall.n_unread} of {overall.n}", found["Unread"]),
        ("in the format asked for", percent(overall.kept_format.value), found["Format"]),
        ("if the unread were wrong – right", interval(overall.bounds), found["Unread"]),
    ]
    biases = _biases(summary)
    if biases:
        mean = points(sum(biases.values()) / len(biases))
        lines.append(("A said more often than right, A/B tasks", mean, _saying_a(summary, list(biases))))
    linker = Linker(addresses, place)
    return {
        "name": row_name(summary, summaries),
        "value": linker.cell(percent(overall.accuracy), found["Accuracy"]).figures[0],
        "interval": clustered(summary.overall.clustered.ci95, summary.overall.n_clusters),
        "n": linker.cell(f"{overall.n:,}", found["n"]).figures[0],
        "of": f"of {counted(overall.n_planned, 'item')}"
        if summary.partial
        else agreeing(overall.n, "item", "items"),
        "marked": bool(summary.run.marks),
        "href": addresses.items(place),
        "run": place + 1,
        "lines": [(label, linker.cell(text, behind).figures[0]) for label, text, behind in lines],
    }


def _biases(summary: Summary) -> dict[str, float]:
    """A/B tasks → the A-rate less the gold's."""
    return {
        task: figures.prediction_a_rate.value - figures.gold_a_rate
        for task, figures in summary.tasks.items()
        if figures.prediction_a_rate and figures.prediction_a_rate.value is not None and figures.gold_a_rate
    }


def _saying_a(summary: Summary, tasks: Sequence[str]) -> Behind:
    """The items of these tasks on which A was said."""
    letters = [summary.tasks[task].letters for task in tasks]
    said = [found.letters[0].said for found in letters if found]
    filters = {**one_of_tasks(tasks, summary), "said": "A"}
    return Behind(filters, sum(part.count for part in said), sum(part.n for part in said))


def _comparison(summaries: Sequence[Summary]) -> Comparison | None:
    """The first run against each other one; None where they have no items in common."""
    try:
        return compare([summary.run for summary in summaries], summaries[0].settings)
    except ReportError:
        return None


def _compared(comparison: Comparison | None) -> list[Finding]:
    return [] if comparison is None else comparison_findings(comparison)


def _run(summary: Summary) -> Mapping[str, str]:
    """What a run was, in words."""
    run = summary.run
    return {
        "id": summary.run_id,
        "model": run.spec.model,
        "variant": run.spec.variant.name,
        "provider": run.spec.provider,
        "benchmark": f"{run.benchmark.name} ({run.benchmark.digest[:12]})",
        "served": ", ".join(run.served) or "–",
    }
