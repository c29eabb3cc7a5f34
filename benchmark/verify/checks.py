"""One item against the graph: all that can be said of it alone. `across.py` looks at items together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmark.verify.annotation import Findings, check_annotation, key_of, role_types
from benchmark.verify.answers import (
    absent_from_file,
    dominant_type_pair,
    is_denial,
    right_options,
)
from benchmark.verify.facts import USAGE, Facts, Graph, folded
from benchmark.verify.leaks import BLOCKS, Texts, answers_left, blocks_of, field_complaint
from benchmark.verify.lines import ItemLine, expected_id
from benchmark.verify.violation import Kind, Violation
from benchmark.verify.words import Said, read_question

TASKS = ("ET", "EC", "FC", "RT", "RP", "R1", "R2", "R1+E", "R2+E")


@dataclass(frozen=True, slots=True)
class ItemShape:
    """What the settings say about the form of items.

    Attributes:
        options: task → number of options, for ET, EC and RT.
        several: pairs in several usage relations are asked, and RP and R2 for one or more.
    """

    options: Mapping[str, int]
    several: bool


@dataclass(frozen=True, slots=True)
class Reference:
    """What items are checked against.

    Attributes:
        graph: the file and the slice.
        scope: the part in which a denied fact must be absent: the file, or the slice by the paper's rule.
        shape: what the settings say about options and modes.
        generic: what the settings say of second diseases without a usage edge: keep, mark, leave-out.
        used_diseases: names of diseases with such an edge to a drug that is called as a node of the slice is.
        drug_texts, disease_texts: the feature tables, or None where they were not given.
    """

    graph: Graph
    scope: Facts
    shape: ItemShape
    generic: str = "keep"
    used_diseases: frozenset[str] = frozenset()
    drug_texts: Texts | None = None
    disease_texts: Texts | None = None


def check_item(line: ItemLine, reference: Reference) -> Iterator[Violation]:
    """Every violation of one item."""
    if len({folded(text) for text in line.options.values()}) < len(line.options):
        yield Violation(line.id, Kind.TWO_RIGHT, "two options read the same")
    if (found := expected_id(line)) != line.id:
        yield Violation(line.id, Kind.ID_WRONG, f"its content gives {found}")
    said = read_question(line.task, line.question, line.named) if line.task in TASKS else None
    if said is None:
        yield Violation(line.id, Kind.UNREADABLE, f"task {line.task}: {line.question[:120]!r}")
        return
    for check in (_form, _answers, _names, _annotation, _generic, _scaffold, _evidence):
        for kind, what in check(line, said, reference):
            yield Violation(line.id, kind, what)


def _form(line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Mode and options must be those of the task and of the settings."""
    base, shape = line.task.removesuffix("+E"), reference.shape
    mode = "multi" if shape.several and base in ("RP", "R2") else "single"
    if line.mode != mode:
        yield Kind.FORM_WRONG, f"the mode is {line.mode}, {line.task} is asked as {mode} here"
    options, types = list(line.options.values()), reference.graph.types
    if base in ("FC", "R1") and options != ["yes", "no"]:
        yield Kind.FORM_WRONG, f"the options are {', '.join(options)}, not yes and no"
    if base in ("RP", "R2") and sorted(options) != sorted((*USAGE, "none")):
        yield Kind.FORM_WRONG, f"the options are {', '.join(options)}, not the three relations and none"
    if base == "ET" and not set(options) <= types:
        yield Kind.FORM_WRONG, f"{', '.join(sorted(set(options) - types))}: no entity type of the slice"
    if base == "RT" and not set(options) <= {f"{head} → {tail}" for head in types for tail in types}:
        yield Kind.FORM_WRONG, f"the options are {', '.join(options)}, not all pairs of types of the slice"
    wanted = _n_options(base, said, reference)
    if wanted is not None and len(options) != wanted:
        yield Kind.FORM_WRONG, f"{len(options)} options; settings and slice give {wanted}"


def _n_options(base: str, said: Said, reference: Reference) -> int | None:
    """How many options ET, EC and RT must have: as the settings say, or as many as the slice allows."""
    wanted, types = reference.shape.options.get(base), reference.graph.types
    if wanted is None or base == "EC":
        return wanted
    if base == "ET":
        return min(wanted, len(types))
    linked = reference.scope.type_pairs(str(said.relation))
    taken = {pair for one in linked for pair in (one, one[::-1]) if types.issuperset(pair)}
    return min(wanted, 1 + len(types) ** 2 - len(taken))


def _answers(line: ItemLine, said: Said, reference: Reference) -> Findings:
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


def _generic(line: ItemLine, said: Said, reference: Reference) -> Findings:
    """A second disease that no drug has a usage edge to is kept, marked or left out as the settings say."""
    if line.task.removesuffix("+E") not in ("R1", "R2"):
        return
    has_none = said.names["disease_b"] not in reference.used_diseases
    if has_none and reference.generic == "leave-out":
        yield Kind.FORM_WRONG, "no drug has a usage edge to disease B; settings leave such items out"
    expected = True if has_none and reference.generic == "mark" else None
    if (noted := line.details.get("disease_b_without_drugs")) is not expected:
        yield Kind.ANNOTATION_WRONG, f"disease_b_without_drugs is {expected}, the item has {noted}"


def _texts(line: ItemLine, letters: set[str]) -> str:
    return ", ".join(f"{letter} ({line.options[letter]})" for letter in sorted(letters))


def _names(line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Each name must mean one node of its type."""
    types = role_types(line, said)
    for role, name in said.names.items():
        node_type = types.get(role)
        if node_type and reference.scope.n_bearers(node_type, name) != 1:
            n_nodes = reference.scope.n_bearers(node_type, name)
            yield Kind.NAME_AMBIGUOUS, f"{role} {name!r}: {n_nodes} nodes of type {node_type} bear this name"
    alone = line.options.values() if line.task == "EC" else said.names.values() if line.task == "ET" else ()
    for name in alone:
        if (n_nodes := len(reference.scope.bearers.get(folded(name), ()))) != 1:
            yield Kind.NAME_AMBIGUOUS, f"{name!r}: {n_nodes} nodes bear this name"


def _annotation(line: ItemLine, said: Said, reference: Reference) -> Findings:
    return check_annotation(line, said, reference.graph, reference.drug_texts)


def _scaffold(line: ItemLine, said: Said, reference: Reference) -> Findings:
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


def _evidence(line: ItemLine, said: Said, reference: Reference) -> Findings:
    """The blocks must be those of the three nodes, true to the tables, and without an answer."""
    if said.evidence is None:
        return
    blocks = blocks_of(said.evidence)
    expected = [(title, " ".join(said.names[role].split())) for title, role, _ in BLOCKS]
    if blocks is None or [block[:2] for block in blocks] != expected:
        yield Kind.EVIDENCE_WRONG, "the blocks are not drug, disease A, disease B"
        blocks = []
    # The names at the blocks' heads stand in the question as well: they give nothing away that it does not.
    below = (block.partition("\n")[2] for block in said.evidence.split("\n\n"))
    shown = "\n".join(below) if blocks else said.evidence
    if words := answers_left(shown):
        yield Kind.LEAK, f"the evidence says {', '.join(map(repr, sorted(set(words))))}"
    for (title, role, columns), (_, name, fields) in zip(BLOCKS, blocks, strict=False):
        texts = reference.drug_texts if role == "drug" else reference.disease_texts
        if texts is not None:
            source = texts.get(_index(line, role, reference.graph), {})
            for what in _fields(fields, columns, source):
                yield Kind.EVIDENCE_WRONG, f"{title} {name!r}: {what}"


def _index(line: ItemLine, role: str, graph: Graph) -> str:
    """The row of the feature tables, by what kg.csv says about the node: the item's own word is not asked."""
    key = next((key_of(entity) for entity in line.entities if entity.get("role") == role), "")
    return graph.indexes.get(graph.nodes[key], "") if key in graph.nodes else ""


def _fields(shown: Mapping[str, str], columns: Mapping[str, str], source: Mapping[str, str]) -> Iterator[str]:
    has_text = [label for label, column in columns.items() if source.get(column)]
    if list(shown) != has_text:
        yield f"shows {', '.join(shown) or 'nothing'}; the table has {', '.join(has_text) or 'nothing'}"
        return
    for label in has_text:
        if complaint := field_complaint(shown[label], source[columns[label]]):
            yield f"{label}: {complaint}"
