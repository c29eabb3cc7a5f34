"""The log-probs that a simulated model gives with what it writes: fixed shares, and therefore known."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

_TOKEN = re.compile(r"\s?\w+|\s?[^\w\s]|\s+")

WRITTEN = 0.7  # share of the token written
OTHER_LETTERS = 0.2  # of the other option letters together, in halves: the first has 0.1, the next 0.05, …
OPENING = 0.04  # of an opening bracket in a letter's place
THE = 0.02  # of the word "The" there; what is left is never shown


def choice_log_probs(completion: str, letters: Sequence[str], top: int) -> dict[str, Any]:
    """The `logprobs` object of a chat completion's choice.

    Args:
        letters: the item's option letters.
        top: so many tokens are shown at each position.
    """
    return {"content": [_position(token, letters, top) for token in _TOKEN.findall(completion)]}


def _position(token: str, letters: Sequence[str], top: int) -> dict[str, Any]:
    ranked = sorted(_alternatives(token, letters), key=lambda each: -each[1])[:top]
    shown = [_said(text, share) for text, share in ranked]
    return _said(token, WRITTEN) | {"top_logprobs": shown}


def _alternatives(token: str, letters: Sequence[str]) -> Iterator[tuple[str, float]]:
    yield token, WRITTEN
    if token.strip() not in letters:
        return
    others = [letter for letter in letters if letter != token.strip()]
    blank = token[: len(token) - len(token.lstrip())]
    for place, letter in enumerate(others):
        yield f"{blank}{letter}", OTHER_LETTERS / 2 ** (place + 1)
    yield f"{blank}(", OPENING
    yield f"{blank}The", THE


def _said(text: str, share: float) -> dict[str, Any]:
    return {"token": text, "logprob": math.log(share), "bytes": list(text.encode())}
