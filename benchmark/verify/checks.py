"""One item against the graph: all that can be said of it alone. `across.py` looks at items together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmark.verify.answers import (
    ROLE_TYPES,
    absent_from_file,
    dominant_type_pair,
    is_denial,
    right_options,
)
from benchmark.verify.facts import DIRECTIONS, USAGE, Facts, Graph, folded
from benchmark.verify.leaks import BLOCKS, Texts, answers_left, blocks_of, field_complaint
from benchmark.verify.lines import Line, expected_id
from benchmark.verify.violation import Kind, Violation
from benchmark.verify.words import Said, read_question

TASKS = ("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E")


@dataclass(frozen=True, slots=True)
class Reference:
    """What items are held against.

    Attributes:
        graph: the file and the slice.
        scope: the part in which a denied fact must be absent: the file, or the slice by the paper's rule.
        drug_texts, disease_texts: the feature tables, or None where they were not given.
    """

    graph: Graph
    scope: Facts
    drug_texts: Texts | None = None
    disease_texts: Texts | None = None


def check_item(line: Line, reference: Reference) -> Iterator[Violation]:
    """Every violation of one item."""
    if len({folded(text) for text in line.options.values()}) < len(line.options):
        yield Violation(line.id, Kind.TWO_RIGHT, "two options read the same")
    if (found := expected_id(line)) != line.id:
        yield Violation(line.id, Kind.ID_WRONG, f"its content gives {found}")
    said = read_question(line.task, line.question) if line.task in TASKS else None
    if said is None:
        yield Violation(line.id, Kind.UNREADABLE, f"task {line.task}: {line.question[:120]!r}")
        return
    for check in (_answers, _names, _annotation, _negative, _scaffold, _evidence):
        for kind, what in check(line, said, reference):
            yield Violation(line.id, kind, what)


Findings = Iterator[tuple[Kind, str]]


def _answers(line: Line, said: Said, reference: Reference) -> Findings:
    """Gold and distractors against what the graph makes right."""
    right = right_options(line.task, said, line.options, reference.scope)
    gold = set(line.gold)
    if line.task == "RT" and line.gold_texts != {
        dominant_type_pair(str(said.relation), reference.graph.slice)
    }:
        yield Kind.GOLD_UNSUPPORTED, f"{line.gold_texts} is not what {said.relation} links most often"
    if unsupported := gold - right:
        yield Kind.GOLD_UNSUPPORTED, f"the graph does not make {_texts(line, unsupported)} right"
    if true := right - gold:
        yield (
            Kind.DISTRACTOR_TRUE,
            f"the graph makes {_texts(line, true)} right as well as or instead of the gold",
        )
    if line.mode == "single" and len(right) > 1:
        yield Kind.TWO_RIGHT, f"the graph makes {_texts(line, right)} right"
    if is_denial(line.task, line.gold_texts):
        absent = absent_from_file(line.task, said, reference.graph.file)
        if line.details.get("absent_from_file") is not absent:
            recorded = line.details.get("absent_from_file")
            yield Kind.ABSENCE_WRONG, f"records {recorded}, the file gives {absent}"


def _texts(line: Line, letters: set[str]) -> str:
    return ", ".join(f"{letter} ({line.options[letter]})" for letter in sorted(letters))


def _names(line: Line, said: Said, reference: Reference) -> Findings:
    """Each name must mean one node of its type."""
    types = _role_types(line, said)
    for role, name in said.names.items():
        node_type = types.get(role)
        if node_type and reference.scope.n_bearers(node_type, name) != 1:
            n_nodes = reference.scope.n_bearers(node_type, name)
            yield Kind.NAME_AMBIGUOUS, f"{role} {name!r}: {n_nodes} nodes of type {node_type} bear this name"
    alone = line.options.values() if line.task == "EC" else said.names.values() if line.task == "ET" else ()
    for name in alone:
        if (n_nodes := len(reference.scope.bearers.get(folded(name), ()))) != 1:
            yield Kind.NAME_AMBIGUOUS, f"{name!r}: {n_nodes} nodes bear this name"


def _role_types(line: Line, said: Said) -> Mapping[str, str]:
    if line.task == "FC":
        head, tail = DIRECTIONS[str(said.relation)]
        return {"head": head, "tail": tail}
    return ROLE_TYPES


def _annotation(line: Line, said: Said, reference: Reference) -> Findings:
    """Entities, relation and triples must be those the words speak of, and stand in the graph."""
    noted = {entity.get("role", ""): entity for entity in line.entities}
    for role, name in said.names.items():
        if noted.get(role, {}).get("name") != name:
            yield Kind.ANNOTATION_WRONG, f"the question names {name!r} as {role}, the entities do not"
    if line.task == "EC" and sorted(e.get("name", "") for e in line.entities) != sorted(
        line.options.values()
    ):
        yield Kind.ANNOTATION_WRONG, "the entities are not those of the options"
    for entity in line.entities:
        node = tuple(entity.get(cell, "") for cell in ("type", "source", "id", "name"))
        if node not in reference.graph.slice.bearers.get(folded(entity.get("name", "")), ()):
            yield Kind.ANNOTATION_WRONG, f"the slice has no node {' | '.join(node)}"
    for head, relation, tail in line.triples:
        if (head, relation, tail) not in reference.graph.keys:
            yield Kind.ANNOTATION_WRONG, f"the slice has no triple {head} –{relation}→ {tail}"
    expected = _expected_relation(line, said)
    if line.relation != expected:
        yield Kind.ANNOTATION_WRONG, f"the relation is {expected!r}, the item has {line.relation!r}"


def _expected_relation(line: Line, said: Said) -> str | None:
    """FC and RT name it; elsewhere it is the one usage relation of the gold, if there is just one."""
    if line.task in ("FC", "RT"):
        return said.relation
    if line.task in ("RP", "R2", "R2+E"):
        return next(iter(line.gold_texts - {"none"}), None) if len(line.gold) == 1 else None
    if line.task in ("R1", "R1+E"):
        return _third_triple(line)
    return None


def _third_triple(line: Line) -> str | None:
    """R1 says yes or no; which relation it is stands in the triples after the two hops, if it is one."""
    return line.triples[2][1] if len(line.triples) == 3 else None


def _negative(line: Line, said: Said, reference: Reference) -> Findings:
    """A denied triple must come from one of the slice by replacing one end, by a node of the same role."""
    if line.gold_texts not in ({"no"}, {"none"}) or line.task not in ("FC", "RP"):
        return
    roles = ("head", "tail") if line.task == "FC" else ("drug", "disease")
    entities = {entity.get("role"): entity for entity in line.entities}
    asked = tuple(_key(entities.get(role, {})) for role in roles)
    sources = [(head, tail) for head, relation, tail in line.triples if line.relation in (relation, None)]
    if len(sources) != 1 or not _one_end_kept(asked, sources[0], line.relation == "disease_disease"):
        yield (
            Kind.NEGATIVE_WRONG,
            f"{asked[0]} and {asked[1]} differ in more than one end from the triple behind it",
        )
        return
    relations = [line.relation] if line.relation else list(USAGE)
    for key in asked:
        if not any(key in reference.graph.ends[relation] for relation in relations):
            yield Kind.NEGATIVE_WRONG, f"{key} does not stand under {' or '.join(relations)} in the slice"


def _key(entity: Mapping[str, str]) -> str:
    return "|".join(entity.get(cell, "") for cell in ("type", "source", "id", "name"))


def _one_end_kept(asked: tuple[str, ...], source: tuple[str, str], either_way: bool) -> bool:
    kept = [asked[0] == source[0], asked[1] == source[1]]
    crossed = [asked[0] == source[1], asked[1] == source[0]] if either_way else []
    return sum(kept) == 1 or sum(crossed) == 1


def _scaffold(line: Line, said: Said, reference: Reference) -> Findings:
    """R1 and R2: both hops must be facts of the slice, and B another disease than A."""
    if line.task.removesuffix("+E") not in ("R1", "R2"):
        return
    drug, disease_a, disease_b = (said.names[role] for role in ("drug", "disease_a", "disease_b"))
    part = reference.graph.slice
    if not part.holds(str(said.relation), ("drug", drug), ("disease", disease_a)):
        yield Kind.SCAFFOLD_BROKEN, f"the slice does not have {drug!r} –{said.relation}→ {disease_a!r}"
    if not part.holds("disease_disease", ("disease", disease_a), ("disease", disease_b)):
        yield Kind.SCAFFOLD_BROKEN, f"the slice does not link {disease_a!r} and {disease_b!r}"
    if folded(disease_a) == folded(disease_b):
        yield Kind.SCAFFOLD_BROKEN, "disease A and disease B are the same"


def _evidence(line: Line, said: Said, reference: Reference) -> Findings:
    """The blocks must be those of the three nodes, true to the tables, and without an answer."""
    if said.evidence is None:
        return
    if words := answers_left(said.evidence):
        yield Kind.LEAK, f"the evidence says {', '.join(map(repr, sorted(set(words))))}"
    blocks = blocks_of(said.evidence)
    expected = [(title, said.names[role]) for title, role, _ in BLOCKS]
    if blocks is None or [block[:2] for block in blocks] != expected:
        yield Kind.EVIDENCE_WRONG, "the blocks are not drug, disease A, disease B"
        return
    indexes = {entity.get("role"): entity.get("index", "") for entity in line.entities}
    for (title, role, columns), (_, _, fields) in zip(BLOCKS, blocks, strict=True):
        texts = reference.drug_texts if role == "drug" else reference.disease_texts
        if texts is not None:
            source = texts.get(indexes.get(role, ""), {})
            yield from (
                (Kind.EVIDENCE_WRONG, f"{title}: {what}") for what in _fields(fields, columns, source)
            )


def _fields(shown: Mapping[str, str], columns: Mapping[str, str], source: Mapping[str, str]) -> Iterator[str]:
    has_text = [label for label, column in columns.items() if source.get(column)]
    if list(shown) != has_text:
        yield f"shows {', '.join(shown) or 'nothing'}; the table has {', '.join(has_text) or 'nothing'}"
        return
    for label in has_text:
        if complaint := field_complaint(shown[label], source[columns[label]]):
            yield f"{label}: {complaint}"
