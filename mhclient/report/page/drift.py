"""The course of a service over time as a page: accuracy of its panels, and the evidence of a change."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from mhclient.figures.proportion_intervals import Share
from mhclient.redaction.secrets import results_redactor
from mhclient.report.drift_panels import (
    ABOUT,
    ENOUGH,
    AskedPanel,
    PanelSeries,
    changes,
    day,
    head,
    note,
    rows,
    shown,
    verdict,
)
from mhclient.report.page.frame import frame, template
from mhclient.show.cells import percent

LEFT, RIGHT, TOP, BOTTOM = 60.0, 890.0, 10.0, 190.0  # of the drawing, in its own units
DECADES = (-2.0, 4.0)  # of evidence shown, as powers of ten


def to_page(found: Sequence[PanelSeries]) -> str:
    """The page, complete in itself: no network, and no script."""
    page = template("drift.html.j2").render(
        about=ABOUT,
        head=head(),
        found=[_section(series) for series in found],
        **frame(("page.css", "drift.css"), ()),
    )
    return results_redactor().hide_in(page)


def _section(series: PanelSeries) -> dict[str, Any]:
    charts = [chart(series) for chart in (_accuracy, _evidence)[: len(series.panels)]]
    return {
        "title": series.title,
        "verdict": verdict(series),
        "charts": charts,
        "rows": list(rows(series)),
        "note": note(series),
    }


def _x(place: int, n: int) -> float:
    """Where a panel stands: at equal distances, since panels of one run lie minutes apart and runs days."""
    inner = RIGHT - LEFT - 40
    return round(LEFT + 20 + (inner * place / (n - 1) if n > 1 else inner / 2), 1)


def _frame(series: PanelSeries) -> dict[str, Any]:
    panels = series.panels
    pairs = enumerate(pairwise(panels), 1)
    new = [_x(place, len(panels)) for place, (before, after) in pairs if list(changes(before, after))]
    return {"new": new, "first": day(panels[0]), "last": day(panels[-1]) if len(panels) > 1 else ""}


def _accuracy(series: PanelSeries) -> dict[str, Any]:
    shares = [_share(panel) for panel in series.panels]
    bounds = [share.ci95 or (0.0, 1.0) for share in shares]
    low = math.floor(10 * min(bound[0] for bound in bounds)) / 10
    high = math.ceil(10 * max(bound[1] for bound in bounds)) / 10

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / ((high - low) or 1.0), 1)

    points = [
        {"x": _x(place, len(shares)), "y": y(share.value or 0.0), "low": y(of[0]), "high": y(of[1]),
         "text": f"{day(series.panels[place])}: {percent(share.value)} % of {share.n}"}
        for place, (share, of) in enumerate(zip(shares, bounds, strict=True))
    ]  # fmt: skip
    steps = [low + (high - low) * part / 4 for part in range(5)]
    ticks = [{"y": y(step), "text": f"{percent(step)} %"} for step in steps]
    title = "Right, with 95 % intervals (dashed: what it says of itself changed)"
    return {"title": title, "points": points, "ticks": ticks, "enough": None, **_frame(series)}


def _share(panel: AskedPanel) -> Share:
    of_each = panel.n / len(panel.right)  # replies to one item are no new items
    return Share(sum(map(sum, panel.right.values())), panel.n, of_each)


def _evidence(series: PanelSeries) -> dict[str, Any]:
    def y(value: float) -> float:
        decade = min(max(math.log10(max(value, 1e-300)), DECADES[0]), DECADES[1])
        return round(BOTTOM - (BOTTOM - TOP) * (decade - DECADES[0]) / (DECADES[1] - DECADES[0]), 1)

    n = len(series.panels)
    points = [
        {"x": _x(place, n), "y": y(look.evidence), "low": None, "high": None,
         "text": f"{day(series.panels[place])}: {shown(look.evidence)}"}
        for place, look in enumerate(series.looks, 1)
    ]  # fmt: skip
    ticks = [{"y": y(10.0**power), "text": f"{10.0**power:g}"} for power in range(-2, 5)]
    title = f"Evidence of a change ({ENOUGH:g} or more, the line, shows one)"
    return {"title": title, "points": points, "ticks": ticks, "enough": y(ENOUGH), **_frame(series)}
