"""What an item says about itself, compared with its words: entities, relation, triples and details.

The words are read first; from them and the graph follows what the annotation has to be (each family of
`families/` says how), and that is compared whole: an annotation of another item, true as it may be, is found.
"""

from benchmark.verify.facts import USAGE, Graph, folded
from benchmark.verify.family import Family, Findings
from benchmark.verify.leaks import Texts
from benchmark.verify.lines import ItemLine, node_of
from benchmark.verify.reference import Reference
from benchmark.verify.twins import twin_pairs
from benchmark.verify.violation import Kind
from benchmark.verify.words import Said


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
