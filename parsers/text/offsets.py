"""Text cut out of a longer text, with the way back: every position knows where it came from.

Normalisation only cuts and replaces one character by one character, so a derived text is a list of pieces
of its source, and a position maps back by bisection. Nothing here knows what the text means.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable

from parsers.reading import Span


class Text:
    """A string whose pieces come from known places of the raw completion.

    Attributes:
        value: the characters.
        starts: where each piece begins in `value`, ascending, first 0.
        raws: where the same piece begins in the raw completion.
    """

    __slots__ = ("raws", "starts", "value")

    def __init__(self, value: str, starts: list[int] | None = None, raws: list[int] | None = None) -> None:
        self.value = value
        self.starts = starts or [0]
        self.raws = raws or [0]

    def raw(self, position: int) -> int:
        """Where the character at `position` stands in the raw completion."""
        piece = bisect_right(self.starts, position) - 1
        return self.raws[piece] + position - self.starts[piece]

    def raw_span(self, start: int, end: int) -> Span:
        """The stretch of the raw completion from the first to the last character of a non-empty slice."""
        if len(self.starts) == 1:
            shift = self.raws[0]
            return start + shift, end + shift
        return self.raw(start), self.raw(end - 1) + 1

    def map(self, change: Callable[[str], str]) -> "Text":
        """The text with its characters replaced one by one."""
        return Text(change(self.value), self.starts, self.raws)

    def without(self, cuts: Iterable[Span]) -> "Text":
        """The text that is left when these slices are cut; ascending by start, they may overlap."""
        kept, position = [], 0
        for start, end in cuts:
            if start > position:
                kept.append((position, start))
            position = max(position, end)
        kept.append((position, len(self.value)))
        return self._slices(kept) if len(self.starts) == 1 else self.assemble(kept)

    def _slices(self, kept: Iterable[Span]) -> "Text":
        """A text of slices of a text that is one piece."""
        shift = self.raws[0]
        values: list[str] = []
        starts: list[int] = []
        raws: list[int] = []
        length = 0
        for start, end in kept:
            if start < end:
                values.append(self.value[start:end])
                starts.append(length)
                raws.append(start + shift)
                length += end - start
        return Text("".join(values), starts or [0], raws or [0])

    def assemble(self, pieces: Iterable[Span | str]) -> "Text":
        """A text of slices and of literal separators; a separator maps to the end of the slice before it."""
        values: list[str] = []
        starts: list[int] = []
        raws: list[int] = []
        length, last = 0, self.raws[0]
        for piece in pieces:
            if isinstance(piece, str):
                values.append(piece)
                starts.append(length)
                raws.append(last)
                length += len(piece)
            elif piece[0] < piece[1]:
                start, end = piece
                values.append(self.value[start:end])
                self._copy_pieces(start, end, length, starts, raws)
                length += end - start
                last = self.raw(end - 1)
        return Text("".join(values), starts or [0], raws or [0])

    def _copy_pieces(self, start: int, end: int, at: int, starts: list[int], raws: list[int]) -> None:
        """Append the pieces of the slice, which begins at `at` in the new text."""
        piece = bisect_right(self.starts, start) - 1
        starts.append(at)
        raws.append(self.raws[piece] + start - self.starts[piece])
        piece += 1
        while piece < len(self.starts) and self.starts[piece] < end:
            starts.append(at + self.starts[piece] - start)
            raws.append(self.raws[piece])
            piece += 1
