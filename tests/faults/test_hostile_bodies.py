"""Far too large replies: memory stays small, the deadline holds, Ctrl-C is heard, others are answered."""

import asyncio
import os
import re
import signal
import sys
import time
import tracemalloc
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from mhclient.cli.main import main
from mhclient.providers.reply import counts_in
from tests.support.asking import attempts_of, records_of
from tests.support.items import make_items
from tests.support.processes import start, wait_for
from tests.support.raw_server import RawServer, answer_well, bomb, http, reply

pytestmark = pytest.mark.storm

MOST_MB = 200.0  # beyond what it has once all is imported, which is some 100
CONCURRENCY = 256

N_GOOD = 600  # answered first: by then that many may be under way


def run_and_tell_growth(words: list[str]) -> int:
    """The command, which then tells how many kilobytes it had more at its peak than when it was forked.

    From /proc, since ru_maxrss would begin at what its parent had at most.
    """
    at_first = memory_kb("VmRSS")
    status = main(words)
    sys.stdout.flush()
    print(memory_kb("VmHWM") - at_first, file=sys.stderr, flush=True)  # noqa: T201 - it is a program
    return status


def memory_kb(name: str) -> int:
    (kilobytes,) = re.findall(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())
    return int(kilobytes)


def begin(server: RawServer, benchmark, store, provider: str, *more: str) -> BaseProcess:
    words = [
        *("run", "--provider", provider, "--model", "m"),
        *("--base-url", server.openai_base_url, "--benchmark", str(benchmark.directory)),
        *("--store", str(store), "--concurrency", str(CONCURRENCY), "--run-id", "r", *more),
    ]
    environment = os.environ | {"OPENAI_API_KEY": "x"}
    return start(run_and_tell_growth, words, said=store.with_name("said"), environment=environment)


async def ended(process: BaseProcess, store) -> tuple[int, float]:
    """Exit status, and by how many MB its memory grew."""
    status = await wait_for(process)
    return status, int(store.with_name("said").read_text().split()[-1]) / 1024


async def test_256_bombs_at_once_cost_little_memory(make_benchmark, tmp_path):
    """Three megabytes make a large body, and 256 of them far more than the peak that is allowed."""
    benchmark, store = make_benchmark(make_items(N_GOOD + CONCURRENCY)), tmp_path / "s.sqlite3"
    packed = http(bomb(40 << 20), "Content-Encoding: gzip")
    all_there = asyncio.Event()

    async def answer(writer, number):
        if number < N_GOOD:
            return await answer_well(writer)
        if number == N_GOOD + CONCURRENCY - 1:
            all_there.set()
        await asyncio.wait_for(all_there.wait(), 200)
        writer.write(packed)

    async with RawServer(answer) as server:
        status, grown_mb = await ended(
            begin(server, benchmark, store, "openai", "--max-reply-mb", "3"), store
        )
    assert status == 1
    assert grown_mb < MOST_MB
    assert [attempt for attempt in attempts_of(store) if attempt[0] != "answered"] == [
        ("failed", "ReplyTooLarge")
    ] * CONCURRENCY


async def test_one_bomb_is_one_failed_attempt_and_the_others_are_answered(make_benchmark, tmp_path):
    benchmark, store = make_benchmark(make_items(40)), tmp_path / "s.sqlite3"
    packed = http(bomb(100 << 20), "Content-Encoding: gzip")

    async def answer(writer, number):
        if number == 7:
            writer.write(packed)
        else:
            await answer_well(writer)

    async with RawServer(answer) as server:
        await ended(begin(server, benchmark, store, "openai"), store)
    records = records_of(store, "r").values()
    assert sorted(record.error or "" for record in records) == [""] * 39 + ["ReplyTooLarge"]
    assert "more than 32,000,000 bytes" in next(record.detail for record in records if record.error)
    assert len(attempts_of(store)) == 40


async def test_an_endless_body_ends_at_the_deadline_and_ctrl_c_is_heard_meanwhile(make_benchmark, tmp_path):
    """Each of them wants a place for large bodies, and keeps it as long as it may."""
    benchmark, store = make_benchmark(make_items(40)), tmp_path / "s.sqlite3"

    async def answer(writer, number):
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + bytes(2 << 20))
        while True:
            writer.write(bytes(1 << 16))
            await writer.drain()
            await asyncio.sleep(0.5)

    async with RawServer(answer) as server:
        process = begin(server, benchmark, store, "openai", "--no-preflight", "--timeout", "4")
        while server.n_asked < 40:  # noqa: ASYNC110 - another process's; the first 32 have met their deadline
            await asyncio.sleep(0.05)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        await asyncio.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        interrupted_at = time.monotonic()
        status, grown_mb = await ended(process, store)
        assert time.monotonic() - interrupted_at < 100
    assert (status, grown_mb < MOST_MB) == (130, True)
    assert ("failed", "AttemptTimeout") in attempts_of(store)


async def test_replies_that_wait_to_be_asked_again_are_not_kept(make_benchmark, tmp_path):
    """The error of each was kept until its next attempt, and with its frames 7 MB: 24 of them took 500 MB."""
    benchmark, store = make_benchmark(make_items(30)), tmp_path / "s.sqlite3"
    broken = http(reply("word " * 1_400_000)[:-9])

    async def answer(writer, number):
        if 3 <= number < 27:
            writer.write(broken)
        else:
            await answer_well(writer)

    async with RawServer(answer) as server:
        status, grown_mb = await ended(begin(server, benchmark, store, "compatible"), store)
    assert (status, grown_mb < MOST_MB) == (0, True)
    assert attempts_of(store).count(("failed", "MalformedReply")) == 24


def test_whether_a_count_can_be_true_of_a_text_of_31_mb_takes_little_memory():
    text = "word " * (6 << 20)
    tracemalloc.start()
    counts = counts_in({"usage": {"completion_tokens": 5}}, text, None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert counts.completion_tokens is None
    assert peak < 100e6  # it was 700
