"""Reading many replies: each different one once, on all processors where there are many.

Prose takes up to a millisecond to read. Most replies of most models are one of a few texts under one of a
few sets of options.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import NamedTuple

from mhclient.scoring.scored import Ending
from parsers import Compliance, Grade, Outcome, check_compliance, read_answer

# Replies with fewer characters than this in all are read faster than other processes start.
WORTH_PROCESSES = 8_000_000
CHUNK = 500

# A bracket or a full stop around the letter is still the letter; a sentence around it is not.
KEPT = frozenset({Compliance.EXACT, Compliance.DECORATED})


class Reply(NamedTuple):
    """A reply, and what it is to be read against."""

    completion: str
    options: tuple[tuple[str, str], ...]  # label and text as shown, in the order of the labels
    finish_reason: str | None
    mode: str
    answer_format: str


@dataclass(frozen=True, slots=True)
class Read:
    """What a report keeps of a reading."""

    ending: Ending
    said: frozenset[str] | None
    grade: Grade | None
    kept_format: bool
    rule: str
    span: tuple[int, int] | None


class Reader:
    """Reads replies, and remembers those it has read."""

    def __init__(self, n_processes: int | None = None) -> None:
        self._known: dict[Reply, Read] = {}
        self._n_processes = n_processes or os.cpu_count() or 1

    def read_all(self, replies: Sequence[Reply]) -> Iterator[Read]:
        """The readings of replies, in their order."""
        new = list(dict.fromkeys(reply for reply in replies if reply not in self._known))
        self._known.update(zip(new, self._readings(new), strict=True))
        return (self._known[reply] for reply in replies)

    def _readings(self, replies: Sequence[Reply]) -> Iterable[Read]:
        if sum(len(reply.completion) for reply in replies) < WORTH_PROCESSES or self._n_processes == 1:
            return map(read_reply, replies)
        # Spawned, not forked: the threads of a dataframe library do not survive a fork.
        with ProcessPoolExecutor(self._n_processes, mp_context=get_context("spawn")) as pool:
            return list(pool.map(read_reply, replies, chunksize=CHUNK))


def read_reply(reply: Reply) -> Read:
    """One reply, read."""
    options: Mapping[str, str] = dict(reply.options)
    reading = read_answer(reply.completion, options, finish_reason=reply.finish_reason, mode=reply.mode)
    compliance = check_compliance(
        reply.completion, options, reply.answer_format, mode=reply.mode, reading=reading
    )
    answered = reading.outcome is Outcome.ANSWER
    return Read(
        ending=Ending(reading.outcome.value),
        said=reading.letters if answered else None,
        grade=reading.grade if answered else None,
        kept_format=compliance in KEPT,
        rule=reading.rule,
        span=reading.span,
    )
