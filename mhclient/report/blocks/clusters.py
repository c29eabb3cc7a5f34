"""Where intervals rest on few effective clusters."""

from collections.abc import Iterator

from mhclient.report.blocks.block import Block
from mhclient.report.summary import Finding, Summary
from mhclient.show.cells import FEW_EFFECTIVE, FEWEST_EFFECTIVE, clusters


def clusters_findings(summary: Summary) -> Iterator[Finding]:
    """Tasks with few effective clusters, and those with too few for an interval."""
    found = {
        task: figures.estimate.n_effective
        for task, figures in summary.tasks.items()
        if figures.accuracy.n and figures.estimate.n_effective is not None
    }
    none = {task: n for task, n in found.items() if n < FEWEST_EFFECTIVE}
    few = {task: n for task, n in found.items() if FEWEST_EFFECTIVE <= n < FEW_EFFECTIVE}
    small = [task for task, n in few.items() if summary.tasks[task].accuracy.n < 2 * n]
    if none:
        why = (
            "There are too few items there."
            if summary.settings.of_items
            else f"Nearly all items there share one {summary.settings.shares}, so they say little of others; "
            "--entities fixed gives an interval about exactly these."
        )
        text = f"Too few effective clusters for an interval: {_listed(none)}. {why}"
        yield Finding("too_few_clusters", "overall", text)
    if few:
        shared = f"most items share one of a few {PLURALS.get(summary.settings.shares, 'values')}"
        why = "there are few items" if len(small) == len(few) else shared
        text = f"Few effective clusters: {_listed(few)}. Intervals are wide there, and rough: {why}."
        yield Finding("few_clusters", "overall", text)


PLURALS = {"entity": "entities", "triple": "triples"}


def _listed(found: dict[str, float]) -> str:
    return ", ".join(f"{clusters(n)} in {task}" for task, n in found.items())


BLOCK = Block(findings=clusters_findings)
