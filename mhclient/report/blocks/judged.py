"""What people say about a run's replies: agreement among raters, how often the reader errs, decisions.

Decisions stand in the place of readings; what they change is every number of the document that is not the
same without them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from mhclient.judge.agreement import JudgedFigures, JudgedSample
from mhclient.judge.reader_errors import ReaderErrors
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.loop import decided_figures
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, Table
from mhclient.report.wording.shapes import bounds_document, share_document
from mhclient.show.cells import NOT_KNOWN, coefficient, interval, percent
from mhclient.show.counts import counted


def raters_table(summary: Summary) -> Table | None:
    """How far raters agree with each other."""
    judged = summary.run.judged
    if judged is None:
        return None
    found = judged.agreement
    rows = [(rater, str(n), "", "", "") for rater, n in found.decided.items()]
    rows += [
        (
            f"{pair.first} and {pair.second}",
            str(pair.same.n),
            percent(pair.same.value),
            interval(pair.same.ci95),
            coefficient(pair.kappa),
        )
        for pair in found.pairs
    ]
    note = (
        f"Replies: decided by a rater, by both. Krippendorff's alpha (nominal): {coefficient(found.alpha)}; "
        f"{counted(len(found.disagreements), 'disagreement')}. Raters agree on what {judged.n_decided} of "
        f"{counted(judged.n_replies, 'different reply says', 'different replies say')}, on "
        f"{judged.n_changed} of these another answer (or none, "
        "or one where none was) than was read. No figure here rests on that, unless decisions were asked for."
    )
    return Table("Raters", ("Rater", "Replies", "same, in %", CI95, "Kappa"), rows, note)


def reader_table(summary: Summary) -> Table | None:
    """How often the reader errs, by a judged sample."""
    judged = summary.run.judged
    if judged is None or judged.sample is None:
        return None
    errors, sample = judged.sample.errors, judged.sample.sample
    rates = (("false accepts", errors.false_accept), ("false rejects", errors.false_reject))
    rows = [
        (name, percent(rate.value), interval(rate.ci95), "", f"{rate.hits}/{rate.n}", str(rate.size))
        for name, rate in rates
    ]
    as_read, n = errors.accuracy, str(errors.accuracy.n)
    rows += [
        ("accuracy as read", percent(as_read.value), "", interval(as_read.ci95), "", n),
        ("accuracy corrected", percent(errors.corrected), interval(errors.corrected_ci95), "", "", n),
    ]
    not_judged = f" {NOT_KNOWN}: not known, nothing is decided yet in {', '.join(errors.unjudged)}."
    open_strata = not_judged if errors.unjudged else ""
    note = (
        f"By a stratified sample of {counted(sample.n, 'reply')} (seed {sample.seed}, readings of "
        f"{sample.reader}), judged with the readings hidden. False accepts: read as an answer, and it is "
        "another or none; false rejects: not read, and there is one. CI of the audit: what other samples of "
        f"these replies would say; over items: what other items would, taken as independent.{open_strata}"
    )
    head = ("", "Rate", "95 % CI of the audit", "95 % CI over items", "of decided", "of replies")
    return Table("The reader's errors, in %", head, rows, note)


def judged_document(summary: Summary) -> dict[str, Any]:
    """What raters say about the replies, beside what was read; null where nobody has judged any."""
    return {"judgements": summary.run.judged and _judgements(summary.run.judged)}


def _judgements(judged: JudgedFigures) -> dict[str, Any]:
    found = judged.agreement
    return {
        "n_replies": judged.n_replies,
        "n_decided": judged.n_decided,
        "n_changed": judged.n_changed,
        "n_disagreements": len(found.disagreements),
        "alpha": found.alpha,
        "raters": dict(found.decided),
        "pairs_of_raters": [
            {"first": pair.first, "second": pair.second, **share_document(pair.same), "kappa": pair.kappa}
            for pair in found.pairs
        ],
        "reader_errors": judged.sample and _reader_errors(judged.sample),
    }


def _reader_errors(judged: JudgedSample) -> dict[str, Any]:
    errors: ReaderErrors = judged.errors
    rates = {"false_accept": errors.false_accept, "false_reject": errors.false_reject}
    return {
        "reader": judged.sample.reader,
        "n_drawn": judged.sample.n,
        "seed": judged.sample.seed,
        **{
            name: {"count": rate.hits, "n": rate.n, "share": rate.value, "ci95": bounds_document(rate.ci95)}
            for name, rate in rates.items()
        },
        "accuracy": errors.accuracy.value,
        "corrected": errors.corrected,
        "ci95_corrected": bounds_document(errors.corrected_ci95),
        "unjudged": list(errors.unjudged),
    }


BLOCK = Block(
    tables=(RunTable(raters_table, usual=True), RunTable(reader_table, usual=True)), document=judged_document
)


_CHIEF = re.compile(
    r"(tasks\.[^.]+|overall)\."
    r"(n_answered|accuracy|accuracy_answered|compliance|prediction_a_rate|balanced_accuracy|kappa|mcc)"
    r"|overall\.outcomes\.\w+|averages\..+|coverage\.cov_\w+"
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One figure, by its path in the document, before and after; None where undefined."""

    figure: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def is_chief(self) -> bool:
        """Whether it is one of the figures a reader looks for first."""
        return _CHIEF.fullmatch(self.figure) is not None


def changed_figures(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Effect]:
    """The figures of two documents that differ.

    >>> changed_figures({"n": 3, "FC": {"accuracy": 0.5}}, {"n": 3, "FC": {"accuracy": 0.6}})
    [Effect(figure='FC.accuracy', before=0.5, after=0.6)]
    """
    old, new = dict(_numbers(before, "")), dict(_numbers(after, ""))
    names = dict.fromkeys([*new, *old])
    return [Effect(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)]


def _numbers(value: Any, path: str) -> Iterator[tuple[str, float | None]]:
    """Every number with its path; parts of a list go by their name where they have one."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _numbers(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            name = part.get("key") or part.get("name") if isinstance(part, Mapping) else None
            yield from _numbers(part, f"{path}.{name or place}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def effects(before: Summary, after: Summary) -> list[Effect]:
    """Every figure of a run that people's decisions change."""
    return changed_figures(decided_figures(before), decided_figures(after))


def decisions_table(summary: Summary) -> Table | None:
    """What people's decisions do to the chief figures; the report's JSON has every figure they change."""
    if summary.before is None:
        return None
    changed = effects(summary.before, summary)
    rows = [
        (effect.figure, *map(_plain, (effect.before, effect.after)), _plain(effect.difference))
        for effect in changed
        if effect.is_chief
    ]
    note = (
        "Shares from 0 to 1, and counts, under their names in the report's JSON, which has every figure that "
        f"changes ({len(changed)})."
    )
    return Table("Figures that decisions change", ("Figure", "as read", "decided", "change"), rows, note)


def _plain(value: float | None) -> str:
    if value is None:
        return NOT_KNOWN
    return f"{value:.4f}".rstrip("0").rstrip(".").replace("-", "−")


def decisions_findings(summary: Summary) -> Iterator[Finding]:
    """Whose word the figures rest on, where a file of decisions was given."""
    decided, before = summary.run.decided, summary.before
    if decided is not None and not decided.about_this:
        text = (
            f"None of the decisions (file {decided.digest[:12]}) is about a reply of this run: its figures "
            "are as read."
        )
        yield Finding("not_decided", "overall", text)
    if decided is not None and before is not None:
        accuracies = (percent(each.overall.accuracy.accuracy) for each in (before, summary))
        text = (
            f"DECIDED BY PEOPLE: {counted(decided.n_replies, 'reply has', 'replies have')} a decision "
            f"(file {decided.digest[:12]}), "
            f"{decided.n_changed} of them not what the reader says. Accuracy {' → '.join(accuracies)} %."
        )
        yield Finding("decided", "overall", text)


def decisions_document(summary: Summary) -> dict[str, Any]:
    """The decisions behind the figures, and what they change; null where none were given."""
    decided, before = summary.run.decided, summary.before
    if decided is None:
        return {"decisions": None}
    changed = effects(before, summary) if before else []
    return {
        "decisions": {
            "file_sha256": decided.digest,
            "n_replies": decided.n_replies,
            "n_changed": decided.n_changed,
            "effects": [asdict(effect) for effect in changed],
        }
    }


DECISIONS_BLOCK = Block(
    tables=(RunTable(decisions_table, usual=True),),
    findings=decisions_findings,
    document=decisions_document,
)
