"""How a prompt is shown to a model that a server elsewhere runs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from mhclient.loading import later
from mhclient.providers.local.packages import require_packages
from mhclient.providers.local.shown import anchored, messages_of, plain_text
from mhclient.providers.local.surface_forms import Encode
from mhclient.run.parameters import Prompt

if TYPE_CHECKING:
    from mhclient.providers.local import tokenizer as tokenizers
else:  # it brings transformers, which few servers' users have installed
    tokenizers = later("mhclient.providers.local.tokenizer")


@dataclass(frozen=True, slots=True)
class ServedPrompts:
    """Prompts for a model that is served elsewhere.

    Attributes:
        show: a prompt as text.
        encode: texts as token ids; None where the server's tokenizer is not known.
    """

    show: Callable[[Prompt], str]
    encode: Encode | None = None


def shower(tokenizer: str | None, revision: str | None, anchor: str) -> ServedPrompts:
    """What shows a prompt to a model that is served elsewhere.

    Args:
        tokenizer: folder or name of the tokenizer whose chat template is used; None for plain text.

    Raises:
        MissingPackage: transformers is not installed.
        ModelUnusable: there is no such tokenizer, or it has no chat template.
    """
    if tokenizer is None:
        return ServedPrompts(lambda prompt: plain_text(anchored(messages_of(prompt), anchor)))
    require_packages()
    loaded = tokenizers.load_tokenizer(tokenizer, revision)
    return ServedPrompts(
        lambda prompt: tokenizers.shown_text(loaded, messages_of(prompt), anchor),
        partial(tokenizers.encoded, loaded),
    )
