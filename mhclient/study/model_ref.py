"""Whom to ask, as people name it: `openai:gpt-5`, or a name alone beside a provider."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.providers.ask_modes import LOCAL
from mhclient.providers.built_in import OTHERS, known_providers
from mhclient.run.parameters import SIMULATED

BETWEEN = ":"
SERVERS_OF_OTHERS = "compatible"  # they may call a model as they like, "openai:gpt-5" too


class ModelRef(NamedTuple):
    """A model by name, and whose it is."""

    provider: str
    name: str

    @property
    def text(self) -> str:
        """As a user writes it."""
        return f"{self.provider}{BETWEEN}{self.name}"


def parse_model(
    text: str, provider: str | None = None, *, at_address: bool = False, option: str = "model"
) -> ModelRef:
    """The model that is meant.

    >>> parse_model("openai:gpt-5").text, parse_model("llama3:8b", "compatible").provider
    ('openai:gpt-5', 'compatible')

    Args:
        provider: whose all models are; then the whole text is the model's name, colons included, but for the
            name of a provider before one.
        at_address: an address is given where it is served.
        option: what names the model, for messages: `model`, `writer`, `judge`, `map_with`.

    Raises:
        UsageError: no provider is named, or there is none of that name; or several models are named as one.
    """
    if not (text := text.strip()):
        raise UsageError(f"`{option}` is empty.")
    _refuse_several(text, provider, option)
    named, between, name = text.partition(BETWEEN)
    if provider is not None:
        if between and named in known_providers() and provider != SERVERS_OF_OTHERS:
            raise UsageError(
                f"`{option}={text}` beside `provider={provider}`: the provider is said twice. Leave one "
                "of them out."
            )
        return ModelRef(provider, text)
    if between and named in known_providers():
        if not name.strip():
            raise UsageError(f"`{option}={text}`: the model's name is missing after '{named}:'.")
        return ModelRef(named, name.strip())
    raise UsageError(
        f"`{option}={text}`: {_whose(named if between else '', text, option, at_address=at_address)}"
    )


def is_like_a_model(text: str) -> bool:
    """Whether a word that should be a file is none, but a model's name.

    >>> is_like_a_model("openai:gpt-5"), is_like_a_model("exam.xslx"), is_like_a_model("claude-sonnet-5")
    (True, False, True)
    """
    named = text.partition(BETWEEN)[0] in known_providers()
    is_name = text.startswith((*BEGINNINGS, "gpt-", SIMULATED))
    return (named or is_name) and not Path(text).exists()


def each_as_option(models: Sequence[str], provider: str | None = None) -> str:
    """The models as parameters, one each; a name without a provider has that of the one before."""
    return " ".join(f"`model={name}`" for name in _with_providers(models, provider))


def _refuse_several(text: str, provider: str | None, option: str) -> None:
    """Names between commas; a simulated model's settings have commas, too, and a folder's name may."""
    parts = text.split(",")
    is_local = provider == LOCAL or text.startswith(f"{LOCAL}{BETWEEN}")
    if len(parts) == 1 or is_local or any("=" in part for part in parts):
        return
    names = [f"`{option}={name}`" for name in _with_providers(parts, provider)]
    if len(names) < 2:
        raise UsageError(f"`{option}={text}`: leave the comma out{': ' if names else ''}{''.join(names)}.")
    raise UsageError(f"`{option}={text}`: this is one name. Give each model its own: {' and '.join(names)}.")


def _with_providers(parts: Iterable[str], provider: str | None) -> Iterator[str]:
    """Each of the names; one that says no provider has that of the one before."""
    before = ""
    for part in filter(None, map(str.strip, parts)):
        named, between, _ = part.partition(BETWEEN)
        if between and named in known_providers() and provider is None:
            before = f"{named}{BETWEEN}"
            yield part
        else:
            yield f"{before}{part}"


# How other tools name whose a model is (inspect_ai, litellm), before a slash → ours.
ELSEWHERE = {
    **dict.fromkeys(("google", "vertex"), "gemini"),
    **dict.fromkeys(("hf", "huggingface"), LOCAL),
    **dict.fromkeys(("vllm", "ollama", "sglang", "lmstudio", "together", "groq"), "compatible"),
    "azureai": "azure",
}


# Whose models have names that begin so; others are most often OpenAI's, or of a server of one's own.
BEGINNINGS = {"claude": "anthropic", "gemini": "gemini"}


def _whose(named: str, text: str, option: str, *, at_address: bool) -> str:
    before, slash, name = text.partition("/")
    provider = ELSEWHERE.get(before, before)
    if not named and slash and name and provider in known_providers():
        return f"write it with a colon: `{option}={provider}:{name}`."
    if ours := ELSEWHERE.get(named):
        address = " and give its `base_url`" if ours == "compatible" else ""
        return f"no provider '{named}'. Write `{option}={ours}:{text.partition(BETWEEN)[2]}`{address}."
    if like := near_names(named, known_providers(), n=1):
        return f"no provider '{named}'. Did you mean {like[0]}:{text.partition(BETWEEN)[2]}?"
    usual = next((whose for begins, whose in BEGINNINGS.items() if text.startswith(begins)), "openai")
    likely = "compatible" if at_address else usual
    beside = ", or add `provider`" if option == "model" else ""
    return (
        f"which provider has it? Write `{option}={likely}:{text}`{beside}. There are: "
        f"{', '.join(known_providers())}. {OTHERS}"
    )
