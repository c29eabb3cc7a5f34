"""Cases from a diagnosis graph in one call: drawn from it, written by models, checked, made a benchmark.

First each rule of the graph is classified by what it claims about criteria, as a checker reads it: one job a
rule. Then rounds of writing and checking follow, for each writer of each patient. A text that is refused goes
back to its writer with the reasons, twice; then the case is given up. What a provider filters or a model
declines is a record, and no other model is asked in its place.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

from benchmark import Benchmark
from benchmark.imports.mentalbench import read_mentalkg
from benchmark.mentalkg.cases import CaseAttempt, WrittenCase, write_cases
from benchmark.mentalkg.criteria import (
    RuleNeed,
    claim_prompt,
    read_claims,
    read_from_words,
    read_rules,
    table,
)
from benchmark.mentalkg.design import (
    CaseDesign,
    check_design_folder,
    describe_design,
    make_design,
    write_design,
)
from benchmark.mentalkg.graph import DiagnosisGraph, Differential
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.profiles import PROFILES, ProfileSettings
from benchmark.mentalkg.prompts import (
    CheckerErrors,
    FoundSymptoms,
    checker_errors,
    extraction_problems,
    extraction_prompt,
    judging_problems,
    judging_prompt,
    left_out,
    read_extraction,
    writing_again,
    writing_prompt,
)
from benchmark.mentalkg.read import read_diagnosis_graph
from benchmark.mentalkg.texts import TextCheck, TextChecker, TextProblem, near_copies
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Limits
from mhclient.ask.run import StoreOrPath, wait_for, writable_path
from mhclient.compose.composition import (
    AskRun,
    Composer,
    Composition,
    Stage,
    StageUnfinished,
    ask_plainly,
    make_composer,
)
from mhclient.compose.item_work import Composed, JobFailure, json_object
from mhclient.errors import UsageError
from mhclient.machine.process import infrequent_gc
from mhclient.providers.base import Model
from mhclient.run.checks import Count, Names, check
from mhclient.run.jobs import ComposeJob

CLASSIFY = "classify-rules"
CLASSIFIER_MAX_TOKENS = 200


class ClassifiedRules(NamedTuple):
    """The lines of the table, and rules of which nothing could be read: nothing is needed for them."""

    needs: list[RuleNeed]
    unread: list[str]


async def classify_rules(
    composition: Composition, graph: DiagnosisGraph, checker: Composer
) -> ClassifiedRules:
    """Ask of every rule what it claims; what the store has is not asked again.

    Raises:
        StageUnfinished: jobs have no reply yet; the same command goes on.
        RunStopped: the provider can or will not answer.
    """
    rules = {_job_id(each, target): (each, target) for each in graph.differentials for target in each.rules}
    jobs = [
        ComposeJob(key, CLASSIFY, 1, key, claim_prompt(*rule, graph), max_tokens=CLASSIFIER_MAX_TOKENS)
        for key, rule in rules.items()
    ]
    replies = await composition.ask(Stage(CLASSIFY, 1, jobs, checker, json_object))
    return _read(replies.values(), rules)


def _read(
    replies: Iterable[Composed[dict[str, Any]]], rules: Mapping[str, tuple[Differential, str]]
) -> ClassifiedRules:
    needs: list[RuleNeed] = []
    unread: list[str] = []
    for reply in replies:
        try:
            needs += read_claims(reply.value or {}, *rules[reply.job.id])
        except ValueError:
            unread.append(reply.job.id)
    return ClassifiedRules(needs, unread)


def _job_id(each: Differential, target: str) -> str:
    return f"{each.id}-{target}"


ROUNDS = 3
WRITE, EXTRACT, JUDGE = "write", "extract", "judge"
WRITER_MAX_TOKENS, CHECKER_MAX_TOKENS = 700, 4_000


@dataclass(slots=True)
class _CaseDraft:
    """A case under way."""

    patient: Patient
    writer: str
    prompt: str
    attempts: list[CaseAttempt] = field(default_factory=list)
    served_model: str | None = None
    text: str | None = None
    refused: list[TextProblem] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    sha256: str | None = None
    was_cut: bool = False

    @property
    def id(self) -> str:
        return f"{self.patient.id}/{self.writer}"


@dataclass(slots=True)
class CaseWriting:
    """Everything that one command has written.

    Attributes:
        found: case → what the checker found in its first text, for measuring the checker.
    """

    composition: Composition
    graph: DiagnosisGraph
    writers: Sequence[Composer]
    checker: Composer | None
    found: dict[str, FoundSymptoms] = field(default_factory=dict)

    async def write(self, patients: Sequence[Patient]) -> list[WrittenCase]:
        """A case per writer and patient, in that order.

        Raises:
            StageUnfinished: jobs have no reply yet; the same command goes on.
            RunStopped: a provider can or will not answer.
        """
        prompts = {patient.id: writing_prompt(patient, self.graph) for patient in patients}
        drafts = [
            _CaseDraft(patient, writer.name, prompts[patient.id])
            for writer in self.writers
            for patient in patients
        ]
        checker = TextChecker(self.graph)
        done: set[str] = set()
        for number in range(1, ROUNDS + 1):
            waiting = [draft for draft in drafts if draft.id not in done]
            await self._write_round(number, waiting, checker)
            self._refuse_copies(drafts, waiting)
            await self._check_round(number, waiting)
            for draft in waiting:
                _note(draft, number)
                if not any(problem.refuses for problem in draft.refused):
                    done.add(draft.id)
        return [_written(draft, draft.id in done) for draft in drafts]

    async def measure_checker(self, patients: Sequence[Patient], seed: int) -> CheckerErrors | None:
        """How often the checker errs; None without one. Asks for some cases with a symptom left out.

        Raises:
            StageUnfinished, RunStopped: as `write`.
        """
        if self.checker is None:
            return None
        controls = {control.patient.id: control for control in left_out(patients, seed)}
        texts = await self._write_controls([control.patient for control in controls.values()])
        jobs = [
            _control_job(EXTRACT, key, extraction_prompt(text, controls[key].patient, self.graph))
            for key, text in texts.items()
        ]
        stage = Stage(f"control-{EXTRACT}", 1, jobs, self.checker, json_object)
        seen = []
        for reply in (await self.composition.ask(stage)).values():
            with suppress(ValueError):
                if reply.value is not None:
                    key = reply.job.parent
                    found = read_extraction(reply.value, texts[key], controls[key].patient, self.graph)
                    seen.append((controls[key], found))
        of_case = {f"{patient.id}/{writer.name}": patient for writer in self.writers for patient in patients}
        return checker_errors(self.found, of_case, self.graph, seen)

    async def _write_controls(self, patients: Sequence[Patient]) -> dict[str, str]:
        """Patient → the text that the first writer wrote."""
        jobs = [_control_job(WRITE, each.id, writing_prompt(each, self.graph)) for each in patients]
        stage = Stage(f"control-{WRITE}", 1, jobs, self.writers[0], str.strip)
        replies = (await self.composition.ask(stage)).values()
        return {reply.job.parent: reply.value for reply in replies if reply.value}

    async def _write_round(self, number: int, waiting: Sequence[_CaseDraft], checker: TextChecker) -> None:
        """Every writer in turn; where one's batch is out, the next one's is sent before the round ends."""
        unfinished: StageUnfinished | None = None
        for writer in self.writers:
            mine = {draft.patient.id: draft for draft in waiting if draft.writer == writer.name}
            jobs = [_writing_job(draft, number) for draft in mine.values()]
            try:
                replies = await self.composition.ask(Stage(WRITE, number, jobs, writer, str.strip))
            except StageUnfinished as error:
                if not error.waits:
                    raise
                unfinished = error
                continue
            for reply in replies.values():
                _take_text(mine[reply.job.parent], reply, checker)
        if unfinished is not None:
            raise unfinished

    def _refuse_copies(self, drafts: Sequence[_CaseDraft], waiting: Sequence[_CaseDraft]) -> None:
        """Later texts that are nearly an earlier one of another patient."""
        texts = {draft.id: draft.text for draft in drafts if draft.text is not None}
        patients = {draft.id: draft.patient.id for draft in drafts}
        late = {draft.id: draft for draft in waiting}
        for copy in near_copies(texts, patients):
            if draft := late.get(copy.key) or late.get(copy.of):
                draft.refused.append(TextProblem(TextCheck.COPY, "it is nearly the text of another patient"))

    async def _check_round(self, number: int, waiting: Sequence[_CaseDraft]) -> None:
        if self.checker is None:
            return
        sound = [draft for draft in waiting if draft.text and not any(p.refuses for p in draft.refused)]
        for stage, prompt_of, problems_of in (
            (EXTRACT, extraction_prompt, self._extraction_problems),
            (JUDGE, judging_prompt, self._judging_problems),
        ):
            await self._ask_checker(stage, number, sound, prompt_of, problems_of)

    async def _ask_checker(
        self,
        stage: str,
        number: int,
        drafts: Sequence[_CaseDraft],
        prompt_of: Callable[[str, Patient, DiagnosisGraph], str | None],
        problems_of: Callable[[_CaseDraft, Mapping[str, Any]], list[TextProblem]],
    ) -> None:
        assert self.checker, "only called with one"
        jobs = []
        for draft in drafts:
            if user := prompt_of(draft.text or "", draft.patient, self.graph):
                job_id = f"{stage}-{number}-{draft.id}"
                jobs.append(ComposeJob(job_id, stage, number, draft.id, user, max_tokens=CHECKER_MAX_TOKENS))
        mine = {draft.id: draft for draft in drafts}
        for reply in (
            await self.composition.ask(Stage(stage, number, jobs, self.checker, json_object))
        ).values():
            draft = mine[reply.job.parent]
            draft.keys[stage] = reply.request_key
            draft.refused += _found(draft, reply, problems_of)

    def _extraction_problems(self, draft: _CaseDraft, reply: Mapping[str, Any]) -> list[TextProblem]:
        found = read_extraction(reply, draft.text or "", draft.patient, self.graph)
        self.found.setdefault(draft.id, found)
        return list(extraction_problems(found, draft.patient, self.graph))

    def _judging_problems(self, draft: _CaseDraft, reply: Mapping[str, Any]) -> list[TextProblem]:
        return list(judging_problems(reply, draft.text or "", draft.patient, self.graph))


def _control_job(stage: str, parent: str, user: str) -> ComposeJob:
    cap = WRITER_MAX_TOKENS if stage == WRITE else CHECKER_MAX_TOKENS
    return ComposeJob(f"control-{stage}-{parent}", f"control-{stage}", 1, parent, user, max_tokens=cap)


def _writing_job(draft: _CaseDraft, number: int) -> ComposeJob:
    user = draft.prompt if number == 1 else writing_again(draft.prompt, draft.text, draft.refused)
    cap = WRITER_MAX_TOKENS * (
        2 if any(problem.what == "the reply was cut" for problem in draft.refused) else 1
    )
    job_id = f"{WRITE}-{number}-{draft.patient.id}"
    return ComposeJob(job_id, WRITE, number, draft.patient.id, user, expects="text", max_tokens=cap)


def _take_text(draft: _CaseDraft, reply: Composed[str], checker: TextChecker) -> None:
    draft.keys = {WRITE: reply.request_key}
    draft.sha256, draft.served_model = reply.completion_sha256, reply.served_model
    draft.text, draft.was_cut = reply.value, reply.why_not is JobFailure.CUT
    if reply.value is None:
        draft.refused = [TextProblem(TextCheck.WRITER, reply.detail)]
    else:
        draft.refused = list(checker.problems(reply.value, draft.patient))


def _found(
    draft: _CaseDraft,
    reply: Composed[dict[str, Any]],
    problems_of: Callable[[_CaseDraft, Mapping[str, Any]], list[TextProblem]],
) -> Iterator[TextProblem]:
    if reply.value is None:
        yield TextProblem(TextCheck.CHECKER, reply.detail)
        return
    try:
        yield from problems_of(draft, reply.value)
    except ValueError as error:
        yield TextProblem(TextCheck.CHECKER, str(error))


def _note(draft: _CaseDraft, number: int) -> None:
    problems = [(problem.noted, problem.what) for problem in draft.refused]
    draft.attempts.append(CaseAttempt(number, dict(draft.keys), draft.sha256, problems, draft.text))


def _written(draft: _CaseDraft, passed: bool) -> WrittenCase:
    text = draft.text if passed else None
    return WrittenCase(draft.patient, draft.writer, draft.served_model, tuple(draft.attempts), text)


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
    types: Names | None
    disorders: Names | None
    rules: str | os.PathLike[str] | None
    classify_rules: bool
    limit: Count | None
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
    """The cases written, their attempts, and the checker's error rates (None without a checker)."""

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
    check(GenerateOptions, options)
    models = _models([writers] if isinstance(writers, Model) else writers, options)
    return wait_for(_generate, store, Path(kg), Path(out), models, options)


async def _generate(
    store: StoreOrPath, kg: Path, out: Path, models: CaseModels, options: GenerateOptions
) -> Benchmark:
    disorders = options.get("disorders")
    settings = ProfileSettings(
        options.get("seed", 0),
        tuple(options.get("types") or PROFILES),
        None if disorders is None else tuple(disorders),
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
    """Claims of each rule, from a table, from the checker, or from its words."""
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
    """Claims of each rule, from a table or from its words.

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
    """Check who writes and who checks, and return the models.

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
