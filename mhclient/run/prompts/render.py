"""From a question to a prompt, and from a gold to the reply a solved example shows."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from mhclient.run.parameters import Message, Prompt
from mhclient.run.prompts.variant import Variant

_SLOT = re.compile(r"(\{question\}|\{options\})")


def render(
    question: str, options: Mapping[str, str], variant: Variant, examples: Iterable[tuple[str, str]] = ()
) -> Prompt:
    """The prompt for one item.

    Args:
        options: label → text as shown, in the order of the lines.
        examples: solved examples, each the user's message and the reply.
    """
    turns = [
        message
        for asked, replied in examples
        for message in (Message("user", asked), Message("assistant", replied))
    ]
    asked = Message("user", user_message(question, options, variant))
    return Prompt(system=variant.system, messages=(*turns, asked), letters=tuple(options))


def user_message(question: str, options: Mapping[str, str], variant: Variant) -> str:
    """The variant's prompt with question and options put in; braces inside them mean nothing."""
    label = variant.option_label
    lines = "\n".join(f"{label.replace('A', letter)} {text}" for letter, text in options.items())
    filled = {"{question}": question, "{options}": lines}
    return "".join([filled.get(piece, piece) for piece in _pieces(variant.prompt)])


@lru_cache
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(_SLOT.split(template))


def solved(labels: Sequence[str], variant: Variant, *, multi: bool) -> str:
    """The reply that gives these labels exactly as the variant asks for it.

    >>> from mhclient.run.prompts.variant_files import load_variant
    >>> solved(["B"], load_variant("json"), multi=False)
    '{"answer": "B"}'
    """
    if variant.answer_format == "json":
        return json.dumps({"answer": list(labels) if multi else labels[0]})
    joined = " & ".join(labels)
    return f"Answer: {joined}" if variant.answer_format == "line" else joined
