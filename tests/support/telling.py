"""What a worker of pytest-xdist tells of its tests: what is shown of them.

It sends six messages for each, and each wakes the process that gathers them: a sixth of the CPU time of 4,000
tests that do nothing went by three that are of no use where all is well.

Decision: docs/decisions/project.md, "Workers tell what is shown".
"""

from collections.abc import Mapping
from typing import Any

import pytest


def tell_what_is_shown(config: pytest.Config) -> None:
    """Leave out the other messages, unless somebody asked how long fixtures take, or for a file with all."""
    option = config.option
    if option.verbose > 0 or option.durations is not None or option.xmlpath:
        return
    for plugin in config.pluginmanager.get_plugins():
        if hasattr(plugin, "sendevent"):  # of xdist, whose module runs in a worker under another name
            _listen_to(plugin)


def _listen_to(plugin: Any) -> None:
    send = plugin.sendevent

    def send_if_shown(name: str, **told: Any) -> None:
        if is_shown(name, told):
            send(name, **told)

    plugin.sendevent = send_if_shown


def is_shown(name: str, told: Mapping[str, Any]) -> bool:
    """Not that a test begins, nor that its fixtures were made or taken apart without a fault or a word."""
    if name != "testreport":
        return name != "logstart"
    report = told["data"]
    return report["when"] == "call" or report["outcome"] != "passed" or bool(report["sections"])
