"""Whether files hold a piece of somebody's texts, or a password. Nothing that is found is shown.

    python scripts/scan_for_texts.py CLONE [FILE …]

CLONE is a clone of MENTAT, whose texts must not get into this repository; its password is asked for on the
terminal, or taken from MHCLIENT_MENTAT_PASSWORD. FILE are logs and the like; without any, the files that git
tracks here are searched. Names of files that hold a piece are printed, and status is 1 if there are any.
"""

import argparse
import csv
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmark.errors import BenchmarkError
from benchmark.labels.annotations import LOG_FOLDER, LOG_NAME
from benchmark.mentat.release import Release, read_questions
from mhclient.cli.verbs.labels import ask_password
from mhclient.errors import MhclientError

ROOT = Path(__file__).parents[1]
WRITTEN = ("stimulus", "q", "response")  # columns of the logs with words in them
LENGTH = 7  # words in a row that are no accident


def main() -> int:
    """Search, and name the files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    args = parser.parse_args()
    try:
        known = pieces(texts_of(Release(args.clone, ask_password)))
        files = args.files or list(tracked(ROOT))
        found = list(holding(files, known, ask_password()))
    except (BenchmarkError, MhclientError) as error:
        print(f"scan_for_texts: {error}", file=sys.stderr)
        return 2
    for path in found:
        print(f"{path} holds a piece of a text, or the password")
    print(f"{len(files)} files searched for {len(known):,} pieces of {LENGTH} words: {len(found)} hold one.")
    return 1 if found else 0


def texts_of(release: Release) -> Iterator[str]:
    """All that clinicians wrote: questions in every gender, options, and the logs of the annotations."""
    for question in read_questions(*release.questions()).values():
        yield from question.texts.values()
        yield from question.options
    for log in sorted((release.path / LOG_FOLDER).glob(LOG_NAME)):
        with log.open(newline="", encoding="utf-8", errors="replace") as file:
            for row in csv.DictReader(file):
                yield from (row.get(column) or "" for column in WRITTEN)


def pieces(texts: Iterable[str]) -> frozenset[tuple[str, ...]]:
    """Every so many words in a row of every text; a text with fewer words has none."""
    return frozenset(piece for text in texts for piece in pieces_of(text))


def pieces_of(text: str) -> Iterator[tuple[str, ...]]:
    """Words in small letters, whatever stands between them."""
    words = re.findall(r"[^\W_]+", text.lower())
    return zip(*(words[start:] for start in range(LENGTH)), strict=False)


def holding(files: Iterable[Path], known: frozenset[tuple[str, ...]], password: str) -> Iterator[Path]:
    """The files with a piece, or with the password as a word of its own."""
    word = re.compile(rf"(?<![\w-]){re.escape(password)}(?![\w-])")
    for path in files:
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if word.search(text) or not known.isdisjoint(pieces_of(text)):
            yield path


def tracked(folder: Path) -> Iterator[Path]:
    """The files that git tracks."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=folder, capture_output=True, text=True, check=True)
    return (folder / name for name in done.stdout.split("\0") if name)


if __name__ == "__main__":
    sys.exit(main())
