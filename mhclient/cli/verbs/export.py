"""`mhclient export`: a benchmark's items for another tool."""

import argparse
from pathlib import Path
from shlex import quote

from benchmark import read_benchmark
from benchmark.exchange import EXPORTERS
from mhclient.cli.screen.console import out, plain

# What to do next with what was written.
NEXT = {
    "parquet": "polars.read_parquet({path})",
    "hf": "datasets.load_dataset({folder})",
    "inspect": "inspect eval {path} --model PROVIDER/MODEL",
    "lm-eval": "lm_eval --include_path {folder} --tasks {stem} --model MODEL",
}


def execute(args: argparse.Namespace) -> int:
    """Write, then say how to use it."""
    path = EXPORTERS[args.to](read_benchmark(args.benchmark), args.out)
    out.print(plain(f"Written: {args.out}"))
    out.print(plain("Next: " + NEXT[args.to].format(**_words(args.to, path, args.out))), soft_wrap=True)
    return 0


def _words(form: str, path: Path, folder: Path) -> dict[str, str]:
    """Paths as the shell takes them, or as Python does."""
    shown = repr if form in ("parquet", "hf") else quote
    return {"path": shown(str(path)), "folder": shown(str(folder)), "stem": path.stem}
