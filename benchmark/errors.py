"""Errors of the benchmark package.

BenchmarkError
"""


class BenchmarkError(Exception):
    """Base of this package's errors; the message says what happened, where, and what to do."""
