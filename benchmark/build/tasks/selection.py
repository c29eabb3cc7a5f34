"""ES: which of several drugs is indicated for a disease? None of the paper's nine tasks, and in no average.

Each option can be checked against the graph: a test bed for `benchmark.harden`.
"""

from collections import Counter
from collections.abc import Sequence

from benchmark.build import templates
from benchmark.build.assemble import Draft, TaskResult
from benchmark.build.contexts import Makers
from benchmark.build.graph import DRUG, Node, Triple, Truth, are_near_twins
from benchmark.build.ranking import Ranker, Ring
from benchmark.build.settings import BuildSettings, Task

INDICATION, CONTRAINDICATION, OFF_LABEL = "indication", "contraindication", "off-label use"
AMBIGUOUS = "name is shared by several nodes of its type"
CONTRADICTED = "drug is indicated and contraindicated"
TOO_FEW = "too few drugs are not indicated"


def entity_selection(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """ES: one item per indication of the slice; the other options are drugs indicated for other diseases.

    None of these is indicated for this one or used off-label, and no name could be taken for another's. A
    contraindicated drug may be an option: it is wrong.
    """
    wanted, left_out = settings.size(Task.ES), Counter[str]()
    triples = truth.graph.by_relation.get(INDICATION, ())
    pool = Ring(truth.askable.intersection(triple.head for triple in triples), ranker)
    drafts = []
    for triple in sorted(triples, key=lambda one: (ranker.rank("ES", one.head.key, one.tail.key), one)):
        wrong = _wrong_drugs(truth, ranker, triple, pool, settings.options(Task.ES) - 1)
        if why := _why_not(truth, triple, len(wrong) == settings.options(Task.ES) - 1):
            left_out[why] += 1
        else:
            drafts.append(_draft(triple, wrong))
    reason = None
    if wanted is not None and len(drafts) < wanted:
        reason = f"the slice has {len(drafts):,} indications to ask"
    return TaskResult(Task.ES, tuple(drafts[:wanted]), reason, dict(left_out))


def _why_not(truth: Truth, triple: Triple, has_enough: bool) -> str:
    if not truth.askable.issuperset((triple.head, triple.tail)):
        return AMBIGUOUS
    if not truth.absent(Triple(CONTRAINDICATION, triple.head, triple.tail)):
        return CONTRADICTED
    return "" if has_enough else TOO_FEW


def _wrong_drugs(truth: Truth, ranker: Ranker, triple: Triple, pool: Ring[Node], most: int) -> list[Node]:
    """The first drugs of the draws that are no right answer and no near twin of an option."""
    found: list[Node] = []
    for drug in pool.draws("ES", triple.head.key, triple.tail.key):
        if len(found) == most:
            break
        others = (triple.head, *found)
        alike = any(are_near_twins(drug.name, other.name) for other in others)
        if not alike and _is_wrong(truth, drug, triple.tail):
            found.append(drug)
    return found


def _is_wrong(truth: Truth, drug: Node, disease: Node) -> bool:
    return all(truth.absent(Triple(relation, drug, disease)) for relation in (INDICATION, OFF_LABEL))


def _draft(triple: Triple, wrong: Sequence[Node]) -> Draft:
    drug, disease = triple.head, triple.tail
    return Draft(
        key=f"{drug.key}|{disease.key}",
        stratum="",
        question=templates.entity_selection(disease.name),
        right=(drug.name,),
        wrong=tuple(other.name for other in wrong),
        entities=(("drug", drug), ("disease", disease)),
        relation=INDICATION,
        triples=(triple,),
        details={"asks": {"anchor": disease.key, "relation": INDICATION, "wanted": DRUG}},
    )


MAKERS: Makers = {Task.ES: lambda given: entity_selection(given.truth, given.ranker, given.settings)}
