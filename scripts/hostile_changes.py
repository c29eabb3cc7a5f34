"""Ways to spoil a good file, whatever it is for: JSON, TOML, tables, bytes, and what is no file at all.

Each takes a generator and a path, changes what lies there, and says what it did.
"""

import gzip
import json
import os
import random
from collections.abc import Iterator
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
