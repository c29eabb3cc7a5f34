"""What holds of every reading, whatever the completion: checked on generated replies."""

import json
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from parsers import Outcome, Reading, read_answer
from parsers.mentions.mentions import find_mentions
from parsers.options.options import prepare_options
from parsers.read import read_fully
from parsers.reading import AnswerMode
from parsers.text.markup import plain_text
from parsers.text.offsets import Text
from tests.support import writing

LIGHT = (
    "**{}**",
    " {} ",
    "{}\n",
    "\n\n{}",
    "> {}",
    "```\n{}\n```",
    "__{}__",
    "\u200b{}",
    "{}<|im_end|>",
    "# {}",
)


@given(writing.completions(), writing.options(), writing.FINISH_REASONS, writing.MODES)
def test_any_completion_gets_one_reading_with_letters_exactly_where_it_answers(
    completion, options, finish_reason, mode
):
    reading = read_answer(completion, options, finish_reason=finish_reason, mode=mode)
    assert bool(reading.letters) == (reading.outcome is Outcome.ANSWER) == (reading.grade is not None)
    assert reading.letters <= set(options)
    assert mode == "multi" or len(reading.letters) <= 1
    spans = [candidate.span for candidate in reading.candidates] + [cut.span for cut in reading.removed]
    for start, end in [*spans, reading.span or (0, 1)]:
        assert 0 <= start < end <= max(len(completion), 1)


@given(writing.completions(), writing.options(), writing.FINISH_REASONS, writing.MODES)
def test_reading_twice_gives_the_same_bytes_and_they_read_back(completion, options, finish_reason, mode):
    reading = read_answer(completion, options, finish_reason=finish_reason, mode=mode)
    again = read_answer(completion, dict(options), finish_reason=finish_reason, mode=mode)
    assert reading.to_json() == again.to_json()
    assert Reading.from_dict(json.loads(reading.to_json())) == reading


@given(completion=st.text(alphabet="\"'()[]AC. \n", max_size=60), several=st.booleans())
@example(completion='"(C)"(C)"', several=False)
def test_no_mention_begins_inside_the_one_before_it(completion, several):
    plain = plain_text(Text(completion), [])
    options = prepare_options({"A": "indication", "B": "contraindication", "C": "off-label use"})
    mentions = find_mentions(plain, options, several).mentions
    assert all(one.end <= other.start < other.end for one, other in pairwise(mentions))


@given(writing.short_replies(), writing.FINISH_REASONS, writing.MODES.map(AnswerMode))
@example(
    reply=("The answer is **(B)**.", {"A": "oak", "B": "elm"}), finish_reason="stop", mode=AnswerMode.SINGLE
)
def test_a_label_alone_gets_the_reading_of_the_whole_road(reply, finish_reason, mode):
    completion, options = reply
    reading = read_answer(completion, options, finish_reason=finish_reason, mode=mode)
    assert reading == read_fully(completion, prepare_options(options), finish_reason, mode)


@given(st.data(), writing.known_options(), st.sampled_from(writing.DECLARATIONS))
def test_a_declared_label_is_read_and_the_span_shows_it(data, options, declaration):
    label = data.draw(st.sampled_from(sorted(options)))
    completion = declaration.format(label=label)
    reading = read_answer(completion, options)
    assert (reading.outcome, reading.letters) == (Outcome.ANSWER, frozenset({label}))
    assert reading.span is not None
    assert completion[slice(*reading.span)] == label


@given(st.data(), writing.known_options())
def test_an_option_text_as_the_whole_reply_is_read_and_the_span_shows_it(data, options):
    label = data.draw(st.sampled_from(sorted(options)))
    reading = read_answer(options[label], options)
    assert (reading.outcome, reading.letters) == (Outcome.ANSWER, frozenset({label}))
    assert reading.span is not None
    assert options[label][slice(*reading.span)] == options[label]


@given(st.data(), writing.known_options(), writing.completions(), st.sampled_from(writing.DECLARATIONS))
def test_a_closed_reasoning_block_changes_nothing(data, options, thought, declaration):
    completion = declaration.format(label=data.draw(st.sampled_from(sorted(options))))
    plain = read_answer(completion, options)
    block = thought.replace("<", "(").replace("[", "(").replace("◁", "(")
    decorated = read_answer(f"<think>{block}</think>\n{completion}", options)
    assert (decorated.outcome, decorated.letters, decorated.grade) == (
        plain.outcome,
        plain.letters,
        plain.grade,
    )


@given(
    st.data(),
    writing.known_options(),
    st.sampled_from(writing.DECLARATIONS[:14]),
    st.lists(st.sampled_from(LIGHT), max_size=2),
)
def test_light_decoration_changes_neither_outcome_nor_letters(data, options, declaration, decorations):
    completion = declaration.format(label=data.draw(st.sampled_from(sorted(options))))
    plain = read_answer(completion, options)
    for decoration in decorations:
        completion = decoration.format(completion)
    decorated = read_answer(completion, options)
    assert (decorated.outcome, decorated.letters) == (plain.outcome, plain.letters)


@given(st.data(), writing.known_options(), st.sampled_from(["\n", " ", "\n\n"]))
def test_two_different_final_answers_are_never_an_answer(data, options, gap):
    first, second = data.draw(st.lists(st.sampled_from(sorted(options)), min_size=2, max_size=2, unique=True))
    sentences = st.sampled_from(writing.DECLARATIONS[4:12])
    said = data.draw(sentences).format(label=first), data.draw(sentences).format(label=second)
    reading = read_answer(gap.join(said), options)
    if "Final" not in said[0] and "Final" in said[1]:  # the reply itself says which one is final
        assert reading.letters <= {second}
    else:
        assert reading.outcome is Outcome.AMBIGUOUS


@given(st.data(), writing.known_options(min_size=3), writing.MODES)
def test_relabelling_the_options_relabels_the_reading(data, options, mode):
    labels = sorted(options)
    shuffled = data.draw(st.permutations(labels))
    names = dict(zip(labels, shuffled, strict=True))
    parts = data.draw(
        st.lists(st.tuples(st.sampled_from(_FRAMES), st.sampled_from(labels)), min_size=1, max_size=3)
    )
    said = " ".join(frame.format(label=label, text=options[label]) for frame, label in parts)
    other = " ".join(frame.format(label=names[label], text=options[label]) for frame, label in parts)
    renamed = dict(sorted((names[label], text) for label, text in options.items()))
    before, after = read_answer(said, options, mode=mode), read_answer(other, renamed, mode=mode)
    assert (after.outcome, after.letters) == (
        before.outcome,
        frozenset(names[label] for label in before.letters),
    )


_FRAMES = (
    "The answer is {label}.", "Option {label} is wrong.", "{text}, option {label}, is unlikely.",
    "I would say {label}.", "It is not {label}.", "{text} is the best choice.", "Final answer: {label}\n",
    "If it were acute, {label} would fit.", "{text} was considered.", "Wait, {label} is better.",
)  # fmt: skip
