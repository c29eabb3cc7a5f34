"""The same items in the formats of other tools, so that their users ask the same questions.

One module per format, with its `EXPORTER`, and a line of `FORMATS` below; `records.py` has the flat form that
all of them share. This file is light, since help texts list the formats.
"""

from collections.abc import Mapping
from importlib import import_module

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from benchmark.exchange.records import Exporter

    EXPORTERS: Mapping[str, Exporter]  # name → the format; imported when it is first asked for

__all__ = ["EXPORTERS", "FORMATS"]

# name for --to → the module of this folder, and what it writes
FORMATS: Mapping[str, tuple[str, str]] = {
    "parquet": ("records", "one Parquet file"),
    "hf": ("huggingface", "Hugging Face datasets"),
    "inspect": ("inspect_ai", "inspect_ai"),
    "lm-eval": ("lm_eval", "lm-evaluation-harness"),
}


def __getattr__(name: str) -> object:
    if name != "EXPORTERS":
        raise AttributeError(f"module 'benchmark.exchange' has no attribute {name!r}")
    made = {
        form: import_module(f"benchmark.exchange.{module}").EXPORTER for form, (module, _) in FORMATS.items()
    }
    globals()[name] = made  # the next use finds it at once
    return made
