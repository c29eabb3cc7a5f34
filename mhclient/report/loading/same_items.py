"""Which items of several runs are the same, and which two runs can be compared.

Items are the same by what they ask, never by their ids alone; every comparison of runs goes by these names.
Items of one benchmark are the same where their ids are. Where benchmarks differ, an item goes by the id that
the first of them gives to the same question with the same options and gold; an id that stands for another
question there is told apart. Two runs that are one measurement are not compared.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from benchmark.kinds import BenchmarkKind
from benchmark.same import Content, shows_options
from mhclient.report.loading.loaded import LoadedBenchmark, LoadedRun
from mhclient.run.stored_items import reply_name
from mhclient.show.counts import agreeing, counted


class Unlike(NamedTuple):
    """Items of two runs that look alike and are not compared.

    Attributes:
        other_words: pairs of items that have one id and ask something else.
        other_gold: pairs of items that ask the same and have another gold: which run is right on them depends
            on the gold, so that a difference there says nothing of the models.
        whole_prompts: items of a log that has no question apart from its prompt, so that none is the same.
    """

    other_words: int = 0
    other_gold: int = 0
    whole_prompts: int = 0

    @property
    def said(self) -> str:
        """In words, as a sentence; "" where there is nothing to say."""
        said = []
        if n := self.other_words:
            said.append(f"{counted(n, 'item')} {agreeing(n, 'has', 'have')} the same id and other words")
        if n := self.other_gold:
            said.append(f"{counted(n, 'item')} {agreeing(n, 'has', 'have')} another gold in the two runs")
        told = [f"{', '.join(said)}: not compared."] if said else []
        if n := self.whole_prompts:
            are = agreeing(n, "is a whole prompt", "are whole prompts")
            told.append(
                f"{counted(n, 'item')} of an adopted log {are} with the options in it, which no question "
                "equals: where the log has the question alone, adopt it with the names of its fields "
                "('mhclient adopt LOG --question FIELD --options FIELD …')."
            )
        return " ".join(told)

    @property
    def alike(self) -> dict[str, int]:
        """What looks alike, by name."""
        return {"other_words": self.other_words, "other_gold": self.other_gold}


NONE_ALIKE = Unlike()


class TwoBenchmarks(NamedTuple):
    """What runs of two benchmarks have asked: `n` of each, so many of them the same, and what looks alike."""

    first: LoadedBenchmark
    second: LoadedBenchmark
    n: tuple[int, int]
    n_same: int
    unlike: Unlike


class SameItems:
    """What the items of these runs are called, so that the same ones have the same name in all of them."""

    def __init__(self, runs: Sequence[LoadedRun]) -> None:
        self._runs = runs
        self._contents = _contents(runs)
        self._names = _names(self._contents) if len(self._contents) > 1 else {}
        numbers: dict[frozenset[str], int] = {}
        self._sets = {
            digest: numbers.setdefault(frozenset(names.values()), len(numbers))
            for digest, names in self._names.items()
        }

    def ids(self, run: LoadedRun) -> Sequence[str]:
        """The name of each reply's item, in the order of `scored`."""
        names = self._names.get(run.benchmark.digest)
        ids = (scored.item.id for scored in run.scored)
        return list(ids) if names is None else [names[item_id] for item_id in ids]

    def names(self, run: LoadedRun) -> Sequence[str]:
        """The same of the replies: two runs' replies of one name can be paired."""
        if run.benchmark.digest not in self._names:
            return run.names
        ids = self.ids(run)
        return ids if run.spec.epochs == 1 else list(map(reply_name, ids, run.repetitions))

    def set_of(self, run: LoadedRun) -> int:
        """The number of the run's set of questions: benchmarks with all the same ones have the same."""
        return self._sets.get(run.benchmark.digest, 0)

    def by_set(self) -> list[list[LoadedRun]]:
        """The runs of each set of questions."""
        found: dict[int, list[LoadedRun]] = {}
        for run in self._runs:
            found.setdefault(self.set_of(run), []).append(run)
        return list(found.values())

    def unlike(self, first: LoadedRun, second: LoadedRun) -> Unlike:
        """Which of the items that only one of them has asked look like one of the other's."""
        if first.benchmark.digest == second.benchmark.digest:
            return NONE_ALIKE
        return self._between([first], [second]).unlike

    def benchmarks(self) -> list[TwoBenchmarks]:
        """What runs of every two benchmarks have in common."""
        of: dict[str, list[LoadedRun]] = {}
        for run in self._runs:
            of.setdefault(run.benchmark.digest, []).append(run)
        return [self._between(first, second) for first, second in combinations(of.values(), 2)]

    def _between(self, first: Sequence[LoadedRun], second: Sequence[LoadedRun]) -> TwoBenchmarks:
        """Args: first, second: runs of one benchmark each."""
        ours, theirs = self._asked(first), self._asked(second)
        same = set(ours.values()) & set(theirs.values())
        benchmarks = first[0].benchmark, second[0].benchmark
        alone, others = (
            {own: self._contents[of.digest][own] for own, name in asked.items() if name not in same}
            for of, asked in zip(benchmarks, (ours, theirs), strict=True)
        )
        words = sum(own in others and others[own].asked != alone[own].asked for own in alone)
        golds = Counter(each.asked for each in alone.values()) & Counter(
            each.asked for each in others.values()
        )
        sizes = len(ours), len(theirs)
        unlike = Unlike(words, golds.total(), sum(map(_whole_prompts, benchmarks, (alone, others))))
        return TwoBenchmarks(*benchmarks, sizes, len(same), unlike)

    def _asked(self, runs: Sequence[LoadedRun]) -> dict[str, str]:
        """Own id of each item that any of these runs of one benchmark has asked → its name."""
        return {
            scored.item.id: name
            for run in runs
            for scored, name in zip(run.scored, self.ids(run), strict=True)
            if scored.asked
        }


def _whole_prompts(benchmark: LoadedBenchmark, alone: Iterable[str]) -> int:
    """How many of a log's items that pair with none are whole prompts: all of them, or it is chance."""
    items = [benchmark.items[own] for own in alone if own in benchmark.items]
    adopted = benchmark.manifest.get("kind") == BenchmarkKind.ADOPTED
    return len(items) if adopted and all(map(shows_options, items)) else 0


def names_of_benchmarks(benchmarks: Iterable[LoadedBenchmark]) -> dict[str, str]:
    """Digest → the benchmark's name, with part of the digest where two have one name."""
    names = {benchmark.digest: benchmark.name for benchmark in benchmarks}
    n_of = Counter(names.values())
    return {digest: name if n_of[name] == 1 else f"{name} ({digest[:12]})" for digest, name in names.items()}


def _contents(runs: Sequence[LoadedRun]) -> dict[str, Mapping[str, Content]]:
    """Digest of each benchmark → its items' contents; worked out only where there are several."""
    benchmarks: dict[str, dict[int, LoadedBenchmark]] = {}
    for run in runs:  # of some, a part of the items may have been chosen
        benchmarks.setdefault(run.benchmark.digest, {})[id(run.benchmark.items)] = run.benchmark
    if len(benchmarks) < 2:
        return {digest: {} for digest in benchmarks}
    return {
        digest: {name: content for each in of.values() for name, content in each.contents.items()}
        for digest, of in benchmarks.items()
    }


def _names(contents: Mapping[str, Mapping[str, Content]]) -> dict[str, dict[str, str]]:
    """Digest → own id → name; of items that stand several times, the first goes with the first, and so on."""
    known: dict[tuple[Content, int], str] = {}
    taken: set[str] = set()
    found: dict[str, dict[str, str]] = {}
    for digest, of in contents.items():
        nth: Counter[Content] = Counter()
        names = found[digest] = {}
        for own, content in of.items():
            nth[content] += 1
            if (key := (content, nth[content])) not in known:
                known[key] = own if own not in taken else f"{own} ({digest[:12]})"
                taken.add(known[key])
            names[own] = known[key]
    return found


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
        theirs = dict(zip(self._same.names(second), second.response_ids, strict=True))
        ours = zip(self._same.ids(first), self._same.names(first), first.response_ids, strict=True)
        shared = [
            (item, reply is not None and reply == theirs[name])
            for item, name, reply in ours
            if name in theirs
        ]
        differ = first.spec.variant != second.spec.variant and not all(same for _, same in shared)
        return 0 if differ else len({item for item, same in shared if same})


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
