"""Several replies to one item are shown, drawn and judged each for itself."""

import csv
import io

from cache import Store
from mhclient.audit.case_files import as_csv
from mhclient.judge.samples import cases_drawn, find_or_draw
from mhclient.read.collect import collect
from mhclient.run.parameters import Parameters
from tests.support.asking import run, simulator_for
from tests.support.items import make_items
from tests.support.visiting import answer, visited


async def test_each_repetition_is_a_case_of_its_own(make_benchmark, tmp_path):
    benchmark, path = make_benchmark(make_items(8)), tmp_path / "s.sqlite3"
    async with simulator_for(benchmark) as simulator:
        run_id, _ = await run(
            benchmark,
            simulator,
            path,
            model="sim-wavering:sway_rate=1",
            epochs=3,
            parameters=Parameters(temperature=1.0),
        )
    with Store.open(path) as store:
        collected = collect(store, [run_id])
        names = [case.name for case in collected.cases]
        assert names[:4] == ["RP-00000", "RP-00000 (2)", "RP-00000 (3)", "RP-00001"]
        assert len(set(names)) == 24
        sample = find_or_draw(store, collected, 24, seed=1)
        assert sorted(case.name for case in cases_drawn(store, collected, sample.row)) == sorted(names)
        rows = list(csv.DictReader(io.StringIO(as_csv(collected.cases))))
        assert [(row["item_id"], row["repetition"]) for row in rows[:2]] == [
            ("RP-00000", "1"),
            ("RP-00000", "2"),
        ]
        said = {case.name: case.completion for case in collected.cases}
    differing = next(name for name in names if "(2)" in name and said[name] != said[name[:8]])
    async with visited((path, run_id)) as (_, ann):
        for name in (differing, differing[:8]):
            _, case = await answer(ann, "/api/case", params={"run": run_id, "item": name})
            assert "".join(piece[0] for piece in case["pieces"]) == said[name]
