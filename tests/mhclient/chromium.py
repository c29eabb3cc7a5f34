"""A real headless Chromium, driven over its own protocol: files opened, scripts run, errors kept."""

import asyncio
import base64
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

BINARY = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run")
START_S, READY_S = 30, 30


class Page:
    """One tab. `errors` has every uncaught exception, console error and violation of the page's policy."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._sent = 0
        self.errors: list[str] = []
        self.requests: list[str] = []

    async def open(self, path: Path, fragment: str = "") -> None:
        """Open a file and wait until its script says that it is ready."""
        await self.call("Page.navigate", url="about:blank")
        await self.call("Page.navigate", url=path.resolve().as_uri() + fragment)
        await self.until("document.documentElement?.dataset.ready === 'yes'")

    async def until(self, condition: str) -> None:
        """Wait until an expression is true."""
        async with asyncio.timeout(READY_S):
            while not await self.run(condition):
                await asyncio.sleep(0.05)

    async def run(self, expression: str) -> Any:
        """The value of an expression in the page."""
        found = await self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise AssertionError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    async def show_as(self, *, width: int = 1200, height: int = 900, dark: bool = False) -> None:
        """The window's size and the theme the reader's system prefers."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        await self.call("Emulation.setEmulatedMedia", features=features)

    async def picture(self, path: Path, *, whole: bool = False) -> None:
        """A screenshot."""
        made = await self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(made["data"]))

    async def press(self, key: str) -> None:
        """A key pressed."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27}
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            await self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=codes[key], **text
            )

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the protocol; events that come before its result are noted."""
        self._sent += 1
        await self._socket.send_json({"id": self._sent, "method": method, "params": parameters})
        async with asyncio.timeout(READY_S):
            while True:
                message = await self._socket.receive_json()
                if message.get("id") == self._sent:
                    if "error" in message:
                        raise AssertionError(f"{method}: {message['error']}")
                    return dict(message["result"])
                self._note(message)

    def _note(self, message: dict[str, Any]) -> None:
        method, told = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(str(told["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.errors.append(str(told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.errors.append(str(told["entry"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])


@asynccontextmanager
async def browser() -> AsyncIterator[Page]:
    """A Chromium of its own, with one tab."""
    assert BINARY is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            BINARY,
            *FLAGS,
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await _port(Path(profile) / "DevToolsActivePort")
            async with aiohttp.ClientSession() as session:
                tabs = await (await session.get(f"http://127.0.0.1:{port}/json")).json()
                address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
                async with session.ws_connect(address, max_msg_size=0) as socket:
                    page = Page(socket)
                    for domain in ("Page", "Runtime", "Log", "Network"):
                        await page.call(f"{domain}.enable")
                    yield page
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _port(file: Path) -> int:
    async with asyncio.timeout(START_S):
        while not file.exists() or not file.read_text():
            await asyncio.sleep(0.05)
    return int(file.read_text().split()[0])
