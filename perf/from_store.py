"""A run that finds every reply in the store: planned, taken, read and scored, with no request sent.

    python perf/from_store.py [--items 14288] [--pairs 3] [--quick] [--record]

Whole commands. The baseline reads the same replies from the same file with sqlite3 and json alone, without
reading letters or working out a figure.
"""

import os
import tempfile
from pathlib import Path

from loopback import ENVIRONMENT, ROOT, Place, compare, compile_modules, finish, measured, server
from recording import make_parser, recording

BARE = """import json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT items.body, completion FROM run_items JOIN runs USING (run_id) "
    "JOIN items ON items.benchmark = runs.benchmark AND items.item_id = run_items.item_id "
    "JOIN responses ON responses.id = response_id"
)
assert [(json.loads(body), completion) for body, completion in rows]"""


def commands(folder: Path, store: Path, url: str, n_items: int) -> dict[str, tuple[object, ...]]:
    """A run that asks; then it again, and another one with the same requests but for an item."""
    run = ("-m", "mhclient", "run", folder, "--model", "compatible:m", "--base-url", url, "--store", store)
    return {
        "a new run": run,
        "the same run again": run,
        "another run, stored": (*run, "--limit", n_items - 1),
    }


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--items", type=int, default=14_288)
    parser.add_argument("--pairs", type=int, default=3)
    args = parser.parse_args()
    compile_modules(ROOT)
    with recording(__file__, args):
        measure(*((300, 1) if args.quick else (args.items, args.pairs)))


def measure(n_items: int, n_pairs: int) -> None:
    """Fill a store once, then time the runs that find everything there."""
    here = Place(environment=os.environ | ENVIRONMENT | {"PYTHONPATH": str(ROOT)})
    with tempfile.TemporaryDirectory() as scratch:
        folder, store = Path(scratch) / "benchmark", Path(scratch) / "s.sqlite3"
        measured(Path(__file__).with_name("request_cost.py"), "--child", "prepare", folder, n_items)
        with server() as url:
            (_, asking), *stored = commands(folder, store, url, n_items).items()
            finish(*asking, at=here)
        # The server is gone: a request would fail.
        for name, command in stored:
            pairs = [
                (finish(*command, at=here).figures(), finish("-c", BARE, store).figures())
                for _ in range(n_pairs)
            ]
            compare(f"{n_items:,} items, {name}", pairs, "cpu_s", None)


if __name__ == "__main__":
    main()
