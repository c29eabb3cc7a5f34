"""A run for other tools, so that their users see its replies: one module per format.

A module has its `EXPORTER` and a line of `FORMATS` below; `replies.py` has what all of them write from.
`benchmark/exchange` does the same with items that nobody has answered yet. This file is light, since help
texts list the formats.
"""

from collections.abc import Mapping
from importlib import import_module

TYPE_CHECKING = False  # the module of that name takes longer to import than this one
if TYPE_CHECKING:
    from mhclient.report.exchange.replies import RunExporter

# name for --to → the module of this folder, and what it writes
RUN_FORMATS: Mapping[str, tuple[str, str]] = {
    "inspect": ("inspect_log", "inspect_ai's log (.eval)"),
    "eee": ("every_eval_ever", "Every Eval Ever"),
    "lm-eval": ("lm_eval", "lm-evaluation-harness"),
}


def run_exporter(name: str) -> "RunExporter":
    """The exporter of one of `RUN_FORMATS`; its module is imported now."""
    module, _ = RUN_FORMATS[name]
    found: RunExporter = import_module(f"mhclient.report.exchange.{module}").EXPORTER
    return found
