"""Reasoning that a reply shows beside its answer, in the marks that open models put around it.

Decision: docs/decisions/parsers.md, "The marks of reasoning of every open model".
Decision: docs/decisions/parsers.md, "English replies of nine stores not met before".
Decision: docs/decisions/parsers.md, "English replies of eight stores not met before".
"""

import re

from parsers.pattern import Pattern
from parsers.reading import Removed

_THINK = (
    # Seed-OSS, MiniMax M3, LongCat, K2-Horizon; K2-V2 thinks fast and faster; Ling.
    r"(?:seed:|mm:|longcat_|ifm\|)?think(?:ing|_fast(?:er)?|:opensource)?|thoughts?|reason(?:ing)?|analysis"
    r"|reflection|scratch_?pad|cot|chain[_-]of[_-]thought|inner_monologue|internal"
)
_EXPLAIN = r"explanation|rationale|justification|explain|context|question|evidence"
# <think>, [THINK], ◁think▷, <|begin_of_thought|>, <|START_THINKING|>: the forms open models use.
_TAG = Pattern(
    rf"[<\[◁](?:(?P<close>/)?(?:(?P<think>{_THINK})|(?P<explain>{_EXPLAIN}))(?:\s[^<>\]▷]{{0,80}})?[>\]▷]"
    r"|(?<=<)\|(?:(?P<begin>begin_of_thought|START_THINKING|think_start|inner_prefix"
    r"|(?:begin\|>\s*assistant\s*<\|)?think)|(?P<end>"
    r"end_of_thought|END_THINKING|think_end|inner_suffix))\|>"
    # MedGemma and openPangu think between two tokens without names.
    r"|(?<=<)unused9(?:4>\s*thought\b|(?P<spoken>5>))"
    r"|(?<=\[)unused1(?:6\]|(?P<told>7\]))"
    # Gemma 4 opens its channel of thoughts and closes it, and so a turn, with a bar on one side.
    r"|(?<=<)(?:\|channel>\s*thought\b|(?P<heard>channel\|>))"
    # The turns "think" and "answer" of s1 and its kind, and the contents of Solar's, have no closing tag.
    r"|(?<=<)\|(?:im_start\|>\s*(?:think|(?P<final>answer|final)|assistant(?:/think|(?P<turn>(?!/))))\b"
    r"|(?P<content>content)\|>))",
    re.IGNORECASE,
)
_CLOSING = ("close", "end", "final", "turn", "spoken", "told", "heard", "content")
_TURNS = ("final", "turn", "content")  # which the template also has where nothing was thought
_THINKING = "<|im_start|>assistant/think"  # HyperCLOVA X: the turn "assistant" ends the thoughts of this one
_UNNAMED = "<unused94>"  # which is shown: behind it nothing is answered, but the reply is not empty
_CHANNEL = Pattern(
    r"(?:(?:(?:<\|end\|>)?assistant|<\|start\|>\s*\w+)\s*)?<\|channel\|>\s*(?P<channel>\w+)[^<]{0,80}<\|message\|>"
    r"(?P<body>.*?)(?=<\|(?:end|return|start|call|channel)\|>|\Z)",
    re.DOTALL,
)
# The harmony format without its tokens, "analysisWe need …assistantfinalB"; the headings of HuatuoGPT-o1 and
# Granite. Where the second is missing, a heading stays what it is.
_BEGINS = Pattern(
    r"\s*(?:(?P<channel>(?:assistant)?(?:analysis|commentary)(?![a-z]))|(?P<thinking>#{1,4} ?Thinking\s*\n)"
    r"|(?P<process>Here(?: is|'s|’s) my thought process:))"
)
_GLUED = Pattern(r"[\"“]|[^\W\d_a-z]")  # what nobody writes behind the word "analysis" without a blank
_FINAL = "assistantfinal"
_ANSWERS = {
    "thinking": Pattern(r"^#{1,4} ?Final Response\s*\n", re.MULTILINE),
    "process": Pattern(r"(?:^|(?<=[.?!]\s))Here(?: is|'s|’s) my response:", re.MULTILINE),
}


def begins_to_reason(raw: str) -> bool:
    """Whether a completion begins with words that announce reasoning."""
    return _BEGINS.match(raw) is not None


def reasoning(text: str) -> list[Removed]:
    """Reasoning blocks; a closing tag alone hides what is before it, an opening tag alone what follows.

    >>> reasoning("<think>A?</think>B")
    [Removed(kind='reasoning', span=(0, 17))]
    """
    cuts = _channels(text)
    opened: int | None = None
    explain: int | None = None
    for match in _TAG.finditer(text):
        if opened is None and any(match[turn] is not None for turn in _TURNS):
            continue  # a turn of the template, not of thoughts
        if match["turn"] is not None and not _ends_thoughts(text, opened, match.start()):
            continue
        if match["explain"]:
            if match[0][0] != "<":
                continue  # "[question]": in square brackets it stands for something, in prose
            explain = _explanation(match, explain, cuts)
        elif not any(match[ending] is not None for ending in _CLOSING):
            opened = match.start() if opened is None else opened
        else:
            cuts.append(Removed("reasoning", (0 if opened is None else opened, match.end())))
            opened = None
    if opened is not None:
        shown = len(_UNNAMED) if text.startswith(_UNNAMED, opened) else 0
        cuts.append(Removed("unclosed reasoning", (opened + shown, len(text))))
    return cuts


def _ends_thoughts(text: str, opened: int | None, end: int) -> bool:
    """Whether a turn "assistant" follows the turn of its thoughts, and nobody else's comes between."""
    if opened is None or not text.startswith(_THINKING, opened):
        return False
    return "<|im_start|>" not in text[opened + len(_THINKING) : end]


def announced(text: str) -> list[Removed]:
    """Reasoning between words instead of tags; tags inside it are of no account."""
    begins = _BEGINS.match(text)
    if begins is None:
        return []
    if begins["channel"]:
        return _glued_channels(text, begins.end())
    answers = _ANSWERS[str(begins.lastgroup)].search(text, begins.end())
    return [Removed("reasoning", (0, answers.end()))] if answers else []


def _glued_channels(text: str, begun: int) -> list[Removed]:
    """All before the last final channel that says something; its first word is seen where there is none."""
    said = text.rstrip().removesuffix(_FINAL)
    at = said.rfind(_FINAL) if _FINAL in said else text.rfind(_FINAL)
    if at >= 0:
        return [Removed("reasoning", (0, at + len(_FINAL)))]
    return [Removed("unclosed reasoning", (begun, len(text)))] if _GLUED.match(text, begun) else []


def _explanation(match: re.Match[str], opened: int | None, cuts: list[Removed]) -> int | None:
    """Closed <explanation> blocks are cut like reasoning; unclosed ones are prose."""
    if not match["close"]:
        return match.start()
    if opened is not None:
        cuts.append(Removed("explanation", (opened, match.end())))
    return None


def _channels(text: str) -> list[Removed]:
    """The harmony format: every channel but the final one is reasoning."""
    if "<|channel|>" not in text:
        return []
    cuts = []
    for match in _CHANNEL.finditer(text):
        final = match["channel"].lower() == "final"
        span = (match.start(), match.start("body")) if final else match.span()
        cuts.append(Removed("template token" if final else "reasoning", span))
    return cuts
