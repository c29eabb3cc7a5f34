"""R1 and R2: from drug – disease A – disease B, what holds between the drug and B."""

from benchmark.build import templates
from benchmark.build.assemble import Draft, TaskResult
from benchmark.build.contexts import Contexts, Makers, TwoHopContext
from benchmark.build.graph import NONE, USAGE, Node, Triple, Truth
from benchmark.build.settings import BuildSettings, GenericDiseases, MultiUsage, Task


def verification(truth: Truth, contexts: Contexts, settings: BuildSettings) -> TaskResult:
    """R1: is there an edge between the drug and disease B."""
    size = settings.size(Task.R1)
    chosen = contexts.balanced(size)
    drafts = tuple(_verification_draft(truth, context, settings) for context in chosen)
    return TaskResult(Task.R1, drafts, _shortage(contexts, size, len(chosen)), contexts.left_out)


def selection(truth: Truth, contexts: Contexts, settings: BuildSettings) -> TaskResult:
    """R2: which edge is it; the same contexts as R1."""
    size, several = settings.size(Task.R2), settings.multi_usage is MultiUsage.ASK
    chosen = contexts.balanced(size)
    drafts = tuple(_selection_draft(truth, context, settings) for context in chosen)
    return TaskResult(
        Task.R2, drafts, _shortage(contexts, size, len(chosen)), contexts.left_out, multi=several
    )


def _shortage(contexts: Contexts, size: int | None, n_chosen: int) -> str | None:
    if size is None or n_chosen == size:
        return None
    if n_chosen == size - 1:
        return "an odd number cannot be half yes, half no"
    return (
        f"the slice has {len(contexts.related):,} contexts with an edge between drug and disease B and "
        f"{len(contexts.unrelated):,} without; as many of each are asked"
    )


def _verification_draft(truth: Truth, context: TwoHopContext, settings: BuildSettings) -> Draft:
    answer = templates.YES if context.answer else templates.NO
    return Draft(
        key=context.key,
        stratum=answer,
        question=f"{_scaffold(context)} {templates.verification(context.drug.name, context.disease_b.name)}",
        right=(answer,),
        wrong=(templates.NO if context.answer else templates.YES,),
        in_order=(templates.YES, templates.NO),
        entities=_entities(context),
        relation=context.answer[0] if len(context.answer) == 1 else None,
        triples=_triples(context),
        details=_details(truth, context, settings),
    )


def _selection_draft(truth: Truth, context: TwoHopContext, settings: BuildSettings) -> Draft:
    right, several = context.answer or (NONE,), settings.multi_usage is MultiUsage.ASK
    ask = templates.selection(context.drug.name, context.disease_b.name, several=several)
    return Draft(
        key=context.key,
        stratum=" + ".join(right),
        question=f"{_scaffold(context)} {ask}",
        right=right,
        wrong=tuple(option for option in (*USAGE, NONE) if option not in right),
        entities=_entities(context),
        relation=context.answer[0] if len(context.answer) == 1 else None,
        triples=_triples(context),
        details=_details(truth, context, settings),
    )


def _scaffold(context: TwoHopContext) -> str:
    return templates.two_hop(
        context.drug.name, context.relation, context.disease_a.name, context.disease_b.name
    )


def _entities(context: TwoHopContext) -> tuple[tuple[str, Node], ...]:
    return (("drug", context.drug), ("disease_a", context.disease_a), ("disease_b", context.disease_b))


def _triples(context: TwoHopContext) -> tuple[Triple, ...]:
    return (
        *context.hops,
        *(Triple(relation, context.drug, context.disease_b) for relation in context.answer),
    )


def _details(truth: Truth, context: TwoHopContext, settings: BuildSettings) -> dict[str, object]:
    details: dict[str, object] = {"context": context.id, "first_hop": context.relation}
    if not context.answer:
        details["absent_from_file"] = not truth.usage_in_file(context.drug, context.disease_b)
    elif len(context.answer) > 1:
        details["relations"] = list(context.answer)
    if settings.generic_diseases is GenericDiseases.MARK and truth.is_generic(context.disease_b):
        details["disease_b_without_drugs"] = True
    return details


MAKERS: Makers = {
    Task.R1: lambda given: verification(given.truth, given.contexts, given.settings),
    Task.R2: lambda given: selection(given.truth, given.contexts, given.settings),
}
