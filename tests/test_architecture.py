"""The drawing in docs/architecture.md shows the folders and the import contracts as they are."""

import ast
import re
import tomllib
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


def test_the_floors_are_those_of_the_import_contracts():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (floors,) = [c["layers"] for c in contracts if c.get("containers") == ["mhclient"]]
    assert block_under("Floors") == floors


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
