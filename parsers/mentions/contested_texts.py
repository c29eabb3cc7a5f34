"""Numbers that are the text of one option and the label of another, taken as texts.

`numbers.py` says which of them are labels; the others count only behind a label: "2) 4".

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from bisect import bisect_right
from collections.abc import Iterator

from parsers.mentions.mention import Mention, ends
from parsers.options.options import OptionSet
from parsers.pattern import Pattern

WHOLE = Pattern(r"(?<![\w.,])\d{1,2}(?!\w|[.,]\d)")


def contested_texts(low: str, texts: list[Mention], options: OptionSet) -> Iterator[Mention]:
    """The texts of options that are the label of another, but in a longer text: "4", not in "4 to 6"."""
    starts = [text.start for text in texts]
    for match in ends([*WHOLE.finditer(low)]):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and texts[before].end > match.start():
            continue
        label = options.contested.get(match[0])
        owners = tuple(owner for owner in options.owners.get(match[0], ()) if owner != label)
        if label is not None and len(owners) == 1:
            yield Mention(owners, "", *match.span(), match.span(), weak=True)
