"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

from rich.console import Console

# soft_wrap stays off: tables must fit. highlight is off: rich would colour digits inside item ids.
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
