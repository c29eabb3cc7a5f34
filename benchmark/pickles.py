"""Pickles that others made, opened without running anything of theirs: only named classes are admitted."""

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmark.bounded import TABLE_MAX, read_regular_file
from benchmark.errors import PickleRefused

# What numpy's arrays need; older versions call the same module `numpy.core`.
NUMPY = frozenset(
    (module, name)
    for module, names in {
        "numpy": ("ndarray", "dtype"),
        "numpy.core.multiarray": ("_reconstruct", "scalar"),
        "numpy._core.multiarray": ("_reconstruct", "scalar"),
        "numpy.core.numeric": ("_frombuffer",),
        "numpy._core.numeric": ("_frombuffer",),
        "_codecs": ("encode",),
        "collections": ("OrderedDict",),
    }.items()
    for name in names
)
Instead = Callable[[str, str], type | None]


def read_pickle(data: bytes, where: str | Path, instead: Instead = lambda module, name: None) -> Any:
    """What a pickle holds.

    Args:
        where: the file's name, for messages.
        instead: module and name of a class that numpy does not need → what stands for it, or None to refuse.

    Raises:
        PickleRefused: it holds a class that is not admitted (named), or is damaged.
    """
    try:
        return _Admitting(data, where, instead).load()
    except PickleRefused:
        raise
    # A damaged pickle can raise nearly anything while it is put together.
    except Exception as error:
        raise PickleRefused(f"{where} cannot be read as a pickle: {type(error).__name__}.") from error


def read_pickle_file(path: Path, instead: Instead = lambda module, name: None) -> Any:
    """As `read_pickle`, of a file.

    Raises:
        PickleRefused: as there, and where the file cannot be read.
    """
    try:
        data = read_regular_file(path, TABLE_MAX)
    except OSError as error:
        raise PickleRefused(f"{path} cannot be read: {error.strerror}.") from error
    return read_pickle(data, path, instead)


class _Admitting(pickle.Unpickler):
    def __init__(self, data: bytes, where: str | Path, instead: Instead) -> None:
        super().__init__(io.BytesIO(data))
        self._where, self._instead = where, instead

    def find_class(self, module: str, name: str) -> Any:
        """The class, if it is admitted."""
        if (module, name) in NUMPY:
            return super().find_class(module, name)
        if (stand_in := self._instead(module, name)) is not None:
            return stand_in
        raise PickleRefused(
            f"{self._where} holds '{module}.{name}'. A pickle can run any code, so only numpy's arrays are "
            "admitted; ask whoever made it for JSON or CSV."
        )
