"""The whole design of a diagnosis graph by three simulated writers, through the store: counts, truths, time.

    python perf/mentalkg_whole.py --kg DIR [--record]    # 24,750 cases of MentalKG: about five minutes
    python perf/mentalkg_whole.py --quick                # few cases of a synthetic graph

The command runs as users run it, in a process of its own, against `mhclient simulate`; then `verify` does.
Truths are counted from the graph with the code that draws, and `verify` looks with code of its own.
"""

import json
import os
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from children import Place, finish, running
from mentalkg import write_synthetic
from recording import make_parser, recording

from benchmark.mentalkg.design import CaseDesign, make_design
from benchmark.mentalkg.needs import read_from_words, table
from benchmark.mentalkg.profile import facts_of
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.satisfy import satisfies
from benchmark.mentalkg.separate import meets_symptoms
from cache import Store

WRITERS = ("sim-writer", "sim-writer:short=0", "sim-writer:copy=0")  # one model under three names
SEED = 7
SAID = {True: "true", False: "false", None: "unknown"}


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--kg", type=Path, metavar="DIR")
    args = parser.parse_args()
    if not args.quick and args.kg is None:
        raise SystemExit("name the graph's folder with --kg, or see whether it runs with --quick")
    with recording(__file__, args), tempfile.TemporaryDirectory() as scratch:
        kg = args.kg or write_synthetic(Path(scratch) / "graph", 4)
        make_and_verify(kg, Path(scratch), ["--limit", "3"] if args.quick else [])
        show_truths(kg)


def make_and_verify(kg: Path, scratch: Path, more: list[str]) -> None:
    out, store = scratch / "cases", scratch / "cases.sqlite3"
    with simulated() as url:
        writers = [word for name in WRITERS for word in ("--writer", f"openai:{name}")]
        place = ["--out", str(out), "--store", str(store), "--base-url", url, "--seed", str(SEED)]
        words = ["generate", "mentalkg", str(kg), *place, *writers, "--no-preflight", *more]
        made = timed("generate", words)
        print(last_line(made))
        before = bytes_of(out)
        timed("the same command again", words)
        print(f"the same bytes in all files: {bytes_of(out) == before}")
    print(last_line(timed("verify", ["verify", str(out), "--mentalkg", str(kg), "--store", str(store)])))
    print(f"cases by type: {dict(Counter(item['task'] for item in lines_of(out / 'items.jsonl')))}")
    show_prompts(lines_of(out / "provenance.jsonl"), store)


@contextmanager
def simulated() -> Iterator[str]:
    """A server of simulated models; its address."""
    with running("-m", "mhclient", "simulate", "--port", "0") as out:
        yield next(found[0] for line in out if (found := re.search(r"http://\S+/v1$", line)))


def timed(what: str, words: list[str]) -> str:
    """What a command says; prints the time and the memory that it took."""
    began_at = time.monotonic()
    environment = os.environ | {"OPENAI_API_KEY": "sk-simulated-0000000000"}
    done = finish("-m", "mhclient", *words, at=Place(environment=environment))
    wall_s, peak_mb = time.monotonic() - began_at, done.used.ru_maxrss / 1024
    print(f"{what}: {done.cpu_s:.0f} s of CPU, {wall_s:.0f} s in all, {peak_mb:,.0f} MB at most")
    return done.out


def last_line(text: str) -> str:
    """Without the folder that it names, which is a temporary one."""
    return re.sub(r" in /\S+$", "", text.strip().splitlines()[-1])


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def show_prompts(cases: list[dict[str, Any]], path: Path) -> None:
    """Whether all writers of a patient were sent the same messages, by the requests in the store."""
    prompts = defaultdict(set)
    with Store.open(path, read_only=True) as store:
        bodies = store.requests.read_bodies([case["attempts"][0]["request_keys"]["write"] for case in cases])
        for case, body in zip(cases, bodies, strict=True):
            prompts[case["patient"]].add(json.dumps(json.loads(body or "")["messages"]))
    same = sum(len(each) == 1 for each in prompts.values())
    print(f"{same:,} of {len(prompts):,} patients have the same prompt for all {len(WRITERS)} writers")


def show_truths(kg: Path) -> None:
    """What profiles are under the graph's criteria, and what the options beside the gold are."""
    graph = read_diagnosis_graph(kg)
    design = make_design(graph, ProfileSettings(SEED), table(read_from_words(graph)))
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for profile in design.profiles:
        for statement in profile.parts.values():
            truths = [
                satisfies(facts_of(statement, profile.main, graph), graph.disorders[key])
                for key in statement.gold
            ]
            marked = ", withheld: duration" if statement.partial_by else ""
            found[profile.type].update(SAID[truth] + marked for truth in truths)
    for kind, counts in found.items():
        print(f"{kind}, the gold by the criteria: {dict(counts)}")
    print(f"options besides, right by symptoms without a fact that separates: {n_unseparated(design)}")


def n_unseparated(design: CaseDesign) -> int:
    return sum(
        meets_symptoms(patient.profile.parts[patient.part], design.graph.disorders[key])
        and key not in patient.separated_by
        for patient in design.patients
        for key in set(patient.options.values()) - {patient.profile.main, patient.profile.other}
    )


if __name__ == "__main__":
    main()
