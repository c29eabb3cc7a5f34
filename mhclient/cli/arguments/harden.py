"""Arguments of `mhclient harden`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_store, amount, amount_or_none, count, names
from mhclient.cli.arguments.pace import add_batch_arguments, add_pace_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Replace the wrong options of a benchmark by ones that lie near the right one in a knowledge graph, "
        "and check each against the whole graph: an option that the graph calls right is refused. Question, "
        "right option and its letter stay. Without a model (--method graph) the options are names of the "
        "graph; with --writer a model writes them along paths. The same command again asks only what is "
        "missing."
    )
    parser.add_argument("benchmark", type=Path, metavar="DIR", help="the benchmark whose items are hardened")
    parser.add_argument(
        "--kg", type=Path, metavar="FILE", help="PrimeKG's kg.csv, also gzipped or as Parquet"
    )
    parser.add_argument(
        "--sample", action="store_true", help="use the small sample graph in the package; no download"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the hardened benchmark")
    parser.add_argument("--force", action="store_true", help="replace a benchmark that is already in --out")
    parser.add_argument(
        "--show",
        metavar="ITEM",
        help="show one item: what it maps to, its paths, and what becomes of each name",
    )
    _add_how(parser.add_argument_group("how"))
    _add_models(parser.add_argument_group("models"))
    _add_which(parser.add_argument_group("which items"))
    add_pace_arguments(parser)
    add_batch_arguments(parser)
    add_store(parser)


def _add_how(how: argparse._ArgumentGroup) -> None:
    how.add_argument(
        "--method",
        choices=("graph", "walk", "direct"),
        help="graph: names at the ends of paths, no model; walk: a writer is shown the paths; direct: the "
        "same writer without them, as a control (default: walk with --writer)",
    )
    how.add_argument(
        "--depth", type=count, default=3, metavar="L", help="longest path, in steps (default: 3)"
    )
    how.add_argument(
        "--beam", type=count, default=5, metavar="K", help="next nodes kept per path (default: 5)"
    )
    how.add_argument(
        "--relations",
        type=names,
        metavar="NAME,…",
        help="follow only these relations (default: all but drug_drug and anatomy_protein_*)",
    )
    how.add_argument(
        "--guide",
        default="lexical",
        metavar="GUIDE",
        help="how names are compared with a question: lexical (shared letters), encoder:FOLDER_OR_ID, "
        "which needs the extra 'local', or api:PROVIDER:MODEL, vectors by an API, kept in the store "
        "(default: lexical)",
    )
    how.add_argument(
        "--threshold",
        type=amount,
        metavar="COSINE",
        help="lowest score at which the nearest name counts as a match (default: the guide's own)",
    )
    how.add_argument(
        "--unverified",
        choices=("refuse", "flag"),
        default="refuse",
        help="what to do with options that the graph can neither confirm nor rule out (default: refuse)",
    )
    how.add_argument(
        "--short",
        choices=("fill", "drop"),
        default="fill",
        help="items with too few new options: fill keeps old ones, drop leaves the item out (default: fill)",
    )
    how.add_argument(
        "--relatives", choices=("keep",), help="allow parents and children of the right answer as options"
    )
    how.add_argument(
        "--any-type", action="store_true", help="options may be of another type than the right answer"
    )
    how.add_argument(
        "--pool", type=Path, metavar="FILE", help="use only the names in this file, one per line"
    )
    how.add_argument("--seed", type=int, default=0, help="seed for the order of the options (default: 0)")


def _add_models(models: argparse._ArgumentGroup) -> None:
    models.add_argument("--writer", metavar="PROVIDER:NAME", help="the model that writes options")
    models.add_argument(
        "--judge",
        metavar="PROVIDER:NAME",
        help="a model that is also asked whether each option is right",
    )
    models.add_argument(
        "--map-with",
        metavar="PROVIDER:NAME",
        help="the model that finds entities and picks nodes (default: none)",
    )
    models.add_argument("--base-url", metavar="URL", help="ask this server instead of the providers' own")
    models.add_argument(
        "--temperature",
        type=amount_or_none,
        default=0.7,
        metavar="T",
        help="of the writer; 'none' sends none (default: 0.7); mapping and judging are asked at 0",
    )
    models.add_argument(
        "--max-tokens",
        type=count,
        default=1000,
        metavar="N",
        help="longest reply of the writer (default: 1000)",
    )
    models.add_argument(
        "--rounds",
        type=count,
        default=3,
        metavar="N",
        help="the most rounds in which the writer is asked (default: 3)",
    )


def _add_which(which: argparse._ArgumentGroup) -> None:
    which.add_argument("--tasks", type=names, metavar="NAME,…", help="only these tasks (default: all)")
    which.add_argument(
        "--limit", type=count, metavar="N", help="at most N items in all, spread evenly over the tasks"
    )
