"""The worker: every request is answered once, whatever its length; memory that runs out costs speed alone."""

import asyncio
import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.errors import EngineFault, OutOfMemory, PromptTooLong
from mhclient.providers.local.worker import ModelWorker, Portions, Waiting
from tests.support import local
from tests.support.tiny import byte_level_tokenizer, random_model, wrapped


class Sized:
    """What a bucket is chosen by: a number of tokens."""

    def __init__(self, n_tokens):
        self.n_tokens = n_tokens
        self.read_first = ()


@given(
    lengths=st.lists(st.integers(1, 500), min_size=1, max_size=40),
    items_max=st.integers(1, 16),
    tokens_max=st.integers(1, 4000),
)
def test_a_bucket_holds_the_oldest_request_and_keeps_to_its_bounds(lengths, items_max, tokens_max):
    nobody: Any = None
    waiting = [Waiting("", nobody, Sized(length)) for length in lengths]
    bucket = Portions(items_max, tokens_max).choose(waiting)
    assert any(request is waiting[0] for request in bucket)
    assert len(bucket) <= items_max
    assert len(bucket) == 1 or len(bucket) * max(request.n_tokens for request in bucket) <= tokens_max
    ranked, chosen = sorted(lengths), [request.n_tokens for request in bucket]
    assert any(ranked[low : low + len(chosen)] == chosen for low in range(len(ranked)))


@pytest.fixture
def engine():
    tokenizer = wrapped(byte_level_tokenizer())
    return local.engines.ForcedChoiceEngine(
        local.load.wrap(random_model("llama", len(tokenizer)), tokenizer), "tiny", "packed", 0
    )


def short_of_memory(engine, tokens_max):
    """A model that runs out of memory above so many tokens at once, as a GPU does."""

    def refuse(module, args, kwargs):
        if kwargs["input_ids"].numel() > tokens_max:
            raise local.torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")

    engine.loaded.model.register_forward_pre_hook(refuse, with_kwargs=True)


async def ask_all(worker, bodies):
    try:
        return await asyncio.gather(*(worker.ask(body) for body in bodies), return_exceptions=True)
    finally:
        worker.close()


async def test_every_request_gets_its_own_answer(engine, make_bodies):
    bodies = make_bodies(40)
    together = await ask_all(ModelWorker(engine, Portions(8, 2_000)), bodies)
    alone = [engine.answer([request], lambda _: None)[0] for request in engine.prepare(bodies)]
    for one, other in zip(together, alone, strict=True):
        one, other = json.loads(one), json.loads(other)
        assert one["choice"] == other["choice"]
        assert one["n_prompt_tokens"] == other["n_prompt_tokens"]


async def test_out_of_memory_halves_the_bucket_and_goes_on(engine, make_bodies):
    bodies = make_bodies(32)
    expected = await ask_all(ModelWorker(engine, Portions(32, 10**6)), bodies)
    short_of_memory(engine, 3_000)
    worker = ModelWorker(engine, Portions(32, 10**6))
    found = await ask_all(worker, bodies)
    assert [json.loads(body)["choice"] for body in found] == [json.loads(body)["choice"] for body in expected]
    assert worker.workload.n_halvings > 0
    n_before = worker.workload.n_halvings
    assert len(await ask_all(worker_after(worker, engine), bodies)) == 32
    assert worker.workload.n_halvings == n_before


def worker_after(worker, engine):
    """A worker that has learned what did not fit."""
    return ModelWorker(engine, worker._portions)


async def test_an_item_that_does_not_fit_alone_is_an_error_of_that_item(engine, make_bodies):
    bodies = [*make_bodies(3, words=8), make_bodies(1, words=800)[0]]
    lengths = [request.n_tokens for request in engine.prepare(bodies)]
    short_of_memory(engine, max(lengths) - 1)
    *others, longest = await ask_all(ModelWorker(engine, Portions(4, 10**6)), bodies)
    assert isinstance(longest, OutOfMemory)
    assert all(isinstance(other, bytes) for other in others)


async def test_a_prompt_that_is_too_long_fails_alone(engine, make_bodies):
    bodies = make_bodies(4)
    too_long = json.dumps(json.loads(bodies[0]) | {"max_length": 20})
    failed, *others = await ask_all(ModelWorker(engine, Portions(4, 10**6)), [too_long, *bodies])
    assert isinstance(failed, PromptTooLong)
    assert all(isinstance(other, bytes) for other in others)


async def test_a_model_that_breaks_is_told_in_one_line(engine, make_bodies):
    engine.way = "reference"
    del engine.loaded.model.model.layers[1].self_attn.q_proj
    (failed,) = await ask_all(ModelWorker(engine, Portions(4, 10**6)), make_bodies(1))
    assert isinstance(failed, EngineFault)
    assert "failed while computing: AttributeError" in str(failed)


async def test_weights_that_are_damaged_are_told_not_scored(engine, make_bodies):
    engine.loaded.model.lm_head.weight.data[0, 0] = float("nan")
    (failed,) = await ask_all(ModelWorker(engine, Portions(4, 10**6)), make_bodies(1))
    assert isinstance(failed, EngineFault)
    assert "NaN" in str(failed)


async def test_closing_leaves_no_thread_behind(engine, make_bodies):
    before = threading.active_count()
    await ask_all(ModelWorker(engine, Portions(4, 10**6)), make_bodies(2))
    assert threading.active_count() == before
