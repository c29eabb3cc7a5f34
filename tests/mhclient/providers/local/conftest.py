"""Requests as a run makes them, for engines that are tried without a run."""

import json
import random
from collections.abc import Callable

import pytest

from mhclient.run.letter_forms import ANCHOR, NAMED
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

TEXTS = ("indication", "contraindication", "off-label use", "none", "exposure")


@pytest.fixture(autouse=True)
def no_bars(monkeypatch):
    """transformers' own notices stay out of the tests' output."""
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()


@pytest.fixture
def make_bodies() -> Callable[..., list[str]]:
    """Bodies of requests whose prompts differ in length and number of options."""

    def make(n: int, *, forms: tuple[str, ...] = NAMED["paper"].templates, words: int = 40) -> list[str]:
        draw = random.Random(n)
        return [body_of(number, draw.randint(1, words), 2 + number % 4, forms) for number in range(n)]

    return make


def body_of(number: int, n_words: int, n_letters: int, forms: tuple[str, ...]) -> str:
    letters = "ABCDE"[:n_letters]
    options = "\n".join(f"{letter}. {text}" for letter, text in zip(letters, TEXTS, strict=False))
    question = f"Which relation of drug {number}?" + " the disease is recorded" * (n_words // 4)
    return json.dumps(
        {
            "messages": [
                {"role": "system", "content": "You answer questions."},
                {"role": "user", "content": f"{question}\n\n{options}"},
            ],
            "anchor": ANCHOR,
            "forms": list(forms),
            "letters": list(letters),
            "max_length": 1000,
            "max_tokens": 12,
        }
    )


@pytest.fixture
def model_folder(tmp_path):
    """A tiny model with random weights, and its tokenizer, as files."""
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    return saved(tmp_path / "tiny-llama", random_model("llama", len(tokenizer)), tokenizer)
