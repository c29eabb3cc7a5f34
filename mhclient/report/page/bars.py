"""The charts of bars and rows: outcomes, comparisons, disorders."""

from collections.abc import Iterator, Sequence

from mhclient.figures.metrics import AccuracyFigures
from mhclient.read.scored import Ending
from mhclient.report.across import row_name
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.tables import pair_title
from mhclient.report.page.addresses import Addresses
from mhclient.report.page.drilldown_across import against
from mhclient.report.page.points import point, points_of
from mhclient.report.page.spec import COLOURS, ROW, Chart, layout, names_axis, shown
from mhclient.report.summary import Summary

ENDING_COLOURS = {
    "right": "#009E73",
    "wrong": "#999999",
    Ending.AMBIGUOUS: "#F0E442",
    Ending.OUT_OF_RANGE: "#CC79A7",
    Ending.REFUSAL: "#D55E00",
    Ending.FILTERED: "#A0522D",
    Ending.NO_ANSWER: "#E69F00",
    Ending.TRUNCATED: "#0072B2",
    Ending.EMPTY: "#56B4E9",
    Ending.ERROR: "#000000",
}


def outcomes_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart:
    """How the items ended: a bar per run, or per task where there is one run."""
    rows = [
        (
            row_name(summary, summaries) if len(summaries) > 1 else task,
            place,
            task,
            (summary.overall if task == "all" else summary.tasks[task]).accuracy,
        )
        for place, summary in enumerate(summaries)
        for task in (["all"] if len(summaries) > 1 else [*summary.tasks, "all"])
    ]
    traces = []
    for ending, colour in ENDING_COLOURS.items():
        counts = [_ended(figures, ending) for *_, figures in rows]
        if any(counts):
            wanted = {"result": ending} if ending in ("right", "wrong") else {"ending": str(ending)}
            traces.append(
                {
                    "type": "bar",
                    "orientation": "h",
                    "name": str(ending).replace("_", " "),
                    "y": [shown(name) for name, *_ in rows],
                    "x": [100 * n / (figures.n or 1) for n, (*_, figures) in zip(counts, rows, strict=True)],
                    "text": [str(n) for n in counts],
                    "textposition": "none",
                    "hovertemplate": "%{y}: %{text} (%{x:.1f} %)",
                    "customdata": [addresses.items(place, task=task, **wanted) for _, place, task, _ in rows],
                    "marker": {"color": colour},
                }
            )
    shape = layout(height=140 + ROW * len(rows)) | {"barmode": "stack", "yaxis": names_axis()}
    shape["xaxis"] = {"range": [0, 100], "ticksuffix": " %"}
    return Chart("outcomes", "How the items ended", "Share of all items asked, in %.", traces, shape)


def _ended(figures: AccuracyFigures, ending: str) -> int:
    if ending == "right":
        return figures.correct.count
    if ending == "wrong":
        return figures.answered.n - figures.correct.count
    return figures.outcomes[ending]


def comparison_chart(comparison: Comparison, summaries: Sequence[Summary], addresses: Addresses) -> Chart:
    """The difference of every pair, over all items: a forest of intervals."""
    place_of = {summary.run_id: place for place, summary in enumerate(summaries)}
    points = [
        point(
            pair_title(pair, comparison),
            pair.overall.right.difference.value,
            pair.overall.right.difference.ci95,
            addresses.items(
                place_of[pair.second.run.run_id],
                **against(place_of[pair.first.run.run_id]),
                change="any",
            ),
        )
        for pair in comparison.pairs
    ]
    dots = points_of(points)
    trace = {
        "type": "scatter",
        "mode": "markers",
        "y": dots["x"],
        "x": dots["y"],
        "error_x": dots["error_y"],
        "customdata": dots["customdata"],
        "hovertemplate": "%{y}: %{x:+.1f} points<extra></extra>",
        "marker": {"color": COLOURS[0], "size": 9},
    }
    shape = layout(height=110 + 1.4 * ROW * len(points)) | {"showlegend": False, "yaxis": names_axis()}
    shape["xaxis"] = {"zeroline": True, "title": {"text": "points, second less first"}}
    words = "Difference in accuracy on the items both have asked, with clustered 95 % intervals."
    return Chart("comparison", "Runs against each other", words, [trace], shape)


def disorder_charts(summaries: Sequence[Summary], addresses: Addresses) -> Iterator[Chart]:
    """Exact matches by disorder and task, one heat map per run that has such items."""
    for place, summary in enumerate(summaries):
        if not summary.classes:
            continue
        tasks = list(dict.fromkeys(row.task for row in summary.classes))
        names = sorted({row.name for row in summary.classes})
        found = {(row.name, row.task): row.correct.value for row in summary.classes}
        shares = [[found.get((name, task)) for task in tasks] for name in names]
        trace = {
            "type": "heatmap",
            "x": tasks,
            "y": [shown(name) for name in names],
            "colorscale": "Viridis",
            "z": [[None if share is None else 100 * share for share in row] for row in shares],
            "customdata": [
                [addresses.items(place, task=task, disorder=name) for task in tasks] for name in names
            ],
            "zmin": 0,
            "zmax": 100,
            "hovertemplate": "%{y}, %{x}: %{z:.1f} %<extra></extra>",
            "colorbar": {"ticksuffix": " %"},
        }
        shape = layout(height=120 + ROW * len(names)) | {"yaxis": names_axis()}
        title = f"Exact matches by disorder: {row_name(summary, summaries)}"
        yield Chart(f"disorders-{place}", title, "Items whose gold holds the disorder, in %.", [trace], shape)
