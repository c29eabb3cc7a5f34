"""Arguments of `mhclient generate`."""

import argparse
from pathlib import Path

from mhclient.cli.arguments.choices import CASE_TYPES, GENERATORS


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
        "--show", metavar="PATIENT", help="show one patient, such as D013-p1-2; nothing is written"
    )


def _types(text: str) -> tuple[str, ...]:
    chosen = tuple(f"type{number}" for number in _names(text))
    for each in chosen:
        if each not in CASE_TYPES:
            raise argparse.ArgumentTypeError(f"{text!r}: types are 1, 2, 3 and 4, such as --types 1,2")
    return tuple(kind for kind in CASE_TYPES if kind in chosen)


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
