"""`mhclient` with the arguments a user types: in a process of its own that starts quickly, or in this one."""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from mhclient.cli.main import main
from tests.support.killing import run_command_line
from tests.support.processes import finish


class Ended(NamedTuple):
    """How a command ended: its status, and what it printed to stdout and stderr."""

    status: int
    out: str
    said: str


async def typed(arguments: Sequence[str], **environment: str) -> Ended:
    """Run a command; these variables are set beside those of this process."""
    return await ended(run_command_line, list(arguments), **environment)


async def ended(program: Callable[..., int], *arguments: object, **environment: str) -> Ended:
    """Run a program as `processes.finish` does."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said"
        status = await finish(program, *arguments, said=said, environment=os.environ | environment)
        return Ended(status, _text(Path(f"{said}.out")), _text(said))


def typed_here(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> Ended:
    """The same in this thread, as it listens for Ctrl-C; the server it asks is in another (`serving`)."""
    status = main(arguments)
    return Ended(status, *capsys.readouterr())


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
