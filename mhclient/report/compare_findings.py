"""What two runs' contrast comes to in words, and where the verdict hangs on how replies are read."""

from collections.abc import Iterator, Mapping, Sequence

from mhclient.report.cells import difference, p_value, percent
from mhclient.report.compare import Comparison, Contrast, Pair
from mhclient.report.finding import Finding
from mhclient.report.load import LoadedRun
from mhclient.report.names import run_name
from mhclient.scoring.paired import Paired
from mhclient.scoring.power import ALPHA

# The ways of counting a verdict is looked at under.
WAYS: Mapping[str, str] = {
    "right": "with unread as wrong",
    "explicit": "with explicit answers alone",
    "both_read": "on the items both could be read on",
}


def comparison_findings(comparison: Comparison) -> list[Finding]:
    """A verdict for each pair, then what it hangs on."""
    runs = [pair.second for pair in comparison.pairs] + [comparison.pairs[0].first]
    return [finding for pair in comparison.pairs for finding in _of_pair(pair, runs)]


def verdict(pair: Paired) -> int:
    """1 if the second run is better, −1 if the first is, 0 if the interval of the difference holds 0."""
    if pair.difference.ci95 is None:
        return 0
    low, high = pair.difference.ci95
    return 1 if low > 0 else -1 if high < 0 else 0


def _of_pair(pair: Pair, among: Sequence[LoadedRun]) -> Iterator[Finding]:
    first, second = run_name(pair.first, among), run_name(pair.second, among)
    right = pair.overall.right
    words = {1: f"{second} is better", -1: f"{first} is better", 0: "no difference can be shown"}
    # One verdict, one test: the p beside it, adjusted for all the pairs that are compared.
    p_holm = pair.overall.p_holm
    shown = verdict(right) if p_holm is not None and p_holm < ALPHA else 0
    text = (
        f"{first} against {second}: {words[shown]}, {percent(right.first)} against "
        f"{percent(right.second)} of {right.n} shared items, {difference(right)} points, p "
        f"{p_value(pair.overall.p_holm)}."
    )
    yield Finding("verdict", "overall", text)
    if pair.left_out:
        text = f"{pair.left_out} items that only one of {first} and {second} has asked are left out."
        yield Finding("not_shared", "overall", text)
    yield from _depends("overall", pair.overall, (first, second))
    for task, contrast in pair.tasks.items():
        yield from _depends(task, contrast, (first, second))


def _depends(where: str, contrast: Contrast, names: tuple[str, str]) -> Iterator[Finding]:
    """Where a verdict is not the same under every way of counting: which it is under each, and why."""
    contrasts: dict[str, Paired] = {way: getattr(contrast, way) for way in WAYS}
    if len({verdict(found) for found in contrasts.values()}) == 1:
        return
    first, second = names
    words = {1: f"{second} is better", -1: f"{first} is better", 0: "no difference can be shown"}
    listed = "; ".join(
        f"{WAYS[way]}, {words[verdict(found)] if found.n else 'nothing can be said'} "
        f"({difference(found)}, n {found.n})"
        for way, found in contrasts.items()
    )
    text = f"{where}: {listed}. {_why(contrast, names)}{_alone(contrast)}"
    yield Finding("verdict_depends_on_reading", where, text)


def _alone(contrast: Contrast) -> str:
    """A caution where an interval shows a difference that the test among all tests made does not."""
    p = contrast.p_holm
    if not verdict(contrast.right) or p is None or p < ALPHA:
        return ""
    return (
        f" Each interval stands for itself: with unread as wrong, p is {p_value(p)} after Holm's adjustment."
    )


def _why(contrast: Contrast, names: tuple[str, str]) -> str:
    read = contrast.read
    rates = f"Read: {percent(read.first)} of {names[0]}'s replies, {percent(read.second)} of {names[1]}'s"
    if contrast.both_read.difference.ci95 is None:
        return f"{rates}; there are too few items that both could be read on to say more."
    if verdict(contrast.both_read) == 0:
        return f"{rates}; where both could be read no difference can be shown: format may be what differs."
    return f"{rates}; the difference hangs on which replies count."
