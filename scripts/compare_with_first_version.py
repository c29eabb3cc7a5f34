"""For each line of "Nothing from outside is trusted": what version 0.1.0 does with it, and this version.

    python scripts/compare_with_first_version.py --first VENV/bin/python [--only 1,5]

`--first` is the Python of an environment with version 0.1.0. What is done is in `trust_lines.py`, the same
for both versions; the tests that stand for the whole line are named beside it. Status 1 if this version fails
a line, or version 0.1.0 fulfils one.

Decision: docs/decisions/project.md, "What version 0.1.0 did with what comes from outside".
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import trust_lines as shown
from trust_lines import Found, Version


class Line(NamedTuple):
    """A line of the issue: what it says, the tests that stand for it, and what shows the difference."""

    what: str
    tests: str
    show: Callable[[Version], Awaitable[Found]]


LINES: dict[int, Line] = {
    1: Line(
        "one bounded reader",
        "faults/test_hostile_bodies.py, mhclient/machine/test_bounded.py",
        shown.bounded,
    ),
    2: Line(
        "what others made is data",
        "faults/test_broken_stores.py, cache/test_foreign.py",
        shown.others_made,
    ),
    3: Line("the store's identity", "faults/test_moved_store.py", shown.moved),
    4: Line("secrets at every sink", "faults/test_canaries.py, faults/test_writers.py", shown.blotted),
    5: Line("never sent is not unknown", "faults/test_outage.py", shown.never_sent),
    6: Line("random refusals are no limit", "mhclient/ask/test_pacing.py", shown.random_refusals),
    7: Line("this machine", "faults/test_machine.py", shown.few_files),
    8: Line("file systems", "cache/test_file_system.py", shown.file_systems),
    9: Line("`serve`", "mhclient/audit/test_serve_bounds.py, test_serve_guard.py", shown.half_open),
    10: Line("terminals and spreadsheets", "faults/test_hostile_inputs.py", shown.on_a_terminal),
    11: Line("real servers", "mhclient/providers/transport/test_session.py", shown.real_servers),
    12: Line(
        "no internal errors",
        "faults/test_hostile_files.py, test_hostile_inputs.py",
        shown.no_internal_error,
    ),
    13: Line("dependencies", "test_dependencies.py", shown.licences),
}


async def compare(numbers: list[int], first: Path) -> list[tuple[int, Found, Found]]:
    rows = []
    for number in numbers:
        found = []
        for python in (first, Path(sys.executable)):
            with tempfile.TemporaryDirectory() as folder:
                found.append(await LINES[number].show(Version(python, Path(folder))))
        before, now = found
        wrong = "" if now.holds and not before.holds else "   NOT AS EXPECTED"
        print(f"{number:2} 0.1.0: {before.said}\n   now:   {now.said}{wrong}", file=sys.stderr, flush=True)
        rows.append((number, before, now))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--first", type=Path, required=True, help="Python of an environment with 0.1.0")
    parser.add_argument("--only", default=",".join(map(str, LINES)), help="numbers, separated by commas")
    args = parser.parse_args()
    rows = asyncio.run(compare([int(number) for number in args.only.split(",")], args.first.absolute()))
    print("| line | tests, in `tests/` | 0.1.0 | now |\n| --- | --- | --- | --- |")
    for number, before, now in rows:
        line = LINES[number]
        print(f"| {number}. {line.what} | {line.tests} | {before.said} | {now.said} |")
    return int(not all(now.holds and not before.holds for _, before, now in rows))


if __name__ == "__main__":
    sys.exit(main())
