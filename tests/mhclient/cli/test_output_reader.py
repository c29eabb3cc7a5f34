"""Who no longer reads our output is told nothing; another pipe that breaks is an error."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from mhclient.cli.screen.streams import reader_gone
from mhclient.show.console import make_console

# As the command does, but with a pipe of our own that breaks.
BREAKS = """
import os, sys
from mhclient.cli import main as command

def breaks(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    os.write(writing, b"x")

sys.exit(command.main(["runs"], breaks))
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no poll")


def test_a_pipe_that_is_not_the_output_is_an_error():
    done = subprocess.run([sys.executable, "-c", BREAKS], capture_output=True, text=True)
    assert "BrokenPipeError" in done.stderr
    assert done.returncode == 70


def test_an_encoding_that_lacks_a_character_is_no_error():
    command = [sys.executable, "-m", "mhclient", "run", "--help-all"]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u2026" in done.stdout


@pytest.mark.slow
def test_an_output_without_a_reader_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "mhclient", "runs", "--help"]  # a help that fits the buffer
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, env=buffered)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_an_output_that_is_read_has_a_reader():
    assert not reader_gone()


def test_a_program_that_asks_in_a_thread_goes_on_without_a_reader():
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as file, ThreadPoolExecutor() as threads:
        console = make_console(stderr=True, file=file)
        for line in ("Of the first 30 replies", "Done"):
            threads.submit(console.print, line).result()
        assert console.quiet
