"""A local server that behaves like GitHub Pages, so that what works here works there.

Compressed text, ten minutes of caching, entity tags, `/x` sent on to `/x/`, `404.html` for what is missing, everything
under a base path, any origin allowed to read, and none of the headers that Pages cannot set. On request over a slow
line, and telling of each response what it cost.
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


class ServeError(BuildError):
    """There is no listening at this port."""


class Response(NamedTuple):
    """One response as it went over the line: the path asked for, the status, and its bytes with head and body."""

    path: str
    status: int
    size: int


class Server:
    """Serves a built site until stopped; a context manager that starts and stops it.

    `line` slows it down; `told` hears of each response once it is sent, from the thread that sent it.
    """

    def __init__(
        self,
        site: Path,
        base: str = "/",
        port: int = 0,
        line: Throttle | None = None,
        told: Callable[[Response], None] | None = None,
    ) -> None:
        self.site = site.resolve()
        self.base = base
        try:
            self._http = _Http(("127.0.0.1", port), self.site, base, line, told)
        except OSError as error:
            raise ServeError(f"Port {port} cannot be used ({error.strerror}): choose another one.") from error
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """The address of the site's home, with its base path."""
        return f"http://127.0.0.1:{self._http.server_port}{quote(self.base)}"

    def start(self) -> None:
        self._thread.start()

    def wait(self) -> None:
        """Block until the server is stopped from elsewhere, or Ctrl-C."""
        self._thread.join()

    def stop(self) -> None:
        """Stop listening and cut every open connection: from now on there is no server."""
        if self._thread.is_alive():
            self._http.shutdown()
        self._http.server_close()
        self._http.cut_connections()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(
        self,
        address: tuple[str, int],
        site: Path,
        base: str,
        line: Throttle | None,
        told: Callable[[Response], None] | None,
    ) -> None:
        self.site, self.base = site, base
        self.line, self.told = line, told
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
        """A browser that hangs up in the middle is no news."""

    def cut_connections(self) -> None:
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
    # One write per small answer: otherwise Nagle and delayed acknowledgement add 40 ms to each.
    wbufsize = -1
    disable_nagle_algorithm = True
    _status = 0
    _sent = 0
    _headers_buffer: list[bytes]

    def do_GET(self) -> None:
        if self.server.line:
            self.server.line.wait()
        self._sent = 0
        try:
            self._respond(unquote(urlsplit(self.path).path))
        finally:
            if self.server.told:
                self.server.told(Response(self.path, self._status, self._sent))

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
        """Quiet: the shell is for the address."""

    def _file(self, inner: str) -> Path | None:
        """What a path inside the base names, if it is anything and lies inside the site."""
        if "\0" in inner:
            return None
        try:
            found = (self.server.site / inner.lstrip("/")).resolve()
            if not found.is_relative_to(self.server.site) or not found.exists():
                return None
        except OSError:
            return None  # a name longer than any file's
        if inner.endswith("/") and found.is_file():
            return None
        return found

    def _redirect(self, path: str) -> None:
        query = urlsplit(self.path).query
        # Never "//host": a browser would read that as another origin.
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
        body, tag = _content(_Stored.of(file), compressed)
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
        line = self.server.line
        for piece in line.paced(body) if line else (body,):
            self.wfile.write(piece)
            self._sent += len(piece)
            if line:
                self.wfile.flush()

    def _caching_headers(self, tag: str) -> None:
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Access-Control-Allow-Origin", "*")


@dataclass(frozen=True)
class _Stored:
    """A file as it is on the disk: one for all of its names, such as those in linked copies of a site."""

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
def _content(stored: _Stored, compressed: bool) -> tuple[bytes, str]:
    """A file's bytes as sent, and their entity tag; a changed file has a new time or size."""
    body = stored.file.read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}{"-gzip" if compressed else ""}"'
    # Level 6 of the wasm takes half a second; the compressed form is kept for the process's life.
    return (gzip.compress(body, 6, mtime=0) if compressed else body), tag
