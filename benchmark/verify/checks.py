"""One item against the graph: all that can be said of it alone. `across.py` looks at items together."""

from collections.abc import Iterator, Mapping

from benchmark.verify.annotation import check_annotation
from benchmark.verify.facts import Graph, folded
from benchmark.verify.families import family_of
from benchmark.verify.family import Family, Findings
from benchmark.verify.leaks import BLOCKS, answers_left, blocks_of, field_complaint
from benchmark.verify.lines import ItemLine, expected_id
from benchmark.verify.reference import Reference
from benchmark.verify.violation import Kind, Violation
from benchmark.verify.words import Said


def check_item(line: ItemLine, reference: Reference) -> Iterator[Violation]:
    """Every violation of one item."""
    if len({folded(text) for text in line.options.values()}) < len(line.options):
        yield Violation(line.id, Kind.TWO_RIGHT, "two options read the same")
    if (found := expected_id(line)) != line.id:
        yield Violation(line.id, Kind.ID_WRONG, f"its content gives {found}")
    family = family_of(line.task)
    said = family.read(line)
    if said is None:
        yield Violation(line.id, Kind.UNREADABLE, f"task {line.task}: {line.question[:120]!r}")
        return
    for kind, what in _findings(family, line, said, reference):
        yield Violation(line.id, kind, what)


def _findings(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    yield from _form(family, line, said, reference)
    yield from _answers(family, line, said, reference)
    yield from _names(family, line, said, reference)
    yield from check_annotation(family, line, said, reference)
    yield from family.further(line, said, reference)
    yield from _evidence(line, said, reference)


def _form(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Mode and options must be those of the task and of the settings."""
    mode = "multi" if family.multi and reference.shape.several else "single"
    if line.mode != mode:
        yield Kind.FORM_WRONG, f"the mode is {line.mode}, {line.task} is asked as {mode} here"
    options = list(line.options.values())
    for complaint in family.form(options, reference.graph.types):
        yield Kind.FORM_WRONG, complaint
    wanted = reference.shape.options.get(family.task)
    wanted = None if wanted is None else family.n_options(wanted, said, reference)
    if wanted is not None and len(options) != wanted:
        yield Kind.FORM_WRONG, f"{len(options)} options; settings and slice give {wanted}"


def _answers(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Gold and distractors against what the graph makes right."""
    right = family.right_options(said, line.options, reference.scope)
    gold = set(line.gold)
    if problem := family.gold_problem(line, said, reference.graph):
        yield Kind.GOLD_UNSUPPORTED, problem
    if unsupported := gold - right:
        yield Kind.GOLD_UNSUPPORTED, f"the graph does not make {_texts(line, unsupported)} right"
    if true := right - gold:
        yield (
            Kind.DISTRACTOR_TRUE,
            f"the graph makes {_texts(line, true)} right as well as or instead of the gold",
        )
    if line.mode == "single" and len(right) > 1:
        yield Kind.TWO_RIGHT, f"the graph makes {_texts(line, right)} right"
    if family.denies(line.gold_texts):
        absent = family.absent(said, reference.graph.file)
        if line.details.get("absent_from_file") is not absent:
            recorded = line.details.get("absent_from_file")
            yield Kind.ABSENCE_WRONG, f"records {recorded}, the file gives {absent}"


def _texts(line: ItemLine, letters: set[str]) -> str:
    return ", ".join(f"{letter} ({line.options[letter]})" for letter in sorted(letters))


def _names(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Each name must mean one node of its type."""
    types = family.role_types(line, said)
    for role, name in said.names.items():
        node_type = types.get(role)
        if node_type and reference.scope.n_bearers(node_type, name) != 1:
            n_nodes = reference.scope.n_bearers(node_type, name)
            yield Kind.NAME_AMBIGUOUS, f"{role} {name!r}: {n_nodes} nodes of type {node_type} bear this name"
    for name in family.names_alone(line, said):
        if (n_nodes := len(reference.scope.bearers.get(folded(name), ()))) != 1:
            yield Kind.NAME_AMBIGUOUS, f"{name!r}: {n_nodes} nodes bear this name"


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
    key = line.keys.get(role, "")
    return graph.indexes.get(graph.nodes[key], "") if key in graph.nodes else ""


def _fields(shown: Mapping[str, str], columns: Mapping[str, str], source: Mapping[str, str]) -> Iterator[str]:
    has_text = [label for label, column in columns.items() if source.get(column)]
    if list(shown) != has_text:
        yield f"shows {', '.join(shown) or 'nothing'}; the table has {', '.join(has_text) or 'nothing'}"
        return
    for label in has_text:
        if complaint := field_complaint(shown[label], source[columns[label]]):
            yield f"{label}: {complaint}"
