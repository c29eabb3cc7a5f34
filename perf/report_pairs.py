"""CPU of reports, in pairs with another checkout of this project, from stores with the same replies.

    git worktree add ../earlier 932372e
    python perf/report_pairs.py --earlier ../earlier [--runs 1,15] [--forms terminal,json,html] [--pairs 3]
        [--quick] [--record]

A store has MHGraphBench's 14,288 items, asked of so many simulated models (`report_size.py` makes it). Both
of a pair report at the same time, with the same interpreter and packages, so that what else the machine does
hits both. CPU is user and system of the whole command, start and other processes included; modules are
compiled beforehand, as in an installed package. Without --earlier both are this checkout: the ratios are then
what the machine adds.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from against_earlier import environment, pairs
from loopback import ROOT, compare, compile_modules
from recording import make_parser, recording
from report_size import prepare, runs_in

from cache import Store

BAR = 1.05
STORE = "store.sqlite3"


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--earlier", type=Path, default=ROOT, help="a checkout of an earlier version")
    parser.add_argument("--runs", default="1,15", help="in a report (default: 1,15)")
    parser.add_argument("--forms", default="terminal,json,html", help="default: terminal,json,html")
    parser.add_argument("--pairs", type=int, default=3, help="of each form; of one run five times as many")
    args = parser.parse_args()
    if args.quick:
        args.runs, args.forms, args.pairs = "2", "json", 1
    args.earlier = args.earlier.resolve()
    compile_modules(ROOT, args.earlier)
    with recording(__file__, args):
        for n_runs in map(int, args.runs.split(",")):
            measure(n_runs, args)


def measure(n_runs: int, args: argparse.Namespace) -> None:
    """A line of figures for each form."""
    with tempfile.TemporaryDirectory() as scratch:
        ours = Path(scratch)
        prepare(ours, n_runs, 50 if args.quick else 1, 1)
        folders = (ours, ours if args.earlier == ROOT else store_of_earlier(ours, n_runs, args.earlier))
        # Asked of our store alone: run ids are the same in both, and today's version would bring an earlier
        # store up to date, which that version then could not read.
        runs = runs_in(ours)
        for form in args.forms.split(","):

            def line(place: int, number: int, form: str = form) -> Sequence[object]:
                out = ours / f"{place}-{number}" / f"report.{form}"
                out.parent.mkdir(exist_ok=True)
                written = () if form == "terminal" else ("--out", out)
                report = ("report", *runs, "--store", folders[place] / STORE, "--format", form)
                return ("-m", "mhclient", *report, *written)

            found = pairs((ROOT, args.earlier), args.pairs * (5 if n_runs == 1 else 1), line)
            which = "one run" if n_runs == 1 else f"{n_runs} runs"
            compare(f"{form}, {which} of 14,288 items", found, "cpu_s", BAR)


def store_of_earlier(ours: Path, n_runs: int, earlier: Path) -> Path:
    """Make one with the same questions and replies, by the earlier checkout; returns its folder."""
    folder, replies = ours / "earlier", ours / "replies.json"
    folder.mkdir()
    replies.write_text(json.dumps(exchanged(ours)), encoding="utf-8")
    script = Path(__file__).with_name("earlier_store.py")
    command = [sys.executable, str(script), str(folder), str(n_runs), str(replies)]
    subprocess.run(command, cwd=earlier, env=environment(earlier), check=True)
    return folder


def exchanged(folder: Path) -> dict[str, object]:
    """The store's questions by item, and its replies by model, in the order of the items."""
    lines = (folder / "bench" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    questions = {item["id"]: item["question"] for item in map(json.loads, lines)}
    with Store.open(folder / STORE, read_only=True) as store:
        replies = {
            store.runs.get(run_id).spec["model"]: [
                {
                    "completion": row.completion,
                    "finish_reason": row.finish_reason,
                    "completion_tokens": row.completion_tokens,
                }
                for row in store.results.read_replies(run_id)
            ]
            for run_id in runs_in(folder)
        }
    return {"questions": questions, "replies": replies}


if __name__ == "__main__":
    main()
