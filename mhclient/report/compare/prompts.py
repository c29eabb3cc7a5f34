"""One model's runs under several variants: how far its accuracy depends on the wording of the prompt."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from mhclient.figures.repetitions import PromptVariance, prompt_variance
from mhclient.report.compare.block import PairBlock
from mhclient.report.compare.contrast import Comparison
from mhclient.report.compare.variants import VariantRuns, runs_by_variant
from mhclient.report.table import Row, Table
from mhclient.show.cells import percent


def over_prompts(comparison: Comparison) -> list[tuple[VariantRuns, PromptVariance]]:
    """The runs of each model under several variants, with what differs between them."""
    groups = list(runs_by_variant(comparison))
    found = [prompt_variance(group.item_means(group.right())) for group in groups]
    return [(group, each) for group, each in zip(groups, found, strict=True) if each is not None]


def prompts_table(comparison: Comparison) -> Table | None:
    """Accuracy over variants: its mean, its quantiles, and how far variants differ beyond chance."""
    rows: list[Row] = [_row(group, found) for group, found in over_prompts(comparison)]
    head = (
        "Model",
        "Items × variants",
        "Mean",
        "5 %",
        "Median",
        "95 %",
        "Worst–best",
        "SD",
        "Prompts",
        "Rest",
    )
    note = (
        "Runs of one model that differ in their variant, on the items that all have asked. 5 %, median, "
        "95 %: quantiles of the variants' accuracies. SD: the standard deviation over prompts in points, "
        "chance in the items taken off (0 where variants differ no more than chance makes them); prompts: "
        "its square; rest: the variance of one reply that neither its item nor its variant explains. They "
        "are about variants like these, so few variants say little."
    )
    return Table("Accuracy over variants, in %", head, rows, note) if rows else None


def _row(group: VariantRuns, found: PromptVariance) -> Row:
    n_items = len(set(group.dependent.item_of.tolist()))
    return (
        group.model,
        f"{n_items} × {len(group.runs)}",
        *(percent(each) for each in (found.mean, found.low, found.median, found.high)),
        f"{percent(found.worst)}–{percent(found.best)}",
        percent(found.spread),
        f"{found.prompts:.4f}",
        f"{found.residual:.3f}",
    )


def prompts_document(comparison: Comparison) -> dict[str, Any]:
    """The same for programs."""
    return {"prompt_variance": [_document(group, found) for group, found in over_prompts(comparison)]}


def _document(group: VariantRuns, found: PromptVariance) -> Mapping[str, Any]:
    return {
        "model": group.model,
        "runs": [run.run.run_id for run in group.runs],
        "n": len(set(group.dependent.item_of.tolist())),
        **asdict(found),
        "sd": found.spread,
    }


BLOCK = PairBlock(table_of_all=prompts_table, document_of_all=prompts_document)
