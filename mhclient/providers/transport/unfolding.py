"""How much memory a reply takes once it is read: a few bytes of JSON can stand for twenty times as many.

Decision: docs/decisions/machine.md, "A reply is bounded by what it unfolds to".
"""

import re
from collections.abc import Iterator

# Bytes of memory, measured with pydantic's parser and Python's, whichever takes more.
OBJECT, ARRAY, VALUE = 360, 64, 64
UNFOLDS = 2.5  # times as many bytes as a body may have: what it may take in all
UNCOUNTED = 1 << 20  # bytes; what is smaller cannot unfold to much
# A text may have a quarter of what a body may (two million tokens of the usual 32 MB), and in any case these.
TEXT_SHARE, SHORT = 4, 2 << 20
TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
# At most a thousand texts at a time: of ten million each would be a value here, too.
SOME_TEXTS = re.compile(rb'(?:[^"]*+"(?:[^"\\]++|\\.)*+"){0,1000}+', re.DOTALL)
# A character beyond U+FFFF begins with one of these, as it is in UTF-8 or escaped.
WIDEST = (b"\\ud", b"\\uD", *(bytes([first]) for first in range(0xF0, 0xF5)))


def unfolds_beyond(body: bytes, most_bytes: int) -> bool:
    """Whether a body of JSON that may have so many bytes takes far more memory than that once it is read.

    A text beyond a quarter of the bound counts as that, too: it is there four times while it is stored.
    """
    if len(body) <= UNCOUNTED:
        return False
    most, longest = int(UNFOLDS * most_bytes) - len(body), max(most_bytes // TEXT_SHARE, SHORT)
    width = _width(body)
    if len(body) <= longest and _values(body) + len(body) * width <= most:
        return False
    taken = 0
    for piece in _pieces(body):
        outside = TEXT.sub(b"", piece)
        taken += _values(outside) + (len(piece) - len(outside)) * width
        if taken > most or any(len(text[0]) > longest for text in TEXT.finditer(piece)):
            return True
    return False


def _values(text: bytes) -> int:
    return OBJECT * text.count(b"{") + ARRAY * text.count(b"[") + VALUE * text.count(b",")


def _width(body: bytes) -> int:
    """Bytes that Python takes for a character of a text, if all texts are as wide as the widest."""
    if body.isascii() and b"\\u" not in body:
        return 1
    return 4 if any(sign in body for sign in WIDEST) else 2


def _pieces(body: bytes) -> Iterator[bytes]:
    """The body in pieces, none of which ends within a text; what follows the last text is one."""
    at = 0
    while found := SOME_TEXTS.match(body, at):
        if found.end() == at:
            break
        yield found[0]
        at = found.end()
    yield body[at:]
