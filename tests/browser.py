"""A browser to look at pages with: headless Chromium, told what to do over two pipes by its DevTools protocol.

Nothing is needed but Chromium itself. There is no network: whatever a page asks for is in ``requests``.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Browser", "chromium"]

_PATIENCE = 60  # seconds
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
_FLAGS = (
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",  # it does not start without as root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def chromium() -> str:
    """Return the path of Chromium; skip a test where there is none."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("needs Chromium, which is not installed")
    return found


class Browser:
    """One page in a browser of its own, which ends with the ``with`` that it is used in."""

    def __init__(self, profile: Path) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._pending, self._last, self._session = b"", 0, ""
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self._in, self._out = ours_in, ours_out
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]  # out of the way of 3 and 4
        command = [sys.executable, "-c", _LAUNCH, *map(str, high), chromium(), *_FLAGS, f"--user-data-dir={profile}"]
        self._process = subprocess.Popen(
            command, pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        for end in (theirs_in, theirs_out, *high):
            os.close(end)

    def __enter__(self) -> Browser:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, *_: object) -> None:
        for end in (self._out, self._in):
            os.close(end)  # it goes when nobody talks to it
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait()

    def ask(self, method: str, **parameters: Any) -> Any:
        """Ask for something and wait for the answer."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (heard := self._hear()).get("id") != self._last:
            pass
        assert "error" not in heard, heard["error"]
        return heard["result"]

    def _hear(self) -> dict[str, Any]:
        """Return the next message, keeping what tests want to know of the others."""
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._pending:
            ready, _, _ = select.select([self._in], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            piece = os.read(self._in, 1 << 16)
            assert piece, "the browser has gone"
            self._pending += piece
        message, _, self._pending = self._pending.partition(b"\0")
        heard: dict[str, Any] = json.loads(message)
        self._note(heard.get("method", ""), heard.get("params", {}))
        return heard

    def _note(self, event: str, values: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif event == "Runtime.exceptionThrown":
            self.complaints.append(values["exceptionDetails"]["text"])
        elif event == "Log.entryAdded":
            self.complaints.append(values["entry"]["text"])

    def open(self, page: Path) -> None:
        """Open a file and wait until it is there."""
        self.ask("Page.navigate", url=page.as_uri())
        while self.run("document.readyState") != "complete" or self.run("location.href") == "about:blank":
            time.sleep(0.02)

    def run(self, script: str) -> Any:
        """Return what an expression is in the page."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def click(self, element: str) -> None:
        """Click in the middle of what an expression finds, wherever that is in the page."""
        self.run(f"({element}).scrollIntoView({{block: 'center', inline: 'center'}})")
        box = self.run(
            f"(() => {{ const b = ({element}).getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }})()"
        )
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        for what in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=what, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key."""
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, text=text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def prefer(self, scheme: str, media: str = "screen") -> None:
        """Let the reader's system be light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.ask("Emulation.setEmulatedMedia", media=media, features=features)

    def resize(self, width: int, height: int) -> None:
        """Make the window as large as said, in pixels."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
