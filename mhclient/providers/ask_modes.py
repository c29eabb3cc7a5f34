"""The ways of asking a model, and which options mean something in which of them.

An option that would be ignored is refused: whoever asks for float32 of a model behind an API believes that it
does something.
"""

import os
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import TypedDict

from mhclient.errors import UsageError

LOCAL = "local"


class AskMode(StrEnum):
    """The ways of asking, as options know them."""

    WRITE = "write"
    LOGPROBS = "logprobs"
    SERVED = "forced choice on a server"
    CHOICE = "forced choice by a local model"
    GENERATE = "generate"


class ModelOptions(TypedDict, total=False):
    """What can be said of a model beyond its name; None and what is left out mean the default.

    Keys:
        base_url: ask this server instead of the provider's own.
        endpoint_name: keep requests under this name of the server instead of its address.
        ask: write, forced-choice, generate or logprobs (default: write; of a local model forced-choice).
        forms, form: a named set of surface forms, or forms of one's own; for a forced choice.
        anchor: what ends the question of a forced choice.
        top_logprobs: tokens shown at each position, for logprobs.
        tokenizer: whose chat template stands around a prompt, for a forced choice on a server.
        revision: branch, tag or commit on the Hugging Face Hub.
        dtype, device_map, max_length, batch_size, engine, checks, trust_remote_code: for a local model; see
            `mhclient.providers.local.settings`.
        on: `["ray"]`, to have a local model computed by the nodes of a Ray cluster.
        gpus_per_seat: of a Ray node, for one copy of the model (default: 1).
    """

    base_url: str | None
    endpoint_name: str | None
    ask: str | None
    forms: str | None
    form: Sequence[str] | None
    anchor: str | None
    top_logprobs: int | None
    tokenizer: str | os.PathLike[str] | None
    revision: str | None
    dtype: str | None
    device_map: str | None
    max_length: int | None
    batch_size: int | None
    engine: str | None
    checks: int | None
    trust_remote_code: bool
    on: str | Sequence[str] | None
    gpus_per_seat: int | None


LOCAL_MODES = frozenset({AskMode.CHOICE, AskMode.GENERATE})
OVER_AN_API = frozenset({AskMode.WRITE, AskMode.LOGPROBS})
FORCED = frozenset({AskMode.SERVED, AskMode.CHOICE})

# Whom options are for, the ways of asking that this means, and the options.
BELONG: tuple[tuple[str, frozenset[AskMode], tuple[str, ...]], ...] = (
    ("local models (`provider=local`)", LOCAL_MODES, ("dtype", "device_map", "max_length")),
    ("local models (`provider=local`)", LOCAL_MODES, ("batch_size", "trust_remote_code")),
    ("local models (`provider=local`)", LOCAL_MODES, ("on", "gpus_per_seat")),
    ("forced choices by local models", frozenset({AskMode.CHOICE}), ("engine", "checks")),
    ("forced choices", FORCED, ("forms", "form")),
    ("forced choices and local models", FORCED | LOCAL_MODES, ("anchor",)),
    ("local models and for `tokenizer`", FORCED | LOCAL_MODES, ("revision",)),
    ("forced choices on a server", frozenset({AskMode.SERVED}), ("tokenizer",)),
    ("`ask=logprobs`", frozenset({AskMode.LOGPROBS}), ("top_logprobs",)),
    ("models that write an answer", OVER_AN_API | {AskMode.GENERATE}, ("max_tokens", "temperature")),
    ("models that write an answer over an API", OVER_AN_API, ("adapt_parameters", "batch")),
    (
        "models that write an answer over an API",
        OVER_AN_API,
        ("effort", "thinking", "tier", "route", "set", "endpoint_name"),
    ),
    ("servers, not for local models", OVER_AN_API | {AskMode.SERVED}, ("base_url", "price")),
)
# Those that Python calls otherwise than the command line.
NAMES_IN_PYTHON = {"set": "parameters", "adapt_parameters": "adapt"}
BELONGING = tuple(option for _, _, options in BELONG for option in options)

# What an option holds that was not given; a temperature of 0 is what all are asked with.
NOT_GIVEN = (None, False, 0.0)


def ask_mode_of(provider: str, ask: str | None) -> AskMode:
    """The way of asking that is meant.

    Raises:
        UsageError: local models are not asked so, or no others.
    """
    ask = ask or ("forced-choice" if provider == LOCAL else "write")
    if provider == LOCAL:
        if ask not in ("forced-choice", "generate"):
            raise UsageError(f"`ask={ask}`: a local model is asked by forced-choice or generate.")
        return AskMode.GENERATE if ask == "generate" else AskMode.CHOICE
    if ask == "generate":
        raise UsageError("`ask=generate` is for local models; over an API the model writes with `ask=write`.")
    if ask not in ("write", "forced-choice", "logprobs"):
        raise UsageError(f"`ask={ask}`: a model is asked by write, forced-choice, generate or logprobs.")
    return AskMode.SERVED if ask == "forced-choice" else AskMode(ask)


def check_belong(way: AskMode, given: Collection[str]) -> None:
    """Refuse options that would be ignored.

    Args:
        given: names of the options that say something else than the default.

    Raises:
        UsageError: one is for another way of asking.
    """
    for whom, ways, options in BELONG:
        for option in options:
            if way not in ways and option in given:
                name = NAMES_IN_PYTHON.get(option, option)
                raise UsageError(f"`{name}` is for {whom}; here it would be ignored. Leave it out.")
    if way is AskMode.SERVED and "revision" in given and "tokenizer" not in given:
        raise UsageError("`revision` on a server belongs to `tokenizer`, which is not given.")
