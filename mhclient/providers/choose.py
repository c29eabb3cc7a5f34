"""From what the user says of a model to the model: its provider, and the way it is asked."""

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.providers.base import Provider
from mhclient.providers.built_in import known_providers
from mhclient.providers.echo.connection import echo_provider
from mhclient.providers.local.packages import require_packages
from mhclient.providers.local.served import shower
from mhclient.providers.model import Model
from mhclient.providers.registry import provider_named
from mhclient.providers.ways import LOCAL_WAYS, NOT_GIVEN, ModelOptions, Way, check_belong, way_of
from mhclient.run.given import as_text, check_names, check_text
from mhclient.run.letter_forms import anchor_given, forms_given
from mhclient.run.spec import Ask

if TYPE_CHECKING:
    from mhclient.providers.local import choose as choose_local
else:  # it brings torch, which is installed for local models only
    choose_local = later("mhclient.providers.local.choose")

TOP_LOGPROBS = 20  # as many as OpenAI gives
CONCURRENCY_OF_CHOICES = 16  # each of which sends its prompt once per form


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
    check_names(ModelOptions.__annotations__, options)
    check_text("provider", provider)
    check_text("the model's name", name := as_text(name))
    _refuse_provider_twice(provider, name)
    way = way_of(provider, options.get("ask"))
    check_belong(way, {option for option, value in options.items() if value not in NOT_GIVEN})
    if way in LOCAL_WAYS:
        return _local(name, way, options)
    if way is Way.SERVED:
        return _served(provider, name, options)
    written = Model(_provider(provider, options.get("base_url"), options.get("endpoint_name")), name)
    return _with_log_probs(written, options) if way is Way.LOGPROBS else written


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


def _local(name: str, way: Way, options: ModelOptions) -> Model:
    require_packages()
    return choose_local.local_model(name, way, options)


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
    shown = shower(tokenizer, options.get("revision"), anchor)
    return Model(
        provider=echo_provider(options.get("base_url"), forms, shown.show, shown.encode),
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
