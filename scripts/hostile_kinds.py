"""Every kind of file that the program reads: a good one, how it is spoilt, and the commands that read it."""

import gzip
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import polars
from hostile_changes import spoil_bytes, spoil_csv, spoil_json, spoil_place, spoil_toml
from hostile_logs import LOGS, NAMED, QUESTION, Log, a_study, an_eval_log
from hostile_makers import FIXTURE, ROOT, SAMPLE, a_benchmark, fixture, packed, written
from hostile_sources import SOURCES, having
from hostile_stores import bomb_gzip, bomb_store, spoil_archive, spoil_schema, spoil_spec, spoil_store

from cache import Store
from tests.support.logs import LIGHTEVAL

Spoil: TypeAlias = Callable[[random.Random, Path], str]

ASKING = "--provider openai --base-url http://127.0.0.1:9/v1 --model m --max-requests 1 --timeout 1"
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
report CHAT UNFINISHED
report @last
report variant=letter-only --by relation
report CHAT --format sqlite --out x.sqlite3
report CHAT --format parquet --out x.parquet
report CHAT --format html --out x.html
report CHAT --format csv --out x.csv
compare CHAT VERBOSE
audit CHAT VERBOSE --plain
audit agreement CHAT
audit decisions CHAT
audit CHAT --export csv
letters LOCAL
letters LOGPROBS --items x.csv
reread CHAT
export CHAT --to inspect --out x.eval
export CHAT --to eee --out x
export CHAT --to lm-eval --out x
power --pilot CHAT VERBOSE
collect CHAT
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
SEED_VERBS = f"""
build --kg {SAMPLE}/kg.csv --seeds FILE --out made
verify bench --kg {SAMPLE}/kg.csv --seeds FILE
"""
DECIDED_VERBS = """
report VERBOSE --decisions FILE
report VERBOSE --decisions FILE --format json
"""
FEATURES_VERB = (
    f"build --kg {SAMPLE}/kg.csv --seeds seeds.csv --disease-features FILE "
    f"--drug-features {SAMPLE}/drug_features.tab --out made"
)

_recorded = json.loads((FIXTURE / "runs.json").read_text(encoding="utf-8"))
RUN_IDS = {name.upper(): str(run["run_id"]) for name, run in _recorded.items()}
RUNS = frozenset(RUN_IDS.values())

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


@dataclass(frozen=True)
class Prepared:
    """What takes long to make: made once, in a folder, and copied."""

    folder: Path

    @property
    def sources(self) -> Path:
        return self.folder / "sources"

    def make(self) -> None:
        """Make it. In a process of its own: polars starts threads, which no forked process has."""
        store = self.folder / "mhclient.sqlite3"
        store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
        Store.open(store).close()
        for name, separator in (("kg.csv", ","), ("disease_features.tab", "\t")):
            target = (self.folder / name).with_suffix(".parquet")
            polars.read_csv(SAMPLE / name, separator=separator, infer_schema=False).write_parquet(target)
        maker = [sys.executable, str(ROOT / "scripts" / "make_hostile_sources.py"), str(self.sources)]
        self.sources.mkdir()
        subprocess.run(maker, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.copy(store, self.folder / "shard.sqlite3")
        polars.DataFrame([LIGHTEVAL]).write_parquet(self.folder / "details_trees.parquet")
        polars.DataFrame([QUESTION] * 2).write_parquet(self.folder / "own.parquet")
        own = json.loads(LOGS[-1].text.splitlines()[0])
        table = polars.DataFrame([own | {"opts": json.dumps(own["opts"])}])
        table.write_csv(self.folder / "log.csv")
        case = {"k": {"question": "Which?", "options": "A. a\nB. b\nC. c\nD. d", "answer": "B. b"}}
        with tarfile.open(self.folder / "dataset.tar.xz", "w:xz") as archive:
            data = json.dumps(case).encode()
            info = tarfile.TarInfo("dataset/low/D001/main_gpt.json")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))

    def copy(self, name: str) -> Callable[[Path], Path]:
        """A copy of a file of it."""
        return lambda folder: Path(shutil.copy(self.folder / name, folder / name))

    def a_dataset(self, folder: Path) -> Path:
        """A folder as the Hub keeps them, `data` here; one of its two files is what is spoilt."""
        (folder / "data").mkdir()
        for name in ("train.parquet", "test.parquet"):
            shutil.copy(self.folder / "own.parquet", folder / "data" / name)
        return folder / "data" / "test.parquet"

    def kinds(self) -> tuple[Kind, ...]:
        """Every kind of file, with every verb that reads it."""
        usual = (spoil_bytes, spoil_place)
        cells, values = (spoil_csv, *usual), (spoil_json, spoil_json, *usual)
        stores = (*(spoil_store, spoil_spec) * 2, spoil_schema, bomb_store, *usual)
        graph, bench = commands(GRAPH_VERBS), commands(BENCH_VERBS)
        imported = commands(OWN_VERBS)
        index = f"import mentalbench {self.folder}/dataset.tar.xz --index FILE --out made"
        tried = f"run --benchmark bench {ASKING} --dry-run --variant FILE"
        seeds, kg = ((SAMPLE / name).read_text(encoding="utf-8") for name in ("seeds.csv", "kg.csv"))
        return (
            Kind("store", self.copy("mhclient.sqlite3"), stores, commands(STORE_VERBS)),
            Kind("shard", self.copy("shard.sqlite3"), stores, commands(SHARD_VERBS)),
            *(Kind(one.name, having(self.sources, one), one.ways, commands(one.verbs)) for one in SOURCES),
            Kind("items", a_benchmark("items.jsonl"), (*values, bomb_gzip), (*bench, *commands(KEY_VERBS))),
            Kind("manifest", a_benchmark("manifest.json"), values, bench),
            Kind("triples", a_benchmark("triples.csv"), cells, bench),
            Kind("own questions", written("own.jsonl", OWN), values, imported),
            Kind("own table", written("own.csv", TABLE), cells, imported),
            Kind("own workbook", fixture("questions/libreoffice.xlsx"), usual, imported),
            Kind("own questions as Parquet", self.copy("own.parquet"), usual, imported),
            Kind(
                "dataset folder",
                self.a_dataset,
                usual,
                tuple(line.replace("FILE", "data") for line in imported),
            ),
            Kind("study file", a_study, (spoil_toml, spoil_toml, *usual), commands(STUDY_VERBS)),
            *(Kind(f"log of {log.tool}", logged(log), values, (log.command,)) for log in LOGS),
            Kind("log of lighteval", self.copy("details_trees.parquet"), usual, ("adopt FILE",)),
            Kind("log of inspect", an_eval_log, usual, ("adopt FILE",)),
            Kind("log as a table", self.copy("log.csv"), cells, (NAMED,)),
            Kind("packed log", packed("log.jsonl", LOGS[-1].text), (bomb_gzip, *usual), (NAMED,)),
            Kind("archive", self.copy("dataset.tar.xz"), (spoil_archive, *usual), (MENTALBENCH,)),
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
            Kind("graph as Parquet", self.copy("kg.parquet"), usual, graph),
            Kind("seeds", written("given.csv", seeds), cells, commands(SEED_VERBS)),
            Kind("features", fixture("disease_features.tab"), cells, (FEATURES_VERB,)),
            Kind("features as Parquet", self.copy("disease_features.parquet"), usual, (FEATURES_VERB,)),
        )


MENTALBENCH = "import mentalbench FILE --out made"


def commands(lines: str) -> tuple[str, ...]:
    """Commands, one per line, with the ids of the stored runs in place of their names."""
    for place in re.findall(r"\b[A-Z]{3,}\b", lines):
        lines = lines.replace(place, RUN_IDS.get(place, place))
    return tuple(lines.split("\n")[1:-1])


def logged(log: Log) -> Callable[[Path], Path]:
    """A log of another tool."""
    return written(log.name, log.text)
