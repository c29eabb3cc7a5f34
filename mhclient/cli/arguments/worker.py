"""Arguments of `mhclient worker`."""

import argparse

from mhclient.cli.arguments.asking import add_machine_arguments
from mhclient.cli.arguments.options import port


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Load a local model on this machine and answer the requests of runs that name it with --on. Nothing "
        "is stored here: the run, its store and its benchmark stay where 'mhclient run' was typed. Start it "
        "with the same --model, --ask, --dtype and --engine as the run."
    )
    parser.add_argument(
        "--model", required=True, metavar="NAME", help="a folder, or a name on the Hugging Face Hub"
    )
    parser.add_argument(
        "--ask",
        choices=("forced-choice", "generate"),
        metavar="HOW",
        help="forced-choice or generate, as the run (default: forced-choice)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen at; any but this machine's own needs --token-file (default: 127.0.0.1)",
    )
    parser.add_argument("--port", type=port, default=8770, help="0 for any that is free (default: 8770)")
    parser.add_argument(
        "--token-file", metavar="FILE", help="the file with a token that every request must bear"
    )
    add_machine_arguments(parser.add_argument_group("the model"))
