"""Between the event loop, where a run asks one request at a time, and the threads that compute many at once.

One thread makes token ids of what arrives while another computes. The computing thread always takes the
request that has waited longest together with those nearest to it in length, so that little of a bucket is
padding and nobody waits for ever. To the run, a local model is a provider like any other.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from mhclient.errors import EngineFault, ProviderError
from mhclient.machine.event_loop import in_daemon_thread

PREPARE_MAX = 64  # requests tokenised in one go
ALIKE_LEAST = 8  # so many that share half of their tokens are computed by themselves
# A chat template is a program: one that loops over what it is given to say must not keep the run for ever.
PREPARE_S = 60.0
PREPARING_LEAVES_S = 1.0  # how long prompts that are being made may take once the run stops
LOOK_S = 0.1  # how often it is looked whether it does
LEAVE_AFTER_S = 10.0  # how long closing waits for the bucket that is being computed


class Engine(Protocol):
    """Answers requests with a model that is loaded. Used by the worker's threads alone."""

    notes: list[str]

    def prepare(self, bodies: Sequence[str]) -> Sequence[Any]:
        """Requests as whatever `answer` takes, or the error that each one ends in.

        What `answer` takes has `n_tokens`, and `read_first`: tokens whose shared beginning is computed once.
        """

    def answer(
        self, prepared: Sequence[Any], on_halving: Callable[[int], None]
    ) -> Sequence[bytes | ProviderError]:
        """Replies' bodies, computed together; told on the way how many items did not fit."""


@dataclass(slots=True)
class Waiting:
    """One request at the worker."""

    body: str
    future: "asyncio.Future[bytes]"
    prepared: Any = None

    @property
    def n_tokens(self) -> int:
        return int(self.prepared.n_tokens)

    @property
    def read_first(self) -> Sequence[int]:
        found: Sequence[int] = self.prepared.read_first
        return found


@dataclass(slots=True)
class Workload:
    """What the computing thread has done, for the display."""

    n_items: int = 0
    n_tokens: int = 0
    busy_s: float = 0.0
    last_bucket: tuple[int, int] = (0, 0)  # items, and tokens of the longest
    n_halvings: int = 0


@dataclass(slots=True)
class Portions:
    """How much is computed at once; shrinks when memory runs out.

    Attributes:
        items_max: items in a bucket.
        tokens_max: items times the tokens of the longest.
    """

    items_max: int
    tokens_max: int

    def choose(self, waiting: Sequence[Waiting]) -> list[Waiting]:
        """The next bucket: the oldest, by order of arrival, and its neighbours in length.

        If enough of those waiting begin as the oldest does, they are all among those: what they share is
        computed once.
        """
        alike = _beginning_like(waiting[0], waiting)
        if len(alike) >= ALIKE_LEAST:
            waiting = alike
        by_length = sorted(waiting, key=lambda request: request.n_tokens)
        oldest = next(index for index, request in enumerate(by_length) if request is waiting[0])
        low = max(0, min(oldest - self.items_max // 2, len(by_length) - self.items_max))
        high = min(len(by_length), low + self.items_max)
        while high - low > 1 and (high - low) * by_length[high - 1].n_tokens > self.tokens_max:
            if high - 1 > oldest:
                high -= 1
            else:
                low += 1
        return by_length[low:high]

    def did_not_fit(self, n_items: int, n_tokens: int) -> None:
        """Ask no more for what did not fit: half of it at most."""
        self.tokens_max = max(1, min(self.tokens_max, n_items * n_tokens) // 2)


def _beginning_like(oldest: Waiting, waiting: Sequence[Waiting]) -> list[Waiting]:
    """Those whose first tokens are the first half of the oldest's, which is one of them; in order."""
    half = len(oldest.read_first) // 2
    if not half:
        return []
    beginning = oldest.read_first[:half]
    return [request for request in waiting if request.read_first[:half] == beginning]


class ModelWorker:
    """A model at work.

    Args:
        engine: takes and answers requests.
        portions: how much at once.
    """

    def __init__(self, engine: Engine, portions: Portions) -> None:
        self.workload = Workload()
        self._engine = engine
        self._portions = portions
        self._loop = asyncio.get_running_loop()
        self._arrived: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._ready: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._leaving, self._draining = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"local model: {name}", daemon=True)
            for name, work in (("tokens", self._prepare_all), ("compute", self._compute_all))
        ]
        for thread in self._threads:
            thread.start()

    async def ask(self, body: str) -> bytes:
        """The reply's body.

        Raises:
            ProviderError: why there is none.
        """
        future: asyncio.Future[bytes] = self._loop.create_future()
        self._arrived.put([Waiting(body, future)])
        return await future

    def drain(self) -> None:
        """No more is asked: prompts that are still being made are given up soon, what is computed is not."""
        self._draining.set()

    def close(self) -> None:
        """Leave: nothing new is computed. Waits a while for the bucket under way."""
        self._leaving.set()
        self._arrived.put(None)
        tokens, compute = self._threads
        tokens.join(PREPARING_LEAVES_S)
        self._ready.put(None)
        compute.join(LEAVE_AFTER_S)

    def _prepare_all(self) -> None:
        while (arrived := _take(self._arrived, PREPARE_MAX, wait=True)) is not None:
            try:
                prepared = self._prepare([request.body for request in arrived])
            except Exception as error:  # noqa: BLE001 - whatever a tokenizer or a template may raise
                prepared = [_fault("preparing a prompt", error)] * len(arrived)
            ready = []
            for request, each in zip(arrived, prepared, strict=True):
                if isinstance(each, ProviderError):
                    self._settle([request], [each])
                else:
                    request.prepared = each
                    ready.append(request)
            if ready:
                self._ready.put(ready)
        self._ready.put(None)

    def _prepare(self, bodies: Sequence[str]) -> Sequence[Any]:
        preparing = in_daemon_thread(partial(self._engine.prepare, bodies))
        left_s = PREPARE_S
        while not preparing.done() and left_s > 0:
            wait([preparing], LOOK_S)
            left_s = min(left_s - LOOK_S, PREPARING_LEAVES_S if self._draining.is_set() else PREPARE_S)
        return preparing.result(0)

    def _compute_all(self) -> None:
        waiting: list[Waiting] = []
        while (ready := _take(self._ready, None, wait=not waiting)) is not None:
            waiting = [request for request in (*waiting, *ready) if not request.future.cancelled()]
            if waiting:
                bucket = self._portions.choose(waiting)
                waiting = [request for request in waiting if not any(request is each for each in bucket)]
                self._compute(bucket)

    def _compute(self, bucket: list[Waiting]) -> None:
        longest = max(request.n_tokens for request in bucket)
        began_at = time.monotonic()

        def on_halving(n_items: int) -> None:
            self.workload.n_halvings += 1
            self._portions.did_not_fit(n_items, longest)

        answers: Sequence[bytes | ProviderError]
        try:
            answers = self._engine.answer([request.prepared for request in bucket], on_halving)
        except ProviderError as error:
            answers = [error] * len(bucket)
        except Exception as error:  # noqa: BLE001 - whatever a model's code may raise
            answers = [_fault("computing", error)] * len(bucket)
        self.workload.n_items += len(bucket)
        self.workload.n_tokens += sum(request.n_tokens for request in bucket)
        self.workload.busy_s += time.monotonic() - began_at
        self.workload.last_bucket = (len(bucket), longest)
        self._settle(bucket, answers)

    def _settle(self, requests: Sequence[Waiting], answers: Sequence[bytes | ProviderError]) -> None:
        def settle() -> None:
            for request, answer in zip(requests, answers, strict=True):
                if request.future.done():  # whoever asked has gone
                    continue
                if isinstance(answer, ProviderError):
                    request.future.set_exception(answer)
                else:
                    request.future.set_result(answer)

        if not self._leaving.is_set():
            self._loop.call_soon_threadsafe(settle)


def _take(
    queue: "SimpleQueue[list[Waiting] | None]", most: int | None, *, wait: bool
) -> list[Waiting] | None:
    """What lies in a queue now, or once something does; None once it is closed."""
    taken: list[Waiting] = []
    while most is None or len(taken) < most:
        try:
            requests = queue.get(block=wait and not taken)
        except Empty:
            break
        if requests is None:
            return None
        taken += requests
    return taken


def _fault(doing: str, error: Exception) -> EngineFault:
    first = str(error).strip().split("\n")[0]
    return EngineFault(f"the local model failed while {doing}: {type(error).__name__}: {first}")
