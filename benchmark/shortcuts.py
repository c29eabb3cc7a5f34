"""What can be guessed: answers that take no knowledge of the fact asked about, measured on the items.

A shortcut answers every item of a task by something that stands beside the fact: the usual answer for a
drug, the form of a name ("HTR2A" looks like a gene, "-pine" like a drug), the length of an option. Where it
learns, it learns from other items only (five folds), so that its accuracy is that of a model that has seen
as many items and knows nothing else. The last part is the same for cases between two disorders.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, compress
from math import expm1, log
from operator import eq
from pathlib import Path
from typing import Any, TypeAlias

from benchmark.folder import read_triples
from benchmark.item import Item, Mode

__all__ = [
    "CaseBaseline",
    "Guesses",
    "Surroundings",
    "all_guesses",
    "best_guesses",
    "case_baselines",
    "full_and_partial",
    "has_baseline",
    "pair_named",
]


FOLDS = 5
SEED = 42
# So many items' worth of the answers' overall shares stands beside what is known of one value.
PRIOR = 1.0
NONE: Mapping[str, int] = {}

# What is known of each item; None where it does not apply.
Feature: TypeAlias = Sequence[Hashable | None]


def fold_of(key: str, seed: int = SEED) -> int:
    """Which of the folds something is in; the same on every machine."""
    return int.from_bytes(hashlib.blake2b(f"{seed}|{key}".encode(), digest_size=8).digest(), "big") % FOLDS


def gold_text(item: Item) -> str:
    """The text of the right option; the item is of mode single."""
    return item.options[item.gold[0]]


def usual_answers(items: Sequence[Item], features: Sequence[Feature] = (), *, seed: int = SEED) -> list[str]:
    """For each item the answer that is likeliest by what other folds' items say of its features.

    Several features are put together as if they were independent given the answer (naive Bayes). Without
    features it is the answer that is right most often: the best constant.
    """
    folds = [fold_of(item.id, seed) for item in items]
    golds = [gold_text(item) for item in items]
    learnt = [_Learnt(golds, features, [fold != out for fold in folds]) for out in range(FOLDS)]
    return [learnt[fold].answer(items[place], place) for place, fold in enumerate(folds)]


class _Learnt:
    """Counts of right answers over some of the items: overall, and by each feature's value."""

    def __init__(self, golds: Sequence[str], features: Sequence[Feature], among: Sequence[bool]) -> None:
        self._features = features
        self._overall = Counter(compress(golds, among))
        self._of_all = self._overall.total() + len(self._overall) + 1
        self._by_value: list[defaultdict[Hashable, Counter[str]]] = [defaultdict(Counter) for _ in features]
        for counts, feature in zip(self._by_value, features, strict=True):
            for value, answer in compress(zip(feature, golds, strict=True), among):
                counts[value][answer] += 1
        self._answers: dict[tuple[Hashable, ...], str] = {}
        self._priors: dict[str, tuple[float, float]] = {}

    def answer(self, item: Item, place: int) -> str:
        """The likeliest of the item's options; of equally likely ones the first by text."""
        values = [feature[place] for feature in self._features]
        key = (*values, *item.options.values())
        if key not in self._answers:  # options that are labels come again and again
            counted = [counts.get(v) for counts, v in zip(self._by_value, values, strict=True)]
            known = [(counts, counts.total()) if counts else (NONE, 0) for counts in counted]
            likeliest = max(sorted(item.options.values()), key=lambda text: self._score(text, known))
            self._answers[key] = likeliest
        return self._answers[key]

    def _score(self, text: str, known: Sequence[tuple[Mapping[str, int], int]]) -> float:
        """Args: known: for each feature, how often which answer was right, and how often any was."""
        prior, of_prior = self._prior(text)
        score = of_prior
        for counts, total in known:
            score += log((counts.get(text, 0) + PRIOR * prior) / (total + PRIOR)) - of_prior
        return score

    def _prior(self, text: str) -> tuple[float, float]:
        """How often the text is right, whatever is asked, and the logarithm of that."""
        if text not in self._priors:
            prior = (self._overall.get(text, 0) + 1) / self._of_all
            self._priors[text] = prior, log(prior)
        return self._priors[text]


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


USAGE = frozenset({"indication", "contraindication", "off-label use"})
# A task has labels, such as yes and no, where so few texts are ever right.
MOST_LABELS = 10
CONSTANT = "always the same answer"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the graph says about nodes, apart from the fact asked about.

    Attributes:
        triples: node key → triples of the slice it stands in.
        used: keys of diseases with a usage edge (indication, contraindication, off-label use).
    """

    triples: Mapping[str, int] = field(default_factory=dict)
    used: frozenset[str] = frozenset()

    @classmethod
    def of(cls, triples: Iterable[tuple[str, str, str]]) -> "Surroundings":
        """Args: triples: head key, relation, tail key."""
        counts: Counter[str] = Counter()
        used: set[str] = set()
        for head, relation, tail in triples:
            counts.update({head, tail})
            if relation in USAGE:
                used |= {head, tail}
        return cls(counts, frozenset(used))

    @classmethod
    def read(cls, path: Path) -> "Surroundings":
        """From `triples.csv`; nothing where there is no such file."""
        return cls.of((row["head_key"], row["relation"], row["tail_key"]) for row in read_triples(path))


@dataclass(frozen=True, slots=True)
class Guesses:
    """What one shortcut answers.

    Attributes:
        answers: the option text for each item, in the order of the items.
    """

    task: str
    shortcut: str
    answers: tuple[str, ...]
    right: tuple[bool, ...]

    @property
    def accuracy(self) -> float:
        return sum(self.right) / len(self.right)


def all_guesses(task: str, items: Sequence[Item], graph: Surroundings, *, seed: int = SEED) -> list[Guesses]:
    """What each shortcut answers to the items of a task; none for items with several right answers.

    Args:
        seed: puts items and names into folds.
    """
    return list(_each(task, items, graph, seed))


def _each(task: str, items: Sequence[Item], graph: Surroundings, seed: int) -> Iterator[Guesses]:
    if not items or any(item.mode is not Mode.SINGLE for item in items):
        return
    golds = [gold_text(item) for item in items]
    for name, answers in chain(_by_labels(items, graph, seed), _by_names(items, seed), _by_texts(items)):
        right = tuple(map(eq, answers, golds))
        yield Guesses(task, name, tuple(answers), right)


def best_guesses(task: str, items: Sequence[Item], graph: Surroundings) -> Guesses | None:
    """The most accurate shortcut; of equally accurate ones the first."""
    return max(_each(task, items, graph, SEED), key=lambda one: one.accuracy, default=None)


def has_labels(items: Sequence[Item]) -> bool:
    """Whether the items share the texts of their options: answers are labels, not names."""
    texts: set[str] = set()
    for item in items:
        texts.update(item.options.values())
        if len(texts) > MOST_LABELS:  # where options are names, a few items tell
            return False
    return True


def _by_labels(items: Sequence[Item], graph: Surroundings, seed: int) -> Iterator[tuple[str, list[str]]]:
    """What can be learnt from other items where answers are labels."""
    if not has_labels(items):
        return
    yield CONSTANT, usual_answers(items, seed=seed)
    roles = _roles(items)
    for name, feature in roles.items():
        yield f"usual answer for the {_words(name)}", usual_answers(items, [feature], seed=seed)
    for one, other in combinations(roles, 2):
        name = f"usual answer for {_words(one)} and {_words(other)}"
        yield name, usual_answers(items, [roles[one], roles[other]], seed=seed)
    for name, feature in _features(items, graph):
        yield name, usual_answers(items, [feature], seed=seed)
    if all(item.details.get("first_hop") in item.options.values() for item in items):
        yield "first hop copied", [str(item.details["first_hop"]) for item in items]


def _roles(items: Sequence[Item]) -> dict[str, Feature]:
    """Role → the key of the node that plays it, for roles that one node plays in each item."""
    played = [[entity.role for entity in item.entities] for item in items]
    single = [role for role in dict.fromkeys(played[0]) if all(roles.count(role) == 1 for roles in played)]
    if len(single) < 2:  # the only entity is what is asked about: no other item is about it
        return {}
    nodes = [{entity.role: entity.key for entity in item.entities} for item in items]
    return {role: [node[role] for node in nodes] for role in single}


def _features(items: Sequence[Item], graph: Surroundings) -> Iterator[tuple[str, Feature]]:
    """What the graph and the maker of the items say beside the fact."""
    asked = [_asked(item) for item in items]
    if graph.triples and all(asked):
        yield "number of triples of both ends", [_size(pair, graph) for pair in asked if pair]
        yield "whether the disease has a usage edge", [pair[1] in graph.used for pair in asked if pair]
    for name, words in (
        ("first_hop", "usual answer for the first hop"),
        ("drug_text_names_disease_b", "whether the evidence names the disease"),
    ):
        if all(name in item.details for item in items):
            yield words, [item.details[name] for item in items]


def _asked(item: Item) -> tuple[str, str] | None:
    """Keys of the two nodes whose relation is asked about: the first and the last."""
    return (item.entities[0].key, item.entities[-1].key) if len(item.entities) in (2, 3) else None


def _size(pair: tuple[str, str], graph: Surroundings) -> int:
    """The product of both nodes' triples, to the nearest power of two below."""
    return (graph.triples.get(pair[0], 0) * graph.triples.get(pair[1], 0)).bit_length()


def _by_names(items: Sequence[Item], seed: int) -> Iterator[tuple[str, list[str]]]:
    """Types by the form of names."""
    types = types_of_names(items)
    texts = set(types.values())
    if all(len(item.entities) == 1 and gold_text(item) in texts for item in items):
        forms = NameForms(types, seed=seed)
        yield "type by the form of the name", [_typed(item, forms) for item in items]
    elif all(set(item.options.values()) <= types.keys() for item in items):
        forms = NameForms(types, seed=seed)
        answers = [odd_one_out(list(item.options.values()), forms) for item in items]
        yield "odd one by the form of the names", answers


def _typed(item: Item, forms: NameForms) -> str:
    scores = forms.scores(item.entities[0].name)
    return max(item.options.values(), key=lambda text: scores.get(text, float("-inf")))


def _by_texts(items: Sequence[Item]) -> Iterator[tuple[str, list[str]]]:
    """What the options' texts alone tell."""
    # Here: numpy takes a tenth of a second, and a simulator without a model that guesses needs none.
    from benchmark.likeness import by_likeness

    # One item after the other: the texts of a million do not stay in memory, but are unpacked again.
    yield "longest option", [max(item.options.values(), key=len) for item in items]
    yield "shortest option", [min(item.options.values(), key=len) for item in items]
    likest = list(by_likeness((tuple(item.options.values()), item.question) for item in items))
    yield "option most like the question", [most for most, _ in likest]
    yield "option least like the others", [least for _, least in likest]


def _words(role: str) -> str:
    """A role as the questions name it: "disease_b" is "disease B" there."""
    return " ".join(word.upper() if len(word) == 1 else word for word in role.split("_"))


BOTH, MOST_SHARED = "always both main options", "the option that shares most symptoms"
FULL = "duration"  # `partial_by` of a self-report whose symptoms are complete, and whose duration is withheld


@dataclass(frozen=True, slots=True)
class CaseBaseline:
    """How often one way of answering has the exact set.

    Attributes:
        n: cases that it can be said of.
        right: share of them; a tie among k options counts as 1 / k.
    """

    task: str
    answer: str
    n: int
    right: float


def case_baselines(task: str, items: Sequence[Item]) -> list[CaseBaseline]:
    """Both main options of a pair, and the option whose criteria share most symptoms with the patient.

    The second one needs `shared_symptoms` (disorder → symptoms of the patient among its criteria), which
    generated cases have. It names one option, so it is never exact where two are right.
    """
    found = []
    between = [item for item in items if pair_named(item.details)]
    if between:
        right = sum(set(item.gold) == _both(item) for item in between)
        found.append(CaseBaseline(task, BOTH, len(between), right / len(between)))
    counted = [item for item in items if item.details.get("shared_symptoms")]
    if counted:
        share = sum(_by_symptoms(item) for item in counted) / len(counted)
        found.append(CaseBaseline(task, MOST_SHARED, len(counted), share))
    return found


def has_baseline(item: Item) -> bool:
    """Whether any of them can be said of a case."""
    return pair_named(item.details) is not None or bool(item.details.get("shared_symptoms"))


def full_and_partial(items: Sequence[Item]) -> tuple[int, int] | None:
    """Self-reports with all symptoms and no duration, and those below the threshold; None without any."""
    reports = [item for item in items if item.details.get("type") == "type2" and "partial_by" in item.details]
    full = sum(item.details["partial_by"] == FULL for item in reports)
    return (full, len(reports) - full) if reports else None


def pair_named(details: Mapping[str, Any]) -> tuple[str, str] | None:
    """The ids of the two disorders that a case's `differential` names; None without one."""
    named = details.get("differential")
    if isinstance(named, str) and named.count("-") == 1:
        main, other = named.split("-")
        return main, other
    return None


def _both(item: Item) -> set[str]:
    pair = pair_named(item.details) or ()
    return {letter for letter, key in item.details["option_ids"].items() if key in pair}


def _by_symptoms(item: Item) -> float:
    shared = item.details["shared_symptoms"]
    most = max(shared.values())
    first = [letter for letter, key in item.details["option_ids"].items() if shared.get(key) == most]
    return 1 / len(first) if len(item.gold) == 1 and item.gold[0] in first else 0.0
