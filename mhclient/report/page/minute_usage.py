"""The minute's sentence on contraindications: which runs know most of them, and which call them a use."""

from collections.abc import Iterator, Sequence

from mhclient.figures.drug_use import CALLED_A_USE, CONTRAINDICATION
from mhclient.report.blocks.usage import NOT_SAFE, pairs_of
from mhclient.report.page.minute_sentence import MinuteSentence, in_a_row
from mhclient.report.page.page_run import PageRun
from mhclient.report.usage import MORE_OFTEN, UsageShare, usage_figures
from mhclient.show.cells import TOO_FEW, interval, is_rough, percent
from mhclient.show.counts import agreeing, counted

DIFFERENT = ("better", "worse", *MORE_OFTEN.values())


def contraindications(runs: Sequence[PageRun]) -> Iterator[MinuteSentence]:
    """Which run knows most of the graph's contraindications, and which calls them a use most often."""
    right, called = _shares(runs, CONTRAINDICATION), _shares(runs, CALLED_A_USE.key)
    if not right:
        return
    rest = f"{_in_words(right[0][1])} are right."
    if len(right) > 1:
        rest = f"{_from_most_to_fewest(right)}{_shown_to_differ(runs, CONTRAINDICATION)}."
    if called:
        rest += (
            " Where contraindication is right, indication or off-label use is said"
            f"{_most_often(called)} in {_in_words(called[0][1])}{_fewest_of(called)}: the dangerous side"
            f"{_shown_to_differ(runs, CALLED_A_USE.name)}. Warnings missed otherwise are counted apart."
        )
    yield MinuteSentence("care", "Contraindications:", f"{rest} {NOT_SAFE}", ("#usage", "See them."))


def _from_most_to_fewest(right: Sequence[tuple[str, UsageShare]]) -> str:
    """Which run has most right, and which fewest; runs that have as many are all named."""
    most, fewest = _alike(right, right[0][1]), _alike(right, right[-1][1])
    if len(most) == len(right):
        return f"all runs have the same share right, {_in_words(right[0][1])}"
    has, have = agreeing(len(most), "has", "have"), agreeing(len(fewest), "", " have")
    return (
        f"{in_a_row(most)} {has} most right, {_in_words(right[0][1])}, and {in_a_row(fewest)}{have} fewest, "
        f"{_in_words(right[-1][1])}"
    )


def _most_often(called: Sequence[tuple[str, UsageShare]]) -> str:
    """By which run something is said most often; nothing of one run, or where all say it as often."""
    names = _alike(called, called[0][1])
    if len(called) < 2:
        return ""
    return " by all runs as often," if len(names) == len(called) else f" most often by {in_a_row(names)},"


def _fewest_of(called: Sequence[tuple[str, UsageShare]]) -> str:
    """How often the run says it that says it least; nothing where all say it as often."""
    most, least = called[0][1], called[-1][1]
    if most.estimate.value == least.estimate.value:
        return ""
    return f", least often in {percent(least.estimate.value)} %"


def _alike(shares: Sequence[tuple[str, UsageShare]], share: UsageShare) -> list[str]:
    """The names of those with the same share."""
    return [name for name, each in shares if each.estimate.value == share.estimate.value]


def _shares(runs: Sequence[PageRun], of: str) -> list[tuple[str, UsageShare]]:
    """Name of a run → its share of a relation or wrong way, the largest first."""
    found = [(who.name, who.summary.get(usage_figures)) for who in runs]
    known = [(name, share) for name, figures in found if figures and (share := figures.share(of))]
    return sorted(known, key=lambda both: -(both[1].estimate.value or 0.0))


def _in_words(share: UsageShare) -> str:
    """A share with its interval, without a sign that is explained elsewhere."""
    found = share.estimate
    rough = ", rough" if is_rough(found.ci95, found.n_effective) else ""
    bounds = TOO_FEW if found.ci95 is None else interval(found.ci95)
    return f"{percent(found.value)} % of {counted(share.n_items, 'item')} ({bounds}{rough})"


def _shown_to_differ(runs: Sequence[PageRun], on: str) -> str:
    """Between how many pairs of runs a difference is shown on contraindications, or on calling them a use."""
    pairs = [each for each in pairs_of([who.summary for who in runs]) if each.what == on]
    shown = sum(each.verdict in DIFFERENT for each in pairs)
    if not pairs:
        return ""
    if not shown:
        return "; no difference between runs is shown, so their order may be chance"
    return f"; a difference is shown in {shown} of {counted(len(pairs), 'pair')} of runs"
