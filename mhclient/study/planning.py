"""What `evaluate` is given becomes runs that can be asked, a store and a place for progress.

What can be refused without the questions is refused before a large file is read. What may surprise is said
before it is paid for: repetitions that measure noise alone, options that keep their places, a server that has
moved to another address, so that all would be asked again.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias, cast

from rich.console import Console

from benchmark import Benchmark
from mhclient.ask.making import SpecOptions, check_asked, n_fixed
from mhclient.ask.order import Limits
from mhclient.errors import UsageError
from mhclient.providers.access import is_of_service
from mhclient.providers.base import Model
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import find_model
from mhclient.run.checks import Count, check
from mhclient.run.given import as_text
from mhclient.run.stored_runs import stored_specs
from mhclient.run.variant import load_variant
from mhclient.show.console import make_console
from mhclient.show.counts import counted
from mhclient.study.grid import AskedModel, GridCell, Wanted, make_grid
from mhclient.study.model_ref import parse_model
from mhclient.study.own_words import as_arguments
from mhclient.study.panels import PanelledGrid, with_panels
from mhclient.study.source import GRAPH, ReadAs, check_named, find_benchmark, study_name
from mhclient.study.worker import GridWorker

STORE_VARIABLE, STORE = "MHCLIENT_STORE", "mhclient.sqlite3"
STUDY = ".toml"
_SOURCES = (
    "give a file of questions, as in 'exam.xlsx', a benchmark, or several. Questions that are in memory go "
    "into a file first: frame.write_parquet('exam.parquet')."
)
_MODELS = "name whom to ask, as in models='openai:gpt-5', or several."
_VARIANTS = "name a prompt format, as in 'letter-only', or several."

Source: TypeAlias = str | os.PathLike[str] | Benchmark
Sources: TypeAlias = Source | Sequence[Source]
Models: TypeAlias = str | Model | Sequence[str | Model]
Variants: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


class StudyOptions(Limits, SpecOptions, total=False):
    """What else `evaluate` can be told, beside the keys of `Limits` and of `ParameterOptions`.

    Keys:
        store: where replies are kept (default: $MHCLIENT_STORE, or mhclient.sqlite3 in this folder).
        base_url: ask this server; or a mapping from provider to address.
        endpoint_name: of the server at `base_url`, whose replies are kept under it and not under its address.
        epochs: how often each item is asked.
        tasks: only these task families.
        limit: at most so many items in all of each benchmark, spread evenly over the tasks.
        adapt: let parameters that a model does not take be changed.
        columns: field → column of a file whose columns are not found, as {"question": "Frage"}.
        sheet: of a workbook.
        skip_bad: leave out lines of a file that are no questions; how many and why is said.
        panel: ask so many of the items again at the start and at the end, to see whether the service moves:
            `find_drift` says what these panels show; they are no part of the result.
        panel_only: with `panel`: ask one panel, and not the runs; for every day.
        progress: show how it goes (default: yes).
    """

    store: str | os.PathLike[str] | None
    base_url: str | Mapping[str, str] | None
    endpoint_name: str | None
    adapt: bool
    columns: Mapping[str, str] | None
    sheet: str | None
    skip_bad: bool
    panel: Count | None
    panel_only: bool
    progress: bool


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """A grid that is known to be askable, and where it is kept and shown."""

    store: Path
    grid: PanelledGrid
    console: Console | None
    study: str | None

    def worker(self) -> GridWorker:
        """What asks it."""
        return GridWorker(self.store, self.grid, self.console, self.study)


def plan_study(source: Sources, models: Models, variants: Variants, options: StudyOptions) -> PlannedStudy:
    """What `evaluate` was given, checked and spread out into runs; nothing has been sent.

    Raises:
        UsageError: something cannot be used as given.
        BenchmarkError: the questions cannot be read.
        MissingKey: there is no key for a provider.
    """
    with as_arguments():
        return _planned(source, models, variants, options)


def _planned(source: Sources, models: Models, variants: Variants, options: StudyOptions) -> PlannedStudy:
    check(StudyOptions, options, also=("models", "variants"))
    sources, models = _sources(source), _listed("models", models, (str, Model), _MODELS)
    names = list(map(as_text, _listed("variants", variants, (str, os.PathLike), _VARIANTS)))
    store = find_store(options.get("store"))
    console = choose_console() if options.get("progress", True) else None
    for source in (each for each in sources if not isinstance(each, Benchmark)):
        check_named(os.fspath(source), store)
    asked = [AskedModel(_model(one, options)) for one in models]
    check_before_reading(map(_named, sources), store, [one.model for one in asked], names)
    given = options.items()
    parameters = {name: value for name, value in given if name in SpecOptions.__annotations__}
    for one in asked:
        check_asked(one.model, parameters)
    benchmarks = [_benchmark(source, store, options, console) for source in sources]
    limits = cast("Limits", {name: value for name, value in given if name in Limits.__annotations__})
    wanted = Wanted(names, parameters, limits, adapt=options.get("adapt", False))
    cells = make_grid(benchmarks, asked, wanted)
    for sentence in (
        (*only_noise(cells), *other_addresses(cells), *moved_servers(store, cells)) if console else ()
    ):
        console.print(sentence, markup=False, soft_wrap=True)  # type: ignore[union-attr]
    grid = with_panels(cells, options.get("panel"), store, alone=options.get("panel_only", False))
    return PlannedStudy(store, grid, console, study_name(map(_named, sources)))


def _named(source: Source) -> str | Path:
    return source.directory if isinstance(source, Benchmark) else os.fspath(source)


def _sources(given: Any) -> list[Source]:
    """What is asked, each of a kind that can be.

    Raises:
        UsageError: it is something else, a study file, or nothing.
    """
    sources = _listed("source", given, (str, os.PathLike, Benchmark), _SOURCES)
    for source in (each for each in sources if not isinstance(each, Benchmark)):
        if Path(source).suffix == STUDY:
            raise UsageError(
                f"{source} is a study file, which says models and variants itself: call "
                f"evaluate_study({os.fspath(source)!r})."
            )
    return sources


def _listed(name: str, given: Any, kinds: tuple[type, ...], advice: str) -> list[Any]:
    """One or several, as several.

    Raises:
        UsageError: there is none, or one is of no such kind.
    """
    listed = list(given) if isinstance(given, list | tuple | set) else [given]
    wrong = [each for each in listed if not isinstance(each, kinds)]
    if wrong or not listed:
        kind = f"of type {type(wrong[0]).__name__}" if wrong else "empty"
        raise UsageError(f"`{name}` is {kind}: {advice}", parameter=name)
    return listed


def find_store(given: str | os.PathLike[str] | None) -> Path:
    """Where replies are kept: as given, as the environment says, or in this folder."""
    return Path(given or os.environ.get(STORE_VARIABLE) or STORE).absolute()


def choose_console() -> Console:
    """Where progress is shown: in a notebook its own output, which is no error."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return make_console(stderr=getattr(shell, "kernel", None) is None)


def _benchmark(source: Source, store: Path, options: StudyOptions, console: Console | None) -> Benchmark:
    if isinstance(source, Benchmark):
        return source
    read_as = ReadAs(options.get("columns") or {}, options.get("sheet"), options.get("skip_bad", False))
    found = find_benchmark(os.fspath(source), store, read_as)
    for sentence in found.said if console else ():
        console.print(sentence, markup=False, soft_wrap=True)  # type: ignore[union-attr]
    return found.benchmark


def _model(model: str | Model, options: StudyOptions) -> Model:
    if isinstance(model, Model):
        return model
    whom, base_url = parse_model(model), options.get("base_url")
    address = base_url.get(whom.provider) if isinstance(base_url, Mapping) else base_url
    return find_model(whom.provider, whom.name, base_url=address, endpoint_name=options.get("endpoint_name"))


LARGE = 5_000_000  # bytes, read in more than a moment


def check_before_reading(
    sources: Iterable[str | Path], store: Path, models: Sequence[Model], variants: Sequence[str]
) -> None:
    """Refuse a variant that there is not; and where the questions are long to read, a model without a key.

    Where the store knows the model, all replies may be there, for which no key is needed.

    Raises:
        UsageError: there is no such variant, or its file cannot be used.
        MissingKey: there is no key for a provider.
    """
    for variant in variants:
        load_variant(variant)
    if not any(map(_is_large, sources)):
        return  # what is wrong with the questions is said first, then
    known = {spec.model for spec in stored_specs(store).values() if spec is not None}
    for model in models:
        if model.name not in known:
            model.provider.check_key()


def _is_large(source: str | Path) -> bool:
    """A file that is; what there is not is told by who reads it."""
    try:
        return Path(str(source).removeprefix(f"{GRAPH}:")).stat().st_size >= LARGE
    except OSError:
        return False


def only_noise(cells: Sequence[GridCell]) -> Iterator[str]:
    """The sentence, with the models that are asked each item several times at temperature 0."""
    repeated = (cell for cell in cells if cell.spec.epochs > 1 and cell.spec.parameters.temperature == 0)
    if models := ", ".join(dict.fromkeys(cell.spec.model for cell in repeated)):
        yield (
            "Note: at temperature 0, repetitions show only what the service itself leaves to chance: "
            f"{models}. `temperature` sets how much chance there is in a reply."
        )


def keeping_places(cells: Sequence[GridCell]) -> Iterator[str]:
    """How many questions have options that cannot be moved, of each benchmark asked in another order."""
    asked = {(cell.benchmark.name, cell.spec.tasks): cell for cell in cells if cell.spec.variant.keep_places}
    for (name, tasks), cell in asked.items():
        if n := n_fixed(cell.benchmark, tasks):
            yield (
                f"{counted(n, 'question')} of {name} {'has' if n == 1 else 'have'} options that speak of "
                "other options (“All of the above”, “Both A and B”): these keep their places, and "
                "comparisons of orders leave such questions out."
            )


def other_addresses(cells: Sequence[GridCell]) -> list[str]:
    """Sentences on addresses that get questions, and a key, and are not the provider's own; one for each.

    A study file or a variable such as OPENAI_BASE_URL may name one that whoever starts the run never saw.
    """
    found = {cell.spec.endpoint: cell.spec.provider for cell in cells}
    return [
        f"Requests for {provider} are sent to {endpoint}, with its API key if one is set."
        for endpoint, provider in found.items()
        if endpoint.startswith("http") and not (is_of_service(endpoint) or on_this_machine(endpoint))
    ]


def moved_servers(path: Path, cells: Sequence[GridCell]) -> list[str]:
    """Sentences on runs that the store has from another address, one for each pair of addresses.

    Nothing is taken over: another address may be another server, and only the user knows.
    """
    stored = stored_specs(path)
    pairs: dict[tuple[str, str], list[str]] = {}
    for cell in (each for each in cells if each.run_id not in stored):
        now = cell.spec.endpoint
        others = (spec for spec in stored.values() if spec is not None and spec.endpoint != now)
        if same := [each.endpoint for each in others if replace(each, endpoint=now) == cell.spec]:
            pairs.setdefault((same[-1], now), []).append(cell.title)
    return [
        f"{titles[0]}{f' and {len(titles) - 1} more' if len(titles) > 1 else ''}: the store has the same, "
        f"asked at {before}. Replies belong to the address, so all of it is asked anew at {now}. For a "
        "server that may move, `endpoint_name=NAME` keeps them under a name from the first start on."
        for (before, now), titles in pairs.items()
    ]
