"""Time and memory of a report: MHGraphBench's 14,288 items, asked of fifteen simulated models.

    python perf/report_size.py [--runs 15] [--items 14288] [--forms json,parquet,html] [--quick] [--record]
    python perf/report_size.py --large [--items 142880,1000000] [--forms json,terminal,html]

With more items every task has as many times more. `--large` is one run of each of several sizes: memory, and
CPU for each item, which is to be the same for all of them. Its stores take 3 GB under /tmp. The form `audit`
is the overview of `mhclient audit`: the first time it is named, of replies that nobody has read; then again.

Modules are compiled beforehand, as in an installed package: where Python is told to write no bytecode
(PYTHONDONTWRITEBYTECODE), every process would compile them again, .36 of 2.5 s in a report of one run.
The baseline reads the same store and every reply in it once, with the reader alone, in one process.
Bars: 20 s and 1,024 MB for the report, 3 MB for the page. One run of any size: 1,200 MB.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import anyio

sys.path.insert(0, str(Path(__file__).parent))

import psutil
from loopback import ROOT, compare, compile_modules, finish, has_ended
from recording import make_parser, recording

from benchmark import Entity, Item, TripleRef, read_benchmark
from benchmark.csv_text import CsvTable
from benchmark.folder import write_benchmark
from cache import Arrival, AttemptEnd, Begun, ClaimTerms, RequestClaim, Response, Spend
from cache.async_store import AsyncStore
from cache.connection import open_connection
from mhclient.ask.order import RunOrder
from mhclient.ask.plan import all_items, prompter_for, request_for
from mhclient.ask.run import open_run
from mhclient.providers.registry import provider_named
from mhclient.read.reading import ShownCompletion, read_completion
from mhclient.run.parameters import Parameters
from mhclient.run.spec import RunSpec
from mhclient.run.variant import load_variant
from mhclient.simulator.completions import write
from mhclient.simulator.profiles import Profile

SCRIPT = Path(__file__)
BLOCK = 2_000
SIZES = {
    **{"ET": 1_847, "EC": 2_000, "FC": 4_000, "RT": 7, "RP": 1_634},
    **{"R1": 1_200, "R2": 1_200, "R1+E": 1_200, "R2+E": 1_200},
}
RELATIONS = (
    *("disease_protein", "contraindication", "indication", "off-label use", "disease_disease"),
    *("disease_phenotype_positive", "exposure_disease"),
)
ASKED = sum(SIZES.values())
OPTIONS = {"ET": 5, "EC": 5, "RT": 4, "RP": 4, "R2": 4, "R2+E": 4}


def graph(draw: Random) -> list[tuple[Entity, str, Entity]]:
    """4,621 triples between 42 diseases and 1,805 other nodes, each at least once."""
    diseases = [Entity("", "disease", f"disease {number}", str(number)) for number in range(42)]
    others = [Entity("", "drug", f"substance {number}", str(number)) for number in range(1_805)]
    ends = others + [draw.choice(others) for _ in range(4_621 - len(others))]
    return [
        (diseases[int(42 * draw.random() ** 2)], RELATIONS[min(6, int(draw.expovariate(0.5)))], end)
        for end in ends
    ]


def items(triples: list[tuple[Entity, str, Entity]], draw: Random, times: float = 1) -> Iterator[Item]:
    """As many items per task as the paper has, or times more; evidence is 1,200 characters."""
    for task, n in SIZES.items():
        letters = "ABCDE"[: OPTIONS.get(task, 2)]
        for number in range(round(n * times)):
            head, relation, tail = triples[number % len(triples)]
            evidence = "\nEvidence: " + "what is known of it, and more of the same; " * 28
            question = f"Item {task}-{number}: what holds of {head.name} and {tail.name} ({relation})?"
            yield Item(
                id=f"{task}-{number:05d}",
                task=task,
                question=question + (evidence if "+E" in task else ""),
                options={letter: f"possibility {letter} of item {number}" for letter in letters},
                gold=(draw.choice(letters),),
                entities=(head, tail),
                relation=relation,
                triples=(TripleRef(head.key, relation, tail.key),),
                details={"base_item": f"{task[:2]}-{number:05d}"} if "+E" in task else {},
            )


def prepare(folder: Path, n_runs: int, part: int, times: float) -> None:
    """A benchmark of one item in `part` of the paper's, or times more, and a store with runs of it."""
    draw = Random(42)
    triples = graph(draw)
    lines = [
        f"{relation},{head.key},disease,{head.name},{head.id},,,{tail.key},drug,{tail.name},{tail.id},,"
        for head, relation, tail in triples
    ]
    columns = ("key", "type", "name", "id", "source", "index")
    head_line = ",".join(["relation", *(f"{end}_{name}" for end in ("head", "tail") for name in columns)])
    table = CsvTable("\n".join([head_line, *lines, ""]), len(lines))
    manifest = {"format": "mhclient-benchmark/1", "kind": "mhgraphbench"}
    write_benchmark(folder / "bench", list(items(triples, draw, times))[::part], manifest, table)
    for number in range(n_runs):
        profile = Profile(
            f"sim-{number}", "", accuracy=0.5 + number / 40, verbose_rate=(number % 5) / 5, refusal_rate=0.03
        )
        anyio.run(answer, folder, profile)


async def answer(folder: Path, profile: Profile) -> None:
    """Store a run's replies without a server."""
    benchmark = read_benchmark(folder / "bench")
    provider = provider_named("openai", "http://127.0.0.1:1/v1")
    spec = RunSpec(
        provider.name,
        profile.name,
        provider.endpoint,
        benchmark.items_sha256,
        load_variant("letter-only"),
        Parameters(),
    )
    async with AsyncStore(folder / "store.sqlite3") as store:
        await open_run(store, RunOrder(benchmark, spec, provider, spec.run_id()))
        known = all_items(store, spec.benchmark)
        prompter = prompter_for(known, spec)
        session = await store.sessions.start(run_id=spec.run_id(), account="nobody", version="perf")
        with (folder / "bench" / "items.jsonl").open() as lines:
            while block := list(islice(lines, BLOCK)):
                replies = [replied(line, prompter, provider, spec, profile) for line in block]
                await store.write(partial(keep, block=replies, run_id=spec.run_id(), session=session))


def replied(line: str, prompter: Any, provider: Any, spec: RunSpec, profile: Profile) -> tuple[Any, Any]:
    """The request of an item, and what the model writes."""
    question = prompter.ask(line)
    gold = json.loads(line)["gold"]
    prompt = question.prompt.messages[-1].content
    said = write(profile, prompt, question.options, gold, seed=1, max_tokens=120)
    return request_for(provider, spec, question), said


def keep(store, block, run_id: str, session: int) -> None:  # type: ignore[no-untyped-def]
    claims = [RequestClaim(request, Spend(1, 500, None)) for request, _ in block]
    begun = store.attempts.claim(claims, ClaimTerms(run_id, session))
    end = AttemptEnd(0.1, 200, {})
    arrivals = [
        Arrival(
            claim.attempt_id,
            request.key,
            Response(b"{}", said.completion, said.finish_reason, "m", None, 100, said.completion_tokens),
            end,
        )
        for claim, (request, said) in zip(begun, block, strict=True)
        if isinstance(claim, Begun)
    ]
    store.attempts.keep_replies(arrivals, run_id)


def runs_in(folder: Path) -> list[str]:
    connection = open_connection(folder / "store.sqlite3", read_only=True)
    return [str(row[0]) for row in connection.execute("SELECT run_id FROM runs ORDER BY run_id")]


def taken(*command: object) -> dict[str, float]:
    """Wall and CPU seconds of a Python command and the processes it starts; the most memory they had at once.

    Memory that several of them share counts for each.
    """
    started, peak = time.perf_counter(), 0

    def look(pid: int) -> None:
        nonlocal peak
        while not has_ended(pid):
            peak = max(peak, held(pid))
            time.sleep(0.5)

    done = finish(*command, meanwhile=look)
    return {"wall_s": time.perf_counter() - started, "cpu_s": done.cpu_s, "peak_mb": peak / 1e6}


def held(pid: int) -> int:
    """Bytes of memory that a process and those it has started hold."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        return sum(each.memory_info().rss for each in [process, *process.children(recursive=True)])
    return 0


def read_all(folder: Path) -> None:
    """Every reply, read against its options, one after the other."""
    connection = open_connection(folder / "store.sqlite3", read_only=True)
    options = {}
    for item_id, body in connection.execute("SELECT item_id, body FROM items"):
        options[item_id] = tuple(json.loads(body)["options"].items())
    replies = connection.execute(
        "SELECT item_id, completion, finish_reason "
        "FROM run_items JOIN responses ON responses.id = response_id"
    )
    for item_id, completion, finish_reason in replies:
        read_completion(ShownCompletion(completion, options[item_id], finish_reason, "single", "letter"))


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--runs", type=int, default=15, help="default: 15")
    parser.add_argument("--items", default="", help="default: 14288; with --large 142880,1000000")
    parser.add_argument("--large", action="store_true", help="one run of each of several sizes")
    parser.add_argument("--forms", default="json,parquet,html", help="default: json,parquet,html")
    parser.add_argument("--bare", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--prepare", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.bare:
        read_all(args.bare)
        return
    if args.prepare:
        prepare(args.prepare, 1, 1, int(args.items) / ASKED)
        return
    compile_modules(ROOT)
    with recording(__file__, args):
        forms = args.forms.split(",")
        if args.large:
            measure_large([int(n) for n in (args.items or "142880,1000000").split(",")], forms)
        elif args.quick:
            measure(2, 50, 1, forms)
        else:
            measure(args.runs, 1, int(args.items or ASKED) / ASKED, forms)


def measure(n_runs: int, part: int, times: float, forms: Sequence[str]) -> None:
    """Report that many runs on one item in `part` of the paper's, or on times more."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        prepare(folder, n_runs, part, times)
        report = ("-m", "mhclient", "report", *runs_in(folder), "--store", folder / "store.sqlite3")
        bare = taken(SCRIPT, "--bare", folder)
        for form in forms:
            ours = taken(*report, "--format", form, "--out", folder / f"report.{form}")
            for figure in ("wall_s", "cpu_s", "peak_mb"):
                compare(f"{form}, {n_runs} runs, against bare reading", [(ours, bare)], figure, None)
            verdicts = (told(ours[name], bar) for name, bar in (("wall_s", 20), ("peak_mb", 1_024)))
            print(form, *verdicts)
        if "html" in forms:
            beside = sum(path.stat().st_size for path in (folder / "report-items").iterdir())
            page = (folder / "report.html").stat().st_size
            print(f"page (MB) {told(page / 1e6, 3)}, item pages {beside / 1e6:.1f} MB")


def measure_large(sizes: Sequence[int], forms: Sequence[str]) -> None:
    """One run of each size; sizes and forms in turn, each report in processes of its own."""
    print(f"{'items':>9}  {'form':9}  {'MB':>5}  {'CPU s':>6}  {'CPU µs per item':>15}  of bare reading")
    for n in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            # In a process of its own: what it takes to make the items is nothing that the report holds.
            subprocess.run([sys.executable, SCRIPT, "--prepare", folder, "--items", str(n)], check=True)
            bare = taken(SCRIPT, "--bare", folder)
            for form in forms:
                of_run = (*runs_in(folder), "--store", folder / "store.sqlite3")
                written = ("--format", form, "--out", folder / f"report.{form}")
                verb = ("audit", *of_run, "--plain") if form == "audit" else ("report", *of_run, *written)
                ours = taken("-m", "mhclient", *verb)
                per_item, ratio = 1e6 * ours["cpu_s"] / n, ours["cpu_s"] / bare["cpu_s"]
                print(
                    f"{n:9,}  {form:9}  {ours['peak_mb']:5.0f}  {ours['cpu_s']:6.1f}  {per_item:15.1f}  "
                    f"{ratio:.2f}  {told(ours['peak_mb'], 1_200)}",
                    flush=True,
                )


def told(value: float, bar: float) -> str:
    return f"{value:.2f} (bar {bar}: {'kept' if value <= bar else 'MISSED'})"


if __name__ == "__main__":
    main()
