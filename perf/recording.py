"""What the perf scripts share on the command line: `--quick`, `--record`, and the file of measured figures.

`--record` puts what a script prints into its section of RESULTS.md, with date, version and machine.
A figure in a section was printed by the command that stands above it.
"""

import argparse
import contextlib
import io
import os
import platform
import re
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import TextIO

RESULTS = Path(__file__).with_name("RESULTS.md")
HEAD = """# Measured

One section per script, written by `python perf/NAME.py --record`: what it printed, on which machine, when.
"""


def make_parser(about: str | None) -> argparse.ArgumentParser:
    """The parser of a script that is described so, with the options that all have."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="so little that it takes seconds: does it run?")
    parser.add_argument("--record", action="store_true", help="write what is printed to perf/RESULTS.md, too")
    return parser


@contextlib.contextmanager
def recording(script: str, args: argparse.Namespace) -> Iterator[None]:
    """What is printed in the block becomes the script's section of RESULTS.md, if `--record` asks for that.

    Raises:
        SystemExit: a quick measurement was to be recorded.
    """
    if not args.record:
        yield
        return
    if args.quick:
        raise SystemExit("--quick measures nothing worth recording: leave out one of --quick and --record")
    conditions = describe_conditions()
    kept = _Copy(sys.stdout)
    with contextlib.redirect_stdout(kept):
        yield
    name = Path(script).stem
    options = [word for word in sys.argv[1:] if word != "--record"]
    command = " ".join(["python", f"perf/{name}.py", *options])
    section = f"## {name}\n{conditions}\n\n```\n$ {command}\n{kept.getvalue().rstrip()}\n```\n"
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else HEAD
    RESULTS.write_text(put_section(old, name, section), encoding="utf-8")


class _Copy(io.StringIO):
    """Keeps what is written, and shows it as well."""

    def __init__(self, shown: TextIO) -> None:
        super().__init__()
        self._shown = shown

    def write(self, text: str) -> int:
        self._shown.write(text)
        return super().write(text)


def put_section(text: str, name: str, section: str) -> str:
    """The file with this section in the place of the script's older one; sections are sorted by name."""
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    others = [part for part in parts if part.splitlines()[0] != f"## {name}"]
    return "\n".join(part.rstrip() + "\n" for part in [head, *sorted([*others, section])])


def describe_conditions() -> str:
    """Date, version and machine in a line; the load counts processes that wanted a core a minute before."""
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    cores = len(os.sched_getaffinity(0))
    return (
        f"{time.strftime('%Y-%m-%d', time.gmtime())}, mhclient {version('mhclient')}, Python "
        f"{platform.python_version()}, {cores} cores of {_processor()}, {memory_gb:.0f} GB, "
        f"load {os.getloadavg()[0]:.1f}"
    )


def _processor() -> str:
    with contextlib.suppress(OSError):
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
        if found:
            return found[1]
    return platform.machine()
