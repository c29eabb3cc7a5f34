"""A store moved, replaced or deleted under a run: the run stops; what it bought is saved and named."""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import anyio
import pytest

from cache import Store, StoreMoved, StoreVersionError
from cache.connection import SCHEMA_VERSION
from tests.support.asking import address_of, run, run_arguments, simulator_for
from tests.support.batching import lines_in
from tests.support.commands import typed
from tests.support.items import make_items
from tests.support.killing import work_on_batches
from tests.support.processes import finish, start, wait_for

pytestmark = pytest.mark.slow


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite3"))


def replace(path: Path) -> None:
    other = path.with_name("other.sqlite3")
    Store.open(other, create=True).close()
    other.replace(path)


def delete(path: Path) -> None:
    path.unlink()


def delete_with_log(path: Path) -> None:
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def delete_log(path: Path) -> None:
    """While somebody reads, so that what is bought stays in the log."""
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM responses").fetchone()
        path.with_name(f"{path.name}-wal").unlink()


def delete_index_of_log(path: Path) -> None:
    path.with_name(f"{path.name}-shm").unlink()


WAYS = [move, replace, delete, delete_with_log, delete_log, delete_index_of_log]


def saved_in(error: BaseException) -> Path:
    found = re.search(r"saved in (\S+?):", str(error))
    assert found is not None, error
    return Path(found[1])


async def test_what_was_bought_is_saved_where_the_folder_is_gone_too(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(400))
    path = tmp_path / "studies" / "mine" / "s.sqlite3"
    path.parent.mkdir(parents=True)
    async with simulator_for(benchmark, latency_s=0.2) as simulator:
        async with anyio.create_task_group() as beside:
            beside.start_soon(_once_asked, simulator, 40, lambda path: shutil.rmtree(path.parents[1]), path)
            with pytest.raises(StoreMoved, match="moved or deleted while it was in use") as stopped:
                await run(benchmark, simulator, path)
        assert simulator.asked.total() < 400
        saved = saved_in(stopped.value)
        assert saved.parent == tmp_path
        await run(benchmark, simulator, saved)
        assert simulator.asked.total() == 400  # nothing was lost, so nothing is bought twice


async def test_a_log_beside_what_a_link_leads_to_is_the_stores_too(make_benchmark, tmp_path):
    """SQLite follows the link, and puts its log beside the file."""
    benchmark = make_benchmark(make_items(400))
    (tmp_path / "disk").mkdir()
    path = tmp_path / "s.sqlite3"
    path.symlink_to(tmp_path / "disk" / "real.sqlite3")
    async with simulator_for(benchmark, latency_s=0.2) as simulator, anyio.create_task_group() as beside:
        beside.start_soon(_once_asked, simulator, 40, lambda path: delete_log(path.resolve()), path)
        with pytest.raises(StoreMoved, match="which holds the store's newest replies, was moved or deleted"):
            await run(benchmark, simulator, path)
    assert simulator.asked.total() < 400


@pytest.mark.parametrize("take_away", WAYS)
async def test_what_was_bought_is_saved_beside_the_name(take_away, make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(400))
    path = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.2) as simulator:
        async with anyio.create_task_group() as beside:
            beside.start_soon(_once_asked, simulator, 40, take_away, path)
            with pytest.raises(StoreMoved, match="while it was in use") as stopped:
                await run(benchmark, simulator, path)
        assert simulator.asked.total() < 400
        for left in tmp_path.glob("s.sqlite3*"):
            left.unlink()
        saved_in(stopped.value).rename(path)
        run_id, progress = await run(benchmark, simulator, path)
        assert simulator.asked.total() == progress.done == 400  # nothing was lost, so nothing is bought twice
    with Store.open(path, read_only=True) as store:
        assert sum(count.answered for count in store.results.count_tasks(run_id).values()) == 400


async def test_a_run_asks_no_more_once_a_newer_program_has_changed_the_tables(make_benchmark, tmp_path):
    """What is under way by then is kept."""
    benchmark = make_benchmark(make_items(400))
    path = tmp_path / "s.sqlite3"

    def migrate(path: Path) -> None:
        with closing(sqlite3.connect(path)) as newer, newer:
            newer.execute("ALTER TABLE responses ADD COLUMN from_later TEXT")
            newer.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")

    async with simulator_for(benchmark, latency_s=0.2) as simulator:
        async with anyio.create_task_group() as beside:
            beside.start_soon(_once_asked, simulator, 40, migrate, path)
            with pytest.raises(StoreVersionError, match="a newer mhclient has changed its tables"):
                await run(benchmark, simulator, path)
        with closing(sqlite3.connect(path)) as connection:
            (kept,) = connection.execute("SELECT count(*) FROM responses").fetchone()
        assert kept == simulator.asked.total() < 400


async def _once_asked(simulator, n: int, act: Callable[[Path], None], path: Path) -> None:
    while simulator.asked.total() < n:  # noqa: ASYNC110 - nothing in the simulator sets an event
        await anyio.sleep(0.01)
    act(path)


async def test_a_run_that_ends_before_the_next_heartbeat_is_not_done_either(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(20))
    path = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.3) as simulator, anyio.create_task_group() as beside:
        beside.start_soon(_once_asked, simulator, 10, delete, path)
        with pytest.raises(StoreMoved) as stopped:
            await run(benchmark, simulator, path)
    with Store.open(saved_in(stopped.value), read_only=True) as store:
        assert len(list(store.upkeep.export())) == simulator.asked.total()


async def test_the_command_ends_with_status_1_and_names_the_file(make_benchmark, tmp_path):
    benchmark = make_benchmark(make_items(400))
    path = tmp_path / "s.sqlite3"
    async with simulator_for(benchmark, latency_s=0.2) as simulator, anyio.create_task_group() as beside:
        beside.start_soon(_once_asked, simulator, 40, delete, path)
        status, shown, said = await typed(run_arguments(simulator, benchmark, path))
    assert status == 1
    assert "Traceback" not in said
    assert "was moved or deleted while it was in use" in " ".join(said.split())
    (saved,) = tmp_path.glob("s.saved-*.sqlite3")
    assert saved.name in said.replace("\n", "")
    assert (
        "asks what is missing" not in shown + said
    )  # at that name a new store would begin, and all be bought again


N = 40


@pytest.mark.parametrize(
    ("take_away", "provider"),
    [*((way, "openai") for way in WAYS), (delete, "anthropic"), (delete, "gemini-native")],
)
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
