"""What raters say about a run's replies: agreement among them, and how often the reader errs."""

from typing import Any

from mhclient.judge.agreement import JudgedFigures, JudgedSample
from mhclient.judge.reader_errors import ReaderErrors
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.summary import Summary
from mhclient.report.table import Table
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
    return Table("Raters", ("Rater", "Replies", "same, in %", "95 % CI", "Kappa"), rows, note)


def reader_table(summary: Summary) -> Table | None:
    """How often the reader errs, by a judged sample."""
    judged = summary.run.judged
    if judged is None or judged.sample is None:
        return None
    errors, sample = judged.sample.errors, judged.sample.sample
    rates = (("false accepts", errors.false_accept), ("false rejects", errors.false_reject))
    rows = [
        (name, percent(rate.value), interval(rate.ci95), f"{rate.hits}/{rate.n}", str(rate.size))
        for name, rate in rates
    ]
    as_read, n = errors.accuracy, str(errors.accuracy.n)
    rows += [
        ("accuracy as read", percent(as_read.value), interval(as_read.ci95), "", n),
        ("accuracy corrected", percent(errors.corrected), interval(errors.corrected_ci95), "", n),
    ]
    not_judged = f" {NOT_KNOWN}: not known, nothing is decided yet in {', '.join(errors.unjudged)}."
    open_strata = not_judged if errors.unjudged else ""
    note = (
        f"By a stratified sample of {counted(sample.n, 'reply')} (seed {sample.seed}, readings of "
        f"{sample.reader}), judged with the readings hidden. False accepts: read as an answer, and it is "
        f"another or none; false rejects: not read, and there is one.{open_strata}"
    )
    return Table("The reader's errors, in %", ("", "Rate", "95 % CI", "of decided", "of replies"), rows, note)


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
