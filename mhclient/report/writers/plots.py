"""Figures for a paper: the report's charts as SVG, PDF and PNG, drawn by matplotlib (extra `figures`).

Text stays text, in the paper's font where it has one; the same store gives the same files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from matplotlib import rc_context, rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import Bbox

from mhclient.errors import ReportError, UsageError
from mhclient.report.blocks.accuracy import accuracy_chart
from mhclient.report.blocks.letters import letters_chart
from mhclient.report.blocks.outcomes import outcomes_chart, strictness_chart
from mhclient.report.blocks.usage import usage_charts
from mhclient.report.chart import Bar, Bars, Chart, Dots, Measured, Point
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.tables import comparison_chart
from mhclient.report.summary import Summary
from mhclient.report.wording.names import illustration, runs_of
from mhclient.show.cells import FEW_EFFECTIVE
from mhclient.show.files import replacing


def with_n(name: str, points: Sequence[Point]) -> str:
    """A name, and of how many items its points are; from the fewest to the most."""
    known = sorted({point.n for point in points if point.n})
    if not known:
        return name
    return f"{name} (n {known[0]:,})" if len(known) == 1 else f"{name} (n {known[0]:,}–{known[-1]:,})"


def signs_of(points: Sequence[Point]) -> list[str]:
    """What signs in a figure mean, of those that occur."""
    rough = any(point.rough and point.bounds for point in points)
    hollow = any(point.value is not None and point.bounds is None for point in points)
    said = f"† rough: worth fewer than {FEW_EFFECTIVE} independent groups"
    return [*([said] if rough else []), *(["hollow: no interval, worth fewer than two"] if hollow else [])]


def bar_name(bar: Bar) -> str:
    """A bar's name, and of how many items it is, which need not all be in its segments."""
    n = next((round(part.n / part.share) for part in bar.segments if part.share), 0)
    return f"{bar.name} (n {n:,})" if n else bar.name


FORMS = ("svg", "pdf", "png")
WIDTH, ROW = 6.3, 0.24  # inches: the text of a page, and a row of a chart
COLOURS: Mapping[str, str] = {
    "right": "#1f63a3",
    "wrong": "#e6e9ed",
    "truncated": "#e58a1f",
    "refusal": "#7d3f10",
    "ambiguous": "#7fd3c0",
    "no_answer": "#cf5a91",
    "out_of_range": "#6f4295",
    "empty": "#b4bcc6",
    "filtered": "#2c3138",
    "error": "#b02a1f",
    "strict": "#174f86",
    "explicit": "#2f71b3",
    "leading": "#8ab8e2",
    "text": "#b9d6f0",
    "all": "#dbe9f6",
}
LINES: Sequence[Mapping[str, Any]] = (
    {"color": "#5f6975", "linestyle": ":"},
    {"color": "#b3470b", "linestyle": "-"},
)
STYLE: Mapping[str, Any] = {
    "font.family": "serif",
    "font.serif": ["STIX Two Text", "STIXGeneral", "Times New Roman", "DejaVu Serif"],
    "mathtext.fontset": "stix",
    "font.size": 8.5,
    "axes.titlesize": 8.5,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.linewidth": 0.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "xtick.major.width": 0.5,
    "ytick.major.size": 0,
    "grid.color": "#dde2e8",
    "grid.linewidth": 0.5,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "mhclient",
    "pdf.fonttype": 42,
    "savefig.dpi": 300,
}
# Without the time of drawing, so that the same figures give the same bytes.
METADATA: Mapping[str, dict[str, Any]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}


NO_LETTERS = "no question of which a reply was read has one right option and options in changing order."


def write_figures(summaries: Sequence[Summary], folder: Path) -> tuple[list[str], dict[str, str]]:
    """Draw the figures into a folder, which is made where it is not there.

    Returns:
        Their names, of each of which there is a file in every form; and why others cannot be drawn, by name.

    Raises:
        UsageError: the files cannot be written.
    """
    charts, lacking = charts_of(summaries)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with rc_context(dict(STYLE)):
            for chart in charts:
                _write(_with_note(drawn(chart), illustration(runs_of(summaries))), folder, chart.name)
    except OSError as error:
        raise UsageError(f"{folder}: the figures cannot be written: {error.strerror or error}.") from error
    return [chart.name for chart in charts], lacking


def _with_note(figure: Figure, note: str) -> Figure:
    """The figure with a sentence small above it, where there is one."""
    if note:
        figure.suptitle(fill(note, 110), fontsize=7, x=0, ha="left")
        figure.set_figheight(figure.get_figheight() + 0.4)
    return figure


def charts_of(summaries: Sequence[Summary]) -> tuple[list[Chart], dict[str, str]]:
    """The charts that a paper takes; and name → why one of them cannot be drawn."""
    makers = (accuracy_chart, strictness_chart, outcomes_chart, letters_chart, usage_charts)
    charts = [chart for make in makers for chart in make(summaries)]
    lacking = {} if any(chart.name == "letters" for chart in charts) else {"letters": NO_LETTERS}
    try:
        compared = compare(runs_of(summaries), summaries[0].settings, every_pair=True)
    except ReportError as error:  # one run alone, or none that share an item
        return charts, {**lacking, "differences": str(error)}
    return [*charts, *comparison_chart(compared)], lacking


def _write(figure: Figure, folder: Path, name: str) -> None:
    box = _laid_out(figure)
    for form in FORMS:
        with replacing(folder / f"{name}.{form}") as beside:
            figure.savefig(beside, format=form, metadata=METADATA[form], bbox_inches=box)


def _laid_out(figure: Figure) -> Bbox:
    """Place what the figure has, once for all forms; the part of it, in inches, that is not empty."""
    figure.set_dpi(rcParams["savefig.dpi"])
    figure.draw_without_rendering()
    figure.set_layout_engine(None)  # else each form would be laid out and drawn a second time
    return figure.get_tightbbox().padded(rcParams["savefig.pad_inches"])


def drawn(chart: Chart) -> Figure:
    """The chart as matplotlib's figure.

    Raises:
        TypeError: a figure of this kind is for the page alone.
    """
    if isinstance(chart.drawing, Dots):
        return _dots(chart.drawing)
    if isinstance(chart.drawing, Bars):
        return _bars(chart.drawing)
    raise TypeError(f"no figure is drawn of {type(chart.drawing).__name__}")


def _dots(dots: Dots) -> Figure:
    """A panel per name, three beside each other; of one series one panel with a row per name."""
    names = dots.names
    alone = len(dots.series) == 1
    n_rows = len(names) if alone else len(dots.series)
    across = 1 if alone else min(3, len(names))
    down = 1 if alone else -(-len(names) // across)
    figure, grid = _subplots(down, across, n_rows)
    for place, axes in enumerate(grid):
        if not alone and place >= len(names):
            axes.set_axis_off()
            continue
        chosen = None if alone else names[place]
        rows = [(each.name, p) for each in dots.series for p in each.points if chosen in (None, p.name)]
        labels = [with_n(point.name, [point]) if alone else name for name, point in rows]
        _rows_of(axes, labels, first=place % across == 0)
        for row, (_, point) in enumerate(rows):
            _point(axes, row, point)
            _mark_rough(axes, row, point)
            _references(axes, dots, point.name, row)
        axes.set_title(with_n(chosen, [point for _, point in rows]) if chosen else "")
        _scale(axes, dots, last=alone or place + across >= len(names))
    signs = signs_of([point for each in dots.series for point in each.points])
    _legend(figure, grid[0], signs + [fill(note, 100) for note in dots.notes])
    return figure


def _subplots(down: int, across: int, n_rows: int) -> tuple[Figure, list[Axes]]:
    height = down * (0.55 + ROW * n_rows) + 0.8
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    grid = figure.subplots(down, across, squeeze=False, sharex=True)
    return figure, list(grid.flat)


def _rows_of(axes: Axes, names: Sequence[str], *, first: bool) -> None:
    """Rows by name, the first on top; names stand beside the first panel alone."""
    axes.set_yticks(range(len(names)), names if first else [""] * len(names))
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=True, axis="x")
    axes.set_axisbelow(True)


def _point(axes: Axes, row: int, point: Point) -> None:
    """A dot with its interval; a hollow one where there is none."""
    if point.value is None:
        return
    if point.bounds is not None:
        low, high = point.bounds
        axes.errorbar(
            100 * point.value,
            row,
            xerr=[[max(0.0, 100 * (point.value - low))], [max(0.0, 100 * (high - point.value))]],
            fmt="none",
            ecolor="#15191e",
            elinewidth=1,
            capsize=2,
            clip_on=False,
        )
    face = "#1f63a3" if point.bounds is not None else "white"
    axes.plot(
        100 * point.value,
        row,
        "o",
        color="#1f63a3",
        markerfacecolor=face,
        markersize=4,
        zorder=3,
        clip_on=False,
    )


def _mark_rough(axes: Axes, row: float, point: Point) -> None:
    """A dagger behind a rough interval."""
    if point.rough and point.bounds is not None:
        at = (100 * point.bounds[1], row)
        axes.annotate("†", at, xytext=(3, 0), textcoords="offset points", va="center", annotation_clip=False)


def _references(axes: Axes, dots: Dots, name: str, row: int) -> None:
    """Short upright lines at what the values are compared with."""
    for (line, values), style in zip(dots.lines.items(), LINES, strict=False):
        value = values.get(name)
        if value is not None:
            axes.plot([100 * value] * 2, [row - 0.5, row + 0.5], linewidth=1, label=line, **style)


def _scale(axes: Axes, dots: Dots, *, last: bool) -> None:
    if dots.unit is Measured.SHARE:
        axes.set_xlim(0, 100)
        axes.set_xticks([0, 25, 50, 75, 100])
    else:
        axes.axvline(0, color="#8a94a0", linewidth=0.8, zorder=1)
    axes.tick_params(labelbottom=True)
    if last:
        axes.set_xlabel(dots.axis or ("%" if dots.unit is Measured.SHARE else "percentage points"))


def _legend(figure: Figure, axes: Axes, signs: Sequence[str]) -> None:
    """What lines are, and what signs mean."""
    handles, labels = axes.get_legend_handles_labels()
    found: dict[str, Any] = dict(zip(labels, handles, strict=True)) | {sign: _words() for sign in signs}
    if found:
        columns = 1 if max(map(len, found)) > 60 else 3
        figure.set_figheight(figure.get_figheight() + (0.4 * len(found) if columns == 1 else 0.0))
        figure.legend(found.values(), found.keys(), loc="outside lower left", ncols=columns)


def _words() -> Line2D:
    """Stands before words in a legend that are about no line."""
    return Line2D([], [], linestyle="")


def _bars(bars: Bars) -> Figure:
    """Bars of 100 items, the interval of the first part below, the line across."""
    figure, (axes,) = _subplots(1, 1, round(1.5 * len(bars.rows)))
    _rows_of(axes, [bar_name(bar) for bar in bars.rows], first=True)
    for row, bar in enumerate(bars.rows):
        left = 0.0
        for part in bar.segments:
            width = 100 * part.share
            axes.barh(row, width, 0.6, left=left, color=COLOURS[part.kind], edgecolor="white", linewidth=0.4)
            left += width
        if bar.line is not None and bars.line:
            axes.plot([100 * bar.line] * 2, [row - 0.38, row + 0.38], color="#15191e", linewidth=1.4)
        if bar.estimate is not None and bar.estimate.bounds is not None:
            low, high = (100 * bound for bound in bar.estimate.bounds)
            axes.plot([low, high], [row + 0.4] * 2, color="#15191e", linewidth=0.9, marker="|", markersize=3)
            _mark_rough(axes, row + 0.4, bar.estimate)
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of items")
    _legend_of(figure, bars)
    return figure


def _legend_of(figure: Figure, bars: Bars) -> None:
    handles: list[Any] = [Patch(color=COLOURS[kind], label=label) for kind, label in bars.labels.items()]
    if bars.line and any(bar.line is not None for bar in bars.rows):
        handles.append(Line2D([], [], color="#15191e", marker="|", linestyle="", label=bars.line))
    if any(bar.estimate is not None and bar.estimate.bounds for bar in bars.rows):
        handles.append(Line2D([], [], color="#15191e", marker="|", label="95 % interval of right"))
    points = [bar.estimate for bar in bars.rows if bar.estimate is not None]
    handles += [Line2D([], [], linestyle="", label=sign) for sign in signs_of(points)]
    figure.legend(handles=handles, loc="outside lower left", ncols=4)
