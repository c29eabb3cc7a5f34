"""How an optional part of this distribution is installed, for the way in which the distribution was.

It is on no public index, so that its name alone is found nowhere: an extra is installed from where the rest
came from, which is recorded beside it (`direct_url.json`, PEP 610). uv and pipx keep a command in an
environment of its own, which only they change; each leaves a file in it.
"""

import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmark.untrusted import parse_json

NAME = "mhclient"
UV_RECEIPT, PIPX_METADATA = "uv-receipt.toml", "pipx_metadata.json"


def how_to_install(extra: str) -> str:
    """What to type for an extra, as the end of a sentence: nothing follows what is to be copied."""
    # Here, as below: it loads a mail library and more, and nearly nobody lacks an extra.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        recorded = distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:  # run from a folder that was never installed
        recorded = None
    return f"To install it, type: {install_command(extra, Path(sys.prefix), parse_json(recorded or '{}'))}"


def install_command(extra: str, prefix: Path, recorded: dict[str, Any]) -> str:
    """The command that adds an extra to an environment, and keeps those that it has.

    Args:
        prefix: the environment.
        recorded: where the distribution came from (PEP 610); nothing if from an index.

    >>> install_command("text", Path("/nowhere"), {}).endswith("install 'mhclient[text]'")
    True
    """
    if (prefix / UV_RECEIPT).is_file():
        return f"uv tool install {_source(recorded, [extra, *_extras_of_uv(prefix)])}"
    if (prefix / PIPX_METADATA).is_file():
        return f"pipx install --force {_source(recorded, [extra, *_extras_of_pipx(prefix)])}"
    editable = "-e " if recorded.get("dir_info", {}).get("editable") else ""
    return f"{_pip()} install {editable}{_source(recorded, [extra])}"


def _source(recorded: dict[str, Any], extras: Iterable[str]) -> str:
    """What to install, as one word for a shell."""
    url, named = recorded.get("url", ""), f"[{','.join(sorted(set(extras)))}]"
    if "dir_info" in recorded:
        from urllib.request import url2pathname

        return shlex.quote(f"{url2pathname(urlsplit(url).path)}{named}")
    if vcs := recorded.get("vcs_info", {}).get("vcs"):
        url = f"{vcs}+{url}"
    return shlex.quote(f"{NAME}{named} @ {url}" if url else f"{NAME}{named}")


def _extras_of_uv(prefix: Path) -> list[str]:
    receipt = tomllib.loads((prefix / UV_RECEIPT).read_text(encoding="utf-8"))
    needed = receipt.get("tool", {}).get("requirements", [])
    return [extra for each in needed if each.get("name") == NAME for extra in each.get("extras", [])]


def _extras_of_pipx(prefix: Path) -> list[str]:
    metadata = parse_json((prefix / PIPX_METADATA).read_bytes())
    installed = str(metadata.get("main_package", {}).get("package_or_url") or "")
    named = re.search(r"\[([\w, -]+)\]", installed)
    return [extra.strip() for extra in named[1].split(",")] if named else []


def _pip() -> str:
    """The pip of the environment that this program runs in, which need not be the one a shell finds."""
    if find_spec("pip") is None:  # as in an environment that uv has made
        return f"VIRTUAL_ENV={shlex.quote(sys.prefix)} uv pip"
    found = shutil.which("pip")
    ours = found is not None and Path(found).parent == Path(sys.executable).parent
    return "pip" if ours else f"{shlex.quote(sys.executable)} -m pip"
