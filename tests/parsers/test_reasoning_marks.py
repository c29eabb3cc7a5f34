"""Reasoning that is shown beside an answer, in the marks of the models that are known to show it."""

import pytest

from tests.support.letters import letters_for

TREES = {"A": "oak", "B": "birch", "C": "larch", "D": "elm"}
THOUGHT = "It has leaves, so the answer is A. Wait, larch?\nThen the correct answer is (B)."
# What stands before the reasoning, and between it and the answer.
MARKS = {
    "DeepSeek, Qwen": ("<think>\n", "\n</think>\n\n"),
    "Seed-OSS": ("<seed:think>", "</seed:think>"),
    "MiniMax M3": ("<mm:think>", "</mm:think>"),
    "LongCat": ("<longcat_think>\n", "\n</longcat_think>"),
    "K2-V2, medium": ("<think_fast>", "</think_fast>\n"),
    "K2-V2, low": ("<think_faster>", "</think_faster>\n"),
    "K2-Horizon": ("<ifm|think>", "</ifm|think>"),
    "Ling": ("<think:opensource>", "</think:opensource>"),
    "Magistral": ("[THINK]", "[/THINK]"),
    "Kimi": ("◁think▷", "◁/think▷"),
    "Command A": ("<|START_THINKING|>", "<|END_THINKING|><|START_RESPONSE|>"),
    "Apertus": ("<|inner_prefix|>", "<|inner_suffix|>"),
    "Solar Open, role first": (
        "<|begin|>assistant<|think|>",
        "<|end|><|begin|>assistant<|content|>",
    ),
    "Solar Open": ("<|think|>", "<|end|><|begin|>assistant<|content|>"),
    "openPangu": ("[unused16]", "[unused17]"),
    "MedGemma": ("<unused94>thought\n", "<unused95>"),
    "Gemma 4": ("<|channel>thought\n", "<channel|>"),
    "gpt-oss": (
        "<|channel|>analysis<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
    "gpt-oss, no start": (
        "<|channel|>analysis<|message|>",
        "<|end|>assistant<|channel|>final<|message|>",
    ),
    "gpt-oss, no tokens": ("analysis", "assistantfinal"),
    "gpt-oss, role first": ("assistantanalysis", "assistantfinal"),
    "s1": ("<|im_start|>think\n", "\n<|im_start|>answer\n"),
    "HyperCLOVA X": ("<|im_start|>assistant/think\n", "<|im_end|>\n<|im_start|>assistant\n"),
}
HEADINGS = {
    "HuatuoGPT-o1": ("## Thinking\n\n", "\n\n## Final Response\n\n"),
    "HuatuoGPT-o1, no blanks": ("##Thinking\n", "\n\n##Final Response\n"),
    "gpt-oss, lines": ("analysis\n", "\nassistantfinal\n"),
    "gpt-oss, a list": ("analysis- A: no\n- ", "assistantfinal"),
    "gpt-oss, a number": ("analysis1. ", "assistantfinal"),
    "gpt-oss, bold": ("analysis**Step** ", "assistantfinal"),
    "gpt-oss, commentary": ("commentary", "assistantfinal"),
    "Granite, one line": ("Here is my thought process: ", " Here is my response: "),
    "Granite": ("Here is my thought process:\n", "\n\nHere is my response:\n"),
}
ENDS = ("", "<|end|>", "[unused10]", "</s>")

letters = letters_for(TREES)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("marks", [*MARKS.values(), *HEADINGS.values()], ids=[*MARKS, *HEADINGS])
def test_what_stands_behind_the_reasoning_is_read(marks, end):
    assert letters(f"{marks[0]}{THOUGHT}{marks[1]}C{end}") == "C"


@pytest.mark.parametrize("finish_reason", ["length", "stop", None])
@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS)
def test_reasoning_that_never_ends_answers_nothing(marks, finish_reason):
    assert letters(f"{marks[0]}{THOUGHT}", finish_reason=finish_reason) == ""


@pytest.mark.parametrize(
    "text",
    [
        "## Thinking\n\nIt has leaves.\n\n**Answer: C**",
        "Here is my thought process: it has leaves. The answer is C.",
        "analysis of the leaves: the answer is C",
        "Analysis: it has leaves. The answer is C.",
        "<|content|>C",
        "The tokens [unused10] and [unused9] mean nothing. Answer: C",
    ],
)
def test_half_a_mark_hides_nothing(text):
    assert letters(text) == "C"


def test_a_final_channel_that_says_nothing_takes_no_answer_away():
    assert letters("analysisIs it A?assistantfinalC\nassistantfinal") == "C"


def test_the_last_of_several_final_channels_answers():
    assert letters("analysisThe answer is A.assistantfinalA assistantanalysisNo.assistantfinalC") == "C"


def test_tags_inside_announced_reasoning_open_nothing():
    assert letters("analysisIt says <think> A.assistantfinalC") == "C"


@pytest.mark.parametrize(
    "text",
    [
        "<|im_start|>assistant/think\nIt is A.<|im_end|>\n<|im_start|>user\n<|im_start|>assistant\nB",
        "<think>It is A.<|im_end|>\n<|im_start|>assistant\nB",
    ],
)
def test_a_turn_that_another_one_invents_ends_no_thoughts(text):
    assert letters(text) == ""
