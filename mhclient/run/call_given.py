"""A call that cannot begin: an argument is missing, one too many or not known, or a text stands for True.

Python says the first three in a TypeError that nobody catches who catches our errors; and it takes "no" for
True. What is of another kind otherwise, `kinds_given.py` finds once a call has failed.

Decision: docs/decisions/project.md, "Arguments of another kind are found by the annotations".
"""

import ast
import doctest
from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, signature, unwrap
from typing import Any, NoReturn, Unpack, get_args, get_origin

from mhclient.errors import UsageError
from mhclient.run.given import check_flag, check_names

_MOST_NAMED = 6  # of the names that an argument could have been given by
_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def arguments_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Its arguments, those under `**` too → their annotations."""
    return dict(_annotated(unwrap(function)))


def check_named(arguments: Mapping[str, Any], named: Mapping[str, Any]) -> None:
    """Refuse `with_answers="no"`, which would count as yes.

    Args:
        arguments: as `arguments_of` gives them.
        named: what was given by name.

    Raises:
        UsageError: names the argument.
    """
    for name, value in named.items():
        if arguments.get(name) is bool:
            check_flag(name, value)


def refuse_incomplete(
    function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any], because: TypeError
) -> NoReturn:
    """Say what keeps a call from beginning.

    Raises:
        UsageError: always, with Python's own error as its cause.
    """
    try:
        _refuse(function, given, named)
    except UsageError as error:
        raise error from because
    raise UsageError(f"{function.__name__}: {because}.") from because


def _refuse(function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """The causes one after the other; none of them where an argument is given twice."""
    parameters, known = signature(function).parameters, arguments_of(function)
    by_place = [each.name for each in parameters.values() if each.kind in _BY_PLACE]
    if len(given) > len(by_place):
        raise UsageError(_too_many(function.__name__, len(given), by_place, [*known]))
    needed = [name for name in by_place if parameters[name].default is Parameter.empty]
    missing = [name for name in needed[len(given) :] if name not in named]
    if not missing:
        check_names(known, named)
        return
    unknown = [name for name in named if name not in known]
    also = f" (there is no argument {_listed(unknown)})" if unknown else ""
    too = ", too" if given or len(named) > len(unknown) else ""
    raise UsageError(f"{function.__name__} needs {_listed(missing)}{too}{also}{_as_in(function)}.")


def _too_many(function: str, n_given: int, by_place: list[str], known: list[str]) -> str:
    others = [name for name in known if name not in by_place]
    more = ", …" if len(others) > _MOST_NAMED else ""
    named = f"; give others by name: {', '.join(others[:_MOST_NAMED])}{more}" if others else ""
    return f"{function} takes {_listed(by_place)}, and was given {n_given} values{named}."


def _annotated(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Each argument that can be given by name, with its annotation; those under `**` by a dict's keys."""
    for name, parameter in signature(function).parameters.items():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            yield name, parameter.annotation
        elif get_origin(parameter.annotation) is Unpack:
            yield from get_args(parameter.annotation)[0].__annotations__.items()


def _as_in(function: Callable[..., Any]) -> str:
    """The first call of the example in its docstring."""
    examples = doctest.DocTestParser().get_examples(function.__doc__ or "")
    nodes = (node for example in examples for node in ast.walk(ast.parse(example.source)))
    calls = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    found = next((call for call in calls if ast.unparse(call.func) == function.__name__), None)
    return f", as in {ast.unparse(found)}" if found else ""


def _listed(names: list[str]) -> str:
    *before, last = (f"`{name}`" for name in names)
    return f"{', '.join(before)} and {last}" if before else last
