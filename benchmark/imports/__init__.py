"""Questions that come from elsewhere: MentalBench's released files, and anybody's own JSONL or CSV."""

from benchmark.imports.mentalbench import import_mentalbench
from benchmark.imports.own import import_own

__all__ = ["import_mentalbench", "import_own"]
