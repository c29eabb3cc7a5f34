"""Who served the replies: the providers behind a router, tiers of service, and tokens from a cache."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mhclient.figures.proportion_intervals import Share
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import Row, Table
from mhclient.report.wording.shapes import share_document
from mhclient.show.cells import NOT_KNOWN, interval, percent


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
    found = [
        ServedReplies(
            route,
            Share(sum(each.correct for each in replies), len(replies)),
            Share(sum(each.prediction is not None for each in replies), len(replies)),
        )
        for route, replies in by_route.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.right.n, each.route)))


def served_table(summary: Summary) -> Table | None:
    """A row per provider behind the router."""
    found = summary.get(served_replies)
    if not found:
        return None
    head = ("provider", "replies", "right", "95 % interval", "read")
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


BLOCK = Block(
    figures=(served_replies,),
    tables=(RunTable(served_table, usual=True),),
    findings=served_findings,
    document=served_document,
)
