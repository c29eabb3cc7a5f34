"""Random samples of replies, to find out how good the reader is: drawn once, judged with readings hidden.

Read replies are drawn too: what the reader took for an answer and was none is the worse error. A stratum's
share of the sample goes with the square root of its size, between an equal share (best for the rates of
each) and a proportional one (best for the rate over all). Source: M. D. Bankier, "Power allocations", 1988.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cache import NewSample, SampleCaseRow, SampleRow, Store
from mhclient.errors import UsageError
from mhclient.judge.decisions import decide
from mhclient.judge.judgements import Judgement, counting, judgement_in, standing
from mhclient.judge.reader_errors import ReaderErrors, reader_errors
from mhclient.read.case import Case
from mhclient.read.collect import Collected, case_end, collect

POWER = 0.5
LEAST = 5  # of every stratum that has so many, if the sample is large enough for that


def draw(cases: Sequence[Case], n: int, seed: int) -> list[SampleCaseRow]:
    """A stratified sample of a run's replies, in a random order.

    The order matters: whoever stops early has judged a random sample of every stratum all the same.
    """
    rng = random.Random(seed)
    strata: dict[str, list[Case]] = {}
    for case in sorted(cases, key=lambda case: case.name):
        strata.setdefault(case.stratum, []).append(case)
    shares = allocate({stratum: len(group) for stratum, group in sorted(strata.items())}, n)
    drawn = [
        (case, stratum) for stratum, share in shares.items() for case in rng.sample(strata[stratum], share)
    ]
    rng.shuffle(drawn)
    return [
        SampleCaseRow(place, case.name, case.key, stratum, len(strata[stratum]), case.said)
        for place, (case, stratum) in enumerate(drawn)
    ]


def allocate(sizes: Mapping[str, int], n: int) -> dict[str, int]:
    """How many of each stratum to draw: n in all, or all there are, and of every stratum some.

    One after the other goes to the stratum that lacks most of its share (A. Sainte-Laguë, 1910); a small
    stratum is taken whole and leaves its share to the others.

    Raises:
        UsageError: n is less than one of each.

    >>> allocate({"strict": 900, "in_text": 100, "empty": 4}, 44)
    {'strict': 30, 'in_text': 10, 'empty': 4}
    """
    if n < len(sizes):
        raise UsageError(
            f"`n={n}` is less than one reply of each outcome and grade. Of these there are {len(sizes)}: "
            f"{'; '.join(sizes)}."
        )
    least = min(LEAST, n // max(1, len(sizes)))
    taken = {stratum: min(size, least) for stratum, size in sizes.items()}
    for _ in range(min(n, sum(sizes.values())) - sum(taken.values())):
        growing = [stratum for stratum, size in sizes.items() if taken[stratum] < size]
        taken[max(growing, key=lambda stratum: sizes[stratum] ** POWER / (2 * taken[stratum] + 1))] += 1
    return taken


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample as it was drawn, its replies in the order of judging."""

    row: SampleRow
    cases: Sequence[SampleCaseRow]


@dataclass(frozen=True, slots=True)
class BlindJudgements:
    """Raters' judgements of a sample.

    Attributes:
        standing: case → rater → judgement, made with the reading hidden.
        n_in_sight: cases judged with the reading in sight alone; they count for nothing here.
        n_seen_before: cases that count, of which a rater had judged one with the reading in sight before.
    """

    standing: Mapping[str, Mapping[str, Judgement]]
    n_in_sight: int
    n_seen_before: int


def find_sample(
    store: Store, collected: Collected, n: int, seed: int, *, of_any_reader: bool = False
) -> Sample | None:
    """A run's sample of that size and seed from the present reader's readings.

    Args:
        of_any_reader: where there is none, the last one from an earlier reader's.
    """
    (run_id,) = collected.without_reply
    rows = [row for row in store.samples.get_all(run_id) if (row.n, row.seed) == (n, seed)]
    present = [row for row in rows if row.reader == collected.reader]
    found = present or (rows[-1:] if of_any_reader else [])
    return Sample(found[0], store.samples.read_cases(found[0].sample_id)) if found else None


def find_or_draw(store: Store, collected: Collected, n: int, seed: int) -> Sample:
    """The sample of that size and seed, drawn if there is none.

    Raises:
        UsageError: n is too small.
    """
    (run_id,) = collected.without_reply
    with store.transaction():  # two raters who begin at once begin with the same one
        if find_sample(store, collected, n, seed) is None:
            store.samples.add(NewSample(run_id, collected.reader, seed, n), draw(collected.cases, n, seed))
    found = find_sample(store, collected, n, seed)
    assert found is not None
    return found


def sample_numbered(store: Store, run_id: str, number: int) -> SampleRow:
    """A run's sample by its number.

    Raises:
        UsageError: the run has none of that number.
    """
    for row in store.samples.get_all(run_id):
        if row.sample_id == number:
            return row
    raise UsageError(f"run '{run_id}' has no sample {number}.")


def names_of_samples(store: Store, run_ids: Iterable[str]) -> str:
    """The samples of runs, as the options that drew them."""
    rows = [row for run_id in run_ids for row in store.samples.get_all(run_id)]
    return "; ".join(dict.fromkeys(f"--n {row.n} --seed {row.seed}" for row in rows))


def cases_drawn(store: Store, collected: Collected, sample: SampleRow) -> list[Case]:
    """The cases of a run's sample, in the order of judging; without those whose reply is another now."""
    of_reply = {(case.name, case.key): case for case in collected.cases}
    rows = store.samples.read_cases(sample.sample_id)
    return [of_reply[row.item_id, row.case_key] for row in rows if (row.item_id, row.case_key) in of_reply]


def as_drawn(store: Store, collected: Collected, sample: SampleRow) -> list[Case]:
    """The run's cases, each with the reading that the sample was drawn from."""
    kept = store.readings.find({case.key for case in collected.cases}, sample.reader)
    return [case._replace(reading=kept.get(case_end(case), case.reading)) for case in collected.cases]


def judged_blind(store: Store, sample: Sample) -> BlindJudgements:
    """The judgements of a sample that say how good the reader is, and how many do not."""
    rows = store.judgements.find({case.case_key for case in sample.cases})
    blind, any_ = counting(rows, blind=True), counting(rows)
    decided = {row.case_key for row in blind if judgement_in(row).decides}
    in_sight = {row.case_key for row in any_ if not row.blind and judgement_in(row).decides}
    seen_at = {(row.case_key, row.rater): row.id for row in reversed(rows) if not row.blind}
    seen = {row.case_key for row in blind if seen_at.get((row.case_key, row.rater), row.id) < row.id}
    return BlindJudgements(standing(blind), len(in_sight - decided), len(seen & decided))


SAMPLE_N, SAMPLE_SEED = 200, 42


@dataclass(frozen=True, slots=True)
class DrawnSample:
    """A run's sample: what people are to judge, and what the run's replies are.

    Attributes:
        cases: in the order of judging; without those whose reply is another now.
    """

    collected: Collected
    sample: Sample
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class JudgedReader:
    """Results of a sample's blind judgements.

    Attributes:
        errors: the reader's error rates, and the accuracy corrected by them.
        judged: who said what, and what does not count.
        n_open: cases on which raters disagree.
    """

    errors: ReaderErrors
    judged: BlindJudgements
    n_open: int


def draw_sample(store: Store, run: str, n: int = SAMPLE_N, seed: int = SAMPLE_SEED) -> DrawnSample:
    """Draw replies of a run for people to judge; the same call again gives the same ones.

    Rare kinds of reply are drawn more often than their share, so that each is judged; the estimate allows for
    it. `Judging(store, "ann", reader, blind=True)` of `mhclient.judge.judgements` takes the judgements, as do
    `serve_audit` and the verb `audit sample`.

    Args:
        store: an open store.
        run: its name.
        n: how many replies.

    Raises:
        UnknownRun: there is no such run.
        UsageError: it has no reply, or n is too small.

    Example:
        >>> drawn = draw_sample(store, spec.run_id(), n=10)
        >>> len(drawn.cases), drawn.cases[0].completion != ""
        (10, True)
    """
    collected = collect(store, [run])
    return drawn_of(store, collected, find_or_draw(store, collected, n, seed))


def drawn_of(store: Store, collected: Collected, sample: Sample) -> DrawnSample:
    """A sample that is in the store, with the cases to judge."""
    return DrawnSample(collected, sample, tuple(cases_drawn(store, collected, sample.row)))


def estimate_reader_errors(store: Store, drawn: DrawnSample, settle: str | None = None) -> JudgedReader:
    """Say from a judged sample how often the reader is wrong.

    Args:
        drawn: as `draw_sample` gives it.
        settle: the rater whose word counts where raters disagree.

    Raises:
        UsageError: that rater has judged nothing of it.

    Example:
        >>> found = estimate_reader_errors(store, draw_sample(store, spec.run_id(), n=10))
        >>> found.errors.accuracy.n, found.n_open  # nobody has judged one yet
        (20, 0)
    """
    judged = judged_blind(store, drawn.sample)
    decided = decide(judged.standing, settle=settle)
    cases = as_drawn(store, drawn.collected, drawn.sample.row)
    errors = reader_errors(cases, drawn.sample.cases, decided.decisions)
    return JudgedReader(errors, judged, len(decided.open))
