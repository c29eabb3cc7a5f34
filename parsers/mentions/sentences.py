"""Where sentences begin in a skeleton: behind their last sign, and at a line break that nothing announces.

Decision: docs/decisions/parsers.md, "What the interpreter is slow at, in work done for each option".
"""

from itertools import accumulate

from parsers.grammar import vocabulary as say
from parsers.grammar.pattern import NO_MENTION, words
from parsers.pattern import Pattern

# Signs that end a sentence, or line breaks: the first of them told at once. Where a run of signs ends none,
# it is not looked at again from its second sign on, which would take quadratic time.
# The stop that most sentences of Chinese and Japanese have, with another one right behind it, is told first.
_BREAK = Pattern(
    r"([.!?。！？…\n](?:(?<=。)(?=[\u3003-\u9fff])(?<![.!?。！？…].)|(?<=\n)\n*"
    r"|(?<!\n)(?<![.!?。！？…].)[.!?。！？…]*[\"')\]]*(?=\s|\Z|[\u3000-\u9fff])\s*))"
)
_ABBREVIATED = r"e\.g|i\.e|vs|cf|dr|mr|mrs|ms|st|no|fig|approx|etc|resp|ca|z\.b|d\.h"
_ABBREVIATION = Pattern(rf"(?:\b(?:{_ABBREVIATED})|\b[a-z])\.\Z")
_ABBREVIATED_ENDS = frozenset(word[-2:] for word in _ABBREVIATED.replace("\\", "").split("|"))
# "… equals n. The answer is": a letter that ends its sentence, not an initial; the next one opens like this.
_VARIABLE = Pattern(r"(?<![\w.])[a-z]\.\Z")
_OPENER = Pattern(
    r"(?:the|th(?:is|ese|en|us|at|ey|erefore)|so|hence|we|it|since|now|however|finally|because|which|here|if|for"
    r"|in|as|by|but|note|let|answer|option|also)\b"
)
_ENDINGS = "is|are"
_ANNOUNCING = "answer|option|choice|antwort|respuesta|reponse|resposta|ответ|答案|答え"
_COLON_END = Pattern(
    rf"(?::|\b(?:{_ENDINGS})|(?:\A|[.!?\n])[^.!?\n{NO_MENTION}]{{0,30}}\b(?:{_ANNOUNCING}))\s*\Z"
)
_COLON_ENDS = (":", *f"{_ENDINGS}|{_ANNOUNCING}".split("|"))


# A line that announces the answer is a sentence of its own, whatever led up to it.
_ANSWER_LINE = Pattern(
    rf"[^\w\n{NO_MENTION}]*(?:[^\W\d_]+ ){{0,2}}"
    rf"(?:{words(say.ANSWER_NOUNS)}|{words(say.ANSWER_NOUNS_UNSPACED)})[ \"'*_]*:"
    rf"|[^\w\n{NO_MENTION}]*(?:(?:so|hence|thus|therefore),? )?the (?:(?:correct|final|best|right) )?"
    r"answer is\b"
)
# "If it is wet:", above what is so then.
_CASE = Pattern(r"\W*(?:if|when|in case|otherwise|were|had|should)\b[^,\n]{0,80}:\s*")


_ALONE = frozenset("!?。！？…")  # signs that end a sentence whatever stands beside them


def sentence_starts(text: str) -> list[int]:
    """The places, ascending; the first is 0."""
    starts = [0]
    parts = _BREAK.split(text)  # what is said, and the signs behind it, in turn
    ends = [*accumulate(map(len, parts))]
    for said, sign, end in zip(parts[::2], parts[1::2], ends[1::2], strict=False):
        # told at once of nearly all sentences: a full stop behind a word that is no abbreviation
        stop = sign == ". " and said[-2:-1].isalnum() and said[-2:] not in _ABBREVIATED_ENDS
        if stop or sign in _ALONE or not _goes_on(text, starts[-1], end - len(sign), end):
            starts.append(end)
    if starts[-1] == len(text) > 0:
        starts.pop()
    return starts


def _goes_on(text: str, first: int, start: int, end: int) -> bool:
    """Whether the sentence that begins at `first` goes on behind the sign that starts and ends there."""
    if "\n" not in text[start:end]:
        return text[start] == "." and _abbreviates(text, start, end)
    if not _announces(text, max(first, start - 40), start):
        return False
    return _ANSWER_LINE.match(text, end) is None or _CASE.fullmatch(text, first, start) is not None


def _announces(text: str, start: int, end: int) -> bool:
    """Whether a line ends in a colon, or in a word that leads on; how most end says no."""
    if not text[start:end].rstrip().endswith(_COLON_ENDS):
        return False
    return _COLON_END.search(text, start, end) is not None


def _abbreviates(text: str, start: int, end: int) -> bool:
    """Whether a full stop belongs to a word; behind a variable it ends a sentence where another one opens."""
    before = text[max(0, start - 12) : end].rstrip()
    if before[-1:] != "." or not _ABBREVIATION.search(before):
        return False
    return not (_VARIABLE.search(before) and _OPENER.match(text, end, end + 10))
