"""`mhclient --help` answers at once because nothing heavy is imported for it."""

import subprocess
import sys

HEAVY = (
    "torch",
    "transformers",
    "polars",
    "numpy",
    "scipy",
    "statsmodels",
    "jinja2",
    "rich",
    "openai",
    "anthropic",
    "aiohttp",
    "plotly",
    "pydantic",
    "scipy",
    "textual",
)


def test_help_imports_nothing_heavy():
    program = (
        "import sys, contextlib\n"
        "from mhclient.cli.main import main\n"
        "with contextlib.suppress(SystemExit): main(['--help'])\n"
        f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "LOADED []" in done.stdout
    assert "usage: mhclient" in done.stdout
