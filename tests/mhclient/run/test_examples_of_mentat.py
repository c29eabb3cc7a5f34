"""Few-shot on MENTAT: examples are of the questions held out, and never another version of what is asked."""

import pytest

from benchmark import read_items
from benchmark.labels.fit import SETS
from benchmark.labels.label_file import make_labels
from benchmark.mentat.design import DesignName, DesignSettings, QuestionPart, questions_of, write_paired
from benchmark.mentat.items import MentatLabels
from benchmark.mentat.release import Release, read_questions
from mhclient.errors import UsageError
from mhclient.run.prompts import Prompter, examples_for, pools_from
from mhclient.run.variant import load_variant
from tests.support.mentat import write_release


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    return write_release(tmp_path_factory.mktemp("clone"))


def built(clone, folder, part):
    labels, _ = make_labels(clone, SETS["experts"], draws=0, seed=1)
    settings = DesignSettings(DesignName.CROSSED, part=part)
    release = Release(clone, lambda: "")
    benchmark = write_paired(release, folder, MentatLabels({"experts": labels}, "experts"), settings)
    return list(read_items(benchmark.items_path))


@pytest.fixture(scope="module")
def whole(clone, tmp_path_factory):
    return built(clone, tmp_path_factory.mktemp("whole") / "b", QuestionPart.ALL)


def question_of(item):
    return item.details["q_id"]


def test_examples_are_of_the_questions_held_out(clone, whole):
    data, where = Release(clone, lambda: "").questions()
    held_out = set(questions_of(read_questions(data, where), QuestionPart.SHOTS))
    marked = {question_of(item) for item in whole if item.details.get("held_out")}
    assert marked
    assert marked == held_out & {question_of(item) for item in whole}
    variant = load_variant("mentat-a:shots=1")
    pools = pools_from(whole, variant)
    with_some = {item.task for item in whole if item.details.get("held_out")}
    asked = [item for item in whole if item.task in with_some and question_of(item) not in held_out]
    assert asked
    for item in asked:
        assert {question_of(example) for example in examples_for(item, pools, variant)} <= held_out


def test_no_example_is_a_version_of_the_question_or_of_another_example(whole):
    variant = load_variant("mentat-a:shots=3")
    pools = pools_from(whole, variant)
    for item in whole:
        examples = examples_for(item, pools, variant)
        assert len({question_of(item), *map(question_of, examples)}) == 4
        assert {example.task for example in examples} == {item.task}


def test_examples_stand_before_the_question_in_the_words_of_prompt_a(whole):
    variant = load_variant("mentat-a:shots=3")
    item = whole[0]
    examples = examples_for(item, pools_from(whole, variant), variant)
    prompt = Prompter(variant, pools_from(whole, variant)).ask(item.to_line()).prompt
    turns = prompt.messages
    assert [turn.content for turn in turns[1::2]] == [example.gold[0] for example in examples]
    for example, turn in zip(examples, turns[:-1:2], strict=True):
        assert f"Question: {example.question}\n" in turn.content
    assert all(turn.content.endswith("Answer (single letter): ") for turn in turns[::2])


def test_too_few_questions_of_the_category_are_said(clone, tmp_path):
    items = built(clone, tmp_path / "b", QuestionPart.SHOTS)
    variant = load_variant("mentat-a:shots=3")
    with pytest.raises(UsageError, match="lower 'shots'"):
        examples_for(items[0], pools_from(items, variant), variant)
