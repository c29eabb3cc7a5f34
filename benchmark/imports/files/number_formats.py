"""Cells of a sheet as a spreadsheet shows them, where their bare values say something else and what is shown
is certain.

A share of 0.5 is shown as 50%, 0.5 as 1/2, and 30 hours as 30:00, as the cell's number format says. Excel
makes dates of "1-2" and of the gene MARCH1: what was typed is lost. A formula that no spreadsheet has
calculated, as programs write them, has no value: read as empty, an option would be gone without a word.

Not the same on every machine: names of months and days (but in a format that says English), dates in the
order of the reader's country (formats 14 and 22), its currency (5 to 8, 42, 44), its own long dates. Not
certain: signs between digits (`# ##0`) where the number has more digits than places, or none before a sign;
negative numbers under a condition (`[>10]`). Decimals have a point, as the files have them. Source:
ECMA-376, part 1, 18.8.30 and 18.8.31.
"""

import datetime as dt
import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import IO, Any

from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils.cell import coordinate_to_tuple

from benchmark.imports.files.rows import UNCALCULATED, FormattedCell, cell_text

_OF_THE_COUNTRY = frozenset(BUILTIN_FORMATS[n] for n in (5, 6, 7, 8, 14, 22, 42, 44))
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<blank>_.)|(?P<fill>\*.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General)|(?P<digits>[0#?.,]+|E[+-](?=[0#?]))|(?P<plain>.)",
    re.IGNORECASE | re.DOTALL,
)
_SECTION_END = re.compile(r'((?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*)(?:;|$)', re.DOTALL)
_NUMBER = re.compile(
    r"(?P<whole>[#0?,]*?)(?P<thousands>,*)(?:\.(?P<part>[#0?]*))?(?P<late>,*)(?:E(?P<sign>[+-])(?P<power>[0#?]+))?"
)
_FRACTION = re.compile(r"(?P<whole>[#0?]+ +)?[#0?]+/(?:(?P<places>[#?0]+)|(?P<fixed>\d+))")
_NEAR = Fraction(1, 10_000)  # what a fraction shows is then what was meant
_COLOURS = re.compile(r"black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+", re.IGNORECASE)
_SYMBOL = re.compile(r"\$(?P<symbol>[^-]*)(?:-(?P<locale>.*))?")
_SYSTEM = ("F800", "F400")  # the reader's own long date and time
_ENGLISH = re.compile(r"\[\$-(?:[0-9A-F]*(?:409|809|C09|1009)|en-\w+)[^\]]*\]", re.IGNORECASE)
_DATE_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<blank>.)|\*.|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<half>AM/PM|A/P)|(?P<part>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<letter>[a-z])|(?P<plain>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|[<>=])(-?\d+(?:\.\d+)?)\]")
_HOLDS = {
    **{"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
    **{"=": operator.eq, "<>": operator.ne},
}
_LOCAL = "which is not shown alike everywhere"
_HIDES = "which hides it or shows a text in its place"
_NOT_READ = "which this program does not read"


class Unshown(ValueError):
    """What a cell shows is not certain; the message is why, as a clause about its format."""


def number_text(value: float, number_format: str) -> str:
    """A number as its format shows it; of a share the percentage that is shown, with all its digits.

    >>> number_text(0.5, "# ?/?"), number_text(123456, "00-00-00"), number_text(1234.5, '#,##0.00 "mg"')
    ('1/2', '12-34-56', '1,234.50 mg')

    Raises:
        Unshown: see above.
    """
    if number_format in _OF_THE_COUNTRY:
        raise Unshown(_LOCAL)
    section, minus = _section(value, number_format)
    if any(match["plain"] == "%" for match in _TOKEN.finditer(section)):
        return f"{cell_text(float(f'{100 * value:.12g}'))}%"
    before, pattern, after = _pieces(section)
    if not pattern:
        raise Unshown(_HIDES)
    return f"{minus}{before}{_in_pattern(abs(value), pattern)}{after}".strip()


def _section(value: float, number_format: str) -> tuple[str, str]:
    """The part of a format that is for a value, and the minus that it leaves to the program."""
    sections = _sections(number_format)
    conditions = [_CONDITION.search(section) for section in sections[:3]]
    if not 1 <= len(sections) <= 4 or (any(conditions) and value < 0):
        raise Unshown(_NOT_READ)
    if not any(conditions):
        place = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
        return sections[place], "-" if value < 0 and place == 0 else ""
    for n, condition in enumerate(conditions):
        if condition is None and n + 1 < len(conditions):
            break  # its condition is the program's own
        if condition is None or _HOLDS[condition[1]](value, float(condition[2])):
            return _CONDITION.sub("", sections[n]), ""
    raise Unshown(_NOT_READ)


def text_in_format(value: str, number_format: str) -> str:
    """A text where the format has a place for it, as `@" mg"`.

    >>> text_in_format("5", '@" mg"'), text_in_format("5", "0.00")
    ('5 mg', '5')

    Raises:
        Unshown: the format hides it.
    """
    sections = _sections(number_format)
    section = sections[3] if len(sections) == 4 else sections[0] if len(sections) == 1 else "@"
    if len(sections) < 4 and "@" not in section:
        return value
    shown = ""
    for match in _TOKEN.finditer(section):
        if match["plain"] == "@":
            shown += value
        elif match["digits"] or match["general"]:
            raise Unshown(_NOT_READ)
        else:
            shown += match["quoted"] or match["escaped"] or (match["blank"] and " ") or match["plain"] or ""
    if not shown.strip():
        raise Unshown(_HIDES)
    return shown.strip()


def date_text(value: dt.datetime | dt.date | dt.time | dt.timedelta, number_format: str) -> str:
    """
    >>> date_text(dt.date(2025, 2, 1), "dd.mm.yyyy"), date_text(dt.timedelta(hours=30), "[h]:mm")
    ('01.02.2025', '30:00')
    >>> date_text(dt.date(2025, 2, 1), "[$-409]d-mmm;@")
    '1-Feb'

    Raises:
        Unshown: see above.
    """
    tokens = list(_DATE_TOKEN.finditer(_sections(number_format)[0]))
    system = any(each in (match["bracket"] or "") for match in tokens for each in _SYSTEM)
    if number_format in _OF_THE_COUNTRY or system or any(match["letter"] for match in tokens):
        raise Unshown(_LOCAL)
    if any(match["bracket"] and not _SYMBOL.match(match["bracket"]) for match in tokens):
        raise Unshown(_NOT_READ)
    english, half = bool(_ENGLISH.search(number_format)), any(match["half"] for match in tokens)
    parts = [((match["elapsed"] or match["part"] or " ")[0].lower(), match) for match in tokens]
    timed = [(kind, match) for kind, match in parts if kind in "hmsyd"]
    shown = ""
    for kind, match in parts:
        if match["elapsed"] or match["part"]:
            at = timed.index((kind, match))
            minutes = kind == "m" and (
                (at > 0 and timed[at - 1][0] == "h") or (at + 1 < len(timed) and timed[at + 1][0] == "s")
            )
            piece = _date_part(value, match, "minute" if minutes else kind, english=english, half=half)
            if piece is None:
                raise Unshown(_LOCAL if kind in "md" and len(match[0]) > 2 else _NOT_READ)
            shown += piece
        elif match["half"]:
            late = getattr(value, "hour", 0) >= 12
            shown += ("PM" if late else "AM") if len(match["half"]) > 3 else ("P" if late else "A")
        else:
            shown += match["quoted"] or match["escaped"] or (match["blank"] and " ") or match["plain"] or ""
    if not shown.strip():
        raise Unshown(_HIDES)
    return shown.strip()


def _date_part(
    value: dt.datetime | dt.date | dt.time | dt.timedelta,
    match: re.Match[str],
    kind: str,
    *,
    english: bool,
    half: bool,
) -> str | None:
    """One part of a date or a time; None where the value has no such part, or its name is in no language."""
    if isinstance(value, dt.timedelta):
        seconds = round(value.total_seconds())
        if seconds < 0:
            return None
        whole = {"h": seconds // 3600, "m": seconds // 60, "s": seconds}
        within = {"h": seconds // 3600 % 24, "minute": seconds // 60 % 60, "s": seconds % 60}
        number = whole.get(kind[0]) if match["elapsed"] else within.get(kind)
        sign = match["elapsed"] or match["part"]
        return None if number is None or "." in sign else f"{number:0{len(sign)}}"
    if match["elapsed"]:
        return None
    sign = match["part"].lower()
    if kind in "ymd" and not isinstance(value, dt.date):
        return None
    if kind in ("h", "minute", "s") and not isinstance(value, dt.datetime | dt.time):
        return None
    if kind == "h":
        hour = value.hour  # type: ignore[union-attr]
        return f"{(hour % 12 or 12) if half else hour:0{len(sign)}}" if len(sign) < 3 else None
    if kind in ("minute", "s"):
        number = value.minute if kind == "minute" else value.second  # type: ignore[union-attr]
        return f"{number:0{len(sign)}}" if len(sign) < 3 else None
    form = {
        **{"yy": "%y", "yyyy": "%Y", "m": "%-m", "mm": "%m", "d": "%-d", "dd": "%d"},
        **({"mmm": "%b", "mmmm": "%B", "ddd": "%a", "dddd": "%A"} if english else {}),
    }.get(sign)
    return _formatted(value, form) if form is not None and isinstance(value, dt.date) else None


def _formatted(value: dt.date, form: str) -> str:
    """As strftime in English, whatever the locale."""
    names = {
        "%b": "JanFebMarAprMayJunJulAugSepOctNovDec"[3 * value.month - 3 : 3 * value.month],
        "%a": "MonTueWedThuFriSatSun"[3 * value.weekday() : 3 * value.weekday() + 3],
        "%B": _MONTHS[value.month - 1],
        "%A": _DAYS[value.weekday()],
        **{
            "%-m": f"{value.month}",
            "%m": f"{value.month:02}",
            "%-d": f"{value.day}",
            "%d": f"{value.day:02}",
        },
        **{"%y": f"{value.year % 100:02}", "%Y": f"{value.year:04}"},
    }
    return names[form]


_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _sections(number_format: str) -> list[str]:
    ends = [match[1] for match in _SECTION_END.finditer(number_format)]
    return ends[:-1] if len(ends) > 1 and not ends[-1] and not number_format.endswith(";") else ends


def _pieces(section: str) -> tuple[str, list[tuple[bool, str]], str]:
    """What stands before the digits; the places of digits (true) with what is between them; what follows."""
    kinds: list[tuple[bool, str]] = []
    for match in _TOKEN.finditer(section):
        digits = match["digits"] or match["general"]
        if match["bracket"] is not None:
            symbol = _SYMBOL.fullmatch(match["bracket"])
            if symbol is None and not _COLOURS.fullmatch(match["bracket"]):
                raise Unshown(_NOT_READ)
            kinds.append((False, symbol["symbol"] if symbol else ""))
        elif (
            match["plain"]
            and match["plain"].isascii()
            and (match["plain"].isalpha() or match["plain"] == "@")
        ):
            raise Unshown(_NOT_READ)
        else:
            literal = match["quoted"] or match["escaped"] or (match["blank"] and " ") or match["plain"] or ""
            kinds.append((bool(digits) or match["plain"] == "/", digits or literal))
    places = [n for n, (is_digits, _) in enumerate(kinds) if is_digits]
    if not places:
        return "", [], ""
    first, last = places[0], places[-1]
    if "/" in (text for _, text in kinds[first:]):  # the digits of a fixed denominator are plain
        while last + 1 < len(kinds) and kinds[last + 1][1].isdigit():
            last += 1
    before, after = ("".join(text for _, text in part) for part in (kinds[:first], kinds[last + 1 :]))
    return before, kinds[first : last + 1], after


def _in_pattern(value: float, places: Sequence[tuple[bool, str]]) -> str:
    pattern = "".join(text for _, text in places)
    if pattern.lower() == "general":
        return f"{value:.15g}"
    if match := _FRACTION.fullmatch(pattern):
        return _as_fraction(value, match)
    if not all(is_digits or not text for is_digits, text in places):
        return _with_signs(value, places)
    match = _NUMBER.fullmatch(pattern)
    if match is None:
        raise Unshown(_NOT_READ)
    whole, part = match["whole"], match["part"] or ""
    number = Decimal(repr(value)) / 1000 ** len(match["thousands"] + match["late"])
    power = ""
    if match["power"]:
        if whole not in ("0", "#") or match["thousands"]:
            raise Unshown(_NOT_READ)
        mantissa, exponent = f"{number:.{len(part)}E}".split("E")
        number, sign = Decimal(mantissa), "-" if exponent[0] == "-" else "+" if match["sign"] == "+" else ""
        power = f"E{sign}{exponent[1:].lstrip('0').rjust(len(match['power']), '0')}"
    rounded = number.quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    before, _, after = f"{rounded:f}".partition(".")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole:
        before = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", before)
    least = len(part.rstrip("#?"))
    after = after[:least] + after[least:].rstrip("0")
    point = "." if "." in pattern else ""
    shown = f"{before}{point}{after}{power}"
    if not any(char.isdigit() for char in shown):
        raise Unshown(_HIDES)
    return shown


def _with_signs(value: float, places: Sequence[tuple[bool, str]]) -> str:
    """`# ##0`, `00-00-00`: from the right, a digit for each place."""
    pattern = "".join(text for is_digits, text in places if is_digits)
    if not re.fullmatch(r"[#0?]+(?:\.0+)?", pattern):
        raise Unshown(_NOT_READ)
    digits, shown = _in_pattern(value, [(True, pattern)]).rjust(len(pattern)), ""
    for is_digits, text in places:
        if not is_digits and text.strip() and not shown.strip():
            raise Unshown(f"which has {text.strip()!r} where the number has no digit")
        if len(digits) > len(pattern):
            raise Unshown("which has fewer places than the number has digits")
        shown += digits[: len(text)].strip() if is_digits else text
        digits = digits[len(text) :] if is_digits else digits
    return shown


def _as_fraction(value: float, match: re.Match[str]) -> str:
    """As Excel does: the nearest with as few digits as there are places, or with the denominator given."""
    exact = Fraction(value)
    whole = int(exact) if match["whole"] else 0
    rest = exact - whole
    if match["fixed"]:
        denominator = int(match["fixed"])
        numerator = round(rest * denominator)
    else:
        near = rest.limit_denominator(10 ** len(match["places"]) - 1)
        numerator, denominator = near.numerator, near.denominator
    if abs(Fraction(numerator, denominator) - rest) > _NEAR or (match["whole"] and numerator == denominator):
        raise Unshown("which shows a fraction that only comes near to it")
    if match["whole"] and not numerator:
        return str(whole)
    return f"{whole} {numerator}/{denominator}" if whole else f"{numerator}/{denominator}"


_CHUNK = 1 << 20
_ROW = re.compile(rb"<(?:\w+:)?row\b")
_ROW_MAX = 8  # chunks of one row: each byte takes up to fifty in memory, and a row is held whole
_FORMULA = re.compile(  # with no value; the result of a formula that is an empty text is of the type "str"
    rb'<c r="([A-Z]{1,3}\d{1,7})"(?![^>]*\bt="str")[^>]*><f[^>]*>(?:[^<]*</f>)?(?:<v\s*/>|<v></v>)?</c>'
)
_AS_IT_IS = ("general", "@")


def cells_of(
    sheet: Any, missing: Mapping[int, Sequence[int]], most_columns: int
) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows of an open sheet, as text; `missing` are those `uncalculated`."""
    for number, row in enumerate(sheet.iter_rows(max_col=most_columns), 1):
        cells = [shown(cell) for cell in row]
        for column in missing.get(number, ()):
            cells[column - 1 : column] = [UNCALCULATED]
        yield number, cells


def shown(cell: Any) -> str:
    """A cell as the text that its number format shows."""
    value = cell.value
    if value is None or isinstance(value, bool) or (form := _format_of(cell)).lower() in _AS_IT_IS:
        return _plain(value)
    is_date, unknown = isinstance(value, dt.date | dt.time | dt.timedelta), ""
    what = "text" if isinstance(value, str) else "number"
    try:
        if isinstance(value, dt.date | dt.time | dt.timedelta):
            what = "date" if isinstance(value, dt.date) else "time"
            text = date_text(value, form)
        else:
            text = text_in_format(value, form) if isinstance(value, str) else number_text(value, form)
    except Unshown as why:
        text = _plain(value)
        advice = "Format the cell as text and type what it is to say"
        if is_date:
            advice = f'Excel makes dates of texts such as "1-2" and "MARCH1": {advice[0].lower()}{advice[1:]}'
        unknown = f"{why}. {advice}"
    held = f"{cell.coordinate} holds the {what} {_plain(value)} in the format {form[:40]!r}"
    return FormattedCell(text, is_date=is_date, held=held, unknown=unknown)


def _format_of(cell: Any) -> str:
    try:
        return str(cell.number_format) if cell.has_style else "General"
    except IndexError:  # a style that the file does not define
        return "General"


def _plain(value: object) -> str:
    """As it is; of a number no more digits than a spreadsheet has."""
    return cell_text(float(f"{value:.15g}") if isinstance(value, float) else value)


def uncalculated(part: IO[bytes]) -> dict[int, list[int]]:
    """Of a sheet's part: row → columns of formulas without a value.

    Raises:
        ValueError: a row is larger than any that people write.
    """
    found: dict[int, list[int]] = {}
    rest, n_chunks = b"", 0
    while chunk := part.read(_CHUNK):
        n_chunks = 0 if _ROW.search(chunk) else n_chunks + 1
        if n_chunks > _ROW_MAX:
            raise ValueError(f"a row has more than {_ROW_MAX * _CHUNK >> 20} MB")
        text = rest + chunk
        for match in _FORMULA.finditer(text):
            row, column = coordinate_to_tuple(match[1].decode())
            found.setdefault(row, []).append(column)
        rest = text[text.rfind(b"<c ") :][-_CHUNK:] if b"<c " in text else b""
    return found
