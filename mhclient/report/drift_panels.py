"""Whether a service moved: the panels of a store as series, and what they show.

A panel is the same questions asked of the same model again. Each series is looked at panel by panel; what is
shown stands in sentences, and as values for programs. The page of it is `page/drift.py`.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from cache import RunRow, Store
from mhclient.errors import UsageError
from mhclient.figures.confidence_intervals import Estimate
from mhclient.figures.drift import ALPHA, Hits, Look, Said, look_at
from mhclient.figures.paired import mean_difference
from mhclient.read.scored import NoReply
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.loading.marks import shown_parameters
from mhclient.run.given import names_of
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec, series_of, spec_of
from mhclient.run.stored_runs import begun_at
from mhclient.show.cells import interval, percent, points
from mhclient.show.counts import counted


@dataclass(frozen=True, slots=True)
class AskedPanel:
    """One panel, read.

    Attributes:
        at: when it was begun, UTC.
        right, said: item → of each of its replies, whether it is right, and what it says.
        served: what is said of who served it: models, fingerprints, tiers, routes.
        n_planned: replies that it asks for.
        cut_off: whether some of them were not asked for yet.
    """

    run_id: str
    at: str
    place: str
    right: Hits
    said: Said
    served: Mapping[str, Sequence[str]]
    n_planned: int
    cut_off: bool

    @property
    def n(self) -> int:
        """How many replies it has."""
        return sum(map(len, self.right.values()))

    @property
    def accuracy(self) -> float:
        """Of its replies, the share that is right."""
        return sum(map(sum, self.right.values())) / self.n


@dataclass(frozen=True)
class PanelSeries:
    """Panels of one way of asking, in the order of time.

    Attributes:
        spec: of the newest.
        cut_off: panels that were not finished. They are no look: what they would show is still to come.
    """

    spec: RunSpec
    panels: Sequence[AskedPanel]
    cut_off: Sequence[AskedPanel] = ()

    @property
    def title(self) -> str:
        """Who is asked, and how; what is sent and asked otherwise than usual tells series apart."""
        tasks = [f"tasks {', '.join(self.spec.tasks)}"] if self.spec.tasks else []
        usual = shown_parameters(Parameters())
        sent = shown_parameters(self.spec.parameters).items()
        told = [f"{name.replace('_', ' ')} {value}" for name, value in sent if value != usual.get(name)]
        whom = f"{self.spec.provider}:{self.spec.model}"
        return " · ".join([whom, self.spec.variant.name, *tasks, *told])

    @cached_property
    def looks(self) -> list[Look]:
        """What is known after each panel from the second on."""
        uniforms = [_uniforms(panel.run_id) for panel in self.panels]
        return look_at(
            [panel.right for panel in self.panels], [panel.said for panel in self.panels], uniforms
        )

    @property
    def shown_at(self) -> int | None:
        """The number, from 1, of the panel after which a change was first shown; None if none was."""
        return next((number for number, look in enumerate(self.looks, 2) if look.shows_change), None)

    @property
    def began(self) -> int | None:
        """The number of the panel at which the change most likely began, by the evidence that showed it."""
        return None if self.shown_at is None else self.looks[self.shown_at - 2].began

    def change(self) -> Estimate:
        """Accuracy from the change on minus before it, over the items of both."""
        assert self.began is not None
        before, after = _means(self.panels[: self.began - 1]), _means(self.panels[self.began - 1 :])
        both = [item for item in before if item in after]
        return mean_difference(np.array([after[item] - before[item] for item in both]), both)

    def noise(self) -> float | None:
        """The standard deviation of a panel's accuracy that its own repetitions show; None without any."""
        return _noise(self.panels)


def find_series(
    store: Store, run_ids: str | Sequence[str] = (), *, since: datetime | None = None
) -> list[PanelSeries]:
    """The series of panels in a store, of these runs or of all: whether a service moved.

    Args:
        run_ids: runs that were asked with panels, or panels.
        since: only panels that were begun then or later (UTC where it has no zone of its own): how a series
            is begun anew after a change that was seen and is accepted.

    Raises:
        UsageError: the store is not an open one; there are no panels, or none since then.

    Example:
        >>> where = {"base_url": url, "store": store.path}
        >>> result = evaluate(benchmark, "compatible:sim-tidy", limit=9, panel=3, **where)
        >>> (series,) = find_drift(store, result.run_ids)
        >>> [panel.n for panel in series.panels], series.shown_at
        ([6, 6], None)
    """
    named = names_of(run_ids)
    runs = [run for run in store.runs.get_all() if run.broken is None]
    specs = {run.run_id: spec_of(run) for run in runs}
    wanted = {series_of(specs[run_id]) for run_id in named if run_id in specs}
    panels = [
        run
        for run in runs
        if specs[run.run_id].panel and (not named or series_of(specs[run.run_id]) in wanted)
    ]
    if not panels:
        whose = " of these runs" if named else ""
        raise UsageError(f"{store.path} holds no panels{whose}: a run with `panel=50` asks them.")
    grouped: dict[str, list[str]] = {}
    for run in panels if since is None else _since(since, panels):
        grouped.setdefault(series_of(specs[run.run_id]), []).append(run.run_id)
    found = [_series(load_runs(store, ids)) for ids in grouped.values()]
    return [series for series in found if series.panels or series.cut_off]


def _since(since: datetime, panels: Sequence[RunRow]) -> list[RunRow]:
    since = since if since.tzinfo else since.replace(tzinfo=UTC)
    later = [panel for panel in panels if begun_at(panel) >= since]
    if not later:
        newest = max(begun_at(panel) for panel in panels)
        raise UsageError(
            f"no panel was begun since {since:%Y-%m-%d %H:%M %Z}; the newest is of "
            f"{newest:%Y-%m-%d %H:%M %Z}."
        )
    return later


def _series(runs: Sequence[LoadedRun]) -> PanelSeries:
    panels = sorted(map(_panel, runs), key=lambda panel: (panel.at, panel.run_id))
    whole = [panel for panel in panels if panel.n and not panel.cut_off]
    return PanelSeries(runs[-1].spec, whole, [panel for panel in panels if panel.cut_off])


def _panel(run: LoadedRun) -> AskedPanel:
    right: dict[str, list[bool]] = {}
    said: dict[str, list[str]] = {}
    for scored in run.scored:
        if not isinstance(scored.ending, NoReply):
            right.setdefault(scored.item.id, []).append(scored.correct)
            said.setdefault(scored.item.id, []).append(
                f"({scored.ending})" if scored.prediction is None else "&".join(sorted(scored.prediction))
            )
    served = {"model": run.served, "fingerprint": run.fingerprints, "tier": run.tiers, "route": run.routes}
    names = {what: tuple(sorted(of)) for what, of in served.items()}
    place = "" if run.spec.panel is None else run.spec.panel.place
    cut_off = any(scored.ending is NoReply.MISSING for scored in run.scored)
    begun_at(run.run)  # it is shown, and panels are in its order
    return AskedPanel(run.run.run_id, run.run.created_at, place, right, said, names, len(run.scored), cut_off)


def _means(panels: Sequence[AskedPanel]) -> dict[str, float]:
    """Item → the share of its replies that is right."""
    hits: dict[str, list[bool]] = {}
    for panel in panels:
        for item, right in panel.right.items():
            hits.setdefault(item, []).extend(right)
    return {item: sum(of) / len(of) for item, of in hits.items()}


def _noise(panels: Sequence[AskedPanel]) -> float | None:
    variances = []
    for panel in panels:
        several = [right for right in panel.right.values() if len(right) > 1]
        if several:
            of_means = sum(float(np.var(right, ddof=1)) / len(right) for right in several)
            variances.append(of_means / len(several) ** 2)
    return float(np.sqrt(np.mean(variances))) if variances else None


def _uniforms(run_id: str) -> tuple[float, float]:
    """Two numbers that follow from the panel's name, and from nothing that came back."""
    digest = hashlib.sha256(f"ties|{run_id}".encode()).digest()
    first, second = (int.from_bytes(part, "big") / 2**64 for part in (digest[:8], digest[8:16]))
    return first, second


SCHEMA = "mhclient-drift/1"
ENOUGH = 1 / ALPHA
ABOUT = (
    f"Evidence is at most 1 on average where nothing changed; {ENOUGH:g} or more shows a change. Of "
    "simulated services that do not change at most 2 in 100 passed it within 60 panels, as long as items "
    "vary each for itself: a route or cache that serves whole panels and changes from day to day looks like "
    "a change. Each panel is compared with those before: how many replies are right, and which answers are "
    "given. An item's replies within a panel count as one, since they may be alike where days differ."
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
    difference = series.change()
    return (
        f"Changed: shown on {day(at)} (panel {series.shown_at} of {n}; evidence up to {shown(highest)}), "
        f"most likely from {day(began)} on (panel {series.began}). Accuracy from then on minus before: "
        f"{points(difference.value)} points ({interval(difference.ci95)}).{_beside(series)} Is this known "
        f"and accepted? 'mhclient drift --since {at.at[:23]}' begins anew with the panel that showed it."
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
        difference = series.change()
        changed = {
            "shown_at": series.shown_at,
            "began": series.began,
            "difference": difference.value,
            "ci95": difference.ci95,
        }
    return {
        "title": series.title,
        "provider": series.spec.provider,
        "model": series.spec.model,
        "variant": series.spec.variant.name,
        "verdict": verdict(series),
        "changed": changed,
        "noise_sd": series.noise(),
        "panels": [_panel_values(series, place) for place in range(len(series.panels))],
        "cut_off": [panel.run_id for panel in series.cut_off],
    }


def _panel_values(series: PanelSeries, place: int) -> dict[str, Any]:
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
        "evidence_items": None if look is None else look.items.evidence,
        **{f"{what}s": list(names) for what, names in panel.served.items()},
    }
