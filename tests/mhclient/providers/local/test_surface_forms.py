"""Prompt and form as one text: what is scored is what the tokenizer makes of both together."""

from collections.abc import Callable
from functools import cache, partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

from mhclient.errors import PromptTooLong, SurfaceFormError
from mhclient.providers.local.surface_forms import (
    ROOT,
    JointTokens,
    build_tree,
    check_length,
    check_letters_differ,
    tokenise_jointly,
)
from tests.support import local
from tests.support.tiny import (
    byte_level_tokenizer,
    random_model,
    sentencepiece_like_tokenizer,
    wrapped,
)

TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {
    "byte-level": byte_level_tokenizer,
    "merging": partial(byte_level_tokenizer, vocab_size=600, merges_newlines=True),
    "sentencepiece-like": sentencepiece_like_tokenizer,
}


@cache
def tokenizer_named(name):
    """One of these, made when the first test needs it: to train one starts threads."""
    return wrapped(TOKENIZERS[name]())


def tokens_of(tokenizer, prompt, forms) -> JointTokens:
    """One prompt with its forms, which the tokenizer can make something of."""
    (joint,) = tokenise_jointly(encoder(tokenizer), (), [prompt], [forms])
    assert isinstance(joint, JointTokens)
    return joint


def encoder(tokenizer):
    return lambda texts: [list(tokenizer(text, add_special_tokens=False)["input_ids"]) for text in texts]


@pytest.mark.parametrize("name", TOKENIZERS)
@settings(deadline=None)
@given(
    prompt=st.text(alphabet="Answer: (ABC)\n.,x", min_size=1, max_size=60),
    forms=st.lists(st.text(alphabet="\n (ABCD).", min_size=1, max_size=4), min_size=1, max_size=6),
)
def test_prefix_and_path_are_the_joint_text(name, prompt, forms):
    tokenizer = tokenizer_named(name)
    joint = tokenise_jointly(encoder(tokenizer), (99,), [prompt], [forms])[0]
    if isinstance(joint, SurfaceFormError):  # a normaliser drops the form, or makes the same text of it
        return
    for form, path in zip(forms, joint.paths, strict=True):
        both = tokenizer(prompt + form, add_special_tokens=False)["input_ids"]
        assert [99, *both] == [*joint.prefix, *path]
        assert path


def test_a_form_that_merges_with_the_prompts_last_token_shortens_the_prefix_for_all_forms():
    tokenizer = tokenizer_named("merging")
    prompt, forms = "Lithium?\n\nA. indication\n\nAnswer:", ("\nA", "A", " (A)")
    alone, merged = encoder(tokenizer)([prompt, prompt + " (A)"])
    assert merged[: len(alone)] != alone, "the tokenizer does not merge across this boundary: no test"
    joint = tokens_of(tokenizer, prompt, forms)
    assert joint.n_shortened > 0
    assert len(joint.prefix) == len(alone) - joint.n_shortened
    for path, form in zip(joint.paths, forms, strict=True):
        assert tokenizer.decode([*joint.prefix, *path]) == prompt + form


def test_two_letters_that_are_the_same_tokens_are_refused():
    """A vocabulary without some letters has one token for all of them."""
    tokenizer = Tokenizer(models.WordLevel({"<unk>": 0, "Answer:": 1, "A": 2}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    joint = tokens_of(wrapped(tokenizer), "Answer:", [" A", " B", " C"])
    with pytest.raises(SurfaceFormError, match="options B and C with the same tokens"):
        check_letters_differ(joint, ["A", "B", "C"])


def test_a_form_of_which_no_token_is_left_is_refused():
    tokenizer = Tokenizer(models.WordLevel({"<unk>": 0, "Answer:": 1, "A": 2}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    joint = tokenise_jointly(encoder(wrapped(tokenizer)), (), ["Answer:"], [[" A", "\n"]])[0]
    assert isinstance(joint, SurfaceFormError)
    assert "makes no token of the form '\\n'" in str(joint)


def test_a_prompt_that_is_too_long_is_refused_by_one_token():
    check_length(100, 100)
    with pytest.raises(PromptTooLong, match=r"101 tokens, 100 are allowed.*was not cut"):
        check_length(101, 100)


@pytest.mark.parametrize("name", TOKENIZERS)
def test_the_quick_encoder_says_what_the_tokenizer_says(name):
    tokenizer = tokenizer_named(name)
    loaded = local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)
    texts = ["Answer: (A)", "<s> <|im_start|>user\nB<|im_end|>\n", "", "Ängste\n\n"]
    assert loaded.encode(texts) == encoder(tokenizer)(texts)


def test_what_a_tokenizers_file_says_of_cutting_and_padding_is_not_obeyed():
    tokenizer = byte_level_tokenizer()
    tokenizer.enable_truncation(5)
    tokenizer.enable_padding(length=50)
    loaded = local.load.wrap(random_model("llama", tokenizer.get_vocab_size()), wrapped(tokenizer))
    text = "Which relation does the knowledge graph record?"
    assert loaded.tokenizer.decode(loaded.encode([text])[0]) == text


def test_the_token_that_a_tokenizer_puts_before_every_text_is_the_head():
    """And what it puts behind, which some do, would stand between prompt and answer: it is left out."""
    tokenizer = tokenizer_named("sentencepiece-like")
    loaded = local.load.wrap(random_model("llama", len(tokenizer)), tokenizer)
    assert loaded.head == (tokenizer.bos_token_id,)
    assert local.load.wrap(random_model("llama", 420), tokenizer_named("byte-level")).head == ()


PATHS = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=5).map(tuple), min_size=1, max_size=12)


@given(PATHS)
def test_every_step_is_predicted_behind_exactly_what_comes_before_it(paths):
    tree = build_tree(paths)
    for path, steps in zip(paths, tree.steps, strict=True):
        assert tuple(token for _, token in steps) == path
        for position, (node, _) in enumerate(steps):
            before = [] if node == ROOT else [tree.tokens[i] for i in tree.ancestors(node)]
            assert tuple(before) == path[:position]


@given(PATHS)
def test_each_beginning_is_fed_once_and_no_last_token_is(paths):
    tree = build_tree(paths)
    begun = {path[:length] for path in paths for length in range(1, len(path))}
    fed = [tuple(tree.tokens[i] for i in tree.ancestors(node)) for node in range(len(tree.tokens))]
    assert sorted(fed) == sorted(begun)
    assert [len(beginning) for beginning in fed] == list(tree.depths)


@given(PATHS)
def test_the_slower_ways_rows_hold_every_beginning(paths):
    rows = local.scoring.longest_beginnings(paths)
    for path in paths:
        assert any(row[: len(path) - 1] == path[:-1] for row in rows)
