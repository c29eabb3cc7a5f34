"""Parts of the document that few runs have, and the shapes that all parts share."""

from dataclasses import asdict
from typing import Any

from mhclient.figures.calibration import CalibrationFigures
from mhclient.figures.intervals import Interval
from mhclient.figures.metrics import Share
from mhclient.figures.sets import ClassRow, SetFigures
from mhclient.judge.judged import JudgedFigures, JudgedSample
from mhclient.judge.reader_errors import ReaderErrors


def share_document(part: Share) -> dict[str, Any]:
    """A share with its counts and Wilson's interval."""
    return {"count": part.count, "n": part.n, "share": part.value, "ci95": bounds_document(part.ci95)}


def bounds_document(interval: Interval) -> list[float] | None:
    """An interval as JSON has it."""
    return None if interval is None else list(interval)


def calibration_document(calibration: CalibrationFigures) -> dict[str, Any]:
    """How far the letters' probabilities can be believed."""
    return {
        **share_document(calibration.correct),
        "confidence": calibration.confidence,
        "calibration_error": calibration.error.value,
        "ci95_calibration_error": bounds_document(calibration.error.ci95),
        "discrimination": calibration.discrimination,
        "bins": [
            {"low": one.low, "high": one.high, "confidence": one.confidence, **share_document(one.correct)}
            for one in calibration.bins
        ],
    }


def sets_document(sets: SetFigures) -> dict[str, Any]:
    """Items with several right answers."""
    shares = ("exact", "over", "under", "incorrect", "unread")
    return {
        **{name: share_document(getattr(sets, name)) for name in shares},
        "jaccard": sets.jaccard,
        "micro": asdict(sets.micro),
        "macro": asdict(sets.macro),
        "by_item": asdict(sets.by_item),
    }


def class_document(row: ClassRow) -> dict[str, Any]:
    """One disorder in one task."""
    return {"name": row.name, "task": row.task, **share_document(row.correct), **asdict(row.figures)}


def judgements_document(judged: JudgedFigures) -> dict[str, Any]:
    """What raters say about the replies, beside what was read."""
    found = judged.agreement
    return {
        "n_replies": judged.n_replies,
        "n_decided": judged.n_decided,
        "n_changed": judged.n_changed,
        "n_disagreements": len(found.disagreements),
        "alpha": found.alpha,
        "raters": dict(found.decided),
        "pairs_of_raters": [
            {"first": pair.first, "second": pair.second, **share_document(pair.same), "kappa": pair.kappa}
            for pair in found.pairs
        ],
        "reader_errors": judged.sample and _reader_errors(judged.sample),
    }


def _reader_errors(judged: JudgedSample) -> dict[str, Any]:
    errors: ReaderErrors = judged.errors
    rates = {"false_accept": errors.false_accept, "false_reject": errors.false_reject}
    return {
        "reader": judged.sample.reader,
        "n_drawn": judged.sample.n,
        "seed": judged.sample.seed,
        **{
            name: {"count": rate.hits, "n": rate.n, "share": rate.value, "ci95": bounds_document(rate.ci95)}
            for name, rate in rates.items()
        },
        "accuracy": errors.accuracy.value,
        "corrected": errors.corrected,
        "ci95_corrected": bounds_document(errors.corrected_ci95),
        "unjudged": list(errors.unjudged),
    }
