"""SQL and SQLite are the store's business: outside `cache/` there is no statement and no `sqlite3`.

That nobody imports `sqlite3` or what lies behind the store is held by the import contracts, too; here also
what is written in texts, and error handling by name.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT

STATEMENT = re.compile(
    r"(SELECT|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX|TRIGGER)|ALTER TABLE"
    r"|DROP \w+|PRAGMA|VACUUM|BEGIN|COMMIT|ROLLBACK|EXPLAIN|WITH \w+ (\(.*\) )?AS)\b"
)

BASE = "table.py"  # of all groups: it has what they execute, and no statement of its own


def statements_in(path: Path) -> Iterator[str]:
    """The strings of a module that are SQL."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text if STATEMENT.search(text) else "")):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if STATEMENT.match(node.value.lstrip()):
            yield f"{path.relative_to(ROOT)}:{node.lineno}: {node.value.strip()[:40]}"


def modules_of(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", ["mhclient", "parsers", "benchmark"])
def test_no_sql_is_written_outside_the_store(package):
    assert [found for path in modules_of(package) for found in statements_in(path)] == []


def test_every_group_of_tables_would_be_found_out():
    """What the test above looks for is found where SQL is."""
    paths = [path for path in modules_of("cache/tables") if path.name != BASE]
    groups = [path for path in paths if "self._connection.exec" in path.read_text()]
    assert len(groups) > 10
    assert [path.name for path in groups if not list(statements_in(path))] == []


def test_nobody_else_names_sqlite3():
    """A file may be called so; the module and its errors are not spoken of."""
    named = re.compile(r"\b(import sqlite3|from sqlite3|sqlite3\.[A-Z]|_?connection\.execute)")
    found = [
        str(path.relative_to(ROOT))
        for package in ("mhclient", "parsers", "benchmark")
        for path in modules_of(package)
        if named.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
