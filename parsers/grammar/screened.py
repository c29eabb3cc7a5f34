"""A long alternation of which only the forms are searched whose words stand in the text.

"It cannot be determined" in thirty languages is one pattern of a hundred forms, and Python's engine tries
all of them at every character. Most texts have the words of a few forms at most. What is found is what the
one pattern would find.

Decision: docs/decisions/parsers.md, "Patterns beside options, and those of passages".
"""

import re
from collections.abc import Iterator

from parsers.grammar.cued import Cued, CuedInPassages
from parsers.pattern import Pattern

_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[^}]*\}|.", re.DOTALL)


class Screened(Pattern):
    """A pattern whose `search` tries only the forms that may match."""

    __slots__ = ("_all", "_firsts", "forms")
    form: type[Cued] = CuedInPassages

    def __init__(self, source: str, flags: int = 0) -> None:
        super().__init__(source, flags)
        self.forms = [self.form(form, flags) for form in split(source)]
        self._firsts = {form.first: form for form in self.forms}
        self._all = sum(self._firsts)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first match, of the first form where two begin at the same place."""
        best: re.Match[str] | None = None
        for form in self._possible(text):
            found = form.search(text, start) if start else form.search(text)
            if found is not None and (best is None or found.start() < best.start()):
                best = found
        return best

    def _possible(self, text: str) -> Iterator[Cued]:
        """The forms of whose words the text has both kinds, in their order."""
        first = self.form.family.patterns_of[text] & self._all
        while first:
            lowest = first & -first
            yield self._firsts[lowest]
            first ^= lowest


class ScreenedBeside(Screened):
    """The same of what is sought beside an option, where other patterns are asked for the same words."""

    __slots__ = ()
    form = Cued


def split(source: str) -> list[str]:
    """The forms of an alternation, as written.

    >>> split("a(?:b|c)|[|]d")
    ['a(?:b|c)', '[|]d']
    """
    forms, last, depth = [], 0, 0
    for at, sign in _signs(source):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and depth == 0:
            forms.append(source[last:at])
            last = at + 1
    return [*forms, source[last:]]


def _signs(source: str) -> Iterator[tuple[int, str]]:
    """Every sign of an expression; a class is one "[", a count one "{", an escape its two characters."""
    for found in _SIGN.finditer(source):
        sign = found[0]
        yield found.start(), sign[0] if sign[0] in "[{" else sign
