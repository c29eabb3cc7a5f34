"""The command for an extra is one that can work where this distribution was installed as it was."""

import json
import shlex

import pytest

from benchmark.extras import PIPX_METADATA, UV_RECEIPT, how_to_install, install_command

FOLDER = {"url": "file:///home/eva/my%20tools/mhclient", "dir_info": {}}
EDITABLE = {"url": "file:///src", "dir_info": {"editable": True}}
WHEEL = {"url": "file:///w/mhclient-0.2.0-py3-none-any.whl", "archive_info": {}}
GIT = {"url": "https://host/mhclient", "vcs_info": {"vcs": "git", "commit_id": "ab"}}
UV = '[tool]\nrequirements = [{ name = "mhclient", directory = "/src" }]\n'
UV_WITH = (
    '[tool]\nrequirements = [{ name = "mhclient", extras = ["text"], directory = "/src" }, {name = "x"}]\n'
)
SRC = {"url": "file:///src", "dir_info": {}}


def pipx(source: str) -> str:
    return json.dumps({"main_package": {"package_or_url": source}})


@pytest.mark.parametrize(
    ("kept", "recorded", "words"),
    [
        ((UV_RECEIPT, UV), SRC, "uv tool install /src[figures]"),
        ((UV_RECEIPT, UV_WITH), SRC, "uv tool install /src[figures,text]"),
        ((UV_RECEIPT, UV), FOLDER, "uv tool install '/home/eva/my tools/mhclient[figures]'"),
        ((PIPX_METADATA, pipx("/src")), SRC, "pipx install --force /src[figures]"),
        ((PIPX_METADATA, pipx("/src[text, local]")), SRC, "pipx install --force /src[figures,local,text]"),
        ((PIPX_METADATA, pipx("mhclient")), {}, "pipx install --force mhclient[figures]"),
        (None, FOLDER, "PIP install '/home/eva/my tools/mhclient[figures]'"),
        (None, EDITABLE, "PIP install -e /src[figures]"),
        (None, WHEEL, "PIP install 'mhclient[figures] @ file:///w/mhclient-0.2.0-py3-none-any.whl'"),
        (None, GIT, "PIP install 'mhclient[figures] @ git+https://host/mhclient'"),
        (None, {}, "PIP install mhclient[figures]"),
    ],
)
def test_an_extra_is_installed_as_the_rest_was(tmp_path, kept, recorded, words):
    if kept is not None:
        (tmp_path / kept[0]).write_text(kept[1])
    command = shlex.split(install_command("figures", tmp_path, recorded))
    start, *rest = shlex.split(words)
    assert command[-len(rest) :] == rest
    assert (command[-len(rest) - 1] == "pip") if start == "PIP" else command[0] == start


def test_what_is_to_be_typed_ends_the_sentence():
    words = shlex.split(how_to_install("figures").removeprefix("To install it, type: "))
    assert words[-1].endswith("[figures]")
