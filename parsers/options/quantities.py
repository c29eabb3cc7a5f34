"""Numbers as values: one way to compare them, for option texts and for what a reply says.

A sign, a comparison, a power, a ratio, a range and a unit belong to the number: "-5", ">5", "5:1", "5-10"
and "5 %" are no 5. What is written otherwise is the same where the value is: "5.0 mg", "05 mg" and "5
milligrams". Nothing is converted from one scale to another; what cannot be compared is not matched.
"""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from itertools import product
from operator import neg
from typing import Any, NamedTuple

from parsers.grammar.languages import LANGUAGES
from parsers.pattern import Pattern
from parsers.text.folding import plain_lower

Value = Fraction | int | tuple[object, ...] | str
Place = tuple[int, int, tuple[int, ...], bool]

_PARTS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅛": (1, 8)}
_PART = f"[{''.join(_PARTS)}]"
_DIGITS = r"(?:\d{0,2}(?:[ '’]\d{3})+(?![\d%])(?:[.,]\d+)?|\d*(?:[.,]\d+)*)"  # behind the first
_NUMBER = rf"\d{_DIGITS}"
_TIMES = r" ?(?:[×x*·⋅]|\\times|\\cdot) ?"
_POWER = r"(?: ?\^ ?[{(]?[-–+]?\d{1,4}[)}]?|[⁻⁺]?[⁰¹²³⁴-⁹]{1,4})"
_SCALE = rf"{_PART}?(?:{_TIMES}10{_POWER}|{_POWER}|e[-–+]?\d{{1,3}}(?!\w))?"
_JOINT = r"(?:%?(?:[:/–-]| (?:[:/–-]|to|bis) ))"
# One number, or several that are one value: a ratio, a range, a date. Its first character stands in front,
# so that the engine skips to the next one.
_FIGURE = Pattern(
    rf"[\d{''.join(_PARTS)}](?:(?<!\d)|{_DIGITS}{_SCALE}(?:{_JOINT}[-–+]?[$€£₹¥]?\.?{_NUMBER}{_SCALE}){{0,3}})"
)
_SPLIT = Pattern(rf"(?<=[\d%)}}⁰¹²³⁴-⁹])({_JOINT})")
_TERM = Pattern(
    rf"(?P<sign>[-–+]?)[$€£₹¥]?(?P<number>\.?{_NUMBER})?(?P<part>{_PART})?"
    rf"(?:(?P<times>{_TIMES}10)?(?P<power>{_POWER})|e(?P<e>[-–+]?\d+))?"
)
_FRACTION = Pattern(rf"({_NUMBER})\}}\{{({_NUMBER})\}}|(\d)(\d)(?!\d)")
_SMALL = 20  # "120/80" is no fraction
_HITS = 100  # numbers of a reply that may be options; its two ends say what there is to say
_OPENING = 80  # characters of the longest option text that is a number with its unit
_MANY = 40  # digits, and the greatest exponent, of a number that is computed
# What stands right before a number and belongs to it.
_LEAD = Pattern(
    r"(?P<compare>[<>] ?=?|= ?<|[≤≥⩽⩾≦≧~≈∼±]"
    r"|\\(?:leq?|geq?|leqslant|geqslant|lt|gt|approx|sim|pm)(?![a-z]))? ?"
    r"(?P<sign>(?<![^\W\u3040-\u9fff\uac00-\ud7af])(?<![)\]}/^*_\\-])[-–+]|(?<=[=(:]) ?[-–] )?"
    r"(?P<money>(?:us|r|hk|a|c)?[$€£₹¥] ?)?(?P<inner>\\[dt]?frac(?:\{[-–]?)?)?(?P<point>(?<![\w.])\.)?\Z"
)
_LEADS = 16  # characters before a number in which that stands
_LEADING = frozenset("<>=≤≥⩽⩾≦≧~≈∼±-–+$€£₹¥.{")  # what it ends with, or with the name of a sign: "\\leq"
_PART_OF_MORE = Pattern(
    r"(?:[^\W\u3040-\u9fff\uac00-\ud7af]|[-–+*/^_\\√×·÷.|]|(?<!\w)—"
    r"|[\w^_\\]\{|[+*/^×÷·] |\\(?:times|cdot|div) ?)\Z"
)
_GOES_ON = Pattern(r" ?(?:[*×^=÷±]|\+ ?[\w\\(]|\\(?:times|cdot|div|pm|sqrt)|x ?\d)|[.,]\d|[\d_½(\\√π]")
_SIGNS = {"⩾": "≥", "≧": "≥", ">=": "≥", "\\geq": "≥", "\\ge": "≥", "\\geqslant": "≥", "\\gt": ">",
          "⩽": "≤", "≦": "≤", "<=": "≤", "=<": "≤", "\\leq": "≤", "\\le": "≤", "\\leqslant": "≤", "\\lt": "<",
          "≈": "~", "∼": "~", "\\approx": "~", "\\sim": "~", "\\pm": "±"}  # fmt: skip


def _compared(sign: str) -> str:
    """The words of all languages for a sign of comparison."""
    return "|".join(words for language in LANGUAGES for named, words in language.compared if named == sign)


_WORD_HEAD = r"(?:(?<!\w)|(?=[\u3040-\uffff]))"
_WORDS_BEFORE = [(sign, Pattern(rf"{_WORD_HEAD}(?:{_compared(sign)}) ?\Z")) for sign in "≥≤><~"]
_BEHIND = Pattern(
    "".join(
        rf"(?:{_compared('…' + sign)})(?![^\W\u3040-\uffff])(?P<{name}>)|"
        for name, sign in (("least", "≥"), ("most", "≤"), ("above", ">"), ("below", "<"))
    )
    + r"\+(?! ?[\w(\\])(?P<more>)"
)
_MEANT = {"least": "≥", "most": "≤", "above": ">", "below": "<", "more": "≥"}

_UNITS = {
    unit: name
    for name, units in {
        "mg": "milligram мг", "g": "gram gramm gramme gramo г", "kg": "kilogram kilo кг",
        "µg": "μg ug mcg microgram мкг", "ng": "nanogram нг", "l": "liter litre litro л",
        "ml": "milliliter millilitre cc мл", "dl": "deciliter decilitre",
        "m": "meter metre metro м", "cm": "centimeter centimetre см", "mm": "millimeter millimetre мм",
        "km": "kilometer kilometre км", "s": "sec second", "min": "minute", "h": "hr hour", "day": "d",
        "week": "wk", "month": "mo", "year": "yr", "%": "percent percentage pct procent prozent процент",
        "°": "degree", "c": "celsius", "f": "fahrenheit", "": "$ dollar usd", "€": "euro eur", "/": "per",
        "n": "newton", "j": "joule", "v": "volt", "w": "watt", "hz": "hertz", "ev": "", "kj": "", "kcal": "",
        "mmol": "", "mol": "mole",
        "mmhg": "", "kpa": "", "khz": "", "mhz": "", "ghz": "", "mev": "", "kev": "", "nm": "", "ppm": "",
        "bpm": "", "kw": "", "kwh": "", "inch": "", "mph": "", "meq": "", "iu": "", "ms": "",
    }.items()
    for unit in [name, *units.split()]
}  # fmt: skip
_MEASURES = frozenset(name for name in _UNITS.values() if len(name) > 1 or name in "%l€") - {""}
_UNIT = Pattern(
    r"(?P<gap> ?-?)(?:(?P<word>[^\W\d_²³]+)"
    r"|(?P<sign>[%°/·$€£₹¥²³]|\^?\{?\\circ\}?|\\pi(?![a-z])|\^\{?[-–]?\d\}?|per cent))"
)
_MANIFOLD = frozenset(("hundred", "thousand", "million", "billion", "trillion", "dozen", "cent", "crore"))
_MINUS = Pattern(r"(?<!\w)(?:minus|negative|menos|moins) \Z")
_LONGEST = 6  # words and signs of a unit
_DAILY = Pattern(r"(?: per |/)(?:day|night|d|dose)\b")
_ENDED = Pattern(r"[\"')\]}*]*(?:\s*\Z|\s*[.,;:!?\n。])")
_NAME = Pattern(r"(?<!\w)[a-zα-ω](?:_?\d)? ?= ?\Z")


class Quantity(NamedTuple):
    """An option text that is one value with its unit: its readings, what compares it, and its signs."""

    values: frozenset[Value]
    compare: str
    unit: str
    name: str
    signs: str
    measured: bool = True  # whether the unit is one of measurement: "3 mg", not "3 dogs"


class _Figure(NamedTuple):
    start: int
    end: int
    compare: str
    values: tuple[Value, ...]
    money: str  # its currency, but for dollars


class Quantities:
    """The option texts of an item that are values."""

    def __init__(self, texts: Sequence[str]) -> None:
        lows = [_in_digits(plain_lower(text)).strip(" .,;:\n") for text in texts]
        point, comma = _conventions(lows)
        self.of = [_quantity(low, point, comma) for low in lows]
        if len({quantity.name for quantity in self.of if quantity}) > 1:  # "x = 5" beside "y = 5"
            self.of = [quantity if quantity and not quantity.name else None for quantity in self.of]
        self._known = {at: quantity for at, quantity in enumerate(self.of) if quantity is not None}
        known = self._known.values()
        self._magnitudes = {_turned(value, abs) for quantity in known for value in quantity.values}
        self._having: dict[Value, list[int]] = {}
        for at, quantity in self._known.items():
            for value in quantity.values:
                self._having.setdefault(value, []).append(at)
        self._units = {quantity.unit for quantity in known}
        self._shared = next(iter(self._units)) if len(self._units) == 1 and len(known) > 1 else None

    def places(self, low: str) -> list[Place]:
        """Where a text in lower case says one of them: start, end, the option's position."""
        if not self._magnitudes:
            return []
        low = _in_digits(low)
        hits, found, behind = [*filter(self._may_be, _FIGURE.finditer(low))], [], 0
        for match in hits if len(hits) <= _HITS else hits[: _HITS // 2] + hits[-_HITS // 2 :]:
            figure = _figure(low, match) if match.start() >= behind else None
            place = self._place(low, figure) if figure is not None else None
            behind = figure.end if figure is not None else behind
            if place is not None:
                found.append(place)
        return found

    def _may_be(self, match: re.Match[str]) -> bool:
        """Whether a number has the digits of one of the options; what stands before may change its value."""
        last = match.string[match.start() - 1 : match.start()]
        return last in (".", "{", "c") or not self._magnitudes.isdisjoint(values_of(match[0]))

    def _place(self, low: str, figure: _Figure) -> Place | None:
        having = {at for value in figure.values for at in self._having.get(value, ())}
        if not having:
            return None
        units, fits = list(_units(low, figure.end)), {at: self._known[at] for at in sorted(having)}
        fitting = {at: stop for at in fits for stop in self._stops(low, figure, units, fits[at])}
        longest = max(fitting.values(), default=0)
        owners = [at for at, stop in fitting.items() if stop == longest]
        if len(owners) > 1:  # told apart by what is written, then by the likeliest reading
            said = signs(low[figure.start : longest])
            written = [at for at in owners if fits[at].signs == said]
            likeliest = [at for at in owners if figure.values[0] in fits[at].values]
            owners = written or (likeliest if "," in said else owners)
        return (figure.start, longest, (owners[0],), True) if len(owners) == 1 else None

    def _stops(
        self, low: str, figure: _Figure, units: list[tuple[str, str, int]], option: Quantity
    ) -> Iterator[int]:
        """Where the figure, read as this option, ends; nothing where it cannot be."""
        unspaced = figure.end + low.startswith(" ", figure.end)
        stop = unspaced + len(option.unit)
        if option.unit[:1] > "\u3040" and low.startswith(option.unit, unspaced):
            compare = figure.compare or _compared_behind(low, stop)[0]
            if compare != option.compare:
                return
            yield stop
            return
        for count in range(len(units), -1, -1):
            unit = figure.money + "".join(word for _, word, _ in units[:count])
            stop = units[count - 1][2] if count else figure.end
            following = units[count] if count < len(units) else None
            if unit != option.unit and not (count == 0 and self._is_bare(low, figure, option)):
                continue
            if (_GOES_ON.match(low, stop) and not (following and following[1] in _UNITS)) or (
                following and not self._parted(low, stop, following, figure, option)
            ):
                continue
            name = _NAME.search(low, max(0, figure.start - _LEADS), figure.start) if option.name else None
            if name and signs(name[0]) != signs(option.name):  # "y = 5" is no "x = 5"
                continue
            behind = _compared_behind(low, stop)[0] or _compared_behind(low, figure.end)[0]
            compare = figure.compare or behind
            if compare == option.compare or {compare, option.compare} == {"", "~"}:
                yield stop
                return

    def _is_bare(self, low: str, figure: _Figure, option: Quantity) -> bool:
        """Whether a number without a unit may have the one that all options share."""
        if option.unit != self._shared or figure.money or _ENDED.match(low, figure.end) is None:
            return False
        if option.unit != "%":
            return True  # "0.25" and "1/4" may be 25 %
        hundredfold = {value * 100 for value in figure.values if isinstance(value, Fraction | int)}
        return not (hundredfold & self._magnitudes or re.search("[/}½]", low[figure.start : figure.end]))

    def _parted(
        self, low: str, stop: int, following: tuple[str, str, int], figure: _Figure, option: Quantity
    ) -> bool:
        """Whether the word or sign behind a unit is no more of it: "5 m" is not "5 m/s"."""
        gap, word, _ = following
        if word[:1] > "\u3040":  # a script without blanks: "50%的人", "答案是5因为"
            return True
        if option.unit:
            return (gap == " " and word[:1].isalpha()) or _DAILY.match(low, stop) is not None
        if word in _MANIFOLD:
            return False
        if word in _MEASURES:  # a number that asks for no unit
            hundredth = {
                Fraction(value) / 100 for value in figure.values if isinstance(value, Fraction | int)
            }
            return (self._shared == "" or word in self._units) and not (
                word == "%" and hundredth & self._magnitudes
            )
        return gap == " " and word[:1].isalpha()


_COUNTS = dict(zip("一二两兩三四五六七八九", "12223456789", strict=True))
_COUNTED = Pattern(
    rf"[{''.join(_COUNTS)}](?<![零〇一二两兩三四五六七八九十百千万第].)(?=[个個位名条條只隻头匹艘])"
)


def _in_digits(low: str) -> str:
    """A text with small Chinese numbers before what they count as digits: "两个人" is "2个人"."""
    return low if low.isascii() else _COUNTED.sub(lambda match: _COUNTS[match[0]], low)


def agree(low: str, start: int, end: int, text: str) -> bool:
    """Whether a stretch that has the words of a text has its numbers, too, and no longer ones."""
    if start and low[start].isdecimal() and _PART_OF_MORE.search(low, max(0, start - 4), start):
        return False
    if not any(map(str.isdecimal, text)):
        return True
    said = [
        values_of(match[0]) for match in _FIGURE.finditer(low, start, end + _LEADS) if match.start() < end
    ]
    meant = [values_of(match[0]) for match in _FIGURE.finditer(text)]
    return len(said) == len(meant) and not any(map(set.isdisjoint, map(set, said), meant))


_RUN = Pattern(r"(?:\d+ ?[-–,:/.] ?)+\Z")


def label_end(low: str, start: int, end: int, labels: Set[str]) -> int:
    """Where a number that is a label ends: "1", "1.0", one of "1,3"; 0 for a part of more, or a measure."""
    run = _RUN.search(low, max(0, start - _LEADS), start)
    match = _FIGURE.match(low, run.start() if run else start)
    match = match if match and match.end() > start else _FIGURE.match(low, start)
    if match is None:
        return end
    unit = next(_units(low, match.end()), ("", "", 0))
    if unit[1] in _MEASURES or _PART_OF_MORE.search(low, max(0, match.start() - 4), match.start()):
        return 0
    if str(values_of(match[0])[0]) in labels:
        return match.end() if match.start() == start else end
    return end if all(part in labels for part in re.split("[,:]", match[0])) else 0


def signs(text: str) -> str:
    """A text in lower case without blanks and dollar signs, each dash a hyphen."""
    return level("".join(plain_lower(text).replace("$", "").split()))


def level(low: str) -> str:
    """The same with each dash a hyphen, and what is raised behind a letter as on the line: "ca2+"."""
    return _BEHIND_LETTER.sub(lambda match: match[0].translate(_RAISED), low.replace("–", "-"))


_BEHIND_LETTER = Pattern(r"(?<=[a-z)\]])[⁰¹²³⁴-⁹⁺⁻]+")


def _quantity(low: str, point: bool, comma: bool) -> Quantity | None:
    match = _FIGURE.search(low, 0, _OPENING)
    figure = _figure(low, match) if match and len(low) <= _OPENING else None
    if figure is None:
        return None
    written = signs(low)
    before, compare = low[: figure.start], figure.compare
    for _, _, stop in [("", "", figure.end), *_units(low, figure.end)] if not compare else ():
        compare, end = _compared_behind(low, stop)
        if compare:  # "5 years or more"
            low = low[:stop] + low[end:]
            break
    units = list(_units(low, figure.end))
    behind = units[-1][2] if units else figure.end
    name = _NAME.search(before)
    if low[behind:].strip(" .)") or before[: name.start() if name else None].strip():
        return None
    values = figure.values
    if len(values) == 2 and (point or comma or "," in low):
        grouped, decimal = (values[0], values[1]) if "," in low else (values[1], values[0])
        values = (decimal,) if (comma if "," in low else point) else (grouped,)
    unit = figure.money + "".join(word for _, word, _ in units)
    words = re.findall(r"[^\W\d_]{3,}", low[figure.end : behind])
    measured = all(word in _UNITS or word.removesuffix("s") in _UNITS for word in words)
    return Quantity(frozenset(values), compare, unit, before.strip(), written, measured)


_DECIMAL = Pattern(r"\d(?<![\d.,].)(?:(?<=0)|\d*(?=[.,](?!\d{3}(?!\d))))([.,])\d+(?![\d.,])")


def _conventions(lows: Sequence[str]) -> tuple[bool, bool]:
    """Whether these texts write decimals with points, with commas."""
    used = {match[1] for low in lows for match in _DECIMAL.finditer(low)}
    return "." in used, "," in used


def _figure(low: str, match: re.Match[str]) -> _Figure | None:
    """The number at a place with what belongs to it; None where it is part of more."""
    start, end = match.span()
    values = values_of(match[0])
    leads = max(0, start - _LEADS)
    last = low[leads:start].rstrip()[-1:]
    if last not in _LEADING and not (last.isalpha() and "\\" in low[leads:start]):
        leads = start  # the commonest: nothing before it belongs to it but words
    lead = _LEAD.search(low, leads, start)
    if lead is None:
        return None
    if lead["inner"]:
        fraction = _FRACTION.match(low, start)
        if fraction is None:
            return None
        above, below = filter(None, fraction.groups())
        values, end = values_of(f"{above}/{below}"), fraction.end()
    elif lead["point"]:
        values = values_of("." + match[0])
    first = lead.start() + len(lead[0]) - len(lead[0].lstrip())
    if _PART_OF_MORE.search(low, max(0, first - 8), first):
        return None
    if (minus := _MINUS.search(low, max(0, first - 9), first)) is not None:
        values, first = tuple(_turned(value, neg) for value in values), minus.start()
    if "-" in (sign := (lead["sign"] or "") + (lead["inner"] or "")) or "–" in sign:
        values = tuple(_turned(value, neg) for value in values)
    compare = (lead["compare"] or "").replace(" ", "")
    compare = _SIGNS.get(compare, compare)
    if not compare and (low[first - 1 : first].isalpha() or low[first - 2 : first - 1].isalpha()):
        before = ((sign, words.search(low, max(0, first - 20), first)) for sign, words in _WORDS_BEFORE)
        compare, first = next(((sign, found.start()) for sign, found in before if found), ("", first))
    return _Figure(first, end, compare, values, (lead["money"] or "").strip(" usrhkac$"))


def _compared_behind(low: str, stop: int) -> tuple[str, int]:
    """What compares a number from behind, "or more", and where that ends."""
    found = _BEHIND.match(low, stop)
    return (_MEANT[found.lastgroup or ""], found.end()) if found else ("", stop)


def _units(low: str, at: int) -> Iterator[tuple[str, str, int]]:
    """The words and signs that may be a number's unit: the blank before, the name, the end."""
    for _ in range(_LONGEST):
        match = _UNIT.match(low, at)
        if match is None:
            return
        word, at = match["word"] or match["sign"], match.end()
        if "circ" in word:
            word = "°"
        elif "^" in word or word in "²³":
            word = "^" + word.strip("^{}").replace("²", "2").replace("³", "3")
        singular = word.removesuffix("s") if len(word) > 2 else word
        yield match["gap"], _UNITS.get(word, _UNITS.get(singular, singular)).replace("\\pi", "π"), at


@lru_cache(maxsize=4096)
def values_of(core: str) -> tuple[Value, ...]:
    """The values that a number, ratio or range may have, the likeliest first; its signs where it has none.

    >>> values_of("05"), values_of("1,5"), values_of("2:1")[0][0]
    ((5,), (Fraction(3, 2),), ':')
    """
    pieces = _SPLIT.split(core)
    terms = [_term(piece) for piece in pieces[::2]]
    if len(terms) == 1:
        return terms[0]
    joint = pieces[1].strip(" %")
    if len(terms) > 2 or not all(isinstance(value, Fraction | int) for term in terms for value in term):
        return (core,)
    if joint == "/" and all(map(str.isdecimal, pieces[::2])) and len(core) < _MANY and int(pieces[2]):
        above, below = int(pieces[0]), int(pieces[2])
        return (Fraction(above, below) if above <= below or below <= _SMALL else ("/", *terms[0], *terms[1]),)
    if terms[0] == terms[1] and joint != ":":
        return terms[0]
    kinds = ("-", ":") if joint == "to" else (joint if joint in ":/" else "-",)  # "2 to 1" may be a ratio
    return tuple((kind, *pair) for kind in kinds for pair in product(*terms))


def _term(text: str) -> tuple[Value, ...]:
    match = _TERM.fullmatch(text) if len(text) <= _MANY else None
    values = _readings(match["number"] or "0") if match else ()
    if match is None or not values:
        return (text,)
    if match["part"]:
        values = tuple(value + Fraction(*_PARTS[match["part"]]) for value in values)
    raised = match["e"] or match["power"]
    if raised:
        digits = raised.translate(_RAISED).replace("–", "-").strip(" ^{()}")
        power = int(digits.replace(" ", ""))
        tens = match["times"] or match["e"]
        if abs(power) > _MANY or (not tens and (len(match["number"]) > 4 or values[0] == 0)):
            return (text,)
        values = tuple(
            value * Fraction(10) ** power if tens else Fraction(value) ** power for value in values
        )
    return tuple(-value for value in values) if match["sign"] in ("-", "–") else values


_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


def _readings(number: str) -> tuple[Fraction | int, ...]:
    """What digits with points and commas may be: "1,000" is a thousand or one, "1,5" one and a half."""
    number = number.translate({32: None, 39: None, 8217: None})
    whole, mark, rest = number.rpartition("." if number.rfind(".") > number.rfind(",") else ",")
    if not mark:
        return (int(number),)  # sooner compared than a fraction
    decimal = Fraction(int(whole.replace(".", "").replace(",", "") + rest), 10 ** len(rest))
    groups = re.split("[.,]", whole)
    in_threes = len(groups[0]) <= 3 and not groups[0].startswith("0") and bool(groups[0])
    in_threes = in_threes and all(len(group) == 3 for group in groups[1:])
    grouped = int(whole.replace(".", "").replace(",", "") + rest)
    if len(groups) > 1:
        if mark in whole:  # "1.234.567"; "1.2.3" is no number
            return (grouped,) if in_threes and len(rest) == 3 and len({*whole} & {*".,"}) == 1 else ()
        return (decimal,) if in_threes else ()
    if not in_threes or len(rest) != 3:
        return (decimal,)
    return (grouped, decimal) if mark == "," else (decimal, grouped)


def _turned(value: Value, turn: Callable[[Any], Any]) -> Value:
    """The value with its sign turned, or dropped; of a range its first number's."""
    if isinstance(value, tuple):
        return (value[0], _turned(value[1], turn), *value[2:])  # type: ignore[arg-type]
    return value if isinstance(value, str) else turn(value)
