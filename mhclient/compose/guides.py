"""Which guide `harden` walks and maps with.

`lexical`, `encoder:PATH_OR_ID`, or vectors by an API, `api:PROVIDER:MODEL`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmark.build.graph import fold
from benchmark.harden.guides import Encode, VectorGuide, Vectors, calibrated, vectors_of
from benchmark.harden.harden import with_guide
from benchmark.harden.mapping import bare_name
from benchmark.harden.study import Tools
from benchmark.nearest import near_names
from mhclient.ask.order import Limits
from mhclient.compose.composition import AskRun, Composer, Composition, ask_plainly
from mhclient.compose.embedding import AskedVectors, make_embedder
from mhclient.errors import GONE, UsageError
from mhclient.loading import later
from mhclient.providers.local.settings import require_packages
from mhclient.providers.registry import find_embedder

if TYPE_CHECKING:
    from mhclient.providers.local import encoders
else:  # it brings torch
    encoders = later("mhclient.providers.local.encoders")

LEXICAL, API = "lexical", "api:"
_FORMS = {
    "lexical": "lexical",
    "encoder": "encoder:FOLDER_OR_ID",
    "api": "api:PROVIDER:MODEL",
}


@dataclass(frozen=True, slots=True)
class ApiGuide:
    """A guide whose vectors an API gives.

    Attributes:
        identity: as `--guide` and the manifest name it.
        ask_run: how its requests are asked; never by batch.
    """

    identity: str
    embedder: Composer
    ask_run: AskRun = ask_plainly


def api_guide(
    guide: str, limits: Limits, base_url: str | None = None, ask_run: AskRun = ask_plainly
) -> ApiGuide | None:
    """The guide by an API; None where another is named.

    Raises:
        UsageError: no such model can be asked.
    """
    if not guide.startswith(API):
        return None
    provider, _, name = guide.removeprefix(API).partition(":")
    if not provider or not name.strip():
        raise UsageError(f"`guide={guide}`: name whom to ask, as in 'api:openai:text-embedding-3-small'.")
    embedder = make_embedder(find_embedder(provider, name, base_url), limits)
    return ApiGuide(guide, embedder, ask_run)


class LocalGuide(NamedTuple):
    """A guide whose vectors a model on this machine makes."""

    identity: str
    encode: Encode


def local_guide(guide: str) -> LocalGuide | None:
    """The guide by a model on this machine, opened; None where the lexical one or an API is named.

    Call it before the graph is read, which takes longer than to see that there is no such model.

    Raises:
        UsageError: there is no such guide.
        MissingPackage: torch or transformers are not installed.
        ModelUnusable: no model lies there, or it cannot be loaded.
    """
    if guide == LEXICAL or guide.startswith(API):
        return None
    kind, _, where = guide.partition(":")
    if kind != "encoder" or not where.strip():
        raise UsageError(f"`guide={guide}`: {GONE['static'] if kind == 'static' else _meant(kind)}")
    require_packages(what="`guide=encoder`")
    return LocalGuide(f"encoder:{_named(where)}", encoders.open_encoder(where))


def _meant(kind: str) -> str:
    """The guide that was probably meant; its kind may be right, with nothing after it."""
    near = near_names(kind, _FORMS, 1)
    if near:
        return f"did you mean '{_FORMS[near[0]]}'?"
    return f"it is {', '.join(map(repr, _FORMS.values()))}."


def guided(tools: Tools, guide: LocalGuide | None, kept: Path | None) -> Tools:
    """The tools with a guide of this machine; as they are where there is none.

    Args:
        kept: folder in which the vectors of the graph's names stay.

    Raises:
        SettingsError: what is kept is of another shape.
    """
    if guide is None:
        return tools
    names = tools.graph.nodes.names
    vectors = _name_vectors(names, guide.identity, guide.encode, kept)
    return _with_vectors(
        tools, guide.identity, vectors, _threshold(names, vectors, guide.encode), guide.encode
    )


async def guided_by_api(
    tools: Tools, guide: ApiGuide, composition: Composition
) -> tuple[Tools, AskedVectors]:
    """The tools with vectors by an API, and where further texts are asked.

    Args:
        composition: under whose caps the names are asked.

    Raises:
        What `AskedVectors.fetch` raises.
    """
    apart = Composition(composition.store, composition.made_for, guide.ask_run, composition.asked)
    asked = AskedVectors(guide.embedder, apart)
    names = tools.graph.nodes.names
    await asked.fetch([fold(text) for name in names for text in (name, bare_name(name))])
    vectors = _name_vectors(names, guide.identity, asked.encode, None)
    asked.forget()  # they stand in `vectors` now
    threshold = await asked.settled(lambda: _threshold(names, vectors, asked.encode))
    return _with_vectors(tools, guide.identity, vectors, threshold, asked.encode), asked


class NameVectors(NamedTuple):
    """(n_nodes, dimensions) each: of the nodes' names, and of their names without a closing "(disease)"."""

    walking: Vectors
    mapping: Vectors


def _name_vectors(names: Sequence[str], identity: str, encode: Encode, kept: Path | None) -> NameVectors:
    walking = vectors_of(names, identity, encode, kept)
    bare = [bare_name(name) for name in names]
    return NameVectors(walking, walking if bare == list(names) else vectors_of(bare, identity, encode, kept))


def _threshold(names: Sequence[str], vectors: NameVectors, encode: Encode) -> float:
    return calibrated([bare_name(name) for name in names], vectors.mapping, encode)


def _with_vectors(
    tools: Tools, identity: str, vectors: NameVectors, threshold: float, encode: Encode
) -> Tools:
    walking, mapping = (VectorGuide(identity, threshold, each, encode) for each in vectors)
    return with_guide(tools, walking, mapping)


def _named(where: str) -> str:
    """A model by the hash of its weights; one of the Hub by its name."""
    for name in ("model.safetensors", "pytorch_model.bin"):
        path = Path(where) / name
        if path.is_file():
            with path.open("rb") as file:
                return f"{Path(where).name}@{hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"
    return where
