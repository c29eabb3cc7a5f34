"""A report as a JSON-ready document: the schema that programs may rely on, described in docs/report.md.

Figures keep their full precision; rounding is for people. The document holds no time, no path and no host, so
that the same store and program version give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from mhclient.figures.bootstrap import Estimate
from mhclient.figures.coverage import COVERAGE_NAMES, CoverageFigures, Part
from mhclient.figures.letters import LetterFigures, LetterRow
from mhclient.figures.metrics import Share, Strictness
from mhclient.figures.paired import Paired
from mhclient.report.caveat import caveat
from mhclient.report.effects import Effect, changed_figures
from mhclient.report.figures import Figures
from mhclient.report.findings import findings
from mhclient.report.marks import sent_parameters
from mhclient.report.ranks import rank_correlations
from mhclient.report.rare_documents import (
    bounds_document,
    calibration_document,
    class_document,
    judgements_document,
    sets_document,
    share_document,
)
from mhclient.report.summary import EvidenceEffect, Summary

SCHEMA = "mhclient-report/1"
TOP = 15  # entities shown unless more are asked for, as in the paper


def document(summaries: Sequence[Summary], *, top: int | None = TOP) -> dict[str, Any]:
    """One run's figures stand at the top level; those of several runs in a list under `reports`.

    Args:
        top: how many entities to list, by falling degree; None for all.
    """
    first = summaries[0]
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "caveat": caveat(summary.run for summary in summaries),
        "program_version": first.versions.program,
        "parser_version": first.versions.parser,
        "intervals": {
            "level": 0.95,
            "cluster_by": first.settings.cluster_by.value,
            "resamples": first.settings.resamples,
            "seed": first.settings.seed,
        },
        "runs": [run_document(summary) for summary in summaries],
    }
    if len(summaries) == 1:
        return head | _report(first, top)
    several = {"rank_correlations": rank_correlations(summaries)}
    return head | several | {"reports": [_report(summary, top) for summary in summaries]}


def run_document(summary: Summary) -> dict[str, Any]:
    """What a run was: everything that decides what was asked, and what came of it."""
    run = summary.run
    spent = run.spent_on(run.spent)
    return {
        "run": summary.run_id,
        "benchmark": run.benchmark.digest,
        "benchmark_name": run.benchmark.name,
        **run.spec.to_json(),
        "sent_parameters": sent_parameters(run),
        "served_models": dict(run.served),
        "fingerprints": dict(run.fingerprints),
        "n_planned": summary.overall.accuracy.n_planned,
        "n": summary.overall.accuracy.n,
        "partial": summary.partial,
        "marks": list(run.marks),
        "from_cache": run.from_cache,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cost_usd": spent.cost_usd,
    }


def _report(summary: Summary, top: int | None) -> dict[str, Any]:
    return {
        "run": summary.run_id,
        "findings": [asdict(finding) for finding in findings(summary)],
        "tasks": {task: figures_document(figures) for task, figures in summary.tasks.items()},
        "groups": {name: figures_document(figures) for name, figures in summary.groups.items()},
        "overall": figures_document(summary.overall),
        "averages": {name: average.value for name, average in summary.averages.items()},
        "averages_ci95": {name: bounds_document(average.ci95) for name, average in summary.averages.items()},
        "coverage": summary.coverage and coverage_document(summary.coverage, top),
        "evidence_effect": [_evidence(effect) for effect in summary.evidence],
        "classes": [class_document(row) for row in summary.classes],
        "confused": [asdict(pair) for pair in summary.confused],
        "choices": summary.run.choices and asdict(summary.run.choices),
        "calibration": summary.calibration and calibration_document(summary.calibration),
        "judgements": summary.run.judged and judgements_document(summary.run.judged),
        "decisions": _decisions(summary),
    }


def effects(before: Summary, after: Summary) -> list[Effect]:
    """Every figure of a run that people's decisions change."""
    parts = ("tasks", "groups", "overall", "averages", "averages_ci95", "coverage")
    documents = [_report(replace(each, before=None), None) for each in (before, after)]
    return changed_figures(*({name: each[name] for name in parts} for each in documents))


def _decisions(summary: Summary) -> dict[str, Any] | None:
    """The decisions behind the figures, and what they change; null where none were given."""
    decided, before = summary.run.decided, summary.before
    if decided is None:
        return None
    return {
        "file_sha256": decided.digest,
        "n_replies": decided.n_replies,
        "n_changed": decided.n_changed,
        "effects": [asdict(effect) for effect in effects(before, summary)] if before else [],
    }


def figures_document(figures: Figures) -> dict[str, Any]:
    """The figures of one set of items; those that do not apply to it are null."""
    accuracy, agreement = figures.accuracy, figures.agreement
    estimates = {
        "prediction_a_rate": figures.prediction_a_rate,
        "balanced_accuracy": agreement and agreement.balanced_accuracy,
        "kappa": agreement and agreement.kappa,
        "mcc": agreement and agreement.mcc,
        "kappa_answered": agreement and agreement.kappa_answered,
        "mcc_answered": agreement and agreement.mcc_answered,
    }
    return {
        "n_planned": accuracy.n_planned,
        "n": accuracy.n,
        "n_answered": accuracy.answered.n,
        "n_correct": accuracy.correct.count,
        "accuracy": accuracy.accuracy,
        "ci95": bounds_document(accuracy.correct.ci95),
        "ci95_clustered": bounds_document(figures.clustered.ci95),
        "n_clusters": figures.n_clusters,
        "accuracy_answered": accuracy.answered.value,
        "ci95_answered": bounds_document(accuracy.answered.ci95),
        "bounds": bounds_document(accuracy.bounds),
        "by_strictness": {name: _strictness(step) for name, step in accuracy.by_strictness.items()},
        "outcomes": dict(accuracy.outcomes),
        "outcome_rates": {
            name: share_document(Share(count, accuracy.n)) for name, count in accuracy.outcomes.items()
        },
        "compliance": accuracy.kept_format.value,
        "ci95_compliance": bounds_document(accuracy.kept_format.ci95),
        **{name: estimate and estimate.value for name, estimate in estimates.items()},
        **{
            f"ci95_{name}": estimate and bounds_document(estimate.ci95)
            for name, estimate in estimates.items()
        },
        "gold_a_rate": figures.gold_a_rate,
        "chance": figures.chance,
        "letters": figures.letters and _letters(figures.letters),
        "sets": figures.sets and sets_document(figures.sets),
    }


def coverage_document(coverage: CoverageFigures, top: int | None) -> dict[str, Any]:
    """Coverage, with the relations and the first entities."""
    estimates: dict[str, Estimate] = {
        name: getattr(coverage, field) for name, field in COVERAGE_NAMES.items()
    }
    return {
        **{name: estimate.value for name, estimate in estimates.items()},
        "ci95": {name: bounds_document(estimate.ci95) for name, estimate in estimates.items()},
        "n_entities": coverage.n_entities,
        "n_entities_measured": len(coverage.entities),
        "n_relations": coverage.n_relations,
        "n_relations_measured": len(coverage.relations),
        "n_triples": coverage.n_triples,
        "n_triples_measured": coverage.n_triples_measured,
        "relations": [_part(part) for part in coverage.relations],
        "entities": [_part(part) for part in coverage.entities[:top]],
    }


def paired_document(pair: Paired) -> dict[str, Any]:
    """A comparison on the same items; `difference` is second less first."""
    return {
        "n": pair.n,
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference.value,
        "ci95": bounds_document(pair.difference.ci95),
        "n_clusters": pair.n_clusters,
        "both": pair.both,
        "first_only": pair.first_only,
        "second_only": pair.second_only,
        "neither": pair.neither,
        "p": pair.p,
        "p_holm": pair.p_holm,
    }


def _evidence(effect: EvidenceEffect) -> dict[str, Any]:
    return {
        "task": effect.task,
        "with_evidence": effect.with_evidence,
        "right": paired_document(effect.right),
        "read": paired_document(effect.read),
    }


def _strictness(step: Strictness) -> dict[str, Any]:
    return {
        "n_read": step.read.count,
        "read_rate": step.read.value,
        "n_correct": step.correct.count,
        "accuracy": step.correct.value,
        "ci95": bounds_document(step.correct.ci95),
    }


def _letters(letters: LetterFigures) -> dict[str, Any]:
    return {
        "by_letter": [_letter(row) for row in letters.letters],
        "by_place": [_letter(row) for row in letters.places],
        "homogeneity_p": letters.homogeneity_p,
        "imbalance": {name: letters.imbalance(name) for name in letters.said_by_strictness},
        "a_rate_by_strictness": {name: said["A"].value for name, said in letters.said_by_strictness.items()},
        "gold_a_rate_by_strictness": {
            name: gold["A"].value for name, gold in letters.gold_by_strictness.items()
        },
        "n_by_strictness": {name: letters.n_read(name) for name in letters.said_by_strictness},
        "a_rate_made_by_reading": letters.made_by_reading,
    }


def _letter(row: LetterRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "gold": share_document(row.gold),
        "said": share_document(row.said),
        "recall": share_document(row.recall),
    }


def _part(part: Part) -> dict[str, Any]:
    return {"key": part.key, "name": part.name, "degree": part.degree, **share_document(part.correct)}
