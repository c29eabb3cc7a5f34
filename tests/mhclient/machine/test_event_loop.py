"""The event loops that commands run on: uvloop, Python's own, and one without signals."""

import asyncio
from importlib.util import find_spec
from typing import Any

import pytest

from mhclient.ask.stopping import stopped_by_ctrl_c
from mhclient.errors import UsageError
from mhclient.machine import event_loop
from mhclient.machine.event_loop import run_async


class LoopWithoutSignals(asyncio.SelectorEventLoop):
    """As the loops of Windows, which refuse every handler."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]
        raise NotImplementedError


async def loop_in_use() -> str:
    return type(asyncio.get_running_loop()).__module__


async def stop_on_ctrl_c() -> None:
    with stopped_by_ctrl_c(print):
        pass


def test_commands_run_on_uvloop_where_there_is_one():
    pytest.importorskip("uvloop")
    assert run_async(loop_in_use).startswith("uvloop")


def test_and_on_pythons_own_loop_where_there_is_none(monkeypatch):
    monkeypatch.setattr(event_loop, "find_spec", lambda name: None if name == "uvloop" else find_spec(name))
    assert run_async(loop_in_use).startswith("asyncio")
    run_async(stop_on_ctrl_c)


def test_a_loop_that_hears_no_ctrl_c_is_refused_with_what_to_do():
    runs = asyncio.Runner(loop_factory=LoopWithoutSignals)
    with runs, pytest.raises(UsageError, match="use mhclient in WSL"):
        runs.run(stop_on_ctrl_c())
