"""A real headless Chromium, driven by Selenium, for tests of pages; they skip where there is none."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import psutil
import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.ui import WebDriverWait
from urllib3.exceptions import HTTPError

# "required" where a Chromium must be there: tests fail without one instead of skipping.
REQUIRED = os.environ.get("MHCLIENT_TEST_BROWSER") == "required"
SHELL = "chromium-headless-shell"  # the same pages without the rest of a browser: a fifth less CPU
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
BINARIES = tuple(filter(None, map(shutil.which, NAMES)))
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--window-size=1200,900",
    "--app=data:,",  # a window without tabs and address line: to draw these costs more than most pages
    # Without it a page that follows more than 200 addresses in ten seconds is not let go further.
    "--disable-ipc-flooding-protection",
    # One process for all pages: each page of another address would start one of its own.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
)
READY_S = 60
ANSWER_S = 60  # a browser that takes longer to answer a command hangs

Test = TypeVar("Test", bound=Callable[..., object])


def needs_chromium(test: Test) -> Test:
    """Skip where there is no Chromium and none is required; such a test may ask for the fixture `browser`."""
    absent = not ((BINARIES and DRIVER) or REQUIRED)
    skipped = pytest.mark.skipif(absent, reason="needs a Chromium and its driver")
    marked: Test = pytest.mark.browser(skipped(quiet(test)))
    return marked


# Selenium leaves sockets to the garbage collector.
quiet = pytest.mark.filterwarnings("ignore::ResourceWarning")


def start_chromium(profile: Path) -> webdriver.Chrome:
    """A Chromium that logs what its console says and what it fetches."""
    assert BINARIES, "MHCLIENT_TEST_BROWSER=required, and there is no chromium"
    assert DRIVER, "MHCLIENT_TEST_BROWSER=required, and there is no chromedriver"
    fitting = (binary for binary in BINARIES if release(binary) == release(DRIVER))
    binary = next(fitting, BINARIES[-1])
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    if Path(binary).name == SHELL:  # under its own name the driver gives it the first page that it has not
        options.set_capability("browserName", "chrome-headless-shell")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    assert isinstance(browser.command_executor, RemoteConnection)
    browser.command_executor.client_config.timeout = ANSWER_S
    return browser


def release(program: str) -> str:
    """Which release it says it is: a driver drives those of its own."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return next(iter(re.findall(r"\d+", said)), "")


class KeptChromium:
    """One Chromium for many tests, since starting it takes longer than most of them; if it hangs, another."""

    def __init__(self, new_profile: Callable[[], Path]) -> None:
        self._new_profile = new_profile
        self._browser: webdriver.Chrome | None = None

    def as_started(self) -> webdriver.Chrome:
        """The Chromium without traces of earlier tests."""
        if self._browser is not None:
            try:
                reset(self._browser)
                return self._browser
            except (WebDriverException, HTTPError):
                self.end()
        self._browser = start_chromium(self._new_profile())
        reset(self._browser)  # its own first page asks for some 80 files
        return self._browser

    def end(self) -> None:
        """Kill it with its driver: one that hangs would not close."""
        if self._browser is not None:
            driver = psutil.Process(self._browser.service.process.pid)
            for process in (*driver.children(recursive=True), driver):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            self._browser.service.process.wait()
            self._browser = None


def reset(browser: webdriver.Chrome) -> None:
    """As just started: no page, no cookies and no stored choices of an earlier test, nothing logged."""
    browser.get("about:blank")
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    for log in ("browser", "performance"):
        browser.get_log(log)


def leave_page(browser: webdriver.Chrome) -> None:
    """Go to no page: from one page to the same, only what is behind # would change."""
    if browser.current_url != "about:blank":
        browser.get("about:blank")


def open_page(browser: webdriver.Chrome, path: Path, fragment: str = "") -> None:
    """Open a file anew, and wait until its script says that it is ready."""
    leave_page(browser)
    browser.get(path.resolve().as_uri() + fragment)
    wait_until(browser, "document.documentElement?.dataset.ready === 'yes'")


def value(browser: webdriver.Chrome, expression: str) -> Any:
    """The value of an expression in the page."""
    return browser.execute_script(f"return ({expression})")


def wait_for(browser: webdriver.Chrome, test: Callable[[], object]) -> None:
    """Wait until something is so."""
    WebDriverWait(browser, READY_S, poll_frequency=0.05).until(lambda _: test())


def wait_until(browser: webdriver.Chrome, expression: str) -> None:
    """Wait until an expression is true in the page."""
    wait_for(browser, lambda: value(browser, expression))


def fill(browser: webdriver.Chrome, field: str, text: str) -> None:
    """Give a field, named by an expression, a value as a user's typing does."""
    typed = "it.value = arguments[0]; it.dispatchEvent(new Event('input', {bubbles: true}))"
    browser.execute_script(f"const it = {field}; {typed}", text)


def press(browser: webdriver.Chrome, *keys: str) -> None:
    """Press keys, one after the other."""
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def show_as(browser: webdriver.Chrome, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
    """The window's size, and the theme that the reader's system prefers."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})


def problems(browser: webdriver.Chrome) -> list[str]:
    """Uncaught exceptions, console errors and violations of the page's policy."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] != "INFO"]


def fetched(browser: webdriver.Chrome) -> list[str]:
    """The addresses the pages have asked for."""
    told = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [one["params"]["request"]["url"] for one in told if one["method"] == "Network.requestWillBeSent"]
