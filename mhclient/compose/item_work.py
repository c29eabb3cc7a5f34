"""One item while its options are written: what the writer sees, what it wrote, what was said of it."""

from dataclasses import dataclass, field
from typing import Any

from benchmark.harden.choose import ends_as_candidates, with_verdicts
from benchmark.harden.outcome import WriterReply
from benchmark.harden.prepare import node_of, score_of
from benchmark.harden.prompts import WrittenOption
from benchmark.harden.study import LeftAlone, Studied, Tools
from benchmark.harden.verdicts import OptionCandidate, OptionVerdict
from benchmark.harden.walk import GraphPath, shown_paths
from mhclient.compose.replies import Composed, JobFailure

FORBIDDEN_SHOWN = 30
# What a writer must not name, of the names at the ends of paths.
FORBIDDEN = frozenset(
    {OptionVerdict.TRUE_IN_GRAPH, OptionVerdict.ALSO_USED, OptionVerdict.TWIN_OF_GOLD,
     OptionVerdict.RELATIVE_OF_GOLD, OptionVerdict.SAME_AS_GOLD}
)  # fmt: skip


@dataclass(slots=True)
class ItemWork:
    """One item while its options are written.

    Attributes:
        paths: as the writer sees them; `forbidden` names likewise.
        candidates: of all rounds so far.
        max_tokens: of the next reply; None for the writer's own cap.
    """

    studied: Studied
    paths: list[GraphPath]
    forbidden: list[str]
    candidates: list[OptionCandidate] = field(default_factory=list)
    replies: list[WriterReply] = field(default_factory=list)
    max_tokens: int | None = None

    @property
    def usable(self) -> list[OptionCandidate]:
        return [each for each in self.candidates if each.verdict is OptionVerdict.USABLE]

    @property
    def n_missing(self) -> int:
        return len(self.studied.wrong_options) - len(self.usable)

    def why_none(self) -> LeftAlone | None:
        """Why nothing came of it, where its replies say so."""
        why_not = [reply.why_not for reply in self.replies]
        if not why_not or any(why is None for why in why_not):
            return None
        return LeftAlone.REPLY_CUT if why_not[-1] == JobFailure.CUT else LeftAlone.NO_REPLY


@dataclass(slots=True)
class JudgeControls:
    """How often a judge errs where the answer is known: on keys, and on the parent's wrong options."""

    key_yes: int = 0
    key_no: int = 0
    wrong_yes: int = 0
    wrong_no: int = 0
    unclear: int = 0

    def add(self, judged: bool | None, *, is_key: bool) -> None:
        name = "unclear" if judged is None else f"{'key' if is_key else 'wrong'}_{'yes' if judged else 'no'}"
        setattr(self, name, getattr(self, name) + 1)

    def to_json(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


def candidate_of(
    work: ItemWork, option: WrittenOption, reply: Composed[Any], number: int, tools: Tools
) -> OptionCandidate:
    """An option of a reply, with the node that it names and the cited path that leads there."""
    node = node_of(option.text, work.studied, tools)
    cited = [work.paths[at - 1] for at in option.paths if 0 < at <= len(work.paths)]
    path = next((path for path in cited if node in path.nodes[1:]), None)
    return OptionCandidate(
        text=option.text,
        node=node,
        path=path,
        score=score_of(option.text, node, work.studied, tools),
        round=number,
        request_key=reply.request_key,
        completion_sha256=reply.completion_sha256 or "",
    )


def work_on(studied: Studied, tools: Tools) -> ItemWork:
    """An item before its first round: the paths that a writer sees, and the names that it must not use.

    Shown are paths whose end could be an option by what the graph says; a path to another type of node, or to
    a right answer, would be cited in vain.
    """
    ends = with_verdicts(ends_as_candidates(studied), studied)
    fit = {each.node for each in ends if each.verdict in (OptionVerdict.USABLE, OptionVerdict.DUPLICATE)}
    paths = shown_paths([path for path in studied.paths if path.end in fit])
    forbidden = [each.text for each in ends if each.verdict in FORBIDDEN][:FORBIDDEN_SHOWN]
    return ItemWork(studied, paths, forbidden)


def said_of(work: ItemWork) -> list[tuple[str, str]]:
    """What a writer is told of its earlier replies: refused texts, and replies that were none."""
    texts = [
        (each.text, "taken already" if each.verdict is OptionVerdict.USABLE else _in_words(each))
        for each in work.candidates
    ]
    broken = [(f"your reply {each.round}", each.detail) for each in work.replies if each.why_not is not None]
    return [*broken, *texts]


def _in_words(candidate: OptionCandidate) -> str:
    verdict = candidate.verdict.value.replace("_", " ") if candidate.verdict else ""
    return f"{verdict}: {candidate.detail}" if candidate.detail else verdict
