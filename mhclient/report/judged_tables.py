"""Tables of what raters say about a run's replies: agreement among them, and with the reader."""

from mhclient.report.summary import Summary
from mhclient.report.table import Table
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
