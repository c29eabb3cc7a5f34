"""The name that was probably meant by one that is not there."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

SLIPS = 3  # one letter of so many may be wrong, missing, too many or beside its place


def near_names(wanted: str, known: Iterable[str], n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The names that may be a slip of the hand away, the nearest first.

    difflib counts letters in common, wherever they stand: for it "mine" is as near to "gemini" as "rnu" to
    "run". One name may also be the beginning of the other.

    >>> near_names("rnu", ["run", "runs"]), near_names("mine", ["gemini"]), near_names("json-x", ["json"])
    (['run'], [], ['json'])
    """
    like = get_close_matches(wanted, list(known), max(n, 5), cutoff)
    return [name for name in like if _is_near(wanted, name)][:n]


def nearest_benchmark(folder: Path) -> str:
    """A question that names a benchmark beside it with a similar name; nothing where there is none."""
    try:
        there = [path.name for path in folder.parent.iterdir() if (path / "manifest.json").is_file()]
    except OSError:
        return ""
    like = near_names(folder.name, there)
    return f"Did you mean {folder.parent / like[0]}?" if like else ""


def _is_near(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    contained = len(shorter) > 1 and longer.startswith(shorter)
    return contained or _slips(one, other) <= max(1, len(longer) // SLIPS)


def _slips(one: str, other: str) -> int:
    """Letters to insert, delete, replace or swap with the next: the optimal string alignment distance."""
    before, row = list[int](), list(range(len(other) + 1))
    for i, mine in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, theirs in enumerate(other):
            least = min(before[j] + (mine != theirs), before[j + 1] + 1, row[j] + 1)
            if i and j and mine == other[j - 1] and one[i - 1] == theirs:
                least = min(least, last[j - 1] + 1)
            row.append(least)
    return row[-1]
