"""What must hold for a site to be published: no link leads nowhere, nothing comes from elsewhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from . import BuildError

_LOADING = {("link", "href"), ("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src")}


class SiteError(BuildError):
    """The site is not in order; the message lists every fault."""


class Found(NamedTuple):
    """A reference on a page."""

    tag: str
    attribute: str
    target: str


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.found: list[Found] = []
        self.inline: list[str] = []
        self._script_without_source = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        for attribute in ("href", "src"):
            if attribute in given:
                self.found.append(Found(tag, attribute, given[attribute]))
        for attribute in ("aria-labelledby", "aria-describedby", "for"):
            self.found.extend(Found(tag, attribute, "#" + one) for one in given.get(attribute, "").split())
        self.inline.extend(f"<{tag} {name}>" for name in given if name == "style" or name.startswith("on"))
        if (tag == "script" and "src" not in given) or tag == "style":
            self.inline.append(f"<{tag}>")


def check(site: Path) -> None:
    """Raise `SiteError` with every broken link, doubled id, foreign load and inline script or style."""
    pages = {path.relative_to(site).as_posix(): _read(path) for path in sorted(site.rglob("*.html"))}
    faults = [fault for name, page in pages.items() for fault in _faults(site, name, page, pages)]
    if faults:
        raise SiteError("The site is not in order:\n  " + "\n  ".join(faults))


def _read(path: Path) -> _Reader:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def _faults(site: Path, name: str, page: _Reader, pages: dict[str, _Reader]) -> Iterator[str]:
    for inline in page.inline:
        yield f"{name}: {inline} stands in the page itself"
    for doubled in sorted({one for one in page.ids if page.ids.count(one) > 1 and "__" not in one}):
        yield f"{name}: the id {doubled!r} stands twice"
    for found in page.found:
        parts = urlsplit(found.target)
        if parts.scheme or parts.netloc:
            if (found.tag, found.attribute) in _LOADING:
                yield f"{name}: loads {found.target} from elsewhere"
            continue
        if name == "404.html":
            continue  # its addresses are absolute, for a base that only the host knows
        target = (
            posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
        )
        if parts.path and (parts.path.endswith("/") or target == "."):
            target = _file(name, unquote(parts.path))
        if target == "manifest.webmanifest" or (target not in pages and (site / target).is_file()):
            continue
        if target not in pages:
            yield f"{name}: {found.target} leads nowhere"
        elif _names_a_part(parts.fragment) and parts.fragment not in pages[target].ids:
            yield f"{name}: {found.target} names no part of that page"


def _file(page: str, path: str) -> str:
    """The file that a relative address on a page means, from the site's root."""
    if not path:
        return page
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return posixpath.normpath(posixpath.join(target, "index.html")) if path.endswith("/") or target == "." else target


def _names_a_part(fragment: str) -> bool:
    """A fragment with `=` is a calculator's state; one with `__` belongs to a list's blank element."""
    return bool(fragment) and "=" not in fragment and "__" not in fragment
