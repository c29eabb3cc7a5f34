"""Visible text → plain text: Markdown, LaTeX and HTML are cut, and what they marked is remembered.

`**Answer:** $\\boxed{\\text{B}}$` becomes `Answer: B` with B known to stand in a box. Formulas keep their
signs but are remembered as formulas, so that their letters are not taken for labels. Which marks matter
is decided elsewhere.
"""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from parsers.pattern import Pattern
from parsers.reading import Removed, Span
from parsers.text.offsets import Text

# Without one of these, or one at the head of a line, there is nothing to strip.
_ANY = Pattern(r"[*_`$\\~<#>{|]")
_LINE_HEAD = Pattern(r"\n[ \t]*(?:[-+•·▪●○◦‣–][ \t]|\[)")
_BULLETS = "+•·▪●○◦‣–-"
# Each form begins with a sign of its own, so that the engine skips to the next of them. The group that names
# it is empty, and stands at its end.
_INLINE = Pattern(
    r"\{(?P<open>)|\}(?P<close>)|\$\$?(?P<math>)|\*\*{0,2}(?P<emphasis>)|``*(?P<code>)"
    r"|_(?:(?<![^\W_]_)_{0,2}|_{0,2}(?![^\W_]))(?P<underscore>)"
    r"|\\(?:(?:boxed|fbox|framebox)\s*(?P<boxopen>\{)?(?P<box>)"
    r"|(?:text\w*|math(?:rm|bf|it|sf|tt|normal|bb|cal)|mbox|hbox|emph|underline)\s*\{(?P<wrap>)"
    r"|(?:[,;:! ]|quad\b|qquad\b|left\b|right\b|displaystyle\b)(?P<thin>)"
    r"|[*_#$~`%&](?P<escaped>)|[()\[\]](?P<display>))"
    r"|~~[^~\n]{1,300}~~(?P<strike>)|~(?=\\(?:text|math|mbox|rm\b))(?P<tie>)"
    r"|<(?:(?P<del>s|del|strike)>[^<\n]{1,300}</(?P=del)>(?P<struck>)"
    r"|/?[a-zA-Z][a-zA-Z0-9_-]{0,20}(?:\s[^<>\n]{0,80})?/?>(?P<tag>))"
    r"|\|(?<=.\|)[ \t]*$(?P<cell>)"
    r"|\#(?<![A-Za-z0-9#]\#)\#{1,5}(?:[ \t]?[^\s#*_`$\\<>{}]{1,4}[ \t]?)\#{2,6}(?!\#)(?P<hashes>)"
    r"|\#(?<=\*\*\#|__\#)\#{0,5}[ \t]+(?=\S)(?P<heading>)|>(?<=\*\*>|__>)[ \t]+(?=\S)(?P<quotation>)"
    rf"|\n(?=[ \t]*[`~|:#>*{_BULLETS}])(?P<head>)",
    re.MULTILINE,
)
# The same at the head of a line. A star there is emphasis, unless it is indented.
_AT_HEAD = Pattern(
    r"(?P<number>\A(?![ \t])\s*+\#{1,5}[ \t]++\d{1,3}[.)]?[ \t]*+\n\s*+(?=\#\#))"  # "## 8" over others
    r"|(?!\*)[ \t]*+(?:(?P<fence>(?:`{3,}+|~{3,}+)[^\n`]*+(?:\n|\Z))"
    r"|(?P<table>\|?[ \t]*+:?-{2}[-:| \t]*+$\n?|\|(?=.*\|[ \t]*+$))"
    rf"|(?P<line>(?:(?!>[ \t]*\d+(?![\d.)]))(?:(?:\#{{1,6}}|>+|[*{_BULLETS}])[ \t]+(?=\S)|>+(?=\S)))+))",
    re.MULTILINE,
)


def _tokens(value: str) -> Iterator[re.Match[str]]:
    """All mark-up of a text, in order."""
    position, head = 0, True
    while True:
        match = (head and _AT_HEAD.match(value, position)) or _INLINE.search(value, position)
        if not match:
            return
        position, newline = match.end(), match.lastgroup == "head"
        head = newline or value[position - 1] == "\n"
        if not newline:
            yield match


# A display that is words, not a formula: "\\[ \\text{Answer: } B \\]".
_ANNOUNCEMENT = Pattern(
    r"\s*\\(?:text\w*|math(?:rm|bf)|mbox)\s*\{[^{}]*(?:answer|option|choice|:\s*\})|\s*(?:final )?answer\s*:"
    r"|\s*(?:(?:thus|therefore|so|hence),? )?the (?:(?:final|correct|best) )?answer is\b"
    r"|\s*\\text\w*\s*\{\s*\(?[A-Z][.)]\s",
    re.IGNORECASE,
)
# "FINAL_ANSWER: C", and "Option_C" as the whole reply; no key of JSON and no name in a program.
_JOINED = Pattern(
    r"(?<![\w\"'<{(\[.\\-])(?i:final|correct|best|my|the|selected|chosen)_(?i:answer|choice|option)(?=[*`]{0,3}\s?:)"
    r"|\A\W*(?i:option|choice|answer)_(?=[A-Z0-9]\W*\Z)"
)
# Endings that Turkic languages write behind what stands in bold: "**B**dir", "**oak**dan".
_ENDING = Pattern(
    r"(?:[dt][iıuü]r|[dt][ae]n?|n[iı](?:ng)?|[gğq][ae]|l[ae]r|[дт][ыіиу]р|[дт][аеә]н?|н[ыіи](?:ң|нг)?|[гғқк][аеә])(?![^\W\d_])"
)
_CURRENCY = Pattern(r"(?<![A-Za-z\\])(?:R|US|[ACSZ]|HK|NT|NZ|CA|AU)\$\Z")  # "R$ 1 440,00"
_AMOUNT = Pattern(r" ?\d")
_DIGIT = Pattern(r"\d")
_FORMULA_SIGN = Pattern(r"[\\^=_{}+*/]")


@dataclass(slots=True)
class Plain:
    """Plain text and what its mark-up said.

    Attributes:
        text: the text without mark-up.
        slots: stretches that are an answer field or a box, with their kind.
        formulas: stretches that were mathematics.
        bold: stretches that were emphasised.
        removed: struck-out stretches, as offsets into the raw completion.
    """

    text: Text
    slots: list[tuple[Span, str]] = field(default_factory=list)
    formulas: list[Span] = field(default_factory=list)
    bold: list[Span] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    reach: list[int] = field(default_factory=list)

    def slot_at(self, position: int) -> tuple[Span, str] | None:
        """The answer field around a position, with its kind."""
        if not self.slots:
            return None
        number = bisect_right(self.slots, position, key=lambda slot: slot[0][0]) - 1
        found = self.slots[number] if number >= 0 else None
        return found if found is not None and position < max(found[0][1], found[0][0] + 1) else None

    def formula_at(self, position: int) -> Span | None:
        """The formula around a position."""
        if not self.formulas:
            return None
        number = bisect_right(self.formulas, position, key=lambda span: span[0]) - 1
        found = self.formulas[number] if number >= 0 else None
        return found if found is not None and position < found[1] else None

    def is_bold(self, span: Span) -> bool:
        """Whether a stretch was emphasised from its first to its last character."""
        if len(self.reach) != len(self.bold):
            self.bold.sort()
            self.reach = list(itertools.accumulate((last for _, last in self.bold), max))
        number = bisect_right(self.bold, span[0], key=lambda marked: marked[0]) - 1
        return number >= 0 and span[1] <= self.reach[number]


def has_markup(text: str) -> bool:
    """Whether there is anything to strip."""
    return _ANY.search(text) is not None or _LINE_HEAD.search("\n" + text) is not None


def plain_text(text: Text, slots: list[tuple[Span, str]]) -> Plain:
    """Strip mark-up; `slots` are answer fields already known, moved along.

    >>> plain_text(Text("**Answer:** $\\\\boxed{B}$"), []).text.value
    'Answer: B'
    """
    if not has_markup(text.value):
        return Plain(text, slots)
    if "_" in text.value:
        text = text.map(lambda value: _JOINED.sub(lambda joined: joined[0].replace("_", " "), value))
    return _Stripper(text, slots).strip()


class _Stripper:
    """One pass over the mark-up of a text."""

    def __init__(self, text: Text, slots: list[tuple[Span, str]]) -> None:
        self.text = text
        self.value = text.value
        self.given = slots
        self.cuts: list[Span] = []
        self.totals = [0]  # characters cut before each cut, and in all
        self.braces: list[tuple[str, int]] = []
        self.math: int | None = None
        self.opened = 0  # where the open formula begins in the text
        self.stars: dict[str, int] = {}
        self.glued: list[int] = []  # signs of emphasis in the plain text that part a word from its ending
        self.plain = Plain(text)

    def strip(self) -> Plain:
        for match in _tokens(self.value):
            getattr(self, "_" + str(match.lastgroup))(match)
        if self.math is not None:
            blank = self.value.find("\n\n", self.opened)
            end = len(self.value) - self.totals[-1] if blank < 0 else self._position(blank)
            self.plain.formulas.append((self.math, max(self.math, end)))
        for kind, start in self.braces:
            if kind == "box":  # cut before its closing brace
                self.plain.slots.append(((start, len(self.value) - self.totals[-1]), "boxed"))
        self.plain.slots += [(self._moved(span), kind) for span, kind in self.given]
        self.plain.slots.sort()
        self.plain.text = self._parted(self.text.without(self.cuts))
        return self.plain

    def _parted(self, text: Text) -> Text:
        """The text with an apostrophe where an ending follows what was emphasised."""
        if not self.glued:
            return text
        letters = [*text.value]
        for position in self.glued:
            letters[position] = "'"
        return Text("".join(letters), text.starts, text.raws)

    def _cut(self, start: int, end: int) -> None:
        self.cuts.append((start, end))
        self.totals.append(self.totals[-1] + end - start)

    def _at(self, position: int) -> int:
        """Where a position behind all cuts so far stands in the plain text."""
        return position - self.totals[-1]

    def _moved(self, span: Span) -> Span:
        return self._position(span[0]), self._position(span[1])

    def _position(self, position: int) -> int:
        """Where a place of the text stands in the plain text; inside a cut, behind what stands before it."""
        number = bisect_left(self.cuts, (position, 0))
        before = self.totals[number]
        inside = max(0, self.cuts[number - 1][1] - position) if number else 0
        return position - before + inside

    def _fence(self, match: re.Match[str]) -> None:
        self._cut(*match.span())

    _thin = _tie = _line = _heading = _quotation = _table = _cell = _number = _fence

    def _escaped(self, match: re.Match[str]) -> None:
        """A sign the writer kept from being mark-up: only its backslash goes."""
        self._cut(match.start(), match.start() + 1)

    def _boxopen(self, match: re.Match[str]) -> None:
        self._cut(*match.span())
        self.braces.append(("box", self._at(match.end())))

    def _box(self, match: re.Match[str]) -> None:
        if match["boxopen"]:
            self._boxopen(match)
        else:  # \boxed B
            self._cut(*match.span())
            self.plain.slots.append(((self._at(match.end()), self._at(match.end()) + 1), "boxed"))

    def _wrap(self, match: re.Match[str]) -> None:
        self._cut(*match.span())
        self.braces.append(("wrap", 0))

    def _open(self, match: re.Match[str]) -> None:
        self.braces.append(("brace", 0))

    def _close(self, match: re.Match[str]) -> None:
        kind, start = self.braces.pop() if self.braces else ("brace", 0)
        if kind == "brace":
            return
        if kind == "box":
            self.plain.slots.append(((start, self._at(match.start())), "boxed"))
        self._cut(*match.span())

    def _math(self, match: re.Match[str]) -> None:
        if match[0][0] == "$" and self.math is not None and "\n\n" in self.value[self.opened : match.start()]:
            self.math = None  # nothing closed it: no formula has a blank line
        opens = match[0] in ("\\(", "\\[") or (match[0][0] == "$" and self.math is None)
        if opens and match[0] == "$" and (self._is_money(match.end()) or not self._closes(match.end())):
            return
        self._cut(*match.span())
        if opens:
            self.math, self.opened = self._at(match.end()), match.end()
        elif self.math is not None:
            if not _ANNOUNCEMENT.match(self.value, self.opened, match.start()):
                self.plain.formulas.append((self.math, self._at(match.end())))
            self.math = None

    _display = _math

    def _closes(self, start: int) -> bool:
        """Whether another dollar sign follows; without one, this one opens no formula."""
        return self.value.find("$", start) >= 0

    def _is_money(self, start: int) -> bool:
        """A dollar sign before an amount: none on its line closes it, or the next is before an amount too."""
        if _CURRENCY.search(self.value, max(0, start - 4), start) and _AMOUNT.match(self.value, start):
            return True
        if not _DIGIT.match(self.value, start):
            return False
        line_end = self.value.find("\n", start)
        following = self.value.find("$", start, line_end if line_end >= 0 else len(self.value))
        if following < 0 or _DIGIT.match(self.value, following + 1):
            return True
        return not _FORMULA_SIGN.search(self.value, start, following) and following - start > 12

    def _del(self, match: re.Match[str]) -> None:
        self.plain.removed.append(Removed("struck", self.text.raw_span(*match.span())))
        self._cut(*match.span())

    _strike = _struck = _del

    def _emphasis(self, match: re.Match[str]) -> None:
        before, after = (
            self.value[match.start() - 1 : match.start()],
            self.value[match.end() : match.end() + 1],
        )
        if _is_operator(before, after):
            return
        start = self.stars.pop(match[0], None)
        if start is not None and before.isalnum() and _ENDING.match(self.value, match.end()):
            self._cut(match.start(), match.end() - 1)
            self.glued.append(self._at(match.end() - 1))
            self.plain.bold.append((start, self._at(match.end() - 1)))
            return
        self._cut(*match.span())
        if start is None:
            self.stars[match[0]] = self._at(match.end())
        else:
            self.plain.bold.append((start, self._at(match.end())))

    _code = _underscore = _emphasis

    def _hashes(self, match: re.Match[str]) -> None:
        """A label between number signs: "Answer: ###D###"."""
        first = match.end() - len(match[0].lstrip("# \t"))
        last = match.start() + len(match[0].rstrip("# \t"))
        self._cut(match.start(), first)
        self.plain.bold.append((self._at(first), self._at(last)))
        self._cut(last, match.end())

    def _tag(self, match: re.Match[str]) -> None:
        if len(match[0]) == 3 and match[0][1].isupper() and f"</{match[0][1:]}" not in self.value:
            return  # <B>: a label in angle brackets
        self._cut(*match.span())


def _is_operator(before: str, after: str) -> bool:
    """A star between two blanks or beside digits is a product or a power, not emphasis."""
    if before.isdigit() or after.isdigit():
        return before.isalnum() and after.isalnum()
    return (before in ("", " ") and after == " ") and before != ""
