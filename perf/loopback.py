"""Shared by the perf scripts: Python programs in processes of their own, a fixed server, and pairs compared.

Each measurement is a new process, so that memory and CPU are its own; baseline and candidate alternate.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[1]

# As a user has it: with a key in the environment (without one the keyring is loaded and asked), and with
# bytecode that is compiled once, not at each start.
ENVIRONMENT = {"OPENAI_API_KEY": "x", "MHCLIENT_API_KEY": "x", "PYTHONDONTWRITEBYTECODE": ""}

REPLY = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "system_fingerprint": "fp_1",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "B", "refusal": None},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 100, "completion_tokens": 1, "total_tokens": 101},
}


class Done(NamedTuple):
    """What a program printed to stdout, and the CPU seconds it took, those of its children included."""

    out: str
    cpu_s: float


class Place(NamedTuple):
    """The folder and the environment of a program; this process's where they are None."""

    folder: Path | None = None
    environment: Mapping[str, str] | None = None


HERE = Place()


def finish(*words: object, at: Place = HERE, meanwhile: Callable[[int], None] | None = None) -> Done:
    """Run Python with these words, as `-m mhclient runs`, to its end.

    Args:
        meanwhile: is called with the process's id once it is started, and returns when that has ended.

    Raises:
        SystemExit: it ended with another status than 0.
    """
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            [sys.executable, *map(str, words)], cwd=at.folder, env=at.environment, stdout=out, stderr=err
        )
        try:
            if meanwhile is not None:
                meanwhile(process.pid)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            process.kill()
            raise
        if process.returncode:
            err.seek(0)
            raise SystemExit(f"{' '.join(map(str, words))} ended with {process.returncode}:\n{err.read()}")
        out.seek(0)
        return Done(out.read(), used.ru_utime + used.ru_stime)


@contextmanager
def running(*words: object) -> Iterator[IO[str]]:
    """Run Python with these words while the block lasts, and give what it prints."""
    with subprocess.Popen(
        [sys.executable, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            process.kill()


def has_ended(pid: int) -> bool:
    """Whether a program has ended that nobody has waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


async def serve(latency_s: float) -> None:
    """Answer every chat completion with the same reply; prints its port, runs until killed."""
    from aiohttp import web

    body = json.dumps(REPLY).encode()

    async def chat(request: web.Request) -> web.Response:
        await request.read()
        if latency_s:
            await asyncio.sleep(latency_s)
        return web.Response(body=body, content_type="application/json")

    app = web.Application()
    app.router.add_post("/v1/chat/completions", chat)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


@contextmanager
def server(latency_s: float = 0.0) -> Iterator[str]:
    """The fixed server, in its own process; its address."""
    with running(__file__, "serve", latency_s) as out:
        yield f"http://127.0.0.1:{int(out.readline())}/v1"


def measured(script: Path, *arguments: object) -> dict[str, float]:
    """Run a script in a process of its own; it prints its measurements as one JSON line."""
    done = finish(script, *arguments, at=Place(environment=os.environ | ENVIRONMENT))
    return {name: float(value) for name, value in json.loads(done.out.splitlines()[-1]).items()}


class Meter:
    """CPU, wall and peak memory of this process from here to `read`."""

    def __init__(self) -> None:
        self._cpu, self._wall = time.process_time(), time.perf_counter()

    def read(self, n: int) -> dict[str, float]:
        """Per 1,000 of n: CPU seconds; and wall seconds and peak MB in all."""
        return {
            "cpu_per_1000": (time.process_time() - self._cpu) / n * 1000,
            "wall_s": time.perf_counter() - self._wall,
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }


# The figures of a candidate and of its baseline, measured one after the other.
Pair = tuple[dict[str, float], dict[str, float]]


def compare(name: str, pairs: list[Pair], figure: str, bar: float | None) -> None:
    """Print the median of the pairwise ratios candidate / baseline of one figure."""
    ratios = sorted(candidate[figure] / baseline[figure] for candidate, baseline in pairs)
    ours = median(candidate[figure] for candidate, _ in pairs)
    theirs = median(baseline[figure] for _, baseline in pairs)
    verdict = "" if bar is None else f"  (bar {bar:g}: {'kept' if median(ratios) <= bar else 'MISSED'})"
    print(
        f"{name:46} {figure:13} {ours:9.3f} / {theirs:9.3f} = {median(ratios):5.2f} "
        f"[{ratios[0]:.2f}–{ratios[-1]:.2f}]{verdict}",
        flush=True,
    )


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[2])))
