"""Models on the Hugging Face Hub, and in its cache on this machine. Imports transformers."""

from huggingface_hub.utils import logging as hub_logging
from transformers.utils.hub import cached_file, extract_commit_hash

from mhclient.errors import ModelUnusable


def commit_of(name: str, revision: str | None, option: str = "model=") -> str:
    """The commit that a revision of a model is now.

    Args:
        option: what stands before the name where the model is asked for.

    Raises:
        ModelUnusable: there is no such model.
    """
    hub_logging.set_verbosity_error()  # type: ignore[no-untyped-call] # its retries are in the error below
    try:
        config = cached_file(name, "config.json", revision=revision)
    except (OSError, ValueError) as error:
        at = f" at revision {revision}" if revision else ""
        raise ModelUnusable(
            f"`{option}{name}`: no folder of that name, and no model{at} on the Hub or in its cache on this "
            f"machine ({_first_line(error)})."
        ) from error
    commit = extract_commit_hash(config, None)
    if commit is None:
        raise ModelUnusable(f"`{option}{name}`: its commit could not be found out.")
    return str(commit)


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
