"""What tests of comparisons share."""

from cache import Store
from mhclient.report.compare.comparing import compare
from mhclient.report.compare.tables import comparison_findings
from mhclient.report.loading.load import load_runs
from mhclient.report.settings import Settings

DECLINED = "I'm sorry, but I can't help with that."


def compared(store, *run_ids, settings=None, **options):
    chosen = settings or Settings()
    with Store.open(store, read_only=True) as opened:
        return compare(load_runs(opened, run_ids), chosen, **options)


def told_of(store, *run_ids, **options) -> dict[str, str]:
    """Code → text of the findings over all items and of single tasks."""
    comparison = compared(store, *run_ids, **options)
    return {finding.code: finding.text for finding in comparison_findings(comparison)}
