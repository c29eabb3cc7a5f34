"""Providers by name. Each is imported only when it is asked for: the SDKs take half a second."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import cast

from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.providers.base import Provider, name_in
from mhclient.providers.built_in import BUILT_IN, OTHERS, plugged_in


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


def _loaded(entry: EntryPoint) -> Callable[[str | None], Provider]:
    try:
        return cast("Callable[[str | None], Provider]", entry.load())
    except (ImportError, AttributeError) as error:  # made for other names than this version has
        raise UsageError(
            f"the plug-in provider '{entry.name}' cannot be loaded: {error}. It may be made for another "
            "version of mhclient."
        ) from error
