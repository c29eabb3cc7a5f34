"""The files that a benchmark is made from."""

from dataclasses import dataclass
from pathlib import Path

from benchmark.given_paths import keep_as_paths


@dataclass(frozen=True, slots=True)
class Sources:
    """The files a benchmark is made from; without feature tables there is no evidence."""

    kg: Path
    seeds: Path
    disease_features: Path | None = None
    drug_features: Path | None = None
    skip_missing_seeds: bool = False

    def __post_init__(self) -> None:
        """A program may give a file as text."""
        keep_as_paths(self, ("kg", "seeds", "disease_features", "drug_features"))
