"""The charts of points with intervals, as plotly draws them: figures in, specifications out."""

from collections.abc import Mapping, Sequence

from mhclient.figures.coverage import COVERAGE_NAMES
from mhclient.report.across import row_name
from mhclient.report.page.addresses import Addresses
from mhclient.report.page.drilldown import BARE, of_coverage
from mhclient.report.page.points import Point, point, points_of, share_point
from mhclient.report.page.spec import COLOURS, SYMBOLS, Chart, Spec, across_layout, layout, shown
from mhclient.report.summary import Summary
from mhclient.show.cells import FEW_CLUSTERS

DOTTED = {"color": "#888888", "width": 2, "dash": "dot"}


def accuracy_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart:
    """Accuracy by task with its intervals, and what guessing would give."""
    traces, drawn = [], []
    for place, summary in enumerate(summaries):
        points = [
            share_point(
                task,
                figures.clustered,
                figures.n_clusters,
                figures.accuracy.correct,
                addresses.items(place, task=task),
            )
            for task, figures in summary.tasks.items()
        ]
        drawn += points
        traces.append(_dots(summary, summaries, place, points))
    chance = {
        task: figures.chance
        for summary in summaries
        for task, figures in summary.tasks.items()
        if figures.chance is not None
    }
    words = f"Accuracy in %, unread counts as wrong. {_intervals(drawn)} Dotted lines are guessing."
    return Chart("accuracy", "Accuracy by task", words, traces, _with_lines(chance))


def strictness_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart:
    """Accuracy over all items with ever more readings counted."""
    traces = []
    for place, summary in enumerate(summaries):
        overall = summary.overall.accuracy
        points = [
            point(
                step,
                share.correct.value,
                share.correct.ci95,
                addresses.items(place, grade=step, result="right"),
            )
            for step, share in overall.by_strictness.items()
        ]
        points.append(
            point(
                "among read",
                overall.answered.value,
                overall.answered.ci95,
                addresses.items(place, result="read"),
            )
        )
        traces.append(_dots(summary, summaries, place, points) | {"mode": "lines+markers"})
    words = (
        "Accuracy over all items, in %. From left to right ever more readings count; the last step leaves "
        "out what could not be read. A steep curve is format, a low end is knowledge."
    )
    return Chart("strictness", "The curve over strictness", words, traces, layout())


def letters_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart | None:
    """How often A is said on tasks that ask A or B, against how often it is right."""
    traces, gold, drawn = [], {}, []
    for place, summary in enumerate(summaries):
        points = []
        for task, figures in summary.tasks.items():
            if (rate := figures.prediction_a_rate) and figures.letters:
                said = figures.letters.letters[0].said
                href = addresses.items(place, task=task, said="A")
                points.append(share_point(task, rate, figures.n_clusters, said, href))
                gold[task] = figures.gold_a_rate
        if points:
            drawn += points
            traces.append(_dots(summary, summaries, place, points))
    if not traces:
        return None
    words = (
        f"How often A is said among the replies read, in %; dotted lines: how often it is right. "
        f"{_intervals(drawn)}"
    )
    return Chart("letters", "Letter bias on A/B tasks", words, traces, _with_lines(gold))


def calibration_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart | None:
    """How often the likeliest letter is right, by the probability it is given."""
    traces = []
    for place, summary in enumerate(summaries):
        if summary.calibration:
            bins = [(number, one) for number, one in enumerate(summary.calibration.bins) if one.correct.n]
            points = [
                point(
                    "",
                    one.correct.value,
                    one.correct.ci95,
                    addresses.items(place, confidence=str(number)),
                )
                for number, one in bins
            ]
            x = [round(100 * (one.confidence or 0.0), 2) for _, one in bins]
            traces.append(_dots(summary, summaries, place, points) | {"x": x, "mode": "lines+markers"})
    if not traces:
        return None
    diagonal = {"type": "line", "x0": 0, "y0": 0, "x1": 100, "y1": 100, "line": DOTTED, "layer": "below"}
    shape = layout() | {"shapes": [diagonal], "yaxis": {"range": [0, 102]}}
    shape["xaxis"] = {"range": [0, 102], "title": {"text": "mean confidence of the bin, in %"}}
    words = (
        "How often the likeliest letter is right, in %, against the probability it is given. On the dotted "
        "line confidence can be taken at its word; below it, the model is too sure."
    )
    return Chart("calibration", "Reliability of letters' probabilities", words, traces, shape)


def coverage_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart | None:
    """The five figures of coverage."""
    traces = []
    for place, summary in enumerate(summaries):
        if summary.coverage:
            estimates = {name: getattr(summary.coverage, field) for name, field in COVERAGE_NAMES.items()}
            behind = of_coverage(summary)
            points = [
                point(name, found.value, found.ci95, addresses.behind(place, behind[name]))
                for name, found in estimates.items()
            ]
            traces.append(_dots(summary, summaries, place, points))
    words = (
        "Mean correctness over entities (E), relations (R) and triples (T), in %; Deg: weighted by triples."
    )
    return Chart("coverage", "Coverage of the graph", words, traces, across_layout()) if traces else None


def relations_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart | None:
    """Accuracy by relation."""
    traces = []
    for place, summary in enumerate(summaries):
        if summary.coverage and summary.coverage.relations:
            points = [
                point(
                    part.name,
                    part.correct.value,
                    part.correct.ci95,
                    addresses.items(place, relation=part.key),
                )
                for part in summary.coverage.relations
            ]
            traces.append(_dots(summary, summaries, place, points))
    words = "Accuracy of the items that count for a relation, in %, with Wilson's 95 % intervals."
    return Chart("relations", "Accuracy by relation", words, traces, across_layout()) if traces else None


def evidence_chart(summaries: Sequence[Summary], addresses: Addresses) -> Chart | None:
    """What evidence changes."""
    traces = []
    for place, summary in enumerate(summaries):
        points = [
            point(
                f"{effect.task} → {effect.with_evidence}",
                effect.right.difference.value,
                effect.right.difference.ci95,
                addresses.items(place, task=effect.with_evidence, change="any", **BARE),
            )
            for effect in summary.evidence
        ]
        if points:
            traces.append(_dots(summary, summaries, place, points))
    words = "Difference in accuracy on the same items, in points; above 0, it helps. Bars: clustered 95 %."
    shape = across_layout() | {"yaxis": {"zeroline": True}}
    return Chart("evidence", "Effect of evidence", words, traces, shape) if traces else None


def _dots(summary: Summary, summaries: Sequence[Summary], place: int, points: Sequence[Point]) -> Spec:
    """One run's points with their intervals."""
    symbol = SYMBOLS[place // len(COLOURS) % len(SYMBOLS)]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": shown(row_name(summary, summaries)),
        **points_of(points),
        "hovertemplate": "%{x}: %{y:.1f} (%{text})",
        "marker": {
            "color": COLOURS[place % len(COLOURS)],
            "symbol": [symbol + ("-open" if point.instead else "") for point in points],
            "size": 8,
        },
    }


def _intervals(points: Sequence[Point]) -> str:
    """What a caption says of shares' intervals: where there is a better one, the rough are not drawn."""
    instead = (
        f" Hollow points have Wilson's: of fewer than {FEW_CLUSTERS} clusters, or of clusters that are all "
        "alike, the clustered interval says little († in the tables)."
    )
    return "Bars: clustered 95 % intervals." + (instead if any(point.instead for point in points) else "")


def _with_lines(shares: Mapping[str, float | None]) -> Spec:
    """A layout with a short line at each category's share."""
    lines = [
        {
            "type": "line",
            "x0": place - 0.4,
            "x1": place + 0.4,
            "y0": 100 * share,
            "y1": 100 * share,
            "line": DOTTED,
            "layer": "below",
        }
        for place, share in enumerate(shares.values())
        if share is not None
    ]
    return across_layout() | {"shapes": lines}
