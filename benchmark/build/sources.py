"""The files that a benchmark is made from."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sources:
    """The files a benchmark is made from; without feature tables there is no evidence."""

    kg: Path
    seeds: Path
    disease_features: Path | None = None
    drug_features: Path | None = None
    skip_missing_seeds: bool = False
