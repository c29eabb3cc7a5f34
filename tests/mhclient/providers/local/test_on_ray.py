"""Ray nodes in the place of one machine: a seat killed, a node removed, the driver killed, and bad requests.

Ray is an extra: where it is not installed, what needs it skips.
"""

import asyncio
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager, contextmanager

import psutil
import pytest

from benchmark.extras import how_to_install
from mhclient.cli.main import main
from mhclient.errors import BringsDownMachines
from mhclient.providers.local import fleet as fleet_module
from mhclient.providers.local.fleet import Fleet, FleetTerms, MachineIdentity, SeatState, how_of
from mhclient.providers.local.settings import LocalSettings, Placement, identify
from mhclient.run.spec import Ask
from tests.support.fleets import OddModel, assert_alike, kept, run_words, wait_for_replies
from tests.support.items import make_items
from tests.support.tiny import CHAT_TEMPLATE, byte_level_tokenizer, random_model, saved, wrapped

HAS_RAY = importlib.util.find_spec("ray") is not None
NODE = {"num_cpus": 1, "object_store_memory": 80_000_000}


@pytest.fixture
def folder(tmp_path):
    tokenizer = wrapped(byte_level_tokenizer(), chat_template=CHAT_TEMPLATE)
    return saved(tmp_path / "tiny-llama", random_model("llama", len(tokenizer)), tokenizer)


@pytest.mark.skipif(HAS_RAY, reason="Ray is installed")
def test_without_ray_one_line_says_what_to_install(folder, make_benchmark, tmp_path, capsys):
    words = run_words(folder, make_benchmark(make_items(2)), tmp_path / "s.sqlite3", "--on", "ray")
    assert main(words) == 2
    assert capsys.readouterr().err == f"mhclient: --on ray needs Ray. {how_to_install('ray')}\n"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--gpus-per-seat", "2"], "--gpus-per-seat is for --on ray"),
        (["--on", "ray,gpu1"], "--on ray,gpu1: write ray, for the nodes of a Ray cluster."),
        (
            ["--on", "ray,http://a:1"],
            "--on http://a:1: workers over HTTP are gone: use a Ray cluster",
        ),
    ],
)
def test_mistakes_are_named(more, says, folder, make_benchmark, tmp_path, capsys):
    assert main(run_words(folder, make_benchmark(make_items(2)), tmp_path / "s.sqlite3", *more)) == 2
    assert says in capsys.readouterr().err


# From here on: real nodes, and the run in a process of its own.

needs_ray = pytest.mark.skipif(not HAS_RAY, reason="Ray is not installed: pip install 'mhclient[ray]'")


@needs_ray
@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "127.0.0.1:99999"])
def test_an_address_where_nothing_listens_is_one_line(
    address, folder, make_benchmark, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("RAY_ADDRESS", address)
    words = run_words(folder, make_benchmark(make_items(2)), tmp_path / "s.sqlite3", "--on", "ray")
    assert main(words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "RAY_ADDRESS" in line] == lines[-1:]
    assert lines[-1].startswith(
        f"mhclient: --on ray: no Ray cluster can be reached at RAY_ADDRESS={address} ("
    )


@needs_ray
@pytest.mark.storm
def test_what_listens_and_is_no_ray_is_left_after_half_a_minute(folder, make_benchmark, tmp_path):
    words = run_words(folder, make_benchmark(make_items(2)), tmp_path / "s.sqlite3", "--on", "ray")
    with socket.create_server(("", 0)) as deaf:
        address = f"127.0.0.1:{deaf.getsockname()[1]}"
        run = subprocess.run(
            [sys.executable, "-m", "mhclient", *words],
            env=os.environ | {"RAY_ADDRESS": address},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert run.returncode == 2
    said = f"what answers at RAY_ADDRESS={address} has not let this run join within 30 s."
    assert run.stderr.splitlines()[-1] == f"mhclient: --on ray: {said}"


@pytest.fixture
def cluster(monkeypatch):
    """A head that computes nothing, and two nodes."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    cluster = Cluster(initialize_head=True, head_node_args=NODE | {"num_cpus": 0})
    try:
        cluster.add_node(**NODE)
        cluster.add_node(**NODE)
        yield cluster
    finally:
        cluster.shutdown()


@contextmanager
def driver(words, cluster):
    """The run, as a user starts it."""
    environment = os.environ | {"RAY_ADDRESS": cluster.address}
    started = subprocess.Popen(
        [sys.executable, "-m", "mhclient", *words, "--on", "ray"],
        env=environment,
        stderr=None if os.environ.get("SEE") else subprocess.PIPE,
        text=True,
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def seats() -> list[psutil.Process]:
    """The processes in which this test's nodes have the model."""
    return [
        child for child in psutil.Process().children(recursive=True) if "RaySeat" in " ".join(child.cmdline())
    ]


def first_seat() -> psutil.Process:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if found := seats():
            return found[0]
        time.sleep(0.1)
    raise AssertionError("no seat")


@asynccontextmanager
async def odd_fleet(cluster, folder, monkeypatch):
    """A fleet of the cluster's nodes, in this process, with a model that needs no torch."""
    import ray

    from mhclient.providers.local.on_ray import RayMachines

    monkeypatch.setenv("RAY_ADDRESS", cluster.address)
    monkeypatch.setattr(fleet_module, "LOOK_EVERY_S", 0.1)
    monkeypatch.setattr(fleet_module, "RECRUIT_EVERY_S", 0.5)
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    identity = identify(str(folder), None)
    settings = LocalSettings(Ask.FORCED_CHOICE, "float32", 4096)
    machines = RayMachines(OddModel, identity, settings, Placement("cpu", on_ray=True))
    wanted = MachineIdentity(identity.endpoint, how_of(settings), computed_with="")
    fleet = Fleet(machines, FleetTerms(wanted, bucket=4, late_s=1.0))
    try:
        await fleet.open()
        await until(lambda: [seat.state for seat in fleet.seats] == [SeatState.READY] * 2)
        yield fleet
    finally:
        await fleet.close()
        machines.dismiss()
        ray.shutdown()


async def until(holds) -> None:
    for _ in range(600):
        if holds():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("never")


BODIES = [f"body {number}" for number in range(30)]
REPLIES = [f"reply to {body}".encode() for body in BODIES]


@needs_ray
@pytest.mark.storm
async def test_bad_requests_and_a_node_with_other_files(cluster, tmp_path, monkeypatch):
    folder = tmp_path / "odd"
    async with odd_fleet(cluster, folder, monkeypatch) as fleet, asyncio.timeout(120):
        *found, poison = await asyncio.gather(*map(fleet.ask, [*BODIES, "poison"]), return_exceptions=True)
        assert found == REPLIES
        assert isinstance(poison, BringsDownMachines)

        assert await asyncio.gather(*map(fleet.ask, [*BODIES, "stuck"])) == [*REPLIES, b"reply to stuck"]
        assert folder.with_suffix(".stuck").exists()

        (folder / "config.json").write_text('{"other": 1}')
        cluster.add_node(**NODE)
        await until(lambda: len(fleet.seats) == 3 and fleet.seats[-1].state is SeatState.REFUSED)
        assert fleet.seats[-1].why.startswith("it has the model local:odd@sha256-")
        assert await asyncio.gather(*map(fleet.ask, BODIES)) == REPLIES
        assert fleet.seats[-1].n_answered == 0


@needs_ray
@pytest.mark.storm
def test_seats_nodes_and_the_driver_may_die(cluster, folder, make_benchmark, tmp_path):
    bench, one = make_benchmark(make_items(160)), tmp_path / "one.sqlite3"
    assert main(run_words(folder, bench, one)) == 0
    expected = kept(one)

    killed = tmp_path / "killed.sqlite3"
    with driver(run_words(folder, bench, killed), cluster) as run:
        wait_for_replies(killed, 20)
        first_seat().kill()
        assert run.wait(200) == 0, run.stderr.read()
    assert_alike(kept(killed), expected)

    removed = tmp_path / "removed.sqlite3"
    with driver(run_words(folder, bench, removed), cluster) as run:
        wait_for_replies(removed, 20)
        cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
        assert run.wait(200) == 0, run.stderr.read()
    assert_alike(kept(removed), expected)

    cut = tmp_path / "cut.sqlite3"
    with driver(run_words(folder, bench, cut), cluster) as run:
        wait_for_replies(cut, 20)
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert main(run_words(folder, bench, cut)) == 0  # without Ray
    assert_alike(kept(cut), expected)
