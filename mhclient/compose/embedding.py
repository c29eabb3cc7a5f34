"""Vectors of texts by an embeddings API: asked as jobs, so that the store keeps them and caps hold.

What walks and maps is pure and cannot wait for a server. It takes the vectors that are there and notes which
are missing; `settled` asks for those and computes again.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np

from benchmark.harden.guides import Vectors
from mhclient.ask.order import Limits, make_pace
from mhclient.compose.composition import Composer, Composition, Stage
from mhclient.errors import RunStopped
from mhclient.providers.base import Model
from mhclient.providers.openai.embeddings import texts_prompt, vectors_in
from mhclient.run.jobs import ComposeJob
from mhclient.run.parameters import Parameters

T = TypeVar("T")

STAGE = "embed"
TEXTS_PER_JOB = 512


class Settle(Protocol):
    """Computes something until all that it needs is there."""

    def __call__(self, compute: Callable[[], T], /) -> Awaitable[T]: ...


async def at_once(compute: Callable[[], T], /) -> T:
    """For what waits for nothing."""
    return compute()


def make_embedder(model: Model, limits: Limits) -> Composer:
    """Who is asked for vectors; such a model writes nothing, so its replies have no tokens."""
    return Composer(model, Parameters(temperature=None, max_tokens=0), make_pace(model, limits, priced=True))


def embed_jobs(texts: Sequence[str], number: int) -> list[ComposeJob]:
    """The jobs that ask for the vectors of different texts."""
    parts = [texts[at : at + TEXTS_PER_JOB] for at in range(0, len(texts), TEXTS_PER_JOB)]
    return [
        ComposeJob(f"{STAGE}-{number}-{at}", STAGE, number, "names", texts_prompt(part), expects="vectors")
        for at, part in enumerate(parts)
    ]


@dataclass(slots=True)
class AskedVectors:
    """Vectors that an API gave, and the texts that it has not been asked yet.

    Attributes:
        composition: keeps the stages under the caps of all that is asked for one output.
        known: text → (dimensions,) vector.
    """

    embedder: Composer
    composition: Composition
    known: dict[str, Vectors] = field(default_factory=dict)
    _missing: dict[str, None] = field(default_factory=dict)
    _width: int = 0  # dimensions; 0 before the first reply
    _n_stages: int = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        """(n_texts, dimensions); zeros for texts whose vectors are missing, which is noted."""
        return np.stack([self._vector(text) for text in texts]).astype(np.float32)

    def _vector(self, text: str) -> Vectors:
        if text and text not in self.known:
            self._missing[text] = None
        return self.known.get(text, np.zeros(self._width or 1, dtype=np.float32))

    def forget(self) -> None:
        """Let go of all vectors; texts that are looked at again are asked again, or taken from the store."""
        self.known.clear()

    async def settled(self, compute: Callable[[], T], /) -> T:
        """The value of a pure function once all vectors that it looks at are there.

        Raises:
            What `fetch` raises.
        """
        self._missing.clear()
        found = compute()
        while self._missing:
            await self.fetch(list(self._missing))
            self._missing.clear()
            found = compute()
        return found

    async def fetch(self, texts: Sequence[str]) -> None:
        """Have the vectors of these texts; equal ones are asked once, and none whose reply is stored.

        Raises:
            RunStopped: some did not come; what is stored stays, and the same call goes on.
        """
        wanted = [text for text in dict.fromkeys(texts) if text and text not in self.known]
        if not wanted:
            return
        self._n_stages += 1
        jobs = embed_jobs(wanted, self._n_stages)
        replies = await self.composition.ask(Stage(STAGE, self._n_stages, jobs, self.embedder, str))
        failed = [reply for reply in replies.values() if reply.why_not is not None]
        if failed:
            raise RunStopped(
                f"{self.embedder.name} gave no vectors for {len(failed):,} of {len(jobs):,} lists of names: "
                f"{failed[0].detail}. The same command asks for them again."
            )
        self._take(wanted, [job.id for job in jobs])

    def _take(self, texts: Sequence[str], job_ids: Sequence[str]) -> None:
        run_id = self.composition.asked[-1].run_id
        bodies = self.composition.store.read(lambda store: dict(store.results.read_bodies(run_id)))
        for at, job_id in enumerate(job_ids):
            part = texts[at * TEXTS_PER_JOB : (at + 1) * TEXTS_PER_JOB]
            vectors = np.array(vectors_in(bodies[job_id]), dtype=np.float32)
            self._width = self._width or vectors.shape[1]
            if vectors.shape != (len(part), self._width):
                raise RunStopped(
                    f"{self.embedder.name} gave vectors of shape {vectors.shape} where "
                    f"{(len(part), self._width)} was expected. Ask another model."
                )
            self.known.update(zip(part, vectors, strict=True))
