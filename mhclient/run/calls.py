"""Calls from Python whose arguments are missing, unknown or of another kind: an error that names them.

Where such a function fails with an error of Python's own, its arguments are compared with its annotations;
one that does not fit is the cause. So no function has to look at each argument first, and its own, more exact
sentences go before these. What opens a context is looked at before, since it fails later. A call that cannot
begin (an argument is missing, one too many, not known) is a TypeError that nobody catches who catches our
errors; and Python takes "no" for True.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import wraps
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature, unwrap
from os import PathLike
from types import TracebackType, UnionType
from typing import (
    Any,
    Never,
    NoReturn,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from mhclient.errors import UsageError
from mhclient.run.given import check_flag, check_names
from mhclient.show.counts import join_names

F = TypeVar("F", bound=Callable[..., Any])
PYTHONS = (TypeError, AttributeError, ValueError, OverflowError, LookupError)
# Class → what to give; of ours, where it comes from.
WORDS: Mapping[str, str] = {
    "Store": "an open store, as open_store returns it",
    "Benchmark": "a benchmark, as read_benchmark returns it",
    "Model": "a model, as find_model returns it",
    "RunSpec": "a specification, as make_spec returns it",
    "LoadedRun": "what load_runs returns",
    "Summary": "what summarise returns",
    "Settings": "mhclient.more.Settings(…)",
    "str": "a text",
    "PathLike": "a path",
    "Path": "a path",
    "Mapping": "a mapping, as a dict",
    "Callable": "a function",
    "int": "a whole number",
    "float": "a number",
    "bool": "True or False",
}


def named_arguments(function: F, name: str | None = None) -> F:
    """The function, of which a wrong argument is an error that names it.

    Args:
        name: by which it is offered, where that may be another than its own; errors and `help` say it.
    """
    arguments = arguments_of(function)

    @wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        check_named(arguments, named)
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
        check_named(arguments, named)
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
        refuse_incomplete(function, given, named, because=error)
    for name, value, hint in _with_hints(function, bound.arguments):
        for held in _misfits(value, hint):
            what = f"{name} is {value!r:.60}" if held is value else f"{name} holds {held!r:.60}"
            raise UsageError(f"{what}: give {_words(hint)}.") from because


def _with_hints(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each argument with its annotation; those under `**` are named by a dict's keys."""
    plain = unwrap(function)
    parameters = signature(plain).parameters
    for name, value in arguments.items():
        hint = parameters[name].annotation
        if parameters[name].kind is Parameter.VAR_POSITIONAL:
            yield from ((name, each, hint) for each in value)
        elif get_origin(hint) is Unpack:
            keys = get_type_hints(get_args(hint)[0])
            yield from ((key, each, keys[key]) for key, each in value.items() if key in keys)
        elif parameters[name].kind is not Parameter.VAR_KEYWORD:
            yield name, value, hint


def _misfits(value: Any, hint: Any) -> list[Any]:
    """The value, or what it holds, that is of none of the kinds; nothing where it fits or nobody knows."""
    found = [_misfits_one(value, kind) for kind in _kinds(hint)]
    if not all(found):
        return []
    return next((held for held in found if held[0] is not value), [value])


def _misfits_one(value: Any, kind: Any) -> list[Any]:
    of = get_origin(kind) or kind
    if of in (Any, Parameter.empty) or not isinstance(of, type) or is_typeddict(of):
        return []
    wanted = (int, float) if of is float else of
    if not isinstance(value, wanted) or (isinstance(value, str) and _holds_others(kind)):
        return [value]
    held = get_args(kind)[:1] if issubclass(of, Iterable) and not issubclass(of, Mapping | PathLike) else ()
    if not held or not isinstance(value, list | tuple | set | frozenset):  # an iterator is read once
        return []
    return [each for each in value if _misfits(each, held[0])]


def _holds_others(kind: Any) -> bool:
    """Whether it is a collection of something, for which a text of many letters is taken by mistake."""
    of, held = get_origin(kind), get_args(kind)
    return isinstance(of, type) and issubclass(of, Iterable) and str not in _kinds(held[0])


def _kinds(hint: Any) -> list[Any]:
    """The members of a union, or the one kind there is."""
    if get_origin(hint) in (Union, UnionType):
        return [kind for each in get_args(hint) for kind in _kinds(each)]
    return [hint]


def _words(hint: Any) -> str:
    """What to give, each kind once."""
    said = dict.fromkeys(filter(None, map(_word, _kinds(hint))))
    return " or ".join(said) or "something else"


def _word(kind: Any) -> str:
    of = get_origin(kind) or kind
    if of is type(None):
        return ""
    name = getattr(of, "__name__", str(of))
    if name in WORDS:
        return WORDS[name]
    held = get_args(kind)
    return _words(held[0]) if held else f"a {name}"


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
    also = f" (there is no argument {_quoted(unknown)})" if unknown else ""
    too = ", too" if given or len(named) > len(unknown) else ""
    raise UsageError(f"{function.__name__} needs {_quoted(missing)}{too}{also}{_as_in(function)}.")


def _too_many(function: str, n_given: int, by_place: list[str], known: list[str]) -> str:
    others = [name for name in known if name not in by_place]
    more = ", …" if len(others) > _MOST_NAMED else ""
    named = f"; give others by name: {', '.join(others[:_MOST_NAMED])}{more}" if others else ""
    return f"{function} takes {_quoted(by_place)}, and was given {n_given} values{named}."


def _annotated(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Each argument that can be given by name, with its annotation; those under `**` by a dict's keys."""
    for name, parameter in signature(function).parameters.items():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            yield name, parameter.annotation
        elif get_origin(parameter.annotation) is Unpack:
            yield from get_args(parameter.annotation)[0].__annotations__.items()


def _as_in(function: Callable[..., Any]) -> str:
    """The first call of the example in its docstring."""
    import ast  # here: they bring the debugger, and only a mistake needs them
    import doctest

    examples = doctest.DocTestParser().get_examples(function.__doc__ or "")
    nodes = (node for example in examples for node in ast.walk(ast.parse(example.source)))
    calls = (node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    found = next((call for call in calls if ast.unparse(call.func) == function.__name__), None)
    return f", as in {ast.unparse(found)}" if found else ""


def _quoted(names: list[str]) -> str:
    return join_names(f"`{name}`" for name in names)


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
