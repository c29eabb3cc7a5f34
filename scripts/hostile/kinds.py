"""Every kind of file that the program reads: a good one, how it is spoilt, and the commands that read it.

In the commands FILE stands for the path of the file, and names in capitals for stored runs.
"""

import gzip
import json
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from logs import LOGS, NAMED, Log, a_study, an_eval_log
from prepared import FIXTURE, SAMPLE, Prepared
from spoil import (
    bomb_gzip,
    bomb_store,
    spoil_archive,
    spoil_bytes,
    spoil_csv,
    spoil_eval,
    spoil_json,
    spoil_place,
    spoil_schema,
    spoil_spec,
    spoil_store,
    spoil_toml,
    spoil_zip,
)

Spoil: TypeAlias = Callable[[random.Random, Path], str]

HAS_INSPECT = find_spec("inspect_ai") is not None
INSPECTS = "log of inspect"
TWO = {"options": ["x", "y"], "gold": "A"}
OWN = "".join(json.dumps({"id": name, "question": f"{name}?", **TWO}) + "\n" for name in "QR")
ANSWER = {"id": 1, "response": "Answer: A", "options": {"A": "x", "B": "y"}, "mode": "single"}
ANSWERS = json.dumps(ANSWER | {"finish_reason": "stop", "answer_format": "letter"}) + "\n"
TABLE = "id,question,A,B,gold\n1,Q?,x,y,A\n2,R?,x,y,B\n"
INDEX = """path,type,generator,key,gold,question_chars,option_a,option_b,option_c,option_d
dataset/low/D001/main_gpt.json,type1,gpt,k,B,6,a,b,c,d
"""
VARIANT = r"""name = "v"
description = "d"
prompt = "{question}\n{options}"
answer_format = "letter"
shots = 0
"""

_recorded = json.loads((FIXTURE / "runs.json").read_text(encoding="utf-8"))
RUN_IDS = {name.upper(): str(run["run_id"]) for name, run in _recorded.items()}
RUNS = frozenset(RUN_IDS.values())

KG, DRUGS, DISEASES = (SAMPLE / name for name in ("kg.csv", "drug_features.tab", "disease_features.tab"))
NOWHERE = "http://127.0.0.1:9/v1"
ASKING = f"--provider openai --base-url {NOWHERE} --model m --max-requests 1 --timeout 1"
TWO_SHARDS = ASKING.replace("--max-requests 1", "--max-requests 2 --shard 1/2")
STORE_VERBS = f"""
runs
runs --json
runs rm CHAT
runs rm CHAT VERBOSE --yes
runs model=sim-* CHAT
batches
cache stats
cache verify
cache prune
cache export --out x.jsonl
cache read
cache read CHAT --store mhclient.sqlite3
cache explain 0001ba9b 000e4e4d
cache export --run CHAT --out x.jsonl
cache prune --run CHAT --yes
drift
drift CHAT
report CHAT UNFINISHED
report @last
report variant=letter-only --by relation
report CHAT --format sqlite --out x.sqlite3
report CHAT --format parquet --out x.parquet
report CHAT --format html --out x.html
report CHAT --format csv --out x.csv
report CHAT --format xlsx --out x.xlsx
report CHAT --format latex --figures x
report CHAT --format methods
report CHAT --format junit --out x.xml
report CHAT --format summary-csv --assignment x.csv
report LOCAL --cluster entity --margin 2
compare CHAT VERBOSE
compare CHAT VERBOSE UNFINISHED --all-pairs --format json
compare CHAT VERBOSE --format latex --out x.tex
audit CHAT VERBOSE --plain
audit CHAT --filter outcome:refusal --plain
audit sample CHAT --n 5
audit agreement CHAT
audit decisions CHAT
audit CHAT --export csv
audit CHAT --export html --out x.html
letters LOCAL
letters LOGPROBS --items x.csv
letters LOCAL --orders LOCAL --format json
reread CHAT
reread CHAT --published --json
export CHAT --to inspect --out x.eval
export CHAT --to eee --out x
export CHAT --to lm-eval --out x
power --pilot CHAT VERBOSE
power --pilot CHAT VERBOSE --format json
collect CHAT
collect --base-url http://127.0.0.1:9/v1
batches --json --open
runs CHAT --price 1,2
__complete report s
serve --port 0
reask REFUSING --outcome refusal --temperature 1 --dry-run
run --benchmark bench {ASKING} --run-id new
run --benchmark bench {TWO_SHARDS} --run-id new
run --benchmark bench {ASKING} --dry-run
"""
SHARD_VERBS = """
cache merge all.sqlite3 FILE
cache merge mhclient.sqlite3 FILE
cache merge FILE mhclient.sqlite3
"""
BENCH_VERBS = f"""
verify bench --sample
describe bench
describe bench --format html --out x.html
export bench --to inspect --out x
export bench --to parquet --out x.parquet
export bench --to lm-eval --out x
export bench --to hf --out x
run --benchmark bench {ASKING}
run --benchmark bench {ASKING} --dry-run
power --benchmark bench
"""
KEY_VERBS = """
simulate --list --answer-key FILE
simulate --answer-key FILE --port 0
"""
OWN_VERBS = f"""
import FILE --out made
import FILE --map question=question,gold=gold --name x --out made
run FILE {ASKING} --dry-run
run FILE {ASKING} --run-id new
"""
STUDY_VERBS = """
run FILE
run FILE --dry-run
"""
PARSE_VERBS = """
parse FILE
parse FILE --explain
parse FILE --out x.jsonl
"""
GRAPH_VERBS = """
build --out made --kg FILE --seeds seeds.csv --tasks ET,FC --size ET=5 --size FC=5
verify bench --kg FILE
"""
FEATURED_VERBS = f"""
build --kg {KG} --seeds seeds.csv --disease-features FILE --drug-features {DRUGS} --out made
build --kg {KG} --seeds seeds.csv --disease-features {DISEASES} --drug-features FILE --out made
verify bench --kg {KG} --disease-features FILE --drug-features {DRUGS}
verify bench --kg {KG} --disease-features {DISEASES} --drug-features FILE
"""
SEED_VERBS = f"""
build --kg {KG} --seeds FILE --out made
verify bench --kg {KG} --seeds FILE
"""
DECIDED_VERBS = """
report VERBOSE --decisions FILE
report VERBOSE --decisions FILE --format json
"""
MENTALBENCH = "import mentalbench FILE --out made"
MENTALBENCH_INDEX = "import mentalbench ARCHIVE --index FILE --out made"
# What is written to a place that somebody else has made: a pipe, a device, a folder, a loop of links.
OUTPUT_VERBS = f"""
report CHAT --format json --out FILE
report CHAT --format html --out FILE
report CHAT --format xlsx --out FILE
report CHAT --format parquet --out FILE
report CHAT --format sqlite --out FILE
report CHAT --figures FILE
report CHAT --format json --assignment FILE
compare CHAT VERBOSE --format json --out FILE
letters LOCAL --items FILE
audit CHAT --export html --out FILE
audit decisions CHAT --out FILE
cache export --out FILE
cache merge FILE mhclient.sqlite3
export CHAT --to inspect --out FILE
export CHAT --to lm-eval --out FILE
export bench --to parquet --out FILE
export bench --to hf --out FILE
describe bench --format html --out FILE
verify bench --sample --violations FILE
build --sample --tasks ET --size ET=5 --out FILE
study init FILE
demo --out FILE
demo mentat --out FILE
runs --store FILE
reask REFUSING --outcome refusal --temperature 1 --base-url {NOWHERE} --max-requests 1 --json-log FILE
run --benchmark bench {ASKING} --run-id new --json-log FILE
run --benchmark bench {ASKING} --store FILE
"""


def commands(lines: str) -> tuple[str, ...]:
    """Commands, one per line, with the ids of the stored runs in place of their names."""
    for place in re.findall(r"\b[A-Z]{3,}\b", lines):
        lines = lines.replace(place, RUN_IDS.get(place, place))
    return tuple(lines.split("\n")[1:-1])


def fixture(name: str) -> Callable[[Path], Path]:
    """A copy of something that is in the tree."""
    source = next(place / name for place in (FIXTURE, SAMPLE, FIXTURE.parent) if (place / name).exists())
    return lambda folder: Path(shutil.copy(source, folder / source.name))


def a_benchmark(name: str) -> Callable[[Path], Path]:
    """A benchmark's folder; one of its files is what is spoilt."""

    def make(folder: Path) -> Path:
        shutil.copytree(FIXTURE / "bench", folder / "bench")
        return folder / "bench" / name

    return make


def written(name: str, text: str) -> Callable[[Path], Path]:
    """A small file."""

    def make(folder: Path) -> Path:
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return make


def packed(name: str, text: str) -> Callable[[Path], Path]:
    """A gzip file."""

    def make(folder: Path) -> Path:
        path = folder / f"{name}.gz"
        path.write_bytes(gzip.compress(text.encode()))
        return path

    return make


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    Attributes:
        make: puts a good one into a folder; the file that is spoilt.
        spoil: the ways; one that stands twice is drawn twice as often.
        commands: with FILE for the path.
    """

    name: str
    make: Callable[[Path], Path]
    spoil: tuple[Spoil, ...]
    commands: tuple[str, ...]

    @property
    def in_benchmark(self) -> bool:
        """Whether it is a file of a benchmark's folder."""
        return self.make.__qualname__.startswith("a_benchmark")


def kinds(made: Prepared) -> tuple[Kind, ...]:
    """Every kind of file, with every verb that reads it."""
    usual = (spoil_bytes, spoil_place)
    tables, zipped = (made.bomb_table, *usual), (spoil_zip, spoil_zip, *usual)
    cells, values = (spoil_csv, *usual), (spoil_json, spoil_json, *usual)
    stores = (*(spoil_store, spoil_spec) * 2, spoil_schema, bomb_store, *usual)
    graph, bench = commands(GRAPH_VERBS), commands(BENCH_VERBS)
    imported = commands(OWN_VERBS)
    archive = str(made.folder / "dataset.tar.xz")
    index = MENTALBENCH_INDEX.replace("ARCHIVE", archive)
    tried = f"run --benchmark bench {ASKING} --dry-run --variant FILE"
    seeds, kg = ((SAMPLE / name).read_text(encoding="utf-8") for name in ("seeds.csv", "kg.csv"))
    outputs = commands(OUTPUT_VERBS)
    return (
        Kind("store", made.copy("mhclient.sqlite3"), stores, commands(STORE_VERBS)),
        Kind("shard", made.copy("shard.sqlite3"), stores, commands(SHARD_VERBS)),
        Kind("items", a_benchmark("items.jsonl"), (*values, bomb_gzip), (*bench, *commands(KEY_VERBS))),
        Kind("manifest", a_benchmark("manifest.json"), values, bench),
        Kind("triples", a_benchmark("triples.csv"), cells, bench),
        Kind("own questions", written("own.jsonl", OWN), values, imported),
        Kind("own table", written("own.csv", TABLE), cells, imported),
        Kind("own workbook", fixture("questions/libreoffice.xlsx"), zipped, imported),
        Kind("own questions as Parquet", made.copy("own.parquet"), tables, imported),
        Kind(
            "dataset folder",
            made.a_dataset,
            usual,
            tuple(line.replace("FILE", "data") for line in imported),
        ),
        Kind("study file", a_study, (spoil_toml, spoil_toml, *usual), commands(STUDY_VERBS)),
        *(
            Kind(f"log of {log.tool}", logged(log), values, (log.command,))
            for log in LOGS
            if HAS_INSPECT or not log.tool.startswith("inspect")
        ),
        Kind("log of lighteval", made.copy("details_trees.parquet"), tables, ("adopt FILE",)),
        *((Kind(INSPECTS, an_eval_log, (spoil_eval, spoil_eval, *zipped), ("adopt FILE",)),) * HAS_INSPECT),
        Kind("log as a table", made.copy("log.csv"), cells, (NAMED,)),
        Kind("packed log", packed("log.jsonl", LOGS[-1].text), (bomb_gzip, *usual), (NAMED,)),
        Kind("archive", made.copy("dataset.tar.xz"), (spoil_archive, *usual), (MENTALBENCH,)),
        Kind("index", packed("index.csv", INDEX), (bomb_gzip, *usual), (index,)),
        Kind("answers", written("answers.jsonl", ANSWERS), (*values, bomb_gzip), commands(PARSE_VERBS)),
        Kind("variant", written("v.toml", VARIANT), (spoil_toml, *usual), (tried,)),
        Kind("decisions", fixture("decisions.json"), values, commands(DECIDED_VERBS)),
        Kind("graph", fixture("kg.csv"), cells, graph),
        Kind(
            "packed graph",
            packed("kg.csv", kg),
            (bomb_gzip, *usual),
            graph,
        ),
        Kind("graph as Parquet", made.copy("kg.parquet"), tables, graph),
        Kind("seeds", written("given.csv", seeds), cells, commands(SEED_VERBS)),
        Kind("features", fixture("disease_features.tab"), cells, commands(FEATURED_VERBS)),
        Kind("features as Parquet", made.copy("disease_features.parquet"), tables, commands(FEATURED_VERBS)),
        Kind("what is written", written("place", "old"), (spoil_place,), outputs),
    )


def logged(log: Log) -> Callable[[Path], Path]:
    """A log of another tool."""
    return written(log.name, log.text)
