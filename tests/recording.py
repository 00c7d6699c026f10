"""Records what a browser test did and saw, and writes it to a folder when the test fails.

Each test has one `Recording`. It holds the test's last steps and the console of its pages. When the test fails, `save`
writes a screenshot of each open page, its address, the steps, the console and the worker's last messages.
"""

import functools
import re
import shutil
import textwrap
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Keyboard, Locator, Mouse, Page

FOLDER = ".failed"
KEY = pytest.StashKey["Recording"]()
TITLE = "what the browser showed"
MOST_STEPS = 200
MOST_LINES = 200
LONGEST_LINE = 400
LONGEST_STEP = 140
SCREENSHOT_MS = 10_000

# Keeps the last messages between the page and its workers. Nothing else of the page changes.
RECORD_WORKER = """(() => {
  const key = Symbol.for("tableside.worker.messages");
  if (key in window) return;
  const messages = (window[key] = []);
  const note = (way, data) => {
    messages.push([way, data]);
    if (messages.length > 20) messages.shift();
  };
  for (const kind of [window.MessagePort, window.Worker]) {
    if (!kind) continue;
    const { postMessage } = kind.prototype;
    kind.prototype.postMessage = function (...given) {
      note("to the worker", given[0]);
      return postMessage.apply(this, given);
    };
    const own = Object.getOwnPropertyDescriptor(kind.prototype, "onmessage");
    Object.defineProperty(kind.prototype, "onmessage", {
      ...own,
      set(listen) {
        const noting = (event) => {
          note("from the worker", event.data);
          return listen.call(this, event);
        };
        own.set.call(this, typeof listen === "function" ? noting : listen);
      },
    });
  }
})();"""
WORKER_MESSAGES = """() => (window[Symbol.for("tableside.worker.messages")] ?? []).map(([way, data]) => {
  try {
    return `${way}: ${JSON.stringify(data)}`;
  } catch {
    return `${way}: ${data}`;
  }
})"""

STEPS: dict[type, tuple[str, ...]] = {
    Page: (
        *("goto", "reload", "go_back", "click", "fill", "check", "uncheck", "select_option", "press", "focus"),
        *("set_viewport_size", "emulate_media", "evaluate", "close"),
    ),
    Locator: ("click", "fill", "check", "uncheck", "select_option", "press", "focus", "evaluate"),
    Keyboard: ("press", "type"),
    Mouse: ("move", "down", "up", "click"),
}


class Recording:
    """The steps and the console of one try of one test."""

    _current: "Recording | None" = None

    def __init__(self) -> None:
        self.saved = ""
        """Page, step and folder in one sentence, once `save` has been called."""
        self._steps: deque[tuple[Any, str, tuple[Any, ...]]] = deque(maxlen=MOST_STEPS)
        self._console: deque[str] = deque(maxlen=MOST_LINES)
        self._contexts: list[tuple[BrowserContext, Page | None]] = []
        Recording._current = self

    @staticmethod
    def step(where: object, name: str, given: tuple[Any, ...]) -> None:
        """Note one call of Playwright by the test that runs now."""
        if Recording._current:
            Recording._current._steps.append((where, name, given))

    def watch(self, context: BrowserContext, left_out: Page | None = None) -> None:
        """Record the console of this context; of its pages, `left_out` is not the test's. The steps begin here."""
        self._steps.clear()
        self._contexts.append((context, left_out))
        context.on("console", self._heard)

    def stop(self) -> None:
        """Record no more."""
        for context, _ in self._contexts:
            context.remove_listener("console", self._heard)
        self._contexts.clear()
        Recording._current = None

    def save(self, folder: Path) -> None:
        """Write everything into the folder; a second call changes nothing."""
        if self.saved:
            return
        steps = self._told_steps()
        Recording._current = None
        folder.mkdir(parents=True, exist_ok=True)
        pages = [page for context, left_out in self._contexts for page in context.pages if page is not left_out]
        parts = [_saved_page(page, folder / f"page-{number}.png") for number, page in enumerate(pages, 1)]
        parts += [_part("Steps", steps), _part("Console", list(self._console))]
        (folder / "report.txt").write_text("\n".join(parts), encoding="utf-8")
        page = pages[-1].url if pages else "no open page"
        self.saved = f"On {page}, after the step `{steps[-1] if steps else 'none'}`; see {folder}"

    def _heard(self, message: ConsoleMessage) -> None:
        self._console.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _told_steps(self) -> list[str]:
        lines: list[str] = []
        for where, name, given in self._steps:
            selector = re.search(r"selector=(.*)>$", str(where)) if isinstance(where, Locator) else None
            words = [name, *([selector[1]] if selector else []), *(repr(each) for each in given)]
            line = textwrap.shorten(" ".join(words), LONGEST_STEP)
            if not lines or lines[-1] != line:
                lines.append(line)
        return lines


def _saved_page(page: Page, picture: Path) -> str:
    """A picture of the page, and what stands in the report about it."""
    try:
        page.screenshot(path=picture, full_page=True, timeout=SCREENSHOT_MS)
        messages = page.evaluate(WORKER_MESSAGES)
    except Error as error:
        messages = [f"The page did not answer: {error.message}"]
    return _part(f"{picture.name}: {page.url}", ["The worker's last messages:", *messages])


def _part(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(f"  {line[:LONGEST_LINE]}" for line in lines), ""])


# The side of pytest


def add_to(report: pytest.TestReport, item: pytest.Item, folder: Path) -> None:
    """Save the recording of a failed test, and name the page, the step and the folder in the test's report."""
    recording = item.stash.get(KEY, None)
    if recording is None:
        return
    place = folder_of(item, folder)
    recording.save(place)
    with (place / "error.txt").open("a", encoding="utf-8") as file:
        file.write(f"In the test's {report.when}:\n{report.longreprtext}\n")
    if isinstance(report.longrepr, str) or report.longrepr is None:
        report.longrepr = f"{report.longrepr}\n{recording.saved}"
        return
    report.longrepr.addsection(TITLE, recording.saved)  # type: ignore[union-attr]


def folder_of(item: pytest.Item, folder: Path) -> Path:
    """A folder for each try of each test."""
    _, _, test = item.nodeid.partition("::")
    name = re.sub(r"\W+", "-", f"{item.path.name}-{test}").strip("-")[:150]
    tries = getattr(item, "execution_count", 1)
    return folder / (name if tries < 2 else f"{name}-try-{tries}")


def empty(folder: Path) -> None:
    """Remove what an earlier run left."""
    shutil.rmtree(folder, ignore_errors=True)


def _recorded(method: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(method)
    def recorded(self: object, *given: Any, **named: Any) -> Any:
        Recording.step(self, name, (*given, *named.items()))
        return method(self, *given, **named)

    return recorded


def record_steps() -> None:
    """Have each step of the test noted before Playwright takes it; once in a process."""
    for kind, names in STEPS.items():
        for name in names:
            method = getattr(kind, name)
            if not hasattr(method, "__wrapped__"):
                setattr(kind, name, _recorded(method, name))
