"""A second, harder benchmark: items of each answer are alike in all that could give the answer away.

FC: true facts are taken in pairs and their ends crossed, so that every head and every tail is as often in a
fact as in a denial. R1: contexts with and without an edge agree in both diseases and the first hop, and in
the drug's number of triples to a factor of two. What that leaves is thinned: items that shortcuts guess are
left out until no shortcut is right more than ten points above chance (after R. Le Bras et al., "Adversarial
filters of dataset biases", 2020). The shortcuts are those that `describe` reports, learnt on its folds and on
others.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from benchmark.build.assemble import Draft, TaskResult, assemble
from benchmark.build.graph import KnowledgeGraph, Node, Triple, orient
from benchmark.build.ranking import Ranker
from benchmark.build.settings import Task
from benchmark.item import Item
from benchmark.shortcuts import MOST_LABELS, SEED, Surroundings, all_guesses

# A shortcut may be right this much more often than chance.
ALLOWED = 0.10
# What is left must be under it by this much: on other folds figures are slightly other.
SPARE = 0.03
# A task of fewer items is left out: shortcuts could not be measured on them.
FEWEST = 20
# Of the items too many are guessed of, this share is left out at a time.
STEP = 0.05
# Tasks of which the slice has more of one answer than of another.
LABELLED = (Task.RP, Task.R2)
# So many of the nearest facts are tried as a partner to cross ends with.
TRIED = 200
FOLD_SEEDS = (SEED, 7, 8)

Crossed = tuple[Triple, Triple, Triple, Triple]  # two facts, and what crossing their ends gives


def surroundings_of(graph: KnowledgeGraph) -> Surroundings:
    """What the slice says of its nodes."""
    return Surroundings.of((one.head.key, one.relation, one.tail.key) for one in graph.triples)


def degrees_of(graph: KnowledgeGraph) -> Counter[Node]:
    """Triples of the slice that each node stands in."""
    return Counter(node for one in graph.triples for node in (one.head, one.tail))


def crossed_pairs(
    triples: Sequence[Triple], degrees: Mapping[Node, int], absent: Callable[[Triple], bool]
) -> list[Crossed]:
    """Facts in pairs whose crossed ends are in no fact; each fact and each denial stands once.

    Partners have tails, and then heads, with about as many triples, so that the products of both ends'
    numbers are alike too.

    Args:
        triples: of one relation, in the order in which they are to be asked.
    """
    place = {triple: at for at, triple in enumerate(triples)}
    left = sorted(triples, key=lambda one: (_scale(degrees[one.tail]), _scale(degrees[one.head]), place[one]))
    used: set[Triple] = set()
    found = []
    while left:
        first = left.pop(0)
        for at, second in enumerate(left[:TRIED]):
            denials = _crossed(first, second)
            if denials and not used & set(denials) and all(map(absent, denials)):
                used.update(denials)
                found.append((first, left.pop(at), *denials))
                break
    return sorted(found, key=lambda one: place[one[0]])


def _scale(degree: int) -> int:
    return degree.bit_length()


def _crossed(first: Triple, second: Triple) -> tuple[Triple, Triple] | None:
    """Each head with the other's tail; None where that is no other pair of triples."""
    if len({first.head, first.tail, second.head, second.tail}) < 4:
        return None
    one = orient(first.relation, first.head, second.tail)
    other = orient(first.relation, second.head, first.tail)
    return (one, other) if one and other else None


def thinned(result: TaskResult, ranker: Ranker, around: Surroundings) -> TaskResult:
    """The task with fewer items, so that no shortcut is right more than allowed above chance.

    Answers keep equal shares: as many items of each are left out.
    """
    drafts = list(result.drafts)
    while len(drafts) >= 2 * len(_by_answer(drafts)):
        guessed = _guessed(replace(result, drafts=tuple(drafts)), ranker, around)
        if guessed is None:
            break
        drafts = _without_most_guessed(result.task, drafts, guessed)
    reason = None
    if len(drafts) < FEWEST:
        reason = f"fewer than {FEWEST} of {len(result.drafts):,} items are left that no shortcut guesses"
        drafts = []
    elif len(drafts) < len(result.drafts):
        reason = (
            f"of {len(result.drafts):,} items {len(drafts):,} are left that no shortcut guesses too often"
        )
    return replace(result, drafts=tuple(drafts), reason=reason or result.reason)


def _guessed(result: TaskResult, ranker: Ranker, around: Surroundings) -> Counter[str] | None:
    """Draft → how many of the shortcuts that are right too often guess it; None if there is none of them."""
    items = assemble(result, ranker)
    draft_of = {_stem(draft.question, (*draft.right, *draft.wrong)): draft.key for draft in result.drafts}
    keys = [draft_of[_stem(item.question, tuple(item.options.values()))] for item in items]
    most = _most(items)
    guessed: Counter[str] = Counter()
    for seed in FOLD_SEEDS:
        for guesses in all_guesses(str(result.task), items, around, seed=seed):
            if guesses.accuracy > most:
                guessed.update(key for key, right in zip(keys, guesses.right, strict=True) if right)
    return guessed or None


def _most(items: Sequence[Item]) -> float:
    """How often a shortcut may be right; with few answers, saying always one of them cannot be less."""
    texts = {item.options[item.gold[0]] for item in items}
    least = 1 / len(texts) + 0.01 if len(texts) <= MOST_LABELS else 0.0
    return max(chance(items) + ALLOWED - SPARE, least)


def chance(items: Sequence[Item]) -> float:
    """The accuracy of guessing."""
    return sum(1 / len(item.options) for item in items) / len(items)


def _stem(question: str, options: tuple[str, ...]) -> tuple[str, frozenset[str]]:
    return question, frozenset(options)


def _without_most_guessed(task: Task, drafts: Sequence[Draft], guessed: Mapping[str, int]) -> list[Draft]:
    """Without the drafts that shortcuts guess most: as large a share of each answer."""
    by_answer = _by_answer(drafts)
    sizes = {answer: len(found) for answer, found in by_answer.items()}
    if task in LABELLED:
        sizes = _evened(sizes, max(0.25 + ALLOWED - SPARE, 1 / len(sizes)))
    kept = set()
    for answer, found in by_answer.items():
        order = sorted(found, key=lambda one: guessed.get(one.key, 0))
        kept |= {draft.key for draft in order[: sizes[answer] - max(1, int(STEP * sizes[answer]))]}
    return [draft for draft in drafts if draft.key in kept]


def _evened(sizes: Mapping[str, int], most: float) -> dict[str, int]:
    """Sizes of which none is more than this share of all: else saying that answer is a shortcut.

    >>> _evened({"none": 60, "indication": 30, "contraindication": 30, "off-label use": 6}, 0.32)
    {'none': 31, 'indication': 30, 'contraindication': 30, 'off-label use': 6}
    """
    found = dict(sizes)
    while max(found.values()) > most * sum(found.values()) and len(set(found.values())) > 1:
        largest = max(found.values())
        below = max(size for size in found.values() if size < largest)
        for answer, size in found.items():
            rest = sum(found.values()) - size
            if size == largest:
                found[answer] = max(below, min(size - 1, int(most / (1 - most) * rest)))
    return found


def _by_answer(drafts: Sequence[Draft]) -> Mapping[str, list[Draft]]:
    found: defaultdict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        found[draft.stratum].append(draft)
    return found


def nearest_pairs(
    one: Sequence[Node], other: Sequence[Node], degrees: Mapping[Node, int]
) -> Iterator[tuple[int, int]]:
    """Places of nodes of either list that have about as many triples: within a factor of two; each once."""
    ours = sorted(range(len(one)), key=lambda at: degrees[one[at]])
    theirs = sorted(range(len(other)), key=lambda at: degrees[other[at]])
    while ours and theirs:
        first, second = degrees[one[ours[0]]], degrees[other[theirs[0]]]
        if max(first, second) <= 2 * min(first, second):
            yield ours.pop(0), theirs.pop(0)
        elif first < second:
            ours.pop(0)
        else:
            theirs.pop(0)
