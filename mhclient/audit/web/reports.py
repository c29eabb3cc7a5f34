"""A run's report for the page: tables and findings as text cells, worked out once as long as they hold."""

from typing import Any

from cache import RepliesState, Store
from mhclient.report.blocks.loop import findings, tables_of
from mhclient.report.caveat import caveat
from mhclient.report.cells import interval_of
from mhclient.report.loading.load import load_runs
from mhclient.report.loading.loaded import LoadedRun
from mhclient.report.summarise import summarise_all
from mhclient.report.summary import Summary
from mhclient.show.cells import percent
from mhclient.show.visible import visible


class PageReports:
    """Reports of runs. They take seconds, so they have a thread and a store of their own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: dict[str, tuple[RepliesState, dict[str, Any]]] = {}

    def report(self, run_id: str) -> dict[str, Any]:
        """The report's tables and findings, and under `figures` what the list of runs shows."""
        state = self._store.results.get_state(run_id)
        if run_id not in self._made or self._made[run_id][0] != state:
            (summary,) = summarise_all(load_runs(self._store, [run_id]))
            self._made[run_id] = (state, _tables(summary))
        return self._made[run_id][1]


def _caveat(run: LoadedRun) -> str:
    """What figures do not measure; before it, what its manifest warns readers of."""
    notice = run.benchmark.manifest.get("notice")
    return f"{visible(notice)} {caveat([run])}" if isinstance(notice, str) else caveat([run])


def _tables(summary: Summary) -> dict[str, Any]:
    accuracy = summary.overall.accuracy
    return {
        "figures": {
            "accuracy": percent(summary.overall.estimate.value),
            "interval": interval_of(summary.overall.estimate),
            "unread": percent(accuracy.n_unread / accuracy.n if accuracy.n else None),
        },
        "caveat": _caveat(summary.run),
        "findings": [visible(finding.text) for finding in findings(summary)],
        "tables": [
            {
                "title": table.title,
                "note": table.note,
                "head": list(table.head),
                "rows": [[visible(cell) for cell in row] for row in table.texts],
            }
            for table in tables_of(summary)
        ],
    }
