"""Standard output whose reader has gone, or that can take no more."""

import os
import sys


def leave_output_unwritten() -> None:
    """What Python would flush at shutdown goes nowhere, and makes no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
