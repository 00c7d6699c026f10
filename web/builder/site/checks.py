"""What must hold for a site to be published: no link leads nowhere, nothing comes from elsewhere, no rule is idle."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pyrules.engine.game import Game

from .. import BuildError

ADDRESSES = frozenset({"href", "src", "srcset", "data", "action", "poster", "data-index"})
IDS = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "for"})
ABROAD = frozenset({("a", "href")})
"""Where an address of another site may stand: in what a person chooses to follow."""

NOT_FOUND = "404.html"
NO_JEKYLL = ".nojekyll"
"""Tells GitHub Pages to publish every file as it is."""

NOTHING = frozenset({"'none'"})
FORBIDDEN = ("default-src", "object-src", "base-uri", "form-action")
ALLOWED = frozenset({"'none'", "'self'", "'wasm-unsafe-eval'"})
TRUSTED = {
    "require-trusted-types-for": frozenset({"'script'"}),
    "trusted-types": frozenset({"tableside", "tableside-early"}),
}
"""HTML and workers come from web/scripts/trusted.js alone, but for the worker that early.js starts."""


class SiteError(BuildError):
    """The site is not in order; the message lists every fault."""


class Found(NamedTuple):
    """A reference on a page."""

    tag: str
    attribute: str
    target: str


class _Reader(HTMLParser):
    """Collects what a page names, refers to, and holds in itself."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.found: list[Found] = []
        self.inline: list[str] = []
        self.policy: str | None = None
        """The Content-Security-Policy, if it stands before all that it is to rule over."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if given.get("http-equiv", "").lower() == "content-security-policy" and not self.found and not self.inline:
            self.policy = given.get("content", "")
        if "id" in given:
            self.ids.append(given["id"])
        for name, value in given.items():
            if name in ADDRESSES:
                self.found.append(Found(tag, name, value))
            if name in IDS:
                self.found.extend(Found(tag, name, "#" + one) for one in value.split())
            if name == "style" or name.startswith("on"):
                self.inline.append(f"<{tag} {name}>")
        if (tag == "script" and "src" not in given) or tag == "style":
            self.inline.append(f"<{tag}>")


def check_rules(games: Iterable[Game]) -> None:
    """Raise `SiteError` for every rule that no calculator implements and no one has marked as reference only."""
    idle = [
        f"{game.id}: rule {rule.id} is used by nothing and not marked as reference"
        for game in games
        for rule in game.facts.rules.values()
        if not rule.reference and not game.uses[rule.id]
    ]
    _refuse(idle)


def check(site: Path, base: str = "/") -> None:
    """Raise `SiteError` with every broken link, doubled id, foreign load, inline script or style, and lax policy."""
    pages = {path.relative_to(site).as_posix(): _read(path) for path in sorted(site.rglob("*.html"))}
    faults = [fault for name, page in pages.items() for fault in _faults(site, name, page, pages, base)]
    _refuse([*faults, *_missing_icons(site), *_missing_for_the_host(site)])


def _refuse(faults: list[str]) -> None:
    if faults:
        raise SiteError("The site is not in order:\n  " + "\n  ".join(faults))


def _read(path: Path) -> _Reader:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def _faults(site: Path, name: str, page: _Reader, pages: dict[str, _Reader], base: str) -> Iterator[str]:
    for lax in _lax(page.policy):
        yield f"{name}: {lax}"
    for inline in page.inline:
        yield f"{name}: {inline} stands in the page itself"
    for doubled in sorted({one for one in page.ids if page.ids.count(one) > 1 and "__" not in one}):
        yield f"{name}: the id {doubled!r} stands twice"
    for found in page.found:
        fault = _fault(site, name, found, pages, base)
        if fault:
            yield f"{name}: {fault}"


def _lax(policy: str | None) -> Iterator[str]:
    """What a page's policy allows that it must not."""
    if policy is None:
        yield "no Content-Security-Policy stands before what the page loads"
        return
    directives: dict[str, frozenset[str]] = {}
    for directive in policy.split(";"):
        name, *values = directive.split() or [""]
        directives.setdefault(name, frozenset(values))  # of two alike, browsers heed the first
    for name in FORBIDDEN:
        if directives.get(name) != NOTHING:
            yield f"the policy lacks {name} 'none'"
    for name, wanted in TRUSTED.items():
        if directives.get(name) != wanted:
            yield f"the policy lacks {name} {' '.join(wanted)}"
    for name, allowed in directives.items():
        if name not in TRUSTED and allowed - ALLOWED:
            yield f"the policy allows {', '.join(sorted(allowed - ALLOWED))} as {name}"


def _fault(site: Path, name: str, found: Found, pages: dict[str, _Reader], base: str) -> str:
    """What is wrong with one reference; nothing if it is in order."""
    try:
        parts = urlsplit(found.target)
    except ValueError:
        return f"{found.target} is no address"
    if parts.scheme or parts.netloc:
        if (found.tag, found.attribute) in ABROAD:
            return "" if parts.scheme in ("http", "https") else f"{found.target} leads to no page"
        return f"loads {found.target} from elsewhere"
    path = unquote(parts.path)
    if name == NOT_FOUND and path.startswith(base):
        path = "./" + path.removeprefix(base)  # shown at any depth, so it names the base it was built for
    target = _file(name, path)
    if target.startswith(("..", "/")):
        return f"{found.target} leads out of the site"
    if target in pages:
        missing = _names_a_part(parts.fragment) and parts.fragment not in pages[target].ids
        return f"{found.target} names no part of that page" if missing else ""
    return "" if (site / target).is_file() else f"{found.target} leads nowhere"


def _file(page: str, path: str) -> str:
    """The file that a relative address on a page means, from the site's root."""
    if not path:
        return page
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return posixpath.normpath(posixpath.join(target, "index.html")) if path.endswith("/") else target


def _names_a_part(fragment: str) -> bool:
    """A fragment with `=` is a calculator's state; one with `__` belongs to a list's blank element."""
    return bool(fragment) and "=" not in fragment and "__" not in fragment


def _missing_for_the_host(site: Path) -> Iterator[str]:
    """The files that a host needs, where there is a home page: a folder of other pages alone is no site."""
    if (site / "manifest.webmanifest").is_file():
        for name in (NOT_FOUND, NO_JEKYLL):
            if not (site / name).is_file():
                yield f"{name} is missing"


def _missing_icons(site: Path) -> Iterator[str]:
    manifest = site / "manifest.webmanifest"
    if manifest.is_file():
        for icon in json.loads(manifest.read_text(encoding="utf-8"))["icons"]:
            if not (site / icon["src"]).is_file():
                yield f"manifest.webmanifest: the icon {icon['src']} is missing"
