"""The task families as verification knows them: every file of this folder that names its `FAMILIES`."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from benchmark.verify.family import Family

_MODULES = sorted(module.name for module in iter_modules(__path__))
FAMILIES: Mapping[str, Family] = {
    family.task: family for name in _MODULES for family in import_module(f"{__name__}.{name}").FAMILIES
}
_UNKNOWN = Family()


def family_of(task: str) -> Family:
    """The family of a task, with evidence or without; one that reads no question if there is none."""
    return FAMILIES.get(task.removesuffix("+E"), _UNKNOWN)
