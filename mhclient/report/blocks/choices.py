"""Forced choices: which of them rounding, another batch or another rule would make otherwise."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from mhclient.report.blocks.block import Block
from mhclient.report.summary import Finding, Summary
from mhclient.show.counts import agreeing, counted


def choices_findings(summary: Summary) -> Iterator[Finding]:
    """Forced choices that rounding, another precision, another batch or another rule would make otherwise."""
    choices = summary.run.choices
    if choices is None or not choices.n:
        return
    others = {name: rule.n_flipped for name, rule in choices.rules.items() if rule.n_flipped}
    if others:
        listed = ", ".join(f"{n} by {name.replace('_', ' ')}" for name, n in others.items())
        text = f"Of {counted(choices.n, 'forced choice')} another rule would make some otherwise: {listed}."
        yield Finding("choices_depend_on_rule", "overall", text)
    if not choices.checks:
        text = "Forced choices: the numerical noise was not measured (--checks), so near ties are not known."
        yield Finding("noise_not_measured", "overall", text)
        return
    seen = ", ".join(
        f"{check.n_flipped} of {check.n} computed {name if name == 'alone' else f'in {name}'}"
        for name, check in choices.checks.items()
    )
    text = (
        f"{len(choices.near_ties)} of {counted(choices.n, 'forced choice')} "
        f"{agreeing(len(choices.near_ties), 'is a near tie', 'are near ties')}, within the noise that was "
        f"measured; chosen otherwise: {seen}. 'mhclient letters {summary.run_id}' shows more."
    )
    yield Finding("near_ties", "overall", text)


def choices_document(summary: Summary) -> dict[str, Any]:
    """How far forced choices can be trusted; null for runs of another kind."""
    return {"choices": summary.run.choices and asdict(summary.run.choices)}


BLOCK = Block(findings=choices_findings, document=choices_document)
