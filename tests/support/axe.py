"""axe-core, which finds what keeps people from using a page; from npm, and not part of this project.

`npm install axe-core` in the repository or above it, or its `axe.min.js` named by MHCLIENT_AXE.
"""

import os
from pathlib import Path

from selenium import webdriver

WITHIN = "node_modules/axe-core/axe.min.js"
FOUND = """
    const told = (one) => `${one.impact}: ${one.help}: ${one.nodes.map((node) => node.target).join(" | ")}`;
    axe.run().then((found) => arguments[0](found.violations.map(told)));
"""
NAMED = os.environ.get("MHCLIENT_AXE")


def axe_script() -> Path | None:
    """Where axe is; None where it is not installed."""
    if NAMED:
        return Path(NAMED)
    return next((found for folder in Path(__file__).parents if (found := folder / WITHIN).is_file()), None)


def axe_violations(browser: webdriver.Chrome) -> list[str]:
    """What axe finds on the page that is open; nothing where there is no axe."""
    path = axe_script()
    if path is None:
        return []
    browser.execute_script(path.read_text(encoding="utf-8") + "; window.axe = axe;")
    return list(browser.execute_async_script(FOUND))
