"""mhclient: find out what a language model knows, apart from how it formats its answers.

This package is the program: providers, runner, metrics, reports and the command line. It stands on three
packages that know nothing of it: `parsers` reads completions, `benchmark` makes items, `cache` keeps replies.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
