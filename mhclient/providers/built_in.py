"""The providers that there are, by name. Light: help and the shells' completion list them."""

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from mhclient.loading import later
from mhclient.providers.ask_modes import LOCAL

if TYPE_CHECKING:
    from importlib import metadata
else:  # plug-ins are looked up where a name is none of ours
    metadata = later("importlib.metadata")

ENTRY_POINTS = "mhclient.providers"  # of plug-ins
# What to do where none of them is meant.
OTHERS = (
    "A server of your own is asked as compatible:NAME, with its `base_url`; for a service with another API "
    "write a class: docs/writing-a-provider.md."
)
# name → (module, function); the function takes a base URL or None.
BUILT_IN = {
    "openai": ("mhclient.providers.openai.connection", "openai_provider"),
    "openai-responses": ("mhclient.providers.openai.connection", "openai_responses_provider"),
    "anthropic": ("mhclient.providers.anthropic.connection", "anthropic_provider"),
    "azure": ("mhclient.providers.openai.connection", "azure_provider"),
    "openrouter": ("mhclient.providers.compatible", "openrouter_provider"),
    "gemini": ("mhclient.providers.compatible", "gemini_provider"),
    "gemini-native": ("mhclient.providers.gemini.connection", "gemini_native_provider"),
    "compatible": ("mhclient.providers.compatible", "compatible_provider"),
}


def known_providers() -> list[str]:
    """Built in, local, and plugged in."""
    return [*BUILT_IN, LOCAL, *plugged_in()]


def plugged_in() -> "Mapping[str, metadata.EntryPoint]":
    """Plug-ins by name, looked up once per search path: to look opens a file of every package there is."""
    return _plugged_in(tuple(sys.path))


@lru_cache(maxsize=4)
def _plugged_in(_: tuple[str, ...]) -> "Mapping[str, metadata.EntryPoint]":
    return {entry.name: entry for entry in metadata.entry_points(group=ENTRY_POINTS)}
