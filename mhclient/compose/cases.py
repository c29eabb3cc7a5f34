"""Cases written by models: rounds of writing and checking, for each writer of each patient.

A text that is refused goes back to its writer with the reasons, twice; then the case is given up. What a
provider filters or a model declines is a record, and no other model is asked in its place.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmark.mentalkg.cases import CaseAttempt, WrittenCase
from benchmark.mentalkg.controls import CheckerErrors, checker_errors, left_out
from benchmark.mentalkg.extraction import (
    FoundSymptoms,
    extraction_problems,
    extraction_prompt,
    judging_problems,
    judging_prompt,
    read_extraction,
)
from benchmark.mentalkg.graph import DiagnosisGraph
from benchmark.mentalkg.patients import Patient
from benchmark.mentalkg.prompts import writing_again, writing_prompt
from benchmark.mentalkg.texts.check import TextChecker
from benchmark.mentalkg.texts.copies import near_copies
from benchmark.mentalkg.texts.problem import TextCheck, TextProblem
from mhclient.compose.composer import Composer
from mhclient.compose.composition import Composition, Stage, StageUnfinished
from mhclient.compose.replies import Composed, JobFailure, json_object
from mhclient.run.jobs import ComposeJob

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
