"""Which two runs can be compared with each other: not those that are one measurement."""

from collections.abc import Sequence
from itertools import combinations

from mhclient.figures.same_replies import same_replies
from mhclient.report.loaded import LoadedRun
from mhclient.report.same_items import SameItems
from mhclient.show.counts import counted


def is_circular(first: LoadedRun, second: LoadedRun) -> bool:
    """Whether one of the runs asked again what could not be read in the other."""
    return first.run.run_id in second.asked_again_of or second.run.run_id in first.asked_again_of


class Replies:
    """The replies that runs rest on."""

    def __init__(self, runs: Sequence[LoadedRun], same: SameItems | None = None) -> None:
        self._same = same or SameItems(runs)
        self._numbers = {run.run.run_id: {*run.response_ids} - {None} for run in runs}
        different = set[int | None]().union(*self._numbers.values())
        self._apart = len(different) == sum(len(self._numbers[run.run.run_id]) for run in runs)

    def n_same(self, first: LoadedRun, second: LoadedRun) -> int:
        """For how many of their items two runs rest on the same replies; a run that asks again may well.

        Variants may show some items alike (two options, shuffled): such runs are compared all the same.
        """
        if self._apart or is_circular(first, second):
            return 0
        one, other = (self._numbers[run.run.run_id] for run in (first, second))
        if one.isdisjoint(other):
            return 0
        theirs = self._by_name(second)
        ours = {name: reply for name, reply in self._by_name(first).items() if name in theirs}
        n_same = same_replies(list(ours.values()), [theirs[name] for name in ours])
        differ = first.spec.variant != second.spec.variant and n_same < len(ours)
        return 0 if differ else n_same

    def _by_name(self, run: LoadedRun) -> dict[str, int | None]:
        """Name of a reply → its number in the store."""
        return dict(zip(self._same.names(run), run.response_ids, strict=True))


def same_beside(runs: Sequence[LoadedRun]) -> dict[str, dict[str, int]]:
    """Run → each other run that rests on the same replies, and for how many items."""
    found: dict[str, dict[str, int]] = {run.run.run_id: {} for run in runs}
    replies = Replies(runs if len(runs) > 1 else ())
    for one, other in combinations(runs, 2):
        if n_same := replies.n_same(one, other):
            found[one.run.run_id][other.run.run_id] = found[other.run.run_id][one.run.run_id] = n_same
    return found


def apart_in_words(first: LoadedRun, second: LoadedRun) -> str:
    """Why two runs share no item that both have asked, and what to do."""
    if silent := [run.run.run_id for run in (first, second) if not run.tally.asked.any()]:
        return f"have asked no item in common: {silent[0]} has no reply yet. Ask its items first."
    benchmarks = [run.benchmark for run in (first, second)]
    if benchmarks[0].digest == benchmarks[1].digest:
        return (
            f"have asked no item in common: both are of {benchmarks[0].name}, but each has asked other items "
            "of it. Ask both the same ones, by commands that differ in the model alone."
        )
    of = " and ".join(f"{each.name} ({counted(len(each.items), 'item')})" for each in benchmarks)
    return (
        f"have asked no item in common: their questions are of {of}. Runs are compared on the same "
        "questions: ask both models those of one benchmark."
    )


def same_in_words(n_same: int) -> str:
    """Why two runs with so many replies in common are not compared."""
    return (
        f"rest on the same replies for {counted(n_same, 'item')}: one asked what the other had asked and "
        "took its replies from the store. They are one measurement, not two; leave one of them out."
    )
