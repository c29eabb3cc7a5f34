"""Which options an item may have."""

from parsers.errors import OptionsError
from parsers.options.alphabets import named_alike

MAX_OPTIONS = 26


def check(labels: tuple[str, ...], texts: tuple[str, ...]) -> None:
    """Raise where the options cannot be told apart, or are no labels and texts."""
    if not 1 <= len(labels) <= MAX_OPTIONS:
        raise OptionsError(f"an item has {len(labels)} options; give 1 to {MAX_OPTIONS}.")
    for label, text in zip(labels, texts, strict=True):
        if not isinstance(label, str) or not label.strip():
            raise OptionsError(f"option label {label!r} is not a name; use letters from A.")
        if not isinstance(text, str):
            raise OptionsError(f"the text of option {label!r} is {type(text).__name__}; give a string.")
    if named_alike(labels):
        raise OptionsError(f"two of the option labels {', '.join(labels)} are the same letter.")
