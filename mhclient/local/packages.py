"""What a local model needs beside this program."""

import importlib.util

from mhclient.errors import MissingPackage


def require_packages() -> None:
    """Say how to get what a local model needs, if it is not there.

    Raises:
        MissingPackage: torch or transformers is not installed.
    """
    missing = [name for name in ("torch", "transformers") if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackage(
            f"--provider local needs {' and '.join(missing)}: pip install 'mhclient[local]' "
            "(for a machine without a GPU, install PyTorch's CPU build first: pytorch.org)."
        )
