"""One served site and one browser context that many tests share, with Python running in it.

Python takes more than a second of processor time to start. Here it starts once in each process: a page that no test
sees, the keeper, holds the worker that all pages of the site share. After each test everything that it may have left
is removed, and the keeper asks the worker a question. A worker that does not answer is replaced with its context.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests import recording
from web.builder.dev.serve import Server

START_MS = 60_000
ANSWER_MS = 10_000
# Each of these would outlast the test, for the next tests to trip over.
REFUSED = (
    *("add_init_script", "route", "route_from_har", "route_web_socket", "expose_binding", "expose_function"),
    *("set_offline", "set_geolocation", "set_extra_http_headers", "add_cookies", "close"),
)

KEEP = """({ script, name }) => {
  // The same options as the site's own pages give: otherwise it would be another worker.
  const { port } = new SharedWorker(script, { type: "module", name, extendedLifetime: true });
  const waiting = new Map();
  let asked = 0;
  port.onmessage = ({ data }) => {
    if (!data.taken) waiting.get(data.id)?.(data.response);
  };
  window.ask = (question, limit) => new Promise((settle) => {
    const id = ++asked;
    waiting.set(id, (response) => settle(JSON.parse(response ?? "{}")));
    setTimeout(() => settle({}), limit);
    port.postMessage({ id, request: JSON.stringify(question) });
  });
  const question = { kind: "answer", calculator: "raiders.strike", pairs: [["offense", "7"], ["defense", "10"]] };
  window.answers = async (limit) => (await ask(question, limit)).ok === true;
}"""
FORGET = """async () => {
  // A page that was given another worker has noted its name.
  const replaced = Object.keys(localStorage).some((key) => /^tableside .* worker$/.test(key));
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = done;
  })));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  return !replaced;
}"""


class SharedSite:
    """The server, the context and the keeper. Start it with `open`, end it with `close`."""

    def __init__(self, browser: Browser, site: Path, options: dict[str, Any]) -> None:
        self.server = Server(site)
        self._browser = browser
        self._options = options
        [script] = site.glob("assets/app-*/scripts/worker/worker.js")
        self._script = script.relative_to(site).as_posix()
        self._name = f"py-{script.parents[2].name.removeprefix('app-')}"
        self.context: BrowserContext
        self.keeper: Page

    @property
    def scripts(self) -> str:
        """The address of the folder that holds the site's scripts."""
        return self.server.url + self._script.removesuffix("worker/worker.js")

    def open(self) -> None:
        self.server.start()
        self._begin()

    def close(self) -> None:
        self._end()
        self.server.stop()

    def forget(self) -> None:
        """Remove what the pages have stored on this device, while they may be open."""
        self.keeper.evaluate(FORGET)

    def reset(self) -> None:
        """After a test: no page but the keeper, nothing stored, no permission given, and a worker that answers."""
        try:
            for page in self.context.pages:
                if page is not self.keeper:
                    page.close()
            self.context.clear_permissions()
            sound = self.keeper.evaluate(FORGET) and self.keeper.evaluate(f"answers({ANSWER_MS})")
        except Error:
            sound = False
        if not sound:
            self._end()
            self._begin()

    def _begin(self) -> None:
        self.context = self._browser.new_context(**self._options)
        self.context.add_init_script(recording.RECORD_WORKER)
        self.keeper = self.context.new_page()
        # A script's address: a document of this origin without a policy or any script of the site.
        self.keeper.goto(self.server.url + self._script)
        self.keeper.evaluate(KEEP, {"script": self.server.url + self._script, "name": self._name})
        assert self.keeper.evaluate(f"answers({START_MS})"), "Python does not start in the shared context."
        self._refuse_what_lasts()

    def _end(self) -> None:
        try:
            BrowserContext.close(self.context)
        except Error:
            return  # the browser itself is gone; the next context says so

    def _refuse_what_lasts(self) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise AssertionError("This would change the shared context for all later tests: mark the test own_context.")

        for name in REFUSED:
            setattr(self.context, name, refuse)
        self.context.clock.install = refuse  # type: ignore[method-assign]
