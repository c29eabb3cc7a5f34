"""The errors that say what to do: those of all four packages, as one tuple to catch."""

from benchmark.errors import BenchmarkError
from cache import CacheError
from mhclient.errors import MhclientError
from parsers.errors import ParsersError

ERRORS = (MhclientError, BenchmarkError, CacheError, ParsersError)
