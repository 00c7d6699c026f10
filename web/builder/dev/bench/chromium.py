"""Drives Chromium for the measurements: visitors with separate caches, who wait for conditions in a page."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Literal, Self

from playwright.sync_api import Browser, BrowserContext, CDPSession, Playwright, sync_playwright

from web.builder import BuildError
from web.builder.dev.chromium import whole_browser

# Chromium's background work would compete with the measured page.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
WAIT_LIMIT_SECONDS = 120
# A new window loads Chromium's own interface, such as the address field's list, on both cores for more than a second.
NEW_WINDOW_SECONDS = 2.5
POLL_MS = 20


class WaitTimedOut(BuildError):
    """A page did not meet the condition within the limit."""


class Chromium:
    """A whole Chromium without a window; a context manager that starts and ends it."""

    _playwright: Playwright
    _browser: Browser
    _tools: CDPSession

    def __init__(self) -> None:
        self._launch_options: Any = {"executable_path": whole_browser(), "args": [*QUIET, *_as_root()]}

    def __enter__(self) -> Self:
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(**self._launch_options)
        self._tools = self._browser.new_browser_cdp_session()
        return self

    def __exit__(self, *_: object) -> None:
        self._browser.close()
        self._playwright.stop()

    @contextmanager
    def visitor(self, init_script: str = "", service_workers: Literal["allow", "block"] = "allow") -> Iterator[Visitor]:
        """A new visitor without caches or storage, in a window that is ready.

        The script runs before the scripts of each page.
        """
        context = self._browser.new_context(service_workers=service_workers)
        if init_script:
            context.add_init_script(init_script)
        visitor = Visitor(context, self._tools)
        visitor.stay(NEW_WINDOW_SECONDS)
        yield visitor
        context.close()

    @contextmanager
    def returning_visitor(
        self, init_script: str = "", service_workers: Literal["allow", "block"] = "allow"
    ) -> Iterator[Visitor]:
        """A visitor with a browser profile, which keeps caches on disk.

        They include machine code, which a private window never reads.
        """
        with TemporaryDirectory(prefix="profile-", ignore_cleanup_errors=True) as profile:
            context = self._playwright.chromium.launch_persistent_context(
                profile, service_workers=service_workers, **self._launch_options
            )
            if init_script:
                context.add_init_script(init_script)
            yield Visitor(context, context.new_cdp_session(context.pages[0]))
            context.close()


def _as_root() -> list[str]:
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


class Visitor:
    """One tab with its own caches."""

    def __init__(self, context: BrowserContext, tools: CDPSession) -> None:
        self._page = context.new_page()
        self._tools = tools

    def open(self, address: str) -> None:
        """Open an address; returns when the response begins."""
        self._page.goto(address, wait_until="commit")

    def ask(self, expression: str, argument: Any = None) -> Any:
        """The value of an expression, or of a function with this argument, in the page."""
        return self._page.evaluate(expression, argument)

    def until(self, expression: str, what: str) -> Any:
        """Evaluate an expression until its value is true, and return the value.

        Python polls, because a page's policy refuses the polling script of Playwright.
        """
        limit = time.monotonic() + WAIT_LIMIT_SECONDS
        while not (answer := self.ask(expression)):
            if time.monotonic() > limit:
                raise WaitTimedOut(f"{self._page.url}: {what} did not come in {WAIT_LIMIT_SECONDS} seconds.")
            self._page.wait_for_timeout(POLL_MS)
        return answer

    def stay(self, seconds: float) -> None:
        """Keep the page open for this time."""
        self._page.wait_for_timeout(1000 * seconds)

    def leave(self) -> None:
        """Close the page and its shared workers, as a restart of the browser does."""
        self._page.goto("about:blank")
        limit = time.monotonic() + WAIT_LIMIT_SECONDS
        while workers := self._shared_workers():
            for worker in workers:
                self._tools.send("Target.closeTarget", {"targetId": worker})
            if time.monotonic() > limit:
                raise WaitTimedOut("A shared worker did not end.")
            self._page.wait_for_timeout(POLL_MS)

    def ask_worker(self, expression: str) -> Any:
        """The value of an expression in the shared worker.

        Raises:
            BuildError: There is not one shared worker, or it does not answer.
        """
        workers = self._shared_workers()
        if len(workers) != 1:
            raise BuildError(f"{self._page.url}: there must be one shared worker; there are {len(workers)}.")
        answers: list[Any] = []

        def receive(event: Any) -> None:
            message = json.loads(event["message"])
            answers.extend([message] if message.get("id") == 1 else [])

        session = self._tools.send("Target.attachToTarget", {"targetId": workers[0], "flatten": False})["sessionId"]
        self._tools.on("Target.receivedMessageFromTarget", receive)
        asked = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression, "returnByValue": True}}
        self._tools.send("Target.sendMessageToTarget", {"sessionId": session, "message": json.dumps(asked)})
        limit = time.monotonic() + WAIT_LIMIT_SECONDS
        while not answers:
            if time.monotonic() > limit:
                raise WaitTimedOut(f"{self._page.url}: the shared worker does not answer.")
            self._page.wait_for_timeout(POLL_MS)
        self._tools.remove_listener("Target.receivedMessageFromTarget", receive)
        self._tools.send("Target.detachFromTarget", {"sessionId": session})
        if "result" not in answers[0]:
            raise BuildError(f"The shared worker refuses the question: {answers[0]}")
        return answers[0]["result"]["result"]["value"]

    def _shared_workers(self) -> list[str]:
        targets = self._tools.send("Target.getTargets")["targetInfos"]
        return [target["targetId"] for target in targets if target["type"] == "shared_worker"]
