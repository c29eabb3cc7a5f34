"""A store moved, replaced or deleted while its batches are waited for: as under a run that asks online."""

import re

import anyio
import pytest

from tests.faults.test_moved_store import WAYS
from tests.support.asking import address_of, simulator_for
from tests.support.batching import lines_in
from tests.support.items import make_items
from tests.support.killing import work_on_batches
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.slow

N = 40


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini-native"])
@pytest.mark.parametrize("take_away", WAYS)
async def test_what_was_submitted_is_saved_and_collected_from_there(
    take_away, make_benchmark, tmp_path, provider
):
    benchmark, path, said = make_benchmark(make_items(N)), tmp_path / "s.sqlite3", tmp_path / "said"
    async with simulator_for(benchmark, batch_s=4.0) as simulator:
        work = (work_on_batches, provider, benchmark.directory, address_of(simulator), path)
        process = start(*work, said=said)
        while len(simulator.batch_api.submitted) < N:  # noqa: ASYNC110 - nothing in the simulator sets an event
            await anyio.sleep(0.01)
        await anyio.sleep(0.3)
        take_away(path)
        assert await wait_for(process) == 1
        stopped = re.search(r"StoreMoved: .*saved in (\S+?):", said.read_text(encoding="utf-8"))
        assert stopped is not None, said.read_text(encoding="utf-8")
        for left in tmp_path.glob("s.sqlite3*"):
            left.unlink()
        saved = tmp_path / stopped[1]
        saved.rename(path)
        assert await finish(*work, said=tmp_path / "again") == 0
        assert set(simulator.batch_api.submitted.values()) == {1}  # no line was bought twice
        assert len(simulator.batch_api.submitted) == N
    ended = lines_in(path)
    assert {state for lines in ended for state in lines} == {"response"}
    assert sum(sum(lines.values()) for lines in ended) == N
