"""How Sphinx makes the documentation site: `make docs`."""

from mhclient.version import __version__

project = "mhclient"
release = version = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"mhclient {__version__}"
html_extra_path = ["llms.txt"]
exclude_patterns = ["_build"]
# Decisions point to code, which is no page; links into the repository are checked by tests/test_docs.py.
suppress_warnings = ["myst.xref_missing"]
