"""Arguments of `mhclient audit`."""

from __future__ import annotations

import argparse
from pathlib import Path

from mhclient.cli.arguments.options import add_store, count, seed

SAMPLE_N, SAMPLE_SEED = 200, 42
EXPORTS = ("csv", "jsonl", "html")
USAGE = """mhclient audit RUN… [--filter TEXT] [--rater NAME] [--plain | --export FORMAT [--out FILE]]
       mhclient audit sample RUN [--n 200] [--seed 42] [--rater NAME] [--settle RATER] [--plain]
       mhclient audit agreement RUN…
       mhclient audit decisions RUN… [--out FILE] [--settle RATER]"""
LOOK = "look"
# What each action makes use of; the others are refused, not passed over.
OPTIONS = {
    LOOK: ("filter", "plain", "export", "out", "rater"),
    "sample": ("filter", "plain", "rater", "n", "seed", "settle"),
    "agreement": (),
    "decisions": ("out", "settle"),
}
ACTIONS = tuple(action for action in OPTIONS if action != LOOK)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = USAGE
    parser.description = (
        "Look at the replies of runs and at what the reader made of them: on a terminal in a full-screen "
        "browser, else as an overview. What a model said is never changed: judgements are kept beside it."
    )
    parser.epilog = (
        "TEXT chooses replies: fields (outcome, grade, rule, task, relation, model, run, said, judged) with "
        'values, and words: outcome:refusal,empty task:FC judged:no "not sure".'
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="[ACTION] RUN",
        help=f"run ids; before them may stand an action: {', '.join(ACTIONS)} (a run of such a name: alone, "
        "or not in the first place)",
    )
    parser.add_argument("--filter", metavar="TEXT", help="only these replies (see below)")
    parser.add_argument(
        "--plain",
        action="store_true",
        default=None,
        help="print the overview, or a sample's figures, also where there is a terminal; draws no sample",
    )
    parser.add_argument("--export", choices=EXPORTS, help="write the replies chosen, each with its reading")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here instead of to the terminal")
    parser.add_argument("--rater", metavar="NAME", help="who judges (default: the name of your account)")
    parser.add_argument("--n", type=count, metavar="N", help=f"sample: replies (default: {SAMPLE_N})")
    parser.add_argument(
        "--seed", type=seed, metavar="N", help=f"sample: of the draw (default: {SAMPLE_SEED})"
    )
    parser.add_argument(
        "--settle", metavar="RATER", help="decisions, sample: whose judgement counts where raters disagree"
    )
    add_store(parser)
