"""A report as a JSON-ready document: the schema that programs may rely on, described in docs/report.md.

Figures keep their full precision; rounding is for people. The document holds no time, no path and no host, so
that the same store and program version give the same bytes.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from mhclient.report.blocks.loop import document_across, document_of, findings, merged
from mhclient.report.loading.marks import sent_parameters
from mhclient.report.summary import Summary
from mhclient.report.wording.names import caveat
from mhclient.report.wording.shapes import intervals_document

SCHEMA = "mhclient-report/2"
# Schema 1 began with the first two lines in this order, schema 2 added the third; what other blocks have
# added stands behind them, in theirs.
FIRST = (
    *("run", "findings", "tasks", "groups", "overall", "averages", "averages_ci95", "coverage"),
    *("evidence_effect", "classes", "confused", "choices", "calibration", "judgements", "decisions"),
    *("labels", "shortcuts"),
)


def document(summaries: Sequence[Summary]) -> dict[str, Any]:
    """What the runs were, what is said across them, and each one's figures in the list `reports`.

    A single run's figures also stand at the top level, where they stood before there was such a list for it;
    with several runs the same names are there, and None. Decision: docs/decisions/report.md, "A report's JSON
    has the same names for one run and for several".
    """
    first = summaries[0]
    head: dict[str, Any] = {
        "schema": SCHEMA,
        "caveat": caveat(summary.run for summary in summaries),
        "program_version": first.versions.program,
        "parser_version": first.versions.parser,
        "intervals": intervals_document(first.settings),
        "runs": [run_document(summary) for summary in summaries],
    }
    reports = [_report(summary) for summary in summaries]
    names = (name for report in reports for name in report)
    alone = reports[0] if len(reports) == 1 else dict.fromkeys(names)
    return head | alone | document_across(summaries) | {"reports": reports}


def run_document(summary: Summary) -> dict[str, Any]:
    """What a run was: everything that decides what was asked, and what came of it."""
    run = summary.run
    spent = run.spent_in_all
    return {
        "run": summary.run_id,
        "benchmark": run.benchmark.digest,
        "benchmark_name": run.benchmark.name,
        **run.spec.to_json(),
        "sent_parameters": sent_parameters(run),
        "served_models": dict(run.served),
        "fingerprints": dict(run.fingerprints),
        "routes": dict(run.routes),
        "tiers": dict(run.tiers),
        "n_planned": summary.overall.accuracy.n_planned,
        "n": summary.overall.accuracy.n,
        "partial": summary.partial,
        "marks": list(run.marks),
        "from_cache": run.from_cache,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cached_tokens": run.cached_tokens,
        "cost_usd": spent.cost_usd,
    }


def _report(summary: Summary) -> dict[str, Any]:
    of_run = {"run": summary.run_id, "findings": [asdict(finding) for finding in findings(summary)]}
    found = merged([of_run, document_of(summary)])
    return {name: found[name] for name in sorted(found, key=_place)}


def _place(name: str) -> int:
    return FIRST.index(name) if name in FIRST else len(FIRST)
