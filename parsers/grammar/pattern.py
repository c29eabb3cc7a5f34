"""How a pattern is written down: with one string it accepts and one it refuses, compiled when first needed.

In statement patterns a mention of an option is one character, whatever it looked like: a label (◆ in
examples) or an option text (◇ in examples). Lower case, Latin accents dropped: what `folding.plain_lower`
makes of a text.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from parsers.pattern import Pattern

# Private-use planes 15 and 16: one code point per mention, labels in the first, texts in the second.
LABEL_BASE, TEXT_BASE, MAX_MENTIONS = 0xF0000, 0x100000, 0xFFF0
LABEL = f"[{chr(LABEL_BASE)}-{chr(LABEL_BASE + MAX_MENTIONS)}]"
MENTION = f"[{chr(LABEL_BASE)}-{chr(TEXT_BASE + MAX_MENTIONS)}]"
MENTIONED = Pattern(MENTION)
NO_MENTION = f"{chr(LABEL_BASE)}-{chr(TEXT_BASE + MAX_MENTIONS)}"  # inside a negated class


@dataclass(frozen=True, slots=True)
class Example:
    """A pattern with the strings that show what it is for, and how it is applied to them."""

    pattern: Pattern
    accepts: str
    refuses: str
    how: str

    def takes(self, text: str) -> bool:
        """Whether the pattern takes the string, applied as the reader applies it."""
        return getattr(self.pattern, self.how)(text) is not None


EXAMPLES: list[Example] = []


def pattern(
    *parts: str,
    accepts: str,
    refuses: str,
    how: Literal["search", "match", "fullmatch"] = "search",
    flags: int = 0,
) -> Pattern:
    """The parts of a pattern, joined; its examples are kept for the test that checks them all."""
    written = Pattern("".join(parts), flags)
    EXAMPLES.append(Example(written, _encode(accepts), _encode(refuses), how))
    return written


def _encode(example: str) -> str:
    return example.replace("◆", chr(LABEL_BASE)).replace("◇", chr(TEXT_BASE))


def words(*lists: str) -> str:
    """An alternation of words, longest first; `_` stands for a blank, a closing `*` for any ending.

    >>> words("rule_out rules exclud*")
    'r(?:ule\\\\ out|ules)|exclud\\\\w*'
    """
    every = {word.replace("_", " ") for listed in lists for word in listed.split()}
    return by_first(map(_escaped, sorted(every, key=lambda word: (-len(word), word))))


def by_first(alternatives: Iterable[str]) -> str:
    """Regular expressions as one, those that begin with the same letter behind it: the engine tries fewer.

    None of them is itself an alternation.
    """
    joined: dict[str, list[str]] = {}
    for alternative in alternatives:
        begun = alternative[0].isalpha() and alternative[1:2] not in ("?", "*", "+", "{")
        joined.setdefault(alternative[0] if begun else alternative, []).append(alternative)
    return "|".join(
        first + f"(?:{'|'.join(one[1:] for one in alike)})" if len(alike) > 1 else alike[0]
        for first, alike in joined.items()
    )


def _escaped(word: str) -> str:
    stem = re.escape(word.rstrip("*"))
    return stem + r"\w*" if word.endswith("*") else stem


def whole(*lists: str) -> str:
    """The same, as whole words."""
    return rf"(?<!\w)(?:{words(*lists)})(?!\w)"
