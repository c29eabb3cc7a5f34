"""Good files that jobs are made from, to be spoilt: MENTAT's release, a diagnosis graph, an exam, a model.

`make_hostile_sources.py` makes them, once; they are copied for each input.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from hostile_archives import spoil_zip
from hostile_changes import spoil_bytes, spoil_csv, spoil_json, spoil_place
from hostile_logs import NAMED
from hostile_stores import spoil_schema, spoil_spec, spoil_store

NOBODY = "--base-url http://127.0.0.1:9/v1 --max-requests 1 --timeout 1 --wait-for-server 1"
MENTAT_VERBS = """
import mentat clone --out made
import mentat clone --labels labels.json --out made
build mentat clone --out made
build mentat clone --labels labels.json --null 1 --out made
"""
LABELS_VERBS = """
labels compare FILE other.json
labels compare other.json FILE --format json
import mentat clone --labels FILE --out made
build mentat clone --labels FILE --out made
"""
RATINGS_VERBS = """
labels check FILE
labels check FILE --format json
"""
# One rater's log alone is nothing to fit: the others' lie beside it.
RATED_VERBS = """
labels fit clone --out fitted.json --draws 2
labels fit clone --out fitted.json --draws 0 --order corrected
"""
DISORDER_VERBS = f"""
generate mentalkg disorders --check
generate mentalkg disorders --profiles-only --out made
generate mentalkg disorders --show D901-p1-1
generate mentalkg disorders --writer compatible:m {NOBODY} --out made --dry-run
generate mentalkg disorders --writer compatible:m {NOBODY} --limit 1 --out made
"""
RULES_VERBS = """
generate mentalkg disorders --rules FILE --check
generate mentalkg disorders --rules FILE --profiles-only --out made
"""
CASES_VERBS = """
verify cases --mentalkg disorders
verify cases --mentalkg disorders --store cases.sqlite3
describe cases
export cases --to parquet --out x.parquet
"""
EXAM_VERBS = f"""
harden exam --kg toy.csv --method graph --out made
harden exam --kg toy.csv --show own-e15adca70e551785
harden exam --kg toy.csv --writer compatible:m {NOBODY} --out made --dry-run
harden exam --kg toy.csv --writer compatible:m {NOBODY} --limit 1 --out made
"""
HARDENED_VERBS = """
verify hardened --parent exam --kg toy.csv
verify hardened --parent exam --kg toy.csv --violations x.jsonl
describe hardened
export hardened --to hf --out x
"""
POOL_VERBS = """
harden exam --kg toy.csv --method graph --pool FILE --out made
"""
MODEL_VERBS = f"""
run --provider local --model tiny --benchmark bench --limit 1 --checks 0
run --provider local --model tiny --benchmark bench --limit 1 --dry-run
run --benchmark bench --model compatible:m --ask forced-choice --tokenizer tiny --limit 1 {NOBODY}
"""
PANEL_VERBS = """
drift --store FILE
drift --format json --store FILE
drift --format html --out x.html --store FILE
drift --out x.json --store FILE
report @last --store FILE
report @last --where task=exam --store FILE
runs --store FILE
"""
AUTHOR_VERBS = """
labels fit clone --set released --author-from FILE --out fitted.json --draws 0
"""
WRONG_VERBS = """
labels fit clone --zero-listed-wrong FILE --out fitted.json --draws 0
"""
JUDGED_VERBS = """
audit ratings hardened --import FILE
audit ratings hardened --out FILE
"""
VECTORS_VERBS = """
harden exam --kg toy.csv --method graph --guide encoder:vectors --out made
"""
WALKED_VERBS = f"""
harden exam --kg toy.csv --writer compatible:sim-writer {NOBODY} --limit 1 --out walked --force --store FILE
verify walked --parent exam --kg toy.csv --store FILE
{NAMED.replace("FILE", "own_log.jsonl")} --store FILE
report @last --store FILE
"""
GENERATED_VERBS = f"""
generate mentalkg disorders --writer compatible:sim-writer {NOBODY} --limit 1 --out cases --store FILE
"""


USUAL = (spoil_bytes, spoil_place)
CELLS, VALUES = (spoil_csv, *USUAL), (spoil_json, spoil_json, *USUAL)
STORES = (spoil_store, spoil_spec, spoil_schema, *USUAL)


class Source(NamedTuple):
    """A file, how it is spoilt, the commands that read it, and what else they need beside it."""

    name: str
    file: str
    ways: tuple[Callable[[Random, Path], str], ...]
    verbs: str
    beside: tuple[str, ...] = ()


CLONE, DISORDERS, EXAM = ("labels.json",), ("cases",), ("toy.csv",)
HARDENED = ("exam", "toy.csv")
SOURCES = (
    Source("MENTAT's questions", "clone/final_dataset_raw_questions.csv", CELLS, MENTAT_VERBS, CLONE),
    Source("MENTAT's sets", "clone/eval_data_release.zip", (spoil_zip, *USUAL), MENTAT_VERBS, CLONE),
    Source(
        "MENTAT's ratings",
        "clone/annotated_data/x1_annotation_data_0.csv",
        CELLS,
        MENTAT_VERBS + RATED_VERBS[1:],
        CLONE,
    ),
    Source("ratings", "x_annotation_data_0.csv", CELLS, RATINGS_VERBS),
    Source("labels", "labels.json", VALUES, LABELS_VERBS, ("clone", "other.json")),
    Source("disorders", "disorders/disorder.json", VALUES, DISORDER_VERBS, DISORDERS),
    Source("criteria", "disorders/diagnostic_criteria.json", VALUES, DISORDER_VERBS, DISORDERS),
    Source("symptoms", "disorders/symptom/1hum.json", VALUES, DISORDER_VERBS, DISORDERS),
    Source("differentials", "disorders/differential_diagnosis/D901.json", VALUES, DISORDER_VERBS, DISORDERS),
    Source("events", "disorders/event.json", VALUES, DISORDER_VERBS, DISORDERS),
    Source("released analysis", "analysis.json", VALUES, AUTHOR_VERBS, ("clone",)),
    Source("released pickle", "analysis.pkl", USUAL, AUTHOR_VERBS, ("clone",)),
    Source("listed as wrong", "config_params.py", USUAL, WRONG_VERBS, ("clone",)),
    Source("sheet of ratings", "sheet.csv", CELLS, JUDGED_VERBS, ("hardened",)),
    Source("panels", "panels.sqlite3", STORES, PANEL_VERBS),
    Source("a job's store", "walked.sqlite3", STORES, WALKED_VERBS, ("walked", *HARDENED, "own_log.jsonl")),
    Source("cases' store, asked again", "cases.sqlite3", STORES, GENERATED_VERBS, ("cases", "disorders")),
    *(
        Source(f"vectors' {name}", f"vectors/{name}", ways, VECTORS_VERBS, ("exam", "toy.csv"))
        for name, ways in (("config.json", VALUES), ("tokenizer.json", VALUES), ("model.safetensors", USUAL))
    ),
    Source("rules", "cases/rules.csv", CELLS, RULES_VERBS, ("disorders",)),
    *(
        Source(f"cases' {name}", f"cases/{name}", VALUES, CASES_VERBS, ("disorders", "cases.sqlite3"))
        for name in ("items.jsonl", "manifest.json", "patients.jsonl", "profiles.jsonl", "design.json")
    ),
    Source("cases' store", "cases.sqlite3", (spoil_store, *USUAL), CASES_VERBS, ("disorders", "cases")),
    Source("exam", "exam/items.jsonl", VALUES, EXAM_VERBS, EXAM),
    Source("exam's graph", "toy.csv", CELLS, EXAM_VERBS, ("exam",)),
    Source("pool", "pool.txt", USUAL, POOL_VERBS, HARDENED),
    *(
        Source(f"hardened {name}", f"hardened/{name}", VALUES, HARDENED_VERBS, HARDENED)
        for name in ("items.jsonl", "manifest.json", "provenance.jsonl")
    ),
    *(
        Source(f"model's {name}", f"tiny/{name}", VALUES, MODEL_VERBS)
        for name in ("config.json", "tokenizer.json", "tokenizer_config.json")
    ),
    Source("model's weights", "tiny/model.safetensors", USUAL, MODEL_VERBS),
)


def having(made: Path, source: Source) -> Callable[[Path], Path]:
    """Copies of a source and of what stands beside it, from the folder where all of them were made."""

    def make(folder: Path) -> Path:
        for name in (source.file.split("/")[0], *source.beside):
            copy = shutil.copytree if (made / name).is_dir() else shutil.copy
            copy(made / name, folder / name)
        return folder / source.file

    return make
