"""Twelve items small enough to do by hand, and a model's replies to them.

The graph has three drugs (a, b, c), two diseases (d, x) and five triples:

    a –indication→ d          a –contraindication→ x      b –indication→ x
    c –off-label use→ d       d –disease_disease→ x

so that degrees are a 2, b 1, c 1, d 3, x 3; indication 2, the other relations 1 each.

    item  about       relation          gold  PLAIN says            right
    f1    a, d        indication        A     A                     yes
    f2    a, x        contraindication  A     B                     no
    f3    b, x        contraindication  B     B                     yes
    f4    c, d        indication        B     A                     no
    p1    a, d        indication        A     A                     yes
    p2    a, x        contraindication  B     Answer: B             yes
    p3    c, d        off-label use     C     (declines)            no
    p4    b, d        –                 D     A                     no
    r1    a, d, x     contraindication  A     A                     yes
    r2    b, x, d     –                 B     A                     no
    e1    as r1       contraindication  A     A                     yes
    e2    as r2       –                 B     B                     yes
"""

from pathlib import Path

from benchmark import Benchmark, Entity, Item, TripleRef, read_benchmark
from benchmark.csv_text import CsvTable
from benchmark.folder import write_benchmark

RELATIONS = ("indication", "contraindication", "off-label use", "none")
ENTITIES = {
    "a": Entity("", "drug", "Drug a", "a"),
    "b": Entity("", "drug", "Drug b", "b"),
    "c": Entity("", "drug", "Drug c", "c"),
    "d": Entity("", "disease", "Disease d", "d"),
    "x": Entity("", "disease", "Disease x", "x"),
}
TRIPLES = (
    ("a", "indication", "d"),
    ("a", "contraindication", "x"),
    ("b", "indication", "x"),
    ("c", "off-label use", "d"),
    ("d", "disease_disease", "x"),
)


def _item(name: str, task: str, about: str, relation: str | None, gold: str, base: str | None = None) -> Item:
    options = dict(zip("ABCD", RELATIONS, strict=True)) if task == "RP" else {"A": "Yes", "B": "No"}
    return Item(
        id=name,
        task=task,
        question=f"R1 {base}: what of {about}?\n\nEvidence:\n\nnone."
        if base
        else f"{task} {name}: what of {about}?",
        options=options,
        gold=(gold,),
        entities=tuple(ENTITIES[key] for key in about),
        relation=relation,
        triples=tuple(
            TripleRef(ENTITIES[head].key, link, ENTITIES[tail].key)
            for head, link, tail in TRIPLES
            if {head, tail} <= set(about)
        ),
        details={"base_item": base} if base else {},
    )


ITEMS = (
    _item("f1", "FC", "ad", "indication", "A"),
    _item("f2", "FC", "ax", "contraindication", "A"),
    _item("f3", "FC", "bx", "contraindication", "B"),
    _item("f4", "FC", "cd", "indication", "B"),
    _item("p1", "RP", "ad", "indication", "A"),
    _item("p2", "RP", "ax", "contraindication", "B"),
    _item("p3", "RP", "cd", "off-label use", "C"),
    _item("p4", "RP", "bd", None, "D"),
    _item("r1", "R1", "adx", "contraindication", "A"),
    _item("r2", "R1", "bxd", None, "B"),
    _item("e1", "R1+E", "adx", "contraindication", "A", "r1"),
    _item("e2", "R1+E", "bxd", None, "B", "r2"),
)
PLAIN = {
    **{"f1": "A", "f2": "B", "f3": "B", "f4": "A"},
    **{"p1": "A", "p2": "Answer: B", "p3": "I'm sorry, but I can't help with that.", "p4": "A"},
    **{"r1": "A", "r2": "A", "e1": "A", "e2": "B"},
}
# Right where PLAIN is wrong on f2, f4 and p3, and wrong where PLAIN is right on p1; else the same letter.
OTHER = PLAIN | {"f2": "A", "f4": "B", "p1": "B", "p2": "B", "p3": "C"}


def write_worked_example(folder: Path) -> Benchmark:
    """The items and their graph as a benchmark folder."""
    manifest = {"format": "mhclient-benchmark/1", "kind": "mhgraphbench"}
    write_benchmark(folder, ITEMS, manifest, _slice_table())
    return read_benchmark(folder)


def _slice_table() -> CsvTable:
    """The graph as the folder's triples.csv."""
    head = "relation,head_key,head_type,head_name,head_id,head_source,head_index,"
    head += "tail_key,tail_type,tail_name,tail_id,tail_source,tail_index"
    rows = [f"{relation},{_node(head_)},{_node(tail)}" for head_, relation, tail in TRIPLES]
    return CsvTable("\n".join([head, *rows, ""]), len(rows))


def _node(name: str) -> str:
    entity = ENTITIES[name]
    return f"{entity.key},{entity.type},{entity.name},{entity.id},,"


# A reply that would take over a page which does not escape it.
HOSTILE = (
    "</script></pre><script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">"
    "<a href=\"javascript:document.title='taken'\">{{ 7 * 7 }}</a> \u202e ${7*7} Answer: A <!--"
)
