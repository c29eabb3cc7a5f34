"""Make the good files of `hostile_sources.py`: the invented ones of the tests, and what commands make.

python scripts/make_hostile_sources.py FOLDER
"""

import contextlib
import json
import pickle
import sys
from pathlib import Path

import numpy as np
from hostile_logs import LOGS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmark.labels.annotations import N_OPTIONS, read_annotations
from benchmark.labels.authors import PARTS
from benchmark.labels.ratings import AUTHOR_VALUE, OrderUndone, ratings_of
from mhclient.cli.main import main as mhclient
from mhclient.simulator.server import Simulator
from tests.support.asking import serving
from tests.support.diagnosis_graph import write_graph
from tests.support.encoders import save_encoder
from tests.support.hardening import drug_names, make_exam, make_graph
from tests.support.mentat import invented_annotations, write_log, write_release, write_sets
from tests.support.tiny import byte_level_tokenizer, random_model, saved, wrapped

COMMANDS = """
labels fit clone --out labels.json --draws 2
labels fit clone --out other.json --draws 0 --order released
harden exam --kg toy.csv --method graph --out hardened
generate mentalkg disorders --writer compatible:sim-writer --limit 1 --out cases --store cases.sqlite3 AT
harden exam --kg toy.csv --writer compatible:sim-writer --limit 1 --out walked --store walked.sqlite3 AT
audit ratings hardened --out sheet.csv
run exam --model compatible:sim-tidy --limit 4 --panel 2 --store panels.sqlite3 AT
run exam --model compatible:sim-tidy --limit 4 --panel 2 --panel-only --store panels.sqlite3 AT
"""
CHAT = "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}"
WRONG = "dict_wrong_answer_filter = {73: [0, 4], 74: []}\n"


def write_files(folder: Path) -> None:
    """What no command makes."""
    write_sets(write_release(folder / "clone"))
    write_log(folder / "x_annotation_data_0.csv", invented_annotations())
    write_graph(folder / "disorders")
    make_graph(folder / "toy.csv")
    make_exam(folder, 2)
    (folder / "pool.txt").write_text("\n".join(drug_names(20)), encoding="utf-8")
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT)
    (folder / "own_log.jsonl").write_text(LOGS[-1].text, encoding="utf-8")
    (folder / "config_params.py").write_text(WRONG, encoding="utf-8")
    (folder / "analysis.json").write_text(json.dumps(analysis_of(folder / "clone")), encoding="utf-8")
    (folder / "analysis.pkl").write_bytes(pickle.dumps(list(analysis_of(folder / "clone").values())))
    save_encoder(folder / "vectors", letters=True)
    saved(folder / "tiny", random_model("llama", len(tokenizer)), tokenizer)


def analysis_of(clone: Path) -> dict[str, object]:
    """A released analysis in which the author of each question holds its third option right."""
    ratings = ratings_of(read_annotations(clone), OrderUndone.RELEASED)
    found: dict[str, object] = {name: {} for name in PARTS}
    means = {}
    for place, question in enumerate(ratings.questions):
        values = ratings.values[ratings.question == place]
        mean = (values.sum(axis=0) + AUTHOR_VALUE * np.eye(N_OPTIONS)[2]) / (len(values) + 1)
        means[str(question)] = {"res": mean.tolist()}
    return found | {PARTS[-1]: means}


def run_commands(folder: Path) -> None:
    """What commands make, beside a simulated server; all in this process, which has everything imported."""
    with serving(Simulator()) as simulator, contextlib.chdir(folder):
        at = f"--base-url {simulator.openai_base_url}"
        for line in COMMANDS.replace("AT", at).strip().splitlines():
            if status := mhclient(line.split()):
                raise SystemExit(f"{line}: ended with status {status}")


def main(words: list[str]) -> int:
    """The words are the folder."""
    write_files(Path(words[0]))
    run_commands(Path(words[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
