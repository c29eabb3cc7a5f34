"""Seeds: the disease nodes whose surroundings become the benchmark.

A seed list is a CSV file with a column `name` or `id` or both (or `node_name` and `node_id`, as PrimeKG calls
them), or the name of a list the package ships. Finding seeds among nodes is here; reading the graph is not.
"""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.build.graph import DISEASE, Node, fold
from benchmark.errors import SeedError, wrong_lines
from benchmark.untrusted import TABLE_MAX, read_regular_file

if TYPE_CHECKING:
    from _csv import Reader

# Lists the package ships: name for --seeds → file in this package.
SHIPPED = {"psychiatric-42": "psychiatric_42.csv"}
HINTS = 3  # of several missing seeds, so many are shown with what comes near
MORE_CELLS = 'more cells than the header has (a name with a comma needs quotes: "autism, susceptibility to")'
_ALIASES = {"name": "name", "node_name": "name", "id": "id", "node_id": "id"}


@dataclass(frozen=True, slots=True)
class Seed:
    """One line of a seed list: a disease's name, its id, or both; `line` is where it stands."""

    name: str
    id: str
    line: int

    def __str__(self) -> str:
        return repr(shorten(self.name, 80)) if self.name else f"id {shorten(self.id, 80)!r}"

    def fits(self, node: Node) -> bool:
        """Whether this line means `node`: name and id must agree as far as both sides give them."""
        if node.type != DISEASE or (self.name and self.name != node.name):
            return False
        return self.id == node.id if self.id and (node.id or not self.name) else bool(self.name)


def shorten(text: str, n_chars: int) -> str:
    """The beginning of a text that is longer than any name."""
    return text if len(text) <= n_chars else text[:n_chars] + "…"


def seed_path(given: str) -> Path:
    """The file behind `--seeds`: a shipped list by its name, or else a path."""
    return Path(str(files("benchmark") / SHIPPED[given])) if given in SHIPPED else Path(given)


def read_seeds(path: Path) -> list[Seed]:
    """The seeds of a CSV file, each once, in file order.

    Raises:
        SeedError: unreadable, no header with `name` or `id`, or no seed in it; names the lines.
    """
    try:
        text = read_regular_file(path, TABLE_MAX).decode("utf-8-sig")
    except OSError as error:
        raise SeedError(
            f"{path} cannot be read: {error.strerror}. Shipped lists: {', '.join(SHIPPED)}."
        ) from error
    except UnicodeDecodeError as error:
        raise SeedError(f"{path} is not UTF-8 text (byte {error.start}).") from error
    rows = csv.reader(io.StringIO(text, newline=""))
    try:
        seeds = _read(path, rows)
    except csv.Error as error:
        raise SeedError(f"{path}, line {rows.line_num}: {error}.") from error
    if not seeds:
        raise SeedError(f"{path} names no seed. Write one disease name per line below the header.")
    return seeds


def _read(path: Path, rows: "Reader") -> list[Seed]:
    columns = [_ALIASES.get(cell.strip().lower(), "") for cell in next(rows, [])]
    if not {"name", "id"} & set(columns):
        raise SeedError(f"{path}, line 1: expected a header with a column 'name' or 'id', as in 'name,id'.")
    seeds: list[Seed] = []
    wrong: list[tuple[int, str]] = []
    for row in rows:
        cells = {column: cell.strip() for column, cell in zip(columns, row, strict=False) if column}
        if len(row) > len(columns):
            wrong.append((rows.line_num, MORE_CELLS))
        elif any(cells.values()):
            seeds.append(Seed(cells.get("name", ""), cells.get("id", ""), rows.line_num))
        elif any(cell.strip() for cell in row):
            wrong.append((rows.line_num, "neither a name nor an id"))
    if wrong:
        raise SeedError(wrong_lines(path, wrong))
    return _unique(seeds)


def _unique(seeds: Iterable[Seed]) -> list[Seed]:
    first: dict[tuple[str, str], Seed] = {}
    for seed in seeds:
        first.setdefault((seed.name, seed.id), seed)
    return list(first.values())


def seed_test(seeds: Iterable[Seed]) -> Callable[[Node], bool]:
    """A test whether a node is a seed, in a time that does not grow with the number of seeds."""
    by_key: dict[str, list[Seed]] = {}
    for seed in seeds:
        by_key.setdefault(seed.name or f"id {seed.id}", []).append(seed)

    def is_seed(node: Node) -> bool:
        candidates = (*by_key.get(node.name, ()), *by_key.get(f"id {node.id}", ()))
        return any(seed.fits(node) for seed in candidates)

    return is_seed


def missing_seeds(seeds: Sequence[Seed], nodes: Iterable[Node]) -> list[Seed]:
    """The seeds that no node of the graph fits."""
    diseases = [node for node in nodes if node.type == DISEASE]
    by_name: dict[str, list[Node]] = {}
    by_id: dict[str, list[Node]] = {}
    for node in diseases:
        by_name.setdefault(node.name, []).append(node)
        by_id.setdefault(node.id, []).append(node)
    return [
        seed
        for seed in seeds
        if not any(
            seed.fits(node) for node in (by_name.get(seed.name, []) if seed.name else by_id.get(seed.id, []))
        )
    ]


def explain_missing(path: Path, missing: Sequence[Seed], nodes: Iterable[Node]) -> SeedError:
    """The error for seeds the graph lacks; names what the graph has that comes nearest."""
    diseases = sorted(node for node in nodes if node.type == DISEASE)
    shown = [f"line {seed.line}: {seed} ({_nearest(seed, diseases)})" for seed in missing[:HINTS]]
    rest = [str(seed) for seed in missing[HINTS:]]
    more = f"; nor are {', '.join(rest[:40])}{', …' if len(rest) > 40 else ''}" if rest else ""
    todo = "Correct them, or pass `skip_missing_seeds` to build without them."
    if path == seed_path(path.stem.replace("_", "-")):  # nothing in a shipped list is the user's to correct
        todo = (
            "The list is for the whole of PrimeKG; this graph is a part or another version of it. Next: the "
            "same command with `skip_missing_seeds`, which builds without them and names them."
        )
    what = f"{len(missing)} of the seeds are not disease nodes of the graph"
    return SeedError(f"{path}: {what}. {'; '.join(shown)}{more}. {todo}")


def _nearest(seed: Seed, diseases: Sequence[Node]) -> str:
    """What to write instead: the name with another id, the group that holds the id, or similar names."""
    same = [node for node in diseases if seed.name and node.name == seed.name]
    if same:
        return f"the graph has this name with id {same[0].id!r}"
    groups = [node for node in diseases if seed.id and seed.id in node.id.split("_")]
    if groups:
        return f"part of the grouped node {groups[0].name!r}, id {groups[0].id!r}"
    folded = {fold(node.name): node.name for node in diseases}
    near = (
        [folded[name] for name in get_close_matches(fold(seed.name), folded, n=3, cutoff=0.6)]
        if seed.name
        else []
    )
    return "nearest: " + ", ".join(map(repr, near)) if near else "nothing similar found"
