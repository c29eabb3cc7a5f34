"""What is loaded when it is first used: names that stand in another module, and modules.

Decision: docs/decisions/project.md, "Two shelves of names in Python".
Decision: docs/decisions/project.md, "What is loaded later stands at the top of a module".
Decision: docs/decisions/project.md, "Arguments of another kind are found by the annotations".
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import FunctionType, ModuleType


class _Later(ModuleType):
    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)


def later(module: str) -> ModuleType:
    """A module that is imported when something of it is first used, so that who does without need not wait.

    It stands in the `else` of an `if TYPE_CHECKING:` that imports the same: that is what type checkers and
    the contracts of imports see.
    """
    return _Later(module)


def load_name(
    name: str, module: dict[str, object], where: Mapping[str, tuple[str, str]], or_else: str | None = None
) -> object:
    """What a module offers under a name; the next use finds it in the module at once.

    Args:
        module: the names of the module that was asked for it, as `globals()` gives them.
        where: name → module in which it stands, and its name there.
        or_else: module that has the names which this one has not.

    Raises:
        AttributeError: there is no such name; it says so where the other module has it.
    """
    asked = str(module["__name__"])
    if name not in where:
        raise AttributeError(f"module {asked!r} has no attribute {name!r}{_in_other(or_else, name)}")
    if "IPython" in sys.modules:
        import_module("mhclient.show.in_notebooks").shorten_errors()
    home, attribute = where[name]
    found: object = getattr(import_module(home), attribute)
    if isinstance(found, FunctionType):
        found = import_module("mhclient.run.kinds_given").named_arguments(found)
    module[name] = found
    return found


def _in_other(module: str | None, name: str) -> str:
    # Python asks for many names with underscores that no module has: those load nothing.
    if module is None or name.startswith("_") or name not in import_module(module).__all__:
        return ""
    return f": it is {module}.{name}"
