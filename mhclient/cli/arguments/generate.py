"""Arguments of `mhclient generate`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import CASE_TYPES, GENERATORS
from mhclient.cli.arguments.options import add_store, count
from mhclient.cli.arguments.pace import add_batch_arguments, add_pace_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "generator", choices=GENERATORS, metavar="mentalkg", help="what to make: cases from a diagnosis graph"
    )
    parser.add_argument(
        "kg", type=Path, metavar="KG", help="the graph's folder, such as knowledge_graph/EN of MentalBench"
    )
    parser.add_argument(
        "--check", action="store_true", help="show the graph in figures, or everything wrong with it"
    )
    parser.add_argument(
        "--profiles-only", action="store_true", help="draw profiles and patients; no model is asked"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for what is made")
    parser.add_argument("--seed", type=int, default=0, help="what every draw depends on (default: 0)")
    parser.add_argument(
        "--types",
        type=_types,
        default=CASE_TYPES,
        metavar="1,2,3,4",
        help="1 charts, 2 self-reports, 3 ambiguous, 4 clear cases of a differential (default: all)",
    )
    parser.add_argument(
        "--disorders", type=_names, metavar="ID,ID", help="these disorders alone, and what tells them apart"
    )
    parser.add_argument(
        "--rules",
        type=Path,
        metavar="FILE",
        help="which criteria each rule claims are met: a corrected DIR/rules.csv (default: by its words)",
    )
    parser.add_argument(
        "--classify-rules", action="store_true", help="ask the checker what each rule claims, once"
    )
    _add_models(parser.add_argument_group("who writes, and who checks"))
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_store(parser)
    parser.add_argument(
        "--show", metavar="PATIENT", help="show one patient, such as D013-p1-2; nothing is written"
    )


def _add_models(whom: argparse._ArgumentGroup) -> None:
    whom.add_argument(
        "--writer",
        action="append",
        metavar="PROVIDER:NAME",
        help="a model that writes a case for every patient; repeat it for several",
    )
    whom.add_argument(
        "--checker",
        metavar="PROVIDER:NAME",
        help="a model that is no writer, and says what each text tells (default: checks without a model)",
    )
    whom.add_argument("--base-url", metavar="URL", help="ask this server instead of the providers' own")
    whom.add_argument(
        "--limit", type=count, metavar="N", help="write for N patients of each type alone, a fair sample"
    )


def _types(text: str) -> tuple[str, ...]:
    chosen = tuple(f"type{number}" for number in _names(text))
    for each in chosen:
        if each not in CASE_TYPES:
            raise argparse.ArgumentTypeError(f"{text!r}: types are 1, 2, 3 and 4, such as --types 1,2")
    return tuple(kind for kind in CASE_TYPES if kind in chosen)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
