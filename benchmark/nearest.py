"""The benchmark that was probably meant by the name of a folder that is not there."""

from difflib import get_close_matches
from pathlib import Path


def nearest_benchmark(folder: Path) -> str:
    """A question that names a benchmark beside it with a similar name; nothing where there is none."""
    try:
        there = [path.name for path in folder.parent.iterdir() if (path / "manifest.json").is_file()]
    except OSError:
        return ""
    like = get_close_matches(folder.name, there, 1)
    return f"Did you mean {folder.parent / like[0]}?" if like else ""
