"""What README and the documentation show is what the program does."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

import mhclient
from benchmark import read_benchmark
from cache import open_store
from mhclient.cli.main import main
from mhclient.cli.parser import VERBS, parser_for
from mhclient.providers.registry import provider_named
from mhclient.run.spec import RunSpec
from mhclient.run.variant import Variant, load_variant
from mhclient.version import __version__
from scripts.write_reference import pages
from tests.support.commands import ended
from tests.support.places import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
SESSIONS = [README, ROOT / "docs" / "first-run.md"]  # they show a run of the sample


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def commands_in(page: Path) -> Iterator[str]:
    """The `mhclient` command lines that the page shows, on one line each, without comments."""
    for block in re.findall(r"```(?:console|bash)\n(.*?)```", text_of(page), re.S):
        for line in block.replace("\\\n", " ").split("\n"):
            command = line.removeprefix("$ ").split(" #")[0].rstrip("& ")
            if command.startswith("mhclient ") and "…" not in command:
                yield command


def links_in(page: Path) -> Iterator[tuple[Path, str]]:
    """The files that the page links to, each with the heading it names."""
    for target in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            yield ((page.parent / path).resolve() if path else page), anchor


def anchors_of(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_commands_are_found_where_they_are_shown():
    assert "mhclient report @last --format html --out report.html" in set(commands_in(README))
    assert sum(1 for page in PAGES for _ in commands_in(page)) > 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_shown_is_one_that_the_program_takes(page):
    for command in commands_in(page):
        words = shlex.split(command)[1:]
        verb = next((word for word in words if word in VERBS), None)
        assert parser_for(verb).parse_args(words).verb == verb, command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_project_leads_somewhere(page):
    for target, anchor in links_in(page):
        assert target.exists(), target
        assert not anchor or anchor in anchors_of(target), (target.name, anchor)


def test_the_reference_pages_are_what_the_program_says():
    """After a change: python scripts/write_reference.py."""
    for name, text in pages().items():
        assert text_of(ROOT / "docs" / name) == text, name


def test_the_version_is_one_and_the_same_and_has_its_changes():
    assert f"\nversion: {__version__}\n" in text_of(ROOT / "CITATION.cff")
    assert re.search(
        rf"^## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)$", text_of(ROOT / "CHANGELOG.md"), re.M
    )


def test_programs_find_every_page_of_the_site():
    listed = set(re.findall(r"\(([\w-]+\.md)\)", pages()["llms.txt"]))
    assert {page.name for page in PAGES} - listed == {"README.md", "index.md"}


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_a_first_session_names_the_run_that_it_makes(page, tmp_path):
    shown = set(re.findall(r"sim-verbose-letter-only-[0-9a-f]{8}", text_of(page)))
    assert main(["build", "--sample", "--out", str(tmp_path / "bench")]) == 0
    benchmark = read_benchmark(tmp_path / "bench")
    provider = provider_named("openai", "http://127.0.0.1:8765/v1")
    spec = RunSpec(
        provider.name,
        "sim-verbose",
        provider.endpoint,
        benchmark.items_sha256,
        load_variant("letter-only"),
    )
    assert shown == {spec.run_id()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "made"),
    [("README.md", "report.html"), ("docs/python.md", "report.html"), ("docs/reading.md", None)],
)
async def test_every_script_shown_runs(page, made, tmp_path, monkeypatch):
    """As it stands there, in a folder where the benchmark has been made; test_short_road.py runs others."""
    monkeypatch.chdir(tmp_path)
    assert main(["build", "--sample", "--out", "bench"]) == 0
    scripts = re.findall(r"```python\n(.*?)```", text_of(ROOT / page), re.S)
    for script in (script for script in scripts if "exam.xlsx" not in script):
        status, _, said = await ended(run_shown, script)
        assert status == 0, said
    assert made is None or (tmp_path / made).stat().st_size > 50_000


def run_shown(script: str) -> int:
    """A script, for `ended`."""
    exec(script, {"__name__": "__main__"})
    return 0


@pytest.mark.slow
@pytest.mark.parametrize("field", [field.name for field in fields(Variant)])
def test_every_field_of_a_variant_file_is_listed_where_such_a_file_is_shown(field):
    own = (ROOT / "docs" / "prompts.md").read_text(encoding="utf-8").partition("## Your own\n")[2]
    shown = own.partition("```toml\n")[2].partition("\n```")[0]
    assert re.search(rf"\b{field}\b", shown)


@pytest.mark.slow
def test_the_site_is_made_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    subprocess.run([*command, str(ROOT / "docs"), str(tmp_path)], check=True, timeout=600)
    assert (tmp_path / "llms.txt").is_file()


def test_python_md_has_a_name_for_every_verb_and_each_is_there(tmp_path):
    """But for those that only show: `demo` and `completion`."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", text.partition("| verb | from Python |")[2], re.M)
    named = {verb for verbs, _ in rows for verb in re.findall(r"`(\w+)", verbs)}
    assert {*VERBS} - named == {"demo", "completion"}
    names = " ".join(said for _, said in rows)
    of_modules = re.findall(r"`(\w+)` of `([\w.]+)`", names)
    assert all(hasattr(import_module(module), name) for name, module in of_modules)
    with open_store(tmp_path / "new.sqlite3") as store:
        for path in re.findall(r"`store\.([\w.]+)`", names):
            assert callable(attrgetter(path)(store))
    others = set(re.findall(r"`(\w+)`", names)) - {name for name, _ in of_modules}
    assert others <= {*mhclient.__all__, *mhclient.more.__all__}
