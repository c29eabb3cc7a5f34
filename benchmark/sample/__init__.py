"""The packaged sample graph: files, and where they lie. An illustration: see README.md in this folder."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from benchmark.build.settings import Sources, Task

# A few hundred items, enough to see every task; the graph would give about 2,500.
SAMPLE_SIZES: Mapping[Task, int] = {
    Task.ET: 60, Task.EC: 60, Task.FC: 84, Task.RP: 60, Task.R1: 40, Task.R2: 40, Task.R1E: 40, Task.R2E: 40,
}  # fmt: skip


def sample_paths() -> Sources:
    """The sample's files, ready for `build_benchmark`."""
    folder = Path(str(files("benchmark.sample")))
    return Sources(
        kg=folder / "kg.csv",
        seeds=folder / "seeds.csv",
        disease_features=folder / "disease_features.tab",
        drug_features=folder / "drug_features.tab",
    )
