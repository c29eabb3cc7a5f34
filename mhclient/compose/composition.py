"""The stages of one output: each a run in the store, all under one cap.

Who writes is a model, its parameters, and how fast and up to what cost it is asked (`Composer`). A stage can
be estimated before: nothing is sent then, and nothing is stored.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, Unpack

from cache import BenchmarkItem, Spend, Store
from cache.async_store import AsyncStore
from cache.rows import NOTHING
from mhclient.ask.making import ParameterOptions, make_parameters
from mhclient.ask.order import Limits, Pace, RunOrder, make_pace
from mhclient.ask.plan import RunEstimate, estimate_run
from mhclient.ask.run import ask_run
from mhclient.ask.stopping import StopCause
from mhclient.compose.item_work import Composed, read_reply
from mhclient.errors import RunStopped, UsageError
from mhclient.providers.base import Model
from mhclient.run.jobs import ComposeJob, composing, digest_of, manifest_of
from mhclient.run.parameters import Parameters
from mhclient.run.spec import Ask, RunSpec

MAX_TOKENS = 1_000  # of a reply, where nobody says


@dataclass(frozen=True, slots=True)
class Composer:
    """A model as it writes or judges.

    Attributes:
        adapt: let parameters that the model does not take be changed.
    """

    model: Model
    parameters: Parameters
    pace: Pace
    adapt: bool = False

    @property
    def name(self) -> str:
        """As `--writer` and `--judge` name it."""
        return f"{self.model.provider.name}:{self.model.name}"

    def spec(self, digest: str, stage: str, number: int, max_tokens: int | None) -> RunSpec:
        """The specification of a run that asks the jobs of this digest."""
        cap = self.parameters.max_tokens if max_tokens is None else max_tokens
        return RunSpec(
            provider=self.model.provider.name,
            model=self.model.name,
            endpoint=self.model.provider.endpoint,
            benchmark=digest,
            variant=composing(stage, number),
            parameters=replace(self.parameters, max_tokens=cap),
            ask=Ask.COMPOSE,
            settings=self.model.settings,
        )


def make_composer(
    model: Model, limits: Limits, *, adapt: bool = False, **parameters: Unpack[ParameterOptions]
) -> Composer:
    """A composer.

    Args:
        limits: how fast, and up to what cost: over all stages of what is composed.
        parameters: see `ParameterOptions`; a temperature of 0 and `MAX_TOKENS` where not given.

    Raises:
        UsageError: the model cannot write texts in this way, or a value cannot be used.
    """
    if model.ask not in (Ask.WRITE, Ask.GENERATE):
        raise UsageError(f"{model.name} is asked by '{model.ask}' and writes nothing: ask it to write.")
    made = make_parameters(model, MAX_TOKENS, parameters)
    return Composer(model, made, make_pace(model, limits, priced=True, tier=made.tier_asked), adapt)


T = TypeVar("T")

# Asks what a stage's run is missing; returns what stopped it early, None if nothing did.
AskRun: TypeAlias = Callable[[AsyncStore, RunOrder], Awaitable[StopCause | None]]


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """Jobs of one kind and round, and how their replies are read.

    Attributes:
        read: text → value; raises `Unreadable`.
    """

    name: str
    round: int
    jobs: Sequence[ComposeJob]
    composer: Composer
    read: Callable[[str], T]


class StageRun(NamedTuple):
    """The jobs of a stage that share a cap on tokens: one run."""

    order: RunOrder
    jobs: Sequence[ComposeJob]


class AskedStage(NamedTuple):
    """A stage that was asked, for summaries and manifests.

    Attributes:
        spend: over all starts; what was in the store already cost nothing.
    """

    name: str
    round: int
    run_id: str
    composer: str
    n_jobs: int
    n_stored: int
    spend: Spend


class StageUnfinished(RunStopped):
    """Jobs of a stage have no reply yet; what is stored stays, and the same command goes on.

    Attributes:
        waits: nothing stopped it: its jobs are with the provider, as a batch.
    """

    waits = False


async def ask_plainly(store: AsyncStore, order: RunOrder) -> StopCause | None:
    """Ask online, with nobody watching."""
    return (await ask_run(store, order)).stopped


def stages_of(stage: Stage[T], together: Sequence[str] = ()) -> list[StageRun]:
    """The runs of a stage: one, or one per cap on tokens where its jobs name several.

    Args:
        together: runs that spend from the same caps.
    """
    found = []
    for cap in dict.fromkeys(job.max_tokens for job in stage.jobs):
        jobs = [job for job in stage.jobs if job.max_tokens == cap]
        spec = stage.composer.spec(digest_of(jobs), stage.name, stage.round, cap)
        run_id = spec.run_id()
        caps = replace(stage.composer.pace.caps, together=tuple(dict.fromkeys((*together, run_id))))
        pace = replace(stage.composer.pace, caps=caps)
        order = RunOrder(None, spec, stage.composer.model.provider, run_id, pace, stage.composer.adapt)
        found.append(StageRun(order, jobs))
    return found


@dataclass(slots=True)
class Composition:
    """All stages that are asked for one output.

    Attributes:
        made_for: what people call it; `mhclient runs` shows it.
        ask_run: how a run is asked: watched, by batch, or plainly.
        asked: the stages so far.
    """

    store: AsyncStore
    made_for: str
    ask_run: AskRun = ask_plainly
    asked: list[AskedStage] = field(default_factory=list)

    async def ask(self, stage: Stage[T]) -> dict[str, Composed[T]]:
        """Ask what a stage is missing; returns what came of each job, by its id, in the jobs' order.

        Raises:
            StageUnfinished: jobs have no reply and no error yet.
            MissingKey: there is no key for the provider.
            RunStopped: the provider can or will not answer; what is stored stays.
        """
        found: dict[str, Composed[T]] = {}
        for run in stages_of(stage, [asked.run_id for asked in self.asked]):
            found |= await self._ask(stage, run)
        return {job.id: found[job.id] for job in stage.jobs}

    async def _ask(self, stage: Stage[T], run: StageRun) -> dict[str, Composed[T]]:
        title = f"{self.made_for}: {stage.name}, round {stage.round}"
        await self.store.write(partial(_keep_jobs, run=run, title=title))
        stopped = await self.ask_run(self.store, run.order)
        self._refuse_unfinished(stage, run.order.run_id, stopped)
        self._note(stage, run)
        of_job = {job.id: job for job in run.jobs}
        rows = self.store.read(lambda store: list(store.results.read_replies(run.order.run_id)))
        return {row.item_id: read_reply(of_job[row.item_id], row, stage.read) for row in rows}

    def _refuse_unfinished(self, stage: Stage[T], run_id: str, stopped: StopCause | None) -> None:
        counts = self.store.results.count_tasks(run_id).values()
        total = sum(count.total for count in counts)
        done = sum(count.answered + count.errors for count in counts)
        if done < total or not total:
            why = f"stopped: {stopped}" if stopped else "waiting for replies"
            error = StageUnfinished(
                f"{why} (stage '{stage.name}', round {stage.round}: {done:,} of {total:,} jobs are done). "
                "What has one is stored, and the same command goes on."
            )
            error.waits = not stopped
            raise error

    def _note(self, stage: Stage[T], run: StageRun) -> None:
        run_id = run.order.run_id
        counts = self.store.results.count_tasks(run_id).values()
        n_stored = sum(count.from_cache for count in counts)
        spend = self.store.read(lambda store: store.ledger.add_up(run_id))
        name = stage.composer.name
        self.asked.append(AskedStage(stage.name, stage.round, run_id, name, len(run.jobs), n_stored, spend))

    @property
    def spend(self) -> Spend:
        """The cost of all stages, over all starts."""
        total = NOTHING
        for asked in self.asked:
            total = total.plus(asked.spend)
        return total


def _keep_jobs(store: Store, run: StageRun, title: str) -> None:
    store.benchmarks.add(
        digest=run.order.spec.benchmark,
        name=title,
        manifest=manifest_of(run.jobs, title),
        items=((job.id, job.stage, job.to_line()) for job in run.jobs),
        triples=None,
    )


def estimate_stage(stage: Stage[Any], store: Path) -> list[RunEstimate]:
    """Estimates of a stage's runs, without replies that are stored already."""
    return [
        estimate_run(
            partial(_entries, run.jobs),
            run.order.spec,
            run.order.provider,
            run.order.pace,
            store,
        )
        for run in stages_of(stage)
    ]


def _entries(jobs: Sequence[ComposeJob]) -> Iterator[BenchmarkItem]:
    """The jobs as the store would keep them."""
    return (BenchmarkItem(at, job.id, job.stage, job.to_line()) for at, job in enumerate(jobs))
