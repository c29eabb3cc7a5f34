"""Ways to spoil a good file; each takes a generator and a path, changes the file, and says what it did.

First what suits any file (JSON, TOML, tables, bytes, what is no file at all), then stores and bombs, then
archives: what a workbook or a log holds is XML or JSON in a zip file, and a member may be a bomb, name files
of the machine, be written twice or lie about its size.
"""

import contextlib
import gzip
import io
import json
import os
import random
import sqlite3
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

# Values that a JSON file may hold in place of a good one, as text.
VALUES = (
    *("null", "true", "-1", "0", '""', "[]", "{}", "[[]]", "NaN", "Infinity", "-Infinity", "1e999", "1e-400"),
    *("9" * 400, "9" * 5_000, "1" + "0" * 30, "-0.0", '"\\ud800"', '"\\u0000"', '"\\u001b]0;x\\u0007"'),
    *('"' + "x" * 300_000 + '"', '{"a": 1, "a": 2}', "[" * 100_000 + "]" * 100_000),
    *('{"a":' * 5_000 + "1" + "}" * 5_000, '"=1+1"', '"../../../etc/passwd"', '["A", "A"]', '["Z"]'),
    *('"\\u202e"', "[1, 2]", "[null]", "1.5"),
)
TOML_VALUES = (
    *("1", "true", '""', "[]", "{}", "nan", "inf", "1979-05-27", "9" * 400, "9" * 5_000, '"\\u0000"'),
    *("[" * 5_000 + "]" * 5_000, "{a." * 500 + "b=1" + "}" * 500, '"{question}"'),
)
CSV_CELLS = ("", "\0", "x" * 200_000, "=1+1", "\x1b[2J", "NaN", "-1", "9" * 400, "a\u202eb")
BETWEEN = (b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\r", b'"', b"\x1b[2J", b"\n\n,,,\n")
MAGIC = (b"\xef\xbb\xbf", b"#!/bin/sh\n", b"%PDF-1.7\n", b"SQLite format 3\0")
MARK = "\0PLACE\0"
NO_FILES = ("pipe", "device", "folder", "loop", "nothing", "random", "dangling")
TARGETS = {"device": "/dev/zero", "random": "/dev/urandom", "dangling": "gone"}


def change_value(rng: random.Random, value: Any) -> tuple[str, str]:
    """Remove, replace or double one value somewhere in a JSON value.

    Returns:
        What was done, and the JSON text afterwards.
    """
    places = list(_places(value))
    holder, key = rng.choice(places[: rng.choice((10, 1_000_000))])
    if rng.randrange(4) == 0:
        del holder[key]
        return f"without {key!r}", json.dumps(value)
    new, old = rng.choice(VALUES), json.dumps(holder[key])
    holder[key] = MARK
    text = json.dumps(value)
    if isinstance(holder, dict) and rng.randrange(5) == 0:
        named = f"{json.dumps(key)}: "
        text = text.replace(f"{named}{json.dumps(MARK)}", f"{named}{old}, {named}{json.dumps(MARK)}")
        return f"{key!r} twice", text.replace(json.dumps(MARK), new)
    return f"{key!r} is {new[:20]}", text.replace(json.dumps(MARK), new)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a value: what holds it, and its key or index there; the upper ones first."""
    waiting = [value]
    while waiting:
        here = waiting.pop(0)
        if isinstance(here, dict | list):
            for key in list(here) if isinstance(here, dict) else range(len(here)):
                yield here, key
                waiting.append(here[key])


def spoil_json(rng: random.Random, path: Path) -> str:
    """Change one value of a JSON file, or of one line of JSON lines."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = rng.randrange(len(lines))
    if path.suffix == ".json":
        said, text = change_value(rng, json.loads("".join(lines)))
        lines = [text]
    else:
        said, text = change_value(rng, json.loads(lines[at]))
        said, lines[at] = f"line {at + 1}: {said}", text + "\n"
    path.write_text("".join(lines), encoding="utf-8", errors="surrogatepass")
    return said


def spoil_toml(rng: random.Random, path: Path) -> str:
    """Values of other types, doubled keys, depth."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = rng.randrange(len(lines))
    name = lines[at].split(" ")[0]
    value = rng.choice((*TOML_VALUES, f'"x" \n{name} = "y"'))
    lines[at] = f"{name} = {value}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"{name} = {value[:20]}"


def spoil_csv(rng: random.Random, path: Path) -> str:
    """Columns gone, doubled or too many; cells that are too long; quotes without an end."""
    lines = path.read_text(encoding="utf-8").splitlines()
    mark = "\t" if path.suffix == ".tab" else ","
    at = rng.randrange(min(len(lines), rng.choice((1, 3, 10_000))))
    cells = lines[at].split(mark)
    cell, way = rng.randrange(len(cells)), rng.randrange(6)
    ways = (
        [*cells[:cell], *cells[cell + 1 :]],
        [*cells[:cell], cells[cell], *cells[cell:]],
        [*cells[:cell], '"' + cells[cell], *cells[cell + 1 :]],
        [*cells[:cell], rng.choice(CSV_CELLS), *cells[cell + 1 :]],
        [*cells, *["x"] * 1_000],
        [""] * len(cells),
    )
    lines[at] = mark.join(ways[way])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"line {at + 1}, cell {cell}, way {way}"


def spoil_bytes(rng: random.Random, path: Path) -> str:
    """Cut it, flip bytes, put something between, or write it otherwise."""
    data = path.read_bytes()
    way, at = rng.randrange(10), rng.randrange(max(1, len(data)))
    ways = (
        lambda: data[:at],
        lambda: _flipped(rng, data),
        lambda: data[:at] + rng.choice(BETWEEN) + data[at:],
        lambda: data.decode("latin-1").encode(rng.choice(("utf-16", "utf-32", "utf-7"))),
        lambda: rng.randbytes(rng.choice((1, 100, 100_000))),
        lambda: gzip.compress(data),
        lambda: b"",
        lambda: b"\0" * rng.choice((1, 1 << 20)),
        lambda: rng.choice(MAGIC) + data,
        lambda: data[:at] + b"x" * 6_000_000 + data[at:],
    )
    path.write_bytes(ways[way]())
    return f"bytes, way {way} at {at}"


def _flipped(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 10, 1_000))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def spoil_place(rng: random.Random, path: Path) -> str:
    """Something that is no file of its own."""
    how = rng.choice(NO_FILES)
    path.unlink()
    if how == "pipe":
        os.mkfifo(path)
    elif how == "folder":
        path.mkdir()
    elif how != "nothing":
        path.symlink_to(TARGETS.get(how, path.name))
    return how


BIG = 1_500_000_000  # bytes that a bomb unpacks to
STORED: tuple[object, ...] = (
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
    ),
    *("\0", b"", b"\xff\xfe", b"{}", zlib.compress(b"{}"), zlib.compress(b"[1"), zlib.compress(b"\xff")),
    *("9" * 400, "[" * 5_000, '"\\ud800"', '{"A": "B"}', "NaN", "2026-13-45", "=1+1"),
)
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection


def _filled_tables(connection: sqlite3.Connection) -> list[str]:
    named = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    tables = [name for (name,) in connection.execute(named)]
    return [name for name in tables if connection.execute(f"SELECT 1 FROM {name}").fetchone()]


def spoil_store(rng: random.Random, path: Path) -> str:
    """Change a table of a store: its cells, its rows, the table itself, the version."""
    with _opened(path) as connection:
        table = rng.choice(_filled_tables(connection))
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        column, value, way = rng.choice(columns), rng.choice(STORED), rng.randrange(12)
        where = f" WHERE {columns[0]} = (SELECT min({columns[0]}) FROM {table})" if way % 2 else ""
        statements = {
            8: f"DELETE FROM {table}",
            9: f"DROP TABLE {table}",
            10: f"PRAGMA user_version = {rng.choice((-1, 0, 1, 2, 99))}",
            11: f"ALTER TABLE {table} DROP COLUMN {column}",
        }
        try:
            if way in statements:
                connection.execute(statements[way])
                return statements[way]
            connection.execute(f"UPDATE OR REPLACE {table} SET {column} = ?{where}", (value,))
            return f"{table}.{column} = {str(value)[:20]!r}{where}"
        except sqlite3.Error as error:
            return f"{table}.{column}: {error}"


def spoil_schema(rng: random.Random, path: Path) -> str:
    """Put into a store what its program never makes: views, triggers and columns that compute."""
    with _opened(path) as connection:
        table = rng.choice(_filled_tables(connection))
        column = connection.execute(f"PRAGMA table_info({table})").fetchone()[1]
        ways = {
            "is an endless view": (f"CREATE VIEW {table} AS {ENDLESS} SELECT i AS {column} FROM n",),
            "is a view of the table": (f"CREATE VIEW {table} AS SELECT * FROM other",),
            "has an endless column": (
                f"CREATE VIEW {table} AS SELECT *, ({ENDLESS} SELECT count(*) FROM n) AS more FROM other",
            ),
        }
        triggers = (
            f"CREATE TRIGGER theirs AFTER {what} ON {table} BEGIN DELETE FROM responses; "
            f"UPDATE requests SET endpoint = 'http://127.0.0.1:9/theirs'; END"
            for what in ("INSERT", "UPDATE", "DELETE")
        )
        if rng.randrange(2):
            how = "has triggers of others"
            statements = (next(triggers), "CREATE VIEW theirs_too AS SELECT 1")
        else:
            how = rng.choice(list(ways))
            connection.execute("PRAGMA legacy_alter_table = ON")
            statements = (f"ALTER TABLE {table} RENAME TO other", *ways[how])
        for statement in statements:
            connection.execute(statement)
    return f"{table} {how}"


def spoil_spec(rng: random.Random, path: Path) -> str:
    """Change a value of a run's specification, of an item, or of a manifest in a store."""
    places = (("runs", "spec"), ("items", "body"), ("benchmarks", "manifest"), ("run_items", "shown"))
    table, column = rng.choice(places)
    with _opened(path) as connection:
        (text,) = rng.choice(connection.execute(f"SELECT {column} FROM {table} LIMIT 50").fetchall())
        said, spoilt = change_value(rng, json.loads(text or '{"A": "B", "B": "A"}'))
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (spoilt, text))
    return f"{table}.{column}: {said}"


@cache
def blanks() -> tuple[bytes, int, int]:
    """So many blanks as deflate packs them (one piece, repeated), with their Adler-32 and CRC-32."""
    piece, packer = b" " * (1 << 24), zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    adler, crc = 1, 0
    for _ in range(BIG // len(piece)):
        adler, crc = zlib.adler32(piece, adler), zlib.crc32(piece, crc)
    return packed * (BIG // len(piece)) + packer.flush(), adler, crc


def bomb_store(rng: random.Random, path: Path) -> str:
    """A row that unpacks to 1.5 GB."""
    packed, adler, _ = blanks()
    bomb = b"\x78\x9c" + packed + adler.to_bytes(4, "big")
    table, column = rng.choice((("responses", "body"), ("benchmarks", "triples"), ("requests", "body")))
    where = f" WHERE {column} IS (SELECT {column} FROM {table} LIMIT 1)"
    with _opened(path) as connection:
        connection.execute(f"UPDATE {table} SET {column} = ?{where}", (bomb,))
    return f"{table}.{column} unpacks to 1.5 GB"


def bomb_gzip(_rng: random.Random, path: Path) -> str:
    """A gzip file that unpacks to 1.5 GB."""
    packed, *_, crc = blanks()
    head, size = b"\x1f\x8b\x08\0\0\0\0\0\0\xff", BIG // (1 << 24) * (1 << 24)
    path.write_bytes(head + packed + crc.to_bytes(4, "little") + size.to_bytes(4, "little"))
    return "gzip of 1.5 GB"


CLAIMED = 8 * 1024**3
MEMBERS = ("claims 8 GB", "link loop", "device", "climbs", "bomb", "many")
MB = 1 << 20
ROOTS = {"xl/workbook.xml": "workbook", "xl/styles.xml": "styleSheet", "xl/sharedStrings.xml": "sst"}
LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha" * 9}">' for n in range(12))
ENTITIES = {
    "of ten to the twelfth": f"<!DOCTYPE x [{LAUGHS}]><x>&a11;</x>",
    "of the machine": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    "of the network": '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><x/>',
}
LIES = (
    "bomb",
    "more than it claims",
    "other bytes",
    "encrypted",
    "link",
    "in a heap",
    "epochs",
    "texts",
)
SAMPLE = "samples/1_epoch_1.json"
TABLES = ("rows", "text", "columns", "nested")


def spoil_archive(rng: random.Random, path: Path) -> str:
    """Members that are links, devices, too large, or claim to be."""
    how = rng.choice(MEMBERS)
    path.write_bytes(_archive(how))
    return how


@cache
def _archive(how: str) -> bytes:
    """An archive of MentalBench's form whose one case is something else."""
    name, packed = "dataset/low/D001/main_gpt.json", io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:xz", preset=0) as archive:
        info = tarfile.TarInfo("dataset/../../x" if how == "climbs" else name)
        if how == "link loop":
            info.type, info.linkname = tarfile.SYMTYPE, name
        elif how == "device":
            info.type = tarfile.CHRTYPE
        elif how == "claims 8 GB":
            info.size = CLAIMED
        elif how == "many":
            for number in range(20_000):
                archive.addfile(tarfile.TarInfo(f"dataset/low/D{number}/main_gpt.json"))
        elif how == "bomb":
            info.size = 700_000_000
        with open("/dev/zero", "rb") as blanks:
            archive.addfile(info, blanks if how == "bomb" else None)
    return packed.getvalue()


def spoil_zip(rng: random.Random, path: Path) -> str:
    """One member of a zip file replaced by a bomb, by entities, or by what is not as the archive says."""
    with zipfile.ZipFile(path) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    name, way = rng.choice(list(members)), rng.randrange(10)
    opening, piece, closing = _elements(name)
    entity = rng.choice(list(ENTITIES))
    bombs = {
        0: (b"", b" " * MB, b"", 1_500),
        1: (b"", b" " * MB, b"", 200),
        2: (opening, piece * (MB // len(piece)), closing, 60),
        3: (opening, piece * (MB // len(piece)), closing, 250),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in members.items():
            if member != name:
                archive.writestr(member, data)
            elif way in bombs:
                _write_bomb(archive, name, *bombs[way])
            else:
                _write_odd(archive, name, data, way, entity)
    return f"{name}, way {way}, {entity}"


def _elements(name: str) -> tuple[bytes, bytes, bytes]:
    """What opens a part of a workbook, an element of it, and what closes it; else a list of JSON."""
    if not name.endswith((".xml", ".rels")):
        return b"[", b"[],", b"1]"
    root = ROOTS.get(name, "worksheet").encode()
    inside = b"sheetData" if root == b"worksheet" else b""
    opened = b"<" + inside + b">" if inside else b""
    closed = b"</" + inside + b">" if inside else b""
    about = b' xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    element = {b"sst": b"<si><t/></si>", b"worksheet": b"<row><c/></row>"}.get(root, b"<a/>")
    return b"<" + root + about + opened, element, closed + b"</" + root + b">"


def _write_bomb(
    archive: zipfile.ZipFile, name: str, opening: bytes, piece: bytes, closing: bytes, n: int
) -> None:
    """A member that unpacks to a piece repeated, without packing each of them."""
    packed, crc = _repeated(opening, piece, closing, n)
    archive.writestr(zipfile.ZipInfo(name), packed)
    (info,) = (each for each in archive.filelist if each.filename == name)
    info.compress_type, info.CRC = zipfile.ZIP_DEFLATED, crc
    info.file_size = len(opening) + len(piece) * n + len(closing)


@cache
def _repeated(opening: bytes, piece: bytes, closing: bytes, n: int) -> tuple[bytes, int]:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    head = packer.compress(opening) + packer.flush(zlib.Z_FULL_FLUSH)
    body = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    crc = zlib.crc32(opening)
    for _ in range(n):
        crc = zlib.crc32(piece, crc)
    return head + body * n + packer.compress(closing) + packer.flush(), zlib.crc32(closing, crc)


def _write_odd(archive: zipfile.ZipFile, name: str, data: bytes, way: int, entity: str) -> None:
    """Entities, two of a name, a name that climbs, ten thousand members, no such way of packing, a lie."""
    if way == 4:
        data = ENTITIES[entity].encode()
    archive.writestr("../../" + name if way == 5 else name, data)
    info = archive.filelist[-1]
    if way == 6:
        archive.writestr(zipfile.ZipInfo(name), b"")
    elif way == 7:
        for number in range(10_000):
            archive.writestr(f"{name}.{number}", b"")
    elif way == 8:
        info.compress_type = 99
    elif way == 9:
        info.file_size, info.CRC = CLAIMED, 0


def spoil_eval(rng: random.Random, path: Path) -> str:
    """A log of inspect whose archive is not as it says, or which expands when it is read."""
    import zstandard  # inspect brings it, and without inspect nobody reads such logs

    how = rng.choice(LIES)
    with zipfile.ZipFile(path) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    header, sample = json.loads(members["header.json"]), json.loads(members[SAMPLE])
    if how == "epochs":
        header["eval"]["config"]["epochs"] = 10**9
    elif how == "texts":
        sample["attachments"] = {"a": "x" * MB}
        sample["messages"][0]["content"] = [{"type": "text", "text": "attachment://a"}] * 2_000
    members |= {"header.json": json.dumps(header).encode(), SAMPLE: json.dumps(sample).encode()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        info = archive.getinfo(rng.choice(list(members)))
        if how in ("bomb", "more than it claims"):
            data = b"[" + b" " * 600 * MB + b"]"
            archive.writestr(zipfile.ZipInfo(SAMPLE), zstandard.ZstdCompressor().compress(data))
            bomb = archive.filelist[-1]
            bomb.compress_type, bomb.CRC = 93, zlib.crc32(data)
            bomb.file_size = len(data) if how == "bomb" else 1_000
        elif how == "other bytes":
            info.CRC ^= 1
        elif how == "encrypted":
            info.flag_bits |= 1
        elif how == "link":
            info.external_attr = 0o120777 << 16
        elif how == "in a heap":
            archive.filelist += [info] * 20_000
    return f"{how}, {info.filename}"
