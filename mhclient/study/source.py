"""What is asked, as people name it: a benchmark folder, a file of questions, another tool's log, what a store
has, or `mhgraphbench`.

A file becomes a benchmark folder beside the store, under a name made from what the file holds: the same file
is the same folder, so that a later start asks only what is missing.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import benchmark as benchmark_package  # its build_benchmark is loaded, polars with it, when it is used
from benchmark import Benchmark, BuildSettings, Sources, read_benchmark
from benchmark.folder import MANIFEST, check_folder, sha256_of
from benchmark.nearest import near_names
from mhclient.errors import UsageError
from mhclient.loading import later
from mhclient.show.counts import counted

if TYPE_CHECKING:
    from benchmark.build import seeds
    from benchmark.imports import files as file_forms
    from benchmark.imports import own
    from mhclient.study import stored
else:  # they read files of questions, graphs and logs; a folder of items needs none of them
    file_forms = later("benchmark.imports.files")
    own = later("benchmark.imports.own")
    seeds = later("benchmark.build.seeds")
    stored = later("mhclient.study.stored")

GRAPH = "mhgraphbench"
KG, SEEDS = "kg.csv", "psychiatric-42"
SEEDS_NAMED = 3


@dataclass(frozen=True, slots=True)
class FoundBenchmark:
    """A benchmark, and sentences on how it was understood and where it is kept."""

    benchmark: Benchmark
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadAs:
    """How a file of questions is to be understood, where that is not found; see `read_people_file`."""

    columns: Mapping[str, str] = field(default_factory=dict)
    sheet: str | None = None
    skip_bad: bool = False


def find_benchmark(source: str, store: Path, read_as: ReadAs | None = None) -> FoundBenchmark:
    """The benchmark that is meant.

    Args:
        source: a folder made by build or import; a file of questions, or a folder of a dataset; another
            tool's log, or a folder of logs; the name of a run or a benchmark in the store; or
            `mhgraphbench`, made from the `kg.csv` of this folder, or of the one that is named:
            `mhgraphbench:PATH`.
        store: beside which a folder is made for a file.

    Raises:
        UsageError: there is no such thing.
        BenchmarkError: it cannot be used; names the lines.
    """
    named, _, path = source.partition(":")
    if named == GRAPH:
        return _from_graph(Path(path or KG), store)
    given, read_as = Path(source), read_as or ReadAs()
    if (given / MANIFEST).is_file():
        return FoundBenchmark(read_benchmark(given))
    if not given.exists() and (found := stored.questions_in_store(source, store, _folders_beside(store))):
        return FoundBenchmark(found[0], tuple(found[1]))
    check_exists(given)
    if not read_as.columns and (tool := stored.log_of(given)) is not None:
        made, said = stored.questions_of_log(given, tool, store, _folders_beside(store))
        return FoundBenchmark(made, tuple(said))
    return _from_file(given, store, read_as)


def check_named(source: str, store: Path) -> None:
    """Refuse a source that is no file, folder, run or benchmark, before anything else is looked at."""
    named, _, path = source.partition(":")
    if named == GRAPH:
        _check_graph(Path(path or KG))
    elif not stored.is_in_store(source, store):
        check_exists(Path(source))


def _folders_beside(store: Path) -> Callable[[str], Path]:
    """Where benchmarks are kept, by their names."""
    return (store.with_name(f"{store.stem}-benchmarks")).joinpath


def study_name(sources: Iterable[str | Path]) -> str:
    """What a study that asks these is called, where nobody names it.

    >>> study_name(["exam.xlsx", "old/exam-2.csv", "mhgraphbench:data/kg.csv"])
    'exam+exam-2+mhgraphbench'
    """
    return "+".join(dict.fromkeys(Path(str(source).partition(":")[0]).stem for source in sources))


def _from_file(path: Path, store: Path, read_as: ReadAs) -> FoundBenchmark:
    said: list[str] = []

    def make(out: Path) -> Benchmark:
        imported = own.read_people_file(path, read_as.columns, read_as.sheet, skip_bad=read_as.skip_bad)
        said.extend(imported.found)
        return imported.write(out)

    skipping = ["skip_bad"] if read_as.skip_bad else []
    how = json.dumps([dict(read_as.columns), read_as.sheet, own.RULES, *skipping], sort_keys=True)
    kept = _kept(path, folder_for(path, file_forms.source_files(path, read_as.sheet), store, how), make)
    return FoundBenchmark(kept.benchmark, (*said, *kept.said))


def folder_for(source: Path, files: Sequence[Path], store: Path, how: str = "") -> Path:
    """Where the benchmark made of files is kept: beside the store, named by what they hold.

    Args:
        how: in which way they are read.

    Raises:
        UsageError: one of them cannot be read, or is no file; or the store's folder is not there.
    """
    if not store.absolute().parent.is_dir():
        raise UsageError(
            f"{store}: there is no folder {store.parent}. Make it, or name another with `store`."
        )
    try:
        held = " ".join([*map(sha256_of, files), source.suffix.lower(), how])
    except OSError as error:
        raise UsageError(f"{error.filename or source} cannot be read: {error.strerror or error}.") from error
    name = hashlib.sha256(held.encode()).hexdigest()[:12]
    return _folders_beside(store)(f"{source.stem}-{name}")


def _kept(source: Path, folder: Path, make: Callable[[Path], Benchmark]) -> FoundBenchmark:
    """The benchmark made of a file: as it was made at an earlier start, or made now."""
    known = (folder / MANIFEST).is_file()
    if not known:
        beside = (
            f"The questions of {source} are kept beside the store. Name another place for it with `store`."
        )
        check_folder(folder, instead=beside)
    benchmark = read_benchmark(folder) if known else make(folder)
    n_items = counted(benchmark.manifest["items"]["count"], "question")
    left_out = benchmark.manifest.get("left_out", {}).get("count", 0)
    without = f" ({counted(left_out, 'line')} left out)" if left_out else ""
    return FoundBenchmark(benchmark, (f"{source}: {n_items}{without}, kept in {folder}",))


def _check_graph(kg: Path) -> None:
    if not kg.is_file():
        raise UsageError(
            f"{GRAPH}: there is no {kg} here. Download PrimeKG's kg.csv (it is not in the package), or name "
            f"it: {GRAPH}:PATH. 'mhclient build' has more settings."
        )


def _from_graph(kg: Path, store: Path) -> FoundBenchmark:
    _check_graph(kg)
    texts = [_beside(kg, "disease"), _beside(kg, "drug")]
    sources = Sources(kg, seeds.seed_path(SEEDS), texts[0], texts[1], skip_missing_seeds=True)
    folder = folder_for(kg, [kg, *(text for text in texts if text)], store, SEEDS)
    kept = _kept(kg, folder, lambda out: benchmark_package.build_benchmark(sources, BuildSettings(), out))
    return FoundBenchmark(kept.benchmark, (*kept.said, *_without_seeds(kept.benchmark)))


def _without_seeds(benchmark: Benchmark) -> Iterator[str]:
    """Which diseases of the list the graph has nothing on, so that no question asks for them."""
    seeds = benchmark.manifest["seeds"]
    if absent := seeds["without_edges"]:
        more = f" and {len(absent) - SEEDS_NAMED} more" if len(absent) > SEEDS_NAMED else ""
        yield (
            f"Of the {seeds['given']} diseases of {SEEDS}, {len(absent)} have no edges in this graph and are "
            f"left out: {', '.join(absent[:SEEDS_NAMED])}{more}."
        )


def _beside(kg: Path, kind: str) -> Path | None:
    """PrimeKG's texts of that kind, where they lie beside its graph."""
    files = (kg.with_name(f"{kind}_features{ending}") for ending in (".tab", ".csv"))
    return next((file for file in files if file.is_file()), None)


def check_exists(source: Path) -> None:
    """Refuse what is not there, naming what is there under a similar name.

    Raises:
        UsageError: there is no such file or folder.
    """
    if source.suffix.lower() in (".yaml", ".yml"):
        raise UsageError(
            f"{source}: YAML is not read. A study file is TOML: 'mhclient study init' writes an example. "
            "Questions are read from .jsonl, .csv, .xlsx or .parquet."
        )
    if source.exists():
        return
    # A path has one slash where an address has two.
    if address := re.match(r"(https?|s3|gs|hf|ftp):/+(.*)", str(source)):
        dataset = re.match(r"(?:huggingface\.co/)?datasets/([\w.-]+/[\w.-]+)/?$", address[2])
        if dataset is None:
            raise UsageError(
                f"{address[1]}://{address[2]} is an address, and files are read from this machine: download "
                "it, then name the file."
            )
        source = Path(dataset[1])
    # As the hub's names are, OWNER/NAME, whose first part is no folder here.
    like_the_hub = (
        re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", str(source))
        and source.suffix.lower() not in file_forms.FORMS
        and not source.parent.exists()
    )
    if not (near := _nearest(source)) and like_the_hub:
        raise UsageError(
            f"{source}: there is no such file or folder. If it is a data set of the Hugging Face hub, save "
            f"it as a file, in Python: datasets.load_dataset('{source}', …)['test']"
            f".to_parquet('{source.name}.parquet')."
        )
    raise UsageError(f"{source}: there is no such file or folder.{near}")


def _nearest(given: Path) -> str:
    """A folder or file beside it of a similar name, of a kind that is read; before others one that only ends
    otherwise.
    """
    beside = given.parent.iterdir() if given.parent.is_dir() else ()
    there = [path.name for path in beside if path.is_dir() or path.suffix.lower() in file_forms.FORMS]
    same = sorted(name for name in there if Path(name).stem == given.stem)
    like = same or near_names(given.name, there, n=1)
    return f" Did you mean {given.parent / like[0]}?" if like else ""
