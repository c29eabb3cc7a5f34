"""Models that turn texts into vectors, by name: whose they are, and where they are asked."""

from collections.abc import Callable
from importlib import import_module

from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.providers.http import HttpProvider
from mhclient.providers.model import Model

# Provider → (module, function); the function takes a base URL or None.
EMBEDDERS = {
    "openai": ("mhclient.providers.openai.connection", "openai_embedder"),
    "azure": ("mhclient.providers.openai.connection", "azure_embedder"),
    "openrouter": ("mhclient.providers.compatible.connection", "openrouter_embedder"),
    "gemini": ("mhclient.providers.compatible.connection", "gemini_embedder"),
    "compatible": ("mhclient.providers.compatible.connection", "compatible_embedder"),
}


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
