"""A regular expression that is compiled when it is first used."""

import re
from collections.abc import Callable, Iterator
from typing import Any

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")


class Pattern:
    """A regular expression that is compiled at its first use.

    All of them together take a tenth of a second to compile, and most programs read short replies, which need
    few. From the first use on its methods are the compiled expression's own, at their own speed.
    """

    __slots__ = ("_flags", "_source", *METHODS)
    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    sub: Callable[..., str]
    split: Callable[..., list[str]]

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source, self._flags = source, flags

    @property
    def source(self) -> str:
        """As it was written."""
        return self._source

    def __getattr__(self, name: str) -> Any:
        """Called for a method that is not there yet."""
        if name not in METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)
