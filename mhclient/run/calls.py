"""Calls from Python whose arguments are missing, unknown or of another kind: an error that names them.

Where such a function fails with an error of Python's own, its arguments are looked at (`checks.py`); one that
does not fit its annotation is the cause. So no function has to look at each argument first, and its own, more
exact sentences go before these. What opens a context is looked at before, since it fails later. A call that
cannot begin (an argument is missing, one too many, not known) is a TypeError that nobody catches who catches
our errors; and Python takes "no" for True.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import wraps
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature, unwrap
from types import TracebackType
from typing import Any, Never, TypeVar, Unpack, get_args, get_origin

from mhclient.errors import UsageError
from mhclient.run.given import check_names

F = TypeVar("F", bound=Callable[..., Any])
PYTHONS = (TypeError, AttributeError, ValueError, OverflowError, LookupError)


def named_arguments(function: F, name: str | None = None) -> F:
    """The function, of which a wrong argument is an error that names it.

    Args:
        name: by which it is offered, where that may be another than its own; errors and `help` say it.
    """
    arguments = arguments_of(function)

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        refuse_words_for_flags(arguments, named)
        if isgeneratorfunction(unwrap(function)):
            refuse_other_kinds(called, given, named)
            return ToBeEntered(called.__name__, function(*given, **named))
        try:
            return function(*given, **named)
        except PYTHONS as error:
            refuse_other_kinds(called, given, named, error)
            raise

    @wraps(function)
    async def awaited(*given: Any, **named: Any) -> Any:
        refuse_words_for_flags(arguments, named)
        try:
            return await function(*given, **named)
        except PYTHONS as error:
            refuse_other_kinds(awaited, given, named, error)
            raise

    offered = awaited if iscoroutinefunction(function) else called
    if name:
        offered.__name__ = offered.__qualname__ = name
    return offered  # type: ignore[return-value]


def refuse_other_kinds(
    function: Callable[..., Any],
    given: tuple[Any, ...],
    named: Mapping[str, Any],
    because: Exception | None = None,
) -> None:
    """Look at each argument; the error that it has led to is the cause of ours.

    Raises:
        UsageError: names the first that is of another kind than its annotation says, or what is missing.
    """
    try:
        bound = signature(function).bind(*given, **named)
    except TypeError as error:
        check_names(arguments_of(function), named)
        raise UsageError(f"{function.__name__}: {error}{_as_in(function)}.") from error
    from mhclient.run.checks import check_arguments  # here: only a mistake waits for pydantic

    try:
        check_arguments(function, bound.arguments)
    except UsageError as error:
        raise error from because


def refuse_words_for_flags(arguments: Mapping[str, Any], named: Mapping[str, Any]) -> None:
    """Refuse `with_answers="no"`, which would count as yes.

    Args:
        arguments: as `arguments_of` gives them.
        named: what was given by name.

    Raises:
        UsageError: names the argument.
    """
    for name, value in named.items():
        if arguments.get(name) is bool and not isinstance(value, bool):
            raise UsageError(f"`{name}` is {value!r:.60}: give True or False.", parameter=name)


def arguments_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Its arguments, those under `**` too → their annotations."""
    found: dict[str, Any] = {}
    for name, parameter in signature(unwrap(function)).parameters.items():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            found[name] = parameter.annotation
        elif get_origin(parameter.annotation) is Unpack:
            found |= get_args(parameter.annotation)[0].__annotations__
    return found


def _as_in(function: Callable[..., Any]) -> str:
    """The first call of the example in its docstring."""
    import ast  # here: they bring the debugger, and only a mistake needs them
    import doctest

    examples = doctest.DocTestParser().get_examples(function.__doc__ or "")
    nodes = (node for example in examples for node in ast.walk(ast.parse(example.source)))
    calls = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    found = next((call for call in calls if ast.unparse(call.func) == function.__name__), None)
    return f", as in {ast.unparse(found)}" if found else ""


class NotEntered(UsageError, AttributeError):
    """Something that runs while a block runs was used outside one."""


class ToBeEntered:
    """What `start_simulator(…)` is before `with` has entered it: it runs nothing yet."""

    def __init__(self, function: str, manager: AbstractContextManager[Any]) -> None:
        self._function, self._manager = function, manager

    def __enter__(self) -> Any:
        return self._manager.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._manager.__exit__(kind, error, trace)

    def __getattr__(self, name: str) -> Never:
        if name.startswith("_"):
            raise AttributeError(name)
        raise NotEntered(
            f"{self._function} runs while a block runs: write 'with {self._function}(…) as found:', and "
            f"there found.{name}."
        )
