"""inspect_ai's own logs, made with its mock model: what the model was shown and wrote is the truth."""

from typing import Any

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

from inspect_ai import Task, task  # noqa: E402
from inspect_ai.dataset import MemoryDataset, Sample  # noqa: E402
from inspect_ai.log import EvalRetryError, list_eval_logs, read_eval_log, write_eval_log  # noqa: E402
from inspect_ai.model import (  # noqa: E402
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.scorer import Score, accuracy, choice, scorer  # noqa: E402
from inspect_ai.solver import multiple_choice  # noqa: E402

from mhclient.adopt.formats import open_log  # noqa: E402
from mhclient.adopt.logged import NO_FIELDS, LogUnusable, Published  # noqa: E402

TREES = ["oak", "birch", "elm", "ash"]
# The whole of inspect runs here; its own warnings are not ours.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@task  # type: ignore[untyped-decorator, unused-ignore]
def trees(shuffle: bool, scored_by: Any = None) -> Task:
    samples = [
        Sample(id=f"s{n}", input=f"Which tree, {n}?", choices=list(TREES), target="B") for n in range(4)
    ]
    return Task(
        dataset=MemoryDataset(samples),
        solver=multiple_choice(shuffle=shuffle),
        scorer=scored_by or choice(),
        name="trees",
    )


def output_of(says):
    """Of a text, or of the parts of a message."""
    if isinstance(says, str):
        return ModelOutput.from_content("mockllm/model", says)
    choice = ChatCompletionChoice(message=ChatMessageAssistant(content=says), stop_reason="stop")
    return ModelOutput(model="mockllm/model", choices=[choice])


def logged(folder, *, shuffle=False, epochs=1, says="ANSWER: A", scored_by=None):
    outputs = [output_of(says) for _ in range(4 * epochs)]
    for output in outputs:  # without it inspect counts tokens by a table that it downloads
        output.usage = ModelUsage(input_tokens=30, output_tokens=3, total_tokens=33)
    model = get_model("mockllm/model", custom_outputs=outputs)
    inspect_ai.eval(
        trees(shuffle, scored_by), model=model, log_dir=str(folder), epochs=epochs, display="none"
    )
    (found,) = list_eval_logs(str(folder))
    return folder / found.name.rsplit("/", 1)[-1]


def test_replies_are_what_the_model_wrote_under_the_options_it_was_shown(tmp_path):
    """Shuffled, the log's own messages are rewritten; every "A" there was the first option shown."""
    replies = list(open_log(logged(tmp_path, shuffle=True), NO_FIELDS).replies())
    assert {reply.completion for reply in replies} == {"ANSWER: A"}
    assert len({tuple(reply.options.values()) for reply in replies}) > 1  # four orders, not all alike
    for reply in replies:
        assert reply.options[next(iter(reply.gold))] == "birch"
        said_birch = reply.options["A"] == "birch"
        assert reply.published is not None
        assert (reply.published.said, reply.published.right) == ("A", said_birch)
        assert f"A) {reply.options['A']}" in reply.messages[-1][1]


@scorer(metrics=[accuracy()])
def half():
    async def score(state, target):
        return Score(value="P", answer="B")

    return score


def test_each_of_several_scorers_is_kept_by_its_name(tmp_path):
    reply, *_ = open_log(logged(tmp_path, scored_by=[choice(), half()]), NO_FIELDS).replies()
    assert reply.published == Published("A", False)
    assert reply.scores == {"choice": Published("A", False), "half": Published("B", None)}


def test_a_reply_without_a_text_is_empty(tmp_path):
    path = logged(tmp_path, says="")
    log = read_eval_log(str(path))
    for sample in log.samples:
        sample.output.choices = []
        sample.events = []
    write_eval_log(log, str(path))
    for reply in open_log(path, NO_FIELDS).replies():
        assert (reply.completion, reply.error) == ("", None)
        assert reply.absent is not None


def test_epochs_reasons_and_versions(tmp_path):
    log = open_log(logged(tmp_path, epochs=2), NO_FIELDS)
    replies = list(log.replies())
    assert sorted((reply.item, reply.epoch) for reply in replies)[:3] == [("s0", 1), ("s0", 2), ("s1", 1)]
    assert {reply.finish_reason for reply in replies} == {"stop"}
    assert (log.tool, log.head.model, log.head.version) == (
        "inspect",
        "mockllm/model",
        inspect_ai.__version__,
    )


def test_a_reply_that_inspect_could_not_read_has_no_letter(tmp_path):
    replies = list(open_log(logged(tmp_path, says="I would rather not."), NO_FIELDS).replies())
    assert [reply.published for reply in replies] == [Published(None, False)] * 4


def test_json_logs_are_known_by_what_they_hold(tmp_path):
    path = logged(tmp_path / "eval")
    write_eval_log(read_eval_log(str(path)), str(tmp_path / "log.json"), format="json")
    assert open_log(tmp_path / "log.json", NO_FIELDS).tool == "inspect"


def test_a_log_that_is_cut_short_is_refused_in_one_line(tmp_path):
    path = logged(tmp_path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(LogUnusable, match="inspect cannot read it") as refused:
        open_log(path, NO_FIELDS)
    assert "\n" not in str(refused.value)


def test_reasoning_is_no_part_of_the_reply_but_is_kept_beside_it(tmp_path):
    says = [ContentReasoning(reasoning="It could be A."), ContentText(text="ANSWER: B")]
    reply, *_ = open_log(logged(tmp_path, says=says), NO_FIELDS).replies()
    assert (reply.completion, reply.record["reasoning"]) == ("ANSWER: B", ["It could be A."])


def test_of_several_tries_the_last_one_counts_and_their_number_is_kept(tmp_path):
    path = logged(tmp_path)
    log = read_eval_log(str(path))
    assert log.samples
    sample = log.samples[0]
    [event] = [event for event in sample.events if event.event == "model"]
    sample.events.append(event.model_copy(update={"output": output_of("ANSWER: C")}))
    sample.error_retries = [EvalRetryError(message="refused", traceback="", traceback_ansi="")]
    write_eval_log(log, str(path))
    reply, other, *_ = open_log(path, NO_FIELDS).replies()
    assert (reply.completion, reply.record["error_retries"]) == ("ANSWER: C", 1)
    assert (other.completion, other.record["error_retries"]) == ("ANSWER: A", 0)
