"""Servers that fail, and sites of another version, for the tests of offline use, updates and failures."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyrules
from web.builder.dev.serve import Server
from web.builder.site import assets, scripts
from web.builder.site.pages import NOT_FOUND

EDITION = "Second edition"
ONE_GAME = "raiders"
WORKER = "worker/worker.js"


class Host(Server):
    """A server that remembers what was asked for, changes its site, adds a header, stalls or dies at a request.

    It gives a file another media type, or answers for it with a page of its own, as a network before sign-in does.
    """

    def __init__(self, site: Path, base: str = "/", port: int = 0) -> None:
        self.asked: list[str] = []
        self.headers: dict[str, tuple[str, str]] = {}
        self.types: dict[str, str] = {}
        self.dies_at = ""
        self.stalls_at = ""
        self.portal = b""
        self.portal_for: tuple[str, ...] = ()
        super().__init__(site, base, port, on_response=lambda response: self.asked.append(response.path))
        host, handler = self, self._http.RequestHandlerClass

        class Handler(handler):  # type: ignore[misc, valid-type]
            def do_GET(self) -> None:  # noqa: N802
                if host.dies_at and host.dies_at in self.path:
                    return host.stop()
                if host.stalls_at and host.stalls_at in self.path:
                    # It hangs up when the test's end stops the server, or the browser does.
                    return self.rfile.read(1) and None
                if self.path.endswith(host.portal_for or ("\0",)):
                    return self.answer_as_portal()
                return super().do_GET()  # type: ignore[no-any-return]

            def answer_as_portal(self) -> None:
                self.send_response(200)
                super().send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(host.portal)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(host.portal)

            def send_header(self, keyword: str, value: str) -> None:
                [*other] = (kind for end, kind in host.types.items() if self.path.endswith(end))
                super().send_header(keyword, other[0] if other and keyword == "Content-Type" else value)

            def end_headers(self) -> None:
                for part, (name, value) in host.headers.items():
                    if part in self.path:
                        self.send_header(name, value)
                super().end_headers()

        self._http.RequestHandlerClass = Handler

    @property
    def port(self) -> int:
        return self._http.server_port

    def publish(self, site: Path) -> None:
        """From now on this site is served; of the one before, nothing is left."""
        self._http.site = site.resolve()
        self.asked.clear()


def copied(site: Path, folder: Path) -> Path:
    """A copy whose files may be removed and replaced, but not written to: their bytes are shared."""
    shutil.copytree(site, folder, copy_function=_link)
    return folder


def replace(file: Path, content: bytes) -> None:
    file.unlink()
    file.write_bytes(content)


def alter(site: Path, *changes: tuple[str, str, str]) -> None:
    """Give a copied site the worker of changed sources: each change is of one place, by the source's path."""
    [app] = site.glob("assets/app-*")
    worker, altered = app / "scripts" / WORKER, _worker(changes)
    assert worker.read_bytes() != altered, "The worker has none of these changes."
    replace(worker, altered)


@cache
def _worker(changes: tuple[tuple[str, str, str], ...]) -> bytes:
    """The script of the worker with all that it imports: nothing else is made, because that takes seconds."""
    texts = scripts.sources()
    for name, before, after in changes:
        assert texts[name].count(before) == 1, before
        texts[name] = texts[name].replace(before, after)
    plan = {"modules": [WORKER], "written": scripts.WRITTEN, "together": {}, "alone": [], "classic": {}, "styles": []}
    with TemporaryDirectory() as place:
        made = Path(place) / "made"
        scripts.bundle(texts, made, plan)
        [worker] = made.rglob("*.js")
        return worker.read_bytes()


def with_one_game(site: Path, folder: Path) -> Path:
    """This site without the calculators and packs of all other games: a device stores it in half the processor time.

    It has enough pages to come as a bundle.
    """
    copied(site, folder)
    for game_id in {*pyrules.GAME_IDS} - {ONE_GAME}:
        for page in [page for page in (folder / game_id).iterdir() if page.is_dir()]:
            shutil.rmtree(page)
        for pack in [*folder.glob(f"assets/game-*/{game_id}*.pack")]:
            shutil.rmtree(pack.parent)
    _list_files(folder)
    return folder


def newer(site: Path, folder: Path) -> Path:
    """The next version of this site, as the builder would make it after a change of a style and of the foot."""
    copied(site, folder)
    [app] = folder.glob("assets/app-*")
    name = f"app-{app.name.removeprefix('app-')[::-1]}"
    app = app.rename(app.with_name(name))
    [old] = site.glob("assets/app-*")
    style, paths = app / "styles" / "tableside.css", app / "scripts" / "paths.js"
    replace(style, style.read_bytes() + b"/* changed */\n")
    replace(paths, paths.read_bytes().replace(old.name[4:].encode(), name[4:].encode()))
    for page in (*folder.rglob("*.html"), folder / "manifest.webmanifest"):
        text = page.read_text(encoding="utf-8").replace(old.name, name)
        replace(page, text.replace("</footer>", f"<p>{EDITION}</p></footer>").encode())
    _list_files(folder)
    return folder


def _list_files(folder: Path) -> None:
    """Write the service worker of a copied site again."""
    (folder / "sw.js").unlink()
    assets.write_service_worker(folder, left_out={NOT_FOUND, ".nojekyll"})


def _link(source: str, target: str, **_: Any) -> None:
    Path(target).hardlink_to(source)
