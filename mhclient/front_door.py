"""How `mhclient` and `mhclient.more` offer names of other modules: each is loaded when it is first used."""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import FunctionType

from mhclient.errors import GONE
from mhclient.loading import later

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from mhclient.run import calls, given
    from mhclient.show import errors
else:  # `import mhclient` waits for none of them
    given = later("mhclient.run.given")
    calls = later("mhclient.run.calls")
    errors = later("mhclient.show.errors")


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
        ImportError: it is gone; `from … import` would leave out the words of the other error.
    """
    asked = str(module["__name__"])
    if said := GONE.get(f"{asked}.{name}"):
        raise ImportError(f"{asked}.{name}: {said}", name=asked)
    if name not in where:
        hint = _in_other(or_else, name) or _nearest(name, where)
        raise AttributeError(f"module {asked!r} has no attribute {name!r}{hint}")
    if "IPython" in sys.modules:
        errors.shorten_errors()
    home, attribute = where[name]
    found: object = getattr(import_module(home), attribute)
    if isinstance(found, FunctionType):
        found = calls.named_arguments(found, name)
    module[name] = found
    return found


def _in_other(module: str | None, name: str) -> str:
    # Python asks for many names with underscores that no module has: those load nothing.
    if module is None or name.startswith("_") or name not in import_module(module).__all__:
        return ""
    return f": it is {module}.{name}"


def _nearest(name: str, where: Mapping[str, object]) -> str:
    if name.startswith("_"):
        return ""
    hint = given.nearest_hint(name, where)
    return f": {hint}" if hint else ""
