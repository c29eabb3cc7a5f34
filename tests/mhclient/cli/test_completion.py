"""What a shell offers at the tab key: asked of the program, and in a real shell where there is one."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from mhclient.cli.arguments.options import SIMULATED_MODELS
from mhclient.cli.arguments.replies import SHELLS
from mhclient.cli.main import main
from mhclient.cli.verbs.completion import SCRIPTS, SETTINGS_OF_VARIANTS, candidates, candidates_in
from mhclient.providers.built_in import known_providers
from mhclient.run import variant
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
        (["run", "--provider", ""], set(known_providers())),
        (["run", "--model", ""], {"openai:", "compatible:", "local:"}),
        (["run", "--model", "compatible:"], {f"compatible:{name}" for name in SIMULATED_MODELS}),
        (["run", "--provider", "openai", "--model", "sim-"], set(SIMULATED_MODELS)),
        (["harden", "--writer", "anth"], {"anthropic:"}),
        (["run", "--variant", "letter-only:s"], {"letter-only:shots=", "letter-only:seed="}),
        (["run", "--variant", "letter-only:shots=3,"], {"letter-only:shots=3,option_order="}),
        (["run", "--effort=m"], {"--effort=medium", "--effort=max"}),
    ],
)
def test_verbs_options_and_values_are_offered(words, some):
    found = set(candidates(words))
    assert some <= found
    assert all(each.startswith(words[-1]) for each in found)


def test_runs_of_the_store_are_offered_where_a_run_stands(run_id, store, tmp_path):
    assert candidates(["report", ""]) == ["@last", run_id, "model=", "variant="]
    assert candidates(["report", "@"]) == ["@last"]
    assert candidates(["compare", "model="]) == ["model=gpt-5"]
    assert candidates(["compare", "variant=l"]) == ["variant=letter-only"]
    assert candidates(["cache", "export", "--run", "gpt"]) == [run_id]
    assert candidates(["report", "--store", str(tmp_path / "none"), ""]) == []
    assert candidates(["describe", ""]) == []  # a folder: the shell knows those


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script(shell, capsys):
    assert main(["completion", shell]) == 0
    assert "__complete" in capsys.readouterr().out


def test_a_run_whose_name_a_shell_would_run_is_not_offered(run_id, store, tmp_path):
    """A store that others made: what is offered stands at the prompt as it is."""
    names = ["s$(touch x)", "s`id`", "s;id", "s\x1b[2J", "s\u202e", "s\n", "s id", "s*"]
    with closing(sqlite3.connect(tmp_path / "mhclient.sqlite3")) as connection, connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(runs)")][1:]
        copied = f"INSERT INTO runs SELECT ?, {', '.join(columns)} FROM runs LIMIT 1"
        connection.executemany(copied, [(name,) for name in names])
    found = candidates(["report", "--store", str(tmp_path / "mhclient.sqlite3"), ""])
    assert run_id in found
    assert set(names).isdisjoint(found)


def test_models_that_were_asked_are_offered_with_their_provider(run_id):
    assert candidates(["run", "--model", "openai:"]) == ["openai:gpt-5"]
    assert candidates(["run", "--provider", "openai", "--model", "g"]) == ["gpt-5"]


def test_a_line_is_taken_apart_as_a_shell_does(run_id, store, tmp_path):
    shutil.copy(store, tmp_path / "my store.sqlite3")
    assert run_id in candidates_in("mhclient report --store 'my store.sqlite3' ")
    assert candidates_in("mhclient report --store 'my st") == []
    assert candidates_in("mhclient comp") == ["compare", "completion"]


def test_every_setting_of_a_variant_is_offered():
    assert {setting.removesuffix("=") for setting in SETTINGS_OF_VARIANTS} == set(variant._SETTINGS)


def in_shell(shell, script):
    """What a shell prints that finds this environment's program."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        [shell, "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )


IN_BASH = """
COMP_LINE={line!r} COMP_POINT={place}
_mhclient
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("mhclient report --form", ["--format"]),
        ("mhclient report @", ["@last"]),
        ("mhclient run --provider anth", ["anthropic"]),
        ("mhclient run --effort=me", ["medium"]),
        ("mhclient run --model compatible:sim-ti", ["sim-tidy"]),
        ("mhclient report model=", ["gpt-5"]),
    ],
)
def test_bash_offers_what_stands_behind_the_last_sign_that_ends_a_word_for_it(run_id, line, offered):
    done = in_shell("bash", SCRIPTS["bash"] + IN_BASH.format(line=line, place=len(line)))
    assert done.stdout.split() == offered, done.stderr


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_offers_what_the_program_says():
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    script = SCRIPTS["fish"] + 'complete -C "mhclient report --form"'
    done = subprocess.run(
        ["fish", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert "--format" in done.stdout, done.stderr


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_offers_files_only_where_nothing_else_fits(tmp_path):
    (tmp_path / "report.html").touch()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"

    def offered(line):
        return subprocess.run(
            ["fish", "-c", SCRIPTS["fish"] + f'complete -C "{line}"'],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env={**os.environ, "PATH": path},
        ).stdout

    assert "report.html" not in offered("mhclient re")
    assert "report.html" in offered("mhclient import re")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
def test_zsh_reads_the_script():
    done = in_shell("zsh", "compdef() { :; }\n" + SCRIPTS["zsh"] + "whence -w _mhclient")
    assert "function" in done.stdout, done.stderr
