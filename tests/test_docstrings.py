"""The cases worked out by hand in docstrings hold, in every module that has some."""

import doctest
from importlib import import_module
from inspect import unwrap
from pathlib import Path

import pytest

import mhclient

ROOT = Path(__file__).parent.parent
NEEDS_TORCH = "mhclient.providers.local."

# Their examples stand on a benchmark, a store and runs: see tests/test_front_door.py.
OF_THE_FRONT_DOOR = {
    f"{function.__module__}.{function.__name__}"
    for module in (mhclient, mhclient.more)
    for function in (unwrap(getattr(module, name)) for name in module.__all__)
    if callable(function)
}


def modules_with_examples() -> list[str]:
    files = [
        path for name in ("mhclient", "parsers", "benchmark", "cache") for path in (ROOT / name).rglob("*.py")
    ]
    having = [path.relative_to(ROOT) for path in files if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in having)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.torch) if name.startswith(NEEDS_TORCH) else name
        for name in modules_with_examples()
    ],
)
def test_the_examples_of_a_module_hold(name):
    if name.startswith(NEEDS_TORCH):
        pytest.importorskip("torch")
    runner = doctest.DocTestRunner()
    examples = [
        example
        for example in doctest.DocTestFinder().find(import_module(name), name)
        if example.name not in OF_THE_FRONT_DOOR
    ]
    for example in examples:
        runner.run(example)
    assert runner.failures == 0
