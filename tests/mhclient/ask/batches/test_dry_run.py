"""What `run --dry-run` says of batches: their price, their number, what lies in them already."""

import anyio
import pytest

from mhclient.cli.main import main
from tests.support.asking import run_arguments, simulator_for
from tests.support.batching import PACE, intend_only, run_batch
from tests.support.commands import typed_here
from tests.support.items import make_items

N = 12


async def test_a_dry_run_knows_the_price_in_batches_and_their_number(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(N))
    command = ["run", "--provider", "openai", "--model", "m", "--benchmark", str(benchmark.directory)]
    said = list[str]()
    for more in ([], ["--no-preflight"], [], ["--batch-lines", "5"]):
        batch = ["--batch", *more] if said else []
        assert await anyio.to_thread.run_sync(main, [*command, "--dry-run", "--price", "4,8", *batch]) == 0
        said.append(capsys.readouterr().out)
    online, alone, first, cut = said
    costs = [float(text.split("at most ")[-1].split(" USD")[0]) for text in (online, alone, first)]
    assert costs[0] == pytest.approx(2 * costs[1], abs=1e-4)
    assert costs[1] < costs[2] < costs[1] * (1 + 2 / N)  # one of twelve at the full price
    assert "In 1 batch," in first
    assert "In 3 batches," in cut
    assert "One request goes online before" in first
    assert "online before" not in alone + online


async def test_a_dry_run_does_not_count_what_lies_in_a_batch(make_benchmark, tmp_path, capsys):
    """It is not sent again, neither in another batch nor online, while the provider has it."""
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, batch_s=3600.0) as simulator:
        command = [*run_arguments(simulator, benchmark, store), "--dry-run"]
        await run_batch(benchmark, simulator, store, pace=PACE)
        for how in ([], ["--batch"]):
            status, out, _ = await anyio.to_thread.run_sync(typed_here, [*command, *how], capsys)
            assert (status, f"{N} in batches; 0 requests to send" in out) == (0, True), out


async def test_a_dry_run_counts_what_a_batch_never_sent_asks(make_benchmark, tmp_path, capsys):
    benchmark = make_benchmark(make_items(N))
    store = tmp_path / "s.sqlite3"
    simulator = await intend_only(benchmark, store)
    command = [*run_arguments(simulator, benchmark, store), "--dry-run"]
    status, out, _ = await anyio.to_thread.run_sync(typed_here, command, capsys)
    assert (status, f"{N} requests to send" in out) == (0, True), out
