"""Hypothesis strategies for items and for replies: free text, fragments, and ways to say an answer."""

import string

from hypothesis import strategies as st

TEXTS = (
    "Major depressive disorder", "Bipolar II disorder", "Panic disorder", "Schizophrenia", "lithium",
    "olanzapine", "indication", "contraindication", "off-label use", "phenotype present", "DRD2", "5-HT2A",
    "None of the above", "Yes", "No", "Both A and B", "0.05 mg/L", "social anxiety", "anxiety", "自闭症",
)  # fmt: skip

# How replies announce a label. None of them holds a correction, a condition or a denial.
DECLARATIONS = (
    "{label}", "({label})", "{label}.", "{label})", "Answer: {label}", "The answer is {label}.",
    "The correct answer is ({label}).", "Final answer: {label}", "I choose {label}.",
    "Option {label} is correct.", "The best choice is option {label}.", "答案：{label}",
    "La respuesta es {label}.", "Die Antwort ist {label}.", "\\boxed{{{label}}}",
    '{{"answer": "{label}"}}', "<answer>{label}</answer>",
)  # fmt: skip

_FRAGMENTS = (
    "A", "B", "C", "D", "E", "I", "a", "b", "the answer is", "answer:", "not", "or", "and", "if", "because",
    "wait,", "is correct", "is wrong", "none of the above", "all of the above", "I cannot", "as an AI",
    "lithium", "indication", ".", ",", "?", "!", ":", "\n", "\n\n", "(", ")", "[", "]", "{", "}", '"', "'",
    "`", "**", "_", "$", "\\boxed{", "\\(", "\\text{", "<think>", "</think>", "<answer>", "</answer>",
    "<|im_end|>", '{"answer": "', "```json\n", "|", "- ", "1. ", "Question:", "User:", "Ａ", "Б", "А",
    "\u200b", "\u202e", "e\u0301", "答案是", "😀", "\ud800", "\x1b[31m",
)  # fmt: skip


def options(min_size: int = 2, max_size: int = 26) -> st.SearchStrategy[dict[str, str]]:
    """Options labelled from A on, with texts as benchmarks have them or of any characters."""
    texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=20))
    return st.lists(texts, min_size=min_size, max_size=max_size).map(
        lambda listed: dict(zip(string.ascii_uppercase, listed, strict=False))
    )


def known_options(min_size: int = 2, max_size: int = 8) -> st.SearchStrategy[dict[str, str]]:
    """Options with different, known texts, none of which speaks of other options."""
    plain = [text for text in TEXTS if text not in ("None of the above", "Both A and B")]
    listed = st.lists(st.sampled_from(plain), min_size=min_size, max_size=max_size, unique=True)
    return listed.map(lambda texts: dict(zip(string.ascii_uppercase, texts, strict=False)))


def completions() -> st.SearchStrategy[str]:
    """Any text, and texts pasted from what replies are made of."""
    pasted = st.lists(st.sampled_from(_FRAGMENTS), max_size=30).flatmap(
        lambda parts: st.sampled_from(["", " "]).map(lambda glue: glue.join(parts))
    )
    return st.one_of(st.text(), pasted)


FINISH_REASONS = st.sampled_from([None, "stop", "length", "content_filter", "tool_calls"])
MODES = st.sampled_from(["single", "multi"])

_ANNOUNCED = (
    "{}", "{}", "Answer: {}", "answer:{}", "**Answer:** {}", "Answer: **{}**", "Final answer: {}",
    "The answer is {}", "The correct answer is: {}", "My answer is {}", "the best answer is **{}**",
)  # fmt: skip
_LABELLED = (
    "{}", "({})", "[{}]", "{})", "**{}**", "{}.", "**{}.**", '{{"answer": "{}"}}', "<answer>{}</answer>",
    "$\\boxed{{{}}}$", "\\boxed{{{}}}",
)  # fmt: skip
_JOINS = (" ", ". ", ": ", ") ", " - ", " – ", ".** ", "** ", " **", ". **", ": **", "")
_ENDS = ("", ".", "**", "**.", ".**", "\n", ". \n", "..", " because")


@st.composite
def short_replies(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A reply of a label, a text or both, announced or not, and its options."""
    listed = draw(st.one_of(known_options(), options()))
    label = draw(st.sampled_from(sorted(listed)))
    text = listed[draw(st.sampled_from(sorted(listed)))] if draw(st.booleans()) else listed[label]
    marked = draw(st.sampled_from(_LABELLED)).format(label)
    body = draw(st.sampled_from([marked, marked + draw(st.sampled_from(_JOINS)) + text, text]))
    return draw(st.sampled_from(_ANNOUNCED)).format(body) + draw(st.sampled_from(_ENDS)), listed
