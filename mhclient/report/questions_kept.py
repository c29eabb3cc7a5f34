"""A report is not written over the questions that were asked."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cache import Store
from mhclient.errors import UsageError


def refuse_questions(file: Path, manifests: Iterable[Mapping[str, Any]]) -> None:
    """Refuse a file that benchmarks with these manifests were made of: `exam.csv` is a report's name, too.

    Raises:
        UsageError: it is one of their files.
    """
    inputs = [manifest.get("inputs_sha256") for manifest in manifests]
    made_of = [digest for each in inputs if isinstance(each, Mapping) for digest in each.values()]
    if made_of and file.is_file() and _digest(file) in made_of:
        raise UsageError(f"{file}: these are the questions that were asked. Name another file.")


def _digest(file: Path) -> str | None:
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:  # what cannot be read is told when it cannot be written
        return None


def refuse_questions_of(store: Store, run_ids: Iterable[str], file: Path) -> None:
    """The same of runs in a store.

    Raises:
        UsageError: as above.
    """
    digests = dict.fromkeys(store.runs.get(run_id).benchmark for run_id in run_ids)
    refuse_questions(file, [store.benchmarks.get(digest).manifest for digest in digests])
