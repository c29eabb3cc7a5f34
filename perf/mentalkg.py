"""How long do profiles and patients take, and how long does verifying 24,750 generated cases?

Baselines of the same run, in CPU seconds: reading the graph and writing as many JSON lines; and one
pass over the same texts that splits them into words and searches them for the names of disorders.

    python perf/mentalkg.py [--kg DIR] [--rounds 5] [--quick] [--record]

Without --kg a synthetic graph of MentalKG's size is written to a temporary folder. No model is asked:
the texts are the simulator's.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recording import make_parser, recording

from benchmark.imports.mentalkg import read_mentalkg
from benchmark.mentalkg.cases import CaseAttempt, WrittenCase, write_cases
from benchmark.mentalkg.design import CaseDesign, make_design
from benchmark.mentalkg.files import describe_design, write_design
from benchmark.mentalkg.needs import read_from_words, table
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.prompts import writing_prompt
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.texts.form import USABLE_WORDS
from benchmark.mentalkg.texts.leaks import LeakFinder
from benchmark.verify import Inputs, verify
from mhclient.machine.gc_tuning import infrequent_gc
from mhclient.simulator.case_writer import write_case
from mhclient.simulator.draw import Draw
from mhclient.simulator.rates import WriterRates

LIMIT_DESIGN, LIMIT_VERIFY = 3.0, 3.0
SETTINGS = ProfileSettings(7)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--kg", type=Path, metavar="DIR")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with recording(__file__, args), tempfile.TemporaryDirectory() as folder:
        graph = args.kg or write_synthetic(Path(folder) / "graph", 4 if args.quick else 23)
        rounds = 1 if args.quick else args.rounds
        measure_design(graph, Path(folder) / "design", rounds)
        measure_verify(graph, Path(folder) / "cases", rounds, every=20 if args.quick else 1)


def measure_design(kg: Path, out: Path, rounds: int) -> None:
    lines: list[dict[str, Any]] = []

    def ours() -> None:
        with infrequent_gc():  # as the command does
            design = make_whole(kg)
            write_design(out, design, describe_design(design, SETTINGS, []))

    def bare() -> None:
        read_diagnosis_graph(kg)
        (out / "bare.jsonl").write_text(
            "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        )

    ours()
    for name in ("profiles.jsonl", "patients.jsonl"):
        lines += [json.loads(line) for line in (out / name).read_text().splitlines()]
    compare(f"{len(lines):,} profiles and patients", ours, bare, rounds, LIMIT_DESIGN)


def measure_verify(kg: Path, out: Path, rounds: int, every: int) -> None:
    """Of one patient in `every`."""
    design = make_whole(kg)
    described = describe_design(design, SETTINGS, [])
    write_design(out, design, described)
    write_cases(out, design, simulated(design, every), described, read_mentalkg(kg))
    items = [json.loads(line) for line in (out / "items.jsonl").read_text().splitlines()]
    texts = [item["question"] for item in items]
    finder = LeakFinder(design.graph)

    def bare() -> None:
        for text in texts:
            text.split()
            finder.names_in(text)

    compare(f"verify of {len(texts):,} cases", lambda: check(out, kg), bare, rounds, LIMIT_VERIFY)


def check(out: Path, kg: Path) -> None:
    found = verify(out, Inputs(mentalkg=kg))
    assert not found.violations, found.violations[:3]


def make_whole(kg: Path) -> CaseDesign:
    graph = read_diagnosis_graph(kg)
    return make_design(graph, SETTINGS, table(read_from_words(graph)))


def simulated(design: CaseDesign, every: int) -> list[WrittenCase]:
    """A case by each of three writers for one patient in `every`.

    Like the command, none that repeats another's text.
    """
    cases, seen = [], set()
    for patient in design.patients[::every]:
        prompt = writing_prompt(patient, design.graph)
        for writer in ("one", "two", "three"):
            text = write_case(WriterRates(), prompt, Draw(f"{writer}|{prompt}"))
            sized = text is not None and 0 < len(text.split()) <= USABLE_WORDS[1]
            usable = sized and (writer, text) not in seen
            seen.add((writer, text))
            passed = text if usable else None
            attempts = (CaseAttempt(1, {}, None, [], text),)
            cases.append(WrittenCase(patient, writer, writer, attempts, passed))
    return cases


def compare(what: str, ours: Callable[[], None], bare: Callable[[], None], rounds: int, limit: float) -> None:
    """The medians of both, taken in turns."""
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(rounds):
        for name, run in (("ours", ours), ("bare", bare)):
            started = time.process_time()
            run()
            times[name].append(time.process_time() - started)
    one, other = statistics.median(times["ours"]), statistics.median(times["bare"])
    print(f"{what}: {one:.2f} s, baseline {other:.2f} s of CPU: {one / other:.2f} times (limit {limit:g})")


def write_synthetic(folder: Path, n_disorders: int) -> Path:
    """A graph whose disorders have nine symptoms each, five shared with the next, and four differentials."""
    keys = [f"D{number:03}" for number in range(1, n_disorders + 1)]
    symptoms = {f"S{number:03}": symptom(number) for number in range(1, 4 * n_disorders + 6)}
    content: dict[str, Any] = {
        "disorder.json": {key: {"name": f"Condition {key}"} for key in keys},
        "diagnostic_criteria.json": {
            key: {"name": key, "required_criteria": criteria(number)} for number, key in enumerate(keys)
        },
        "symptom/all.json": symptoms,
        "event.json": {"functional_impairment_required": {"types": {"work": "Work"}}},
    }
    for number, key in enumerate(keys):
        others = [keys[(number + step) % n_disorders] for step in range(2, 6)]
        entries = [differential(key, other) for other in dict.fromkeys(others) if other != key]
        content[f"differential_diagnosis/{key}.json"] = {key: entries}
    for name, value in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value))
    return folder


def symptom(number: int) -> dict[str, Any]:
    examples = [f"Notes sign {number} in situation {place} of every day." for place in range(4)]
    return {"name": f"Sign_{number}", "category": "x", "description": f"Sign {number}.", "examples": examples}


def criteria(number: int) -> dict[str, Any]:
    pool = [f"S{4 * number + place:03}" for place in range(1, 10)]
    group = {"relation": "must_include", "min_count": 5, "symptom_pool": pool, "min_duration": "2 weeks"}
    return {f"group_{number}": group, "min_duration": "6 months", "functional_impairment_required": True}


def differential(main_: str, other: str) -> dict[str, Any]:
    rules = {main_: [f"It began with what {main_} is known by."], other: [f"It began as {other} does."]}
    return {"differential_diagnosis": other, "key_difference": "How it began", "rules": rules}


if __name__ == "__main__":
    main()
