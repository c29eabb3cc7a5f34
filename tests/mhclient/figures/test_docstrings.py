"""The cases worked out by hand in docstrings of figures and reports hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import mhclient.figures
import mhclient.report

MODULES = [
    module.name
    for package in (mhclient.report, mhclient.figures)
    for module in walk_packages(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(import_module(name)).failed == 0
