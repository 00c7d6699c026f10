"""The local server behaves like GitHub Pages."""

import gzip
import http.client
import queue
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from web.builder.dev.serve import Response, Server, _content
from web.builder.dev.throttle import PIECE, Throttle


@pytest.fixture
def small_site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "raiders").mkdir(parents=True)
    (site / "index.html").write_text("<p>home" * 100)
    (site / "raiders" / "index.html").write_text("<p>game")
    (site / "404.html").write_text("<p>lost")
    (site / "engine.wasm").write_bytes(b"\0asm")
    (site / "script.mjs").write_text("export {};")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture
def server(small_site: Path) -> Iterator[Server]:
    with Server(small_site, base="/tableside/") as running:
        yield running


def get(server: Server, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(server.url).port, timeout=5)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_a_folder_serves_its_index(server: Server) -> None:
    response, body = get(server, "/tableside/raiders/?q=1")

    assert (response.status, body) == (200, b"<p>game")
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert response.headers["Cache-Control"] == "max-age=600"


@pytest.mark.parametrize(
    ("asked", "sent_to"),
    [("/tableside", "/tableside/"), ("/tableside/raiders?a=b", "/tableside/raiders/?a=b")],
)
def test_a_folder_without_its_slash_is_sent_on(server: Server, asked: str, sent_to: str) -> None:
    response, _ = get(server, asked)

    assert (response.status, response.headers["Location"]) == (301, sent_to)


@pytest.mark.parametrize(
    "path", ["/tableside/no", "/tableside/raiders/no/", "/tableside/script.mjs/", "/elsewhere/", "/tablesider/"]
)
def test_a_miss_shows_the_404_page(server: Server, path: str) -> None:
    response, body = get(server, path)

    assert (response.status, body) == (404, b"<p>lost")


@pytest.mark.parametrize("path", ["../secret.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "/etc/passwd", "a%00b"])
def test_nothing_outside_the_site_is_served(server: Server, path: str) -> None:
    response, body = get(server, "/tableside/" + path)

    assert (response.status, body) == (404, b"<p>lost")


def test_text_is_compressed_for_those_who_take_it(server: Server) -> None:
    plain, _ = get(server, "/tableside/")
    packed, body = get(server, "/tableside/", Accept_Encoding="gzip, br")

    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == b"<p>home" * 100


def test_an_unchanged_file_is_not_sent_again(server: Server, small_site: Path) -> None:
    tag = get(server, "/tableside/")[0].headers["ETag"]

    assert get(server, "/tableside/", If_None_Match=tag)[0].status == 304
    (small_site / "index.html").write_text("<p>new")
    assert get(server, "/tableside/", If_None_Match=tag)[0].status == 200


def test_a_file_with_two_names_is_compressed_once_and_its_successor_again(server: Server, small_site: Path) -> None:
    """Tests serve many copies of the site, whose files are linked."""
    (small_site / "copy.html").hardlink_to(small_site / "index.html")
    before = _content.cache_info()
    asked = [get(server, f"/tableside/{name}.html", Accept_Encoding="gzip")[1] for name in ("index", "copy")]
    after = _content.cache_info()

    (small_site / "copy.html").unlink()
    (small_site / "copy.html").write_text("<p>hers" * 100)
    replaced = get(server, "/tableside/copy.html", Accept_Encoding="gzip")[1]

    assert asked[0] == asked[1]
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 1)
    assert gzip.decompress(replaced) == b"<p>hers" * 100


def test_each_kind_of_file_has_its_type_and_no_isolation_headers(server: Server) -> None:
    wasm, _ = get(server, "/tableside/engine.wasm")
    script, _ = get(server, "/tableside/script.mjs")

    assert wasm.headers["Content-Type"] == "application/wasm"
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert wasm.headers["Cross-Origin-Opener-Policy"] is None
    assert wasm.headers["Cross-Origin-Embedder-Policy"] is None


def test_a_stopped_server_answers_nobody_not_even_on_an_open_connection(small_site: Path) -> None:
    server = Server(small_site)
    server.start()
    place = ("127.0.0.1", urlsplit(server.url).port)
    kept = http.client.HTTPConnection(*place, timeout=5)
    kept.request("GET", "/")
    kept.getresponse().read()

    server.stop()

    with pytest.raises(OSError):
        socket.create_connection(place, timeout=1).close()
    with pytest.raises((OSError, http.client.HTTPException)):
        kept.sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        http.client.HTTPResponse(kept.sock).begin()


class Nights:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now(self) -> float:
        return sum(self.slept)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def test_a_slow_line_lets_each_response_wait_and_then_carries_so_many_bytes_a_second() -> None:
    nights = Nights()
    line = Throttle(PIECE, 0.25, clock=nights.now, sleep=nights.sleep)
    body = bytes(range(256)) * (PIECE // 256) * 2 + b"end"

    line.wait()
    carried = b"".join(line.paced(body))

    assert carried == body
    assert nights.slept == pytest.approx([0.25, 1, 1, 3 / PIECE])


def test_all_connections_share_one_slow_line() -> None:
    slept: list[float] = []
    line = Throttle(PIECE, 0, clock=lambda: 100.0, sleep=slept.append)

    one, other = line.paced(bytes(PIECE)), line.paced(bytes(PIECE))
    next(one)
    next(other)

    assert slept == pytest.approx([1, 2]), "the second piece waits for the first"


def test_over_a_slow_line_the_same_is_sent(small_site: Path) -> None:
    nights = Nights()
    (small_site / "engine.wasm").write_bytes(bytes(3 * PIECE))
    with Server(small_site, line=Throttle(PIECE, 7, clock=nights.now, sleep=nights.sleep)) as server:
        response, body = get(server, "/engine.wasm")

    assert (response.status, body) == (200, bytes(3 * PIECE))
    assert nights.slept == pytest.approx([7, 1, 1, 1])


def test_the_server_tells_what_each_response_cost(small_site: Path) -> None:
    told: queue.Queue[Response] = queue.Queue()
    with Server(small_site, told=told.put) as server:
        full, body = get(server, "/raiders/")
        get(server, "/raiders/", If_None_Match=full.headers["ETag"])
        get(server, "/gone")
        responses = [told.get(timeout=5) for _ in range(3)]

    head = len(b"HTTP/1.1 200 OK\r\n\r\n") + sum(len(f"{name}: {text}\r\n") for name, text in full.headers.items())
    assert [(sent.path, sent.status) for sent in responses] == [("/raiders/", 200), ("/raiders/", 304), ("/gone", 404)]
    assert responses[0].size == head + len(body)
    assert responses[1].size < responses[0].size


def test_a_name_longer_than_any_file_has_is_missing(server: Server) -> None:
    response, body = get(server, f"/tableside/{'x' * 300}")

    assert (response.status, body) == (404, b"<p>lost")


@pytest.mark.parametrize("base", ["/my app/", "/ü/"])
def test_a_base_of_any_letters_is_served(small_site: Path, base: str) -> None:
    with Server(small_site, base=base) as running:
        home = urlsplit(running.url).path
        response, body = get(running, f"{home}raiders/")
        sent_on, _ = get(running, f"{home}raiders")

    assert (response.status, body) == (200, b"<p>game")
    assert sent_on.headers["Location"] == f"{home}raiders/"
