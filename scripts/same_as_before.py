"""What a change may not change: this checkout beside an earlier one, byte for byte.

    git worktree add ../earlier v0.2.0
    python scripts/same_as_before.py ../earlier [--only wire,documents]

Both are run by the same interpreter with the same packages, and ask one simulator, the earlier one's:

- `wire`: the sample benchmark's files, bodies sent, request keys, run ids and specs, the store's schema, and
  the status of every command, over the ways of asking of `make_store_fixture.py` (all but the local one);
- `documents`: reports of these runs in every form, pages included, and comparisons, from the earlier one's
  store;
- `names`: `mhclient.__all__`.

Each difference is a line with the first place where it shows. Status 1 if there is any.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from make_store_fixture import PORT, RUNS, TASKS

ROOT = Path(__file__).resolve().parents[1]
STORE = "mhclient.sqlite3"
WIRE = (
    "SELECT name, sql FROM sqlite_master ORDER BY name",
    "SELECT run_id, spec FROM runs ORDER BY run_id",
    "SELECT run_id, position, item_id, request_key FROM run_items ORDER BY run_id, position",
    "SELECT key, method, endpoint, api_version, model, body FROM requests ORDER BY key",
)
FORMS = {  # → how the file's name ends; the terminal has none
    "terminal": "", "json": "json", "csv": "csv", "summary-csv": "csv", "markdown": "md", "latex": "tex",
    "html": "html", "junit": "xml", "methods": "md",
}  # fmt: skip
COMPARED = ("terminal", "json", "csv", "markdown", "latex")


class Checkout(NamedTuple):
    """One version of the program, and a folder of its own to work in."""

    source: Path
    folder: Path

    def run(self, *words: object) -> tuple[int, str]:
        """Status and output of a command of the program."""
        return self.python("-m", "mhclient", *words)

    def python(self, *words: object) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, *map(str, words)], cwd=self.folder, env=self.environment(), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def environment(self) -> dict[str, str]:
        """Ours without what belongs to the person; the source before what is installed."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("MHCLIENT_")}
        return kept | {
            "PYTHONPATH": str(self.source),
            "COLUMNS": "120",
            "OPENAI_API_KEY": "k",
            "ANTHROPIC_API_KEY": "k",
        }

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What its store holds; packed bodies as text."""
        with closing(sqlite3.connect(self.folder / STORE)) as connection:
            found = connection.execute(query).fetchall()
        return [
            tuple(zlib.decompress(cell).decode() if isinstance(cell, bytes) else cell for cell in row)
            for row in found
        ]


def wire(one: Checkout) -> Iterator[tuple[str, object]]:
    """Ask everything; what was sent, name by name."""
    for name, options in RUNS.items():
        if name != "local":
            yield f"status of run {name}", one.run("run", "--benchmark", "bench", *options)[0]
            if "--batch" in options:
                yield f"status of collecting {name}", one.run("collect", "--wait")[0]
    for query in WIRE:
        yield query, one.rows(query)


def documents(one: Checkout) -> Iterator[tuple[str, object]]:
    """Every document of the store that lies in the folder; file or output → its bytes."""
    runs = [str(row[0]) for row in one.rows("SELECT run_id FROM runs ORDER BY run_id")]
    of_each: dict[tuple[str, ...], tuple[str, ...]] = {("report", run): ("json",) for run in runs}
    of_each |= {("report", *runs): tuple(FORMS), ("compare", *runs[:4]): COMPARED}
    for words, forms in of_each.items():
        named = " ".join(words[:3]) + (" …" if len(words) > 3 else "")
        for form in forms:
            ending = FORMS[form]
            out = one.folder / f"out.{ending}"
            to_file = ("--format", form, "--out", out.name) if ending else ("--format", form)
            yield f"{named} as {form}", one.run(*words, *to_file)
            for path in sorted(one.folder.glob("out*")):
                yield from read_and_removed(path, f"{named} as {form}")


def read_and_removed(path: Path, named: str) -> Iterator[tuple[str, object]]:
    """A file, or a folder's files, that a command wrote."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            yield f"{named}: {file.name}", file.read_bytes().decode("utf-8", "replace")
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def names(one: Checkout) -> Iterator[tuple[str, object]]:
    """What the front door offers."""
    yield "mhclient.__all__", one.python("-c", "import mhclient; print(*sorted(mhclient.__all__), sep='\\n')")


def differences(earlier: Iterator[tuple[str, object]], now: Iterator[tuple[str, object]]) -> Iterator[str]:
    """A line for each thing that is not the same, with what stands where the two part."""
    before, after = dict(earlier), dict(now)
    print(f"{len(after)} things compared", flush=True)
    for name in sorted(before.keys() | after.keys()):
        texts = [json.dumps(found.get(name), ensure_ascii=False, default=str) for found in (before, after)]
        if texts[0] != texts[1]:
            start = max(0, len(os.path.commonprefix(texts)) - 60)  # noqa: RUF071  # of texts
            was, is_now = (text[start : start + 160] for text in texts)
            yield f"{name}\n    before …{was}\n    now    …{is_now}"


@contextmanager
def simulator(one: Checkout) -> Iterator[None]:
    words = ("simulate", "--port", PORT, "--answer-key", "bench/items.jsonl", "--batch-time", "0.1")
    command = [sys.executable, "-u", "-m", "mhclient", *map(str, words)]
    with subprocess.Popen(
        command, cwd=one.folder, env=one.environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.terminate()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("earlier", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--only", default="wire,documents,names", help="parts, separated by commas")
    args = parser.parse_args()
    parts = args.only.split(",")
    found: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        both = [Checkout(args.earlier.resolve(), Path(scratch, "a")), Checkout(ROOT, Path(scratch, "b"))]
        for one in both:
            one.folder.mkdir()
            sizes = [word for task in TASKS for word in ("--size", f"{task}=5")]
            assert one.run("build", "--sample", "--out", "bench", *sizes)[0] == 0
        bench = [
            {p.name: p.read_text("utf-8") for p in sorted((one.folder / "bench").iterdir())} for one in both
        ]
        found += differences(iter(bench[0].items()), iter(bench[1].items()))
        with simulator(both[0]):
            asked = [list(wire(one)) for one in (both if "wire" in parts else both[:1])]
        found += differences(*map(iter, asked)) if "wire" in parts else []
        if "documents" in parts:
            shutil.copy(both[0].folder / STORE, both[1].folder / STORE)
            found += differences(*map(documents, both))
        if "names" in parts:
            found += differences(*map(names, both))
    print("\n".join(found) or "the same")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
