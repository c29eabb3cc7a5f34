"""Counts and names in sentences: a number with the words that agree with it, and names in a row."""

import re
from collections.abc import Iterable


def agreeing(n: int, one: str, many: str) -> str:
    """The words that go with a number.

    >>> agreeing(1, "has", "have"), agreeing(0, "has", "have")
    ('has', 'have')
    """
    return one if n == 1 else many


def counted(n: int, one: str, many: str | None = None) -> str:
    """A number and what it is a number of; several are called as English does it, unless told.

    >>> counted(1, "item"), counted(1200, "item"), counted(0, "reply"), counted(2, "batch")
    ('1 item', '1,200 items', '0 replies', '2 batches')
    >>> counted(1, "batch is", "batches are")
    '1 batch is'
    """
    return f"{n:,} {agreeing(n, one, _several(one) if many is None else many)}"


def _several(noun: str) -> str:
    if re.search("[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith(("ch", "s", "x")) else "s")


def join_names(names: Iterable[str], conjunction: str = "and") -> str:
    """Names as a sentence lists them; at least one.

    >>> join_names(["a", "b", "c"]), join_names(["a", "b"], "or"), join_names(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    *others, last = names
    return f"{', '.join(others)} {conjunction} {last}" if others else last
