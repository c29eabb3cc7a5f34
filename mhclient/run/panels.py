"""Panels: a few items of a run asked again on purpose, to see whether the service still answers alike. Pure.

A panel is a run of its own beside the run: its items are the first of each task, as `limit` takes them, and
its requests have keys of their own, made of the moment at which it was begun. So it is asked past what is
stored, and is part of no other run's figures.

Decision: docs/decisions/run.md, "A panel is a run of its own".
"""

from dataclasses import replace
from enum import StrEnum

from cache import canonical_json
from mhclient.run.spec import Panel, RunSpec

EPOCHS = 2  # each item of a panel is asked so often: replies of one moment show the service's own noise
UNFINISHED_S = 3_600  # a panel that was begun within this time is finished; an older one is made anew


class PanelPlace(StrEnum):
    """When a panel is asked."""

    START = "start"
    END = "end"
    ALONE = "alone"


def panel_spec(spec: RunSpec, n_items: int, place: PanelPlace, begun_at: int) -> RunSpec:
    """A panel of a run.

    Args:
        begun_at: milliseconds since 1970.
    """
    limit = n_items if spec.limit is None else min(n_items, spec.limit)
    return replace(spec, limit=limit, epochs=EPOCHS, panel=Panel(place.value, begun_at))


def series_of(spec: RunSpec) -> str:
    """What panels have in common that can be compared: all that is asked, but when and how much of it."""
    alike = replace(spec, panel=None, limit=None, epochs=1)
    return canonical_json([alike.benchmark, alike.to_json()])
