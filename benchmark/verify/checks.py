"""One item against the graph: all that can be said of it alone. `across.py` looks at items together.

The words are read first; from them and the graph follows what the annotation (entities, relation, triples,
details) has to be, and that is compared whole: an annotation of another item, true as it may be, is found.
"""

from collections.abc import Iterator, Mapping

from benchmark.verify.families import family_of
from benchmark.verify.family import (
    BLOCKS,
    Family,
    Findings,
    Reference,
    Said,
    Texts,
    answers_left,
    blocks_of,
    field_complaint,
)
from benchmark.verify.lines import ItemLine, Kind, Violation, expected_id, node_of
from benchmark.verify.reading import USAGE, Graph, folded, twin_pairs


def check_annotation(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    """Every way in which the annotation is not that of the question."""
    graph = reference.graph
    found = [*_entities(family, line, said, graph)]
    yield from found
    expected = family.relation(line, said, graph)
    if line.relation != expected:
        yield Kind.ANNOTATION_WRONG, f"the relation is {expected!r}, the item has {line.relation!r}"
    for triple in line.triples:
        if triple not in graph.keys:
            head, relation, tail = triple
            yield Kind.ANNOTATION_WRONG, f"the slice has no triple {head} –{relation}→ {tail}"
    if found:
        return  # which triples and details there should be follows from the entities
    if denied := _denied(family, line):
        yield from _negative(denied, line, said, graph)
    elif wrong := family.triples_problem(line, said, graph):
        yield Kind.ANNOTATION_WRONG, wrong
    yield from _details(family, line, said, reference)


def _entities(family: Family, line: ItemLine, said: Said, graph: Graph) -> Findings:
    noted = {entity.get("role", ""): entity for entity in line.entities}
    types = family.role_types(line, said)
    for role, name in said.names.items():
        entity = noted.get(role, {})
        if (entity.get("type"), entity.get("name")) != (types[role], name):
            yield (
                Kind.ANNOTATION_WRONG,
                f"the question names the {types[role]} {name!r} as {role}, the entities do not",
            )
    yield from family.entities(line, said)
    for entity in line.entities:
        node = node_of(entity)
        if node not in graph.slice.bearers.get(folded(node[3]), ()):
            yield Kind.ANNOTATION_WRONG, f"the slice has no node {' | '.join(node)}"
        elif entity.get("index", "") != graph.indexes[node]:
            what = f"{node[3]!r} has the index {graph.indexes[node]!r}, the item says {entity.get('index')!r}"
            yield Kind.ANNOTATION_WRONG, what


def _denied(family: Family, line: ItemLine) -> tuple[str, str] | None:
    """The ends of the triple that an item denies, as keys; None if it denies none."""
    if family.denied_ends is None or not family.denies(line.gold_texts) or len(line.gold) != 1:
        return None
    head, tail = family.denied_ends
    return line.keys[head], line.keys[tail]


def _negative(denied: tuple[str, str], line: ItemLine, said: Said, graph: Graph) -> Findings:
    """A denied triple must come from one of the slice by replacing one end, by a node of the same role."""
    relations = [said.relation] if said.relation else list(USAGE)
    ends = replaced_end(denied, line, said)
    if ends is None or line.triples[0][1] not in relations:
        yield (
            Kind.NEGATIVE_WRONG,
            f"{denied[0]} and {denied[1]} are not one triple of the slice with one end replaced",
        )
        return
    for key in denied:
        if not any(key in graph.ends[str(relation)] for relation in relations):
            what = f"{key} does not stand under {' or '.join(map(str, relations))} in the slice"
            yield Kind.NEGATIVE_WRONG, what


def replaced_end(denied: tuple[str, str], line: ItemLine, said: Said) -> tuple[str, str] | None:
    """Keys of the node taken out and of the one put in; None if it is not one end that was replaced."""
    if len(line.triples) != 1:
        return None
    source = line.triples[0][::2]
    gone, new = (
        [key for key in one if key not in other] for one, other in ((source, denied), (denied, source))
    )
    if len(gone) != 1 or len(new) != 1:
        return None
    same_end = source.index(gone[0]) == denied.index(new[0])
    return (gone[0], new[0]) if same_end or said.relation == "disease_disease" else None


def _details(family: Family, line: ItemLine, said: Said, reference: Reference) -> Findings:
    """What is looked at elsewhere is left out; all the rest follows from the words."""
    elsewhere = ("absent_from_file", "base_item", "disease_b_without_drugs")
    noted = {name: value for name, value in line.details.items() if name not in elsewhere}
    expected = dict(family.details(line, said, reference.graph))
    if (denied := _denied(family, line)) and (ends := replaced_end(denied, line, said)):
        expected |= _of_replacement(ends, reference.graph)
    if line.task.endswith("+E"):
        names_b = _names_disease_b(line, said, reference.graph, reference.drug_texts)
        known = noted.get("drug_text_names_disease_b") if names_b is None else names_b
        expected["drug_text_names_disease_b"] = known
    for name in sorted(noted.keys() | expected.keys()):
        if noted.get(name) != expected.get(name):
            what = f"{name} is {expected.get(name)!r}, the item has {noted.get(name)!r}"
            yield Kind.ANNOTATION_WRONG, what


def _of_replacement(ends: tuple[str, str], graph: Graph) -> dict[str, object]:
    details: dict[str, object] = dict(zip(("replaced", "replacement"), ends, strict=True))
    twins = twin_pairs([_name_in(graph, key) for key in ends])
    return {**details, "near_twins": twins} if twins else details


def _names_disease_b(line: ItemLine, said: Said, graph: Graph, drug_texts: Texts | None) -> bool | None:
    """Whether a text of the drug names disease B; None where its texts are not known."""
    if drug_texts is None:
        return None
    drug = next(node_of(entity) for entity in line.entities if entity.get("role") == "drug")
    name = folded(said.names["disease_b"])
    return any(name in folded(text) for text in drug_texts.get(graph.indexes[drug], {}).values())


def _name_in(graph: Graph, key: str) -> str:
    node = graph.nodes.get(key)
    return node[3] if node else key


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
