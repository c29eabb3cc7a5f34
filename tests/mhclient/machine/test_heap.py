"""Large blocks go back to the system once they are free."""

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import sys
from pathlib import Path
from mhclient.machine.event_loop import give_back_large_blocks
def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) // 256
if sys.argv[1] == "given back":
    give_back_large_blocks()
before = megabytes()
blocks = [b"x" * (30 << 20)]
del blocks[:]  # glibc raises its bound to the size of what was freed
blocks = [b"x" * (20 << 20), b"x" * 1_000, b"x" * 100_000]
del blocks[0]
print(megabytes() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="mallopt is glibc's")
def test_a_freed_block_leaves_the_process_though_another_lies_behind_it():
    kept, given_back = (
        int(subprocess.run([sys.executable, "-c", PROGRAM, way], capture_output=True, check=True).stdout)
        for way in ("kept", "given back")
    )
    assert kept > 15 > given_back
