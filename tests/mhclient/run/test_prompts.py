"""Variants and specifications: what a prompt looks like, what names a run."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhclient.errors import UsageError
from mhclient.run.parameters import Message, Parameters
from mhclient.run.prompts import render
from mhclient.run.sparse import spelled_out
from mhclient.run.spec import RunSpec, quotas
from mhclient.run.variant import Variant, built_in_variants, load_variant

ENDPOINT = "https://example.org/v1/chat/completions"
SOUND = 'name="m"\ndescription="d"\nprompt="{question} {options}"\nanswer_format="letter"'
SPEC = RunSpec("openai", "gpt-x", ENDPOINT, "d" * 64, load_variant("letter-only"))


def test_the_letter_only_prompt_word_for_word():
    prompt = render("Which type?", {"A": "drug", "B": "disease"}, load_variant("letter-only"))
    assert prompt.system == (
        "You answer multiple-choice questions. Reply with the letter of the correct option and nothing else."
    )
    assert prompt.messages == (
        Message(
            "user",
            "Which type?\n\nA. drug\nB. disease\n\nAnswer with the letter of the correct option only.",
        ),
    )


@pytest.mark.parametrize("name", built_in_variants())
def test_every_built_in_variant_can_be_loaded_and_stored(name):
    variant = load_variant(name)
    assert variant.name == name
    assert Variant.from_json(spelled_out(variant)) == variant


def test_a_variant_of_ones_own_is_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "mine"\ndescription = "d"\nprompt = "{question}\\n\\n{options}\\n\\nSay it."\n'
        'answer_format = "letter"\noption_label = "(A)"\n'
    )
    prompt = render("Q?", {"A": "x", "B": "y"}, load_variant(str(path)))
    assert (prompt.system, prompt.messages[0].content) == (None, "Q?\n\n(A) x\n(B) y\n\nSay it.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not a TOML file"),
        ('name = "m"', "'description' must be there"),
        ('name = "m"\nlabel = "x"', "unknown field 'label'"),
        ('name="m"\ndescription="d"\nprompt="{options}"\nanswer_format="letter"', "exactly once"),
        (f"{SOUND}\nshots = true", "'shots' must be a whole number"),
        (f"{SOUND}\nsystem = 3", "'system' must be text"),
        (f"{SOUND}\nkeep_letters = 1", "'keep_letters' must be true or false"),
        (f"{SOUND}\nshots = -1", "at least 0"),
        (f'{SOUND}\noption_label="-"', "option_label must be one of"),
        (f'{SOUND}\noption_order="random"', "option_order must be one of"),
        (SOUND.replace("letter", "song"), "answer_format must be one of"),
        (f"{SOUND.replace('letter', 'reasoning')}\nshots = 2", "no reasoning to show"),
    ],
)
def test_a_file_that_is_no_variant_is_refused_with_the_reason(tmp_path, text, message):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        load_variant(str(path))


@pytest.mark.parametrize("name", ["nonesuch", "nonesuch.toml"])
def test_an_unknown_variant_is_an_error(name):
    with pytest.raises(UsageError):
        load_variant(name)


def test_a_specification_survives_the_store():
    spec = replace(SPEC, tasks=("ET", "FC"), limit=7, parameters=Parameters(None, None))
    assert RunSpec.from_json(spec.benchmark, spec.to_json()) == spec


def test_whatever_changes_what_is_asked_changes_the_run_id():
    specs = [
        SPEC,
        replace(SPEC, model="gpt-y"),
        replace(SPEC, provider="compatible"),
        replace(SPEC, endpoint="https://other.example.org"),
        replace(SPEC, benchmark="e" * 64),
        replace(SPEC, parameters=Parameters(temperature=1.0)),
        replace(SPEC, parameters=Parameters(max_tokens=5)),
        replace(SPEC, variant=replace(SPEC.variant, shots=1)),
        replace(SPEC, tasks=("ET",)),
        replace(SPEC, limit=5),
    ]
    assert len({spec.run_id() for spec in specs}) == len(specs)


def test_a_run_id_is_readable_and_safe_in_a_shell():
    spec = replace(SPEC, model="Org/Model v1:accuracy=0.5 'x'; rm -rf *")
    assert spec.run_id().startswith("org-model-v1-accuracy-0.5-x-rm-rf-letter-only-")


@given(
    counts=st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(0, 50), min_size=1),
    limit=st.integers(0, 200),
)
def test_a_limit_is_spread_as_evenly_as_the_sizes_allow(counts, limit):
    taken = quotas(counts, limit)
    assert sum(taken.values()) == min(limit, sum(counts.values()))
    assert all(0 <= taken[task] <= counts[task] for task in counts)
    unfilled = [taken[task] for task in counts if taken[task] < counts[task]]
    assert all(number <= least + 1 for least in unfilled for number in taken.values())
