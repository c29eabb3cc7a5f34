"""One check, by pydantic, of what is given by name: options, arguments from Python, tables of a study file.

A TypedDict or a signature says which names there are and what each may be. Values are looked at strictly
and left as they were given, since 1 and 1.0 make different bodies. An error carries its parameter as
`parameter` and names it in backquotes, for which each door writes a name of its own (`errors.with_names`).
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from inspect import Parameter, signature, unwrap
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BeforeValidator, Field, PlainValidator, TypeAdapter, ValidationError

from mhclient.errors import UsageError
from mhclient.run.given import LARGEST_COUNT, MOST_EPOCHS, check_names


def whole_to(most: int) -> Any:
    """Of a whole number from 1 to `most`."""
    return Field(ge=1, le=most, description=f"a whole number from 1 to {most:,}")


def that(holds: Callable[[Any], bool], words: str) -> Any:
    """Of a value for which this holds; `words` say what to give."""

    def checked(value: Any) -> Any:
        if not holds(value):
            raise ValueError
        return value

    return PlainValidator(checked), Field(description=words)


def are_names(value: object) -> bool:
    """Whether it is several texts, and not one."""
    return (
        isinstance(value, Collection)
        and not isinstance(value, str)
        and all(isinstance(each, str) for each in value)
    )


Count: TypeAlias = Annotated[int, whole_to(LARGEST_COUNT)]
Epochs: TypeAlias = Annotated[int, whole_to(MOST_EPOCHS)]


def _number(value: object) -> object:
    """numpy's and Decimal's numbers would reach the body, which is JSON."""
    if not isinstance(value, int | float):
        raise ValueError
    return value


Amount: TypeAlias = Annotated[
    float, BeforeValidator(_number), Field(gt=0, allow_inf_nan=False, description="a number above 0")
]
AmountOrZero: TypeAlias = Annotated[
    float, BeforeValidator(_number), Field(ge=0, allow_inf_nan=False, description="a number of at least 0")
]
Text: TypeAlias = Annotated[str, Field(pattern=r"\S", description="a text that is not empty")]
Names: TypeAlias = Annotated[
    Collection[str], *that(are_names, "a tuple of names, as in ('one', 'two') or ('one',)")
]


def _is_object(value: object) -> bool:
    try:
        return isinstance(value, dict) and bool(json.loads(json.dumps(value, allow_nan=False)) == value)
    except (TypeError, ValueError, RecursionError):
        return False


JsonObject: TypeAlias = Annotated[
    Mapping[str, Any], *that(_is_object, "a dict of what JSON can hold, as in {'seed': 7}")
]

# What to give for a class; of ours, where it comes from.
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
    "list": "a list",
}


class Fault(NamedTuple):
    """What is wrong with what was given under a name."""

    parameter: str
    sentence: str


def check(kind: type, given: Mapping[str, Any], also: Collection[str] = ()) -> None:
    """Look at what was given by name.

    Args:
        kind: the TypedDict that says what there is; None and what is left out are as it says.
        also: names that there are besides, for what is misspelt.

    Raises:
        UsageError: a name is not known, or a value cannot be used; names the parameter.
    """
    check_names((*also, *_hints(kind)), given)
    for fault in faults(kind, given):
        raise UsageError(fault.sentence, parameter=fault.parameter)


def faults(kind: type, given: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the values of names that are known."""
    hints = _hints(kind)
    for name, value in given.items():
        if name in hints:
            yield from _faults_of(name, value, hints[name], _adapter(kind, name))


def check_one(name: str, value: object, hint: Any) -> None:
    """Look at one value.

    Raises:
        UsageError: it cannot be used; names the parameter.
    """
    for fault in _faults_of(name, value, hint, TypeAdapter(_checkable(hint))):
        raise UsageError(fault.sentence, parameter=fault.parameter)


def check_arguments(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Look at the arguments of a call, as `BoundArguments` has them.

    Raises:
        UsageError: one is of another kind than its annotation says; names the first.
    """
    for name, value, hint in _with_hints(function, given):
        check_one(name, value, hint)


def _faults_of(name: str, value: Any, hint: Any, adapter: TypeAdapter[Any]) -> Iterator[Fault]:
    try:
        adapter.validate_python(value, strict=True)
    except ValidationError as error:
        of_members = (each for each in error.errors() if any(isinstance(at, int) for at in each["loc"]))
        held = next((each["input"] for each in of_members), value)
        what = f"`{name}` {'is' if held is value else 'holds'} {held!r:.60}"
        yield Fault(name, f"{what}: give {_words(hint) or 'something else'}.")


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


@cache
def _adapter(kind: type, name: str) -> TypeAdapter[Any]:
    return TypeAdapter(_checkable(_hints(kind)[name]))


def _with_hints(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each argument with its annotation; those under `**` are named by a dict's keys."""
    plain = unwrap(function)
    parameters = signature(plain).parameters
    for name, value in arguments.items():
        hint = parameters[name].annotation
        if parameters[name].kind is Parameter.VAR_POSITIONAL:
            yield from ((name, each, hint) for each in value)
        elif get_origin(hint) is Unpack:
            keys = _hints(get_args(hint)[0])
            yield from ((key, each, keys[key]) for key, each in value.items() if key in keys)
        elif parameters[name].kind is not Parameter.VAR_KEYWORD:
            yield name, value, hint


def _checkable(hint: Any) -> Any:
    """The hint as pydantic takes it: of classes instances, and anything where nobody can tell."""
    origin, held = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(map(_checkable, held))]  # noqa: UP007 - of what is only known here
    if origin in (Annotated, Literal) or hint in (str, int, float, bool, NoneType):
        return hint
    kind = Mapping if is_typeddict(hint) else origin or hint
    if kind is Parameter.empty or not isinstance(kind, type):  # also what is there for type checkers alone
        return Any
    if kind is Sequence:
        return Sequence[_checkable(held[0])]  # type: ignore[misc]
    if kind in (Collection, Iterable, Set):  # what is no list may be read but once
        no_other = (list, tuple) if held[0] is str else (list, tuple, str)
        return Sequence[_checkable(held[0])] | _instance_of(kind, no_other)  # type: ignore[misc]
    return _instance_of(kind)


def _instance_of(kind: type, no_other: tuple[type, ...] = ()) -> Any:
    return Annotated[
        Any, *that(lambda value: isinstance(value, kind) and not isinstance(value, no_other), "")
    ]


def _words(hint: Any) -> str:
    """What to give, each kind once."""
    origin, held = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(filter(None, map(_words, held))))
    if origin is Annotated:
        return next(str(each.description) for each in held[1:] if getattr(each, "description", None))
    if hint is NoneType:
        return ""
    name = "Mapping" if is_typeddict(hint) else getattr(origin or hint, "__name__", str(hint))
    if name in WORDS:
        return WORDS[name]
    return _words(held[0]) if held else f"a {name}"
