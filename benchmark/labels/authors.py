"""The author's answer to a question, worked out from the released means; and the options that upstream lists
as plainly wrong.

The release fitted one more row per question: 100 on its author's answer, 0 elsewhere. Its means hold that
row, so mean × (n + 1) − sum of the n annotations is the row. It is a hidden label: worked out in memory,
never written. The list (`dict_wrong_answer_filter` in config_params.py) is Python; only that table's literal
is read, and nothing is run.
"""

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmark.errors import AnnotationError, LabelError
from benchmark.labels.annotations import N_OPTIONS, Annotation, question_number
from benchmark.labels.ratings import AUTHOR_VALUE, OrderUndone, ratings_of
from benchmark.untrusted import parse_json, read_pickle_file, read_regular_file

ANALYSIS = "analysis_results_feb27.pkl"
# What the release's list of five holds, in its order.
PARTS = ("hbt_scores", "hbt_rater_parameters", "bt_scores", "bt_scores_typed", "means_and_alphas")
TOLERANCE = 1e-6


def read_analysis(path: Path) -> dict[str, Any]:
    """The released analysis, as upstream's pickle or as JSON with the same five parts.

    Raises:
        PickleRefused: the pickle holds more than numbers.
        AnnotationError: it is not the released analysis.
    """
    if path.suffix == ".pkl":
        parts = read_pickle_file(path)
        found = dict(zip(PARTS, parts, strict=False)) if isinstance(parts, list) else {}
    else:
        found = _read_json(path)
    missing = [name for name in PARTS if name not in found]
    if missing:
        raise AnnotationError(f"{path} is not MENTAT's released analysis: {missing[0]!r} is missing.")
    return found


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = parse_json(read_regular_file(path))
    except OSError as error:
        raise AnnotationError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        why = str(error).partition(";")[0][:120]
        raise AnnotationError(f"{path} is not valid JSON: {why}.") from error
    return found if isinstance(found, dict) else {}


def read_authors(path: Path, annotations: Sequence[Annotation]) -> dict[int, int]:
    """The authors' answers by the released analysis; raises as `read_analysis`, and names the file."""
    analysis = read_analysis(path)
    try:
        return authors_from(analysis, annotations)
    except AnnotationError as error:
        raise AnnotationError(f"{path}: {error}") from error


def authors_from(analysis: Mapping[str, Any], annotations: Sequence[Annotation]) -> dict[int, int]:
    """Question → the option its author holds right; questions without an author row are left out.

    Raises:
        AnnotationError: the analysis is about other annotations; names the question.
    """
    ratings = ratings_of(annotations, OrderUndone.RELEASED)  # the released means are of that order
    means = _means_of(analysis[PARTS[-1]])
    authors = {}
    for place, question in enumerate(ratings.questions):
        if question not in means:
            continue
        values = ratings.values[ratings.question == place]
        mean = _numbers(means[question], question)
        if mean.shape != (N_OPTIONS,) or np.abs(mean - values.mean(axis=0)).max() > TOLERANCE:
            row = mean * (len(values) + 1) - values.sum(axis=0) if mean.shape == (N_OPTIONS,) else mean
            authors[question] = _option_of(row, question)
    return authors


def _means_of(part: object) -> dict[int, object]:
    """Question → its released means, which nobody has looked at yet."""
    found = part if isinstance(part, Mapping) else {}
    try:
        means = {int(question): each["res"] for question, each in found.items()}
    except (ValueError, TypeError, LookupError) as error:
        raise AnnotationError(
            f"the released analysis: {PARTS[-1]!r} must hold 'res' for each question, by its number."
        ) from error
    if not means:
        raise AnnotationError(f"the released analysis: {PARTS[-1]!r} must be an object, by question.")
    return means


def _numbers(means: object, question: int) -> NDArray[np.float64]:
    why = f"the released analysis, question {question}: 'res' must be {N_OPTIONS} numbers."
    try:
        found = np.asarray(means, dtype=np.float64)
    except (ValueError, TypeError, OverflowError) as error:
        raise AnnotationError(why) from error
    if not np.isfinite(found).all():  # NaN is never larger than a tolerance
        raise AnnotationError(why)
    return found


def _option_of(row: Any, question: int) -> int:
    option = int(np.argmax(row))
    expected = np.zeros(N_OPTIONS)
    expected[option] = AUTHOR_VALUE
    if row.shape != expected.shape or np.abs(row - expected).max() > TOLERANCE:
        raise AnnotationError(
            f"question {question}: the released mean is not that of these annotations and one author row. "
            "Give the analysis that belongs to them."
        )
    return option


TABLE = "dict_wrong_answer_filter"
CONFIG = Path("mentat", "config", "config_params.py")


def read_listed_wrong(path: Path) -> dict[int, tuple[int, ...]]:
    """Question → options listed as wrong, from 0.

    Args:
        path: config_params.py, or a clone that has it.

    Raises:
        LabelError: there is no such table, or it is not as expected.
    """
    file = path / CONFIG if path.is_dir() else path
    try:
        tree = ast.parse(read_regular_file(file))
    except OSError as error:
        raise LabelError(f"{file} cannot be read: {error.strerror}.") from error
    except (SyntaxError, ValueError, RecursionError) as error:
        raise LabelError(f"{file} is not valid Python.") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and TABLE in _names(node):
            return _table(file, node.value)
    raise LabelError(f"{file} has no {TABLE}.")


def _names(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _table(file: Path, value: ast.expr) -> dict[int, tuple[int, ...]]:
    try:
        found = ast.literal_eval(value)
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise LabelError(f"{file}: {TABLE} must be a table of plain values.") from error
    if not isinstance(found, Mapping):
        raise LabelError(f"{file}: {TABLE} must be a table of plain values.")
    for question, options in found.items():
        if question_number(str(question)) is None:
            raise LabelError(f"{file}: {TABLE}: {str(question)[:40]!r} is not the number of a question.")
        if not _are_options(options):
            raise LabelError(f"{file}: {TABLE}, question {question}: options must be numbers from 0 to 4.")
    return {int(question): tuple(sorted(set(options))) for question, options in found.items()}


def _are_options(options: object) -> bool:
    return isinstance(options, list | tuple | set) and all(
        type(option) is int and option in range(N_OPTIONS) for option in options
    )
