"""Errors of the store.

CacheError
"""


class CacheError(Exception):
    """Base of this package's errors; the message says what happened, where, and what to do."""
