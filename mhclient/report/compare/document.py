"""A comparison as a JSON-ready document; described in docs/report.md."""

from dataclasses import asdict
from typing import Any

from mhclient.report.compare.contrast import Comparison, Pair
from mhclient.report.compare.tables import BLOCKS, comparison_findings
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.settings import Versions
from mhclient.report.wording.names import caveat
from mhclient.report.wording.shapes import intervals_document

SCHEMA = "mhclient-comparison/2"


def comparison_document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as a JSON-ready document; described in docs/report.md."""
    versions = Versions()
    of_all = {key: part for block in BLOCKS for key, part in block.document_of_all(comparison).items()}
    return {
        "schema": SCHEMA,
        "caveat": caveat(comparison.runs),
        "program_version": versions.program,
        "parser_version": versions.parser,
        "intervals": intervals_document(comparison.settings),
        "runs": [_run(run) for run in comparison.runs],
        "n_tests": comparison.n_tests,
        "findings": [asdict(finding) for finding in comparison_findings(comparison)],
        "pairs": [_pair(pair) for pair in comparison.pairs],
        **of_all,
    }


def _run(run: LoadedRun) -> dict[str, Any]:
    n = sum(item.asked for item in run.scored)  # replies, where items are asked several times
    return {
        "run": run.run.run_id,
        "benchmark": run.benchmark.digest,
        **run.spec.to_json(),
        "n_planned": len(run.scored),
        "n": n,
        "partial": n < len(run.scored),
        "marks": list(run.marks),
    }


def _pair(pair: Pair) -> dict[str, Any]:
    document: dict[str, Any] = {
        "first": pair.first.run.run_id,
        "second": pair.second.run.run_id,
        "circular": pair.circular,
        **pair.unlike.alike,
    }
    for block in BLOCKS:
        document |= block.document(pair)
    return document
