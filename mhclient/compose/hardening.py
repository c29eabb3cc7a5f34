"""The stages of `mhclient harden` with models: mentions, nodes, options in rounds, judgements.

Each stage is planned as a pure function of the items, the settings and the replies so far; what comes of a
reply is decided by `benchmark.harden`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from benchmark import Item
from benchmark.harden.harden import ItemOutcome, WriterReply, outcome_of
from benchmark.harden.mapping import Mapped, NamedEntity
from benchmark.harden.prompts import (
    VERSIONS,
    WriteRequest,
    WrittenOption,
    choose_prompt,
    judge_prompt,
    mentions_prompt,
    read_mentions,
    read_written,
    write_prompt,
)
from benchmark.harden.study import Studied, Tools, by_dictionary, study, with_verdicts
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict, asks_of
from benchmark.harden.walk import Arm, text_of
from mhclient.compose.composition import Composer, Composition, Stage
from mhclient.compose.embedding import Settle, at_once
from mhclient.compose.item_work import (
    Composed,
    ItemWork,
    JobFailure,
    JudgeControls,
    candidate_of,
    choice_in,
    controls_of,
    job_id_of,
    job_of,
    judge_id,
    judgement_in,
    key_of,
    mention_id,
    n_dropped,
    reading_json,
    said_of,
    spans_in,
    with_chosen,
    work_on,
)
from mhclient.run.jobs import ComposeJob

T = TypeVar("T")

SPARE = 2  # options asked for beyond those that are needed


@dataclass(frozen=True, slots=True)
class Models:
    """Who does what.

    Attributes:
        judge, mapper: None where nobody does.
    """

    writer: Composer
    judge: Composer | None = None
    mapper: Composer | None = None


@dataclass(slots=True)
class Hardening:
    """Items hardened with models, stage after stage.

    Attributes:
        settle: computes what looks at vectors of texts, which an API may have to be asked for.
    """

    tools: Tools
    models: Models
    composition: Composition
    controls: JudgeControls = field(default_factory=JudgeControls)
    n_spans_dropped: int = 0
    served: dict[str, set[str]] = field(default_factory=dict)
    settle: Settle = at_once

    async def harden(self, items: Sequence[Item]) -> list[ItemOutcome]:
        """What comes of the items.

        Raises:
            What `Composition.ask` raises: what is stored stays, and the same call goes on.
        """
        mapped = await self._mapped(items)
        studied = await self.settle(lambda: [study(item, self.tools, found) for item, found in mapped])
        works = {each.item.id: work_on(each, self.tools) for each in studied if each.alone is None}
        for number in range(1, self.tools.settings.rounds + 1):
            if not await self._round(list(works.values()), number):
                break
        return [self._outcome(each, works.get(each.item.id)) for each in studied]

    def _outcome(self, studied: Studied, work: ItemWork | None) -> ItemOutcome:
        settings = self.tools.settings
        if work is None:
            return outcome_of(studied, (), settings)
        made = outcome_of(studied, work.candidates, settings, work.why_none())
        return replace(made, replies=tuple(work.replies))

    async def _mapped(
        self, items: Sequence[Item]
    ) -> list[tuple[Item, tuple[Sequence[Mapped], Sequence[Mapped]] | None]]:
        if self.models.mapper is None:
            return [(item, None) for item in items]
        jobs = [job_of("mentions", 1, item, mentions_prompt(item.question, key_of(item))) for item in items]
        replies = await self._ask(Stage("mentions", 1, jobs, self.models.mapper, reading_json(read_mentions)))
        of_item = {item.id: replies[job_id_of("mentions", 1, item)] for item in items}
        first = await self.settle(lambda: [(item, self._by_model(item, of_item[item.id])) for item in items])
        self.n_spans_dropped = sum(n_dropped(item, of_item[item.id]) for item in items)
        return await self._chosen_nodes(first)

    def _by_model(
        self, item: Item, reply: Composed[tuple[list[str], list[str]]]
    ) -> tuple[list[Mapped], list[Mapped]]:
        """The spans that stand in question and key, mapped by name; the dictionary's without a reply."""
        asks = asks_of(item)
        in_question, in_key = by_dictionary(item, self.tools.mapper, asks)
        if reply.value is None:
            return in_question, in_key
        found = []
        for text, spans in zip((item.question, key_of(item)), reply.value, strict=True):
            kept = spans_in(text, spans)
            found.append([self.tools.mapper.map(NamedEntity(span, text.index(span))) for span in kept])
        anchors = in_question[-1:] if asks else []
        return [*found[0], *anchors], found[1] or in_key

    async def _chosen_nodes(
        self, first: list[tuple[Item, tuple[list[Mapped], list[Mapped]]]]
    ) -> list[tuple[Item, tuple[Sequence[Mapped], Sequence[Mapped]] | None]]:
        """Stage (iii): where no name is near enough, a model picks among the nearest."""
        assert self.models.mapper is not None
        jobs: dict[str, ComposeJob] = {}
        near: dict[str, list[tuple[int, float]]] = {}
        for item, sides in first:
            for side, mapped in ((at, each) for at in (0, 1) for each in sides[at] if not each.nodes):
                found = self.tools.mapper.nearest(mapped.mention.words)
                job = self._choose_job(item, side, mapped, found)
                jobs[job.id], near[job.id] = job, found
        stage = Stage("choose-node", 1, list(jobs.values()), self.models.mapper, choice_in)
        replies = await self._ask(stage)
        picked = {
            job_id: near[job_id][reply.value] for job_id, reply in replies.items() if reply.value is not None
            and reply.value < len(near[job_id])
        }  # fmt: skip
        return [
            (item, (with_chosen(item, 0, sides[0], picked), with_chosen(item, 1, sides[1], picked)))
            for item, sides in first
        ]

    def _choose_job(
        self, item: Item, side: int, mapped: Mapped, near: Sequence[tuple[int, float]]
    ) -> ComposeJob:
        graph = self.tools.graph
        names = [f"{graph.name(node)} ({graph.type(node)})" for node, _ in near]
        key = key_of(item) if side else None
        prompt = choose_prompt(item.question, mapped.mention.words, key, names)
        return replace(
            job_of("choose-node", 1, item, prompt, "number"), id=mention_id(item, side, mapped), max_tokens=16
        )

    async def _round(self, works: Sequence[ItemWork], number: int) -> bool:
        """One round of writing and judging; returns whether there was anything to write."""
        jobs = {job_id_of("write", number, work.studied.item): work for work in works if work.n_missing > 0}
        stage = Stage(
            "write", number, [write_job(work, number, self.tools) for work in jobs.values()],
            self.models.writer, reading_json(read_written),
        )  # fmt: skip
        replies = await self._ask(stage)
        written = await self.settle(lambda: self._all_written(jobs, replies, number))
        for job_id, work in jobs.items():
            self._take(work, replies[job_id], written[job_id], number)
        if self.models.judge is not None:
            await self._judge(self.models.judge, list(jobs.values()), number)
        return bool(jobs)

    def _all_written(
        self, jobs: Mapping[str, ItemWork], replies: Mapping[str, Composed[list[WrittenOption]]], number: int
    ) -> dict[str, list[OptionCandidate]]:
        """Job → the options of its reply, each with its node and score."""
        return {
            job_id: [
                candidate_of(work, option, replies[job_id], number, self.tools)
                for option in replies[job_id].value or ()
            ]
            for job_id, work in jobs.items()
        }

    def _take(
        self,
        work: ItemWork,
        reply: Composed[list[WrittenOption]],
        new: Sequence[OptionCandidate],
        number: int,
    ) -> None:
        """Note a reply, and what is said of each of its options."""
        why_not = None if reply.why_not is None else reply.why_not.value
        work.replies.append(WriterReply(number, reply.request_key, why_not, reply.detail))
        if reply.why_not is JobFailure.CUT:
            work.max_tokens = 2 * (work.max_tokens or self.models.writer.parameters.max_tokens or 1000)
        work.candidates += with_verdicts(new, work.studied, work.usable)

    async def _judge(self, judge: Composer, works: Sequence[ItemWork], number: int) -> None:
        """Each new usable option is judged; and, in the first round, the key and an old wrong option."""
        asked: dict[str, ComposeJob] = {}
        for work in works:
            item = work.studied.item
            texts = [each.text for each in work.usable if each.round == number]
            controls = controls_of(work.studied) if number == 1 else ()
            for text in dict.fromkeys((*texts, *controls)):
                prompt = judge_prompt(item.question, text)
                job = replace(
                    job_of("judge", number, item, prompt, "yes/no"),
                    id=judge_id(item, number, text),
                    max_tokens=16,
                )
                asked[job.id] = job
        replies = await self._ask(Stage("judge", number, list(asked.values()), judge, judgement_in))
        for work in works:
            self._apply(work, replies, number)

    def _apply(self, work: ItemWork, replies: Mapping[str, Composed[str]], number: int) -> None:
        item = work.studied.item
        work.candidates = [
            replace(each, verdict=OptionVerdict.JUDGED_TRUE, detail="a judge would have to accept it")
            if each.verdict is OptionVerdict.USABLE
            and each.round == number
            and replies[judge_id(item, number, each.text)].value == "yes"
            else each
            for each in work.candidates
        ]
        for text in controls_of(work.studied) if number == 1 else ():
            said = replies[judge_id(item, number, text)].value
            judged = {"yes": True, "no": False}.get(said or "")
            self.controls.add(judged, is_key=text == work.studied.key)

    async def _ask(self, stage: Stage[T]) -> dict[str, Composed[T]]:
        replies = await self.composition.ask(stage)
        names = {reply.served_model for reply in replies.values() if reply.served_model}
        self.served.setdefault(stage.name, set()).update(names)
        return replies

    def by_whom(self) -> dict[str, Any]:
        """For the manifest: who was asked what, who served it, and how often a judge erred."""
        roles = {"writer": self.models.writer, "judge": self.models.judge, "mapper": self.models.mapper}
        stages = {"writer": "write", "judge": "judge", "mapper": "mentions"}
        found: dict[str, Any] = {
            role: {
                "asked": composer.name,
                "parameters": composer.parameters.to_store(),
                "served": sorted(self.served.get(stages[role], ())),
            }
            for role, composer in roles.items()
            if composer is not None
        }
        direct = self.tools.settings.arm is Arm.DIRECT
        wanted = {"direct" if direct else "write", *(["judge"] if self.models.judge else [])}
        wanted |= {"mentions", "choose-node"} if self.models.mapper else set()
        found["prompts"] = {name: version for name, version in VERSIONS.items() if name in wanted}
        if self.models.judge is not None:
            found["judge_controls"] = self.controls.to_json()
        if self.models.mapper is not None:
            found["spans_dropped"] = self.n_spans_dropped
        return found


def write_job(work: ItemWork, number: int, tools: Tools) -> ComposeJob:
    """The writing job of one item in one round."""
    item, graph = work.studied.item, tools.graph
    with_paths = tools.settings.arm is Arm.WALK
    request = WriteRequest(
        question=item.question,
        key=work.studied.key,
        n=work.n_missing + SPARE,
        olds=list(work.studied.wrong_options.values()),
        paths=[text_of(graph, path) for path in work.paths] if with_paths else (),
        forbidden=work.forbidden if with_paths else (),
        refused=said_of(work),
    )
    return replace(job_of("write", number, item, write_prompt(request)), max_tokens=work.max_tokens)
