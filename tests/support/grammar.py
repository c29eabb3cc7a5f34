"""The modules of the reader's patterns, all of them, so that a new one is tested without being named."""

import pkgutil
from importlib import import_module
from types import ModuleType

from parsers import grammar


def grammar_modules() -> list[ModuleType]:
    """Each module of `parsers.grammar`, loaded; its patterns tell their examples as they are made."""
    found = pkgutil.iter_modules(grammar.__path__, f"{grammar.__name__}.")
    return [import_module(module.name) for module in found]
