"""What a finding is, and who says it. Findings stand in the blocks of their topics."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mhclient.report.summary import Summary


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
