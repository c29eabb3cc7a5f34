"""Types by the form of names: "HTR2A" looks like a gene, "-pine" like a drug, "… disorder" like a disease.

A name's type is guessed by a naive Bayes classifier of its letters, learnt from the names of other folds: no
name tells its own type.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import expm1, log

from benchmark.item import Item
from benchmark.shortcuts.usual import FOLDS, SEED, fold_of


class NameForms:
    """What names of each type look like.

    Args:
        types: name → its type, for all names that are known.
    """

    def __init__(self, types: Mapping[str, str], *, seed: int = SEED) -> None:
        self._seed = seed
        self.types = sorted(set(types.values()))
        folds = {name: fold_of(name, seed) for name in types}
        # Once for each name, which is learnt in all folds but one.
        self._pieces = {name: tuple(_pieces(name)) for name in types}
        self._learnt = [
            _Letters(
                [(of, self._pieces[name]) for name, of in types.items() if folds[name] != out], self.types
            )
            for out in range(FOLDS)
        ]
        self._scores: dict[str, Mapping[str, float]] = {}

    def scores(self, name: str) -> Mapping[str, float]:
        """Type → logarithm of its probability, as far as the name's form tells."""
        if name not in self._scores:
            pieces = self._pieces.get(name) or tuple(_pieces(name))
            self._scores[name] = self._learnt[fold_of(name, self._seed)].scores(pieces)
        return self._scores[name]

    def likeliest(self, name: str) -> str:
        """The type that the name looks like."""
        scores = self.scores(name)
        return max(self.types, key=lambda of: scores[of])


def types_of_names(items: Sequence[Item]) -> dict[str, str]:
    """Name → type of every entity that items name."""
    return {entity.name: entity.type for item in items for entity in item.entities}


def odd_one_out(options: Sequence[str], forms: NameForms) -> str:
    """The option whose name least looks like the one type that the others share."""

    def fit(odd: str) -> float:
        others = [option for option in options if option != odd]
        return max(
            sum(forms.scores(other)[of] for other in others) + _log_not(forms.scores(odd)[of])
            for of in forms.types
        )

    return max(options, key=fit)


def _log_not(log_probability: float) -> float:
    """The logarithm of 1 − p."""
    return log(max(1e-12, -expm1(min(log_probability, -1e-12))))


class _Letters:
    """Counts of pieces of names, by type.

    Args:
        names: of each name its type and its pieces.
    """

    def __init__(self, names: Sequence[tuple[str, Sequence[str]]], every: Sequence[str]) -> None:
        self._counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._names = Counter(of for of, _ in names)
        for of, pieces in names:
            self._counts[of].update(pieces)
        n_pieces = len({piece for counts in self._counts.values() for piece in counts})
        # Of how often a piece was met: a few numbers, asked for again and again.
        self._logarithms = {of: _logarithms(self._counts[of], n_pieces) for of in every}
        self._every = every

    def scores(self, pieces: Sequence[str]) -> Mapping[str, float]:
        raw = {of: self._raw(of, pieces) for of in self._every}
        highest = max(raw.values())
        total = highest + log(sum(2.718281828459045 ** (score - highest) for score in raw.values()))
        return {of: score - total for of, score in raw.items()}

    def _raw(self, of: str, pieces: Sequence[str]) -> float:
        counts, logarithms = self._counts[of], self._logarithms[of]
        known = log((self._names[of] + 1) / (self._names.total() + len(self._every)))
        return known + sum([logarithms[counts.get(piece, 0)] for piece in pieces])


def _logarithms(counts: Counter[str], n_pieces: int) -> list[float]:
    """Of the chance of a piece that was met so many times, from 0."""
    below = counts.total() + n_pieces + 1
    return [log((n + 1) / below) for n in range(max(counts.values(), default=0) + 1)]


def _pieces(name: str) -> Iterator[str]:
    """Runs of two and three characters with the ends marked, and the name's outline."""
    padded = f"^{name}$"
    for size in (2, 3):
        yield from (padded[at : at + size] for at in range(len(padded) - size + 1))
    outline = "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in name)
    yield f"outline {outline[:6]}"
    yield f"words {len(name.split())}"
