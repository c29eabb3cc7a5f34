"""What was asked: how much of the benchmark, how far the run has come, and whether it asks again."""

from collections.abc import Iterator

from mhclient.figures.accuracy import missing_at_random_p
from mhclient.report.blocks.block import Block
from mhclient.report.loading.same_items import same_in_words
from mhclient.report.summary import Finding, Summary
from mhclient.run.marks import Mark
from mhclient.show.cells import p_value
from mhclient.show.counts import agreeing, counted

NAMED = 5  # of the items that cannot be used
UNEVEN = 0.05  # p below which missing items count as unevenly spread over the tasks


def asked_findings(summary: Summary) -> Iterator[Finding]:
    """Where the run is not the whole benchmark."""
    yield from _partial(summary)
    yield from _reasked(summary)
    yield from _same_replies(summary)
    yield from _limited(summary)
    yield from _left_out(summary)
    yield from _other_labels(summary)
    yield from _asked_twice(summary)


def _partial(summary: Summary) -> Iterator[Finding]:
    overall = summary.overall.accuracy
    if overall.partial:
        unit = "item" if overall.epochs == 1 else "reply"
        others = f"The figures are of the others.{_spread(summary)}"
        text = (
            f"PARTIAL: {overall.n_planned - overall.n:,} of {counted(overall.n_planned, unit)} "
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


def _same_replies(summary: Summary) -> Iterator[Finding]:
    """That a run beside this one is no second measurement."""
    for other, n_same in summary.same_replies.items():
        text = f"This run and '{other}' {same_in_words(n_same)} They are no pair of the family of tests."
        yield Finding("same_replies", "overall", text)


def _limited(summary: Summary) -> Iterator[Finding]:
    if Mark.LIMITED in summary.run.marks:
        overall = summary.overall.accuracy
        n, size = overall.n_planned // overall.epochs, len(summary.run.benchmark.items)
        text = (
            f"LIMITED: the run has {n:,} of the benchmark's {size:,} items, as --limit or --tasks asked for."
        )
        yield Finding("limited", "overall", text)


def _left_out(summary: Summary) -> Iterator[Finding]:
    if left_out := summary.run.left_out:
        n, n_all = len(left_out), len(left_out) + len(summary.run.scored)
        named = "; ".join(f"{item_id[:80]} ({why})" for item_id, why in [*left_out.items()][:NAMED])
        more = f"; and {n - NAMED:,} more" if n > NAMED else ""
        text = (
            f"LEFT OUT: {n:,} of {counted(n_all, 'item')} cannot be used, since what the store holds of "
            f"{agreeing(n, 'it', 'them')} is broken: {named}{more}. No figure counts "
            f"{agreeing(n, 'it', 'them')}."
        )
        yield Finding("left_out", "overall", text)


def _other_labels(summary: Summary) -> Iterator[Finding]:
    """By which labels replies are scored, and which items have none of them."""
    if labels := summary.run.other_labels:
        text = f"OTHER LABELS: the option that counts as right is that of the label set {labels.name}."
        if n := labels.n_without:
            n_all = n + len({scored.item.id for scored in summary.run.scored})
            of_tasks = ", ".join(f"{task} {n_of_task:,}" for task, n_of_task in labels.without.items())
            text += (
                f" It has no label for {n:,} of {counted(n_all, 'item')} ({of_tasks}). No figure counts them."
            )
        yield Finding("other_labels", "overall", f"{text} Label sets there are: {', '.join(labels.known)}.")


def _asked_twice(summary: Summary) -> Iterator[Finding]:
    """That items ask what others ask; versions of a vignette are counted together in any case."""
    run = summary.run
    ids = {scored.item.id for scored in run.scored}
    again = [first for own, first in run.benchmark.copies.items() if own in ids and first in ids]
    if again and not run.of_versions:
        n = len(set(again))
        text = (
            f"{counted(n, 'question')} {agreeing(n, 'stands', 'stand')} more than once among the items: "
            f"{agreeing(n, 'it is', 'each is')} one cluster in intervals and tests."
        )
        yield Finding("asked_twice", "overall", text)


BLOCK = Block(findings=asked_findings)
