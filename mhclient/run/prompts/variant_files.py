"""Variants as TOML files: those in the package, and the user's own; settings after a colon change them."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from benchmark.bounded import read_regular_file
from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.run.prompts.variant import Variant, check_values


def built_in_variants() -> list[str]:
    """The names of the variants the program brings."""
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in files("mhclient.run.variants").iterdir()
        if entry.name.endswith(".toml")
    )


def load_variant(spelled: str) -> Variant:
    """A built-in variant by name, or one of the user's own by the path of its file.

    Settings may follow a colon, as in `letter-only:shots=3,option_order=reversed`; they become part of the
    variant's name.

    Raises:
        UsageError: there is none of that name, or the file is not a variant.
    """
    base, _, settings = spelled.partition(":")
    _refuse_several(spelled)
    variant = _variant_of_file(base)
    if not settings:
        return variant
    changes = dict(_setting(part, spelled) for part in settings.split(","))
    changed = replace(variant, name=f"{variant.name}:{settings}", **changes)
    check_values(changed, spelled)
    return changed


def _variant_of_file(name_or_path: str) -> Variant:
    if name_or_path.endswith(".toml"):
        try:
            text = read_regular_file(Path(name_or_path)).decode()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            raise UsageError(f"`variant={name_or_path}`: {reason}.") from error
    elif name_or_path in built_in_variants():
        text = (files("mhclient.run.variants") / f"{name_or_path}.toml").read_text(encoding="utf-8")
    else:
        known = built_in_variants()
        near = near_names(name_or_path, known, 1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise UsageError(
            f"no variant '{name_or_path}'.{hint} Built in: {', '.join(known)}; or give the path of a .toml "
            "file."
        )
    try:
        settings = tomllib.loads(text)
    except ValueError as error:  # also a number of thousands of digits, with advice for programmers
        reason = str(error).partition(";")[0]
        raise UsageError(f"{name_or_path}: not a TOML file: {reason}.") from error
    except RecursionError as error:
        raise UsageError(f"{name_or_path}: not a TOML file that can be read: nested too deeply.") from error
    return Variant.from_json(settings, source=name_or_path)


def _refuse_several(spelled: str) -> None:
    """Names between commas, each with its settings, which have commas, too; so may the path of a file."""
    names: list[str] = []
    for part in filter(None, map(str.strip, spelled.split(","))):
        if names and "=" in part and ":" not in part.partition("=")[0]:
            names[-1] += f",{part}"
        elif not names or ":" not in names[-1] or _is_named(part):
            names.append(part)
        else:  # what is no setting is told where settings are read
            names[-1] += f",{part}"
    if len(names) > 1 and not Path(spelled.partition(":")[0]).is_file():
        each = " and ".join(f"`variant={name}`" for name in names)
        raise UsageError(f"`variant={spelled}`: this is one name. Give each format its own: {each}.")


def _is_named(part: str) -> bool:
    name = part.partition(":")[0]
    return name in built_in_variants() or name.endswith(".toml")


# What can be set after a colon, and what it is; the rest of a variant is its file's.
_SETTINGS: Mapping[str, type] = {
    "shots": int,
    "seed": int,
    "shift": int,
    "option_order": str,
    "option_label": str,
    "keep_letters": bool,
}
_READ: Mapping[type, Callable[[str], Any]] = {
    int: int,
    str: str,
    bool: {"true": True, "false": False}.__getitem__,
}


def _setting(part: str, spelled: str) -> tuple[str, Any]:
    name, equals, value = part.partition("=")
    kind = _SETTINGS.get(name)
    if kind is None or not equals:
        raise UsageError(f"`variant={spelled}`: no setting '{part}'. Settings: {', '.join(_SETTINGS)}.")
    read = _READ[kind]
    try:
        return name, read(value)
    except (KeyError, ValueError):
        expected = "true or false" if kind is bool else "a whole number"
        raise UsageError(f"`variant={spelled}`: {name} must be {expected}, not '{value}'.") from None
