"""A study file: a grid on paper, in TOML. Whatever it says is checked before anything is asked.

A key that is not known is refused, with the key or the place that was probably meant; all faults are said at
once.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from benchmark.nearest import near_names
from benchmark.untrusted import read_regular_file
from mhclient.ask.making import DEFAULT_VARIANT, ParameterOptions
from mhclient.ask.order import Limits, check_values
from mhclient.errors import GONE, UsageError
from mhclient.loading import later
from mhclient.providers.ask_modes import ModelOptions
from mhclient.providers.http import on_this_machine
from mhclient.providers.registry import find_model
from mhclient.run.given import refuse_all
from mhclient.run.prices import Price
from mhclient.run.variant import load_variant
from mhclient.study.grid import AskedModel, GridCell, Wanted, make_grid
from mhclient.study.model_ref import parse_model
from mhclient.study.own_words import key_instead, own_words
from mhclient.study.source import FoundBenchmark, ReadAs, find_benchmark

if TYPE_CHECKING:
    from mhclient.study import result as results
    from mhclient.study.result import ReportFile
else:  # what compares runs
    results = later("mhclient.study.result")

T = TypeVar("T")
ENDING = ".toml"
LARGEST = 1_000_000  # bytes


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
    if parameters.get("temperature") == "none":
        parameters["temperature"] = None
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
    reading = _StudyReader(path)
    reading.known("", said, OF_A_STUDY)
    benchmarks, models = reading.noted(reading.benchmarks, said), reading.noted(reading.models, said)
    variants, limits = reading.noted(reading.variants, said), reading.noted(reading.limits, said)
    report = reading.noted(reading.report, said)
    refuse_all(path, reading.faults)
    return StudyFile(
        path=path,
        benchmarks=tuple(benchmarks or ()),
        models=tuple(models or ()),
        variants=tuple(variants or ()) or (DEFAULT_VARIANT,),
        epochs=said.get("epochs", 1),
        tasks=tuple(said["tasks"]) if "tasks" in said else None,
        limit=said.get("limit"),
        adapt_parameters=said.get("adapt_parameters", False),
        panel=said.get("panel"),
        limits=limits or {},
        report=report,
    )


_CALLED = {list: "a list", int: "a whole number", bool: "true or false", dict: "a table", str: "a text"}


@dataclass(frozen=True, slots=True)
class _StudyReader:
    """A study file while it is being read, for its errors: all of them are told at once.

    Attributes:
        unusable: keys of the study whose values are of another kind, and not looked into.
    """

    path: Path
    faults: list[str] = field(default_factory=list)
    unusable: set[str] = field(default_factory=set)

    def noted(self, read: Callable[..., T], *given: Any) -> T | None:
        """What is read, or None and its fault among the others."""
        try:
            return read(*given)
        except UsageError as error:
            self.faults.append(str(error).removeprefix(f"{self.path}: "))
            return None

    def known(self, where: str, table: Mapping[str, Any], keys: Collection[str]) -> None:
        """Note keys that are not known, and values of another kind."""
        for key, value in table.items():
            if key not in keys:
                self.faults.append(f"{where}there is no key '{key}'. {hint(key, keys)}")
            elif keys is OF_A_STUDY:
                before = len(self.faults)
                self.noted(self.is_a, OF_A_STUDY[key], key, value)
                if len(self.faults) > before:
                    self.unusable.add(key)

    def is_a(self, kind: type, key: str, value: object) -> None:
        """Refuse a value of another kind."""
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            if isinstance(value, dict) and (near := near_names(key, ["limits"], 1)):
                raise self.refusal(f"[{key}] is a table. Did you mean [{near[0]}]?")
            raise self.refusal(f"'{key}' is {value!r:.60}: give {_CALLED[kind]}.")

    def variants(self, said: Mapping[str, Any]) -> list[str]:
        """A list of texts."""
        found = [] if "variants" in self.unusable else said.get("variants", [])
        if not all(isinstance(each, str) for each in found):
            raise self.refusal(f"'variants' is {found!r:.60}: give a list of texts.")
        return list(found)

    def benchmarks(self, said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Each as a table with its source."""
        found = self._tables("benchmarks", said, OF_A_BENCHMARK, "source")
        for table in found:
            self.noted(self.is_a, bool, "skip_bad", table.get("skip_bad", False))
        return found

    def models(self, said: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Each as a table with its name."""
        found = self._tables("models", said, OF_A_MODEL, "name")
        for table in found:
            self.noted(self._whom, table)
            for key, kind in HOW_A_MODEL.items():
                self.noted(self.is_a, kind, key, table.get(key, kind()))
            price = table.get("price", [0, 0])
            if not (isinstance(price, list) and len(price) == 2 and all(map(_is_amount, price))):
                self.faults.append(
                    f"'price' is {price!r:.60}: give USD per million tokens in and out, as [2.5, 10]."
                )
        return found

    def _whom(self, table: Mapping[str, Any]) -> None:
        with own_words(f"{self.path}: models: "):
            parse_model(table["name"], at_address="base_url" in table)

    def limits(self, said: Mapping[str, Any]) -> Mapping[str, Any]:
        """The table of limits."""
        table = {} if "limits" in self.unusable else said.get("limits", {})
        self.known("limits: ", table, OF_LIMITS)
        with own_words(f"{self.path}: limits: "):
            check_values(cast("Limits", {key: value for key, value in table.items() if key in OF_LIMITS}))
        return dict(table)

    def report(self, said: Mapping[str, Any]) -> "ReportFile | None":
        """The report's file, refused before anything is asked if it could not be written."""
        if self.unusable & {"report", "with_answers"}:
            return None
        try:
            return results.report_file(self.path.parent, said)
        except UsageError as error:
            raise self.refusal(f"'report': {error}") from error

    def _tables(
        self, key: str, said: Mapping[str, Any], keys: Collection[str], needed: str
    ) -> list[Mapping[str, Any]]:
        if key in self.unusable:
            return []
        if not said.get(key):
            raise self.refusal(f"it names no '{key}'. 'mhclient study init' writes an example.")
        usable: list[Mapping[str, Any]] = []
        for given in said[key]:
            table = {needed: given} if isinstance(given, str) else given
            if not isinstance(table, dict) or not isinstance(table.get(needed), str):
                meant = key_instead(table, keys, needed)
                self.faults.append(
                    f"'{key}': each needs a {needed}, and it is a text; found {table!r:.60}.{meant}"
                )
                continue
            self.known(f"{key}: ", table, keys)
            usable.append(table)
        return usable

    def refusal(self, why: str) -> UsageError:
        return UsageError(f"{self.path}: {why}")


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


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


OF_A_STUDY: Mapping[str, type] = {
    "benchmarks": list, "models": list, "variants": list, "tasks": list,
    "epochs": int, "limit": int, "adapt_parameters": bool, "panel": int, "limits": dict,
    "report": str, "with_answers": bool,
}  # fmt: skip
# Where a model is, and how a local one is computed. Code that comes with a model is not a file's to name.
HOW_A_MODEL: Mapping[str, type] = {
    "base_url": str, "endpoint_name": str, "ask": str, "dtype": str, "device_map": str, "max_length": int,
    "batch_size": int, "engine": str, "checks": int, "revision": str, "on": list, "gpus_per_seat": int,
}  # fmt: skip
OF_A_MODEL = ("name", "price", *ParameterOptions.__annotations__, *HOW_A_MODEL)
OF_A_BENCHMARK = ("source", "columns", "sheet", "skip_bad")
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
