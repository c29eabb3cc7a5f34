"""What prompts begin with is computed once, and nothing but the time changes by it."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from mhclient.providers.local.wire import ForcedChoice
from mhclient.providers.local.worker import Portions, Waiting
from tests.support import local
from tests.support.tiny import byte_level_tokenizer, random_model, wrapped

pytestmark = pytest.mark.slow

WITHIN = 1e-4  # nats, per form
KINDS = ("llama", "qwen2", "mistral", "gpt2", "gemma2")
EXAMPLES = ("Which relation is recorded? A. indication B. none. ", "Is it recorded? A. Yes B. No. ")


@pytest.fixture
def with_examples(make_bodies):
    """Bodies of two tasks, each of which begins with examples of its own."""

    def make(n: int, times: int = 8) -> list[str]:
        bodies = []
        for number, body in enumerate(make_bodies(n, forms=("({})", "{}\n", "{}"))):
            request = json.loads(body)
            request["messages"][0]["content"] += " " + EXAMPLES[number % 2] * times
            bodies.append(json.dumps(request))
        return bodies

    return make


@dataclass
class Counted:
    """How many tokens a model is given to read."""

    tokens: int = 0


def counting(model) -> Counted:
    counted = Counted()

    def count(module, args, kwargs):
        counted.tokens += kwargs["input_ids"].numel()

    model.register_forward_pre_hook(count, with_kwargs=True)
    return counted


def engine_for(kind: str = "llama") -> "local.engines.ForcedChoiceEngine":
    tokenizer = wrapped(byte_level_tokenizer())
    return local.engines.ForcedChoiceEngine(
        local.load.wrap(random_model(kind, len(tokenizer)), tokenizer), "tiny", "packed", n_checks=0
    )


def prepared_by(engine, bodies):
    return engine.prepare(bodies)


def items_of(engine, bodies):
    return [request.tokens for request in prepared_by(engine, bodies)]


def answered_by(engine, prepared):
    return [ForcedChoice.from_json(json.loads(body)) for body in engine.answer(prepared, lambda _: None)]


@pytest.mark.parametrize("kind", KINDS)
def test_scores_behind_a_shared_beginning_are_those_of_the_reference(kind, with_examples):
    engine = engine_for(kind)
    model, items = engine.loaded.model, items_of(engine, with_examples(12))
    expected = local.scoring.score_reference(model, items, 0)
    beginnings = local.scoring.Beginnings()
    # One task, the other, both (so that less is shared), one item alone, and the first again.
    for chosen in (items[::2], items[1::2], items[:4], items[5:6], items[::2]):
        found = local.scoring.score_packed(model, chosen, 0, beginnings)
        for mine, its in zip(found, (expected[items.index(item)] for item in chosen), strict=True):
            assert mine == pytest.approx(its, abs=WITHIN)


def test_a_task_s_examples_are_read_once(with_examples):
    engine = engine_for()
    model, items = engine.loaded.model, items_of(engine, with_examples(12))
    counted, beginnings = counting(model), local.scoring.Beginnings()
    local.scoring.score_packed(model, items[::2], 0, beginnings)
    first = counted.tokens
    local.scoring.score_packed(model, items[::2], 0, beginnings)
    local.scoring.score_packed(model, items[:1], 0, beginnings)
    again = counted.tokens - first
    counted.tokens = 0
    local.scoring.score_packed(model, items[::2], 0)
    local.scoring.score_packed(model, items[:1], 0)
    assert again < counted.tokens / 2
    assert first < counted.tokens


def test_what_a_longer_known_beginning_has_is_not_read_again(with_examples):
    engine = engine_for()
    model, beginnings = engine.loaded.model, local.scoring.Beginnings()
    short, long = items_of(engine, with_examples(3, times=6)), items_of(engine, with_examples(3, times=12))
    local.scoring.score_packed(model, short[::2], 0, beginnings)
    counted = counting(model)
    expected = local.scoring.score_reference(model, long[::2], 0)
    counted.tokens = 0
    assert local.scoring.score_packed(model, long[::2], 0, beginnings)[0] == pytest.approx(
        expected[0], abs=WITHIN
    )
    n_new = counted.tokens
    counted.tokens = 0
    local.scoring.score_packed(model, long[::2], 0, local.scoring.Beginnings())
    assert n_new < counted.tokens


def test_keys_and_values_of_another_precision_are_not_taken(with_examples):
    engine = engine_for()
    model, items, beginnings = (
        engine.loaded.model,
        items_of(engine, with_examples(6)),
        local.scoring.Beginnings(),
    )
    local.scoring.score_packed(model, items[::2], 0, beginnings)
    model.to(local.torch.bfloat16)
    expected = local.scoring.score_packed(model, items[::2], 0)
    found = local.scoring.score_packed(model, items[::2], 0, beginnings)
    assert found[0] == pytest.approx(expected[0], abs=0.15)


def test_memory_is_bounded(with_examples):
    engine = engine_for()
    model, items = engine.loaded.model, items_of(engine, with_examples(8))
    beginnings = local.scoring.Beginnings(most_bytes=1)
    for chosen in (items[::2], items[1::2], items[::2]):
        local.scoring.score_packed(model, chosen, 0, beginnings)
        assert len(beginnings._kept) == 1


def test_the_engine_shares_beginnings_and_says_what_one_says_that_does_not(with_examples):
    sharing, alone = engine_for(), engine_for()
    alone._beginnings = None
    bodies = with_examples(10)
    counted, counted_alone = counting(sharing.loaded.model), counting(alone.loaded.model)
    found, expected = (
        [choice for start in (0, 1) for choice in answered_by(engine, prepared_by(engine, bodies)[start::2])]
        for engine in (sharing, alone)
    )
    assert [choice.choice for choice in found] == [choice.choice for choice in expected]
    assert counted.tokens < counted_alone.tokens
    assert sharing.notes == []


def test_a_model_that_takes_no_past_is_scored_without_one_and_it_is_said(with_examples):
    engine = engine_for()

    def refuse(module, args, kwargs):
        if kwargs.get("past_key_values") is not None:
            raise ValueError("no past")

    engine.loaded.model.model.register_forward_pre_hook(refuse, with_kwargs=True)
    prepared = prepared_by(engine, with_examples(4))
    expected = local.scoring.score_reference(engine.loaded.model, [prepared[0].tokens], 0)[0]
    found = answered_by(engine, prepared)[0]
    assert found.choice == prepared[0].scores(expected).choice()
    assert engine.way == "packed"
    assert "takes no past" in engine.notes[0]


def test_those_that_begin_alike_are_computed_together(with_examples):
    engine = engine_for()
    nobody: Any = None
    waiting = [Waiting("", nobody, each) for each in engine.prepare(with_examples(40))]
    bucket = Portions(16, 10**6).choose(waiting)
    assert len(bucket) == 16
    assert {waiting.index(request) % 2 for request in bucket} == {0}
    few = waiting[:6]
    assert len(Portions(16, 10**6).choose(few)) == 6
