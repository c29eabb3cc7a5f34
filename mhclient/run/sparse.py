"""Settings as JSON, in two forms: sparse for the store, and spelled out for reports and for a run's id.

Sparse: only what differs from its default. So a setting that is new in some version is in no record that
does without it. Spelled out: also every field that version 0.1.0 had, which wrote all of them and made ids of
that; fields added since enter when they differ from their default, so that no run's id changes. A default,
once released, stays: it is part of what sparse records mean.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from enum import Enum
from types import NoneType
from typing import Any, ClassVar, TypeVar

from mhclient.errors import UsageError


class StoredSettings:
    """A dataclass whose values are stored.

    Attributes:
        IN_EVERY_ID: the fields that are spelled out even where they are as usual. Never add one.
    """

    __slots__ = ()
    IN_EVERY_ID: ClassVar[frozenset[str]] = frozenset()


S = TypeVar("S", bound=StoredSettings)


def sparse(settings: StoredSettings) -> dict[str, Any]:
    """Only the fields that differ from their defaults."""
    return {name: _stored(value) for name, value in _unusual(settings).items()}


def spelled_out(settings: StoredSettings) -> dict[str, Any]:
    """The fields that are in every id, and those that differ from their defaults."""
    always = {name: getattr(settings, name) for name in sorted(settings.IN_EVERY_ID)}
    return {name: _shown(value) for name, value in (always | _unusual(settings)).items()}


def check_known(kind: type[StoredSettings], stored: Mapping[str, Any], source: str) -> None:
    """Refuse settings of a later version: what they changed in the requests, nobody here can say.

    Raises:
        UsageError: a field is not known.
    """
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]  # every Settings is a dataclass
    if unknown := sorted(set(stored) - known):
        raise UsageError(
            f"{source}: made with '{unknown[0]}', which this version of mhclient does not know. Use the "
            "version that made it, or a later one."
        )


def check_kinds(kinds: Mapping[str, tuple[type, ...]], stored: Mapping[str, Any], source: str) -> None:
    """Refuse values that no version has written.

    Raises:
        UsageError: a value is of another kind, or a needed one is missing; `source` is named.
    """
    for name, allowed in kinds.items():
        if name not in stored and NoneType not in allowed:
            raise UsageError(f"{source}: broken: '{name}' is missing.")
        value = stored.get(name)
        if not isinstance(value, allowed) or (isinstance(value, bool) and bool not in allowed):
            raise UsageError(f"{source}: broken: '{name}' cannot be {str(value)[:40]!r}.")


def read_plain(kind: type[S], stored: Mapping[str, Any], source: str) -> S:
    """Settings whose fields are plain values; what is not stored is as usual.

    Raises:
        UsageError: a field is not known.
    """
    check_known(kind, stored, source)
    return kind(**stored)


def _unusual(settings: StoredSettings) -> dict[str, Any]:
    every = fields(settings)  # type: ignore[arg-type]
    values = {each.name: (getattr(settings, each.name), _default(each)) for each in every}
    return {name: value for name, (value, default) in values.items() if not _same(value, default)}


def _same(value: Any, default: Any) -> bool:
    if isinstance(
        value, StoredSettings
    ):  # the default of settings within settings is to have none that is unusual
        return not _unusual(value)
    return type(value) is type(default) and bool(value == default)  # 0 and 0.0 are different bodies


def _default(each: Field[Any]) -> Any:
    """A field's default; `MISSING`, which equals nothing, where it has none."""
    return each.default if each.default_factory is MISSING else each.default_factory()


def _stored(value: Any) -> Any:
    return sparse(value) if isinstance(value, StoredSettings) else _plain(value)


def _shown(value: Any) -> Any:
    return spelled_out(value) if isinstance(value, StoredSettings) else _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value
