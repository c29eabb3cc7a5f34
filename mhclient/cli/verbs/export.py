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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Flags of `export`."""
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="folder made by build or import")
    parser.add_argument(
        "--to", required=True, choices=list(EXPORTERS),
        help="one Parquet file, Hugging Face datasets, inspect_ai, or lm-evaluation-harness",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, required=True, metavar="PATH", help="file (parquet) or new folder"
    )


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
