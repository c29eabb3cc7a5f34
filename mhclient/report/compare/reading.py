"""Knowledge or format: whether a difference depends on how replies are read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mhclient.figures.paired import Paired, Verdict
from mhclient.read.scored import ENDINGS, Ending, NoReply
from mhclient.report.blocks.drilldown import READ, of_task
from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison, Contrast, Pair, Way, keeps_its_sign
from mhclient.report.compare.pairs import compared_items, contrasts, of_pair, pair_names
from mhclient.report.summary import Finding
from mhclient.report.table import Cell, Row, Table
from mhclient.report.wording.names import minus
from mhclient.report.wording.shapes import difference, points_interval
from mhclient.report.wording.verdicts import verdict_in_words
from mhclient.show.cells import FEWEST_EFFECTIVE, p_value, percent
from mhclient.show.counts import counted
from parsers import Outcome

WAYS: Mapping[Way, str] = {
    "right": "with unread as wrong",
    "explicit": "with explicit answers alone",
    "both_read": "on the items both could be read on",
}


# Why a reply could not be read, where that is no matter of format.
CAUSES: Mapping[Ending, str] = {
    Outcome.REFUSAL: "what is declined",
    Outcome.FILTERED: "what the provider's filter withholds",
    Outcome.TRUNCATED: "what is cut before an answer",
    Outcome.EMPTY: "what is left empty",
    NoReply.ERROR: "what fails without a reply",
}


def reading_table(pair: Pair, comparison: Comparison) -> Table:
    """Per task: whether the difference is knowledge or format."""
    rows = [_row(task, contrast, pair) for task, contrast in contrasts(pair)]
    head = ("Task", "explicit answers", "where both are read", "read at all", "in format")
    note = (
        "Differences in points, first minus second, with the 95 % interval, each for itself: p "
        "values, adjusted by Holm in each column as above, are in the JSON."
    )
    return of_pair(pair, comparison, Table("knowledge and format", head, rows, note))


def _row(task: str, contrast: Contrast, pair: Pair) -> Row:
    found = compared_items(pair, **of_task(task), **READ, there="read")
    read, repeated = replace(found, n=contrast.both_read.n), contrast.both_read.shares is not None
    return (
        task,
        difference(contrast.explicit.difference),
        Cell(difference(contrast.both_read.difference), None if repeated else read),
        difference(contrast.read.difference),
        difference(contrast.kept_format.difference),
    )


def reading_findings(pair: Pair, comparison: Comparison) -> Iterator[Finding]:
    """Where the verdict is not the same under every way of counting; a pair without a verdict has none."""
    if pair.circular:
        return
    names = pair_names(pair, comparison)
    margin = comparison.settings.equivalence
    for where, contrast in (("overall", pair.overall), *pair.tasks.items()):
        if found := _depends(where, contrast, names, margin):
            text = f"{found} {_why(contrast, names, unread_causes(pair, where), margin)}"
            yield Finding("verdict_depends_on_reading", where, text)


def _depends(where: str, contrast: Contrast, names: tuple[str, str], margin: float) -> str:
    """Which verdict there is under each way of counting; "" where it is the same under all."""
    found = {way: contrast.way(way) for way in WAYS}
    if len({pair.judged.verdict for pair in found.values()}) == 1:
        return ""
    listed = "; ".join(
        f"{WAYS[way]}, {verdict_in_words(pair, names, margin)} "
        f"({counted(pair.n, 'item')}, adjusted p {p_value(pair.p_holm)})"
        for way, pair in found.items()
    )
    among = "over all items" if where == "overall" else f"in {where}"
    return f"{names[0]} against {names[1]} {among}: {listed}."


def unread_causes(pair: Pair, where: str) -> list[str]:
    """Why replies of either run to the items that both have asked could not be read, as nouns.

    Args:
        where: a task, or "overall".
    """
    unread = {ending for task, ending in pair.unread if where in ("overall", task)}
    return list(dict.fromkeys(CAUSES.get(ending, "format") for ending in ENDINGS if ending in unread))


def _why(contrast: Contrast, names: tuple[str, str], causes: Sequence[str], margin: float) -> str:
    read, both_read = contrast.read, contrast.both_read
    rates = (
        f"Read: {percent(read.first)} % of {names[0]}'s replies, {percent(read.second)} % of {names[1]}'s; "
        f"whatever the unread ones would have said, {minus(*names)} lies between "
        f"{points_interval(contrast.bounds).replace(' to ', ' and ')} points over all "
        f"{counted(read.n, 'shared item')}"
    )
    if keeps_its_sign(contrast.bounds):
        rates += ", so that which has more right there cannot turn round"
    if (both_read.difference.n_effective or 0.0) < FEWEST_EFFECTIVE:
        return f"{rates}; there are too few items that both could be read on to say more."
    differs = " or ".join(causes) or "format"
    if both_read.judged.verdict in (Verdict.BETTER, Verdict.WORSE):
        return f"{rates}; the difference depends on which replies count."
    return f"{rates}; where both could be read, {_open(both_read, margin)}: {differs} may be what differs."


def _open(both_read: Paired, margin: float) -> str:
    """What can be said of two runs of which neither is shown to be better."""
    if both_read.judged.verdict is Verdict.EQUIVALENT:
        return f"they are equivalent within ±{percent(margin)} points"
    if both_read.judged.not_excluded is None:
        return "nothing could be tested"
    return f"differences up to {percent(both_read.judged.not_excluded)} points cannot be excluded"


BLOCK = PairBlock(table=reading_table, findings=reading_findings)
