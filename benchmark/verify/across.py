"""Items looked at together: repeated questions, unbalanced golds, R1 and R2 that should ask the same; and
whether one is missing that the slice allows.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from string import ascii_uppercase
from typing import Any

from benchmark.verify.families import family_of
from benchmark.verify.lines import ItemLine, Kind, Violation
from benchmark.verify.reading import USAGE, Facts, Graph, NodeId, folded

# Standard deviations by which a letter may be gold more or less often than chance: about 1 in 100,000.
TOLERANCE = 4.4
_ANSWERS = {text: place for place, text in enumerate(USAGE)}


def check_across(lines: Sequence[ItemLine], seed: int) -> Iterator[Violation]:
    """Every violation that takes more than one item to see."""
    yield from _order(lines, seed)
    by_task: defaultdict[str, list[ItemLine]] = defaultdict(list)
    for line in lines:
        by_task[line.task].append(line)
    yield from _repeated_ids(lines)
    for task, found in by_task.items():
        yield from _repeated_stems(task, found)
        yield from _unbalanced(task, found)
    yield from _contexts(by_task["R1"], by_task["R2"])
    for task in ("R1", "R2"):
        yield from _evidence_twins(by_task[task], by_task[f"{task}+E"])


def _order(lines: Sequence[ItemLine], seed: int) -> Iterator[Violation]:
    """Each task's items stand in an order that only their content and the seed decide: by a hash of both."""
    pairs = [
        (_rank(seed, one), _rank(seed, other)) for one, other in pairwise(lines) if one.task == other.task
    ]
    falls = sum(one > other for one, other in pairs)
    # By chance half of the neighbours would be out of order; a single item planted somewhere is one or two.
    if len(pairs) >= 8 and falls * 4 > len(pairs):
        what = f"{falls} of {len(pairs)} items do not stand in the order that seed {seed} gives"
        yield Violation("items.jsonl", Kind.ORDER_WRONG, what)


def _rank(seed: int, line: ItemLine) -> bytes:
    text = "\x1f".join((str(seed), "order", family_of(line.task).content(line)))
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def _repeated_ids(lines: Sequence[ItemLine]) -> Iterator[Violation]:
    counts = Counter(line.id for line in lines)
    for item_id, count in counts.items():
        if count > 1:
            yield Violation(item_id, Kind.DUPLICATE_STEM, f"the id stands {count} times")


def _repeated_stems(task: str, lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """The same question twice; where a family's question never changes, with the same options."""
    first: dict[tuple[str, ...], ItemLine] = {}
    for line in lines:
        stem = (folded(line.question), *sorted(map(folded, family_of(task).stem_options(line))))
        if first.setdefault(stem, line) is not line:
            yield Violation(line.id, Kind.DUPLICATE_STEM, f"asks the same as {first[stem].id}")


def check_without_graph(lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """What holds for any benchmark: options that differ, ids that stand once, no question with two golds."""
    yield from _repeated_ids(lines)
    first: dict[tuple[str, ...], ItemLine] = {}
    for line in lines:
        texts = sorted(map(folded, line.options.values()))
        if len(set(texts)) < len(texts):
            yield Violation(line.id, Kind.TWO_RIGHT, "two options read the same")
        stem = (folded(line.question), *texts)
        same = first.setdefault(stem, line)
        if set(map(folded, same.gold_texts)) != set(map(folded, line.gold_texts)):
            what = f"asks the same as {same.id}, with another gold"
            yield Violation(line.id, Kind.DUPLICATE_STEM, what)


def _unbalanced(task: str, lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """Yes and no exactly, over the task or each group of it; gold letters as evenly as numbers allow."""
    if all(set(line.options.values()) == {"yes", "no"} for line in lines):
        for name, group in family_of(task).halves(lines).items():
            yes = sum(line.gold_texts == {"yes"} for line in group)
            if 2 * yes != len(group):
                where = f"{task} {name}".strip()
                yield Violation(where, Kind.UNBALANCED, f"{yes} of {len(group)} items are yes")
    elif task.endswith("+E"):
        yield from _far_from_chance(task, lines)
    else:
        yield from _uneven_positions(task, lines)


def _uneven_positions(task: str, lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """Among the items of one answer, no position may be gold more than once more often than another.

    So the position tells nothing about the answer either, and a letter's share over the task is off by less
    than one item per answer. Where several letters are gold, that of the first answer in the paper's order
    counts.
    """
    family = family_of(task)
    groups: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for line in lines:
        first = min(line.gold, key=lambda letter: _ANSWERS.get(line.options[letter], 0))
        groups[family.answer(line), len(line.options)][first] += 1
    for (answer, n_options), counts in groups.items():
        letters = ascii_uppercase[:n_options]
        if max(counts[letter] for letter in letters) - min(counts[letter] for letter in letters) > 1:
            found = ", ".join(f"{letter} {counts[letter]}" for letter in letters)
            about = f"of the {counts.total()} items about {answer}, gold is at" if answer else "gold is at"
            yield Violation(task, Kind.UNBALANCED, f"{about} {found}")


def _far_from_chance(task: str, lines: Sequence[ItemLine]) -> Iterator[Violation]:
    """Items with evidence are those of their base that have a text: which ones, is chance."""
    for letter, count, mean, deviation in _letter_counts(lines):
        if abs(count - mean) > TOLERANCE * deviation + 1:
            what = f"letter {letter} is gold {count} times, chance gives {mean:.0f}"
            yield Violation(task, Kind.UNBALANCED, what)


def _letter_counts(lines: Sequence[ItemLine]) -> Iterator[tuple[str, int, float, float]]:
    """Letter, times it is gold, and mean and standard deviation of that number by chance."""
    counts = Counter(letter for line in lines for letter in line.gold)
    chances: defaultdict[str, list[float]] = defaultdict(list)
    for line in lines:
        for letter in line.options:
            chances[letter].append(len(line.gold) / len(line.options))
    for letter, found in sorted(chances.items()):
        yield letter, counts[letter], sum(found), sqrt(sum(chance * (1 - chance) for chance in found))


def _contexts(r1: Sequence[ItemLine], r2: Sequence[ItemLine]) -> Iterator[Violation]:
    """R1 and R2 have the same scaffolds; one may have fewer, never others."""
    if not (r1 and r2):
        return
    few, many = sorted((r1, r2), key=len)
    known = {_scaffold_of(line) for line in many}
    for line in few:
        if _scaffold_of(line) not in known:
            yield Violation(line.id, Kind.SCAFFOLD_BROKEN, f"no {many[0].task} item has this scaffold")


def _scaffold_of(line: ItemLine) -> tuple[object, ...]:
    said = family_of(line.task).read(line)
    return (said.relation, *said.names.values()) if said else (line.id,)


def _evidence_twins(base: Sequence[ItemLine], with_evidence: Sequence[ItemLine]) -> Iterator[Violation]:
    """An item with evidence is its base item and nothing else, letter by letter."""
    known = {line.id: line for line in base}
    for line in with_evidence if base else ():
        twin = known.get(line.details.get("base_item", ""))
        if twin is None:
            yield Violation(line.id, Kind.SCAFFOLD_BROKEN, "its base item is not in the file")
        elif not line.question.startswith(twin.question + "\n\nEvidence:\n\n"):
            yield Violation(line.id, Kind.SCAFFOLD_BROKEN, f"its question is not that of {twin.id}")
        elif (list(line.options.items()), line.gold) != (list(twin.options.items()), twin.gold):
            yield Violation(line.id, Kind.SCAFFOLD_BROKEN, f"options or gold are not those of {twin.id}")


def check_coverage(
    lines: Sequence[ItemLine], graph: Graph, scope: Facts, manifest: Mapping[str, Any]
) -> Iterator[Violation]:
    """ET has every entity with a name of its own, RT every relation, FC and ES what facts allow."""
    sizes, counts = manifest["settings"]["sizes"], Counter(line.task for line in lines)
    alone = sum(len(scope.bearers.get(folded(node[3]), ())) == 1 for node in graph.nodes.values())
    possible = {"ET": alone if len(graph.types) > 1 else 0, "RT": len(graph.triples_by_relation)}
    for task, n_possible in possible.items():
        wanted = n_possible if sizes.get(task) is None else min(sizes[task], n_possible)
        if task in sizes and counts[task] < wanted and not (task == "RT" and len(graph.types) == 1):
            yield Violation(task, Kind.FACTS_MISSING, f"{counts[task]} items, the slice has {wanted} to ask")
    if "ES" in sizes:
        yield from _indications(counts["ES"], graph, scope, manifest)
    if "FC" in sizes and not manifest["settings"].get("matched"):
        left_out = manifest["tasks"]["FC"].get("left_out", {})
        yield from _facts(lines, graph, scope, sizes["FC"], left_out)


def _facts(
    lines: Sequence[ItemLine], graph: Graph, scope: Facts, size: int | None, left_out: Mapping[str, int]
) -> Iterator[Violation]:
    """Relations share the size evenly; one that has fewer items must have no more facts to ask.

    A fact whose ends' names are their own can be left out only if no replacement gave a negative: the
    manifest says how often, for all relations together.
    """
    asked = Counter(line.relation for line in lines if line.task == "FC" and line.gold_texts == {"yes"})
    can_be_asked = Counter(
        relation for relation, *ends in graph.triples if all(_is_alone(node, scope) for node in ends)
    )
    all_of_them = size is None or asked.total() < size // 2
    short = [
        relation
        for relation in can_be_asked
        if all_of_them or asked[relation] < max(asked.values(), default=0) - 1
    ]
    missing = sum(can_be_asked[relation] - asked[relation] for relation in short)
    excused = left_out.get("no replacement makes an absent triple", 0)
    if missing > excused:
        relations = ", ".join(sorted(short))
        what = f"{missing} facts of {relations} are not asked; the manifest accounts for {excused}"
        yield Violation("FC", Kind.FACTS_MISSING, what)


def _indications(
    n_items: int, graph: Graph, scope: Facts, manifest: Mapping[str, Any]
) -> Iterator[Violation]:
    """ES asks each indication; the manifest accounts for those with too few wrong drugs."""
    can_be_asked = sum(
        relation == "indication"
        and _is_alone(drug, scope)
        and _is_alone(disease, scope)
        and "contraindication" not in scope.usage(drug[3], disease[3])
        for relation, drug, disease in graph.triples
    )
    size = manifest["settings"]["sizes"].get("ES")
    excused = manifest["tasks"]["ES"].get("left_out", {}).get("too few drugs are not indicated", 0)
    wanted = can_be_asked - excused if size is None else min(size, can_be_asked - excused)
    if n_items < wanted:
        yield Violation("ES", Kind.FACTS_MISSING, f"{n_items} items, the slice has {wanted} to ask")


def _is_alone(node: NodeId, scope: Facts) -> bool:
    return scope.n_bearers(node[0], node[3]) == 1
