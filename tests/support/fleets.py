"""A run that machines answer, and what it must come to: the letters and scores of one process, each once."""

import asyncio
import json
import os
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from cache import Store
from cache.connection import open_connection
from mhclient.providers.local.settings import LocalSettings, ModelIdentity, Placement


def run_words(folder, bench, store, *more: str) -> list[str]:
    return [
        *("run", str(bench.directory), "--model", f"local:{folder}", "--store", str(store)),
        *("--checks", "0", "--batch-size", "4", *more),
    ]


def kept(store):
    """Key → letter and scores; each key has one reply and one attempt that brought it."""
    connection = open_connection(store, read_only=True)
    rows = connection.execute("SELECT request_key, completion, body FROM responses").fetchall()
    answered = connection.execute("SELECT count(*) FROM attempts WHERE state = 'answered'").fetchone()[0]
    assert len(rows) == len({row[0] for row in rows}) == answered
    assert connection.execute("SELECT count(error) FROM run_items").fetchone()[0] == 0
    return {row[0]: (row[1], json.loads(zlib.decompress(row[2]))["scores"]) for row in rows}


def assert_alike(found, expected):
    assert found.keys() == expected.keys()
    for key, (letter, scores) in found.items():
        assert letter == expected[key][0]
        for name, forms in scores.items():
            for mine, its in zip(forms, expected[key][1][name], strict=True):
                assert mine[0] == pytest.approx(its[0], abs=1e-4)


def wait_for_replies(store, n: int) -> None:
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        with suppress(Exception), Store.open(store, read_only=True) as opened:
            if opened.check.count()[1] >= n:
                return
        time.sleep(0.05)
    raise AssertionError("too few replies")


@dataclass
class OddModel:
    """A model for Ray's nodes: "poison" ends its process, and the first to be asked "stuck" never answers."""

    identity: ModelIdentity
    settings: LocalSettings
    placement: Placement

    @property
    def endpoint(self) -> str:
        return self.identity.endpoint

    def computed_with(self) -> str:
        return "nothing"

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[Callable[[str], Awaitable[bytes]]]:
        yield self._answer

    async def _answer(self, body: str) -> bytes:
        await asyncio.sleep(0.05)
        if body == "poison":
            os._exit(1)
        if body == "stuck":
            with suppress(FileExistsError):
                Path(self.identity.source).with_suffix(".stuck").touch(exist_ok=False)
                await asyncio.sleep(3600)
        return f"reply to {body}".encode()
