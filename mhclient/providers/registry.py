"""From what the user says of a model to the model: its provider by name, and the mode in which it is asked.

Providers are imported only when they are asked for: the SDKs take half a second. Models that turn texts into
vectors are found here, too.
"""

import os
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Unpack, cast

from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.providers.ask_modes import (
    LOCAL_MODES,
    NOT_GIVEN,
    AskMode,
    ModelOptions,
    ask_mode_of,
    check_belong,
)
from mhclient.providers.base import Model, Provider, name_in
from mhclient.providers.built_in import BUILT_IN, OTHERS, known_providers, plugged_in
from mhclient.providers.http import HttpProvider
from mhclient.run.checks import Text, check, check_one
from mhclient.run.given import as_text
from mhclient.run.letter_forms import anchor_given, forms_given
from mhclient.run.spec import Ask

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mhclient.providers.echo import connection as echo
    from mhclient.providers.local import provider as choose_local
    from mhclient.providers.local import settings as local_settings
else:  # its model brings torch, which is installed for local models only
    echo = later("mhclient.providers.echo.connection")
    local_settings = later("mhclient.providers.local.settings")
    choose_local = later("mhclient.providers.local.provider")

TOP_LOGPROBS = 20  # as many as OpenAI gives
CONCURRENCY_OF_CHOICES = 16  # each of which sends its prompt once per form
# Models that turn texts into vectors: provider → (module, function); the function takes a base URL or None.
EMBEDDERS = {
    "openai": ("mhclient.providers.openai.connection", "openai_embedder"),
    "azure": ("mhclient.providers.openai.connection", "azure_embedder"),
    "openrouter": ("mhclient.providers.compatible", "openrouter_embedder"),
    "gemini": ("mhclient.providers.compatible", "gemini_embedder"),
    "compatible": ("mhclient.providers.compatible", "compatible_embedder"),
}


def provider_named(name: str, base_url: str | None = None) -> Provider:
    """The provider of that name, built in or from a plug-in.

    Raises:
        UsageError: there is none of that name, or a plug-in is not made for this version.
    """
    provider = _maker(name)(base_url)
    if not isinstance(provider, Provider):  # a plug-in's
        raise UsageError(
            f"the plug-in provider '{name}' does not do all that a provider must: derive its class from "
            "mhclient.providers.base.Abilities, and see Provider there for the rest."
        )
    return provider


def provider_at(name: str, endpoint: str) -> Provider:
    """The provider of that name that sends to an address, as a stored run tells both.

    Raises:
        UsageError: there is none of that name.
    """
    somewhere = "http://localhost"
    if (called := name_in(endpoint)) is not None:
        return provider_named(name, somewhere).under_name(called)
    path = provider_named(name, somewhere).endpoint.removeprefix(somewhere)
    return provider_named(name, endpoint.removesuffix(path))


def _maker(name: str) -> Callable[[str | None], Provider]:
    if name in BUILT_IN:
        module, function = BUILT_IN[name]
        return cast("Callable[[str | None], Provider]", getattr(import_module(module), function))
    others = plugged_in()
    if name in others:
        return _loaded(others[name])
    known = sorted({*BUILT_IN, *others})
    near = near_names(name, known, 1)
    hint = f"Did you mean '{near[0]}'? " if near else ""
    raise UsageError(f"no provider '{name}'. {hint}There are: {', '.join(known)}. {OTHERS}")


def _loaded(entry: "EntryPoint") -> Callable[[str | None], Provider]:
    try:
        return cast("Callable[[str | None], Provider]", entry.load())
    except (ImportError, AttributeError) as error:  # made for other names than this version has
        raise UsageError(
            f"the plug-in provider '{entry.name}' cannot be loaded: {error}. It may be made for another "
            "version of mhclient."
        ) from error


def find_embedder(provider: str, name: str, base_url: str | None = None) -> Model:
    """A model that is asked for vectors. Nothing is sent, and no key is needed yet.

    Raises:
        UsageError: the provider has no embeddings that are known here, or needs an address.
    """
    if provider not in EMBEDDERS:
        known, near = ", ".join(EMBEDDERS), near_names(provider, EMBEDDERS, 1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        raise UsageError(
            f"`guide=api:{provider}:{name}`: vectors are known of {known}, not of '{provider}'.{hint}"
        )
    module, function = EMBEDDERS[provider]
    make: Callable[[str | None], HttpProvider] = getattr(import_module(module), function)
    return Model(make(base_url), name)


def find_model(provider: str, name: str | os.PathLike[str], **options: Unpack[ModelOptions]) -> Model:
    """A model and the way it is to be asked. Nothing is sent, and no key is needed yet.

    Args:
        provider: openai, anthropic, compatible, … or local; a plug-in's name, too.
        name: as the provider calls it; for local a folder, or a name on the Hugging Face Hub.
        options: see `ModelOptions`.

    Raises:
        UsageError: there is no such provider, or an option is not known or does not go with the way of
            asking.
        MissingPackage: a package that local models need is not installed.
        ModelUnusable: there is no such local model.

    Example:
        >>> find_model("openai", "gpt-5").provider.endpoint
        'https://api.openai.com/v1/chat/completions'
        >>> model = find_model("compatible", "my-model", base_url="http://127.0.0.1:8000/v1")
        >>> model.provider.endpoint, str(model.ask)
        ('http://127.0.0.1:8000/v1/chat/completions', 'write')
    """
    check(ModelOptions, options, also=("provider", "name"))
    check_one("provider", provider, Text)
    check_one("name", name := as_text(name), Text)
    _refuse_provider_twice(provider, name)
    way = ask_mode_of(provider, options.get("ask"))
    check_belong(way, {option for option, value in options.items() if value not in NOT_GIVEN})
    if way in LOCAL_MODES:
        local_settings.require_packages()
        return choose_local.local_model(name, way, options)
    if way is AskMode.SERVED:
        return _served(provider, name, options)
    written = Model(_provider(provider, options.get("base_url"), options.get("endpoint_name")), name)
    return _with_log_probs(written, options) if way is AskMode.LOGPROBS else written


def _refuse_provider_twice(provider: str, name: str) -> None:
    """Refuse "openai:gpt-5" as a name, but of servers of others, which may call a model so."""
    before, between, after = name.partition(":")
    if between and before in known_providers() and provider != "compatible":
        raise UsageError(
            f"the model's name is {name!r}: the provider is said twice. Write find_model({before!r}, "
            f"{after!r})."
        )


def _provider(name: str, base_url: str | None, endpoint_name: str | None) -> Provider:
    """The provider, under the name of its server if it has one."""
    provider = provider_named(name, base_url)
    if endpoint_name is None:
        return provider
    named = provider.under_name(endpoint_name)
    if base_url is None:
        raise UsageError(
            f"`endpoint_name={endpoint_name}` names a server of your own, and no `base_url` says where it "
            f"is. Give it; for {name}'s usual address leave out the name."
        )
    return named


def _with_log_probs(written: Model, options: ModelOptions) -> Model:
    top = options.get("top_logprobs") or TOP_LOGPROBS
    shown = written.provider.with_log_probs(top)
    if shown is None:
        raise UsageError(
            f"`ask=logprobs`: {written.provider.name} gives no log-probs; OpenAI's chat completions and "
            "servers that speak them do (openai, azure, openrouter, gemini, compatible), and gemini-native."
        )
    return replace(written, provider=shown, ask=Ask.LOGPROBS, settings={"top_logprobs": top})


def _served(provider: str, name: str, options: ModelOptions) -> Model:
    if provider != "compatible":
        raise UsageError(
            "`ask=forced-choice` needs the log-probs of a prompt: use `provider=local`, or "
            "`provider=compatible` with a server that echoes them (vLLM)."
        )
    forms = forms_given(options.get("forms"), options.get("form"))
    anchor, tokenizer = anchor_given(options.get("anchor")), as_text(options.get("tokenizer"))
    shown = echo.shower(tokenizer, options.get("revision"), anchor)
    return Model(
        provider=echo.echo_provider(options.get("base_url"), forms, shown.show, shown.encode),
        name=name,
        ask=Ask.FORCED_CHOICE,
        settings={
            "engine": "echo",
            "forms": list(forms.templates),
            "anchor": anchor,
            "tokenizer": tokenizer,
        },
        concurrency=CONCURRENCY_OF_CHOICES,
    )
