"""Prompt-format variants, and how one turns an item into a prompt.

A variant is a small declarative file; those the program brings lie in `mhclient/variants`. What a run asked
is recorded with the whole variant, so that a file edited later is noticed, not silently used.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from mhclient.completion import Message, Prompt
from mhclient.errors import UsageError

ANSWER_FORMATS = ("letter", "letters")  # exactly one option letter; one or more
LABEL_STYLES = ("A.", "(A)", "A:", "A)")


@dataclass(frozen=True, slots=True)
class Variant:
    """A prompt format.

    Attributes:
        name: as in `--variant`, and in every report.
        description: one sentence for people.
        instruction: the user message's last paragraph: how to answer.
        answer_format: what the instruction asks for; compliance is judged by it.
        system: the system message, if any.
        option_label: how an option's letter is written before its text.
    """

    name: str
    description: str
    instruction: str
    answer_format: str
    system: str | None = None
    option_label: str = "A."

    def to_json(self) -> dict[str, Any]:
        """For the record of a run."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], source: str = "the store") -> "Variant":
        """A variant from its file or its record.

        Raises:
            UsageError: a field is missing, unknown, or not of its kind; `source` is named.
        """
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(stored) - known):
            raise UsageError(f"{source}: unknown field '{unknown[0]}'. Fields: {', '.join(sorted(known))}.")
        for name in ("name", "description", "instruction", "answer_format"):
            if not isinstance(stored.get(name), str):
                raise UsageError(f"{source}: '{name}' must be there, as text.")
        if stored.get("option_label", "A.") not in LABEL_STYLES:
            raise UsageError(f"{source}: option_label must be one of {', '.join(LABEL_STYLES)}.")
        if stored["answer_format"] not in ANSWER_FORMATS:
            raise UsageError(f"{source}: answer_format must be one of {', '.join(ANSWER_FORMATS)}.")
        return cls(**stored)


def built_in_variants() -> list[str]:
    """The names of the variants the program brings."""
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in files("mhclient.variants").iterdir()
        if entry.name.endswith(".toml")
    )


def load_variant(name_or_path: str) -> Variant:
    """A built-in variant by name, or one of the user's own by the path of its file.

    Raises:
        UsageError: there is none of that name, or the file is not a variant.
    """
    if name_or_path.endswith(".toml"):
        try:
            text = Path(name_or_path).read_text(encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--variant {name_or_path}: {error.strerror or error}.") from error
    elif name_or_path in built_in_variants():
        text = (files("mhclient.variants") / f"{name_or_path}.toml").read_text(encoding="utf-8")
    else:
        names = ", ".join(built_in_variants())
        raise UsageError(f"no variant '{name_or_path}'. Built in: {names}; or give the path of a .toml file.")
    try:
        return Variant.from_json(tomllib.loads(text), source=name_or_path)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name_or_path}: not a TOML file: {error}.") from error


def render(question: str, options: Mapping[str, str], variant: Variant) -> Prompt:
    """The prompt for one item: question, options one a line, instruction."""
    label = variant.option_label
    lines = [f"{label.replace('A', letter)} {text}" for letter, text in options.items()]
    content = f"{question}\n\n" + "\n".join(lines) + f"\n\n{variant.instruction}"
    return Prompt(system=variant.system, messages=(Message("user", content),))
