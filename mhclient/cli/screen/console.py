"""The two rich consoles everything printed goes through: results to stdout, talk to stderr."""

from rich.markup import escape

from mhclient.cli.as_options import as_options
from mhclient.cli.screen.streams import printable
from mhclient.show.console import make_console

out = make_console(stderr=False)
err = make_console(stderr=True)


def plain(text: str) -> str:
    """Text from a file, a graph or a model as text: no markup, and no character that moves the cursor."""
    return escape(printable(text))


def tell(sentence: str) -> None:
    """Say something besides the results, on standard error."""
    err.print(plain(as_options(sentence)), soft_wrap=True)
