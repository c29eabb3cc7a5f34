"""Stored replies read again by the present reader, beside another reader's readings and other rules."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from cache import Store
from mhclient.errors import UsageError
from mhclient.judge.reread import Change, RuleAgreement, changes, rule_agreements
from mhclient.read.collect import Collected, collect


@dataclass(frozen=True, slots=True)
class Reread:
    """What reading again found.

    Attributes:
        collected: the replies with their present readings.
        before: the reader compared with; None where there is none.
        n_shared: replies that both have read.
        changed: what they read differently, the commonest first.
        rules: public rules beside the present reader.
    """

    collected: Collected
    before: str | None
    n_shared: int
    changed: Sequence[Change]
    rules: Sequence[RuleAgreement]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        asked_again = {run: again.run for run, again in self.collected.asked_again.items()}
        return {
            "reader": self.collected.reader,
            "before": self.before,
            "asked_again": asked_again,
            "n": len(self.collected.cases),
            "n_read_by_both": self.n_shared,
            "changes": [_change(change) for change in self.changed],
            "rules": [asdict(rule) for rule in self.rules],
        }


def reread(
    store: Store,
    run_ids: str | Sequence[str],
    against: str | None = None,
    tell: Callable[[str], None] | None = None,
) -> Reread:
    """Read the replies of runs again, offline; new readings are kept in the store.

    Args:
        store: an open store.
        run_ids: of the runs, or of a single one.
        against: the reader to compare with (default: the last other one that read these replies).
        tell: told what takes a while, where something does.

    Raises:
        UnknownRun: there is no such run.
        UsageError: there is no reply, or no such reader has read them.

    Example:
        >>> reread(store, spec.run_id()).to_json()["n"]
        20
    """
    wanted = [run_ids] if isinstance(run_ids, str) else run_ids
    collected = collect(store, wanted, tell=tell or (lambda _: None))
    keys = {case.key for case in collected.cases}
    others = [reader for reader in store.readings.find_readers(keys) if reader != collected.reader]
    before = _reader_before(against, others)
    earlier = store.readings.find(keys, before) if before else {}
    cases = collected.cases
    return Reread(collected, before, len(earlier), changes(cases, earlier), rule_agreements(cases))


def _reader_before(wanted: str | None, others: Sequence[str]) -> str | None:
    if wanted is None:
        return others[-1] if others else None
    if wanted not in others:
        known = ", ".join(others) or "none"
        raise UsageError(f"no other reader '{wanted}' has read these replies. Others: {known}.")
    return wanted


def _change(change: Change) -> dict[str, Any]:
    fields = ("outcome_before", "rule_before", "outcome_now", "rule_now", "n", "n_other_answer")
    shown = {name: getattr(change, name) for name in fields}
    return shown | {"example": {"item_id": change.example.item_id, "completion": change.example.completion}}
