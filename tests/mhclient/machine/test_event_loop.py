"""The event loops that commands run on: Python's own, and one without signals."""

import asyncio
from typing import Any

import pytest

from mhclient.ask.stopping import stopped_by_ctrl_c
from mhclient.errors import UsageError
from mhclient.machine.event_loop import run_async


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """As the loops of Windows, which refuse every handler."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


async def stop_on_ctrl_c() -> None:
    with stopped_by_ctrl_c(print):
        pass


def test_ctrl_c_is_heard_on_the_loop_that_commands_run_on():
    run_async(stop_on_ctrl_c)


def test_a_loop_that_hears_no_ctrl_c_is_refused_with_what_to_do():
    runs = asyncio.Runner(loop_factory=LoopWithoutSignals)
    with runs, pytest.raises(UsageError, match="use mhclient in WSL"):
        runs.run(stop_on_ctrl_c())
