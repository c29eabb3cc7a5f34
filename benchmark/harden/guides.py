"""Guides: what scores a node against a question. The lexical one needs nothing and is the reference; another
goes by vectors of texts, whatever makes them.

A guide scores by the cosine between a node's name and a text. Scores of one guide cannot be compared with
another's: a threshold belongs to its guide, and a model's, from which cosine on a name is meant, comes from
the graph's names. Texts are folded first: static vectors of "Obsessive-Compulsive Disorder" and of its lower
case agree to 0.84 only.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmark.build.graph import fold
from benchmark.errors import SettingsError
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


Vectors: TypeAlias = NDArray[np.float32]
# Folded texts, to (n_texts, dimensions) vectors of any length.
Encode: TypeAlias = Callable[[Sequence[str]], Vectors]

_SAMPLED = 100  # names for a threshold
_AMONG = 4_000  # names that they are compared with


class VectorGuide:
    """Cosine of vectors.

    Args:
        identity: of what makes the vectors.
        vectors: (n_nodes, dimensions), of the names, of length 1.
    """

    def __init__(self, identity: str, threshold: float, vectors: Vectors, encode: Encode) -> None:
        self.identity, self.threshold = identity, threshold
        self._vectors, self._encode = vectors, encode

    def towards(self, text: str) -> Score:
        """Scores against a text."""
        against = unit(self._encode([fold(text)]))[0]

        def score(nodes: Ints) -> Floats:
            return np.asarray(self._vectors[nodes] @ against, dtype=np.float64)

        return score


def unit(vectors: Vectors) -> Vectors:
    """Rows of length 1; a row of zeros stays one, and is like nothing."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Vectors = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return found


def vectors_of(names: Sequence[str], identity: str, encode: Encode, kept: Path | None) -> Vectors:
    """The vectors of all names; kept in a folder under the names' and the model's hash, and taken from there.

    Raises:
        SettingsError: what is kept there is not of this shape, or cannot be read.
    """
    folded = [fold(name) for name in names]
    if kept is None:
        return unit(encode(folded))
    key = hashlib.sha256("\n".join([identity, *folded]).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    path = kept / f"{key}.npy"
    if path.exists():
        return _read(path, len(names), encode)
    found = unit(encode(folded))
    kept.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npy")
    np.save(part, found)
    part.replace(path)
    return found


def _read(path: Path, n: int, encode: Encode) -> Vectors:
    try:
        found: Vectors = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise SettingsError(f"{path} cannot be read as vectors: {error}. Delete it.") from error
    width = encode(["a"]).shape[1]
    if found.dtype != np.float32 or found.shape != (n, width):
        raise SettingsError(f"{path} holds vectors of shape {found.shape}, not {(n, width)}. Delete it.")
    return found


def calibrated(names: Sequence[str], vectors: Vectors, encode: Encode) -> float:
    """The cosine that best parts names spelled otherwise from the nearest other name.

    A hundred names, by hash, lose one letter of their longest word. Of all cosines between them and their own
    name, and between them and the nearest other one, the threshold is the one with the fewest errors.

    Args:
        vectors: of the names, of length 1.
    """
    order = sorted(
        range(len(names)), key=lambda at: hashlib.sha256(names[at].encode("utf-8", "replace")).digest()
    )
    among, sampled = np.array(order[:_AMONG]), order[:_SAMPLED]
    if len(among) < 2:
        return 1.0
    changed = unit(encode([_misspelled(fold(names[at])) for at in sampled]))
    cosines = changed @ vectors[among].T  # (n_sampled, n_among); the sampled ones come first
    places = np.arange(len(sampled))
    own = cosines[places, places].copy()
    cosines[places, places] = -1.0
    other = cosines.max(axis=1)
    tried = np.unique(np.concatenate([own, other]))
    errors = [(own < each).sum() + (other >= each).sum() for each in tried]
    best = int(np.argmin(errors))
    above = tried[best - 1] if best else tried[best]
    return round(float((tried[best] + above) / 2), 4)


def _misspelled(text: str) -> str:
    """Without the middle letter of the longest word."""
    longest = max(text.split(" "), key=len, default="")
    middle = len(longest) // 2
    return text.replace(longest, longest[:middle] + longest[middle + 1 :], 1) if len(longest) > 2 else text
