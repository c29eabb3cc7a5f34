"""Tokens of chat templates that stand in a reply, and where the model's own turn ends.

What follows the end of the turn is a run-on, which the model wrote for somebody else.
"""

import re

from parsers.pattern import Pattern
from parsers.reading import Removed
from parsers.text.characters import INVISIBLE

# <|eot_id|>, <｜end▁of▁sentence｜>, </s>, [INST], <start_of_turn>model …, with the role that follows a turn
# token.
_TOKEN = Pattern(
    r"[<\[](?:(?<=<)[|｜](?P<name>[^|｜<>\n]{1,60})[|｜]>|(?<=<)(?P<turn>/?s|[be]os|eot|eos_token|end_of_text"
    r"|endoftext|pad|unk|start_of_turn|end_of_turn|end_of_utterance|eo[aehu]|\|turn|turn\|)>"
    r"|(?<=\[)(?:(?P<inst>/?INST)|unused(?:9|10))\]|(?<=<)<(?P<sys>/?SYS)>>)(?P<role>\s*(?:user|assistant|model|system|human"
    r"|tool)\b(?=\s*[\n<:]))?",
    re.IGNORECASE,
)
# "Yes|end|", "Yes<|end|": what is left of a token that ends the turn. No table: its bars begin lines.
_HALF_TOKEN = Pattern(
    r"^[^|\n]*?(?P<token><?\|(?:im_)?end(?:_?of_?(?:text|turn))?\|>?)(?=\s|\Z)", re.MULTILINE
)
_ENDS = Pattern(r"end|eot|eos|eom|return|turn\||/s$", re.IGNORECASE)
_USER = Pattern(r"user|human|system|tool", re.IGNORECASE)


def turns(text: str) -> list[Removed]:
    """Template tokens; everything from the end of the model's turn on is a run-on."""
    cuts: list[Removed] = []
    position, spoken, echoed = 0, False, None
    for match in _TOKEN.finditer(text):
        spoken = spoken or (
            echoed is None and bool(INVISIBLE.sub("", text[position : match.start()]).strip())
        )
        role = match["role"] or match["name"] or match["inst"] or ""
        if spoken and _closes(match, role):
            return [*cuts, Removed("run-on", (match.start(), len(text)))]
        if not spoken:
            echoed = _echoed(role, match, echoed, cuts)
        cuts.append(Removed("template token", match.span()))
        position = match.end()
    return cuts


def half_ended(text: str) -> list[Removed]:
    """Everything from what is left of a token that ends the turn, where something is said before it."""
    match = _HALF_TOKEN.search(text) if "|" in text and "end" in text else None
    if match is None or not text[: match.start("token")].strip():
        return []
    return [Removed("run-on", (match.start("token"), len(text)))]


def _closes(match: re.Match[str], role: str) -> bool:
    """Whether this token ends the model's turn or begins the next one."""
    token = match["name"] or match["turn"] or match["inst"] or ""
    return bool(
        _ENDS.search(token) or _USER.search(role) or "start" in token.lower() or match["inst"] == "INST"
    )


def _echoed(role: str, match: re.Match[str], echoed: int | None, cuts: list[Removed]) -> int | None:
    """Where an echoed user turn began; it ends, and is cut, where the model's turn begins."""
    if echoed is None and (_USER.search(role) or match["inst"] == "INST"):
        return match.end()
    if echoed is not None and (re.search(r"assistant|model|/INST", role, re.IGNORECASE)):
        cuts.append(Removed("echoed turn", (echoed, match.start())))
        return None
    return echoed
