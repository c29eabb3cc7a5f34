"""Which model exactly: a folder by its contents, a model of the Hugging Face Hub by its commit.

The name of a folder says nothing about what lies in it, and a branch of a repository moves. Replies are
kept under what the weights are, so that a model trained on does not find its own old answers.
"""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mhclient.errors import ModelUnusable
from mhclient.loading import later

if TYPE_CHECKING:
    from mhclient.providers.local import hub
else:  # it brings transformers, and a folder's hash needs none
    hub = later("mhclient.providers.local.hub")

# What decides a model's numbers: configuration, code, tokenizer, weights. Notes and pictures do not.
SUFFIXES = frozenset(
    {".json", ".safetensors", ".bin", ".model", ".jinja", ".py", ".txt", ".tiktoken", ".gguf"}
)
OF_WEIGHTS = frozenset({".safetensors", ".bin", ".gguf"})


@dataclass(frozen=True, slots=True)
class ModelIdentity:
    """A model, pinned.

    Attributes:
        name: for people and reports: the folder's name, or the name on the Hub.
        source: where transformers loads it from: a folder's path, or the name on the Hub.
        revision: the commit on the Hub, or `sha256-` and the first 32 digits of the hash of the folder.
        commit: the commit to load; None for a folder.
    """

    name: str
    source: str
    revision: str
    commit: str | None

    def n_bytes(self) -> int | None:
        """What the files of its weights take on this machine; None for a model of the Hub.

        That one may not be here yet.
        """
        if self.commit is not None:
            return None
        folder = Path(self.source)
        return sum(path.stat().st_size for path in folder.iterdir() if path.suffix in OF_WEIGHTS)

    @property
    def endpoint(self) -> str:
        """As in every request's key."""
        return f"local:{self.name}@{self.revision}"


def identify(path_or_id: str, revision: str | None) -> ModelIdentity:
    """The model of that folder, or of that name on the Hub.

    Raises:
        ModelUnusable: there is neither; or a folder was given with a revision.
    """
    folder = Path(path_or_id).expanduser()
    if not path_or_id:
        raise ModelUnusable("`model` is empty.")
    if folder.is_dir():
        if revision is not None:
            raise ModelUnusable(f"`revision`: {folder} is a folder; revisions are of models on the Hub.")
        return ModelIdentity(folder.resolve().name, str(folder), f"sha256-{_folder_hash(folder)[:32]}", None)
    commit = hub.commit_of(path_or_id, revision)
    return ModelIdentity(path_or_id, path_or_id, commit, commit)


def _folder_hash(folder: Path) -> str:
    if not (folder / "config.json").is_file():
        raise ModelUnusable(f"`model={folder}`: no model lies there: it has no config.json.")
    paths = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    # Hashing lets go of the interpreter's lock: several shards of weights are read at once.
    with ThreadPoolExecutor() as pool:
        digests = pool.map(_file_hash, paths)
        lines = [
            f"{path.relative_to(folder).as_posix()} {digest}\n"
            for path, digest in zip(paths, digests, strict=True)
        ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
