"""Read published replies that a person labelled: right, false accepts and unread, by language and by store.

The replies are other people's and stay outside the project. tests/parsers/labelled.jsonl has, for each, where
it is (repository, commit, file, number of the record), the SHA-256 of its text, the label given before the
reader saw it, and how which version of the reader read it then. This script finds the texts and reads them,
of repositories with at least 40 labels; what is found nowhere is counted.

    python scripts/labelled/labelled.py FOLDER_OF_CLONES        # FOLDER/owner+name/repo is a clone
    python scripts/labelled/labelled.py FOLDER_OF_CLONES --against EARLIER_CHECKOUT    # what a change does
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import english
import other_languages
from rows import Row

ROOT = Path(__file__).resolve().parents[2]
LABELLED = ROOT / "tests/parsers/labelled.jsonl"
SOURCES = other_languages.SOURCES | english.SOURCES
Label = dict[str, Any]
Said = list[str]  # outcome and letters
VERDICTS = ("right", "false accept", "unread")
# Run where another checkout's `parsers` is found first: a line of JSON in and out for each reply.
READ = """
import json, sys
from parsers import read_answer
for line in sys.stdin:
    text, options, mode = json.loads(line)
    reading = read_answer(text, options, mode=mode)
    print(json.dumps([reading.outcome.value, "".join(sorted(reading.letters))]))
"""


def main() -> None:
    """Print right, false accepts and answers unread, by language and store, now and before."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("clones", type=Path, help="folder with the clones, each in owner+name/repo")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="EARLIER_CHECKOUT",
        help="compare with its reader, not with first contact",
    )
    parser.add_argument("--labels", type=Path, default=LABELLED, help=argparse.SUPPRESS)
    parser.add_argument("--show", action="store_true", help="name every reply that is not read as labelled")
    args = parser.parse_args()
    labels = [json.loads(line) for line in args.labels.read_text(encoding="utf-8").splitlines()]
    found = [(label, row) for label, row in _found(labels, args.clones) if row]
    kept = [label for label, _ in found]
    replies = [[row[1], row[2], label.get("mode", "single")] for label, row in found]
    now = read_by(ROOT, replies)
    before = read_by(args.against, replies) if args.against else [label["first_contact"] for label in kept]
    _print_table(kept, before, now, "before" if args.against else "first contact")
    if len(kept) < len(labels):
        print(f"{len(labels) - len(kept)} replies are not in these clones")
    for label, then, said in zip(kept, before, now, strict=True):
        if said != then if args.against else args.show and judge(label, said) != "right":
            place = f"{label['repository']} {label['path']} {label['record']}"
            print(f"{judge(label, said)}: {place}: {_shown(then)} → {_shown(said)}", file=sys.stderr)


def read_by(checkout: Path, replies: list[list[Any]]) -> list[Said]:
    """How the reader of a checkout reads the replies."""
    asked = "".join(json.dumps(reply) + "\n" for reply in replies)
    command = [sys.executable, "-P", "-c", READ]
    paths = {"PYTHONPATH": str(checkout.resolve()), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, input=asked, env=paths, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def judge(label: Label, said: Said) -> str:
    """What a reading is beside a label: right, a false accept, an answer unread, or another outcome."""
    if said == [label["outcome"], label["letters"]]:
        return "right"
    if said[0] == "answer":
        return "false accept"
    return "unread" if label["outcome"] == "answer" else "other"


def _print_table(labels: list[Label], before: list[Said], now: list[Said], name: str) -> None:
    """A row for each language, then one for each store that is read otherwise than before."""
    counted: dict[str, list[Counter[str]]] = defaultdict(lambda: [Counter(), Counter(), Counter()])
    for label, then, said in zip(labels, before, now, strict=True):
        groups = ["all", label["language"], label["repository"]]
        for group in groups + (["outside English"] if label["language"] != "en" else []):
            was, is_now, changed = counted[group]
            was[judge(label, then)] += 1
            is_now[judge(label, said)] += 1
            changed["changed"] += said != then
    print(f"{'':18}{'n':>5}   {name + ': right, false, unread':42}{'now':42}changed")
    for group in sorted(counted, key=lambda group: ("/" in group, len(group) > 3, group)):
        was, is_now, changed = counted[group]
        if "/" not in group or changed["changed"]:
            shares = f"{_shares(was):42}{_shares(is_now):42}"
            print(f"{group:18}{is_now.total():>5}   {shares}{changed['changed']}")


def _shares(counted: Counter[str]) -> str:
    n = counted.total()
    return "  ".join(f"{counted[verdict]:>4} ({counted[verdict] / n:6.1%})" for verdict in VERDICTS)


def _shown(said: Said) -> str:
    return said[1] or said[0]


def _found(labels: list[Label], clones: Path) -> Iterator[tuple[Label, Row | None]]:
    """Each label with its reply; None where the clone lacks it or has another text there."""
    by_file = defaultdict(list)
    for label in labels:
        by_file[label["repository"], label["commit"], label["path"]].append(label)
    for place, asked in by_file.items():
        rows = {row[0]: row for row in published(clones, *place)}
        for label in asked:
            row = rows.get(label["record"])
            yield label, row if row and digest(row[1]) == label["sha256"] else None


def digest(text: str) -> str:
    """The SHA-256 of a reply's text as UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


def published(clones: Path, repository: str, commit: str, path: str) -> list[Row]:
    """The replies of a stored file, with the options of their items."""

    def related(other: str) -> bytes:
        elsewhere = re.match(r"([^@:]+)@([^:]+):(.+)", other)  # a file of another repository
        return _stored(clones, *(elsewhere.groups() if elsewhere else (repository, commit, other)))

    try:
        stored = _stored(clones, repository, commit, path)
        source = other_languages.residents_2024 if "MIR24" in path else SOURCES.get(repository)
        return [*source(stored, related)] if source else []  # of the last draw `where` alone says how
    except subprocess.CalledProcessError:
        return []


def _stored(clones: Path, repository: str, commit: str, path: str) -> bytes:
    clone = clones / repository.replace("/", "+") / "repo"
    asked = ["git", "-C", str(clone), "show", f"{commit}:{path}"]
    return subprocess.run(asked, capture_output=True, check=True).stdout


if __name__ == "__main__":
    main()
