"""What a run's figures rest on: what was asked of which model, and how far it has come."""

from collections.abc import Iterator
from dataclasses import asdict

from mhclient.figures.missing import missing_at_random_p
from mhclient.report.finding import Finding
from mhclient.report.marks import sent_parameters
from mhclient.report.summary import Summary
from mhclient.run.marks import Mark
from mhclient.show.cells import p_value, percent
from mhclient.show.counts import agreeing, counted

UNEVEN = 0.05  # p below which missing items count as unevenly spread over the tasks


def run_findings(summary: Summary) -> list[Finding]:
    """The findings about one run, the gravest first."""
    return [
        *_partial(summary),
        *_reasked(summary),
        *_limited(summary),
        *_decided(summary),
        *_parameters(summary),
        *_served(summary),
        *_unfinished(summary),
    ]


def _partial(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if overall.partial:
        others = f"The figures are of the others.{_spread(summary)}"
        text = (
            f"PARTIAL: {overall.n_planned - overall.n:,} of {counted(overall.n_planned, 'item')} "
            f"{_waiting(summary)}. {others if overall.n else 'There are no figures yet.'}"
        )
        yield Finding("partial", "overall", text)


def _waiting(summary: Summary) -> str:
    """Where the missing items are."""
    missing = summary.overall.accuracy.n_planned - summary.overall.accuracy.n
    waiting = min(summary.run.in_batches, missing)
    if not waiting:
        return _not_asked(missing)
    rest = f", {missing - waiting:,} {_not_asked(missing - waiting)}" if waiting < missing else ""
    waits = agreeing(waiting, "waits", "wait")
    return f"{agreeing(missing, 'has', 'have')} no reply yet: {waiting:,} {waits} in batches{rest}"


def _not_asked(n: int) -> str:
    return f"{agreeing(n, 'has', 'have')} not been asked"


def _spread(summary: Summary) -> str:
    """Whether the tasks have come equally far."""
    of_tasks = {task: figures.accuracy for task, figures in summary.tasks.items()}
    planned = {task: accuracy.n_planned for task, accuracy in of_tasks.items()}
    missing = {task: accuracy.n_planned - accuracy.n for task, accuracy in of_tasks.items()}
    p = missing_at_random_p(planned, missing)
    if p is None:
        return ""
    if p >= UNEVEN:
        return f" They are spread over the tasks as chance would have it (p {p_value(p)})."
    return (
        f" They are not spread over the tasks as chance would have it (p {p_value(p)}): "
        "figures over all items are not those of the whole run; read task by task."
    )


def _reasked(summary: Summary) -> Iterator[Finding]:
    again = summary.run.spec.reask
    if again is not None:
        n = len(again.items)
        text = (
            f"ASKED AGAIN: {agreeing(n, 'this is', 'these are')} the {counted(n, 'item')} of run {again.run} "
            f"whose {agreeing(n, 'reply was', 'replies were')} {' or '.join(again.outcomes)}, and no others. "
            "The figures are not those of a benchmark."
        )
        yield Finding("reasked", "overall", text)


def _limited(summary: Summary) -> Iterator[Finding]:
    if Mark.LIMITED in summary.run.marks:
        n, size = summary.overall.accuracy.n_planned, len(summary.run.benchmark.items)
        text = (
            f"LIMITED: the run has {n:,} of the benchmark's {size:,} items, as --limit or --tasks asked for."
        )
        yield Finding("limited", "overall", text)


def _decided(summary: Summary) -> Iterator[Finding]:
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


def _parameters(summary: Summary) -> Iterator[Finding]:
    """Where a run was not sent as it was asked for, or not as most of the runs beside it."""
    run = summary.run
    asked, sent = asdict(run.spec.parameters), sent_parameters(run)
    changed = [f"{name} {sent[name]} instead of {asked[name]}" for name in sent if sent[name] != asked[name]]
    if changed:
        text = f"The model did not take all parameters: sent with {', '.join(changed)}."
        yield Finding("adapted_parameters", "overall", text)
    if Mark.OTHER_PARAMETERS in run.marks:
        listed = ", ".join(f"{name} {value}" for name, value in sent.items())
        text = f"Sent with other parameters than the other runs, or than most of them: {listed}."
        yield Finding("other_parameters", "overall", text)


def _served(summary: Summary) -> Iterator[Finding]:
    if len(summary.run.served) > 1:
        listed = ", ".join(f"{name} ({n})" for name, n in summary.run.served.items())
        text = f"The provider served more than one model under the name asked for: {listed}."
        yield Finding("several_models_served", "overall", text)
    if len(summary.run.fingerprints) > 1:
        listed = ", ".join(f"{name} ({n})" for name, n in summary.run.fingerprints.items())
        text = f"What served the model changed within the run, by its fingerprint: {listed}."
        yield Finding("fingerprint_changed", "overall", text)


def _unfinished(summary: Summary) -> Iterator[Finding]:
    """Replies of which nobody knows that they ended by themselves: what they say counts all the same."""
    if n := summary.run.unfinished:
        text = (
            f"For {counted(n, 'reply')} the provider does not say how {agreeing(n, 'it', 'they')} "
            f"ended. What {agreeing(n, 'it commits', 'they commit')} to counts, as in a reply that was cut; "
            f"--ask-again unfinished asks {agreeing(n, 'it', 'them')} again."
        )
        yield Finding("unfinished", "overall", text)
