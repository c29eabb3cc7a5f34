"""What runs a model on this machine, loaded when a test first uses it: torch takes seconds in each worker."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch as torch
    import transformers as transformers

    from mhclient.providers.local import encoders as encoders
    from mhclient.providers.local import engines as engines
    from mhclient.providers.local import load as load
    from mhclient.providers.local import scoring as scoring
else:
    OURS = ("encoders", "engines", "load", "scoring")

    def __getattr__(name: str) -> ModuleType:
        if name not in (*OURS, "torch", "transformers"):
            raise AttributeError(name)
        return import_module(f"mhclient.providers.local.{name}" if name in OURS else name)
