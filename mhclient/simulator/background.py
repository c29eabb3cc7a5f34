"""The simulator for programs and notebooks: it runs in another thread, so that nothing has to be awaited."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Unpack

from anyio.from_thread import start_blocking_portal

from benchmark import Benchmark, read_benchmark
from mhclient.errors import UsageError
from mhclient.run.given import check_amount, check_names
from mhclient.simulator.answer_key import AnswerKey
from mhclient.simulator.faults import FAULTS
from mhclient.simulator.server import Simulator, SimulatorOptions

LAST_PORT = 65_535


@contextmanager
def start_simulator(
    benchmark: Benchmark | str | os.PathLike[str] | None = None, **options: Unpack[SimulatorOptions]
) -> Iterator[Simulator]:
    """Serve simulated models on this machine while the block runs; `mhclient simulate --list` names them.

    What it gives counts what it was asked: `simulator.asked.total()` requests.

    Args:
        benchmark: whose gold the models know, or its folder; without one they guess.
        options: see `SimulatorOptions`. Give a `port` where a script is started again: the address is a part
            of what is asked, and at another one everything is asked anew.

    Raises:
        UsageError: an option is not known or cannot be meant, the port is taken, or the folder holds no
            benchmark.

    Example:
        >>> with start_simulator(benchmark) as simulator:
        ...     known = find_model("openai", "sim-tidy", base_url=simulator.openai_base_url)
        >>> known.provider.endpoint.startswith("http://127.0.0.1:")
        True
    """
    check_names(SimulatorOptions.__annotations__, options)
    _check_port(options.get("port", 0))
    for name in ("latency_s", "batch_s"):
        check_amount(name, options.get(name), zero=True)
    _check_faults(options.get("fault_rates", {}))
    if benchmark is not None and not isinstance(benchmark, Benchmark):
        benchmark = read_benchmark(benchmark)
    key = AnswerKey.from_file(str(benchmark.items_path)) if benchmark else AnswerKey()
    simulator = Simulator(key, **options)
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(simulator) as running:
        yield running


def _check_faults(rates: Mapping[str, float]) -> None:
    """Refuse a fault that there is not, which would end each request, and a rate that is none."""
    if not isinstance(rates, Mapping):
        raise UsageError(f"fault_rates is {rates!r:.60}: give a dict, as in {{'server-error': 0.1}}.")
    check_names(FAULTS, [str(name) for name in rates], "fault")
    for name, rate in rates.items():
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise UsageError(f"fault_rates: {name!r} is {rate!r:.60}: give a share from 0 to 1.")


def _check_port(port: object) -> None:
    if not isinstance(port, int) or isinstance(port, bool) or not 0 <= port <= LAST_PORT:
        raise UsageError(f"port is {port!r:.60}: give a whole number from 0 (any) to {LAST_PORT}.")
