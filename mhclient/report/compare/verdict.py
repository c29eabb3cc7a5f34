"""Which of two runs is better, if either can be said to be, and how that reads in a sentence."""

from collections.abc import Mapping

from mhclient.figures.estimate import Estimate
from mhclient.figures.paired import Paired, Verdict
from mhclient.report.beside_zero import shown_with_zero
from mhclient.show.cells import FEWEST_EFFECTIVE, clusters, interval, percent
from mhclient.show.counts import counted

MOST_OPEN = 3  # undecided pairs that are told of one by one; more of them are one line
REACHES_ZERO = (
    "it has 0 in it, and the verdict stands all the same: it goes by the adjusted test, which finds slightly "
    "more than an interval that holds for all comparisons of its family at once"
)


def verdict_in_words(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """The verdict; `names` are the first run's and the second's.

    Better and worse stand for the run that is better, so that the number in the sentence is above 0.
    """
    first, second = names
    verdict = pair.judged.verdict
    if verdict is Verdict.BETTER:
        return _better(first, second, pair.difference, pair) + _small(pair, margin)
    if verdict is Verdict.WORSE:
        return _better(second, first, pair.difference.negated, pair) + _small(pair, margin)
    if verdict is Verdict.EQUIVALENT:
        return f"{first} and {second} are equivalent within ±{percent(margin)} points"
    return _undecided(pair, names, margin)


def verdict_sentence(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """The verdict as a sentence that names both, without its full stop."""
    words = verdict_in_words(pair, names, margin)
    open_still = pair.judged.verdict is Verdict.UNDECIDED
    return f"{names[0]} or {names[1]} – {words}" if open_still else words


def is_open(pair: Paired) -> bool:
    """Whether nothing is shown of two runs but how far apart they may be."""
    judged = pair.judged
    is_tested = judged.not_excluded is not None
    return judged.verdict is Verdict.UNDECIDED and is_tested and not judged.not_inferior


def many_open(pairs: Mapping[tuple[str, str], Paired], n: int) -> str:
    """What can be said of many open pairs of which each alone would take a line.

    Args:
        pairs: by their names.
        n: pairs in all.
    """
    widths = {names: pair.judged.not_excluded or 0.0 for names, pair in pairs.items()}
    first, second = max(widths, key=widths.__getitem__)
    return (
        f"Of {counted(n, 'pair')}, {len(pairs)} are undecided: neither is shown to be better. Differences up "
        f"to {percent(min(widths.values()))} points in the narrowest and {percent(max(widths.values()))} in "
        f"the widest ({first} or {second}) cannot be excluded"
    )


def _better(better: str, other: str, figure: Estimate, pair: Paired) -> str:
    """Args: figure: the difference, above 0; beside it stands the simultaneous interval, as in the matrix."""
    points = f"{better} is {percent(figure.value)} points better than {other}"
    bounds = pair.judged.simultaneous
    if bounds is None:
        return points
    turned = bounds if figure is pair.difference else (-bounds[1], -bounds[0])
    why = f"; {REACHES_ZERO}" if shown_with_zero(pair) else ""
    return f"{points} (simultaneous 95 % interval {interval(turned)}{why})"


def _small(pair: Paired, margin: float) -> str:
    """That a difference does not matter: only where the whole interval beside it says so, too."""
    bounds = pair.judged.simultaneous
    if not pair.judged.within_margin or bounds is None or max(map(abs, bounds)) >= margin:
        return ""
    return f", which is less than the margin of {percent(margin)} points"


def _undecided(pair: Paired, names: tuple[str, str], margin: float) -> str:
    """Why nothing is decided, how large a difference may still be, and what is shown all the same."""
    if not pair.n:
        return "nothing can be said"
    open_to = pair.judged.not_excluded
    if open_to is None:
        return f"not tested: {why_not_tested(pair)}"
    first, second = names
    shown = (
        f"; {first} is shown not to be worse than {second} by {percent(margin)} points or more"
        if pair.judged.not_inferior
        else ""
    )
    return (
        "undecided: neither is shown to be better, and differences up to "
        f"{percent(open_to)} points cannot be excluded{shown}"
    )


def why_not_tested(pair: Paired) -> str:
    """Why a pair of runs that have items in common has neither a test nor a simultaneous interval."""
    worth = pair.difference.n_effective
    if worth is not None and worth < FEWEST_EFFECTIVE:
        if pair.n < FEWEST_EFFECTIVE:
            return "one item alone says nothing of others"
        return (
            f"the {counted(pair.n, 'item')} depend on each other so much that they are worth only "
            f"{clusters(worth)} independent ones (effective clusters)"
        )
    if pair.discordant:
        return "within each task, items differ all alike, so that chance cannot be estimated"
    return "both are right on the same items, so there is no difference to test"
