"""A local server that behaves like GitHub Pages, so that a site that works here works there.

It compresses text, allows ten minutes of caching, sends entity tags, redirects `/x` to `/x/`, answers with `404.html`
for missing files, serves everything under a base path, and allows any origin to read. It sends no header that Pages
cannot set. On request it throttles the connection and reports each response.
"""

import gzip
import hashlib
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import quote, unquote, urlsplit

from web.builder import BuildError
from web.builder.dev.throttle import Throttle

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".pack": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest", ".xml")
IDLE_SECONDS = 30
LIVE = b"""
// Added by `build.py serve`: files come from the server while it runs, so that a reload shows each change.
self.addEventListener("install", () => self.skipWaiting());
function firstAnswer(request, url) {
  return fetch(request).catch(() => respond(request, url));
}
"""
"""Stands below the service worker: of two functions of one name, the script uses the last."""


class ServeError(BuildError):
    """The server cannot listen at this port."""


class Response(NamedTuple):
    """A response that was sent: the requested path, the status, and the bytes of head and body."""

    path: str
    status: int
    size: int


class Server:
    """Serves a built site; a context manager that starts and stops the server.

    `throttle` slows the responses. `on_response` is called with each response, in the thread that sent it. With `live`
    the service worker asks the server first and answers from what it has stored only without it.
    """

    def __init__(
        self,
        site: Path,
        base: str = "/",
        port: int = 0,
        throttle: Throttle | None = None,
        on_response: Callable[[Response], None] | None = None,
        *,
        live: bool = False,
    ) -> None:
        self.site = site.resolve()
        self.base = base
        try:
            self._http = _Http(("127.0.0.1", port), self.site, base, throttle, on_response)
        except OSError as error:
            raise ServeError(f"Port {port} cannot be used ({error.strerror}): choose another one.") from error
        self._http.live = live
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """The address of the site's home, with its base path."""
        return f"http://127.0.0.1:{self._http.server_port}{quote(self.base)}"

    def start(self) -> None:
        self._thread.start()

    def wait(self) -> None:
        """Block until another thread stops the server, or Ctrl-C."""
        self._thread.join()

    def stop(self) -> None:
        """Stop listening and close every open connection."""
        if self._thread.is_alive():
            self._http.shutdown()
        self._http.server_close()
        self._http.close_connections()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    live = False

    def __init__(
        self,
        address: tuple[str, int],
        site: Path,
        base: str,
        throttle: Throttle | None,
        on_response: Callable[[Response], None] | None,
    ) -> None:
        self.site, self.base = site, base
        self.throttle, self.on_response = throttle, on_response
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores browsers that close a connection early."""

    def close_connections(self) -> None:
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    protocol_version = "HTTP/1.1"
    timeout = IDLE_SECONDS
    # A small answer is one write: with more, Nagle's algorithm and delayed acknowledgement add 40 ms.
    wbufsize = -1
    disable_nagle_algorithm = True
    _status = 0
    _sent = 0
    _headers_buffer: list[bytes]

    def do_GET(self) -> None:
        if self.server.throttle:
            self.server.throttle.wait()
        self._sent = 0
        try:
            self._respond(unquote(urlsplit(self.path).path))
        finally:
            if self.server.on_response:
                self.server.on_response(Response(self.path, self._status, self._sent))

    def _respond(self, path: str) -> None:
        if not path.startswith(self.server.base):
            if path + "/" == self.server.base:
                return self._redirect(self.server.base)
            return self._missing()
        found = self._file(path.removeprefix(self.server.base))
        if found is None:
            return self._missing()
        if found.is_dir():
            if not path.endswith("/"):
                return self._redirect(path + "/")
            found = found / "index.html"
        if found.is_file():
            return self._send(HTTPStatus.OK, found)
        return self._missing()

    do_HEAD = do_GET  # noqa: N815

    def send_response(self, code: int, message: str | None = None) -> None:
        self._status = code
        super().send_response(code, message)

    def flush_headers(self) -> None:
        self._sent += sum(len(line) for line in self._headers_buffer)
        super().flush_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Prints nothing: the shell shows the address."""

    def _file(self, inner: str) -> Path | None:
        """The file or folder of a path below the base; None if it does not exist or is outside the site."""
        if "\0" in inner:
            return None
        try:
            found = (self.server.site / inner.lstrip("/")).resolve()
            if not found.is_relative_to(self.server.site) or not found.exists():
                return None
        except OSError:
            return None  # the name is longer than a file name may be
        if inner.endswith("/") and found.is_file():
            return None
        return found

    def _redirect(self, path: str) -> None:
        query = urlsplit(self.path).query
        # A browser would read "//host" as another origin.
        place = "/" + quote(path.lstrip("/")) + (f"?{query}" if query else "")
        self.send_response(HTTPStatus.MOVED_PERMANENTLY)
        self.send_header("Location", place)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _missing(self) -> None:
        page = self.server.site / "404.html"
        if page.is_file():
            return self._send(HTTPStatus.NOT_FOUND, page)
        return self.send_error(HTTPStatus.NOT_FOUND)

    def _send(self, status: HTTPStatus, file: Path) -> None:
        compressed = file.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", "")
        is_live = self.server.live and file == self.server.site / "sw.js"
        body, tag = _content(_Stored.of(file), compressed, LIVE if is_live else b"")
        if status == HTTPStatus.OK and tag in self.headers.get("If-None-Match", ""):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self._caching_headers(tag)
            self.end_headers()
            return
        self.send_response(status)
        self.send_header("Content-Type", CONTENT_TYPES.get(file.suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        self._caching_headers(tag)
        self.end_headers()
        if self.command != "HEAD":
            self._write(body)

    def _write(self, body: bytes) -> None:
        throttle = self.server.throttle
        for piece in throttle.paced(body) if throttle else (body,):
            self.wfile.write(piece)
            self._sent += len(piece)
            if throttle:
                self.wfile.flush()

    def _caching_headers(self, tag: str) -> None:
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Access-Control-Allow-Origin", "*")


@dataclass(frozen=True)
class _Stored:
    """A file on the disk. All names of one file, such as those in linked copies of a site, are equal."""

    file: Path = field(compare=False)
    device: int
    number: int
    changed: int
    size: int

    @classmethod
    def of(cls, file: Path) -> Self:
        found = file.stat()
        return cls(file, found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=512)
def _content(stored: _Stored, compressed: bool, after: bytes = b"") -> tuple[bytes, str]:
    """The bytes to send for a file, and their entity tag. A changed file is another key of the cache."""
    body = stored.file.read_bytes() + after
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}{"-gzip" if compressed else ""}"'
    # Compressing the wasm takes half a second, so the cache keeps the compressed bytes.
    return (gzip.compress(body, 6, mtime=0) if compressed else body), tag
