"""What `harden` with models would ask at the most, before anything is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark import Item
from benchmark.build.graph import fold
from benchmark.harden.mapping import bare_name
from benchmark.harden.prompts import choose_prompt, judge_prompt, mentions_prompt
from benchmark.harden.study import Tools, study
from mhclient.compose.composer import Composer
from mhclient.compose.composition import Stage
from mhclient.compose.embedding import embed_jobs
from mhclient.compose.estimate import estimate_stage
from mhclient.compose.guides import ApiGuide
from mhclient.compose.harden_jobs import job_of, key_of
from mhclient.compose.hardening import SPARE, Models, write_job
from mhclient.compose.item_work import ItemWork, work_on
from mhclient.run.jobs import ComposeJob

LATER = 2  # a later round's prompt is at most so many times the first one's: it lists what was refused


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """What a stage would send at the most.

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
    """What vectors by an API would cost: of the graph's names, and of texts that are not among them."""
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
