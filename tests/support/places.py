"""Where the checkout lies, and what may lie beside it."""

from pathlib import Path

ROOT = Path(__file__).parents[2]

# Real data of others that is not part of the project: tests that need it skip where it is absent.
SHARED = ROOT.parent / "shared" / "data"
