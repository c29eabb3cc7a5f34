"""A benchmark hardened in one call: by the graph alone, or with models that write and judge.

Here stand the call, the jobs (their ids, their prompts, how their replies are read), and what they would ask
at the most, before anything is sent. The stages are in `hardening.py`.
"""

import os
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, Unpack

from benchmark import Benchmark, Item, read_items
from benchmark.build.graph import fold
from benchmark.folder import check_folder
from benchmark.harden.harden import HardenedBenchmark, ItemOutcome, by_graph_alone, make_tools, refuse_nothing
from benchmark.harden.mapping import bare_name
from benchmark.harden.prompts import (
    choose_prompt,
    judge_prompt,
    mentions_prompt,
)
from benchmark.harden.study import Eligible, Tools, eligible, study
from benchmark.harden.walk import Arm, HardenSettings
from cache import Store
from cache.async_store import AsyncStore
from mhclient.ask.order import Limits
from mhclient.ask.run import StoreOrPath, wait_for, writable_path
from mhclient.compose.composition import (
    AskRun,
    Composer,
    Composition,
    Stage,
    ask_plainly,
    estimate_stage,
    make_composer,
)
from mhclient.compose.embedding import Settle, at_once, embed_jobs
from mhclient.compose.guides import LEXICAL, ApiGuide, api_guide, guided, guided_by_api, local_guide
from mhclient.compose.hardening import SPARE, Hardening, Models, write_job
from mhclient.compose.item_work import ItemWork, job_of, key_of, work_on
from mhclient.errors import UsageError
from mhclient.providers.base import Model
from mhclient.run.checks import Count, check
from mhclient.run.jobs import ComposeJob
from mhclient.run.spec import quotas

TEMPERATURE = 0.7  # of a writer: options differ from round to round
JUDGE_MAX_TOKENS, MAPPER_MAX_TOKENS = 16, 1_000


class HardenOptions(TypedDict, total=False):
    """How a benchmark is hardened; None and what is left out mean the default.

    Keys:
        store: where what models write is kept; needed with a writer, and with a guide by an API.
        writer: who writes the options; without one they are names of the graph.
        judge: who says of each new option whether it could be right.
        mapper: who finds the entities that questions name (default: by name alone).
        temperature, max_tokens: of the writer (default: 0.7 and 1,000); judging and mapping are asked at 0.
        settings: `benchmark.harden.walk.HardenSettings`.
        guide: what scores names: `lexical` (the default), `encoder:FOLDER_OR_ID`, or vectors by an API,
            `api:PROVIDER:MODEL`, which the store keeps.
        relations: along which paths go.
        tasks: only these task families.
        limit: so many items at most, spread evenly over the tasks.
        pool: the names that may become options, where no model writes.
        limits: how fast, and up to what cost over all stages; see `Limits`.
        force: replace a benchmark that is there.
    """

    store: StoreOrPath | None
    writer: Model | None
    judge: Model | None
    mapper: Model | None
    temperature: float | None
    max_tokens: int | None
    settings: HardenSettings | None
    guide: str
    relations: Collection[str] | None
    tasks: Collection[str] | None
    limit: Count | None
    pool: Sequence[str] | None
    limits: Limits
    force: bool


class PreparedHardening(NamedTuple):
    """Items to harden, with the tools for it.

    Attributes:
        found: the items, and the tasks that cannot be hardened.
        api: who is asked for vectors before anything else; None where nobody is.
    """

    parent: Benchmark
    kg: Path
    found: Eligible
    tools: Tools
    api: ApiGuide | None = None

    def made_by_graph(self, pool: Sequence[str] | None = None) -> HardenedBenchmark:
        """The benchmark without any model; see `by_graph_alone`."""
        return self.made_of(by_graph_alone(self.found.items, self.tools, pool), {})

    def made_of(self, outcomes: Sequence[ItemOutcome], by_whom: Mapping[str, Any]) -> HardenedBenchmark:
        """The hardened benchmark, before it is written."""
        return HardenedBenchmark(self.parent, self.kg, self.tools, self.found.refused, outcomes, by_whom)

    async def with_vectors(self, composition: Composition) -> tuple["PreparedHardening", Settle]:
        """The same with an API's vectors of the graph's names, and how further texts are asked.

        Raises:
            What `guided_by_api` raises.
        """
        if self.api is None:
            return self, at_once
        tools, asked = await guided_by_api(self.tools, self.api, composition)
        return self._replace(tools=tools), asked.settled


class HardenedByModels(NamedTuple):
    """A benchmark that models wrote, before it is written to disk, and what they were asked."""

    made: HardenedBenchmark
    composition: Composition
    hardening: Hardening


def harden(
    benchmark: Benchmark,
    kg: str | os.PathLike[str],
    out: str | os.PathLike[str],
    **options: Unpack[HardenOptions],
) -> Benchmark:
    """Replace wrong options by ones that lie nearer to the right one in a knowledge graph.

    Each new option is checked against the whole graph. The same call again asks models for nothing that the
    store has.

    Args:
        benchmark: the questions.
        kg: PrimeKG's kg.csv, or a file like it.
        out: the folder to make.
        options: see `HardenOptions`.

    Raises:
        UsageError: an option cannot be used, or a writer is named where none is asked, or none where one is.
        BenchmarkError: the graph cannot be read, no item can be hardened, or the folder is there.
        RunStopped: models have not finished: what is stored stays, and the same call goes on.

    Example:
        >>> from pathlib import Path
        >>> from benchmark import sample_paths
        >>> asked = "Which drug is indicated for major depressive disorder?"
        >>> _ = Path("drugs.csv").write_text(f"question,A,B,gold\\n{asked},Fluoxetine,salt,A\\n")
        >>> harder = harden(import_questions("drugs.csv", "drugs"), sample_paths().kg, "harder")
        >>> harder.manifest["counts"]["items"]
        {'hardened': 1, 'partly': 0, 'left alone': 0}
    """
    check(HardenOptions, options)
    writer, given = options.get("writer"), options.get("settings")
    settings = given or HardenSettings(arm=Arm.WALK if writer else Arm.GRAPH)
    _check_writer(settings.arm, options)
    folder, graph = Path(out), Path(kg)
    check_folder(folder, force=options.get("force", False))
    found = choose_items(benchmark, options.get("tasks"), options.get("limit"))
    named = options.get("guide", LEXICAL)
    guide, api = local_guide(named), api_guide(named, options.get("limits") or {})
    tools = guided(make_tools(graph, settings, options.get("relations")), guide, None)
    prepared = PreparedHardening(benchmark, graph, found, tools, api)
    if writer is None and api is None:
        return prepared.made_by_graph(options.get("pool")).write(folder)
    store = options.get("store")
    if store is None:
        raise UsageError("`store`: name the store that keeps what models write, and vectors by an API.")
    if writer is None:
        return wait_for(_by_graph, store, prepared, options.get("pool"), folder)
    return wait_for(_compose, store, prepared, _models(writer, options), folder)


def _check_writer(arm: Arm, options: HardenOptions) -> None:
    if arm is not Arm.GRAPH and options.get("writer") is None:
        raise UsageError(f"`settings` say {arm}: name a `writer`, a model that writes the options.")
    if arm is Arm.GRAPH and options.get("writer") is not None:
        raise UsageError("`settings` say graph, which takes names of the graph: leave out `writer`.")
    unused = ("judge", "mapper", "temperature", "max_tokens") if arm is Arm.GRAPH else ("pool",)
    if given := [f"`{name}`" for name in unused if options.get(name) is not None]:
        why = "only models use them" if arm is Arm.GRAPH else "a writer's options are none of it"
        raise UsageError(f"Leave out {', '.join(given)}: {why}.")


def choose_items(parent: Benchmark, tasks: Collection[str] | None, limit: int | None) -> Eligible:
    """The items to harden.

    Raises:
        NothingToAsk: none can be.
    """
    found = eligible(read_items(parent.items_path), parent.kind, tasks)
    refuse_nothing(found, parent.directory)
    if limit is None:
        return found
    left = quotas(Counter(item.task for item in found.items), limit)
    kept: list[Item] = []
    for item in found.items:
        if left[item.task] > 0:
            kept.append(item)
            left[item.task] -= 1
    return replace(found, items=tuple(kept))


async def harden_with_models(
    store: AsyncStore, prepared: PreparedHardening, models: Models, out: Path, ask_run: AskRun = ask_plainly
) -> HardenedByModels:
    """Have models write and judge; a stage that is not finished ends it before anything is written to disk.

    Raises:
        What `Composition.ask` raises.
    """
    composition = Composition(store, made_for(prepared, out), ask_run)
    ready, settle = await prepared.with_vectors(composition)
    hardening = Hardening(ready.tools, models, composition, settle=settle)
    outcomes = await hardening.harden(ready.found.items)
    return HardenedByModels(ready.made_of(outcomes, hardening.by_whom()), composition, hardening)


async def harden_by_graph(
    store: AsyncStore, prepared: PreparedHardening, pool: Sequence[str] | None, out: Path
) -> tuple[HardenedBenchmark, Composition]:
    """Names of the graph alone as options, near by vectors of an API; and what was asked for them.

    Raises:
        What `Composition.ask` raises.
    """
    composition = Composition(store, made_for(prepared, out))
    ready, settle = await prepared.with_vectors(composition)
    return await settle(lambda: ready.made_by_graph(pool)), composition


def made_for(prepared: PreparedHardening, out: Path) -> str:
    """The output's name for people."""
    return f"{out.name} of {prepared.parent.name}"


async def _by_graph(
    store: StoreOrPath, prepared: PreparedHardening, pool: Sequence[str] | None, out: Path
) -> Benchmark:
    async with AsyncStore(writable_path(store), create=not isinstance(store, Store)) as opened:
        made, _ = await harden_by_graph(opened, prepared, pool, out)
        return made.write(out)


async def _compose(store: StoreOrPath, prepared: PreparedHardening, models: Models, out: Path) -> Benchmark:
    async with AsyncStore(writable_path(store), create=not isinstance(store, Store)) as opened:
        return (await harden_with_models(opened, prepared, models, out)).made.write(out)


def _models(writer: Model, options: HardenOptions) -> Models:
    limits, judge, mapper = options.get("limits") or {}, options.get("judge"), options.get("mapper")
    temperature, max_tokens = options.get("temperature", TEMPERATURE), options.get("max_tokens")
    return Models(
        make_composer(writer, limits, temperature=temperature, max_tokens=max_tokens),
        None if judge is None else make_composer(judge, limits, max_tokens=JUDGE_MAX_TOKENS),
        None if mapper is None else make_composer(mapper, limits, max_tokens=MAPPER_MAX_TOKENS),
    )


LATER = 2  # a later round's prompt is at most so many times the first one's: it lists what was refused


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """The most that a stage would send.

    Attributes:
        cost_usd: None without a price.
    """

    name: str
    composer: str
    n_requests: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


def estimate(items: Sequence[Item], tools: Tools, models: Models, store: Path) -> list[StageEstimate]:
    """The stages in their order; entities are found by dictionary here, whoever finds them later."""
    works = [work_on(each, tools) for each in (study(item, tools) for item in items) if each.alone is None]
    found = []
    if models.mapper is not None:
        found.append(_bound("mentions", models.mapper, store, _mention_jobs(items)))
        found.append(_bound("choose-node", models.mapper, store, _choose_jobs(items)))
    rounds = tools.settings.rounds
    written = [write_job(work, 1, tools) for work in works]
    found.append(_bound("write, round 1", models.writer, store, written))
    if rounds > 1:
        # A cut reply doubles the cap of the next one.
        doubled = 2 ** (rounds - 1)
        found.append(
            _bound(
                f"write, rounds 2 to {rounds}", models.writer, store, written, (rounds - 1, LATER, doubled)
            )
        )
    if models.judge is not None:
        judged = [job for work in works for job in _judge_jobs(work)]
        found.append(_bound("judge", models.judge, store, judged, (rounds, 1, 1)))
    return found


def estimate_guide(
    items: Sequence[Item], tools: Tools, guide: ApiGuide, models: Models | None, store: Path
) -> list[StageEstimate]:
    """Cost of an API's vectors: for the graph's names, and for texts that are not among them."""
    names = dict.fromkeys(fold(text) for name in tools.graph.nodes.names for text in (name, bare_name(name)))
    found = [_bound("embed names", guide.embedder, store, embed_jobs(list(names), 1))]
    texts = [fold(f"{item.question} {key_of(item)}") for item in items]
    # A misspelled name, a mention that is no name, and the options of each round, as long as a question.
    n_options = sum(len(item.options) + SPARE for item in items) * tools.settings.rounds
    texts += [f"{at} {text}" for at, text in enumerate(texts)]
    texts += ["x" * 60 + str(at) for at in range(100 + (n_options if models is not None else 0))]
    return [*found, _bound("embed texts", guide.embedder, store, embed_jobs(texts, 2))]


def _bound(
    name: str,
    composer: Composer,
    store: Path,
    jobs: Sequence[ComposeJob],
    times: tuple[int, int, int] = (1, 1, 1),
) -> StageEstimate:
    """So many times these jobs, with prompts so many times as long, and replies likewise."""
    runs = estimate_stage(Stage("estimate", 1, jobs, composer, str), store) if jobs else []
    again, longer, larger = times
    n = again * sum(run.n_requests for run in runs)
    prompt = again * longer * sum(run.prompt_tokens for run in runs)
    completion = again * larger * sum(run.completion_tokens or 0 for run in runs)
    price = composer.pace.price
    cost = None if price is None else price.cost_usd(prompt, completion)
    return StageEstimate(name, composer.name, n, prompt, completion, cost)


def _mention_jobs(items: Sequence[Item]) -> list[ComposeJob]:
    return [job_of("mentions", 1, item, mentions_prompt(item.question, key_of(item))) for item in items]


def _choose_jobs(items: Sequence[Item]) -> list[ComposeJob]:
    """One for the key and one for the question of each item, with names as long as the longest usual ones."""
    names = ["x" * 60] * 10
    prompts = [choose_prompt(item.question, key_of(item), key_of(item), names) for item in items]
    return [
        job_of("choose-node", 1, item, prompt, "number") for item, prompt in zip(items, prompts, strict=True)
    ]


def _judge_jobs(work: ItemWork) -> list[ComposeJob]:
    """As many as there may be options and controls, each with an option as long as the form allows."""
    item, longest = work.studied.item, f"{work.studied.key} " * 3
    n = len(work.studied.wrong_options) + SPARE + 2
    return [
        job_of("judge", at, item, judge_prompt(item.question, f"{longest}{at}"), "yes/no") for at in range(n)
    ]
