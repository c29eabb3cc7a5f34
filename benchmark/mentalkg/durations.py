"""Durations as the graph and people write them: "1 year and 5 months", "4 days", "1 years and 3 months"."""

import re

# A mean month and a mean year of the Gregorian calendar.
DAYS = {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}
# A month of at most 30.4375 days is not exceeded by a calendar month of 31.
TOLERANCE_DAYS = 1.0

_PART = r"(\d+) (day|week|month|year)s?"
_DURATION = re.compile(rf"{_PART}(?:(?: and |, )(?:and )?{_PART})*", re.IGNORECASE)


def parse_days(text: str) -> float:
    """A duration in days.

    >>> parse_days("1 years and 3 months"), parse_days("4 days")
    (456.5625, 4.0)

    Raises:
        ValueError: it is not one.
    """
    if not _DURATION.fullmatch(text.strip()):
        raise ValueError(f"{text!r} is no duration such as '2 weeks' or '1 year and 5 months'")
    parts = re.findall(_PART, text, re.IGNORECASE)
    return sum(int(count) * DAYS[unit.lower()] for count, unit in parts)


def in_words(count: int, unit: str) -> str:
    """A count of one unit as people write it; from 12 months on, years and months.

    >>> in_words(17, "month"), in_words(1, "week")
    ('1 year and 5 months', '1 week')
    """
    if unit == "month" and count >= 12:
        years, months = divmod(count, 12)
        rest = f" and {_counted(months, 'month')}" if months else ""
        return _counted(years, "year") + rest
    return _counted(count, unit)


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
