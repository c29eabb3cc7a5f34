"""The cases worked out by hand in docstrings of figures and reports hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import mhclient
import mhclient.figures
import mhclient.report

MODULES = [
    module.name
    for package in (mhclient.report, mhclient.figures)
    for module in walk_packages(package.__path__, f"{package.__name__}.")
]

# Their examples stand on a benchmark, a store and runs: see tests/test_front_door.py.
OF_THE_FRONT_DOOR = {
    f"{function.__module__}.{function.__name__}"
    for function in (getattr(mhclient, name) for name in mhclient.__all__)
    if callable(function)
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(import_module(name), name):
        if example.name not in OF_THE_FRONT_DOOR:
            runner.run(example)
    assert runner.failures == 0
