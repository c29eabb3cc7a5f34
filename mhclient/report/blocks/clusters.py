"""Where clustered intervals say little, and why."""

from collections.abc import Iterator

from mhclient.report.blocks.block import Block
from mhclient.report.finding import Finding
from mhclient.report.summary import Summary
from mhclient.show.cells import FEW_CLUSTERS, is_rough


def clusters_findings(summary: Summary) -> Iterator[Finding]:
    """Where clustered intervals say little, and why."""
    by = summary.settings.cluster_by
    few = {
        task: each.n_clusters for task, each in summary.tasks.items() if 0 < each.n_clusters < FEW_CLUSTERS
    }
    if few:
        listed = ", ".join(f"{task} ({n})" for task, n in few.items())
        text = (
            f"Fewer than {FEW_CLUSTERS} {by}-clusters in {listed}: clustered intervals are rough there, and "
            "a task with one cluster has none. Use Wilson's interval."
        )
        yield Finding("few_clusters", "overall", text)
    alike = [task for task, each in summary.tasks.items() if is_rough(each.clustered.ci95)]
    if alike:
        text = (
            f"All {by}-clusters are alike in {', '.join(alike)}: the clustered interval has no width there, "
            "which does not mean that the accuracy is known for certain. Use Wilson's interval."
        )
        yield Finding("no_width", "overall", text)


BLOCK = Block(findings=clusters_findings)
