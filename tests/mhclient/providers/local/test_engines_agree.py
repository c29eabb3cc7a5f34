"""The oracle: the packed way says what the paper's way says, for every form of every item."""

import json
from itertools import product

import pytest

from mhclient.providers.local.wire import ForcedChoice
from tests.support import local
from tests.support.tiny import (
    CHAT_TEMPLATE,
    byte_level_tokenizer,
    random_model,
    sentencepiece_like_tokenizer,
    wrapped,
)

pytestmark = pytest.mark.slow

WITHIN = 1e-4  # nats, per form

TOKENIZERS = {
    "byte-level": byte_level_tokenizer,
    "byte-level, few merges": lambda: byte_level_tokenizer(vocab_size=270),
    "merging across the boundary": lambda: byte_level_tokenizer(vocab_size=600, merges_newlines=True),
    "sentencepiece-like": sentencepiece_like_tokenizer,
}

# Forms that share first tokens, forms that are beginnings of others, letters of one token and of several.
FORMS = ("({})", "{}\n", "({})\n", "{}", " {}", " ({})", "\n{}", "\n\n({}", ": {}.", "The answer is {}.")


def engine_for(kind, tokenizer, way="packed", n_checks=0):
    model = random_model(kind, len(tokenizer))
    return local.engines.ForcedChoiceEngine(local.load.wrap(model, tokenizer), "tiny", way, n_checks)


def choices_of(engine, prepared):
    return [ForcedChoice.from_json(json.loads(body)) for body in engine.answer(prepared, lambda _: None)]


def test_the_first_items_are_computed_other_ways_over_as_many_buckets_as_it_takes(make_bodies):
    engine = engine_for("llama", wrapped(byte_level_tokenizer()), n_checks=4)
    buckets = [engine.prepare(make_bodies(size)) for size in (1, 2, 3, 3)]
    assert [sum(bool(choice.checks) for choice in choices_of(engine, each)) for each in buckets] == [
        0,
        2,
        2,
        0,
    ]


KINDS = ("llama", "qwen2", "mistral", "gpt2", "gemma2")


def assert_packed_is_reference(engine, bodies, batch_sizes):
    prepared = engine.prepare(bodies)
    items = [request.tokens for request in prepared]
    model, pad_id = engine.loaded.model, engine.loaded.pad_id
    expected = local.scoring.score_reference(model, items, pad_id)
    for size in batch_sizes:
        starts = range(0, len(items), size)
        found = [
            row for at in starts for row in local.scoring.score_packed(model, items[at : at + size], pad_id)
        ]
        for mine, its, request in zip(found, expected, prepared, strict=True):
            assert mine == pytest.approx(its, abs=WITHIN)
            assert request.scores(mine).choice() == request.scores(its).choice()


@pytest.mark.parametrize(("kind", "name"), [*product(KINDS, TOKENIZERS)])
def test_packed_scores_every_form_as_the_reference_does(kind, name, make_bodies):
    """Every second pair with a chat template, and padded on the left."""
    templated = (KINDS.index(kind) + list(TOKENIZERS).index(name)) % 2
    chat, side = (CHAT_TEMPLATE, "left") if templated else (None, "right")
    tokenizer = wrapped(TOKENIZERS[name](), chat_template=chat, padding_side=side)
    assert_packed_is_reference(engine_for(kind, tokenizer), make_bodies(3, forms=FORMS), batch_sizes=(1, 3))


@pytest.mark.parametrize("kind", KINDS)
def test_packed_scores_are_the_same_in_batches_of_1_8_and_32(kind, make_bodies):
    engine = engine_for(kind, wrapped(byte_level_tokenizer()))
    assert_packed_is_reference(engine, make_bodies(32, forms=FORMS[:3]), batch_sizes=(1, 8, 32))


@pytest.mark.parametrize("kind", ["llama", "mistral", "mamba", "bloom"])
def test_the_slower_exact_way_scores_every_form_as_the_reference_does(kind, make_bodies):
    engine = engine_for(kind, wrapped(byte_level_tokenizer()))
    items = [request.tokens for request in engine.prepare(make_bodies(4, forms=FORMS))]
    model, pad_id = engine.loaded.model, engine.loaded.pad_id
    found, expected = (
        local.scoring.score_expanded(model, items, pad_id),
        local.scoring.score_reference(model, items, pad_id),
    )
    for mine, its in zip(found, expected, strict=True):
        assert mine == pytest.approx(its, abs=WITHIN)


@pytest.mark.parametrize("kind", ["mamba", "bloom"])
def test_a_model_that_cannot_take_the_mask_is_scored_the_slower_way_and_it_is_said(kind, make_bodies):
    tokenizer = wrapped(byte_level_tokenizer())
    engine, reference = engine_for(kind, tokenizer), engine_for(kind, tokenizer, "reference")
    bodies = make_bodies(3)
    found = choices_of(engine, engine.prepare(bodies))
    expected = choices_of(reference, reference.prepare(bodies))
    assert {choice.way for choice in found} == {"expanded"}
    assert [choice.choice for choice in found] == [choice.choice for choice in expected]
    assert "cannot be scored in one pass" in engine.notes[0]


def test_a_model_that_ignores_the_mask_is_found_out(make_bodies):
    """It would take the mask without complaint, look at all branches of the tree, and be scored wrongly."""
    engine = engine_for("llama", wrapped(byte_level_tokenizer()))

    def ignore(module, args, kwargs):
        mask = kwargs.get("attention_mask")
        return args, kwargs | {"attention_mask": mask if mask is None or mask.ndim == 2 else None}

    engine.loaded.model.model.register_forward_pre_hook(ignore, with_kwargs=True)
    engine.answer(engine.prepare(make_bodies(2)), lambda _: None)
    assert engine.way == "expanded"
    assert "under our mask its numbers are off" in engine.notes[0]


def test_a_model_that_looks_at_the_whole_row_is_scored_text_by_text(make_bodies):
    """Not causal: whatever stands beside a text changes its numbers, so nothing may stand there."""
    engine = engine_for("llama", wrapped(byte_level_tokenizer()))

    def see_everything(module, args, output):
        return (output[0] + 0.5 * output[0].mean(1, keepdim=True), *output[1:])

    engine.loaded.model.model.layers[0].self_attn.register_forward_hook(see_everything)
    engine.answer(engine.prepare(make_bodies(2)), lambda _: None)
    assert engine.way == "reference"


def test_a_models_sliding_window_holds_in_the_packed_row(make_bodies):
    """Without the window the numbers are others: else the agreement above would prove nothing."""
    engine = engine_for("mistral", wrapped(byte_level_tokenizer()))
    items = [request.tokens for request in engine.prepare(make_bodies(1, words=120))]
    windowed = local.scoring.score_packed(engine.loaded.model, items, 0)[0]
    engine.loaded.model.config.sliding_window = None
    unwindowed = local.scoring.score_packed(engine.loaded.model, items, 0)[0]
    assert windowed != pytest.approx(unwindowed, abs=0.01)


def test_log_probs_are_of_a_distribution_over_all_continuations(make_bodies):
    """The probabilities of all first tokens, each as a form of its own, sum to one."""
    engine = engine_for("llama", wrapped(byte_level_tokenizer()))
    request = engine.prepare(make_bodies(1))[0]
    every = tuple((token,) for token in range(engine.loaded.model.config.vocab_size))
    item = type(request.tokens)(request.tokens.prefix, every)
    log_probs = local.torch.tensor(local.scoring.score_packed(engine.loaded.model, [item], 0)[0])
    assert log_probs.exp().sum().item() == pytest.approx(1.0, abs=1e-5)


def test_padding_and_neighbours_change_nothing(make_bodies):
    """An item in a bucket with one ten times its length gets the numbers it gets alone."""
    engine = engine_for("gpt2", wrapped(byte_level_tokenizer()))
    short = engine.prepare(make_bodies(1, words=4))[0].tokens
    long = engine.prepare(make_bodies(2, words=300))[1].tokens
    model = engine.loaded.model
    together = local.scoring.score_packed(model, [short, long], 0)
    assert together[0] == pytest.approx(local.scoring.score_packed(model, [short], 0)[0], abs=WITHIN)
    assert together[1] == pytest.approx(local.scoring.score_packed(model, [long], 0)[0], abs=WITHIN)
