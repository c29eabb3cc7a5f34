"""The job: one thing that a model is asked to write or to judge, where no letters are chosen from.

A job is a stored prompt. The jobs of a stage stand in the store where a run has its items, one line each, and
their digest takes the place of the items' digest in the run's specification.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cache import BenchmarkItem
from mhclient.errors import UsageError
from mhclient.run.parameters import Message, Prompt
from mhclient.run.prompts import Question, Shown
from mhclient.run.variant import UNKNOWN_FORMAT, Variant

KIND = "jobs"  # as `kind` in the manifest that the store keeps of a stage
MODE = "compose"  # of a question that is answered with a text


@dataclass(frozen=True, slots=True)
class ComposeJob:
    """One thing a model is asked.

    Attributes:
        id: within its stage; `STAGE-ROUND-PARENT` reads well.
        stage: what it is part of: "mentions", "write", "judge", …
        round: from 1; a later one shows the model what was wrong with its earlier reply.
        parent: the id of the item or case that the reply is for.
        user: the user's message.
        system: the system message, if any.
        expects: what the reply should be, for people: "json", "number", "yes/no", "text".
        max_tokens: cap on completion tokens; None for the composer's own.
    """

    id: str
    stage: str
    round: int
    parent: str
    user: str
    system: str | None = None
    expects: str = "json"
    max_tokens: int | None = None

    def to_line(self) -> str:
        """The job as the store keeps it; equal jobs give equal bytes."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @property
    def prompt(self) -> Prompt:
        """All that the model is shown."""
        return Prompt(self.system, (Message("user", self.user),))


def job_from_line(line: str) -> ComposeJob:
    """A job as the store has it.

    Raises:
        ValueError: it is not one; says why.
    """
    found = json.loads(line)
    if not isinstance(found, dict) or set(found) != set(ComposeJob.__dataclass_fields__):
        raise ValueError("it is no job: its fields are not those of one")
    for name, kinds in _KINDS.items():
        if not isinstance(found[name], kinds) or isinstance(found[name], bool):
            raise ValueError(f"its {name!r} is {found[name]!r}")
    return ComposeJob(**found)


_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("id", "stage", "parent", "user", "expects"), (str,)),
    "system": (str, type(None)),
    "round": (int,),
    "max_tokens": (int, type(None)),
}


def digest_of(jobs: Iterable[ComposeJob]) -> str:
    """SHA-256 of the jobs' lines: what a run names to say what it asks."""
    text = "".join(job.to_line() + "\n" for job in jobs)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def manifest_of(jobs: Iterable[ComposeJob], made_for: str) -> dict[str, Any]:
    """What the store keeps about a stage besides its jobs."""
    stages = sorted({(job.stage, job.round) for job in jobs})
    return {"kind": KIND, "for": made_for, "stages": [list(stage) for stage in stages]}


def composing(stage: str, number: int) -> Variant:
    """What stands in the specification in place of a way of asking: the prompts are the jobs' own."""
    return Variant(
        name=f"{stage}-{number}",
        description=f"Jobs of the stage '{stage}', round {number}; each is a prompt of its own.",
        prompt="{question}{options}",
        answer_format=UNKNOWN_FORMAT,
    )


def check_jobs(entries: Iterable[BenchmarkItem], source: str) -> None:
    """Look at every job before any is asked.

    Raises:
        UsageError: one cannot be used; `source` is named.
    """
    for entry in entries:
        try:
            job_from_line(entry.body)
        except ValueError as error:
            raise UsageError(
                f"{source}: job {str(entry.item_id)[:80]!r} cannot be used: {error}. Nothing was "
                "asked. Use a new store with `store`."
            ) from error


class JobPrompter:
    """Asks jobs: what they say is the prompt."""

    def ask(self, line: str) -> Question:
        """The question that a job's line becomes: no options, nothing to choose from."""
        return Question(job_from_line(line).prompt, {}, MODE, Shown({}))
