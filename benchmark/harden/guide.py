"""Guides: what scores a node against a question. The lexical one needs nothing and is the reference.

A guide scores by the cosine between a node's name and a text. Scores of one guide cannot be compared with
another's: a threshold belongs to its guide.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmark.build.graph import fold
from benchmark.harden.graph import Floats, Ints

# Nodes, (n,), to their scores, (n,), each at most 1.
Score: TypeAlias = Callable[[Ints], Floats]

WINDOW = 3  # characters
_WIDEST = 0x110000  # one more than the largest code point


class Guide(Protocol):
    """Scores the nodes of one graph.

    Attributes:
        identity: what it is, with all that changes its scores; stands in manifests.
        threshold: from which cosine on a mention counts as a node's name; the usual one of this guide.
    """

    identity: str
    threshold: float

    def towards(self, text: str) -> Score:
        """Scores against a text."""
        ...


class LexicalGuide:
    """Cosine of the counts of all three-character pieces, of the folded name with a space at each end.

    Knows no synonyms, needs no model, and gives the same scores everywhere.

    Args:
        names: of the nodes, by number.
    """

    identity = "lexical-3"
    threshold = 0.85  # KGGDG, section 2.1

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    @cached_property
    def _pieces(self) -> tuple[dict[int, int], "sparse.csr_array"]:
        """Piece → its column, and (n_nodes, n_pieces) counts in rows of length 1."""
        codes, rows = _pieces_of(self._names)
        known, columns = np.unique(codes, return_inverse=True)
        ones = np.ones(len(codes))
        counts = sparse.coo_array((ones, (rows, columns)), shape=(len(self._names), len(known))).tocsr()
        lengths = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
        counts.data /= np.repeat(np.maximum(lengths, 1.0), np.diff(counts.indptr))
        return {int(code): column for column, code in enumerate(known)}, counts

    def towards(self, text: str) -> Score:
        """Scores against a text; pieces that no name has count for its length alone."""
        column_of, counts = self._pieces
        codes, times = np.unique(_pieces_of([text])[0], return_counts=True)
        against = np.zeros(counts.shape[1])
        length = float(np.sqrt((times.astype(np.float64) ** 2).sum())) or 1.0
        for code, n in zip(codes.tolist(), times.tolist(), strict=True):
            if (column := column_of.get(code)) is not None:
                against[column] = n / length

        def score(nodes: Ints) -> Floats:
            found: Floats = np.asarray(counts[nodes] @ against, dtype=np.float64)
            return found

        return score


def _pieces_of(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pieces of all texts as numbers, and the number of the text that each is of; (n_pieces,) each."""
    padded = [f" {fold(text)} " for text in texts]
    letters = np.frombuffer("".join(padded).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    lengths = np.fromiter(map(len, padded), dtype=np.int64, count=len(padded))
    rows = np.repeat(np.arange(len(padded)), lengths)
    if len(letters) < WINDOW:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    wide = letters.astype(np.int64)
    codes = (wide[:-2] * _WIDEST + wide[1:-1]) * _WIDEST + wide[2:]
    within = rows[:-2] == rows[2:]  # else the piece reaches into the next text
    return codes[within], rows[:-2][within]
