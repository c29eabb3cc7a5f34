"""`mhclient export`: a benchmark's items for another tool."""

import argparse

from benchmark import read_benchmark
from benchmark.exchange import EXPORTERS
from mhclient.cli.screen.console import out, plain


def execute(args: argparse.Namespace) -> int:
    """Write, then say how to use it."""
    exporter = EXPORTERS[args.to]
    path = exporter.write(read_benchmark(args.benchmark), args.out)
    out.print(plain(f"Written: {args.out}"))
    out.print(plain(f"Next: {exporter.say_next(path, args.out)}"), soft_wrap=True)
    return 0
