"""What a run or a batch asks of the store again and again costs the same however much the store holds."""

import re
import sqlite3

from mhclient.simulator.batch_api import BatchFault
from tests.support.asking import run, simulator_for
from tests.support.batching import run_batch
from tests.support.items import make_items

# A table that grows with every request, gone through from first row to last (or put into an index for one
# statement). The index of attempts under way holds those alone.
WHOLE = re.compile(r"SCAN (requests|responses|attempts(?! USING INDEX attempts_in_flight))\b|AUTOMATIC")
# Once per start: replies that other runs have brought, and endings that are to be asked again.
ONCE = re.compile(r"UPDATE run_items SET (from_cache = 1.*ORDER BY|response_id = NULL)", re.DOTALL)


async def test_no_query_but_those_of_the_start_goes_through_a_whole_table(
    make_benchmark, store_path, monkeypatch
):
    said: list[str] = []
    connect = sqlite3.connect

    def listening(*args, **more):
        connection = connect(*args, **more)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr("cache.connection.sqlite3.connect", listening)
    benchmark = make_benchmark(make_items(20))
    async with simulator_for(benchmark, batch_s=0.05, batch_faults=[BatchFault.DOWNLOAD_SHORT]) as simulator:
        await run(benchmark, simulator, store_path, limit=8)
        await run_batch(benchmark, simulator, store_path)
        await run(benchmark, simulator, store_path)
    monkeypatch.undo()
    begins = re.compile(r"\s*(SELECT|WITH|UPDATE|INSERT (?!INTO repeated_items)|DELETE)\b")  # no migration
    asked = {each.strip() for each in said if begins.match(each)}
    assert len(asked) > 50
    with sqlite3.connect(store_path) as connection:
        steps = {
            (row[3], each)
            for each in asked
            if not ONCE.match(each)
            for row in connection.execute(f"EXPLAIN QUERY PLAN {each}")
        }
    assert not {(step, statement) for step, statement in steps if WHOLE.search(step)}
