"""Vectors of texts from a model on this machine: static ones, looked up token by token, or an encoder's.

Nothing of a model's code is run. A static model (model2vec's layout: model.safetensors with `embeddings`,
tokenizer.json) needs no torch; an encoder is one of the sentence-transformers family, such as MedEmbed.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.harden.vectors import Encode
from mhclient.loading import later
from mhclient.providers.local.packages import require_packages

if TYPE_CHECKING:
    from mhclient.providers.local import encoder_vectors as encoders
    from mhclient.providers.local import static_vectors as tables
else:  # they bring torch, and what comes with the extra `local`
    encoders = later("mhclient.providers.local.encoder_vectors")
    tables = later("mhclient.providers.local.static_vectors")


def static_vectors(folder: Path) -> Encode:
    """The mean of the tokens' vectors.

    Raises:
        MissingPackage: safetensors or tokenizers are not installed.
        ModelUnusable: the folder holds no such model.
    """
    require_packages(("safetensors", "tokenizers"), "`guide=static`")
    return tables.open_table(folder)


def encoder_vectors(source: str) -> Encode:
    """The states of an encoder, pooled as `1_Pooling/config.json` says; by their mean where there is none.

    Raises:
        MissingPackage: torch or transformers are not installed.
        ModelUnusable: no model lies there, or it cannot be loaded.
    """
    require_packages(what="`guide=encoder`")
    return encoders.open_encoder(source)
