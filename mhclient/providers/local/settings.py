"""What a local run is told, which model exactly it is, and what that needs beside this program. No torch.

`LocalSettings` decides the scores and is part of every key; `Placement` only decides where and how fast.

A model is a folder by its contents, or a model of the Hugging Face Hub by its commit. The name of a folder
says nothing about what lies in it, and a branch of a repository moves. Replies are kept under what the
weights are, so that a model trained on does not find its own old answers.
"""

import hashlib
import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Semaphore
from typing import TYPE_CHECKING, Any

from benchmark.extras import how_to_install
from mhclient.errors import MissingPackage, ModelUnusable
from mhclient.loading import later
from mhclient.machine.event_loop import in_daemon_thread
from mhclient.run.letter_forms import ANCHOR, FormSet
from mhclient.run.spec import Ask

if TYPE_CHECKING:
    from huggingface_hub.utils import logging as hub_logging
    from transformers.utils import hub
else:  # a folder's hash needs neither
    hub_logging = later("huggingface_hub.utils.logging")
    hub = later("transformers.utils.hub")

HASHED_AT_ONCE = 8  # files of weights
NEEDED = ("torch", "transformers", "psutil")


def require_ray() -> None:
    """Say how to get what a Ray cluster needs, if it is not there.

    Raises:
        MissingPackage: Ray is not installed.
    """
    if importlib.util.find_spec("ray") is None:
        raise MissingPackage(f"`on=ray` needs Ray. {how_to_install('ray')}")


def require_packages(needed: Sequence[str] = NEEDED, what: str = "`provider=local`") -> None:
    """Say how to get what a local model needs, if it is not there.

    Args:
        what: needs them, in words of the user's.

    Raises:
        MissingPackage: one of them is not installed.
    """
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackage(
            f"{what} needs {', '.join(missing)} (on a machine without a GPU, PyTorch's CPU build: "
            f"pytorch.org). {how_to_install('local')}"
        )


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """Everything beside model, prompt and items that decides what is computed.

    Attributes:
        ask: FORCED_CHOICE or GENERATE.
        dtype: of the weights and the computation; log-softmax is always float32.
        max_length: tokens of prompt and answer at most; a longer item is refused, never cut.
        forms: what says a letter; for a forced choice only.
        anchor: stands at the end of the question; in a generation only where there is no chat template.
        engine: "packed", or "reference" for the paper's way, form by form; for a forced choice only.
    """

    ask: Ask
    dtype: str
    max_length: int
    forms: FormSet | None = None
    anchor: str = ANCHOR
    engine: str | None = None

    def to_json(self) -> dict[str, Any]:
        """For requests and for the record of a run."""
        shared = {
            "ask": self.ask.value,
            "dtype": self.dtype,
            "max_length": self.max_length,
            "anchor": self.anchor,
        }
        if self.ask is Ask.GENERATE or self.forms is None:
            return shared
        return shared | {"forms": list(self.forms.templates), "engine": self.engine}


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and in what portions to compute; none of it enters a key.

    Attributes:
        device_map: "auto", or a device such as "cpu" or "cuda:1", or what accelerate calls a device map.
        batch_size: items computed at once at most.
        n_checks: how many items are computed other ways, too, to measure the numerical noise; None for the
            usual number.
        trust_remote_code: run Python code that a model's folder or repository brings.
        on_ray: on the nodes of a Ray cluster instead of this machine.
        gpus_per_seat: of a Ray node, which one copy of the model takes.
    """

    device_map: str = "auto"
    batch_size: int = 32
    n_checks: int | None = None
    trust_remote_code: bool = False
    on_ray: bool = False
    gpus_per_seat: int = 1


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
    commit = commit_of(path_or_id, revision)
    return ModelIdentity(path_or_id, path_or_id, commit, commit)


def _folder_hash(folder: Path) -> str:
    if not (folder / "config.json").is_file():
        raise ModelUnusable(f"`model={folder}`: no model lies there: it has no config.json.")
    paths = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    # Hashing lets go of the interpreter's lock: several shards of weights are read at once. A pool's threads
    # would have Ctrl-C wait for them.
    slots = Semaphore(HASHED_AT_ONCE)
    digests = [in_daemon_thread(partial(_file_hash, path, slots)) for path in paths]
    lines = [
        f"{path.relative_to(folder).as_posix()} {digest.result()}\n"
        for path, digest in zip(paths, digests, strict=True)
    ]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _file_hash(path: Path, slots: Semaphore) -> str:
    with slots, path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def commit_of(name: str, revision: str | None, option: str = "model=") -> str:
    """The commit that a revision of a model is now.

    Args:
        option: what stands before the name where the model is asked for.

    Raises:
        ModelUnusable: there is no such model.
    """
    hub_logging.set_verbosity_error()  # type: ignore[no-untyped-call] # its retries are in the error below
    try:
        config = hub.cached_file(name, "config.json", revision=revision)
    except (OSError, ValueError) as error:
        at = f" at revision {revision}" if revision else ""
        raise ModelUnusable(
            f"`{option}{name}`: no folder of that name, and no model{at} on the Hub or in its cache on this "
            f"machine ({str(error).strip().splitlines()[0]})."
        ) from error
    commit = hub.extract_commit_hash(config, None)
    if commit is None:
        raise ModelUnusable(f"`{option}{name}`: its commit could not be found out.")
    return str(commit)
