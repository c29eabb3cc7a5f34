"""What was read in a run's replies, kept in the store for its view `results`."""

from collections.abc import Iterable, Iterator

from cache import Store
from cache.judging_rows import ReadItemRow
from mhclient.report.loaded import LoadedRun
from parsers.reading import PARSER_VERSION


def keep_what_was_read(store: Store, runs: Iterable[LoadedRun]) -> None:
    """Keep it, inside the caller's transaction; replaces what was kept of these runs before."""
    for run in runs:
        store.readings.keep_items(run.run.run_id, PARSER_VERSION, _rows(run))


def _rows(run: LoadedRun) -> Iterator[ReadItemRow]:
    for scored, key, response in zip(run.scored, run.request_keys, run.response_ids, strict=True):
        if response is not None:
            said = None if scored.prediction is None else "&".join(sorted(scored.prediction))
            yield ReadItemRow(scored.item.id, key, response, scored.ending.value, said, scored.correct)
