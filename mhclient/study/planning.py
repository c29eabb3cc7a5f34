"""What `evaluate` is given becomes runs that can be asked, a store and a place for progress."""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

from rich.console import Console

from benchmark import Benchmark
from mhclient.ask.limits import Limits, check_values
from mhclient.ask.making import ParameterOptions, check_asked
from mhclient.errors import UsageError
from mhclient.providers.choose import find_model
from mhclient.providers.model import Model
from mhclient.run.given import as_text, check_names
from mhclient.show.console import make_console
from mhclient.study.before import check_before_reading
from mhclient.study.grid import AskedModel, Wanted, make_grid
from mhclient.study.moved import moved_servers
from mhclient.study.noise import only_noise
from mhclient.study.own_words import as_arguments
from mhclient.study.panels import PanelledGrid, with_panels
from mhclient.study.source import ReadAs, check_named, find_benchmark, study_name
from mhclient.study.whom import whom_from
from mhclient.study.worker import GridWorker

STORE_VARIABLE, STORE = "MHCLIENT_STORE", "mhclient.sqlite3"
STUDY = ".toml"
_MODELS = "name whom to ask, as in models='openai:gpt-5', or several"

Source: TypeAlias = str | os.PathLike[str] | Benchmark
Sources: TypeAlias = Source | Sequence[Source]
Models: TypeAlias = str | Model | Sequence[str | Model]
Variants: TypeAlias = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


class StudyOptions(Limits, ParameterOptions, total=False):
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
    epochs: int
    tasks: Sequence[str] | None
    limit: int | None
    adapt: bool
    columns: Mapping[str, str] | None
    sheet: str | None
    skip_bad: bool
    panel: int | None
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
    check_names((*StudyOptions.__annotations__, "models", "variants"), options)
    sources, models, names = _sources(source), _models(models), _variants(variants)
    store = find_store(options.get("store"))
    console = choose_console() if options.get("progress", True) else None
    for source in (each for each in sources if not isinstance(each, Benchmark)):
        check_named(os.fspath(source), store)
    asked = [AskedModel(_model(one, options)) for one in models]
    check_before_reading(map(_named, sources), store, [one.model for one in asked], names)
    check_values(_limits(options))
    for one in asked:
        check_asked(one.model, _parameters(options))
    benchmarks = [_benchmark(source, store, options, console) for source in sources]
    wanted = Wanted(
        variants=names,
        parameters=_parameters(options),
        limits=_limits(options),
        adapt=options.get("adapt", False),
    )
    cells = make_grid(benchmarks, asked, wanted)
    for sentence in (*only_noise(cells), *moved_servers(store, cells)) if console else ():
        console.print(sentence, markup=False, soft_wrap=True)  # type: ignore[union-attr]
    grid = with_panels(
        cells,
        options.get("panel"),
        store,
        alone=options.get("panel_only", False),
    )
    return PlannedStudy(store, grid, console, study_name(map(_named, sources)))


def _named(source: Source) -> str | Path:
    return source.directory if isinstance(source, Benchmark) else os.fspath(source)


def _sources(given: Any) -> list[Source]:
    """What is asked, each of a kind that can be.

    Raises:
        UsageError: it is something else, a study file, or nothing.
    """
    sources = _listed(given)
    for source in sources:
        if not isinstance(source, str | os.PathLike | Benchmark):
            raise UsageError(
                f"`source` is {_kind(source)}: give a file of questions, as in 'exam.xlsx', or a benchmark. "
                "Questions that are in memory go into a file first: frame.write_parquet('exam.parquet')."
            )
        if not isinstance(source, Benchmark) and Path(source).suffix == STUDY:
            raise UsageError(
                f"{source} is a study file, which says models and variants itself: call "
                f"evaluate_study({os.fspath(source)!r})."
            )
    if not sources:
        raise UsageError("`source` is empty: name at least one file of questions, as in 'exam.xlsx'.")
    return sources


def _models(given: Any) -> list[str | Model]:
    models = _listed(given)
    for model in models:
        if not isinstance(model, str | Model):
            raise UsageError(f"`models` is {_kind(model)}: {_MODELS}.")
    if not models:
        raise UsageError(f"`models` is empty: {_MODELS}.")
    return models


def _variants(given: Any) -> list[str]:
    variants = [as_text(variant) for variant in _listed(given)]
    if not variants or not all(isinstance(variant, str) for variant in variants):
        raise UsageError("`variants` names no prompt format: give a name, as in 'letter-only', or several.")
    return variants


def _listed(given: Any) -> list[Any]:
    return list(given) if isinstance(given, list | tuple | set) else [given]


def _kind(given: object) -> str:
    """
    >>> _kind(None), _kind(3)
    ('None', 'of type int')
    """
    return "None" if given is None else f"of type {type(given).__name__}"


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
    whom, base_url = whom_from(model), options.get("base_url")
    address = base_url.get(whom.provider) if isinstance(base_url, Mapping) else base_url
    return find_model(whom.provider, whom.name, base_url=address, endpoint_name=options.get("endpoint_name"))


def _parameters(options: StudyOptions) -> dict[str, Any]:
    """What `make_spec` is told."""
    names = ("epochs", "tasks", "limit", *ParameterOptions.__annotations__)
    return {name: value for name, value in options.items() if name in names}


def _limits(options: StudyOptions) -> Limits:
    given = {name: value for name, value in options.items() if name in Limits.__annotations__}
    return cast("Limits", given)
