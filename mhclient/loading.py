"""Names that stand in one module and are loaded from another, when they are first used.

Decision: docs/decisions/project.md, "Two shelves of names in Python".
Decision: docs/decisions/project.md, "Arguments of another kind are found by the annotations".
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import FunctionType


def load_name(name: str, module: dict[str, object], where: Mapping[str, tuple[str, str]]) -> object:
    """What a module offers under a name; the next use finds it in the module at once.

    Args:
        module: the names of the module that was asked for it, as `globals()` gives them.
        where: name → module in which it stands, and its name there.

    Raises:
        AttributeError: there is no such name; it says so where `mhclient.more` has it.
    """
    asked = str(module["__name__"])
    if name not in where:
        raise AttributeError(f"module {asked!r} has no attribute {name!r}{_elsewhere(name, asked)}")
    if "IPython" in sys.modules:
        import_module("mhclient.show.in_notebooks").shorten_errors(
            import_module("mhclient.cli.screen.failure").OURS
        )
    home, attribute = where[name]
    found: object = getattr(import_module(home), attribute)
    if isinstance(found, FunctionType):
        found = import_module("mhclient.run.kinds_given").named_arguments(found)
    module[name] = found
    return found


def _elsewhere(name: str, asked: str) -> str:
    # Python asks for many names with underscores that no module has: those load nothing.
    if asked != "mhclient" or name.startswith("_"):
        return ""
    return f": it is mhclient.more.{name}" if name in import_module("mhclient.more").__all__ else ""
