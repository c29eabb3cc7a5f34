"""People's decisions in the place of readings: what they change."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.blocks.loop import decided_figures
from mhclient.report.effects import Effect, changed_figures
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import Table
from mhclient.show.cells import NOT_KNOWN, percent
from mhclient.show.counts import counted


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


BLOCK = Block(
    tables=(RunTable(decisions_table, usual=True),),
    findings=decisions_findings,
    document=decisions_document,
)
