"""The files that a benchmark is made from."""

import os
from dataclasses import dataclass, fields
from pathlib import Path


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
        for each in fields(self):
            if isinstance(given := getattr(self, each.name), str | os.PathLike):
                object.__setattr__(self, each.name, Path(given))
