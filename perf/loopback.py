"""Shared by the perf scripts: Python programs in processes of their own, a fixed server, and pairs compared.

Each measurement is a new process, so that memory and CPU are its own; baseline and candidate alternate.
"""

import asyncio
import compileall
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple

ROOT = Path(__file__).parents[1]

# As a user has it: with a key in the environment (without one the keyring is loaded and asked), and with
# bytecode that is compiled once, not at each start.
ENVIRONMENT = {"OPENAI_API_KEY": "x", "MHCLIENT_API_KEY": "x", "PYTHONDONTWRITEBYTECODE": ""}

DRUG = re.compile(rb"'drug (\d+)'")


def reply_of(text: str) -> dict[str, object]:
    """A chat completion that says so; a token has four characters."""
    n_tokens = len(text) // 4 + 1
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "system_fingerprint": "fp_1",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "logprobs": None,
                "finish_reason": "stop",
            }
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": n_tokens, "total_tokens": 100 + n_tokens},
    }


class Done(NamedTuple):
    """What a program printed to stdout, and what it took; CPU seconds are those of its children, too."""

    out: str
    cpu_s: float
    wall_s: float
    peak_mb: float

    def figures(self) -> dict[str, float]:
        """What it took, by name."""
        return {"cpu_s": self.cpu_s, "wall_s": self.wall_s, "peak_mb": self.peak_mb}


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
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *map(str, words)], cwd=at.folder, env=at.environment, stdout=out, stderr=err
        )
        try:
            if meanwhile is not None:
                meanwhile(process.pid)
            _, status, used = os.wait4(process.pid, 0)
            took = time.perf_counter() - began
            process.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            process.kill()
            raise
        if process.returncode:
            err.seek(0)
            raise SystemExit(f"{' '.join(map(str, words))} ended with {process.returncode}:\n{err.read()}")
        out.seek(0)
        return Done(out.read(), used.ru_utime + used.ru_stime, took, used.ru_maxrss / 1024)


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


async def serve(latency_s: float, replies: Sequence[str]) -> None:
    """Answer chat completions; prints its port, runs until killed.

    Args:
        replies: the first is that to the first "drug 0", and so on; a single one is that to every prompt.
    """
    from aiohttp import web

    bodies = [json.dumps(reply_of(text)).encode() for text in replies]

    async def chat(request: web.Request) -> web.Response:
        asked = await request.read()
        number = DRUG.search(asked) if len(bodies) > 1 else None
        if latency_s:
            await asyncio.sleep(latency_s)
        return web.Response(body=bodies[int(number[1]) if number else 0], content_type="application/json")

    app = web.Application()
    app.router.add_post("/v1/chat/completions", chat)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


@contextmanager
def server(latency_s: float = 0.0, replies: Path | None = None) -> Iterator[str]:
    """The fixed server, in its own process; its address. Replies are a list in a file, or always "B"."""
    with running(__file__, "serve", latency_s, *([replies] if replies else [])) as out:
        yield f"http://127.0.0.1:{int(out.readline())}/v1"


def measured(script: Path, *arguments: object) -> dict[str, float]:
    """Run a script in a process of its own; it prints its measurements as one JSON line."""
    done = finish(script, *arguments, at=Place(environment=os.environ | ENVIRONMENT))
    return {name: float(value) for name, value in json.loads(done.out.splitlines()[-1]).items()}


def compile_modules(*checkouts: Path) -> None:
    """Compile a checkout's modules, for the processes that this one starts."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for checkout, name in product(checkouts, ("mhclient", "parsers", "benchmark", "cache")):
        compileall.compile_dir(checkout / name, quiet=1)


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
    said = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8")) if len(sys.argv) > 3 else ["B"]
    asyncio.run(serve(float(sys.argv[2]), said))
