"""Lines on standard error of verbs that draw nothing there: they need no rich, which takes long to load."""

import sys

from mhclient.cli.as_options import as_options
from mhclient.cli.screen.printable import printable


def tell(sentence: str) -> None:
    """Say something besides the results; what the library calls parameters becomes options."""
    say(as_options(sentence))


def say(text: str) -> None:
    """The same, as it is."""
    sys.stderr.write(f"{printable(text)}\n")
