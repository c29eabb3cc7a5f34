"""FC and RP: is a fact recorded, and which relation does a drug have with a disease. A negative is a triple
with one end replaced by a node that has the same type under the same relation.

ES: which of several drugs is indicated for a disease? None of the paper's nine tasks, and in no average.
Each option can be checked against the graph: a test bed for `benchmark.harden`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from benchmark.build import templates
from benchmark.build.assemble import Draft, TaskResult
from benchmark.build.contexts import Makers
from benchmark.build.graph import DRUG, NONE, USAGE, Node, Triple, Truth, are_near_twins, orient
from benchmark.build.matching import Crossed, crossed_pairs, degrees_of
from benchmark.build.ranking import Ranker, Ring, round_robin, water_fill
from benchmark.build.settings import BuildSettings, MultiUsage, Task

Negative = tuple[Triple, Node, Node]  # the negative, the node taken out, the node put in


def corrupt(
    triple: Triple,
    heads: Ring[Node],
    tails: Ring[Node],
    ranker: Ranker,
    is_negative: Callable[[Triple], bool],
) -> Negative | None:
    """The first replacement, in the order of the draws, that makes a negative; None if there is none.

    Which end is replaced is drawn as well; where that end has no fit replacement the other is tried.
    """
    purpose = ("replace", triple.head.key, triple.relation, triple.tail.key)
    head_first = ranker.rank("end", *purpose) % 2 == 0
    for replace_head in (head_first, not head_first):
        kept, gone = (triple.tail, triple.head) if replace_head else (triple.head, triple.tail)
        for node in (heads if replace_head else tails).draws(*purpose):
            if node in (gone, kept):
                continue
            negative = (
                orient(triple.relation, node, kept) if replace_head else orient(triple.relation, kept, node)
            )
            if negative and is_negative(negative):
                return negative, gone, node
    return None


def replacement_details(gone: Node, put_in: Node) -> dict[str, object]:
    """What an item records about its replacement."""
    details: dict[str, object] = {"replaced": gone.key, "replacement": put_in.key}
    if are_near_twins(gone.name, put_in.name):
        details["near_twins"] = [[gone.name, put_in.name]]
    return details


def fact_checking(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """FC: each chosen triple gives a "yes" item and, with one end replaced, a "no" item.

    Relations share the size as evenly as their triples allow, and each is half yes, half no.
    """
    wanted, left_out = settings.size(Task.FC), Counter[str]()
    if settings.matched:
        return _matched_facts(truth, ranker, wanted)
    pairs = {relation: _fact_pairs(truth, ranker, relation, left_out) for relation in truth.graph.by_relation}
    n_pairs = sum(map(len, pairs.values()))
    chosen = round_robin(pairs, n_pairs if wanted is None else wanted // 2)
    drafts = [
        draft
        for answer in (templates.YES, templates.NO)
        for relation, found in chosen.items()
        for draft in (_fact_draft(truth, answer, *pair) for pair in found)
    ]
    reason = None
    if wanted is not None and 2 * n_pairs < wanted - 1:
        reason = f"the slice has {n_pairs:,} triples that can be asked both ways"
    elif wanted is not None and wanted % 2:
        reason = "an odd number cannot be half yes, half no"
    return TaskResult(Task.FC, tuple(drafts), reason, dict(left_out))


def _fact_pairs(
    truth: Truth, ranker: Ranker, relation: str, left_out: Counter[str]
) -> list[tuple[Triple, Negative]]:
    """Triples of a relation with a negative each; no negative is used twice."""
    heads = Ring(truth.askable.intersection(truth.graph.ends(relation, head=True)), ranker)
    tails = Ring(truth.askable.intersection(truth.graph.ends(relation, head=False)), ranker)
    used: set[Triple] = set()
    pairs = []
    for triple in _by_rank(ranker, truth.graph.by_relation[relation], "FC"):
        if not truth.askable.issuperset((triple.head, triple.tail)):
            left_out["name is shared by several nodes of its type"] += 1
            continue
        negative = corrupt(triple, heads, tails, ranker, lambda one: one not in used and truth.absent(one))
        if negative is None:
            left_out["no replacement makes an absent triple"] += 1
            continue
        used.add(negative[0])
        pairs.append((triple, negative))
    return pairs


def _matched_facts(truth: Truth, ranker: Ranker, wanted: int | None) -> TaskResult:
    """FC from pairs of facts whose ends are crossed: each end is as often in a fact as in a denial."""
    degrees = degrees_of(truth.graph)
    couples = {
        relation: crossed_pairs(
            [
                one
                for one in _by_rank(ranker, triples, "FC")
                if truth.askable.issuperset((one.head, one.tail))
            ],
            degrees,
            truth.absent,
        )
        for relation, triples in truth.graph.by_relation.items()
    }
    n_couples = sum(map(len, couples.values()))
    chosen = round_robin(couples, n_couples if wanted is None else wanted // 4)
    pairs = [pair for found in chosen.values() for couple in found for pair in _both(couple)]
    drafts = tuple(
        _fact_draft(truth, answer, *pair) for answer in (templates.YES, templates.NO) for pair in pairs
    )
    short = wanted is not None and len(drafts) < wanted
    reason = f"the slice has {n_couples:,} pairs of facts whose ends can be crossed" if short else None
    left = sum(map(len, truth.graph.by_relation.values())) - 2 * n_couples
    return TaskResult(Task.FC, drafts, reason, {"no fact to cross ends with": left} if left else {})


def _both(couple: Crossed) -> list[tuple[Triple, Negative]]:
    """Each fact with the denial that has its head."""
    first, second, one, other = couple
    return [(first, (one, first.tail, second.tail)), (second, (other, second.tail, first.tail))]


def _by_rank(ranker: Ranker, triples: tuple[Triple, ...], purpose: str) -> list[Triple]:
    return sorted(
        triples, key=lambda one: (ranker.rank(purpose, one.head.key, one.relation, one.tail.key), one)
    )


def _fact_draft(truth: Truth, answer: str, triple: Triple, negative: Negative) -> Draft:
    asked = triple if answer == templates.YES else negative[0]
    details: dict[str, object] = {}
    if answer == templates.NO:
        details = replacement_details(*negative[1:]) | {"absent_from_file": truth.absent_from_file(asked)}
    return Draft(
        key=f"{asked.relation}|{asked.head.key}|{asked.tail.key}",
        stratum=f"{asked.relation}|{answer}",
        question=templates.fact_checking(asked.relation, asked.head.name, asked.tail.name),
        right=(answer,),
        wrong=(templates.NO if answer == templates.YES else templates.YES,),
        in_order=(templates.YES, templates.NO),
        entities=(("head", asked.head), ("tail", asked.tail)),
        relation=asked.relation,
        triples=(triple,),
        details=details,
    )


def relation_prediction(truth: Truth, ranker: Ranker, settings: BuildSettings) -> TaskResult:
    """RP: drug–disease pairs with one usage relation, and unrelated pairs made from them.

    The four answers share the size as evenly as the graph allows; "none" is at most half of the items.
    """
    wanted, several = settings.size(Task.RP), settings.multi_usage is MultiUsage.ASK
    left_out = Counter[str]()
    by_answer = _pairs_by_answer(truth, ranker, several, left_out)
    n_pairs = sum(map(len, by_answer.values()))
    unrelated = _unrelated_pairs(truth, ranker, by_answer, left_out)
    drafts = {
        answer: [_pair_draft(truth, pair, several, None) for pair in pairs]
        for answer, pairs in by_answer.items()
    }
    drafts[NONE] = [
        _pair_draft(truth, (one.head, one.tail), several, (one, gone, new)) for one, gone, new in unrelated
    ]
    total = n_pairs + len(unrelated)
    shares = water_fill(
        {answer: len(found) for answer, found in drafts.items()}, total if wanted is None else wanted
    )
    shares[NONE] = min(shares[NONE], sum(share for answer, share in shares.items() if answer != NONE))
    chosen = tuple(draft for answer, found in drafts.items() for draft in found[: shares[answer]])
    reason = None
    if wanted is not None and len(chosen) < wanted:
        reason = f"the slice has {n_pairs:,} drug–disease pairs to ask; 'none' is at most as many again"
    return TaskResult(Task.RP, chosen, reason, dict(left_out), multi=several)


def _pairs_by_answer(
    truth: Truth, ranker: Ranker, several: bool, left_out: Counter[str]
) -> dict[str, list[tuple[Node, Node]]]:
    """Answer (a relation, or several joined by " + ") → its pairs by rank."""
    found: dict[str, list[tuple[Node, Node]]] = {relation: [] for relation in USAGE}
    for pair, relations in truth.graph.usage.items():
        if not truth.askable.issuperset(pair):
            left_out["name is shared by several nodes of its type"] += 1
        elif len(relations) > 1 and not several:
            left_out["pair stands in several usage relations"] += 1
        else:
            found.setdefault(" + ".join(relations), []).append(pair)
    for pairs in found.values():
        pairs.sort(key=lambda pair: ranker.rank("RP", pair[0].key, pair[1].key))
    return {answer: pairs for answer, pairs in sorted(found.items()) if pairs}


def _unrelated_pairs(
    truth: Truth, ranker: Ranker, by_answer: Mapping[str, list[tuple[Node, Node]]], left_out: Counter[str]
) -> list[Negative]:
    """One `none` pair per related pair, where there is one; each pair once."""
    pairs = [pair for found in by_answer.values() for pair in found]
    drugs = Ring({drug for drug, _ in pairs}, ranker)
    diseases = Ring({disease for _, disease in pairs}, ranker)
    used: set[tuple[Node, Node]] = set()
    found: list[Negative] = []

    def fits(one: Triple) -> bool:
        return (one.head, one.tail) not in used and truth.unrelated(one.head, one.tail)

    for drug, disease in sorted(pairs, key=lambda pair: ranker.rank("none", pair[0].key, pair[1].key)):
        triple = Triple(truth.usage(drug, disease)[0], drug, disease)
        if negative := corrupt(triple, drugs, diseases, ranker, fits):
            used.add((negative[0].head, negative[0].tail))
            found.append(negative)
        else:
            left_out["no replacement makes an unrelated pair"] += 1
    return found


def _pair_draft(truth: Truth, pair: tuple[Node, Node], several: bool, negative: Negative | None) -> Draft:
    drug, disease = pair
    right = truth.usage(drug, disease) or (NONE,)
    details: dict[str, object] = {}
    if negative:
        absent = not truth.usage_in_file(drug, disease)
        details = replacement_details(*negative[1:]) | {"absent_from_file": absent}
    elif len(right) > 1:
        details = {"relations": list(right)}
    source = Triple(negative[0].relation, *_original(negative)) if negative else None
    return Draft(
        key=f"{drug.key}|{disease.key}",
        stratum=" + ".join(right),
        question=templates.relation_prediction(drug.name, disease.name, several=several),
        right=right,
        wrong=tuple(option for option in (*USAGE, NONE) if option not in right),
        entities=(("drug", drug), ("disease", disease)),
        relation=right[0] if right != (NONE,) and len(right) == 1 else None,
        triples=(source,) if source else tuple(Triple(relation, drug, disease) for relation in right),
        details=details,
    )


def _original(negative: Negative) -> tuple[Node, Node]:
    """The related pair a `none` pair was made from."""
    triple, gone, put_in = negative
    return (gone, triple.tail) if triple.head == put_in else (triple.head, gone)


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


MAKERS: Makers = {
    Task.FC: lambda given: fact_checking(given.truth, given.ranker, given.settings),
    Task.RP: lambda given: relation_prediction(given.truth, given.ranker, given.settings),
    Task.ES: lambda given: entity_selection(given.truth, given.ranker, given.settings),
}
