"""The nine task families: each module turns the truth about a slice into drafts of items.

A task picks facts, wrong options and words. `assemble.py` gives letters, ids and the order in the file. All
tasks are listed in `settings.Task`, with sizes and numbers of options; a file of this folder names in its
`MAKERS` those it makes. Those with evidence are made from their twins by `evidence.py`.
"""

from importlib import import_module
from pkgutil import iter_modules

from benchmark.build.contexts import Makers
from benchmark.build.settings import Task

_MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
_FOUND: Makers = {task: maker for module in _MODULES for task, maker in getattr(module, "MAKERS", {}).items()}
MAKERS: Makers = {task: _FOUND[task] for task in Task if task in _FOUND}
