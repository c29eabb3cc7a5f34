"""Paths that a program may give as text, in records whose fields are paths."""

import os
from dataclasses import fields
from pathlib import Path
from typing import Any


def keep_as_paths(record: Any, names: tuple[str, ...] | None = None) -> None:
    """Make paths of a new record's texts, which a frozen dataclass does after it was made.

    Args:
        names: its fields that are paths; all of them where None.
    """
    for name in names or tuple(each.name for each in fields(record)):
        given = getattr(record, name)
        if isinstance(given, str | os.PathLike) and not isinstance(given, Path):
            object.__setattr__(record, name, Path(given))
