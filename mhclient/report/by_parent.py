"""Hardened items compared with the items that they were made from: per model, arm, and how much was replaced.

Also here: which wrong options were chosen (the distractor sheet), who wrote them, and what can be guessed
from options alone, before and after. Whether a set is harder or merely broken is asked of several models
together, by their drop with and without the items they call into question, and by how well items tell good
runs from bad ones; who wrote options or judged them is left out there.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmark import Item
from benchmark.item import is_wholly_new, new_letters, noted_in
from benchmark.kinds import BenchmarkKind
from benchmark.shortcuts import Guesses, Surroundings, all_guesses
from mhclient.errors import UsageError
from mhclient.figures.item_analysis import LEAST_MODELS, Choice, item_total, why_suspect
from mhclient.figures.paired import PairedDrop, ParentPair, holm, paired_drop
from mhclient.figures.ranks import kendall_tau
from mhclient.read.scored import Scored
from mhclient.report.blocks.distractors import OriginShare, origin_shares
from mhclient.report.loading.loaded import LoadedRun

# So far above chance a cue is a finding: whoever knows nothing profits from it.
FINDING = 0.05


@dataclass(frozen=True, slots=True)
class Cue:
    """One way of guessing.

    Attributes:
        before, after: share of items it has right; None where it cannot be tried.
        chance: the same by chance, after.
    """

    shortcut: str
    before: float | None
    after: float | None
    chance: float

    @property
    def gives_away(self) -> bool:
        """Whether the hardened items can be guessed by it."""
        return self.after is not None and self.after > self.chance + FINDING


def cues(before: Sequence[Item], after: Sequence[Item]) -> tuple[Cue, ...]:
    """Every way of guessing of the hardened items, and how their parents fare by it."""
    olds, news = ({one.shortcut: one.accuracy for one in _guessed(items)} for items in (before, after))
    chance = sum(1 / len(item.options) for item in after) / max(len(after), 1)
    return tuple(Cue(name, olds.get(name), share, chance) for name, share in news.items())


def _guessed(items: Sequence[Item]) -> list[Guesses]:
    return all_guesses("all", items, Surroundings())


@dataclass(frozen=True, slots=True)
class JuryDrop:
    """What a jury makes of one arm.

    Attributes:
        models: the jury.
        suspect_before, suspect_after: parents and hardened items that it calls into question.
        drop: of the jury's mean accuracy, over all items.
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


def jury_drop(
    before: Sequence[LoadedRun],
    after: Sequence[LoadedRun],
    parents: Mapping[str, str],
    clusters: Mapping[str, str],
) -> JuryDrop | None:
    """The jury's drop; None with fewer than three models that are neither writer nor judge.

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
    return JuryDrop(
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
    """The jury as one model: the mean over its members."""

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


ALL, WHOLLY = "all items", "wholly replaced"
FUNCTIONING = 0.05  # a wrong option that so many choose does something
SUSPECT = 0.5  # one that takes more of all answers is first suspected to be right


@dataclass(frozen=True, slots=True)
class ArmDrop:
    """What one arm cost one model.

    Attributes:
        items: which items: all, those wholly replaced, or those left as they were.
        p_holm: adjusted over all models and arms of the same items.
        wrote_it: the model has written the options itself.
    """

    model: str
    arm: str
    items: str
    drop: PairedDrop
    p_holm: float | None
    wrote_it: bool


@dataclass(frozen=True, slots=True)
class DistractorSheet:
    """The new wrong options of one arm, as all models chose them.

    Attributes:
        n: new options that were shown with at least one reading.
        functioning: those that at least 5 % of the readings chose.
        shares: item, text and share of each that was shown, the most chosen first.
        suspects: those that more than half chose.
        unverified: options of which no graph says whether they are wrong.
        origins: how often the right one, new ones by the length of their path, and old ones were chosen.
    """

    arm: str
    n: int
    functioning: int
    shares: tuple[tuple[str, str, float], ...]
    suspects: tuple[tuple[str, str, float], ...]
    unverified: int
    origins: tuple[OriginShare, ...]


@dataclass(frozen=True, slots=True)
class ByParent:
    """The comparison.

    Attributes:
        juries: arm → what a jury makes of it; None with too few models.
        tells_apart: arm → how items tell runs apart, before and after.
        cues: arm → what can be guessed without knowing anything, before and after.
    """

    drops: tuple[ArmDrop, ...]
    sheets: tuple[DistractorSheet, ...]
    juries: Mapping[str, JuryDrop | None]
    tells_apart: Mapping[str, Discrimination]
    cues: Mapping[str, tuple[Cue, ...]]


def compare_by_parent(runs: Sequence[LoadedRun]) -> ByParent:
    """Compare runs of hardened benchmarks with runs of their parents.

    Raises:
        UsageError: there is no run of a hardened benchmark, or none of its parent by the same model.
    """
    hardened = [run for run in runs if _is_hardened(run)]
    if not hardened:
        raise UsageError("`by=parent`: none of these runs asked a hardened benchmark ('mhclient harden').")
    found: list[ArmDrop] = []
    for model, arm, after in _grouped(hardened):
        before = [run for run in runs if not _is_hardened(run) and _asked(run) == _asked(after[0])
                  and run.benchmark.digest == _parent_of(after[0])]  # fmt: skip
        if before:
            found += _drops(model, arm, before, after)
    if not found:
        raise UsageError(
            "`by=parent`: no run of the parent benchmark by the same model and prompt format is among these. "
            "Name a run of each: 'mhclient compare RUN_EXAM RUN_WALK --by parent'."
        )
    of_arm = _by_arm(hardened)
    sheets = [_sheet(arm, of) for arm, of in of_arm.items()]
    juries, apart, guessed = {}, {}, {}
    for arm, after in of_arm.items():
        before = [run for run in runs if run.benchmark.digest in set(map(_parent_of, after))]
        parents = {one.item.id: parent_of(one.item) for run in after for one in run.scored}
        clusters = {one.item.id: _cluster(one.item) for run in before for one in run.scored}
        juries[arm] = jury_drop(before, after, parents, clusters)
        apart[arm] = discrimination(before, after)
        news = {one.item.id: one.item for run in after for one in run.scored}
        olds = {one.item.id: one.item for run in before for one in run.scored}
        kept = [olds[old] for old in map(parent_of, news.values()) if old in olds]
        guessed[arm] = cues(kept, list(news.values()))
    return ByParent(tuple(_with_holm(found)), tuple(sheets), juries, apart, guessed)


def _is_hardened(run: LoadedRun) -> bool:
    return BenchmarkKind.of(run.benchmark.manifest) is BenchmarkKind.HARDENED


def _arm(run: LoadedRun) -> str:
    settings = run.benchmark.manifest.get("settings")
    return str(settings.get("arm")) if isinstance(settings, dict) else "?"


def _by_arm(runs: Sequence[LoadedRun]) -> dict[str, list[LoadedRun]]:
    """Arm → its runs; of several benchmarks with one arm each by itself: their items may have one id."""
    found: dict[tuple[str, str], list[LoadedRun]] = {}
    for run in runs:
        found.setdefault((_arm(run), run.benchmark.digest), []).append(run)
    n_of = Counter(arm for arm, _ in found)
    return {arm if n_of[arm] == 1 else f"{arm} ({digest[:12]})": of for (arm, digest), of in found.items()}


def _parent_of(run: LoadedRun) -> str:
    noted = run.benchmark.manifest.get("parent")
    return str(noted.get("items_sha256")) if isinstance(noted, dict) else ""


def _asked(run: LoadedRun) -> tuple[str, str, str]:
    """Whom, and in which format; orders of options may differ from run to run."""
    return run.spec.provider, run.spec.model, run.spec.variant.answer_format


def _grouped(runs: Sequence[LoadedRun]) -> Iterator[tuple[str, str, list[LoadedRun]]]:
    groups: defaultdict[tuple[Any, ...], list[LoadedRun]] = defaultdict(list)
    for run in runs:
        groups[(*_asked(run), _arm(run), run.benchmark.digest)].append(run)
    for of in groups.values():
        yield of[0].spec.model, _arm(of[0]), of


def _drops(
    model: str, arm: str, before: Sequence[LoadedRun], after: Sequence[LoadedRun]
) -> Iterator[ArmDrop]:
    parents, made = _by_item(before), _by_item(after)
    pairs: dict[str, list[ParentPair]] = {ALL: [], WHOLLY: []}
    for replies in made.values():
        item = replies[0].item
        if (asked := parents.get(parent_of(item))) is not None:
            pair = _pair(asked, replies)
            pairs[ALL].append(pair)
            pairs[WHOLLY] += [pair] if is_wholly_new(item) else []
    wrote_it = _wrote(after[0])
    for items, of in pairs.items():
        if (drop := paired_drop(of)) is not None:
            yield ArmDrop(model, arm, items, drop, None, wrote_it)


def parent_of(item: Item) -> str:
    """The id of the item that a hardened one was made from."""
    noted = item.details.get("parent") if "harden" in item.details else None
    return noted if isinstance(noted, str) else item.id.rpartition("~")[0]


def _by_item(runs: Sequence[LoadedRun]) -> dict[str, list[Scored]]:
    found: defaultdict[str, list[Scored]] = defaultdict(list)
    for scored in (scored for run in runs for scored in run.scored if scored.asked):
        found[scored.item.id].append(scored)
    return found


def _pair(before: Sequence[Scored], after: Sequence[Scored]) -> ParentPair:
    item = before[0].item
    return ParentPair(
        before=_share([each.correct for each in before]),
        after=_share([each.correct for each in after]),
        read_before=_share([each.said is not None for each in before]),
        read_after=_share([each.said is not None for each in after]),
        cluster=_cluster(item),
    )


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values)


def _cluster(item: Item) -> str:
    """What an item shares with others: its anchor, its first entity, else its question's own words."""
    asks = item.details.get("asks")
    if isinstance(asks, dict) and isinstance(asks.get("anchor"), str):
        return str(asks["anchor"])
    return item.entities[0].key if item.entities else item.question


def _wrote(run: LoadedRun) -> bool:
    composed = run.benchmark.manifest.get("composed")
    writer = composed.get("writer") if isinstance(composed, dict) else None
    return isinstance(writer, dict) and writer.get("asked") == f"{run.spec.provider}:{run.spec.model}"


def _with_holm(drops: Sequence[ArmDrop]) -> list[ArmDrop]:
    """P values adjusted over the models and arms of the same items."""
    found = []
    for items in (ALL, WHOLLY):
        family = [each for each in drops if each.items == items]
        adjusted = holm([each.drop.p for each in family])
        found += [
            ArmDrop(each.model, each.arm, each.items, each.drop, p, each.wrote_it)
            for each, p in zip(family, adjusted, strict=True)
        ]
    return found


def _sheet(arm: str, runs: Sequence[LoadedRun]) -> DistractorSheet:
    """How often each new option was chosen, over all models and runs of one arm."""
    chosen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    items: dict[str, Item] = {}
    for scored in (scored for run in runs for scored in run.scored if scored.prediction):
        items[scored.item.id] = scored.item
        chosen[scored.item.id].update(scored.prediction or ())
    shares = [
        (item.id, item.options[letter], chosen[item.id][letter] / chosen[item.id].total())
        for item in items.values()
        for letter in new_letters(item)
    ]
    shares.sort(key=lambda each: -each[2])
    suspects = tuple(each for each in shares if each[2] > SUSPECT)
    functioning = sum(share >= FUNCTIONING for _, _, share in shares)
    unverified = sum(len(noted_in(item).get("unverified", ())) for item in items.values())
    origins = origin_shares(scored for run in runs for scored in run.scored)
    return DistractorSheet(arm, len(shares), functioning, tuple(shares), suspects, unverified, origins)
