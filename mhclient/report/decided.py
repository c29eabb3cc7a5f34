"""People's decisions in the place of readings: which replies they are about, and what they make of them."""

from collections.abc import Iterator
from dataclasses import replace

from cache import Store
from mhclient.errors import UsageError
from mhclient.judge.decisions import Decision, Decisions, apply_decision
from mhclient.judge.judgements import Judgement, JudgementError, check_judgement
from mhclient.read.case import key_of_scored
from mhclient.read.scored import Scored
from mhclient.report.loaded import AppliedDecisions, LoadedRun


def as_decided(store: Store, run: LoadedRun, decisions: Decisions) -> LoadedRun:
    """The run as people decided; replies without a decision stay as they were read.

    Raises:
        UsageError: a decision says what nobody can say of the item.
    """
    found = list(_found(store, run, decisions))
    decided = tuple(
        scored if decision is None else apply_decision(scored, decision) for scored, decision in found
    )
    about = [
        (now.ending, now.said) != (scored.ending, scored.said)
        for now, (scored, decision) in zip(decided, found, strict=True)
        if decision is not None
    ]
    return replace(
        run, scored=decided, decided=AppliedDecisions(decisions.digest, len(about), sum(about), run.scored)
    )


def _found(store: Store, run: LoadedRun, decisions: Decisions) -> Iterator[tuple[Scored, Decision | None]]:
    """Every item of the run with the decision about its reply, if there is one.

    Raises:
        UsageError: a decision says what nobody can say of the item.
    """
    rows = store.results.read_replies(run.run.run_id)
    for scored, row in zip(run.scored, rows, strict=True):
        key = None if row.response_id is None else key_of_scored(scored, row.completion)
        decision = None if key is None else decisions.decisions.get(key)
        if decision is not None:
            _check(decision, scored)
        yield scored, decision


def _check(decision: Decision, scored: Scored) -> None:
    """Hold a decision to what a rater may say of the item."""
    item = scored.item
    try:
        said = Judgement(decision.verdict, decision.letters)
        check_judgement(said, scored.shown.options(item.options), item.mode.value)
    except JudgementError as error:
        case = decision.case[:12]
        raise UsageError(f"the decision on case {case} does not fit item {item.id}: {error}") from error
