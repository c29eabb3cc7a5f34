"""Labels as a file: what was fitted, how, on what, and how sure each label is; and from ratings to such a
set in one call. No text of a question.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmark.errors import LabelError
from benchmark.labels.annotations import N_OPTIONS, Annotation, hash_of, question_number, read_annotations
from benchmark.labels.authors import ANALYSIS, read_authors
from benchmark.labels.fit import DEFAULT_SET, SETS, Fitted, LabelSettings, draw_labels, fit_labels, name_of
from benchmark.labels.models import Hierarchical
from benchmark.labels.ratings import Floats
from benchmark.untrusted import parse_json, read_regular_file

SCHEMA = "mhclient-labels/1"
PERCENTILES = (2.5, 97.5)
SUMS_TO_1 = 1e-6


@dataclass(frozen=True, slots=True)
class Label:
    """What is known of one question's options, by original option.

    Attributes:
        probabilities: sum to 1.
        lower, upper: of each, over resampled raters; empty where none were drawn.
        tops: of each draw the option on top, as a digit.
    """

    probabilities: tuple[float, ...]
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()
    tops: str = ""

    @property
    def top(self) -> int:
        """The option with the largest probability; the first of equal ones."""
        return self.probabilities.index(max(self.probabilities))

    def without(self, wrong: tuple[int, ...]) -> "Label":
        """Listed wrong options at 0, the rest rescaled, bounds by the same factor; as published."""
        left = 1 - sum(self.probabilities[option] for option in wrong)
        if not wrong:
            return self

        def scaled(values: tuple[float, ...]) -> tuple[float, ...]:
            return tuple(0.0 if k in wrong else min(1.0, value / left) for k, value in enumerate(values))

        return Label(scaled(self.probabilities), scaled(self.lower), scaled(self.upper), self.tops)


@dataclass(frozen=True, slots=True)
class LabelSet:
    """Labels of all questions that have one.

    Attributes:
        about: the fit: settings, input, raters, objective, convergence, what is left out; JSON values.
    """

    name: str
    labels: Mapping[int, Label]
    about: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """The hash of what was fitted, as items name it."""
        return str(self.about.get("input_sha256", ""))

    def without_listed_wrong(self, wrong: Mapping[int, tuple[int, ...]]) -> "LabelSet":
        """The set with listed wrong options at 0.

        Raises:
            LabelError: nothing is left of a question's label; names the question.
        """
        for question, label in self.labels.items():
            if sum(label.probabilities[option] for option in wrong.get(question, ())) >= 1:
                raise LabelError(
                    f"question {question}: all of its label is on options that are listed as wrong."
                )
        labels = {question: label.without(wrong.get(question, ())) for question, label in self.labels.items()}
        return LabelSet(self.name, labels, {**self.about, "listed_wrong_at_0": True})

    def to_text(self) -> str:
        """As the file holds it; the same labels give the same bytes."""
        found = {
            "schema": SCHEMA,
            "name": self.name,
            **self.about,
            "questions": {str(question): _label_json(label) for question, label in self.labels.items()},
        }
        return json.dumps(found, indent=1) + "\n"


def label_set(fitted: Fitted, input_sha256: str, draws: Floats | None = None, seed: int = 0) -> LabelSet:
    """A fit, and what its draws say, as labels.

    Args:
        input_sha256: of the annotations.
        draws: (n_draws, n_questions, 5), as `draw_labels` gives them.
    """
    n_draws = 0 if draws is None else len(draws)
    labels = {
        question: _label(fitted.probabilities[place], None if draws is None else draws[:, place])
        for place, question in enumerate(fitted.ratings.questions)
    }
    rows = np.bincount(fitted.ratings.question, minlength=len(labels)).tolist()
    counts = zip(fitted.ratings.questions, fitted.ratings.n_raters.tolist(), rows, strict=True)
    about = {
        "settings": fitted.settings.to_json(),
        "input_sha256": input_sha256,
        "draws": n_draws,
        "seed": seed,
        "objective": fitted.fit.objective,
        "converged": fitted.fit.converged,
        "iterations": fitted.fit.n_iterations,
        "raters": _raters(fitted),
        "at_bound": _at_bound(fitted),
        "separated": list(fitted.separated),
        "left_out": {str(question): why for question, why in fitted.left_out.items()},
        "rated": {str(question): {"raters": n, "rows": n_rows} for question, n, n_rows in counts},
    }
    return LabelSet(name_of(fitted.settings), labels, about)


def read_labels(path: Path) -> LabelSet:
    """Labels of a file that `labels fit` wrote, or of the release's analysis as JSON (its `hbt_scores`).

    Raises:
        LabelError: it cannot be read, or labels are no probabilities; names the question.
    """
    try:
        found = parse_json(read_regular_file(path), once=True)
    except OSError as error:
        raise LabelError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise LabelError(f"{path} is not valid JSON: {str(error).partition(';')[0][:120]}.") from error
    if isinstance(found, dict) and isinstance(scores := found.get("hbt_scores"), dict):
        questions = {key: {"probabilities": _of_release(value)} for key, value in scores.items()}
        return LabelSet("released", _labels(path, questions), {})
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise LabelError(f"{path} holds no labels: 'mhclient labels fit' writes such a file.")
    if not isinstance(questions := found.pop("questions", None), dict):
        raise LabelError(f"{path}: 'questions' is missing.")
    del found["schema"]
    if not isinstance(name := found.pop("name", "custom"), str) or not name:
        raise LabelError(f"{path}: 'name' must be a text: what the label set is called.")
    return LabelSet(name, _labels(path, questions), found)


def _of_release(value: object) -> object:
    return value.get("bt_scores") if isinstance(value, dict) else value


def _labels(path: Path, questions: Mapping[str, Any]) -> dict[int, Label]:
    labels = {}
    for question, value in questions.items():
        where = f"{path}, question {question[:20]}"
        number = question_number(question)
        if number is None or str(number) != question or not isinstance(value, dict):
            raise LabelError(f"{where}: not in the form that 'mhclient labels fit' writes.")
        probabilities = _five(where, value.get("probabilities"))
        if min(probabilities) < 0 or abs(sum(probabilities) - 1) > SUMS_TO_1:
            raise LabelError(
                f"{where}: labels must be at least 0 and sum to 1; the smallest is {min(probabilities):g}, "
                f"the sum {sum(probabilities):.6f}."
            )
        lower, upper = (_five(where, value[name]) if value.get(name) else () for name in ("lower", "upper"))
        if not all(0 <= bound <= 1 for bound in (*lower, *upper)):
            raise LabelError(f"{where}: 'lower' and 'upper' must lie between 0 and 1.")
        labels[number] = Label(probabilities, lower, upper, _tops(where, value.get("tops", "")))
    if len(lengths := {len(label.tops) for label in labels.values() if label.tops}) > 1:
        low, high = min(lengths), max(lengths)
        raise LabelError(f"{path}: 'tops' must have as many draws for each question, not {low} and {high}.")
    return labels


def _five(where: str, value: object) -> tuple[float, ...]:
    if (
        not isinstance(value, list)
        or len(value) != N_OPTIONS
        or not all(isinstance(each, int | float) and not isinstance(each, bool) for each in value)
    ):
        raise LabelError(f"{where}: five numbers are expected, one per option.")
    if not all(abs(each) <= sys.float_info.max for each in value):  # true of no NaN, and not of each integer
        raise LabelError(f"{where}: NaN and infinity are no labels; five numbers are expected.")
    return tuple(float(each) for each in value)


def _tops(where: str, value: object) -> str:
    if not isinstance(value, str) or set(value) - set("01234"):
        raise LabelError(f"{where}: 'tops' must be digits from 0 to 4.")
    return value


def _label(probabilities: Floats, draws: Floats | None) -> Label:
    given = tuple(probabilities.tolist())
    if draws is None or not len(draws):
        return Label(given)
    lower, upper = np.percentile(draws, PERCENTILES, axis=0)
    tops = "".join(map(str, draws.argmax(axis=1).tolist()))
    return Label(given, tuple(lower.tolist()), tuple(upper.tolist()), tops)


def _label_json(label: Label) -> dict[str, Any]:
    bounds = (
        {"lower": list(label.lower), "upper": list(label.upper), "tops": label.tops} if label.tops else {}
    )
    return {"probabilities": list(label.probabilities), **bounds}


def _raters(fitted: Fitted) -> dict[str, dict[str, float]]:
    if not isinstance(fitted.fit, Hierarchical):
        return {}
    both = zip(fitted.ratings.raters, fitted.fit.slopes.tolist(), fitted.fit.offsets.tolist(), strict=True)
    return {rater: {"slope": slope, "offset": offset} for rater, slope, offset in both}


def _at_bound(fitted: Fitted) -> list[str]:
    if not isinstance(fitted.fit, Hierarchical):
        return []
    return [fitted.ratings.raters[place] for place in fitted.fit.at_bound]


class MadeLabels(NamedTuple):
    """A set of labels, as a file of labels holds it, and the fit that it comes from."""

    labels: LabelSet
    fitted: Fitted


def make_labels(
    annotations: str | os.PathLike[str],
    settings: LabelSettings = SETS[DEFAULT_SET],
    *,
    draws: int = 0,
    seed: int = 0,
    analysis: str | os.PathLike[str] | None = None,
) -> MadeLabels:
    """Fit labels to clinicians' ratings: a probability for each option of a question.

    Args:
        annotations: a clone of MENTAT, or a folder or file of its annotations.
        settings: one of `benchmark.labels.fit.SETS`, or what is changed in it.
        draws: fit again on so many draws of raters, which say how sure each label is.
        analysis: the released analysis that names the authors' answers (default: the one beside the
            annotations), where the settings count them.

    Raises:
        LabelError: the ratings cannot be read, no question can be fitted, or the authors' answers are needed
            and not found.

    Example:
        >>> made = make_labels(annotations)
        >>> made.labels.name, made.fitted.fit.converged
        ('experts', True)
    """
    path = Path(annotations)
    read = read_annotations(path)
    authors = _authors(path, read, analysis) if settings.author else None
    fitted = fit_file(path, read, settings, authors)
    drawn = draw_labels(fitted, draws, seed) if draws else None
    return MadeLabels(label_set(fitted, hash_of(read), drawn, seed), fitted)


def fit_file(
    path: Path, annotations: Sequence[Annotation], settings: LabelSettings, authors: Mapping[int, int] | None
) -> Fitted:
    """`fit_labels` for what was read from a file or folder, which its errors name."""
    try:
        return fit_labels(annotations, settings, authors)
    except LabelError as error:
        raise LabelError(f"{path}: {error}") from error


def _authors(
    path: Path, annotations: Sequence[Annotation], analysis: str | os.PathLike[str] | None
) -> Mapping[int, int] | None:
    """The authors' answers, by the analysis that is named or lies beside the annotations."""
    beside = (folder / ANALYSIS for folder in (path, path.parent))
    found = Path(analysis) if analysis else next((each for each in beside if each.is_file()), None)
    return read_authors(found, annotations) if found else None
