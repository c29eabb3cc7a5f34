"""What was asked and sent, and by whom it was answered.

How much of the benchmark, how far the run has come, and whether it asks again; the parameters that were sent,
models that were served, replies that may not have ended; providers behind a router, tiers of service, and
tokens from a cache.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mhclient.figures.accuracy import missing_at_random_p
from mhclient.figures.proportion_intervals import Share
from mhclient.read.scored import Scored
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.loading.marks import sent_parameters, shown_parameters
from mhclient.report.loading.same_items import same_in_words
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, Row, Table
from mhclient.report.wording.shapes import share_document
from mhclient.run.adopted import PROVIDER as ADOPTED
from mhclient.run.marks import Mark
from mhclient.show.cells import NOT_KNOWN, interval, p_value, percent
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
    yield from _changed(summary)
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


def _changed(summary: Summary) -> Iterator[Finding]:
    if change := summary.run.benchmark.change:
        text = (
            f"ITEMS CHANGED: in this store {change}. What counts as right is what the store says, not the "
            "benchmark: take the questions from their own file, in a new store."
        )
        yield Finding("items_changed", "overall", text)


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


def sent_findings(summary: Summary) -> Iterator[Finding]:
    """Where the requests, or what answered them, were not the same throughout."""
    yield from _parameters(summary)
    yield from _served(summary)
    yield from _unfinished(summary)


def _parameters(summary: Summary) -> Iterator[Finding]:
    """Where a run was not sent as it was asked for, or not as most of the runs beside it."""
    run = summary.run
    asked, sent = shown_parameters(run.spec.parameters), sent_parameters(run)
    changed = [f"{name} {sent[name]} instead of {asked[name]}" for name in sent if sent[name] != asked[name]]
    if changed:
        text = f"The model refused some parameters: sent with {', '.join(changed)}."
        yield Finding("adapted_parameters", "overall", text)
    if Mark.OTHER_PARAMETERS in run.marks:
        listed = ", ".join(f"{name} {value}" for name, value in sent.items())
        text = f"Not sent with the same parameters as the other runs: {listed}."
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
    if n := summary.run.broken_off:
        own = summary.run.spec.provider != ADOPTED
        again = f"; the run's command asks {agreeing(n, 'it', 'them')} again" if own else ""
        was, counts, it = (
            agreeing(n, "was", "were"),
            agreeing(n, "counts", "count"),
            agreeing(n, "it", "them"),
        )
        text = (
            f"{counted(n, 'reply')} {was} broken off by a failure of the provider, and {counts} as if the "
            f"model had written {it} so{again}."
        )
        yield Finding("broken_off", "overall", text)
    if n := summary.run.glued:
        yield Finding(
            "glued",
            "overall",
            f"The text of {counted(n, 'reply')} holds the model's commentary before the final answer, as "
            "versions up to 0.2.0 kept it; it is read as it was kept.",
        )
    if n := summary.run.unfinished - summary.run.broken_off:
        text = (
            f"For {counted(n, 'reply')} the provider does not say how {agreeing(n, 'it', 'they')} "
            f"ended. What {agreeing(n, 'it commits', 'they commit')} to counts, as in a reply that was cut; "
            f"--ask-again unfinished asks {agreeing(n, 'it', 'them')} again."
        )
        yield Finding("unfinished", "overall", text)


SENT_BLOCK = Block(findings=sent_findings)


class ServedReplies(NamedTuple):
    """The replies of one provider behind a router: how many are right, and how many can be read."""

    route: str
    right: Share
    read: Share


def served_replies(basis: Basis) -> tuple[ServedReplies, ...]:
    """The replies by who served them, most first; none where no reply says."""
    by_route = defaultdict(list)
    for scored, route in zip(basis.run.scored, basis.run.route_of_each, strict=True):
        if route is not None:
            by_route[route].append(scored)
    found = [_served_by(route, replies) for route, replies in by_route.items()]
    return tuple(sorted(found, key=lambda each: (-each.right.n, each.route)))


def _served_by(route: str, replies: Sequence[Scored]) -> ServedReplies:
    of_each = len(replies) / len({each.item.id for each in replies})
    return ServedReplies(
        route,
        Share(sum(each.correct for each in replies), len(replies), of_each),
        Share(sum(each.prediction is not None for each in replies), len(replies), of_each),
    )


def served_table(summary: Summary) -> Table | None:
    """A row per provider behind the router."""
    found = summary.get(served_replies)
    if not found:
        return None
    head = ("provider", "replies", "right", CI95, "read")
    note = "Each provider's replies are to other items: differences are rough, and no test of them."
    return Table("Who served the replies", head, list(map(_row, found)), note if len(found) > 1 else "")


def _row(of: ServedReplies) -> Row:
    return (
        of.route,
        str(of.right.n),
        percent(of.right.value),
        interval(of.right.ci95),
        percent(of.read.value),
    )


def served_findings(summary: Summary) -> Iterator[Finding]:
    """Where a run rests on several providers, and what tiers and caches did."""
    run = summary.run
    if len(run.routes) > 1:
        text = (
            f"Behind the router, more than one provider served the replies: {_listed(run.routes.items())}. "
            "They may serve the model with other quantisations; `route=only=NAME` pins one."
        )
        yield Finding("several_routes", "overall", text)
    asked = run.spec.parameters.tier_asked
    if asked is not None and (others := {tier: n for tier, n in run.tiers.items() if tier != asked}):
        text = f"Not all replies were served in the tier asked for ({asked}): {_listed(others.items())}."
        yield Finding("other_tier_served", "overall", text)
    if run.cached_tokens:
        prompts = run.spent_in_all.prompt_tokens
        share = f" ({percent(run.cached_tokens / prompts)} %)" if prompts else ""
        text = (
            f"{run.cached_tokens:,} tokens of prompts{share} came from the provider's cache, and were "
            "priced so where the price list has a price for it."
        )
        yield Finding("cached_tokens", "overall", text)


def _listed(counts: Any) -> str:
    return ", ".join(f"{name} ({n})" for name, n in counts) or NOT_KNOWN


def served_document(summary: Summary) -> dict[str, Any]:
    """The same for programs."""
    found: Sequence[ServedReplies] = summary.get(served_replies)
    return {"routes_served": [_document(each) for each in found]} if found else {}


def _document(of: ServedReplies) -> dict[str, Any]:
    return {"route": of.route, "right": share_document(of.right), "read": share_document(of.read)}


SERVED_BLOCK = Block(
    figures=(served_replies,),
    tables=(RunTable(served_table, usual=True),),
    findings=served_findings,
    document=served_document,
)
