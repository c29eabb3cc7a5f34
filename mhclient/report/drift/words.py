"""What panels show, in sentences and as values for programs."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mhclient.figures.drift import ALPHA
from mhclient.report.drift.series import AskedPanel, PanelSeries
from mhclient.show.cells import interval, percent, points
from mhclient.show.counts import counted

SCHEMA = "mhclient-drift/1"
ENOUGH = 1 / ALPHA
ABOUT = (
    f"Evidence is 1 on average where nothing changed; {ENOUGH:g} or more shows a change. Of services that do "
    "not change at most 5 % ever reach it, however often one looks. It weighs how many replies are right and "
    "which answers are given, against the panels before and the repetitions within them."
)


def verdict(series: PanelSeries) -> str:
    """Whether the service moved, in one sentence."""
    n = len(series.panels)
    if n < 2:
        return f"{'One' if n else 'No'} finished panel so far: a change shows from the second on."
    highest = max(look.evidence for look in series.looks)
    if series.shown_at is None:
        return f"No change shown in {counted(n, 'panel')} (evidence at most {shown(highest)} of {ENOUGH:g})."
    assert series.began is not None
    began, at = series.panels[series.began - 1], series.panels[series.shown_at - 1]
    difference, bounds = series.change()
    return (
        f"Changed: shown on {day(at)} (panel {series.shown_at} of {n}; evidence up to {shown(highest)}), "
        f"most likely from {day(began)} on (panel {series.began}). Accuracy from then on minus before: "
        f"{points(difference)} points ({interval(bounds)}).{_beside(series)} Is this known and accepted? "
        f"'mhclient drift --since {at.at[:23]}' begins anew with the panel that showed it."
    )


def _beside(series: PanelSeries) -> str:
    """What the service said otherwise around the change; when that began is known to a panel or so."""
    assert series.began is not None
    assert series.shown_at is not None
    first = max(series.began - 2, 0)
    last = max(series.began + 1, series.shown_at)
    around = pairwise(series.panels[first:last])
    changed = dict.fromkeys(change for before, after in around for change in changes(before, after))
    return (
        f" With it changed: {'; '.join(changed)}." if changed else " Nothing that it says of itself changed."
    )


def changes(before: AskedPanel, after: AskedPanel) -> Iterator[str]:
    """What a service says of itself that is not as it was: model, fingerprint, tier, route."""
    for what, names in after.served.items():
        if names != before.served[what]:
            yield f"{what} {', '.join(before.served[what]) or 'none'} → {', '.join(names) or 'none'}"


def day(panel: AskedPanel) -> str:
    """When a panel was begun, to the minute."""
    return f"{panel.at[:16].replace('T', ' ')} UTC"


def shown(evidence: float) -> str:
    """A weight of evidence."""
    return f"{evidence:.2g}" if evidence < 1_000 else f"{evidence:.0e}".replace("e+0", "e").replace("e+", "e")


def head() -> tuple[str, ...]:
    """Of the table of panels."""
    return ("panel", "begun (UTC)", "when", "replies", "right, %", "evidence", "what is new")


def rows(series: PanelSeries) -> Iterator[tuple[str, ...]]:
    """A row per panel."""
    for number, panel in enumerate(series.panels, 1):
        look = None if number == 1 else series.looks[number - 2]
        new = "" if number == 1 else "; ".join(changes(series.panels[number - 2], panel))
        evidence = "–" if look is None else shown(look.evidence)
        place = "run's " + panel.place if panel.place != "alone" else "alone"
        yield (
            str(number),
            panel.at[:16].replace("T", " "),
            place,
            str(panel.n),
            percent(panel.accuracy),
            evidence,
            new,
        )


def note(series: PanelSeries) -> str:
    """What stands below the table."""
    noise = series.noise()
    of_itself = (
        ""
        if noise is None
        else f" Repetitions within a panel show a noise of {100 * noise:.1f} points (SD) in its accuracy."
    )
    return ABOUT + of_itself + _left_out(series)


def _left_out(series: PanelSeries) -> str:
    if not series.cut_off:
        return ""
    each = ", ".join(f"{day(panel)} ({panel.n} of {panel.n_planned} replies)" for panel in series.cut_off)
    return f" Cut off, and left out: {each}."


def document(found: list[PanelSeries]) -> dict[str, Any]:
    """The same for programs."""
    return {"schema": SCHEMA, "alpha": ALPHA, "about": ABOUT, "series": [_document(each) for each in found]}


def _document(series: PanelSeries) -> dict[str, Any]:
    changed: dict[str, Any] | None = None
    if series.began is not None and series.shown_at is not None:
        difference, bounds = series.change()
        changed = {
            "shown_at": series.shown_at,
            "began": series.began,
            "difference": difference,
            "ci95": bounds,
        }
    return {
        "title": series.title,
        "provider": series.spec.provider,
        "model": series.spec.model,
        "variant": series.spec.variant.name,
        "verdict": verdict(series),
        "changed": changed,
        "noise_sd": series.noise(),
        "panels": [_panel(series, place) for place in range(len(series.panels))],
        "cut_off": [panel.run_id for panel in series.cut_off],
    }


def _panel(series: PanelSeries, place: int) -> dict[str, Any]:
    panel, look = series.panels[place], series.looks[place - 1] if place else None
    return {
        "run": panel.run_id,
        "at": panel.at,
        "place": panel.place,
        "n": panel.n,
        "n_planned": panel.n_planned,
        "accuracy": panel.accuracy,
        "evidence": None if look is None else look.evidence,
        "evidence_accuracy": None if look is None else look.accuracy.evidence,
        "evidence_answers": None if look is None else look.answers.evidence,
        **{f"{what}s": list(names) for what, names in panel.served.items()},
    }
