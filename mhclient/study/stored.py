"""Questions that a store has already, asked afresh: those of another tool's log, of a run, of a benchmark.

A log is adopted first, so that its replies stand beside the new ones. The questions become a benchmark folder
with the very lines that the store has: the new run asks the same benchmark, and is compared item by item.
"""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark import Benchmark
from benchmark.checks import item_from_json
from benchmark.errors import BenchmarkError
from benchmark.folder import MANIFEST, read_benchmark, read_items, write_benchmark
from benchmark.item import Item
from benchmark.same import shows_options
from cache import CacheError, Store
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from mhclient.adopt import adopt, formats, logged
else:  # they read logs; a run of a stored benchmark needs none of them
    adopt = later("mhclient.adopt.adopt")
    formats = later("mhclient.adopt.formats")
    logged = later("mhclient.adopt.logged")

LOOKED_AT = 20  # files of a folder, to see whether it has logs
Folder = Callable[[str], Path]  # of a benchmark's name → where it is kept


def log_of(path: Path) -> str | None:
    """The tool whose log a file is, or whose logs are in a folder; None for other files."""
    try:
        files = formats.logs_in(path)[:LOOKED_AT] if path.is_dir() else [path]
        return next((tool for file in files if (tool := formats.tool_of(file)) is not None), None)
    except (logged.LogUnusable, OSError):
        return None


def refuse_log(path: Path) -> None:
    """Say what a log is good for, where a file of questions is wanted.

    Raises:
        UsageError: it is one.
    """
    if (tool := log_of(path)) is not None:
        raise UsageError(
            f"{path} is a log of {tool}, not a file of questions. 'mhclient run {path} --model …' asks its "
            f"questions afresh and keeps its replies beside; 'mhclient adopt {path}' keeps its replies alone."
        )


def questions_of_log(path: Path, tool: str, store: Path, folder: Folder) -> tuple[Benchmark, list[str]]:
    """The questions of a log, which is adopted; and sentences on what it is.

    Raises:
        UsageError: the log cannot be used; nothing is kept.
    """
    with ThreadPoolExecutor(1) as thread:  # inspect needs an event loop of its own
        return thread.submit(_questions_of_log, path, tool, store, folder).result()


def _questions_of_log(path: Path, tool: str, store: Path, folder: Folder) -> tuple[Benchmark, list[str]]:
    refused: list[str] = []
    try:
        with Store.open(store, create=True) as opened:
            try:
                adopted = adopt.adopt_logs(opened, path)
            except adopt.SomeRefused as error:
                if not error.adopted:
                    raise
                adopted, refused = error.adopted, [str(error)]
            made = _benchmark_of(opened, adopted[0].benchmark, folder)
    except logged.LogUnusable as error:
        reason = str(error).replace("`", "'")  # names of fields, which are options of another verb
        then = (
            f"Adopt it first, with the names of its fields ('mhclient adopt {path} --options FIELD …'), and "
            "ask its run: 'mhclient run RUN --model …'."
            if " field with '" in reason
            else "Nothing of it is kept, and nothing was asked: mend the file, or name another."
        )
        raise UsageError(
            f"{path} is a log of {tool}, whose questions cannot be taken as it is: {reason} {then}"
        ) from error
    n_items = counted(made.manifest["items"]["count"], "question")
    runs = ", ".join(each.run_id for each in adopted)
    said = [f"{path}: a log of {tool}, adopted as {runs}. Its {n_items} are asked afresh."]
    return made, [*said, *refused, *_shown_already(made)]


def questions_in_store(name: str, store: Path, folder: Folder) -> tuple[Benchmark, list[str]] | None:
    """The questions of a run, or of a benchmark, by its whole name; None where the store has none so called.

    Raises:
        UsageError: several benchmarks are called so, or it is more than its items.
    """
    if not store.is_file():
        return None
    try:
        with Store.open(store, read_only=True) as opened:
            digests = list(_called(opened, name))
            if not digests:
                return None
            if len(digests) > 1:
                raise UsageError(
                    f"{store} has {len(digests)} benchmarks called {name}. Name a run of one of them instead "
                    "('mhclient runs' lists them)."
                )
            made = _benchmark_of(opened, digests[0], folder)
    except CacheError:  # said by who opens the store to ask
        return None
    n_items = counted(made.manifest["items"]["count"], "question")
    return made, [f"{name}: {n_items} of {store}, kept in {made.directory}", *_shown_already(made)]


def is_in_store(name: str, store: Path) -> bool:
    """Whether it has a run or a benchmark of that name."""
    if not store.is_file():
        return False
    try:
        with Store.open(store, read_only=True) as opened:
            return any(_called(opened, name))
    except CacheError:
        return False


def _called(store: Store, name: str) -> Iterator[str]:
    """The digests of the benchmarks that are meant, each once."""
    runs = store.runs.get_all()
    if of_run := [run.benchmark for run in runs if run.run_id == name and not run.broken]:
        yield from of_run
        return
    digests = dict.fromkeys(run.benchmark for run in runs if not run.broken)
    yield from (digest for digest in digests if store.benchmarks.get(digest).name == name)


def _benchmark_of(store: Store, digest: str, folder: Folder) -> Benchmark:
    """A benchmark of the store as a folder, made now or at an earlier start.

    Raises:
        UsageError: its folder has more than its items, and the store does not keep that.
    """
    row = store.benchmarks.get(digest)
    if row.triples is not None or "provenance" in row.manifest:
        raise UsageError(
            f"{row.name} was made from a graph or hardened, and the store keeps its questions alone. Name "
            "its folder."
        )
    out = folder(f"{row.name}-{digest[:12]}")
    if (out / MANIFEST).is_file():
        return read_benchmark(out)

    def items() -> Iterator[Item]:
        after = -1
        while page := store.benchmarks.read_items(digest, after=after):
            yield from (item_from_json(json.loads(row.body)) for row in page)
            after = page[-1].position

    made = write_benchmark(out, items(), row.manifest)
    if made.items_sha256 != digest:
        raise BenchmarkError(f"{out}: its items are not those of the store. Delete the folder and try again.")
    return read_benchmark(out)


def _shown_already(benchmark: Benchmark) -> Iterator[str]:
    """Where a log has no question apart from its prompt, this is the whole prompt."""
    items = list(read_items(benchmark.items_path))
    n = sum(map(shows_options, items))
    if n:
        yield (
            f"{n:,} of {counted(len(items), 'question')} show their options in their own text, as prompts "
            "do: asked afresh, options stand there twice. Name the field of the question alone: 'mhclient "
            "adopt LOG --question FIELD', then 'mhclient run RUN'."
        )
