"""The options that upstream lists as plainly wrong: `dict_wrong_answer_filter` in its config_params.py.

The file is Python; only that table's literal is read, and nothing is run.
"""

import ast
from collections.abc import Mapping
from pathlib import Path

from benchmark.errors import LabelError
from benchmark.labels.annotations import N_OPTIONS, question_number
from benchmark.untrusted import read_regular_file

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
