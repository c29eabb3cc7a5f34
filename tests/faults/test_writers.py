"""What is written goes through `show/files.py`, which redacts keys; nobody else opens files to write."""

import ast

import pytest

from tests.support.places import ROOT

WRITES = {
    "write_text",
    "write_bytes",
    "write_parquet",
    "write_csv",
    "to_csv",
    "writestr",
    "mkstemp",
    "write_tables",
    "Workbook",
}
# The files that may, and why.
ALLOWED = {
    "show/files.py": "it is what all others write with",
    "cli/screen/without_keys.py": "it opens /dev/null where a stream is closed",
    "cli/screen/run_log.py": "it appends, a line at a time, and redacts each",
    "adopt/prepared.py": "parts of a log between two processes, in a folder that only they can read",
    "report/page/write.py": "pages are redacted as they are put beside their places",
    "report/writers/rows.py": "Parquet is packed in memory, its cells redacted before",
    "report/writers/tidy.py": "the rows of the database are redacted before",
    "report/writers/workbook.py": "the cells of the workbook are redacted before",
    "report/exchange/every_eval_ever.py": "lines are redacted before they are hashed",
    "report/exchange/inspect_log.py": "members of the archive are redacted before they are packed",
}


@pytest.mark.slow
def test_nobody_opens_a_file_for_writing_but_what_redacts_keys():
    files = sorted((ROOT / "mhclient").rglob("*.py"))
    found = {path.relative_to(ROOT / "mhclient").as_posix() for path in files if _writes(path)}
    assert {name for name in found if not name.startswith("simulator/")} == set(ALLOWED)


def _writes(path):
    return any(_is_writing(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def _is_writing(node):
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    modes = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return name in WRITES or (name == "open" and any(mode[:1] in ("w", "a", "x") for mode in modes))


def test_the_search_finds_what_it_looks_for():
    calls = ["open(p, 'w')", "p.open('ab')", "p.open(mode='x')", "p.write_text(t)", "open(p)", "p.open('rb')"]
    assert [_is_writing(ast.parse(call, mode="eval").body) for call in calls] == [True] * 4 + [False] * 2
