"""What two runs' contrast comes to in words, and where the verdict hangs on how replies are read."""

from collections.abc import Iterator, Mapping

from mhclient.figures.paired import Paired
from mhclient.figures.power import ALPHA
from mhclient.report.cells import difference
from mhclient.report.compare.contrast import Comparison, Contrast, Pair, Way
from mhclient.report.finding import Finding
from mhclient.report.names import marked_name
from mhclient.show.cells import FEW_CLUSTERS, p_value, percent
from mhclient.show.counts import agreeing, counted

WAYS: Mapping[Way, str] = {
    "right": "with unread as wrong",
    "explicit": "with explicit answers alone",
    "both_read": "on the items both could be read on",
}


def comparison_findings(comparison: Comparison) -> list[Finding]:
    """The runs that could not be compared; then a verdict for each pair, and what it hangs on."""
    found = [finding for pair in comparison.pairs for finding in _of_pair(pair, comparison)]
    return [*_apart(comparison), *found]


def _apart(comparison: Comparison) -> Iterator[Finding]:
    for both in comparison.apart:
        first, second = (marked_name(run, comparison.runs) for run in both)
        text = f"{first} and {second} have asked no item in common and are not compared."
        yield Finding("nothing_in_common", "overall", text)


def verdict(pair: Paired) -> int:
    """1 if the second run is better, −1 if the first is, 0 if neither can be said to be.

    It takes both the interval and the exact test, adjusted: the one knows clusters and no other test, the
    other other tests and no clusters.
    """
    if pair.n_clusters < FEW_CLUSTERS or not _is_found(pair.p_holm):
        return 0
    return _side_of_interval(pair)


def _side_of_interval(pair: Paired) -> int:
    low, high = pair.difference.ci95 or (0.0, 0.0)
    return 1 if low > 0 else -1 if high < 0 else 0


def _is_found(p: float | None) -> bool:
    return p is not None and p < ALPHA


def _of_pair(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    first, second = (marked_name(run, comparison.runs) for run in (pair.first, pair.second))
    if pair.circular:
        yield Finding("no_verdict", "overall", _circular(pair, (first, second)))
        return
    right = pair.overall.right
    text = (
        f"{first} against {second}: {_in_words(right, (first, second))}, {percent(right.first)} against "
        f"{percent(right.second)} of {counted(right.n, 'shared item')}, {difference(right)} points, p Holm "
        f"{p_value(right.p_holm)}.{_withheld(right)}"
    )
    yield Finding("verdict", "overall", text)
    if pair.left_out:
        left_out = counted(pair.left_out, "item")
        verb = agreeing(pair.left_out, "is", "are")
        text = f"{left_out} that only one of {first} and {second} has asked {verb} left out."
        yield Finding("not_shared", "overall", text)
    yield from _depends("overall", pair.overall, (first, second))
    for task, contrast in pair.tasks.items():
        yield from _depends(task, contrast, (first, second))


def _circular(pair: Pair, names: tuple[str, str]) -> str:
    source = names[1] if pair.second.run.run_id in pair.first.asked_again_of else names[0]
    right = pair.overall.right
    return (
        f"{names[0]} against {names[1]}: no verdict, {percent(right.first)} against {percent(right.second)} "
        f"of {counted(right.n, 'shared item')}, chosen because {source} could not be read on them: that it "
        "has few of them right says nothing about it. How the items ended shows what became of them."
    )


def _in_words(pair: Paired, names: tuple[str, str]) -> str:
    if side := verdict(pair):
        return f"{names[side > 0]} is better"
    if not pair.n:
        return "nothing can be said"
    if pair.n_clusters < FEW_CLUSTERS:
        return f"no verdict can be made of {counted(pair.n_clusters, 'cluster')}"
    return "no difference can be shown"


def _withheld(pair: Paired) -> str:
    """Why there is no verdict where the interval or the test alone would make one."""
    if verdict(pair) or pair.n_clusters < FEW_CLUSTERS:
        return ""
    if _side_of_interval(pair):
        return " The interval alone would show one; the exact test does not bear it out."
    if _is_found(pair.p_holm):
        return " The exact test alone would show one; it takes items for independent, the interval does not."
    return ""


def _depends(where: str, contrast: Contrast, names: tuple[str, str]) -> Iterator[Finding]:
    """Where a verdict is not the same under every way of counting: which it is under each, and why."""
    found = {way: contrast.way(way) for way in WAYS}
    if len({verdict(pair) for pair in found.values()}) == 1:
        return
    listed = "; ".join(
        f"{WAYS[way]}, {_in_words(pair, names)} "
        f"({difference(pair)}, n {pair.n}, p Holm {p_value(pair.p_holm)})"
        for way, pair in found.items()
    )
    yield Finding("verdict_depends_on_reading", where, f"{where}: {listed}. {_why(contrast, names)}")


def _why(contrast: Contrast, names: tuple[str, str]) -> str:
    read, both_read = contrast.read, contrast.both_read
    rates = f"Read: {percent(read.first)} of {names[0]}'s replies, {percent(read.second)} of {names[1]}'s"
    if both_read.n_clusters < FEW_CLUSTERS:
        return f"{rates}; there are too few items that both could be read on to say more."
    if verdict(both_read) == 0:
        return f"{rates}; where both could be read no difference can be shown: format may be what differs."
    return f"{rates}; the difference hangs on which replies count."
