"""An event loop that hears no signals."""

import asyncio
from typing import Any

import pytest

from mhclient.ask.stopping import stopped_by_ctrl_c
from mhclient.errors import UsageError


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """As the loops of Windows, which refuse every handler."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


async def stop_on_ctrl_c() -> None:
    with stopped_by_ctrl_c(print):
        pass


def test_a_loop_that_hears_no_ctrl_c_is_refused_with_what_to_do():
    runs = asyncio.Runner(loop_factory=LoopWithoutSignals)
    with runs, pytest.raises(UsageError, match="use mhclient in WSL"):
        runs.run(stop_on_ctrl_c())
