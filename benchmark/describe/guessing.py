"""How far yes-or-no items can be answered without knowing the fact asked about: baselines for their accuracy.

A graph's hubs give something away: what stands in many triples is more often right. The figures say how much,
on the items themselves; a model's accuracy is worth what it has beyond them.

Decision: docs/decisions/benchmark.md, "What hubs give away is reported, not removed".
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from benchmark.item import Item

# Task → the roles of the two nodes between which a fact is asked about.
ASKED = {"FC": ("head", "tail"), "R1": ("drug", "disease_b")}


def guessing_rows(
    by_task: Mapping[str, Sequence[Item]], incidence: Mapping[tuple[str, str], int]
) -> Iterator[tuple[str, float, float, float]]:
    """Task, AUC of the product of both nodes' triples, and accuracy of each node's most frequent answer.

    Args:
        incidence: (type, name) → triples of the slice.
    """
    for task, roles in ASKED.items():
        items = by_task.get(task, ())
        if not items or not incidence:
            continue
        nodes = [{entity.role: (entity.type, entity.name) for entity in item.entities} for item in items]
        yes = [item.options[item.gold[0]] == "yes" for item in items]
        first, second = ([node.get(role, ("", "")) for node in nodes] for role in roles)
        scores = [
            incidence.get(one, 0) * incidence.get(other, 0) for one, other in zip(first, second, strict=True)
        ]
        yield task, auc(scores, yes), majority(first, yes), majority(second, yes)


def auc(scores: Sequence[float], yes: Sequence[bool]) -> float:
    """How often a "yes" item has the higher score of a pair with a "no" item; ties count half.

    For scores 3, 1, 1 of which the first two are yes: pairs (3, 1) and (1, 1) give 1 and a half, so 0.75.
    """
    of_yes = Counter(score for score, is_yes in zip(scores, yes, strict=True) if is_yes)
    of_no = Counter(score for score, is_yes in zip(scores, yes, strict=True) if not is_yes)
    below, won = 0, 0.0
    for score in sorted(of_yes.keys() | of_no.keys()):
        won += of_yes[score] * (below + of_no[score] / 2)
        below += of_no[score]
    pairs = of_yes.total() * of_no.total()
    return won / pairs if pairs else 0.5


def majority(nodes: Sequence[tuple[str, str]], yes: Sequence[bool]) -> float:
    """Accuracy of who answers what is right for most items of a node, and knows nothing else."""
    answers: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    for node, is_yes in zip(nodes, yes, strict=True):
        answers[node][is_yes] += 1
    return sum(max(counts.values()) for counts in answers.values()) / (len(nodes) or 1)
