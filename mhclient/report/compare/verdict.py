"""Which of two runs is better, if either can be said to be, and how that reads in a sentence."""

from mhclient.figures.paired import Paired
from mhclient.figures.power import ALPHA
from mhclient.show.cells import FEW_CLUSTERS
from mhclient.show.counts import counted


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


def verdict_in_words(pair: Paired, names: tuple[str, str]) -> str:
    """The verdict; `names` are the first run's and the second's."""
    if side := verdict(pair):
        return f"{names[side > 0]} is better"
    if not pair.n:
        return "nothing can be said"
    if pair.n_clusters < FEW_CLUSTERS:
        return f"no verdict can be made of {counted(pair.n_clusters, 'cluster')}"
    return "no difference can be shown"


def withheld(pair: Paired) -> str:
    """Why there is no verdict where the interval or the test alone would make one."""
    if verdict(pair) or pair.n_clusters < FEW_CLUSTERS:
        return ""
    if _side_of_interval(pair):
        return " The interval alone would show one; the exact test does not confirm it."
    if _is_found(pair.p_holm):
        return " The exact test alone would show one; it takes items for independent, the interval does not."
    return ""
