"""The store on an event loop: the same groups of methods, writes awaited, those that come together as one."""

import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import anyio
import pytest

from cache import (
    AskedElsewhere,
    Begun,
    ClaimTerms,
    PlannedItem,
    RequestClaim,
    RunMismatch,
    Spend,
    Store,
    StoredRequest,
    StoreUnusable,
)
from cache.async_store import AsyncGroup, AsyncStore
from tests.support.sql import digest_of, execute, keep_benchmark

ITEMS = [("i", "T", "{}")]


@pytest.fixture
async def store(tmp_path):
    """An open store with a run `r` of no items."""
    async with AsyncStore(tmp_path / "s.sqlite3") as opened:
        await opened.write(partial(keep_benchmark, items=ITEMS))
        await opened.runs.add("r", digest_of(ITEMS), {"model": "m"})
        yield opened


async def test_what_was_awaited_is_read_at_once_and_by_others(store):
    await store.runs.plan("r", [PlannedItem(0, 0, "i", "T", "k")], last=True)
    assert [item.item_id for item in store.runs.read_missing("r")] == ["i"]
    with Store.open(store.path, read_only=True) as other:
        assert other.runs.get("r").planned


async def test_an_error_of_a_write_is_the_callers_and_nothing_of_it_is_kept(store):
    with pytest.raises(RunMismatch, match="model was"):
        await store.runs.add("r", digest_of(ITEMS), {"model": "another"})

    def half(opened: Store) -> None:
        opened.runs.add("new", digest_of(ITEMS), {})
        execute(opened, "INSERT INTO runs (run_id) VALUES ('r')")

    with pytest.raises(StoreUnusable, match="constraint failed"):
        await store.write(half)
    assert not store.runs.exists("new")


async def test_claims_that_wait_on_the_same_terms_are_made_together(store):
    session_id = await store.sessions.start("r", "account", "0")
    ours, others = ClaimTerms("r", session_id), ClaimTerms("r", session_id)
    claims = [
        RequestClaim(StoredRequest(key, "POST", "e", None, "m", "{}"), Spend(1, 1, None))
        for key in "abcdefgha"
    ]
    ended = {}

    async def claim(number: int, terms: ClaimTerms) -> None:
        ended[number] = await store.attempts.claim(claims[number], terms)

    statements: list[str] = []
    await store.write(lambda opened: opened._connection.set_trace_callback(statements.append))
    async with anyio.create_task_group() as together:
        for number in range(len(claims)):
            together.start_soon(claim, number, ours if number < 8 else others)
    assert all(isinstance(ended[number], Begun) for number in range(8))
    assert ended[8] == AskedElsewhere()  # the key of the first, on other terms
    assert sum("INSERT OR IGNORE INTO attempts" in statement for statement in statements) < 9


async def test_every_group_forwards_to_methods_that_there_are(store):
    """A group of the twin has its attribute in the store, and no method that the store's has not."""
    groups = {name: group for name, group in vars(store).items() if isinstance(group, AsyncGroup)}
    assert len(groups) > 6
    with Store.open(store.path) as plain:
        for name, group in groups.items():
            forwarded = {n for n, _ in inspect.getmembers(type(group), callable) if not n.startswith("_")}
            lacking = {n for n in forwarded if not hasattr(getattr(plain, name), n)}
            assert lacking <= {"keep_reply"}  # one of `keep_replies`


def open_files_under(folder: Path) -> list[str]:
    links = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    names = [os.readlink(link) for link in links if link.is_symlink()]
    return [name for name in names if name.startswith(str(folder))]


@contextmanager
def files_left(n: int) -> Iterator[None]:
    """This process may open so many more files."""
    import resource  # not on Windows

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    first_free = os.dup(0)
    os.close(first_free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (first_free + n, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("n", range(1, 5))
async def test_a_store_that_cannot_be_opened_twice_is_not_open_at_all(n, tmp_path):
    """Writing and reading need a connection each; the second fails where no more files may be opened."""
    Store.open(tmp_path / "s.sqlite3", create=True).close()
    with files_left(n), pytest.raises(StoreUnusable) as failed:
        AsyncStore(tmp_path / "s.sqlite3")
    # `failed` keeps the frames, and so what they hold, from being collected.
    assert (failed.type, open_files_under(tmp_path)) == (StoreUnusable, [])
