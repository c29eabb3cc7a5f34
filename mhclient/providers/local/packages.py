"""What a local model needs beside this program."""

import importlib.util

from mhclient.errors import MissingPackage

NEEDED = ("torch", "transformers", "psutil")


def require_packages() -> None:
    """Say how to get what a local model needs, if it is not there.

    Raises:
        MissingPackage: one of them is not installed.
    """
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingPackage(
            f"`provider=local` needs {' and '.join(missing)}: pip install 'mhclient[local]' "
            "(for a machine without a GPU, install PyTorch's CPU build first: pytorch.org)."
        )
