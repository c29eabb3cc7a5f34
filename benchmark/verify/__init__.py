"""Checking a benchmark against the graph it was made from, with code of its own.

Nothing here imports the generator: files are read anew (kg.csv with the standard library's csv, not polars),
the questions are read back from their words, and each answer is worked out from the rows. A mistake that both
sides share would have to be made twice.
"""

from benchmark.verify.files import Inputs
from benchmark.verify.lines import Kind, Violation
from benchmark.verify.run import Verification, verify

__all__ = ["Inputs", "Kind", "Verification", "Violation", "verify"]
