"""The letters that a reply is read as, written as tests compare them."""

from collections.abc import Callable, Mapping
from typing import Any

from parsers import read_answer


def letters_for(default: Mapping[str, str]) -> Callable[..., str]:
    """A function of a reply: its letters in order, as "AC", with these options where no others are given."""

    def letters(text: str, options: Mapping[str, str] = default, **asked: Any) -> str:
        return "".join(sorted(read_answer(text, options, **asked).letters))

    return letters
