"""The drawing in docs/architecture.md shows the folders and the import contracts as they are.

Decision: docs/decisions/project.md, "Rooms by question instead of form".
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.support.places import ROOT

PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("parsers", "benchmark", "cache", "mhclient")


def block_under(heading: str) -> list[str]:
    """The lines of the first code block under a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    return section.split("```\n")[1].splitlines()


def drawn_rooms() -> set[str]:
    """The drawing's folders as paths; two spaces of indentation are one folder deeper."""
    above: list[str] = []
    rooms = set()
    for line in block_under("Rooms"):
        ((indent, name),) = re.findall(r"^( *)(\w+)/ +\S", line)
        above[len(indent) // 2 :] = [name]
        rooms.add("/".join(above))
    return rooms


def rooms_on_disk() -> set[Path]:
    return {path.parent for package in PACKAGES for path in (ROOT / package).rglob("__init__.py")}


def test_the_drawing_has_every_room_and_no_other():
    rooms = {str(room.relative_to(ROOT)) for room in rooms_on_disk()}
    drawn = {room for room in drawn_rooms() if room.split("/")[0] in PACKAGES}
    assert (sorted(rooms - drawn), sorted(drawn - rooms)) == ([], [])


def test_every_other_folder_that_is_drawn_exists():
    others = {room for room in drawn_rooms() if room.split("/")[0] not in PACKAGES}
    assert [room for room in others if not (ROOT / room).is_dir()] == []


def test_every_room_says_what_it_is_for():
    silent = [
        room
        for room in rooms_on_disk()
        if not ast.get_docstring(ast.parse((room / "__init__.py").read_text()))
    ]
    assert silent == []


def test_how_to_change_the_reader_names_every_module_of_its_rooms():
    page = (ROOT / "docs" / "changing-the-reader.md").read_text(encoding="utf-8")
    modules = {path.stem for path in (ROOT / "parsers").rglob("*.py")} - {"__init__", "read"}
    assert sorted(module for module in modules if f"`{module}`" not in page) == []
    assert "`parsers/read.py`" in page


def test_the_floors_are_those_of_the_import_contracts():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (floors,) = [c["layers"] for c in contracts if c.get("containers") == ["mhclient"]]
    assert block_under("Floors") == floors


def needs() -> dict[str, set[str]]:
    """Module → modules that it imports at any time, those named as text among them."""
    paths = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {name: set(imported_by(path)) & modules.keys() - {name} for name, path in modules.items()}


def imported_by(path: Path) -> Iterator[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    left_out = {id(node) for each in imports_for_types(tree) for node in each.body}
    for node in (node for node in ast.walk(tree) if id(node) not in left_out):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module, *(f"{module}.{each.name}" for each in names))
            case ast.Call(func=ast.Name(id=loader), args=[ast.Constant(value=str(module)), *_]):
                if loader in ("import_module", "later"):
                    yield module


def imports_for_types(tree: ast.Module) -> list[ast.If]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]


def names_of_modules(nodes: list[ast.stmt]) -> dict[str, str]:
    """Name → the module that an import, or `later`, would give it."""
    found: dict[str, str] = {}
    for node in nodes:
        match node:
            case ast.Import(names=names):
                found |= {each.asname or each.name: each.name for each in names}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {each.asname or each.name: f"{module}.{each.name}" for each in names}
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(args=[ast.Constant(value=str(module))])
            ):
                found[name] = module
    return found


def test_what_is_loaded_later_is_what_types_and_contracts_see():
    n_later = 0
    for path in (ROOT / "mhclient").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for each in imports_for_types(ast.parse(text)) if " = later(" in text else []:
            loaded, seen = names_of_modules(each.orelse), names_of_modules(each.body)
            assert loaded.items() <= seen.items(), path
            n_later += len(loaded)
        assert len(re.findall(r"\blater\(", text)) == text.count(" = later(") + text.count("def later("), path
    assert n_later > 20


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    """Modules of which each needs the next one, and the last is the first; empty if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_modules_need_each_other_even_where_they_are_named_as_text():
    """The contracts of lint-imports take packages for one module each, and see no `import_module("…")`.

    Packages are left out, since who imports a module imports its package; modules named in tables are, too.
    """
    graph = needs()
    packages = {name for name in graph if (ROOT / name.replace(".", "/")).is_dir()}
    modules = {name: needed - packages for name, needed in graph.items() if name not in packages}
    assert circle_in(modules) == []
    assert "mhclient.cli.complete" in modules["mhclient.cli.main"]  # named as text alone
    modules["mhclient.cli.complete"].add("mhclient.cli.main")
    assert len(circle_in(modules)) == 3


def test_the_table_of_changes_names_files_that_there_are():
    """But for those that a change made, which were thrown away."""
    section = PAGE.read_text(encoding="utf-8").split("\n## What a change costs\n")[1]
    named = set(re.findall(r"`([a-z_/]+/[a-z_]+\.py)`", section))
    thrown_away = ("example.py", "aiken.py", "lengths.py", "turkish.py", "tasks.py", "medqa.py")
    made = {name for name in named if Path(name).name in thrown_away}
    ours = [
        str(path.relative_to(ROOT))
        for package in (*PACKAGES, "tests", "scripts")
        for path in (ROOT / package).rglob("*.py")
    ]
    assert len(named) > 20
    assert [name for name in named - made if not any(f"/{path}".endswith(f"/{name}") for path in ours)] == []
