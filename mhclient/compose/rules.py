"""What each rule of a diagnosis graph claims about criteria, as a checker reads it: one job a rule."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from benchmark.mentalkg.graph import DiagnosisGraph, Differential
from benchmark.mentalkg.needs import RuleNeed, claim_prompt, read_claims
from mhclient.compose.composer import Composer
from mhclient.compose.composition import Composition, Stage
from mhclient.compose.replies import Composed, json_object
from mhclient.run.jobs import ComposeJob

CLASSIFY = "classify-rules"
MAX_TOKENS = 200


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
        ComposeJob(key, CLASSIFY, 1, key, claim_prompt(*rule, graph), max_tokens=MAX_TOKENS)
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
