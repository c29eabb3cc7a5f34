"""Hardened items compared with the items that they were made from: per model, arm, and how much was replaced.

Also here: which wrong options were chosen (the distractor sheet), and who wrote them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark import Item
from benchmark.item import is_wholly_new, new_letters, noted_in
from benchmark.kinds import BenchmarkKind
from mhclient.errors import UsageError
from mhclient.figures.paired import PairedDrop, ParentPair, holm, paired_drop
from mhclient.read.scored import Scored
from mhclient.report.blocks.distractors import OriginShare, origin_shares
from mhclient.report.cues import Cue, cues
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.panel import Discrimination, PanelDrop, discrimination, panel_drop

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
        panels: arm → what a panel makes of it; None with too few models.
        tells_apart: arm → how items tell runs apart, before and after.
        cues: arm → what can be guessed without knowing anything, before and after.
    """

    drops: tuple[ArmDrop, ...]
    sheets: tuple[DistractorSheet, ...]
    panels: Mapping[str, PanelDrop | None]
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
    panels, apart, guessed = {}, {}, {}
    for arm, after in of_arm.items():
        before = [run for run in runs if run.benchmark.digest in set(map(_parent_of, after))]
        parents = {one.item.id: parent_of(one.item) for run in after for one in run.scored}
        clusters = {one.item.id: _cluster(one.item) for run in before for one in run.scored}
        panels[arm] = panel_drop(before, after, parents, clusters)
        apart[arm] = discrimination(before, after)
        news = {one.item.id: one.item for run in after for one in run.scored}
        olds = {one.item.id: one.item for run in before for one in run.scored}
        kept = [olds[old] for old in map(parent_of, news.values()) if old in olds]
        guessed[arm] = cues(kept, list(news.values()))
    return ByParent(tuple(_with_holm(found)), tuple(sheets), panels, apart, guessed)


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
