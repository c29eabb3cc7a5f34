"""The same items in the formats of other tools, so that their users ask the same questions.

One module per format; `records.py` has the flat form that all of them share.

Decision: docs/decisions/benchmark.md, "Exchange formats are tried on the real tools".
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from benchmark.exchange.huggingface import write_huggingface
from benchmark.exchange.inspect_ai import write_inspect
from benchmark.exchange.lm_eval import write_lm_eval
from benchmark.exchange.parquet import write_parquet
from benchmark.folder import Benchmark

# name for --to → what writes it; each returns the path to say where to look first.
EXPORTERS: Mapping[str, Callable[[Benchmark, Path], Path]] = {
    "parquet": write_parquet,
    "hf": write_huggingface,
    "inspect": write_inspect,
    "lm-eval": write_lm_eval,
}

__all__ = ["EXPORTERS"]
