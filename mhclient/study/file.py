"""A study file: a grid on paper, in TOML. Whatever it says is checked before anything is asked.

A key that is not known is refused, with the key or the place that was probably meant; all faults are said at
once.
"""

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, cast

from pydantic import Field

from benchmark.nearest import near_names
from benchmark.untrusted import read_regular_file
from mhclient.ask.making import DEFAULT_VARIANT, ParameterOptions
from mhclient.ask.order import Limits
from mhclient.errors import GONE, UsageError
from mhclient.loading import later
from mhclient.providers.ask_modes import ModelOptions
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import find_model
from mhclient.run.checks import Count, faults, that
from mhclient.run.given import refuse_all
from mhclient.run.prices import Price
from mhclient.run.variant import load_variant
from mhclient.study.grid import AskedModel, GridCell, Wanted, make_grid
from mhclient.study.model_ref import parse_model
from mhclient.study.own_words import in_own_words, key_instead, own_words
from mhclient.study.source import FoundBenchmark, ReadAs, find_benchmark

if TYPE_CHECKING:
    from mhclient.study import result as results
    from mhclient.study.result import ReportFile
else:  # what compares runs
    results = later("mhclient.study.result")

ENDING = ".toml"
LARGEST = 1_000_000  # bytes


def _are_prices(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(each, int | float) and type(each) is not bool and each >= 0 for each in value)
    )


class BenchmarkTable(TypedDict, total=False):
    """What is said of a benchmark."""

    source: str
    columns: Mapping[str, str]
    sheet: str
    skip_bad: bool


class ModelTable(ModelOptions, ParameterOptions, total=False):
    """What is said of a model."""

    name: str
    price: Annotated[list[float], *that(_are_prices, "USD per million tokens in and out, as [2.5, 10]")]


class StudyTable(TypedDict, total=False):
    """What a study file says at its top."""

    benchmarks: list[Any]
    models: list[Any]
    variants: Annotated[list[str], Field(description="a list of texts")]
    tasks: list[Any]
    epochs: int
    limit: int
    adapt_parameters: bool
    panel: Count
    limits: Annotated[dict[str, Any], Field(description="a table")]
    report: str
    with_answers: bool


# Code that comes with a model is not a file's to name; nor are forced choices for a server.
HOW_A_MODEL = (
    *("base_url", "endpoint_name", "ask", "dtype", "device_map", "max_length", "batch_size"),
    *("engine", "checks", "revision", "on", "gpus_per_seat"),
)
OF_A_STUDY = tuple(StudyTable.__annotations__)
OF_A_MODEL = ("name", "price", *ParameterOptions.__annotations__, *HOW_A_MODEL)
OF_A_BENCHMARK = tuple(BenchmarkTable.__annotations__)


@dataclass(frozen=True, slots=True)
class StudyFile:
    """What a study file says.

    Attributes:
        path: where it is; the files that it names are looked for beside it.
        benchmarks, models, limits: tables, whose keys are known ones.
        report: the report that is written in the end; None for none.
    """

    path: Path
    benchmarks: tuple[Mapping[str, Any], ...]
    models: tuple[Mapping[str, Any], ...]
    variants: tuple[str, ...] = (DEFAULT_VARIANT,)
    epochs: int = 1
    tasks: tuple[str, ...] | None = None
    limit: int | None = None
    adapt_parameters: bool = False
    panel: int | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)
    report: "ReportFile | None" = None

    def addresses(self) -> list[tuple[str, str]]:
        """Models that it sends to another machine of its own choice, each with the address."""
        named = [(model["name"], str(model["base_url"])) for model in self.models if model.get("base_url")]
        return [(name, address) for name, address in named if not on_this_machine(address)]

    def find_benchmarks(self, store: Path) -> list[FoundBenchmark]:
        """The benchmarks that it names.

        Raises:
            UsageError: as `find_benchmark`; or there is no such variant, or the report could not be written
                of them. The file and its key are named.
            BenchmarkError: as `find_benchmark`.
        """
        with own_words(f"{self.path}: 'variants': "):
            for name in self.variants:  # before a large file is read
                load_variant(self._variant(name))
        with own_words(f"{self.path}: 'benchmarks': "):
            found = [self._benchmark(each, store) for each in self.benchmarks]
        if self.report is not None:
            with own_words(f"{self.path}: "):
                self.report.check(each.benchmark for each in found)
        return found

    def cells(self, benchmarks: Sequence[FoundBenchmark], *, by_batch: bool = False) -> list[GridCell]:
        """Its runs.

        Args:
            by_batch: all but the first request of each goes by batch.

        Raises:
            UsageError: as `make_grid`; the file is named.
        """
        wanted = Wanted(
            variants=[self._variant(name) for name in self.variants],
            parameters={"epochs": self.epochs, "tasks": self.tasks, "limit": self.limit},
            limits=cast("Limits", dict(self.limits)),
            adapt=self.adapt_parameters,
            by_batch=by_batch,
        )
        with own_words(f"{self.path}: "):
            return make_grid([each.benchmark for each in benchmarks], list(map(_asked, self.models)), wanted)

    def _benchmark(self, named: Mapping[str, Any], store: Path) -> FoundBenchmark:
        source = named["source"]
        beside = self.path.parent / source
        read_as = ReadAs(named.get("columns", {}), named.get("sheet"), named.get("skip_bad", False))
        return find_benchmark(str(beside) if beside.exists() else source, store, read_as)

    def _variant(self, name: str) -> str:
        beside = self.path.parent / name.partition(":")[0]
        return str(self.path.parent / name) if beside.is_file() else name


def _asked(named: Mapping[str, Any]) -> AskedModel:
    whom = parse_model(named["name"])
    parameters = {name: named[name] for name in ParameterOptions.__annotations__ if name in named}
    price = Price(named["price"][0], named["price"][1], "the study file") if "price" in named else None
    options = {name: named[name] for name in HOW_A_MODEL if name in named}
    model = find_model(whom.provider, whom.name, **cast("ModelOptions", options))
    return AskedModel(model, parameters, price)


def read_study(path: Path) -> StudyFile:
    """A study file.

    Raises:
        UsageError: it cannot be read, a key is not known (the nearest is named), or a value cannot be used.
    """
    try:
        said = tomllib.loads(read_regular_file(path, LARGEST).decode())
    except RecursionError as error:
        raise UsageError(f"{path}: not a study file: nested too deeply.") from error
    except OSError as error:
        raise UsageError(f"{path}: not a study file: {error.strerror or error}.") from error
    except ValueError as error:  # bytes that are no text, no TOML, numbers of thousands of digits
        raise UsageError(f"{path}: not a study file: {error}.") from error
    reading = _StudyReader(path, said)
    benchmarks = reading.tables("benchmarks", BenchmarkTable, OF_A_BENCHMARK, "source")
    models, limits, report = reading.models(), reading.limits(), reading.report()
    refuse_all(path, reading.faults)
    return StudyFile(
        path=path,
        benchmarks=tuple(benchmarks),
        models=tuple(models),
        variants=tuple(said.get("variants", ())) or (DEFAULT_VARIANT,),
        epochs=said.get("epochs", 1),
        tasks=tuple(said["tasks"]) if "tasks" in said else None,
        limit=said.get("limit"),
        adapt_parameters=said.get("adapt_parameters", False),
        panel=said.get("panel"),
        limits=limits,
        report=report,
    )


class _StudyReader:
    """A study file while it is being read, for its errors: all of them are told at once."""

    def __init__(self, path: Path, said: Mapping[str, Any]) -> None:
        self.path, self.said = path, said
        self.faults: list[str] = []
        self._unusable = self.look_at("", StudyTable, said, OF_A_STUDY)

    def look_at(self, where: str, kind: type, table: Mapping[str, Any], keys: Collection[str]) -> set[str]:
        """Note keys that are not known and values that cannot be used; returns the keys of these."""
        for key in (key for key in table if key not in keys):
            self.faults.append(f"{where}there is no key '{key}'. {hint(key, keys)}")
        known = {key: value for key, value in table.items() if key in keys}
        found = list(faults(kind, known))
        for key, sentence in found:
            said = in_own_words(sentence).replace("True or False", "true or false")
            if isinstance(known[key], dict) and (near := near_names(key, ["limits"], 1)):
                said = f"[{key}] is a table. Did you mean [{near[0]}]?"
            self.faults.append(where + said)
        return {fault.parameter for fault in found}

    def tables(self, key: str, kind: type, keys: Collection[str], needed: str) -> list[Mapping[str, Any]]:
        """Several tables, of which a text alone is what each of them needs."""
        if key in self._unusable:
            return []
        if not self.said.get(key):
            self.faults.append(f"it names no '{key}'. 'mhclient study init' writes an example.")
        usable: list[Mapping[str, Any]] = []
        for given in self.said.get(key, ()):
            table = {needed: given} if isinstance(given, str) else given
            if not isinstance(table, dict) or not isinstance(table.get(needed), str):
                meant = key_instead(table, keys, needed)
                self.faults.append(
                    f"'{key}': each needs a {needed}, and it is a text; found {table!r:.60}.{meant}"
                )
                continue
            if table.get("temperature") == "none":
                table = table | {"temperature": None}
            self.look_at(f"{key}: ", kind, table, keys)
            usable.append(table)
        return usable

    def models(self) -> list[Mapping[str, Any]]:
        """Each as a table with its name."""
        found = self.tables("models", ModelTable, OF_A_MODEL, "name")
        for table in found:
            try:
                with own_words("models: "):
                    parse_model(table["name"], at_address="base_url" in table)
            except UsageError as error:
                self.faults.append(str(error))
        return found

    def limits(self) -> Mapping[str, Any]:
        """The table of limits."""
        table = {} if "limits" in self._unusable else self.said.get("limits", {})
        self.look_at("limits: ", Limits, table, OF_LIMITS)
        return dict(table)

    def report(self) -> "ReportFile | None":
        """The report's file, refused before anything is asked if it could not be written."""
        try:
            usable = not self._unusable & {"report", "with_answers"}
            return results.report_file(self.path.parent, self.said) if usable else None
        except UsageError as error:
            self.faults.append(f"'report': {error}")
            return None


EXAMPLE = """\
# A study: every model is asked every benchmark in every variant.
#   mhclient run study.toml --dry-run      what it would send and cost
#   mhclient run study.toml                ask it; the same command again asks only what is missing
# Files are looked for beside this one. A key that is not known is an error.

benchmarks = ["exam.xlsx"]                  # .csv .tsv .jsonl .json .xlsx .parquet, or a benchmark folder
variants = ["letter-only", "reasoning"]     # prompt formats: built-in names or .toml files
epochs = 1                                  # how often each question is asked
# limit = 20                                # at most so many questions of each benchmark
# tasks = ["RP"]                            # only these tasks
# adapt_parameters = true                   # let parameters that a model does not take be changed
# panel = 50                                # ask 50 questions again at start and end: see 'mhclient drift'
# report = "report.html"                    # written in the end; also .json, .md, .tex, .xlsx, .csv, .parquet
# with_answers = true                       # it may hold answers that a benchmark's makers ask not to pass on

# Where columns are not found by themselves, name them instead of the line above:
# [[benchmarks]]
# source = "exam.xlsx"
# sheet = "2026"
# columns = { question = "Frage", gold = "Lösung" }
# skip_bad = true                           # leave out lines that are no questions

[limits]                                    # hold for all runs together, however often they are started
max_cost_usd = 10
# max_requests = 5000
# max_total_tokens = 2000000
# concurrency = 16

[[models]]
name = "openai:gpt-5"
effort = "low"                              # how much it reasons
# max_tokens = 4000                         # longest reply, hidden reasoning included
# temperature = 0.7                         # "none" sends none
# tier = "flex"                             # of OpenAI and Azure: half the price and slower; or "priority"
# parameters = { seed = 7 }                 # further fields of the request

[[models]]
name = "anthropic:claude-sonnet-5"

# [[models]]
# name = "openrouter:deepseek/deepseek-r1"
# route = { only = ["together"], allow_fallbacks = false }   # who may serve it

# [[models]]
# name = "local:./qwen"                     # loaded once for all benchmarks and variants, the largest first
# dtype = "bfloat16"                        # also device_map, max_length, batch_size, ask, engine, revision
# on = ["ray"]                              # computed by a Ray cluster

# [[models]]
# name = "compatible:my-model"              # any server that speaks OpenAI's chat completions
# base_url = "http://127.0.0.1:8000/v1"     # your key goes there
# endpoint_name = "my-server"               # keeps its replies when its address changes; give it at once
# price = [0, 0]                            # USD per million tokens in and out
"""


OF_LIMITS = tuple(name for name in Limits.__annotations__ if name != "price")

_PLACES: Mapping[str, Collection[str]] = {
    "to a model, below [[models]]": OF_A_MODEL,
    "in the table [limits]": OF_LIMITS,
    "to a benchmark, below [[benchmarks]]": OF_A_BENCHMARK,
    "at the top of the file, above every [table]": OF_A_STUDY,
}
# What the command line calls otherwise.
_OPTIONS = {"set": "parameters", "map": "columns", "max_cost": "max_cost_usd", "model": "name"}
_FIELDS = ("seed", "top_p", "top_k", "stop", "frequency_penalty", "presence_penalty")


def hint(key: str, keys: Collection[str]) -> str:
    """What is meant by a key that this table has not: another, one of another table, or an option's name.

    >>> hint("set", OF_A_MODEL), hint("max_cost", OF_A_STUDY)
    ("Did you mean 'parameters'?", "'max_cost_usd' belongs in the table [limits].")
    """
    meant = _OPTIONS.get(key, key)
    if meant in keys:
        return f"Did you mean '{meant}'?"
    if key == "provider":
        return 'The provider stands before the model\'s name: name = "openai:gpt-5".'
    if said := GONE.get(key):
        return said[0].upper() + said[1:]
    if key in _FIELDS:
        return f"A field of the request stands among a model's parameters: parameters = {{ {key} = … }}."
    near = near_names(key, keys, 1)
    places = [place for place, there in _PLACES.items() if meant in there]
    if places and not (near and near[0].startswith(key)):  # model, of models
        return f"'{meant}' belongs {places[0]}."
    return f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(keys)}."
