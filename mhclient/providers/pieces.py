"""A reply's text that came in pieces: parts of a content, blocks, messages. Pure.

Neighbours are one text: Anthropic cuts it at citations, Mistral at references, and the SDKs of OpenAI and
Gemini put parts together without a break. Across a thought, a tool call or the end of a message they are
texts of their own, with a blank line between; one that only repeats the one before is said once. Where OpenAI
marks a message as the final answer, it alone is the answer (`phase` of an output message, in the reference
of the Responses API and in the SDK's `ResponseOutputMessage`).
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from mhclient.errors import MalformedReply

# A text, with the phase that it belongs to, if any; None where something else stands between two.
Piece = tuple[str, str | None] | None
Join = Callable[[Sequence[Piece]], str | None]
FINAL = "final_answer"
TEXT = "text"
IN_SENTENCES = "reference"  # Mistral's mark inside a text


def joined(pieces: Sequence[Piece]) -> str | None:
    """The text of a reply; None where there is none.

    >>> joined([("Answer: ", None), ("B", None)]), joined([("Let me see.", None), None, ("B", None)])
    ('Answer: B', 'Let me see.\\n\\nB')
    >>> joined([("B", None), None, ("B", None)]), joined([("A?", "commentary"), None, ("B", "final_answer")])
    ('B', 'B')
    """
    final = any(piece and piece[1] == FINAL for piece in pieces)
    texts: list[str] = []
    apart = True
    for piece in pieces:
        if piece is None or (final and piece[1] != FINAL):
            apart = True
            continue
        if apart or _run_together(texts[-1], piece[0]):
            texts.append(piece[0])
        else:
            texts[-1] += piece[0]
        apart = False
    said: list[str] = []
    for text in texts:
        if not said or text.strip() not in ("", said[-1].strip()):
            said = [text] if not "".join(said).strip() else [*said, text]
    return "\n\n".join(said) if said else None


def glued(pieces: Sequence[Piece]) -> str | None:
    """The same as versions up to 0.2.0 kept it: all pieces, without a break."""
    texts = [piece[0] for piece in pieces if piece is not None]
    return "".join(texts) if texts else None


def text_pieces(content: Any, kinds: Collection[str] = (TEXT,)) -> list[Piece]:
    """The texts among the parts of a content, which some servers give as one text.

    Args:
        kinds: the types of parts that are texts; a part without a type is one, too.

    Raises:
        MalformedReply: what should be a text is something else.
    """
    if isinstance(content, str):
        return [(content, None)]
    return (
        [_piece(part, kinds) for part in content if not _is_mark(part)] if isinstance(content, list) else []
    )


def _piece(part: Any, kinds: Collection[str]) -> Piece:
    if isinstance(part, str):
        return part, None
    if not isinstance(part, dict) or "text" not in part or part.get("type", TEXT) not in (TEXT, *kinds):
        return None
    if not isinstance(part["text"], str):
        raise MalformedReply("the reply is not of the documented form: a part's text is no text")
    return part["text"], None


def _is_mark(part: Any) -> bool:
    """Whether a part is a mark inside a text, or a text that is null."""
    return isinstance(part, dict) and (part.get("type") == IN_SENTENCES or part.get("text", "") is None)


def _run_together(before: str, after: str) -> bool:
    """Whether neighbours would run into each other: "aspirin" and "B", "is A." and "B"."""
    return after[:1].isupper() and (before[-1:].islower() or before.endswith((".", "!", "?", ":", ";")))
