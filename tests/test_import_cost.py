"""`mhclient --help` and a verb's own help answer at once because nothing heavy is imported for them."""

import gzip
import subprocess
import sys

from mhclient.cli.parser import VERBS
from tests.support.places import ROOT

HEAVY = (
    "aiohttp",
    "anthropic",
    "anyio",
    "asyncio",
    "benchmark.build",
    "benchmark.item",
    "cache",
    "jinja2",
    "numpy",
    "openai",
    "parsers.reading",
    "polars",
    "pydantic",
    "rich",
    "scipy",
    "sqlite3",
    "statsmodels",
    "textual",
    "torch",
    "transformers",
)


NOT_TO_ASK = (
    *("aiohttp", "anthropic", "jinja2", "numpy", "openai", "polars", "scipy", "multiprocessing"),
    *("benchmark.imports", "benchmark.build.graph", "mhclient.adopt.formats", "mhclient.ask.batches.run"),
    *("mhclient.report", "mhclient.figures", "mhclient.judge", "mhclient.study.result"),
)


def loaded_after(program: str) -> list[str]:
    """Which heavy packages a fresh Python has imported at the end of a program."""
    asked = f"import sys\n{program}\nprint('LOADED', *[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    return done.stdout.rpartition("LOADED")[2].split()


def test_importing_the_client_imports_nothing_heavy():
    assert loaded_after("import mhclient") == []


def test_help_imports_nothing_heavy():
    calls = [["--help"], *([verb, "--help"] for verb in VERBS)]
    program = (
        "import contextlib\n"
        "from mhclient.cli.main import main\n"
        f"for call in {calls!r}:\n"
        "    with contextlib.suppress(SystemExit): main(call)\n"
    )
    assert loaded_after(program) == []


def test_listing_runs_imports_no_reader_and_no_builder(tmp_path):
    store = tmp_path / "store.sqlite3"
    store.write_bytes(gzip.decompress((ROOT / "tests/fixtures/v0_1_0/store.sqlite3.gz").read_bytes()))
    asked = (
        "import sys\n"
        "from mhclient.cli.main import main\n"
        f"assert main(['runs', '--store', {str(store)!r}]) == 0\n"
        "print('LOADED', *[name for name in ('benchmark.folder', 'parsers.read') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "sim-tidy-letter-only" in done.stdout
    assert done.stdout.rpartition("LOADED")[2].split() == []


def test_the_verb_run_loads_what_a_plain_run_needs():
    """The rest is loaded once a request is sent, a table is shown or several runs are compared."""
    program = (
        "import sys\nimport mhclient.cli.verbs.run\nfrom mhclient.providers.registry import find_model\n"
        "find_model('compatible', 'm', base_url='http://127.0.0.1:1/v1')\n"
        f"print(len(sys.modules), *[name for name in {NOT_TO_ASK!r} if name in sys.modules])\n"
        "import mhclient.cli.screen.grid\n"
        "print(*[name for name in ('scipy', 'mhclient.report.compare', 'polars') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    n_modules, *needless = done.stdout.splitlines()[0].split()
    assert not needless
    assert int(n_modules) < 700
    assert not done.stdout.splitlines()[1]


def test_a_report_as_json_waits_for_no_terminal_no_page_and_no_other_processes(tmp_path):
    """Of one run these would be a thirtieth of the report."""
    store = tmp_path / "store.sqlite3"
    store.write_bytes(gzip.decompress((ROOT / "tests/fixtures/v0_1_0/store.sqlite3.gz").read_bytes()))
    words = ["report", "a-name-of-our-own", "--store", str(store), "--out", str(tmp_path / "r.json")]
    needless = ("rich", "jinja2", "polars", "xml.etree", "concurrent.futures.process", "multiprocessing")
    program = (
        "import sys\n"
        "from mhclient.cli.main import main\n"
        f"assert main({words!r}) == 0\n"
        f"print('LOADED', *[name for name in {needless!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.rpartition("LOADED")[2].split() == []
