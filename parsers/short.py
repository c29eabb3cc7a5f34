"""The commonest short replies, read without the long way round: "B", "Answer: (B)", "B. lithium".

A reply is taken only where its whole text is one of a few plain forms, and no other option's text can be
meant by it. Its reading is then the same, to the last field, as the one `read.py` makes step by step;
property tests hold the two together. Everything else, however plain, goes the long way.

Decision: docs/decisions/parsers.md, "A short way for the plainest replies".
"""

import re

from parsers.options.options import OptionSet
from parsers.outcome import Outcome
from parsers.plain import plain_reading
from parsers.reading import AnswerMode, Candidate, Grade, Reading, Span

LONGEST = 160  # characters; a longer reply is not worth a try
_SIGNS = 6  # characters around an option text that is all of a reply: two pairs of stars and two full stops

_Found = tuple[int, Span, Grade, str]  # position of the option, its place in the reply, grade, rule

# What announces the label, and the label. Case matters: a small letter may be a word.
_HEAD = re.compile(
    r"[ \n]*(?:\*\*)?"
    r"(?:(?P<sentence>(?:[Tt]he|[Mm]y) (?:(?:correct|right|best|final) )?answer is:?) "
    r"|(?P<line>(?:(?:[Ff]inal|[Cc]orrect|[Tt]he) )?[Aa]nswer:)(?:\*\*)? ?)?"
    r"(?:\*\*)?(?:\(([A-Z])\)|\[([A-Z])\]|([A-Z])\)?)"
)
_JOIN = re.compile(r"(?:\*\*)?(?:[.:]|(?<=\)) -| [-–—]|(?<=[)\]]))(?:\*\*)? (?:\*\*)?")
_FIELD = re.compile(
    r"[ \n]*(?:\{\s?\"(?:answer|choice|letter)\": ?\"(?P<json>[A-Z])\"\s?\}|<answer>(?P<xml>[A-Z])</answer>"
    r"|(?P<math>\$)?\\boxed\{(?P<box>[A-Z])\}(?(math)\$)\.?)[ \n]*"
)
_FIELD_RULES = {"json": "json-field", "xml": "xml-field", "box": "boxed"}
_END = re.compile(r"\.?(?:\*\*)?\.?[ \n]*")
_LONE_TEXT = re.compile(r"[ \n]*(?:\*\*)?([A-Za-z][^*\n]+?)\.?(?:\*\*)?\.?[ \n]*")


def short_reading(
    completion: str, options: OptionSet, finish_reason: str | None, mode: AnswerMode
) -> Reading | None:
    """The reading of a reply in one of the plain forms; None for every other reply."""
    if not options.lettered or options.alphabet or completion.count("**") % 2:
        return None
    found = _label(completion, options) or _field(completion, options) or _text(completion, options)
    if found is None or options.cue_like:
        return None
    position, span, grade, rule = found
    letters = (options.labels[position],)
    said = Candidate(letters, grade, rule, span)
    plain = (Outcome.ANSWER, letters, grade, rule, span, (said,))
    return plain_reading(plain, completion, options, finish_reason, mode)


def _field(completion: str, options: OptionSet) -> _Found | None:
    """A label in a JSON field, in a box or in an answer tag."""
    match = _FIELD.fullmatch(completion)
    if match is None:
        return None
    name = match.lastgroup or ""
    position = options.index.get(match[name])
    return None if position is None else (position, match.span(name), Grade.EXPLICIT, _FIELD_RULES[name])


def _label(completion: str, options: OptionSet) -> _Found | None:
    """A label, announced or not, with its own text or without."""
    head = _HEAD.match(completion)
    if head is None:
        return None
    group = head.lastindex or 0
    start, end = head.span(group)
    position = options.index.get(completion[start])
    if position is None or completion[start] == "I":
        return None
    rule = "answer-sentence" if head["sentence"] else "answer-line" if head["line"] else ""
    if _END.fullmatch(completion, head.end()):
        return position, (start, end), Grade.EXPLICIT if rule else Grade.STRICT, rule or "bare-label"
    join = _JOIN.match(completion, head.end())
    text_end = None if join is None else _own_text(completion, join.end(), options, position)
    if text_end is None or not _END.fullmatch(completion, text_end):
        return None
    return position, (start, text_end), Grade.EXPLICIT if rule else Grade.LEADING, rule or "label-and-text"


def _own_text(completion: str, start: int, options: OptionSet, position: int) -> int | None:
    """Where the option's own text, which stands at `start`, ends; None where it does not stand there."""
    text = options.simple_texts.get(position)
    if text is None or not completion.startswith(text, start):
        return None
    return start + len(text)


def _text(completion: str, options: OptionSet) -> _Found | None:
    """One option text and nothing else."""
    if len(completion.strip(" \n")) > options.longest + _SIGNS:
        return None
    if not any(text in completion for text in options.texts):
        return None
    match = _LONE_TEXT.fullmatch(completion)
    if match is None:
        return None
    position = options.simple_positions.get(match[1])
    return None if position is None else (position, match.span(1), Grade.TEXT, "option-text")
