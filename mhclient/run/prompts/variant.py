"""The variant: one way of asking, as a value and as the record of a run. `variant_files.py` reads files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

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
