"""The same items in the formats of other tools, so that their users ask the same questions.

One module per format; `records.py` has the flat form that all of them share.

Decision: docs/decisions/benchmark.md, "Exchange formats are tried on the real tools".
"""

from collections.abc import Mapping

from benchmark.exchange.huggingface import HUGGINGFACE
from benchmark.exchange.inspect_ai import INSPECT
from benchmark.exchange.lm_eval import LM_EVAL
from benchmark.exchange.parquet import PARQUET
from benchmark.exchange.records import Exporter

# name for --to → the format
EXPORTERS: Mapping[str, Exporter] = {
    "parquet": PARQUET,
    "hf": HUGGINGFACE,
    "inspect": INSPECT,
    "lm-eval": LM_EVAL,
}

__all__ = ["EXPORTERS"]
