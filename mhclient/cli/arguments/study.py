"""Arguments of `mhclient study`."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a study file, with a comment on each key: models with their parameters, questions, prompt "
        "formats, caps. 'mhclient run FILE' asks it."
    )
    parser.add_argument("action", choices=("init",), metavar="init", help="write an example to begin with")
    parser.add_argument(
        "file", nargs="?", type=Path, default=Path("study.toml"), metavar="FILE", help="default: study.toml"
    )
