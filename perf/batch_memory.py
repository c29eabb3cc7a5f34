"""Memory and time of a large batch against a small one: submitting it, and collecting its results.

    python perf/batch_memory.py [--quick] [--record]

A batch of 50,000 lines must not take more memory than one of 2,000: lines go out and come in as streams.
The simulator is a process of its own; submitting and collecting are one each.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from children import running
from loopback import Meter, Pair, compare, measured
from recording import make_parser, recording
from request_cost import prepare

SCRIPT = Path(__file__)
PROVIDERS = ("openai", "anthropic")


@contextmanager
def simulator() -> Iterator[str]:
    """`mhclient simulate`, in its own process, with batches that last until its clock is turned."""
    with running("-m", "mhclient", "simulate", "--port", "0", "--batch-time", "3600") as out:
        found = re.search(r"http://\S+", out.readline())
        assert found is not None
        yield found[0]


def turn_clock(url: str) -> None:
    """Let the batches end."""
    told = json.dumps({"advance_s": 3601}).encode()
    urllib.request.urlopen(urllib.request.Request(f"{url}/simulator/clock", told)).read()


def command(what: str, provider: str, url: str, folder: str, store: str) -> list[str]:
    """The command line of one step."""
    if what == "collect":
        return ["collect", "--store", store]
    base_url = url if provider == "anthropic" else f"{url}/v1"
    return [
        *("run", "--batch", "--no-preflight", "--provider", provider, "--model", "sim-tidy"),
        *("--benchmark", folder, "--base-url", base_url, "--store", store),
    ]


def child(what: str, *arguments: str) -> None:
    """One measurement; its figures as a line of JSON."""
    if what == "prepare":
        prepare(Path(arguments[0]), int(arguments[1]))
        print("{}")
        return
    from mhclient.cli.main import main as mhclient

    os.environ.pop("MHCLIENT_STORE", None)
    n, *rest = arguments
    meter = Meter()
    status = mhclient(command(what, *rest))
    assert status == 0
    print(json.dumps(meter.read(int(n))))


def steps(provider: str, n: int) -> dict[str, dict[str, float]]:
    """Submit and collect a batch of n lines; the figures of each."""
    with tempfile.TemporaryDirectory() as scratch, simulator() as url:
        folder, store = Path(scratch) / "benchmark", Path(scratch) / "s.sqlite3"
        measured(SCRIPT, "--child", "prepare", folder, n)
        submitted = measured(SCRIPT, "--child", "submit", n, provider, url, folder, store)
        turn_clock(url)
        collected = measured(SCRIPT, "--child", "collect", n, provider, url, folder, store)
        return {"submit": submitted, "collect": collected}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(*args.child)
        return
    with recording(__file__, args):
        compare_sizes(*((PROVIDERS[:1], 100, 100) if args.quick else (PROVIDERS, 50_000, 2_000)))


def compare_sizes(providers: tuple[str, ...], large: int, small: int) -> None:
    """Batches of that many lines, at each provider; measured once where both are the same."""
    print(f"{large:,} lines / {small:,} lines")
    for provider in providers:
        found = {n: steps(provider, n) for n in {large, small}}
        for step in found[large]:
            pairs: list[Pair] = [(found[large][step], found[small][step])]
            compare(f"{provider}: {step}", pairs, "peak_mb", 1.25)
            compare(f"{provider}: {step}", pairs, "cpu_per_1000", None)
            compare(f"{provider}: {step}", pairs, "wall_s", None)


if __name__ == "__main__":
    main()
