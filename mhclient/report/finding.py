"""What a finding is, and who says it. Findings stand in the blocks of their topics."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from mhclient.report.summary import Summary

# What findings about runs are called above a column, in the order of columns.
HEADINGS: Mapping[str, str] = {
    "partial": "Partial",
    "limited": "Part of the benchmark",
    "reasked": "Asked again",
    "same_replies": "Same replies",
    "left_out": "Items left out",
    "asked_twice": "Questions asked twice",
    "other_labels": "Other labels",
    "errors": "Errors",
    "unread": "Unread",
    "decided": "Decided by people",
    "not_decided": "Not decided",
    "chance_depends_on_unread": "Unread decides",
    "depends_on_strictness": "Strictness decides",
    "letter_bias": "Letters",
    "below_constant": "Below a constant",
    "few_clusters": "Few clusters",
    "too_few_clusters": "Too few clusters",
    "contraindication_called_a_use": "Dangerous side",
    "calibration": "Confidence",
    "near_ties": "Near ties",
    "other_parameters": "Other parameters",
    "adapted_parameters": "Parameters adapted",
    "several_models_served": "Several models",
    "fingerprint_changed": "Fingerprint",
    "unfinished": "Ending not known",
    "broken_off": "Broken off",
    "glued": "Commentary in the text",
    "repetitions": "Repetitions",
    "noise_not_measured": "Noise not measured",
    "published": "Published score",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion: `code` for programs, `where` it holds ("overall" or a task), `text` for people."""

    code: str
    where: str
    text: str


def by_whom(summary: Summary, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings about what replies say, told as the raters' where their decisions stand in for readings."""
    decided = summary.run.decided
    if decided is None or not decided.n_changed:
        yield from findings
        return
    for finding in findings:
        yield replace(finding, text=f"As raters decided, not as was read: {finding.text}")
