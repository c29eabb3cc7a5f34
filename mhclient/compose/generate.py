"""Cases from a diagnosis graph in one call: drawn from it, written by models, checked, made a benchmark."""

import hashlib
import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

from benchmark import Benchmark
from benchmark.imports.mentalkg import read_mentalkg
from benchmark.mentalkg.cases import WrittenCase, write_cases
from benchmark.mentalkg.controls import CheckerErrors
from benchmark.mentalkg.design import CaseDesign, make_design
from benchmark.mentalkg.files import check_design_folder, describe_design, write_design
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.needs import RuleNeed, read_from_words, read_rules, table
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.profile import PROFILES
from benchmark.mentalkg.profiles import ProfileSettings
from benchmark.mentalkg.read import read_diagnosis_graph
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Limits
from mhclient.ask.run import StoreOrPath, wait_for, writable_path
from mhclient.compose.cases import CaseWriting
from mhclient.compose.composer import Composer, make_composer
from mhclient.compose.composition import AskRun, Composition, ask_plainly
from mhclient.compose.rules import classify_rules
from mhclient.errors import UsageError
from mhclient.machine.process import infrequent_gc
from mhclient.providers.model import Model
from mhclient.run.given import check_count, check_names, names_given

WRITER_TEMPERATURE, CHECKER_TEMPERATURE = 0.7, 0.0


class GenerateOptions(TypedDict, total=False):
    """How cases are made; None and what is left out mean the default.

    Keys:
        checker: a model that is not a writer, and says what each text tells; without one texts are checked
            by rules alone.
        seed: what every draw depends on (default: 0).
        types: of "type1" charts, "type2" self-reports, "type3" ambiguous and "type4" clear cases (default:
            all).
        disorders: these alone, and the differentials between them.
        rules: a table of what each rule claims (default: by its words).
        classify_rules: ask the checker what each rule claims.
        limit: write for so many patients of each type alone.
        limits: how fast, and up to what cost over all stages; see `Limits`.
    """

    checker: Model | None
    seed: int
    types: Collection[str] | None
    disorders: Collection[str] | None
    rules: str | os.PathLike[str] | None
    classify_rules: bool
    limit: int | None
    limits: Limits


class CaseModels(NamedTuple):
    """Who writes, and who says what each text tells."""

    writers: Sequence[Composer]
    checker: Composer | None


class PreparedCases(NamedTuple):
    """Every patient, before anything is written about them.

    Attributes:
        described: what they were drawn from, as design.json has it.
    """

    kg: Path
    design: CaseDesign
    settings: ProfileSettings
    described: Mapping[str, Any]

    def write(self, folder: Path) -> None:
        """Profiles and patients on disk, which stay whatever becomes of the writing.

        Raises:
            OutputError: the folder holds something else.
        """
        check_design_folder(folder, self.described)
        with infrequent_gc():
            write_design(folder, self.design, self.described)


class GeneratedCases(NamedTuple):
    """What was written, each case's attempts, and how often the checker errs; None without one."""

    benchmark: Benchmark
    cases: Sequence[WrittenCase]
    errors: CheckerErrors | None


def generate_cases(
    kg: str | os.PathLike[str],
    out: str | os.PathLike[str],
    store: StoreOrPath,
    writers: Model | Sequence[Model],
    **options: Unpack[GenerateOptions],
) -> Benchmark:
    """Draw patients from a diagnosis graph, have models write a case of each, and check every case.

    The same call again asks models for nothing that the store has.

    Args:
        kg: the graph's folder, such as knowledge_graph/EN of MentalBench.
        out: the folder to make.
        store: where what models write is kept.
        writers: each writes a case for every patient.
        options: see `GenerateOptions`.

    Raises:
        UsageError: an option cannot be used, a writer is named twice, or checks what it wrote.
        BenchmarkError: the graph cannot be read, nothing fits, or the folder holds something else.
        RunStopped: models have not finished: what is stored stays, and the same call goes on.

    Example:
        >>> writer = find_model("openai", "sim-writer", base_url=url)
        >>> cases = generate_cases(diagnosis_graph, "cases", store, writer, types=["type1"], limit=3)
        >>> cases.manifest["items"]["count"]
        3
    """
    check_names(GenerateOptions.__annotations__, options)
    check_count("limit", options.get("limit"))
    models = _models([writers] if isinstance(writers, Model) else writers, options)
    return wait_for(_generate, store, Path(kg), Path(out), models, options)


async def _generate(
    store: StoreOrPath, kg: Path, out: Path, models: CaseModels, options: GenerateOptions
) -> Benchmark:
    settings = ProfileSettings(
        options.get("seed", 0),
        names_given("types", options.get("types")) or tuple(PROFILES),
        names_given("disorders", options.get("disorders")),
    )
    graph = read_diagnosis_graph(kg)
    async with AsyncStore(writable_path(store), create=not isinstance(store, Store)) as opened:
        rules = await _rules(opened, kg, graph, models, options)
        prepared = prepare_cases(kg, graph, settings, rules)
        prepared.write(out)
        return (await write_with_models(opened, prepared, models, out, options.get("limit"))).benchmark


async def _rules(
    store: AsyncStore, kg: Path, graph: DiagnosisGraph, models: CaseModels, options: GenerateOptions
) -> list[RuleNeed]:
    """What each rule claims: from a table, from the checker, or from its words."""
    given = options.get("rules")
    if not options.get("classify_rules"):
        return rules_without_model(graph, None if given is None else Path(given))
    if given is not None:
        raise UsageError("`rules` has what the rules claim: leave out `classify_rules`.")
    if models.checker is None:
        raise UsageError("`classify_rules` asks a checker: name it with `checker`.")
    composition = Composition(store, f"rules of {kg.name}", ask_plainly)
    return (await classify_rules(composition, graph, models.checker)).needs


def rules_without_model(graph: DiagnosisGraph, path: Path | None) -> list[RuleNeed]:
    """What each rule claims: from a table, or from its words.

    Raises:
        DiagnosisGraphError: the table cannot be read.
    """
    return read_from_words(graph) if path is None else read_rules(path, graph)


def prepare_cases(
    kg: Path, graph: DiagnosisGraph, settings: ProfileSettings, rules: Sequence[RuleNeed]
) -> PreparedCases:
    """Draw profiles and patients; the same graph, settings and rules give the same.

    Raises:
        NothingToAsk: as `make_design`.
        UsageError: there is no such type.
    """
    if unknown := [kind for kind in settings.types if kind not in PROFILES]:
        raise UsageError(f"`types={unknown[0]}`: types are {', '.join(PROFILES)}.")
    with infrequent_gc():
        design = make_design(graph, settings, table(rules))
    return PreparedCases(kg, design, settings, describe_design(design, settings, rules))


async def write_with_models(
    store: AsyncStore,
    prepared: PreparedCases,
    models: CaseModels,
    out: Path,
    limit: int | None = None,
    ask_run: AskRun = ask_plainly,
) -> GeneratedCases:
    """Have every case written and checked, and make the folder.

    Raises:
        What `CaseWriting.write` raises.
    """
    patients = fair_sample(prepared.design.patients, limit)
    writing = CaseWriting(Composition(store, str(out), ask_run), prepared.design.graph, *models)
    cases = await writing.write(patients)
    errors = await writing.measure_checker(patients, prepared.settings.seed)
    described = {**prepared.described, "limit": limit, **_who(models, cases, errors)}
    made = write_cases(out, prepared.design, cases, described, read_mentalkg(prepared.kg))
    return GeneratedCases(made, cases, errors)


def fair_sample(patients: Sequence[Patient], most: int | None) -> list[Patient]:
    """So many patients of each type, a fair sample by hash; all of them without a limit."""
    if most is None:
        return list(patients)
    seen: Counter[str] = Counter()
    kept = set()
    for patient in sorted(patients, key=lambda each: hashlib.sha256(each.id.encode()).digest()):
        seen[patient.profile.type] += 1
        if seen[patient.profile.type] <= most:
            kept.add(patient.id)
    return [patient for patient in patients if patient.id in kept]


def check_who(models: CaseModels) -> CaseModels:
    """The same models, or an error.

    Raises:
        UsageError: nobody writes, a writer is named twice, or checks what it wrote.
    """
    named = [writer.name for writer in models.writers]
    if not named:
        raise UsageError("Who writes? Name models with `writer`.")
    for twice in (name for name, times in Counter(named).items() if times > 1):
        raise UsageError(f"`writer={twice}` is given twice: a writer writes one case per patient.")
    if models.checker is not None and models.checker.name in named:
        raise UsageError(f"`checker={models.checker.name}` is a writer: nobody checks what they wrote.")
    return models


def _models(writers: Sequence[Model], options: GenerateOptions) -> CaseModels:
    limits, checker = options.get("limits") or {}, options.get("checker")
    return check_who(
        CaseModels(
            [make_composer(writer, limits, temperature=WRITER_TEMPERATURE) for writer in writers],
            None if checker is None else make_composer(checker, limits, temperature=CHECKER_TEMPERATURE),
        )
    )


def _who(models: CaseModels, cases: Sequence[WrittenCase], errors: CheckerErrors | None) -> dict[str, Any]:
    """Who wrote and checked, for the manifest."""
    served: dict[str, set[str]] = {writer.name: set() for writer in models.writers}
    for case in cases:
        served[case.writer] |= {case.served_model} - {None}  # type: ignore[arg-type]
    checker = models.checker and {"model": models.checker.name, "errors": errors and errors.to_json()}
    return {
        "writers": {name: {"served": sorted(found)} for name, found in served.items()},
        "checker": checker,
    }
