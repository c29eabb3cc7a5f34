"""What a local model needs beside this program."""

import importlib.util
from collections.abc import Sequence

from benchmark.extras import how_to_install
from mhclient.errors import MissingPackage

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
