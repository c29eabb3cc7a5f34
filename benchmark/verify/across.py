"""Items looked at together: repeated questions, unbalanced golds, R1 and R2 that should ask the same."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt

from benchmark.verify.facts import folded
from benchmark.verify.lines import Line
from benchmark.verify.violation import Kind, Violation
from benchmark.verify.words import read_question

# Standard deviations by which a letter may be gold more or less often than chance: about 1 in 100,000.
TOLERANCE = 4.4


def check_across(lines: Sequence[Line]) -> Iterator[Violation]:
    """Every violation that takes more than one item to see."""
    by_task: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        by_task[line.task].append(line)
    yield from _repeated_ids(lines)
    for task, found in by_task.items():
        yield from _repeated_stems(found)
        yield from _unbalanced(task, found)
    yield from _contexts(by_task["R1"], by_task["R2"])
    for task in ("R1", "R2"):
        yield from _evidence_twins(by_task[task], by_task[f"{task}+E"])


def _repeated_ids(lines: Sequence[Line]) -> Iterator[Violation]:
    counts = Counter(line.id for line in lines)
    for item_id, count in counts.items():
        if count > 1:
            yield Violation(item_id, Kind.DUPLICATE_STEM, f"the id stands {count} times")


def _repeated_stems(lines: Sequence[Line]) -> Iterator[Violation]:
    """The same question twice; in EC, whose question never changes, the same options."""
    first: dict[tuple[str, ...], Line] = {}
    for line in lines:
        options = sorted(map(folded, line.options.values())) if line.task == "EC" else []
        stem = (folded(line.question), *options)
        if first.setdefault(stem, line) is not line:
            yield Violation(line.id, Kind.DUPLICATE_STEM, f"asks the same as {first[stem].id}")


def _unbalanced(task: str, lines: Sequence[Line]) -> Iterator[Violation]:
    """Gold letters against chance; yes and no exactly, over the task and for FC per relation."""
    if all(set(line.options.values()) == {"yes", "no"} for line in lines):
        groups = {"": lines} if task != "FC" else _by_relation(lines)
        for name, group in groups.items():
            yes = sum(line.gold_texts == {"yes"} for line in group)
            if 2 * yes != len(group):
                where = f"{task} {name}".strip()
                yield Violation(where, Kind.UNBALANCED, f"{yes} of {len(group)} items are yes")
        return
    for letter, count, mean, deviation in _letter_counts(lines):
        if abs(count - mean) > TOLERANCE * deviation + 1:
            what = f"letter {letter} is gold {count} times, chance gives {mean:.0f}"
            yield Violation(task, Kind.UNBALANCED, what)


def _by_relation(lines: Sequence[Line]) -> dict[str, list[Line]]:
    groups: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        groups[str(line.relation)].append(line)
    return groups


def _letter_counts(lines: Sequence[Line]) -> Iterator[tuple[str, int, float, float]]:
    """Letter, times it is gold, and mean and standard deviation of that number by chance."""
    counts = Counter(letter for line in lines for letter in line.gold)
    chances: defaultdict[str, list[float]] = defaultdict(list)
    for line in lines:
        for letter in line.options:
            chances[letter].append(len(line.gold) / len(line.options))
    for letter, found in sorted(chances.items()):
        yield letter, counts[letter], sum(found), sqrt(sum(chance * (1 - chance) for chance in found))


def _contexts(r1: Sequence[Line], r2: Sequence[Line]) -> Iterator[Violation]:
    """R1 and R2 have the same scaffolds; one may have fewer, never others."""
    if not (r1 and r2):
        return
    few, many = sorted((r1, r2), key=len)
    known = {_scaffold_of(line) for line in many}
    for line in few:
        if _scaffold_of(line) not in known:
            yield Violation(line.id, Kind.SCAFFOLD_BROKEN, f"no {many[0].task} item has this scaffold")


def _scaffold_of(line: Line) -> tuple[object, ...]:
    said = read_question(line.task, line.question)
    return (said.relation, *said.names.values()) if said else (line.id,)


def _evidence_twins(base: Sequence[Line], with_evidence: Sequence[Line]) -> Iterator[Violation]:
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
