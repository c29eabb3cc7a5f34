"""Sheets and charts as one HTML page that needs nothing else: no network, no script, no folder of assets.

Charts are SVG with places in per cent of the width, so that they stretch, print, and keep their text as text.
Every bar says its number, since tasks of seven items stand beside tasks of four thousand. The same
description gives the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import log10
from statistics import quantiles

from benchmark.describe.forms import cell_text, number_columns
from benchmark.describe.sheets import Description, Sheet

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
table { border-collapse: collapse; }
th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; } th, .n { white-space: nowrap; }
th { border-bottom: 1px solid #999; } .n { text-align: right; } .note { color: #666; }
figure { margin: 1rem 0; } figcaption { color: #666; text-align: center; font-size: 12px; }
.bar { display: grid; grid-template-columns: minmax(5rem, 22%) 1fr; gap: .6rem; font-size: 12px; }
.bar span { text-align: right; overflow-wrap: anywhere; align-self: center; }
.key { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; font-size: 12px; }
.key svg { width: 10px; height: 10px; margin-right: .3rem; }
svg { width: 100%; display: block; overflow: visible; } .key svg { display: inline; }
svg text { font: 12px system-ui, sans-serif; fill: #222; } .grid { stroke: #ddd; } .axis text { fill: #666; }
"""
# Nothing may run, and nothing may be fetched.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2", "#eeca3b", "#9d755d", "#bab0ac",
            "#ff9da6")  # fmt: skip
_BAR = 24  # pixels high
_WIDTH, _HEIGHT, _LEFT, _FOOT = 600, 280, 50, 30  # of a curve, its axes included
_SAID = 0.06  # share of the width from which on there is room for a number
_TICKS = [number * 10**power for power in range(7) for number in (1, 2, 5)]
Scale = Callable[[float], float]


def to_html(description: Description) -> str:
    """The whole description as one page."""
    sheets = "\n".join(_sheet(sheet, _chart(sheet, description)) for sheet in description.sheets)
    name = escape(description.name)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n<p>{escape(description.source)}</p>\n{sheets}\n</body>\n</html>\n"
    )


def _sheet(sheet: Sheet, chart: str) -> str:
    classes = [' class="n"' if right else "" for right in number_columns(sheet.rows)]
    head = _row(sheet.header, classes, "th")
    rows = "\n".join(_row(tuple(cell_text(cell) for cell in row), classes, "td") for row in sheet.rows)
    note = f'\n<p class="note">{escape(sheet.note)}</p>' if sheet.note else ""
    table = f'<div class="wide"><table>\n{head}\n{rows}\n</table></div>'
    return f"<h2>{escape(sheet.title)}</h2>\n{chart}\n{table}{note}"


def _row(cells: tuple[str, ...], classes: list[str], tag: str) -> str:
    inner = "".join(f"<{tag}{css}>{escape(cell)}</{tag}>" for cell, css in zip(cells, classes, strict=True))
    return f"<tr>{inner}</tr>"


def _chart(sheet: Sheet, description: Description) -> str:
    """The chart of a table that is better seen than read; "" for another."""
    match sheet.title:
        case "Entities by type" | "Triples by relation":
            return _counts({str(row[0]): int(row[1]) for row in sheet.rows})
        case "Items by task":
            return _counts({task: len(found) for task, found in description.lengths.items()})
        case "Label balance":
            return _shares(description.labels)
        case "Gold positions":
            return _shares(description.positions)
        case "Length of questions in characters":
            return _lengths(description.lengths)
        case "Entities of highest incidence":
            return _degrees(description.degrees)
    return ""


def _counts(counts: Mapping[str, int]) -> str:
    """Bars on a logarithmic axis, each with its number."""
    top = 2 * max(counts.values(), default=1)  # room for the number beside the longest bar
    at = _log_scale(1, top)
    rows = {
        name: f'{_rect(0, at(count), _COLOURS[0])}<text x="{at(count) + 0.6:.2f}%" y="16">{count:,}</text>'
        for name, count in counts.items()
    }
    return _bars(rows, at, [10**power for power in range(len(str(top)))], "number (logarithmic)")


def _shares(counts: Mapping[str, Mapping[str, int]]) -> str:
    """A bar of 100 % for each task, divided by what is gold."""
    if not counts:
        return ""
    kinds = dict.fromkeys(kind for found in counts.values() for kind in found)
    colours = {kind: _COLOURS[place % len(_COLOURS)] for place, kind in enumerate(kinds)}
    rows = {}
    for task, found in counts.items():
        total, before, marks = sum(found.values()) or 1, 0, []
        for kind in kinds:
            n = found.get(kind, 0)
            start, end = 100 * before / total, 100 * (before + n) / total
            marks.append(_rect(start, end, colours[kind], f"{task}: {n:,} {kind}, {n / total:.1%}"))
            if n / total > _SAID:
                marks.append(_text((start + end) / 2, 16, f"{n:,}"))
            before += n
        rows[task] = "".join(marks)
    swatches = (
        f'<li><svg><rect width="10" height="10" fill="{colour}"/></svg>{escape(kind)}</li>'
        for kind, colour in colours.items()
    )
    key = f'<ul class="key">{"".join(swatches)}</ul>'
    return _bars(rows, lambda percent: percent, range(0, 101, 20), "per cent", key)


def _lengths(lengths: Mapping[str, Sequence[int]]) -> str:
    """A box per task on a logarithmic axis, with its ends: evidence makes a question ten times as long."""
    every = [length for found in lengths.values() for length in found]
    at = _log_scale(min(every, default=1), max(every, default=1))
    rows = {}
    for task, found in lengths.items():
        low, median, high = quantiles(found, n=4, method="inclusive") if len(found) > 1 else [*found] * 3
        said = f"{task}: {min(found):,} to {max(found):,}, half of them from {low:,.0f} to {high:,.0f}"
        rows[task] = (
            f'<line x1="{at(min(found)):.2f}%" x2="{at(max(found)):.2f}%" y1="12" y2="12" '
            f'stroke="{_COLOURS[0]}"/>{_rect(at(low), at(high), _COLOURS[0], said)}'
            f'<line x1="{at(median):.2f}%" x2="{at(median):.2f}%" y1="3" y2="21" stroke="#fff"/>'
        )
    return _bars(rows, at, _ticks(every), "characters (logarithmic)")


def _degrees(degrees: Sequence[int]) -> str:
    """Triples per entity, by rank, on two logarithmic axes."""
    across, up = _log_scale(1, len(degrees)), _log_scale(min(degrees, default=1), max(degrees, default=1))

    def x(rank: float) -> float:
        return _LEFT + across(rank) * (_WIDTH - _LEFT - 10) / 100

    def y(degree: float) -> float:
        return 10 + (100 - up(degree)) * (_HEIGHT - _FOOT - 20) / 100

    points = " ".join(f"{x(rank):.1f},{y(degree):.1f}" for rank, degree in enumerate(degrees, 1))
    grid = "".join(
        f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
        f'<text x="{_LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:,}</text>'
        for tick in _ticks(degrees)
    )
    ranks = "".join(
        f'<text x="{x(tick):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{tick:,}</text>'
        for tick in _ticks([1, len(degrees)])
    )
    curve = f'<polyline points="{points}" fill="none" stroke="{_COLOURS[0]}" stroke-width="2"/>'
    return (
        f'<figure><div class="wide"><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="Triples per entity, by rank">{grid}{ranks}{curve}</svg></div>'
        "<figcaption>Across: rank of the entity; upward: triples; both logarithmic.</figcaption></figure>"
    )


def _bars(rows: Mapping[str, str], at: Scale, ticks: Iterable[int], axis: str, key: str = "") -> str:
    """A row with its name for each bar, over an axis."""
    ticks = list(ticks)
    grid = "".join(
        f'<line class="grid" x1="{at(tick):.2f}%" x2="{at(tick):.2f}%" y1="0" y2="100%"/>' for tick in ticks
    )
    bars = "\n".join(
        f'<div class="bar"><span>{escape(name)}</span>'
        f'<svg height="{_BAR}" role="img" aria-label="{escape(name)}">{grid}{marks}</svg></div>'
        for name, marks in rows.items()
    )
    numbers = "".join(_text(at(tick), 13, f"{tick:,}") for tick in ticks)
    foot = f'<div class="bar axis"><span></span><svg height="18" aria-hidden="true">{numbers}</svg></div>'
    return f"<figure>{key}\n{bars}\n{foot}\n<figcaption>{axis}</figcaption></figure>"


def _rect(start: float, end: float, colour: str, said: str = "") -> str:
    title = f"<title>{escape(said)}</title>" if said else ""
    place = f'x="{start:.2f}%" y="3" width="{end - start:.2f}%" height="{_BAR - 6}"'
    return f'<rect {place} fill="{colour}">{title}</rect>'


def _text(x: float, y: int, text: str) -> str:
    return f'<text x="{x:.2f}%" y="{y}" text-anchor="middle">{text}</text>'


def _log_scale(low: float, high: float) -> Scale:
    """Where a number stands on a logarithmic axis, in per cent of it."""
    low = max(low, 1)
    width = log10(max(high, 2 * low) / low)
    return lambda number: 100 * log10(max(number, low) / low) / width


def _ticks(values: Sequence[int]) -> list[int]:
    low, high = min(values, default=1), max(values, default=1)
    return [tick for tick in _TICKS if low <= tick <= high]
