"""Numbers that would be labels, and are a part of a longer number or count something: "1.700 mL", "3 mg".

Decision: docs/decisions/parsers.md, "188 rows of known stores, and numbers that are labels".
"""

from parsers.mentions.labels import starts_with_text
from parsers.mentions.mention import Mention
from parsers.options.options import OptionSet
from parsers.pattern import Pattern

_LONGER_BEFORE = Pattern(r"(?P<other>(?:\d+\.)*\d+)(?P<point>[.,])\Z")
_LONGER_AFTER = Pattern(r"(?P<point>[.,])(?P<other>\d+(?:\.\d+)*)")
_DIGITS = 8  # characters before a number in which the one before it is sought
_WHOLE = Pattern(r"\.0{1,2}(?![\d%]|[.,]\d)")  # "3.0", as a column of numbers has it, is 3
_GROUPED = Pattern(r"[ \u00a0\u202f]\d{3}(?!\d|\s?%)")  # "1 700", and not "3 100%"
_UNIT = Pattern(
    r"[ \u00a0]?(?:[mkµμ]g|mcg|[mdc]l|cc|[mckn]m|m?mol|mmhg|kpa|[kmg]?hz|[kmg]ev|kj|kcal|kwh?|ppm|bpm"
    r"|мкг|мг|кг|мл|см|мм|км)(?:/\w+)*(?!\w)|\s?(?:[%‰]|°[cf])"
)


def counts(low: str, number: Mention, options: OptionSet) -> bool:
    """Whether a number is no label, for more digits or a unit stand beside it and not its own text."""
    if starts_with_text(low, number.end + 1, options, number.options[0]):
        return False  # "2.500 mg", where "500 mg" is what option 2 says
    whole = _WHOLE.match(low, number.end)
    end = whole.end() if whole else number.end
    beside = (
        _LONGER_BEFORE.search(low, max(0, number.start - _DIGITS), number.start),
        _LONGER_AFTER.match(low, end),
    )
    if any(digits and not _is_next_label(digits["point"], digits["other"], options) for digits in beside):
        return True
    return any(pattern.match(low, end) for pattern in (_GROUPED, _UNIT))


def _is_next_label(point: str, other: str, options: OptionSet) -> bool:
    """Whether a comma stands between two labels of a set: "1,3"."""
    return point == "," and other in options.labels
