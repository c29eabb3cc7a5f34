"""Harder, or merely broken: a panel's drop with and without the items it calls into question.

Also here: how well items tell good runs from bad ones, and whether models keep their order. Who wrote
options or judged them is no member of the panel.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mhclient.figures.item_analysis import LEAST_MODELS, Choice, item_total, why_suspect
from mhclient.figures.paired import PairedDrop, ParentPair, paired_drop
from mhclient.figures.ranks import kendall_tau
from mhclient.read.scored import Scored
from mhclient.report.loading.loaded import LoadedRun


@dataclass(frozen=True, slots=True)
class PanelDrop:
    """What a panel makes of one arm.

    Attributes:
        models: the panel.
        suspect_before, suspect_after: parents and hardened items that it calls into question.
        drop: of the panel's mean accuracy, over all items.
        drop_sound: over items that are suspect neither before nor after; None where there are none.
        suspects: hardened item and why.
    """

    models: tuple[str, ...]
    suspect_before: int
    suspect_after: int
    drop: PairedDrop
    drop_sound: PairedDrop | None
    suspects: tuple[tuple[str, str], ...]

    @property
    def by_ambiguity(self) -> float | None:
        """What suspect items contribute to the drop."""
        return None if self.drop_sound is None else self.drop.drop - self.drop_sound.drop


@dataclass(frozen=True, slots=True)
class Discrimination:
    """How items tell runs apart, and models' order.

    Attributes:
        n_runs: runs of hardened items; of parents.
        before, after: median corrected item–total correlation; None with fewer than 10 runs.
        tau: Kendall's, between the models' accuracies before and after; None below three models.
    """

    n_runs: tuple[int, int]
    before: float | None
    after: float | None
    tau: float | None


Replies = Mapping[str, Mapping[str, Sequence[Scored]]]  # item → model → its readings


def panel_drop(
    before: Sequence[LoadedRun],
    after: Sequence[LoadedRun],
    parents: Mapping[str, str],
    clusters: Mapping[str, str],
) -> PanelDrop | None:
    """The panel's drop; None with fewer than three models that are neither writer nor judge.

    Args:
        parents: hardened item → its parent.
        clusters: parent → what it shares with others.
    """
    barred = _composers(after[0])
    asked = [{_who(run) for run in runs} - barred for runs in (before, after)]
    models = sorted(asked[0] & asked[1])
    if len(models) < LEAST_MODELS:
        return None
    olds, news = (_replies([run for run in runs if _who(run) in models]) for runs in (before, after))
    both = [
        (olds[old], replies, new) for new, replies in news.items() if (old := parents.get(new, "")) in olds
    ]
    pairs = [_mean_pair(old, new, clusters[parents[name]]) for old, new, name in both]
    marks = [(_suspect(old), _suspect(new)) for old, new, _ in both]
    drop = paired_drop(pairs)
    if drop is None:
        return None
    sound = [pair for pair, mark in zip(pairs, marks, strict=True) if mark == (None, None)]
    suspects = [(name, why) for (_, _, name), (_, why) in zip(both, marks, strict=True) if why]
    return PanelDrop(
        tuple(models),
        sum(old is not None for old, _ in marks),
        len(suspects),
        drop,
        paired_drop(sound),
        tuple(suspects),
    )


def discrimination(before: Sequence[LoadedRun], after: Sequence[LoadedRun]) -> Discrimination:
    """Medians of items' correlations with the rest, and the models' order."""
    shared = sorted({_who(run) for run in before} & {_who(run) for run in after})
    accuracies = [[_accuracy(runs, model) for model in shared] for runs in (before, after)]
    old, new = (_median_item_total(runs) for runs in (before, after))
    return Discrimination((len(before), len(after)), old, new, kendall_tau(*accuracies))


def _who(run: LoadedRun) -> str:
    return f"{run.spec.provider}:{run.spec.model}"


def _composers(run: LoadedRun) -> set[str]:
    """Who wrote or judged the options."""
    composed = run.benchmark.manifest.get("composed")
    parts = [composed.get(role) for role in ("writer", "judge")] if isinstance(composed, dict) else []
    return {str(part.get("asked")) for part in parts if isinstance(part, dict)}


def _replies(runs: Sequence[LoadedRun]) -> Replies:
    found: defaultdict[str, defaultdict[str, list[Scored]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        for scored in run.scored:
            if scored.asked:
                found[scored.item.id][_who(run)].append(scored)
    return found


def _mean_pair(
    old: Mapping[str, Sequence[Scored]], new: Mapping[str, Sequence[Scored]], cluster: str
) -> ParentPair:
    """The panel as one model: the mean over its members."""

    def mean(replies: Mapping[str, Sequence[Scored]], read: bool) -> float:
        shares = [
            sum(one.said is not None if read else one.correct for one in each) / len(each)
            for each in replies.values()
        ]
        return sum(shares) / len(shares)

    return ParentPair(mean(old, False), mean(new, False), mean(old, True), mean(new, True), cluster)


def _suspect(replies: Mapping[str, Sequence[Scored]]) -> str | None:
    item = next(iter(replies.values()))[0].item
    votes = {model: [_choice(scored) for scored in each] for model, each in replies.items()}
    return why_suspect(votes, item.options[item.gold[0]])


def _choice(scored: Scored) -> Choice:
    options = scored.item.options
    chosen = sorted(scored.prediction or ())
    order = tuple(options[letter] for letter in scored.shown.letter_of.values())
    return Choice(order, options[chosen[0]] if len(chosen) == 1 else None, scored.said is not None)


def _accuracy(runs: Sequence[LoadedRun], model: str) -> float:
    right = [one.correct for run in runs if _who(run) == model for one in run.scored if one.asked]
    return sum(right) / len(right) if right else 0.0


def _median_item_total(runs: Sequence[LoadedRun]) -> float | None:
    """Over the items that every run has asked."""
    answers = [{one.item.id: float(one.correct) for one in run.scored if one.asked} for run in runs]
    shared = sorted(set.intersection(*map(set, answers))) if answers else []
    found = item_total(np.array([[each[key] for key in shared] for each in answers]).reshape(len(runs), -1))
    if found is None or np.isnan(found).all():
        return None
    return float(np.nanmedian(found))
