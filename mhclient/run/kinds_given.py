"""Arguments of another kind than a function of the front door takes, said in one sentence that names them.

Where such a function fails with an error of Python's own, its arguments are compared with its annotations;
one that does not fit is the cause. So no function has to look at each argument first, and its own, more exact
sentences go before these. What opens a context is looked at before, since it fails later.

Decision: docs/decisions/project.md, "Arguments of another kind are found by the annotations".
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature, unwrap
from os import PathLike
from types import UnionType
from typing import (
    Any,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from mhclient.errors import UsageError
from mhclient.run.call_given import arguments_of, check_named, refuse_incomplete
from mhclient.run.to_be_entered import ToBeEntered

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
