"""What `with` enters, and what it says to whoever uses it without `with`."""

from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Never

from mhclient.errors import UsageError


class NotEntered(UsageError, AttributeError):
    """Something that runs while a block runs was used outside one."""


class ToBeEntered:
    """What `start_simulator(…)` is before `with` has entered it: it runs nothing yet."""

    def __init__(self, function: str, manager: AbstractContextManager[Any]) -> None:
        self._function, self._manager = function, manager

    def __enter__(self) -> Any:
        return self._manager.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._manager.__exit__(kind, error, trace)

    def __getattr__(self, name: str) -> Never:
        if name.startswith("_"):
            raise AttributeError(name)
        raise NotEntered(
            f"{self._function} runs while a block runs: write 'with {self._function}(…) as found:', and "
            f"there found.{name}."
        )
