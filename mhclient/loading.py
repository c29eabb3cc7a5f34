"""Modules that are loaded when something of them is first used."""

from importlib import import_module
from types import ModuleType


class _Later(ModuleType):
    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)


def later(module: str) -> ModuleType:
    """A module that is imported when something of it is first used, so that who does without need not wait.

    It stands in the `else` of an `if TYPE_CHECKING:` that imports the same: that is what type checkers and
    the contracts of imports see.
    """
    return _Later(module)
