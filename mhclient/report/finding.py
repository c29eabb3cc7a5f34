"""What a finding is. Those of a run are in `run_findings.py` and `findings.py`, those of pairs in
`compare_findings.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion: `code` for programs, `where` it holds ("overall" or a task), `text` for people."""

    code: str
    where: str
    text: str
