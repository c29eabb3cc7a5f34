"""Samples in the store: drawn once, found again, and judged with the readings hidden.

Decision: docs/decisions/judge-audit.md, "Only blind judgements say how good the reader is".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cache import NewSample, SampleCaseRow, SampleRow, Store
from mhclient.errors import UsageError
from mhclient.judge.judgements import Judgement, counting, judgement_in, standing
from mhclient.judge.sampling import draw
from mhclient.read.case import Case
from mhclient.read.collect import Collected, case_end


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample as it was drawn, its replies in the order of judging."""

    row: SampleRow
    cases: Sequence[SampleCaseRow]


@dataclass(frozen=True, slots=True)
class BlindJudgements:
    """What raters say of a sample.

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
    """The same, drawn if there is none.

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
