"""The shapes that figures have in JSON documents, whatever they are figures of."""

from typing import Any

from mhclient.figures.intervals import Interval
from mhclient.figures.metrics import Share
from mhclient.figures.paired import Paired


def share_document(part: Share) -> dict[str, Any]:
    """A share with its counts and Wilson's interval."""
    return {"count": part.count, "n": part.n, "share": part.value, "ci95": bounds_document(part.ci95)}


def bounds_document(interval: Interval) -> list[float] | None:
    """An interval as JSON has it."""
    return None if interval is None else list(interval)


def paired_document(pair: Paired) -> dict[str, Any]:
    """A comparison on the same items; `difference` is second less first."""
    return {
        "n": pair.n,
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference.value,
        "ci95": bounds_document(pair.difference.ci95),
        "n_clusters": pair.n_clusters,
        "both": pair.both,
        "first_only": pair.first_only,
        "second_only": pair.second_only,
        "neither": pair.neither,
        "p": pair.p,
        "p_holm": pair.p_holm,
    }
