"""What each function gives and takes that finds labelled replies in a public store."""

from collections.abc import Callable

Row = tuple[int, str, dict[str, str]]  # number of the record, text, options
Related = Callable[[str], bytes]  # what another file of the store holds, by its path
