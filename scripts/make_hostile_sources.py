"""Make the good files of `hostile_sources.py`: the invented ones of the tests, and what commands make.

python scripts/make_hostile_sources.py FOLDER
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mhclient.simulator.server import Simulator
from tests.support.diagnosis_graph import write_graph
from tests.support.hardening import drug_names, make_exam, make_graph
from tests.support.mentat import invented_annotations, write_log, write_release, write_sets
from tests.support.tiny import byte_level_tokenizer, random_model, saved, wrapped

COMMANDS = """
labels fit clone --out labels.json --draws 2
labels fit clone --out other.json --draws 0 --order released
harden exam --kg toy.csv --method graph --out hardened
generate mentalkg disorders --writer compatible:sim-writer --limit 1 --out cases --store cases.sqlite3 AT
"""


def write_files(folder: Path) -> None:
    """What no command makes."""
    write_sets(write_release(folder / "clone"))
    write_log(folder / "x_annotation_data_0.csv", invented_annotations())
    write_graph(folder / "disorders")
    make_graph(folder / "toy.csv")
    make_exam(folder, 2)
    (folder / "pool.txt").write_text("\n".join(drug_names(20)), encoding="utf-8")
    (folder / "token").write_text("a-token-of-some-length\n", encoding="utf-8")
    tokenizer = wrapped(byte_level_tokenizer())
    saved(folder / "tiny", random_model("llama", len(tokenizer)), tokenizer)


async def run_commands(folder: Path) -> None:
    """What commands make, beside a simulated server."""
    async with Simulator() as simulator:
        at = f"--base-url {simulator.openai_base_url}"
        for line in COMMANDS.replace("AT", at).strip().splitlines():
            command = [sys.executable, "-m", "mhclient", *line.split()]
            process = await asyncio.create_subprocess_exec(*command, cwd=folder)
            if await process.wait():
                raise SystemExit(f"{line}: ended with status {process.returncode}")


if __name__ == "__main__":
    write_files(Path(sys.argv[1]))
    asyncio.run(run_commands(Path(sys.argv[1])))
