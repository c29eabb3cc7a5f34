"""A random sample of a run's replies, judged blind by people: how good is the reader?"""

from dataclasses import dataclass

from cache import Store
from mhclient.judge.decisions import decide
from mhclient.judge.reader_errors import ReaderErrors, reader_errors
from mhclient.judge.sample_store import (
    BlindJudgements,
    Sample,
    as_drawn,
    cases_drawn,
    find_or_draw,
    judged_blind,
)
from mhclient.read.case import Case
from mhclient.read.collect import Collected, collect

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
    """What the blind judgements of a sample say.

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
