"""Raw completion → visible text: reasoning blocks, chat-template tokens and invisible characters are cut.

What a reader of the chat window would see is what counts. Each
cut is recorded with its place, and every later offset leads back to the raw completion. Mark-up stays:
`markup.py`. At the head stand the stretches (words, blocks) that other modules count by.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, count
from operator import add

from parsers.pattern import Pattern
from parsers.reading import Removed
from parsers.text.folding import fold_unicode
from parsers.text.offsets import Text
from parsers.text.spelled import latin_names


class Stretches:
    """The longest stretches of characters of one kind, as a regular expression with a `+` finds them."""

    def __init__(self, characters: str) -> None:
        self._pattern = Pattern(f"{characters}+")
        one = Pattern(characters)
        self._blanks = {code: " " for code in range(128) if not one.match(chr(code))}

    def of(self, text: str) -> list[str]:
        """The stretches, in order."""
        return text.translate(self._blanks).split() if text.isascii() else self._pattern.findall(text)

    def starts(self, text: str) -> list[int]:
        """Where each of them begins."""
        if not text.isascii():
            return [match.start() for match in self._pattern.finditer(text)]
        lengths = [*map(len, text.translate(self._blanks).split(" "))]
        return [*compress(map(add, accumulate(lengths, initial=0), count()), lengths)]


WORDS = Stretches(r"[^\W_]")
BLOCKS = Stretches(r"[^\s$]")


# Above this many visible characters only the two ends are read: a reply that long is a model repeating itself
# up to its limit, its answer stands at an end, and reading stays linear with a small constant.
MAX_VISIBLE = 40_000
SEAM = 1_000  # characters in which a place to cut is sought
# Characters after which a sign, or a few in turn, begin again: of any unit whose length divides it.
PERIOD = 60
STEP = 64  # characters from one place at which a row is looked for to the next
LONGEST_ROW = 3 * PERIOD
_ROW = Pattern(rf"(.{{{PERIOD}}})\1+", re.DOTALL)

_THINK = (
    r"(?:seed:|mm:|longcat_|ifm\|)?think(?:ing|_fast(?:er)?|:opensource)?|thoughts?|reason(?:ing)?|analysis"
    r"|reflection|scratch_?pad|cot|chain[_-]of[_-]thought|inner_monologue|internal"
)
_EXPLAIN = r"explanation|rationale|justification|explain|context|question|evidence"
_REST = r"(?:\s[^<>\]▷]{0,80})?[>\]▷]"
# The forms in which open models put reasoning, without their first bracket: what opens it and what closes it.
_FORMS = (
    (rf"(?:{_THINK}){_REST}", rf"/(?:{_THINK}){_REST}"),  # <think>, [THINK], ◁think▷
    (
        r"\|(?:begin_of_thought|START_THINKING|think_start|inner_prefix|(?:begin\|>\s*assistant\s*<\|)?think)\|>",
        r"\|(?:end_of_thought|END_THINKING|think_end|inner_suffix)\|>",
    ),
    (r"unused94>\s*thought\b", r"unused95>"),  # MedGemma
    (r"unused16\]", r"unused17\]"),  # openPangu
    (r"\|channel>\s*thought\b", r"channel\|>"),  # Gemma 4
    (r"\|im_start\|>\s*(?:assistant/)?think\b", r"(?!)"),  # s1, HyperCLOVA X
)
# The turn of the answer closes thoughts; where nothing was thought it is a turn like others.
_TAG = Pattern(
    rf"[<\[◁](?:(?P<open>{'|'.join(opening for opening, _ in _FORMS)})"
    rf"|(?P<close>{'|'.join(closing for _, closing in _FORMS)})"
    r"|(?P<turn>\|(?:im_start\|>\s*(?:answer|final|assistant(?!/))\b|content\|>))"
    rf"|(?<=<)(?P<end>/)?(?:{_EXPLAIN}){_REST})",
    re.IGNORECASE,
)
_THINKING = (
    "<|im_start|>assistant/think"  # the turn "assistant" ends these thoughts, if no other turn comes between
)
_UNNAMED = "<unused94>"  # is shown: behind it nothing is answered, but the reply is not empty
# Reasoning between words instead of tags: the harmony format without its tokens, up to the last final channel
# that says something; the headings of HuatuoGPT-o1 and Granite. Half of such a pair stays what it is.
_ANNOUNCED = tuple(
    Pattern(form, re.MULTILINE | re.DOTALL)
    for form in (
        r"\s*(?:assistant)?(?:analysis|commentary)(?![a-z])(?:.*assistantfinal(?!\s*\Z)|.*assistantfinal)",
        r"\s*#{1,4} ?Thinking\s*\n.*?^#{1,4} ?Final Response\s*\n",
        r"\s*Here(?: is|'s|’s) my thought process:.*?(?:^|(?<=[.?!]\s))Here(?: is|'s|’s) my response:",
    )
)
_UNENDING = Pattern(r"\s*(?:assistant)?(?:analysis|commentary)(?P<body>[\"“]|[^\W\d_a-z])")
# <|eot_id|>, <｜end▁of▁sentence｜>, </s>, [INST], <start_of_turn>model …, with the role that follows a turn
# token.
_TOKEN = Pattern(
    r"[<\[](?:(?<=<)[|｜](?P<name>[^|｜<>\n]{1,60})[|｜]>|(?<=<)(?P<turn>/?s|[be]os|eot|eos_token|end_of_text"
    r"|endoftext|pad|unk|start_of_turn|end_of_turn|end_of_utterance|eo[aehu]|\|turn|turn\|)>"
    r"|(?<=\[)(?:(?P<inst>/?INST)|unused(?:9|10))\]|(?<=<)<(?P<sys>/?SYS)>>)(?P<role>\s*(?:user|assistant|model"
    r"|system|human|tool)\b(?=\s*[\n<:]))?",
    re.IGNORECASE,
)
# "Yes|end|", "Yes<|end|": what is left of a token that ends the turn. No table: its bars begin lines.
_HALF_TOKEN = Pattern(
    r"^[^|\n]*?(?P<token><?\|(?:im_)?end(?:_?of_?(?:text|turn))?\|>?)(?=\s|\Z)", re.MULTILINE
)
_CHANNEL = Pattern(
    r"(?:(?:(?:<\|end\|>)?assistant|<\|start\|>\s*\w+)\s*)?<\|channel\|>\s*(?P<channel>\w+)[^<]{0,80}<\|message\|>"
    r"(?P<body>.*?)(?=<\|(?:end|return|start|call|channel)\|>|\Z)",
    re.DOTALL,
)
_UNSEEN = Pattern(
    "[\u00ad\u034f\u061c\u115f\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\u0335\u0336\u0337\u0338\u20d0-\u20e3\x00-\x08\x0e-\x1f\x7f]"
)
_INVISIBLE = Pattern(_UNSEEN.source + "+")
_STROKE = Pattern("[\u0335-\u0338]")
_STRUCK = Pattern(r"(?:[^\s\u0335-\u0338][\u0335-\u0338])+")
_ENDS = Pattern(r"end|eot|eos|eom|return|turn\||/s$", re.IGNORECASE)
SHORT = 24  # characters of an answer that its end token follows: "[正确答案]B<eoa>"
_USER = Pattern(r"user|human|system|tool", re.IGNORECASE)
_CONTROL = Pattern(r"[\x00-\x08\x0e-\x1f\x7f]")
# "```python\n{'5': ['B']}\n```": data, whatever the fence says.
_DATA = Pattern(r"\s*```[^\n]*\n\s*[{\[][^=\n]{1,200}[}\]]\s*(?:```[^\n]*)?\s*")
BESIDE = 40  # characters of prose beside which a program is an illustration
_PROGRAM = Pattern(
    r"^[ \t]*```[ \t]*(?:python\d?|py|java|javascript|js|typescript|ts|c|cpp|c\+\+|csharp|cs|go|rust|ruby|php"
    r"|sql|bash|sh|shell|r|matlab|html|css|swift|kotlin|scala|haskell|lua|perl)[ \t]*\n"
    r"(?:(?![ \t]*```).*\n)*[ \t]*```[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
# A line break that was stored as a backslash and an n; "\neq" and "\nu" are formulas.
_ESCAPED = Pattern(r"(?<!\\)\\n(?![a-z])")
# "예<unk>답: 아니오": a break that a tokenizer lost, before the next key; as long as what stood there.
_LOST_BREAK = Pattern(r"<unk>(?=\s*[^\W\d_]{1,12}\s?[:：])")
_LONE_LETTER = Pattern(r"[A-Za-z](?![^\W\d_])(?<![^\W\d_].)")
# Characters whose absence makes a completion its own visible text.
_SPECIAL = Pattern(r"[<\[|◁\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Visible:
    """The visible text of a completion, and what it took to get there.

    Attributes:
        text: visible text with its offsets.
        removed: what was cut.
        folded: raw position and letter of every isolated character read as a Latin letter.
    """

    text: Text
    removed: tuple[Removed, ...]
    folded: tuple[tuple[int, str], ...]


def visible_text(raw: str, spelled: Sequence[str] | None = None) -> Visible:
    """Cut what a reader would not see, and fold what looks like a plain letter.

    `spelled`: fold what is its name, too, beside options of these texts.

    >>> visible_text("<think>A?</think>Ｂ").text.value
    'B'
    """
    if "\\n" in raw:
        raw = _ESCAPED.sub(" \n", raw)
    if "<unk>" in raw:
        raw = _LOST_BREAK.sub("    \n", raw)
    removed: list[Removed] = []
    text = _cut(Text(raw), _rows(raw), removed)
    raw = text.value
    text = _cut(text, _announced(raw), removed)
    if raw.isascii() and not _SPECIAL.search(raw) and len(raw) <= MAX_VISIBLE and "```" not in raw:
        return Visible(text, tuple(removed), ())
    for stage in (
        (_reasoning, _turns, _half_ended, _code, _middle) if _may_have_tags(raw) else (_code, _middle)
    ):
        text = _cut(text, stage(text.value), removed)
    folded = text.map(fold_unicode)
    if spelled is not None:
        folded = folded.map(lambda value: latin_names(value, spelled))
    letters = _folded_letters(text, folded)
    text = _cut(folded, _unseen(folded.value), removed)
    removed.sort(key=lambda cut: cut.span)
    return Visible(text, tuple(removed), letters)


def _may_have_tags(raw: str) -> bool:
    return "<" in raw or "[" in raw or "◁" in raw or ("|" in raw and "end" in raw)


def _cut(text: Text, cuts: list[Removed], removed: list[Removed]) -> Text:
    """Cut one stage's finds, and record them by their place in the raw completion."""
    if not cuts:
        return text
    cuts.sort(key=lambda cut: cut.span)
    removed += [Removed(cut.kind, text.raw_span(*cut.span)) for cut in cuts]
    return text.without(cut.span for cut in cuts)


def _rows(text: str) -> list[Removed]:
    """The middles of long rows of one sign, or of a few in turn, such as a model that loops writes.

    They say nothing, and a pattern that tries a row from each of its places takes minutes over 2,000 signs,
    in which nothing else of the program runs, not even what Ctrl-C asks for.
    """
    rows, at = [], 0
    while at + 2 * PERIOD <= len(text):
        if text[at : at + PERIOD] != text[at + PERIOD : at + 2 * PERIOD]:
            at += STEP
            continue
        row = _ROW.match(text, at)
        assert row is not None, "its first two periods are alike"
        if row.end() - at > LONGEST_ROW:
            rows.append(Removed("row", (at + PERIOD, row.end() - PERIOD)))
        at = row.end()
    return rows


def _reasoning(text: str) -> list[Removed]:
    """Reasoning blocks; a closing tag alone hides what is before it, an opening tag alone what follows."""
    cuts: list[Removed] = _channels(text)
    opened: int | None = None
    explain: int | None = None
    for match in _TAG.finditer(text):
        if match["turn"] is not None and not _ends_thoughts(match, opened):
            continue
        if match["open"]:
            opened = match.start() if opened is None else opened
        elif match["close"] or match["turn"]:
            cuts.append(Removed("reasoning", (opened or 0, match.end())))
            opened = None
        else:
            explain = _explanation(match, explain, cuts)
    if opened is not None:
        shown = len(_UNNAMED) if text.startswith(_UNNAMED, opened) else 0
        cuts.append(Removed("unclosed reasoning", (opened + shown, len(text))))
    return cuts


def _ends_thoughts(turn: re.Match[str], opened: int | None) -> bool:
    """Whether a turn of the answer follows thoughts; the one named "assistant" only those of its own kind."""
    if opened is None or not turn[0].lower().endswith("assistant"):
        return opened is not None
    thought = turn.string[opened : turn.start()]
    return thought.startswith(_THINKING) and thought.count("<|im_start|>") == 1


def _announced(text: str) -> list[Removed]:
    """Reasoning between words instead of tags; tags inside it are of no account."""
    for form in _ANNOUNCED:
        if match := form.match(text):
            return [Removed("reasoning", match.span())]
    unending = _UNENDING.match(text)
    return [Removed("unclosed reasoning", (unending.start("body"), len(text)))] if unending else []


def _half_ended(text: str) -> list[Removed]:
    """Everything from what is left of a token that ends the turn, where something is said before it."""
    match = _HALF_TOKEN.search(text) if "|" in text and "end" in text else None
    if match is None or not text[: match.start("token")].strip():
        return []
    return [Removed("run-on", (match.start("token"), len(text)))]


def _explanation(match: re.Match[str], opened: int | None, cuts: list[Removed]) -> int | None:
    """Closed <explanation> blocks are cut like reasoning; unclosed ones are prose."""
    if not match["end"]:
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


def _turns(text: str) -> list[Removed]:
    """Template tokens; everything from the end of the model's turn on is a run-on."""
    cuts: list[Removed] = []
    position, spoken, echoed = 0, False, None
    for match in _TOKEN.finditer(text):
        spoken = spoken or (
            echoed is None and bool(_INVISIBLE.sub("", text[position : match.start()]).strip())
        )
        role = match["role"] or match["name"] or match["inst"] or ""
        if spoken and _closes(match, role):
            return [*cuts, Removed("run-on", (match.start(), len(text)))]
        if not spoken:
            echoed = _echoed(role, match, echoed, cuts)
        cuts.append(Removed("template token", match.span()))
        position = match.end()
    return cuts


def _closes(match: re.Match[str], role: str) -> bool:
    """Whether this token ends the model's turn or begins the next one."""
    token = match["name"] or match["turn"] or match["inst"] or ""
    if token.lower() == "eoa":  # in the form of answer that a prompt shows it stands in prose
        return match.start() < SHORT and match.string.lstrip()[0] in "[【"
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


def _unseen(text: str) -> list[Removed]:
    """Characters without a picture, and letters struck out by a combining stroke."""
    if not (_CONTROL if text.isascii() else _UNSEEN).search(text):
        return []
    strokes = _STRUCK.finditer(text) if _STROKE.search(text) else ()
    struck = [Removed("struck", match.span()) for match in strokes]
    return struck + [Removed("invisible", match.span()) for match in _INVISIBLE.finditer(text)]


def _code(text: str) -> list[Removed]:
    """Fenced programs beside prose: "result = a" in one answers nothing."""
    if "```" not in text:
        return []
    blocks = [match.span() for match in _PROGRAM.finditer(text) if not _DATA.fullmatch(match[0])]
    outside = len(text.strip()) - sum(end - start for start, end in blocks)
    return [Removed("program", span) for span in blocks] if outside > BESIDE else []


def _middle(text: str) -> list[Removed]:
    """What lies too far from both ends."""
    if len(text) <= MAX_VISIBLE:
        return []
    half = MAX_VISIBLE // 2
    last = len(text) - half
    return [Removed("middle", (_seam(text, half - SEAM, half), _seam(text, last, last + SEAM)))]


def _seam(text: str, first: int, last: int) -> int:
    """A line break in the stretch, or else a blank, so that no word is cut into letters."""
    for mark in "\n ":
        at = text.find(mark, first, last)
        if at >= 0:
            return at
    return first


def _folded_letters(text: Text, folded: Text) -> tuple[tuple[int, str], ...]:
    if text.value == folded.value:
        return ()
    return tuple(
        (text.raw(match.start()), match[0])
        for match in _LONE_LETTER.finditer(folded.value)
        if text.value[match.start()] != match[0]
    )
