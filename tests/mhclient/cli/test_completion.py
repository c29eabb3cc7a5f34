"""What a shell offers at the tab key: asked of the program, and in a real shell where there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mhclient.cli.arguments.completion import SHELLS
from mhclient.cli.complete import candidates
from mhclient.cli.main import main
from mhclient.cli.verbs.completion import SCRIPTS
from tests.support.items import make_items
from tests.support.stored import store_run


@pytest.fixture
def run_id(make_benchmark, store):
    return store_run(store, make_benchmark(make_items(1)), {}, model="gpt-5")


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["re"], {"report", "reask", "reread"}),
        (["run", "--eff"], {"--effort"}),
        (["run", "--effort", ""], {"none", "low", "max"}),
        (["run", "--variant", "let"], {"letter-only"}),
        (["report", "--format", "j"], {"json", "junit"}),
        (["cache", "v"], {"verify"}),
        (["cache", "prune", "--y"], {"--yes"}),
        (["completion", ""], {"bash", "zsh", "fish"}),
    ],
)
def test_verbs_options_and_values_are_offered(words, some):
    found = set(candidates(words))
    assert some <= found
    assert all(each.startswith(words[-1]) for each in found)


def test_runs_of_the_store_are_offered_where_a_run_stands(run_id, store, tmp_path):
    assert candidates(["report", ""]) == ["@last", run_id]
    assert candidates(["cache", "export", "--run", "gpt"]) == [run_id]
    assert candidates(["report", "--store", str(tmp_path / "none"), ""]) == []
    assert candidates(["describe", ""]) == []  # a folder: the shell knows those


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script(shell, capsys):
    assert main(["completion", shell]) == 0
    assert "__complete" in capsys.readouterr().out


def in_shell(shell, script):
    """What a shell prints that finds this environment's program."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        [shell, "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )


IN_BASH = """
COMP_WORDS=(mhclient report --form) COMP_CWORD=2
_mhclient
echo "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_offers_what_the_program_says():
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = SCRIPTS["bash"] + IN_BASH
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.stdout.split() == ["--format"], done.stderr


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_offers_what_the_program_says():
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = SCRIPTS["fish"] + 'complete -C "mhclient report --form"'
    done = subprocess.run(
        ["fish", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert "--format" in done.stdout, done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
def test_zsh_reads_the_script():
    done = in_shell("zsh", "compdef() { :; }\n" + SCRIPTS["zsh"] + "whence -w _mhclient")
    assert "function" in done.stdout, done.stderr
