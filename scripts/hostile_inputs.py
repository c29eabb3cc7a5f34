"""Give every verb of the command line files that somebody made to break it, and see what becomes of them.

    python scripts/hostile_inputs.py [N] [--seed S] [--only TEXT] [--keep FOLDER]

Each input is a good file of its kind after one change: cut, empty, of another encoding, deep, with huge
numbers, NaN, wrong types, doubled keys, lone surrogates, NUL; a pipe, a device, a folder, a loop of links; an
archive whose member claims 8 GB, a row of a store that unpacks to 1.5 GB. Each runs in a process of its own,
forked from one that has imported everything. It must end within 20 s and 500 MB, with status 0, 1 or 2,
without a traceback and without an internal error; with status 2 in one line that names the file (or the run).
The same seed gives the same inputs.
"""

import argparse
import contextlib
import gzip
import hashlib
import io
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import tarfile
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
FIXTURE = ROOT / "tests" / "fixtures" / "v0_1_0"
SAMPLE = ROOT / "benchmark" / "sample"
MOST_S, MOST_MB = 20, 500
BIG = 1_500_000_000  # bytes that a bomb unpacks to
CLAIMED = 8 * 1024**3


Spoil: TypeAlias = Callable[[random.Random, Path], str]


@dataclass(frozen=True)
class Kind:
    """A kind of file: how a good one is made, how it is spoilt, and the commands that read it."""

    name: str
    make: Callable[[Path], Path]  # puts a good one into a folder; what is spoilt
    spoil: tuple[Spoil, ...]
    commands: tuple[str, ...]  # with FILE for the path


@dataclass(frozen=True)
class Ended:
    """What became of one input."""

    case: str
    command: str
    status: int
    seconds: float
    megabytes: float
    said: str

    @property
    def problem(self) -> str | None:
        """What is wrong with how it ended; None if nothing is."""
        if "fault of mhclient" in self.said or self.status == 70:
            return "internal error"
        if "Traceback" in self.said:
            return "traceback"
        if self.seconds > MOST_S or self.status == -signal.SIGKILL:
            return "too long"
        if self.megabytes > MOST_MB:
            return f"{self.megabytes:,.0f} MB"
        if self.status not in (0, 1, 2):
            return f"status {self.status}"
        if self.status == 2 and len([x for x in self.said.splitlines() if x.startswith("mhclient: ")]) != 1:
            return "not one line"
        return None


# Values that a JSON file may hold in place of a good one, as text.
VALUES = (
    *("null", "true", "-1", "0", '""', "[]", "{}", "[[]]", "NaN", "Infinity", "-Infinity", "1e999", "1e-400"),
    *("9" * 400, "9" * 5_000, "1" + "0" * 30, "-0.0", '"\\ud800"', '"\\u0000"', '"\\u001b]0;x\\u0007"'),
    *(
        '"' + "x" * 300_000 + '"',
        '{"a": 1, "a": 2}',
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
    ),
    *('"=1+1"', '"../../../etc/passwd"', '["A", "A"]', '["Z"]', '"\\u202e"', "[1, 2]", "[null]", "1.5"),
)


def spoil_json(rng: random.Random, path: Path) -> str:
    """Replace, remove or double one value somewhere in a JSON or JSON lines file."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = path.suffix == ".json"
    at = rng.randrange(len(lines))
    value = json.loads("".join(lines) if whole else lines[at])
    holders = list(_holders(value))
    holder, key = rng.choice(holders[: rng.choice((10, 1_000_000))])
    how = rng.randrange(4)
    if how == 0:
        del holder[key]
        said, text = f"without {key!r}", json.dumps(value)
    else:
        new = rng.choice(VALUES)
        holder[key] = "\0PLACE\0"
        said, text = f"{key!r} is {new[:20]}", json.dumps(value).replace(json.dumps("\0PLACE\0"), new)
    if whole:
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    else:
        lines[at] = text + "\n"
        path.write_text("".join(lines), encoding="utf-8", errors="surrogatepass")
    return said


def _holders(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: what holds it, and its key or index there; the upper ones first."""
    waiting = [value]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, dict | list):
            keys = list(here) if isinstance(here, dict) else range(len(here))
            for key in keys:
                yield here, key
                waiting.append(here[key])


def spoil_bytes(rng: random.Random, path: Path) -> str:
    """Cut it, flip bytes, put something between, or write it otherwise."""
    data = bytearray(path.read_bytes())
    how = rng.randrange(10)
    at = rng.randrange(max(1, len(data)))
    if how == 0:
        data = data[:at]
    elif how == 1:
        for _ in range(rng.choice((1, 10, 1_000))):
            data[rng.randrange(len(data))] = rng.randrange(256)
    elif how == 2:
        data[at:at] = rng.choice((b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b'"', b"\x1b[2J", b"\n\n,,,\n"))
    elif how == 3:
        data = bytearray(data.decode("latin-1").encode(rng.choice(("utf-16", "utf-32", "utf-7"))))
    elif how == 4:
        data = bytearray(rng.randbytes(rng.choice((1, 100, 100_000))))
    elif how == 5:
        data = bytearray(gzip.compress(bytes(data)))
    elif how == 6:
        data = bytearray()
    elif how == 7:
        data = bytearray(b"\0" * rng.choice((1, 1 << 20)))
    elif how == 8:
        data = (
            bytearray(rng.choice((b"\xef\xbb\xbf", b"#!/bin/sh\n", b"%PDF-1.7\n", b"SQLite format 3\0")))
            + data
        )
    else:
        data[at:at] = b"x" * 6_000_000
    path.write_bytes(data)
    return f"bytes {how} at {at}"


def spoil_place(rng: random.Random, path: Path) -> str:
    """Something that is no file of its own."""
    how = rng.choice(("pipe", "device", "folder", "loop", "nothing", "random", "dangling"))
    path.unlink()
    if how == "pipe":
        os.mkfifo(path)
    elif how == "folder":
        path.mkdir()
    elif how != "nothing":
        target = {"device": "/dev/zero", "random": "/dev/urandom", "loop": path.name, "dangling": "gone"}[how]
        path.symlink_to(target)
    return how


def spoil_csv(rng: random.Random, path: Path) -> str:
    """Columns gone, doubled or too many; cells that are too long; quotes without an end."""
    lines = path.read_text(encoding="utf-8").splitlines()
    mark = "\t" if path.suffix == ".tab" else ","
    at = rng.randrange(min(len(lines), rng.choice((1, 3, 10_000))))
    cells = lines[at].split(mark)
    how = rng.randrange(6)
    cell = rng.randrange(len(cells))
    if how == 0:
        del cells[cell]
    elif how == 1:
        cells.insert(cell, cells[cell])
    elif how == 2:
        cells[cell] = '"' + cells[cell]
    elif how == 3:
        cells[cell] = rng.choice(
            ("", "\0", "x" * 200_000, "=1+1", "\x1b[2J", "NaN", "-1", "9" * 400, "a\u202eb")
        )
    elif how == 4:
        cells += ["x"] * 1_000
    else:
        cells = [""] * len(cells)
    lines[at] = mark.join(cells)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"line {at + 1}, cell {cell}, way {how}"


CELLS = (
    *(
        None,
        0,
        -1,
        7,
        2**62,
        1.5,
        float("inf"),
        "",
        "x",
        "{",
        "[]",
        "null",
        "{}",
        "[1]",
        '{"a": 1}',
        "\x1b[2J",
        "\0",
    ),
    *(
        b"",
        b"\xff\xfe",
        b"{}",
        zlib.compress(b"{}"),
        zlib.compress(b"[1"),
        zlib.compress(b"\xff"),
        "9" * 400,
        "[" * 5_000,
    ),
    *('"\\ud800"', '{"A": "B"}', "NaN", "2026-13-45", "=1+1"),
)


def spoil_store(rng: random.Random, path: Path) -> str:
    """Change a table of a store: cells, rows, columns, triggers, the version."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            )
        ]
        filled = [name for name in tables if connection.execute(f"SELECT 1 FROM {name}").fetchone()]
        table = rng.choice(filled)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column, value = rng.choice(columns), rng.choice(CELLS)
        way = rng.randrange(12)
        try:
            if way < 8:
                where = f" WHERE {columns[0]} = (SELECT min({columns[0]}) FROM {table})" if way % 2 else ""
                connection.execute(f"UPDATE OR REPLACE {table} SET {column} = ?{where}", (value,))
                return f"{table}.{column} = {str(value)[:20]!r}{where}"
            if way == 8:
                connection.execute(f"DELETE FROM {table}")
                return f"no rows in {table}"
            if way == 9:
                connection.execute(f"DROP TABLE {table}")
                return f"no table {table}"
            if way == 10:
                connection.execute(f"PRAGMA user_version = {rng.choice((-1, 0, 1, 2, 99))}")
                return "another version"
            endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
            connection.execute(f"ALTER TABLE {table} RENAME TO other")
            connection.execute(f"CREATE VIEW {table} AS {endless}")
            return f"{table} is an endless view"
        except sqlite3.Error as error:
            return f"{table}.{column}: {error}"


def spoil_spec(rng: random.Random, path: Path) -> str:
    """Change a value of a run's specification, of an item, a manifest or a batch in a store."""
    table, column = rng.choice(
        (("runs", "spec"), ("items", "body"), ("benchmarks", "manifest"), ("run_items", "shown"))
    )
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        (text,) = rng.choice(connection.execute(f"SELECT {column} FROM {table} LIMIT 50").fetchall())
        value = json.loads(text or '{"A": "B", "B": "A"}')
        holder, name = rng.choice(list(_holders(value)))
        new = rng.choice(VALUES)
        holder[name] = "\0PLACE\0"
        spoilt = json.dumps(value).replace(json.dumps("\0PLACE\0"), new)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (spoilt, text))
    return f"{table}.{column}: {name!r} is {new[:20]}"


_bombs: dict[str, bytes] = {}


def _zeros(packer: str) -> bytes:
    """So many zero bytes, packed; made once."""
    if packer not in _bombs:
        engine = zlib.compressobj(6, zlib.DEFLATED, 31 if packer == "gzip" else 15)
        piece = b" " * (1 << 24)
        parts = [engine.compress(piece) for _ in range(BIG // len(piece))]
        _bombs[packer] = b"".join([*parts, engine.flush()])
    return _bombs[packer]


def bomb_store(rng: random.Random, path: Path) -> str:
    """A row that unpacks to 1.5 GB."""
    table, column = rng.choice((("responses", "body"), ("benchmarks", "triples"), ("requests", "body")))
    where = f" WHERE {column} IS (SELECT {column} FROM {table} LIMIT 1)"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {column} = ?{where}", (_zeros("zlib"),))
    return f"{table}.{column} unpacks to 1.5 GB"


def bomb_gzip(_: random.Random, path: Path) -> str:
    """A gzip file that unpacks to 1.5 GB."""
    path.write_bytes(_zeros("gzip"))
    return "gzip of 1.5 GB"


def spoil_archive(rng: random.Random, path: Path) -> str:
    """Members that are links, devices, too large, or claim to be."""
    how = rng.choice(("claims 8 GB", "link loop", "device", "climbs", "bomb", "many"))
    name = "dataset/low/D001/main_gpt.json"
    with tarfile.open(path, "w:xz") as archive:
        info = tarfile.TarInfo("dataset/../../x" if how == "climbs" else name)
        if how == "link loop":
            info.type, info.linkname = tarfile.SYMTYPE, name
        elif how == "device":
            info.type = tarfile.CHRTYPE
        elif how == "bomb":
            info.size = 700_000_000
            archive.addfile(info, open("/dev/zero", "rb"))  # noqa: SIM115 - closed with this process
            return how
        elif how == "claims 8 GB":
            info.size = CLAIMED
        elif how == "many":
            for number in range(20_000):
                archive.addfile(tarfile.TarInfo(f"dataset/low/D{number}/main_gpt.json"))
        archive.addfile(info)
    return how


def fixture(name: str) -> Callable[[Path], Path]:
    """A copy of something that is in the tree."""

    def make(folder: Path) -> Path:
        source = FIXTURE / name if (FIXTURE / name).exists() else SAMPLE / name
        return Path(shutil.copy(source, folder / source.name))

    return make


def a_store(folder: Path) -> Path:
    """A store of runs, brought up to date."""
    return Path(shutil.copy(_prepared("store"), folder / "mhclient.sqlite3"))


def a_benchmark(name: str) -> Callable[[Path], Path]:
    """A benchmark folder; one of its files is what is spoilt."""

    def make(folder: Path) -> Path:
        shutil.copytree(FIXTURE / "bench", folder / "bench")
        return folder / "bench" / name

    return make


def written(name: str, text: str) -> Callable[[Path], Path]:
    """A small file."""

    def make(folder: Path) -> Path:
        path = folder / name
        path.write_text(text, encoding="utf-8")
        return path

    return make


def packed(name: str) -> Callable[[Path], Path]:
    """A file of the tree, gzipped."""

    def make(folder: Path) -> Path:
        path = folder / f"{name}.gz"
        path.write_bytes(gzip.compress((SAMPLE / name).read_bytes()))
        return path

    return make


def a_parquet(name: str) -> Callable[[Path], Path]:
    """A table of the tree as Parquet."""
    return lambda folder: Path(shutil.copy(_prepared(name), folder / f"{Path(name).stem}.parquet"))


def an_archive(folder: Path) -> Path:
    """An archive of MentalBench's form with one case."""
    return Path(shutil.copy(_prepared("archive"), folder / "dataset.tar.xz"))


_here: dict[str, Path] = {}


def _prepared(what: str) -> Path:
    return _here[what]


def prepare(folder: Path) -> None:
    """What takes long to make, once."""
    import polars

    from cache import Store

    store = folder / "store"
    store.write_bytes(gzip.decompress((FIXTURE / "store.sqlite3.gz").read_bytes()))
    Store.open(store).close()
    _here["store"] = store
    for name in ("kg.csv", "disease_features.tab"):
        separator = "\t" if name.endswith(".tab") else ","
        target = folder / f"{name}.parquet"
        polars.read_csv(SAMPLE / name, separator=separator, infer_schema=False).write_parquet(target)
        _here[name] = target
    case = {"k": {"question": "Which?", "options": "A. a\nB. b\nC. c\nD. d", "answer": "B. b"}}
    with tarfile.open(folder / "archive", "w:xz") as archive:
        data = json.dumps(case).encode()
        info = tarfile.TarInfo("dataset/low/D001/main_gpt.json")
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    _here["archive"] = folder / "archive"


def runs() -> dict[str, str]:
    """Names of the store's runs → their ids."""
    recorded = json.loads((FIXTURE / "runs.json").read_text(encoding="utf-8"))
    return {name: run["run_id"] for name, run in recorded.items()}


def kinds() -> tuple[Kind, ...]:
    """Every kind of file, with every verb that reads it."""
    run = runs()
    chat, verbose, unfinished = run["chat"], run["verbose"], run["unfinished"]
    letters = next((run_id for name, run_id in run.items() if "logprob" in name or "forced" in name), chat)
    asking = "--provider openai --base-url http://127.0.0.1:9/v1 --model m --max-requests 1 --timeout 1"
    usual = (spoil_bytes, spoil_place)
    store_verbs = (
        *(
            "runs",
            "runs --json",
            "batches",
            "cache stats",
            "cache verify",
            "cache prune",
            "cache export --out x.jsonl",
        ),
        *(
            f"report {chat} {unfinished}",
            f"report {chat} --format html --out x.html",
            f"report {chat} --format csv --out x.csv",
        ),
        *(
            f"compare {chat} {verbose}",
            f"audit {chat} {verbose} --plain",
            f"audit sample {chat} --plain",
            f"audit agreement {chat}",
        ),
        *(
            f"audit decisions {chat}",
            f"audit {chat} --export csv",
            f"letters {letters}",
            f"reread {chat}",
            f"collect {chat}",
        ),
        f"reask {verbose} --outcome refusal,no_answer --dry-run",
        f"run --benchmark bench {asking} --run-id new",
        f"run --benchmark bench {asking} --dry-run",
    )
    two = {"options": ["x", "y"], "gold": "A"}
    own = "".join(json.dumps({"id": name, "question": f"{name}?", **two}) + "\n" for name in "QR")
    answer = {"id": 1, "response": "Answer: A", "options": {"A": "x", "B": "y"}, "mode": "single"}
    answers = json.dumps(answer | {"finish_reason": "stop", "answer_format": "letter"}) + "\n"
    table = "id,question,A,B,gold\n1,Q?,x,y,A\n2,R?,x,y,B\n"
    prompt = 'prompt = "{question}\\n{options}"\n'
    variant = f'name = "v"\ndescription = "d"\n{prompt}answer_format = "letter"\nshots = 0\n'
    seeds = (SAMPLE / "seeds.csv").read_text(encoding="utf-8")
    build = "build --out made --kg {} --seeds seeds.csv --tasks ET,FC --size ET=5 --size FC=5"
    bench_verbs = (
        *(
            "verify bench --sample",
            "describe bench",
            "describe bench --format html --out x.html",
            "export bench --to inspect --out x",
        ),
        *(
            "export bench --to parquet --out x.parquet",
            "export bench --to lm-eval --out x",
            "export bench --to hf --out x",
        ),
        *(
            f"run --benchmark bench {asking}",
            f"run --benchmark bench {asking} --dry-run",
            "power --benchmark bench",
        ),
    )
    drugs = f"--drug-features {SAMPLE}/drug_features.tab --out made"
    features = f"build --kg {SAMPLE}/kg.csv --seeds seeds.csv --disease-features FILE {drugs}"
    graph = (build.format("FILE"), "verify bench --kg FILE")
    index = (f"import mentalbench {_here['archive']} --index FILE --out made",)
    key = ("simulate --list --answer-key FILE", "simulate --answer-key FILE --port 0")
    parse = ("parse FILE", "parse FILE --explain", "parse FILE --out x.jsonl")
    tried = (f"run --benchmark bench {asking} --dry-run --variant FILE",)
    given = ("build --sample --seeds FILE --out made", "verify bench --sample --seeds FILE")
    decided = (f"report {verbose} --decisions FILE", f"report {verbose} --decisions FILE --format json")
    values = (spoil_json, spoil_json, *usual)
    stores = (spoil_store, spoil_store, spoil_spec, spoil_spec, *usual, bomb_store)
    cells = (spoil_csv, *usual)
    imported = ("import FILE --out made",)
    return (
        Kind("store", a_store, stores, store_verbs),
        Kind("items", a_benchmark("items.jsonl"), (*values, bomb_gzip), (*bench_verbs, *key)),
        Kind("manifest", a_benchmark("manifest.json"), values, bench_verbs),
        Kind("triples", a_benchmark("triples.csv"), cells, bench_verbs),
        Kind("own questions", written("own.jsonl", own), values, imported),
        Kind("own table", written("own.csv", table), cells, imported),
        Kind("archive", an_archive, (spoil_archive, *usual), ("import mentalbench FILE --out made",)),
        Kind("index", packed("seeds.csv"), (bomb_gzip, *usual), index),
        Kind("answers", written("answers.jsonl", answers), (*values, bomb_gzip), parse),
        Kind("variant", written("v.toml", variant), (spoil_toml, *usual), tried),
        Kind("decisions", fixture("decisions.json"), values, decided),
        Kind("graph", fixture("kg.csv"), cells, graph),
        Kind("packed graph", packed("kg.csv"), (bomb_gzip, *usual), graph),
        Kind("graph as Parquet", a_parquet("kg.csv"), usual, graph),
        Kind("seeds", written("given.csv", seeds), cells, given),
        Kind("features", fixture("disease_features.tab"), cells, (features,)),
        Kind("features as Parquet", a_parquet("disease_features.tab"), usual, (features,)),
    )


def spoil_toml(rng: random.Random, path: Path) -> str:
    """Values of other types, doubled keys, depth."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = rng.randrange(len(lines))
    name = lines[at].split(" ")[0]
    twice = f'"x" \n{name} = "y"'
    deep = ("[" * 5_000 + "]" * 5_000, "{a." * 500 + "b=1" + "}" * 500)
    plain = ("1", "true", '""', "[]", "{}", "nan", "inf", "1979-05-27", "9" * 400, "9" * 5_000)
    value = rng.choice((*plain, *deep, twice, '"\\u0000"', '"{question}"'))
    lines[at] = f"{name} = {value}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"{name} = {value[:20]}"


def inputs(n: int, seed: int) -> Iterator[tuple[str, random.Random, Kind, Spoil, str]]:
    """`n` inputs: kinds, ways and commands drawn at random, bombs less often."""
    every = [
        (kind, spoil, command)
        for kind in kinds()
        for spoil in dict.fromkeys(kind.spoil)
        for command in kind.commands
    ]
    bombs = (bomb_store, bomb_gzip, spoil_archive)
    weights = [
        kind.spoil.count(spoil) * (0.4 if spoil in bombs else 1.0) / len(kind.spoil)
        for kind, spoil, _ in every
    ]
    rng = random.Random(seed)
    for number in range(n):
        kind, spoil, command = rng.choices(every, weights)[0]
        yield f"{number:04}", random.Random(f"{seed}.{number}"), kind, spoil, command


def give(folder: Path, rng: random.Random, kind: Kind, spoil: Spoil, command: str, number: str) -> Ended:
    """Make the input, run the command over it in a process of its own, and see how it ends."""
    if not kind.make.__qualname__.startswith("a_benchmark"):
        shutil.copytree(FIXTURE / "bench", folder / "bench")
    shutil.copy(SAMPLE / "seeds.csv", folder / "seeds.csv")
    path = kind.make(folder)
    case = f"{number} {kind.name}: {spoil(rng, path)}"
    if path.name == "items.jsonl" and path.is_file() and rng.random() < 0.7:
        _rehash(path)
    words = command.replace("FILE", str(path)).split()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        _run(folder, words)
    status, usage = _wait(child)
    said = (folder / "said.txt").read_text(encoding="utf-8", errors="replace")
    # The memory of a forked process begins with what its parent had.
    return Ended(case, command, status, time.monotonic() - began, usage.ru_maxrss / 1024, said)


def _rehash(items: Path) -> None:
    """Give the manifest the hash of the spoilt items: somebody may make such a folder."""
    manifest = items.with_name("manifest.json")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told["items"]["sha256"] = hashlib.sha256(items.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(told), encoding="utf-8")


def _run(folder: Path, words: list[str]) -> None:
    """In the child: the command, with all it says in a file; never returns."""
    os.chdir(folder)
    os.dup2(os.open("said.txt", os.O_WRONLY | os.O_CREAT), 2)
    os.dup2(os.open("/dev/null", os.O_RDWR), 0)
    os.dup2(os.open("shown.txt", os.O_WRONLY | os.O_CREAT), 1)
    resource.setrlimit(resource.RLIMIT_AS, (12 * 1024**3, 12 * 1024**3))
    if words[0] == "simulate":
        signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
        signal.alarm(2)  # it would serve for ever
    from mhclient.cli.main import main

    try:
        status = main(words)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 2
    except BaseException:  # noqa: BLE001 - whatever it is, it is what is looked for
        traceback.print_exc()
        status = 70
    with contextlib.suppress(Exception):
        sys.stderr.flush()
        sys.stdout.flush()
    os._exit(status)


def _wait(child: int) -> tuple[int, resource.struct_rusage]:
    until = time.monotonic() + MOST_S + 1
    while True:
        pid, status, usage = os.wait4(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            _, status, usage = os.wait4(child, 0)
            return os.waitstatus_to_exitcode(status), usage
        time.sleep(0.005)


def import_everything() -> None:
    """What every child then has at once."""
    from importlib import import_module

    from mhclient.cli.main import VERBS, verb_module

    for verb in VERBS:
        verb_module("arguments", verb)
        verb_module("verbs", verb)
    for name in ("anthropic", "openai", "numpy", "scipy.stats", "plotly", "mhclient.report.blocks.loop"):
        with contextlib.suppress(ImportError):
            import_module(name)


def main() -> int:
    """Print every input that ended as it must not, and the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("n", nargs="?", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="inputs whose number, kind or command hold this")
    parser.add_argument("--keep", type=Path, help="keep the inputs that ended badly here")
    args = parser.parse_args()
    os.environ.update(OPENAI_API_KEY="sk-nobody-listens-here", COLUMNS="120")
    import_everything()
    problems: Counter[str] = Counter()
    ends: Counter[int] = Counter()
    most = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as made:
        if os.fork() == 0:  # polars starts threads at its first use, which no forked process has
            prepare(Path(made))
            os._exit(0)
        os.wait()
        for place in Path(made).iterdir():
            _here[place.name.removesuffix(".parquet")] = place
        for packer in ("zlib", "gzip"):
            _zeros(packer)
        for number, rng, kind, spoil, command in inputs(args.n, args.seed):
            if args.only not in f"{number} {kind.name} {spoil.__name__} {command}":
                continue
            with tempfile.TemporaryDirectory() as folder:
                ended = give(Path(folder), rng, kind, spoil, command, number)
                ends[ended.status] += 1
                most = [max(most[0], ended.seconds), max(most[1], ended.megabytes)]
                if ended.problem:
                    problems[
                        ended.problem.split(" MB")[0] if "MB" not in ended.problem else "too much memory"
                    ] += 1
                    print(
                        f"{ended.problem}\n  {ended.case}\n  {ended.command}\n  {ended.said.strip()[-600:]}",
                        flush=True,
                    )
                    if args.keep:
                        shutil.copytree(
                            folder, args.keep / number, dirs_exist_ok=True, ignore_dangling_symlinks=True
                        )
    took = f"longest {most[0]:.1f} s, most memory {most[1]:,.0f} MB"
    print(f"{sum(ends.values()):,} inputs, statuses {dict(ends)}; {took}")
    print(f"problems: {dict(problems) or 'none'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
