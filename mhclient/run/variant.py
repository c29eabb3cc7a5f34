"""The variant: one way of asking, as a value, as the record of a run, and as a TOML file.

A variant is a small declarative file; those in the package lie in `mhclient/run/variants`. What a run asked
is recorded with the whole variant, so that a file edited later is noticed, not silently used. Settings after
a colon (`letter-only:shots=3`) change a variant and become part of its name.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

from benchmark.nearest import near_names
from benchmark.untrusted import read_regular_file
from mhclient.errors import UsageError
from mhclient.run.given import nearest_hint, refuse_all
from mhclient.run.sparse import StoredSettings
from parsers import AnswerFormat

LABEL_STYLES = ("A.", "(A)", "A:", "A)")
OPTION_ORDERS = ("as-is", "reversed", "shuffled", "cyclic")
SLOTS = ("{question}", "{options}")
# As `answer_format`: whatever the prompt asked for is not known, and compliance is not judged.
UNKNOWN_FORMAT = "unknown"
# As `answer_format`: the options are not shown, and the reply is compared with their texts.
FREE_FORMAT = "free"


@dataclass(frozen=True, slots=True)
class Variant(StoredSettings):
    """A prompt format.

    Attributes:
        name: as in `--variant`, and in every report.
        description: one sentence for people.
        prompt: the user's message; holds {question} and {options}, each once; no {options} where answers are
            free.
        answer_format: what the prompt asks the reply to be; compliance is judged by it.
        system: the system message, if any.
        option_label: how an option's letter is written before its text.
        option_order: in which order the options stand. Cyclic moves each up by `shift` places, the first
            ones to the end; shuffled draws an order for each item from `seed`.
        shift: for a cyclic order.
        keep_letters: whether an option keeps its letter when it moves ("C. …", "A. …"). By default the
            letters go with the places, so that the first option is always A.
        shots: how many solved examples stand before the question, as earlier turns.
        seed: of the examples and of a shuffled order.
        max_tokens: completion tokens this format needs, where the user names no cap.
        keep_places: whether options that speak of others or of places ("All of the above") keep theirs when
            options are moved. `make_spec` sets it for benchmarks that have such options, so that runs of
            earlier versions, and of benchmarks without them, are what they were.
        grammar: whether the provider's grammar holds the reply to the answer's JSON schema.
    """

    name: str
    description: str
    prompt: str
    answer_format: str
    system: str | None = None
    option_label: str = "A."
    option_order: str = "as-is"
    shift: int = 1
    keep_letters: bool = False
    shots: int = 0
    seed: int = 0
    max_tokens: int | None = None
    grammar: bool = False
    keep_places: bool = False

    IN_EVERY_ID: ClassVar[frozenset[str]] = frozenset(
        {
            *("name", "description", "prompt", "answer_format", "system", "option_label", "option_order"),
            *("shift", "keep_letters", "shots", "seed", "max_tokens"),
        }
    )

    @property
    def free(self) -> bool:
        """Whether the options are not shown."""
        return self.answer_format == FREE_FORMAT

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], source: str = "the store") -> "Variant":
        """A variant from its file or its record.

        Raises:
            UsageError: a field is missing, unknown, or not of its kind; `source` is named.
        """
        known = {field.name: field.type for field in fields(cls)}
        usable = {
            name: value for name, value in stored.items() if name in known and _fits(value, known[name])
        }
        variant = cls(**(_IN_PLACE | usable))
        # Where the format is not known, neither is what the prompt must hold.
        about = _value_faults(variant) if usable.keys() >= {"prompt", "answer_format"} else ()
        refuse_all(source, [*_field_faults(stored, known), *about])
        return variant


# Stand for fields that are missing while the others are checked.
_IN_PLACE = {"name": "", "description": "", "prompt": " ".join(SLOTS), "answer_format": UNKNOWN_FORMAT}


def _field_faults(stored: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[str]:
    unknown = sorted(set(stored) - set(known))
    for name in unknown:
        hint = nearest_hint(name, set(known) - set(stored))
        fields_ = f" Fields: {', '.join(sorted(known))}." if name == unknown[-1] else ""
        yield f"unknown field '{name}'{f'; {hint}' if hint else '.'}{fields_}"
    for name in (name for name in _IN_PLACE if name not in stored):
        yield f"'{name}' must be there, as text."
    for name, value in stored.items():
        if name in known and not _fits(value, known[name]):
            yield f"'{name}' must be {_kind(known[name])}, not {value!r}."


def _fits(value: object, kind: object) -> bool:
    if kind is bool or isinstance(value, bool):
        return kind is bool and isinstance(value, bool)
    return isinstance(value, kind)  # type: ignore[arg-type]  # a dataclass field's type, or a union


def _kind(kind: object) -> str:
    if kind is bool:
        return "true or false"
    return "text" if kind in (str, str | None) else "a whole number"


def check_values(variant: Variant, source: str) -> None:
    """Refuse a variant that cannot be asked.

    Raises:
        UsageError: values are none that can be; `source` is named.
    """
    refuse_all(source, list(_value_faults(variant)))


def _value_faults(variant: Variant) -> Iterator[str]:
    yield from _slot_faults(variant)
    choices = (
        ("option_label", variant.option_label, LABEL_STYLES),
        ("answer_format", variant.answer_format, (*AnswerFormat, FREE_FORMAT, UNKNOWN_FORMAT)),
        ("option_order", variant.option_order, OPTION_ORDERS),
    )
    for name, value, allowed in choices:
        if value not in allowed:
            yield f"{name} must be one of {', '.join(allowed)}."
    if variant.shots < 0 or variant.shift < 0 or (variant.max_tokens is not None and variant.max_tokens < 1):
        yield "shots and shift must be at least 0, max_tokens at least 1."
    if variant.grammar and variant.answer_format != "json":
        yield "grammar needs answer_format 'json'."
    if variant.shots and variant.free:
        yield "shots must be 0 with answer_format 'free': no letter can be shown."
    if variant.shots and variant.answer_format == "reasoning":
        yield (
            "examples have an answer but no reasoning to show; shots must be 0 with answer_format "
            "'reasoning'."
        )


def _slot_faults(variant: Variant) -> Iterator[str]:
    for slot in SLOTS:
        hidden = variant.free and slot == "{options}"
        if variant.prompt.count(slot) != (0 if hidden else 1):
            how = (
                "must not hold {options} with answer_format 'free'"
                if hidden
                else f"must hold {slot} exactly once"
            )
            yield f"'prompt' {how}."


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
