"""Whether the letters' probabilities can be taken at their word, and which forced choices are close calls."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from mhclient.figures.calibration import (
    COVERAGE,
    Bin,
    CalibrationFigures,
    Confidences,
    calibration_figures,
    chosen_share,
)
from mhclient.report.blocks.block import Block, RunTable
from mhclient.report.chart import Chart, Curve, Curves, Point
from mhclient.report.loading.basis import Basis
from mhclient.report.summary import Finding, Summary
from mhclient.report.table import CI95, SUMS, Behind, Cell, Row, Table
from mhclient.report.wording.names import names_head, row_cell, row_name, runs_of, with_marks
from mhclient.report.wording.shapes import bounds_document, interval_of, share_document
from mhclient.show.cells import coefficient, interval, p_value, percent
from mhclient.show.counts import agreeing, counted


def calibration_of(basis: Basis) -> CalibrationFigures | None:
    """Whether likely letters are right as often as their probabilities say; None where none are known."""
    known = basis.run.confidences
    if not known:
        return None
    share, low, high = (
        np.array([getattr(one, name) for one in known], dtype=np.float64) for name in ("share", "low", "high")
    )
    found = Confidences(share, low, high, np.array([one.correct for one in known], dtype=bool))
    rows = np.array([one.place for one in known], dtype=np.int64)
    surest = basis.sharing.mean(rows, chosen_share(share))
    return calibration_figures(found, basis.sharing.mean(rows), surest)


def calibration_table(summary: Summary) -> Table | None:
    """Whether the likeliest letter is right as often as its probability says."""
    figures = summary.get(calibration_of)
    if figures is None:
        return None
    bins = [(number, one) for number, one in enumerate(figures.bins) if one.correct.n]
    rows = [
        _row(f"{percent(one.low)}–{percent(one.high)}", one, interval(one.correct.ci95), summary, str(number))
        for number, one in bins
    ]
    rows.append(_row(SUMS, figures, interval_of(figures.right), summary, "*"))
    note = f"{_error_in_words(figures)} {_use_in_words(figures)} {summary.settings.estimand}"
    if summary.run.spec.epochs > 1:
        note += " Of items asked several times: the first reply to each."
    return Table("Letters' probabilities, in %", ("Confidence", "n", "mean", "right", CI95), rows, note)


def _error_in_words(figures: CalibrationFigures) -> str:
    """The calibration error, and whether it is more than chance."""
    return (
        "Confidence: the likeliest letter's share of all letters' probability. Calibration error, ten bins: "
        f"{percent(figures.error.value)} ({interval_of(figures.error)}; as large an error by chance: p "
        f"{p_value(figures.p)}){_bounds_in_words(figures)}; as a root mean square, freed of "
        f"chance: {percent(figures.debiased)}."
    )


def _use_in_words(figures: CalibrationFigures) -> str:
    """What confidence is good for."""
    return (
        f"Brier's score: {coefficient(figures.brier.value)}. Right among the surest {percent(COVERAGE)} %: "
        f"{percent(figures.selective.value)} ({interval_of(figures.selective)}). Wrong on average over all "
        f"shares of the surest (area under risk over coverage): {percent(figures.risk_area)}. Area under the "
        "ROC curve: "
        f"{coefficient(figures.discrimination)} (0.50: confidence says nothing about what is right)."
    )


def _bounds_in_words(figures: CalibrationFigures) -> str:
    """The error for what hidden tokens may hold; nothing where none are hidden."""
    low, middle, high = figures.bounds
    if low == high:
        return ""
    return (
        f"; by the letters' own probabilities, of which part is hidden, {percent(low)} at the least they can "
        f"be, {percent(middle)} in the middle, {percent(high)} at the most"
    )


def _row(name: str, of: Bin | CalibrationFigures, within: str, summary: Summary, confidence: str) -> Row:
    """Args: within: the interval of the share that is right. confidence: the filter of the row's items."""
    items = Behind(summary.run_id, {"confidence": confidence}, of.correct.n)
    n, sure = Cell(str(of.correct.n), items), Cell(percent(of.confidence), items)
    return name, n, sure, percent(of.correct.value), within


def calibration_across(summaries: Sequence[Summary]) -> Table | None:
    """All items whose letters' probabilities are known, a row per run."""
    known = [(summary, summary.get(calibration_of)) for summary in summaries]
    rows = [_across_row(row_cell(one, summaries), of) for one, of in known if of is not None]
    head = (
        *("n", "Confidence", "Right", "Calibration error", "Freed of chance", "Brier"),
        *(f"Right, surest {percent(COVERAGE)}", "Risk", "ROC"),
    )
    note = (
        "Of the likeliest letter: its share of all letters' probability, and how often it is right. "
        "Calibration error: over ten bins; freed of what chance adds, as a root mean square. Brier, and the "
        "areas under risk over coverage and under the ROC curve: from 0 to 1; at a ROC of 0.50 confidence "
        "says nothing about what is right."
    )
    runs = runs_of(summaries)
    title = "Letters' probabilities by run, in %"
    best = (3, 7)
    return Table(title, (names_head(runs), *head), rows, with_marks(note, runs), best=best) if rows else None


def _across_row(name: Cell, figures: CalibrationFigures) -> Row:
    return (
        name,
        str(figures.correct.n),
        percent(figures.confidence),
        Cell(percent(figures.right.value), interval=interval_of(figures.right)),
        Cell(percent(figures.error.value), interval=interval_of(figures.error)),
        percent(figures.debiased),
        coefficient(figures.brier.value),
        Cell(percent(figures.selective.value), interval=interval_of(figures.selective)),
        coefficient(figures.risk_area),
        coefficient(figures.discrimination),
    )


def calibration_chart(summaries: Sequence[Summary]) -> Iterator[Chart]:
    """How often the likeliest letter is right, by the probability it is given."""
    curves = [
        Curve(row_name(summary, summaries), _bins(figures, summary.run_id))
        for summary in summaries
        if (figures := summary.get(calibration_of))
    ]
    words = (
        "How often the likeliest letter is right, in %, against the probability it is given. On the dotted "
        "line, confidence equals accuracy; below it, the model is overconfident."
    )
    if curves:
        drawing = Curves(curves, "mean confidence of the bin, in %", diagonal=True)
        yield Chart("calibration", "Reliability of letters' probabilities", words, drawing)


def _bins(figures: CalibrationFigures, run: str) -> list[tuple[float, Point]]:
    """Mean confidence of each bin, and how often its items are right."""
    return [
        (
            one.confidence or 0.0,
            Point(
                f"{percent(one.low)}–{percent(one.high)}",
                one.correct.value,
                one.correct.ci95,
                Behind(run, {"confidence": str(number)}),
            ),
        )
        for number, one in enumerate(figures.bins)
        if one.correct.n
    ]


def calibration_findings(summary: Summary) -> Iterator[Finding]:
    """Whether the letters' probabilities can be taken at their word."""
    figures = summary.get(calibration_of)
    if figures is None or figures.confidence is None or figures.right.ci95 is None:
        return
    low, high = figures.right.ci95
    sure = figures.confidence
    verdict = (
        "too sure" if sure > high else "not sure enough" if sure < low else "about as sure as it is right"
    )
    text = (
        f"On average the model is {verdict}: its likeliest letters have {percent(sure)} % of the letters' "
        f"probability and are right in {percent(figures.correct.value)} % of "
        f"{counted(figures.correct.n, 'item')} "
        f"(calibration error {percent(figures.error.value)} points)."
    )
    yield Finding("calibration", "overall", text)


def calibration_document(summary: Summary) -> dict[str, Any]:
    """How far the letters' probabilities can be believed; null where they are not known."""
    calibration = summary.get(calibration_of)
    if calibration is None:
        return {"calibration": None}
    return {
        "calibration": {
            **share_document(calibration.correct),
            "ci95": bounds_document(calibration.right.ci95),
            "confidence": calibration.confidence,
            "calibration_error": calibration.error.value,
            "ci95_calibration_error": bounds_document(calibration.error.ci95),
            "calibration_error_debiased": calibration.debiased,
            "calibration_error_by_bound": dict(
                zip(("low", "middle", "high"), calibration.bounds, strict=True)
            ),
            "p_calibrated": calibration.p,
            "brier": calibration.brier.value,
            "ci95_brier": bounds_document(calibration.brier.ci95),
            "selective_accuracy": calibration.selective.value,
            "ci95_selective_accuracy": bounds_document(calibration.selective.ci95),
            "risk_coverage_area": calibration.risk_area,
            "discrimination": calibration.discrimination,
            "bins": [_bin_document(one) for one in calibration.bins],
        }
    }


def _bin_document(one: Bin) -> dict[str, Any]:
    return {"low": one.low, "high": one.high, "confidence": one.confidence, **share_document(one.correct)}


BLOCK = Block(
    figures=(calibration_of,),
    tables=(RunTable(calibration_table, usual=True),),
    across={"calibration": calibration_across},
    charts=calibration_chart,
    findings=calibration_findings,
    document=calibration_document,
)


def choices_findings(summary: Summary) -> Iterator[Finding]:
    """Forced choices that rounding, another precision, another batch or another rule would make otherwise."""
    choices = summary.run.choices
    if choices is None or not choices.n:
        return
    others = {name: rule.n_flipped for name, rule in choices.rules.items() if rule.n_flipped}
    if others:
        listed = ", ".join(f"{n} by {name.replace('_', ' ')}" for name, n in others.items())
        text = f"Of {counted(choices.n, 'forced choice')} another rule would make some otherwise: {listed}."
        yield Finding("choices_depend_on_rule", "overall", text)
    if not choices.checks:
        text = "Forced choices: the numerical noise was not measured (--checks), so near ties are not known."
        yield Finding("noise_not_measured", "overall", text)
        return
    seen = ", ".join(
        f"{check.n_flipped} of {check.n} computed {name if name == 'alone' else f'in {name}'}"
        for name, check in choices.checks.items()
    )
    text = (
        f"{len(choices.near_ties)} of {counted(choices.n, 'forced choice')} "
        f"{agreeing(len(choices.near_ties), 'is a near tie', 'are near ties')}, within the noise that was "
        f"measured; chosen otherwise: {seen}. 'mhclient letters {summary.run_id}' shows more."
    )
    yield Finding("near_ties", "overall", text)


def choices_document(summary: Summary) -> dict[str, Any]:
    """How far forced choices can be trusted; null for runs of another kind."""
    return {"choices": summary.run.choices and asdict(summary.run.choices)}


CHOICES_BLOCK = Block(findings=choices_findings, document=choices_document)
