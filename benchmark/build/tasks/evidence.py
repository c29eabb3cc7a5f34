"""R1+E and R2+E: the items of R1 and R2 again, options in the same order, with evidence at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.build import templates
from benchmark.build.assemble import item_id
from benchmark.build.contexts import TwoHopContext
from benchmark.build.evidence import block, mentions
from benchmark.build.features import DISEASE_FIELDS, DRUG_FIELDS, Features
from benchmark.build.graph import Node
from benchmark.build.settings import Task
from benchmark.item import Item

BASE = {Task.R1E: Task.R1, Task.R2E: Task.R2}


@dataclass(frozen=True, slots=True)
class EvidenceTables:
    """The feature texts of the slice's drugs and diseases."""

    drugs: Features
    diseases: Features

    def any_for(self, context: TwoHopContext) -> bool:
        """Whether at least one of the three nodes has a text: without any there is no evidence to show."""
        return any(texts for _, _, texts, _ in self._parts(context))

    def text_for(self, context: TwoHopContext) -> str:
        """The three blocks, in the paper's order: drug, disease A, disease B."""
        return "\n\n".join(block(*part) for part in self._parts(context))

    def drug_text_names_b(self, context: TwoHopContext) -> bool:
        """Whether the drug's own texts name disease B: masking the relation then hides little."""
        return any(mentions(text, context.disease_b) for text in self.drugs.of(context.drug.index).values())

    def _parts(self, context: TwoHopContext) -> list[tuple[str, Node, Mapping[str, str], Mapping[str, str]]]:
        drug, disease_a, disease_b = context.drug, context.disease_a, context.disease_b
        return [
            ("Drug", drug, self.drugs.of(drug.index), DRUG_FIELDS),
            ("Disease A", disease_a, self.diseases.of(disease_a.index), DISEASE_FIELDS),
            ("Disease B", disease_b, self.diseases.of(disease_b.index), DISEASE_FIELDS),
        ]


def add_evidence(
    task: Task,
    base: Sequence[Item],
    contexts: Mapping[str, TwoHopContext],
    tables: EvidenceTables,
    size: int | None,
) -> tuple[list[Item], str | None]:
    """The items of `base` that have evidence, half with an edge and half without; and why there are no more.

    Args:
        base: the assembled items of R1 or R2, in file order.
        contexts: context id → context, for the contexts `base` asks about.
    """
    fit = [item for item in base if tables.any_for(contexts[item.details["context"]])]
    related = [item for item in fit if contexts[item.details["context"]].answer]
    unrelated = [item for item in fit if not contexts[item.details["context"]].answer]
    half = min(len(related), len(unrelated), len(base) if size is None else size // 2)
    keep = {item.id for item in (*related[:half], *unrelated[:half])}
    items = [
        _with_evidence(task, item, contexts[item.details["context"]], tables)
        for item in fit
        if item.id in keep
    ]
    reason = None
    if not base:
        reason = f"{BASE[task]} has no items"
    elif size is not None and len(items) < size - size % 2:
        reason = (
            f"of the {len(base):,} {BASE[task]} items, {len(related):,} with an edge and {len(unrelated):,} "
            "without have a feature text; as many of each are asked"
        )
    elif size is not None and len(items) < size:
        reason = "an odd number cannot be half yes, half no"
    return items, reason


def _with_evidence(task: Task, item: Item, context: TwoHopContext, tables: EvidenceTables) -> Item:
    question = templates.with_evidence(item.question, tables.text_for(context))
    details = {
        **item.details,
        "base_item": item.id,
        "drug_text_names_disease_b": tables.drug_text_names_b(context),
    }
    made = replace(item, task=task.value, question=question, details=details)
    return replace(made, id=item_id(made))
