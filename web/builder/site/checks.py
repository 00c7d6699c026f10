"""The checks that a site must pass: every link has a target, pages load only our files, and every rule is used."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from lxml import etree

from pyrules.engine.game import Game

from .. import BuildError
from . import console

ADDRESSES = frozenset({"href", "src", "srcset", "data", "action", "poster", "data-index"})
IDS = frozenset({"aria-labelledby", "aria-describedby", "aria-controls", "for"})
MAY_LEAVE_SITE = frozenset({("a", "href")})
"""Elements and attributes that may hold an address of another site: links, which a reader chooses to follow."""

CANONICAL, URL, IMAGE = "canonical", "og:url", "og:image"
"""Where a page names its public address and that of its picture. A page does not load them."""

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
"""Only shared/trusted.js writes HTML and starts workers, except the worker that early.js starts."""


MAY_HAVE_FRAMES = ("console/index.html",)
"""The Console runs scripts in a frame; no other page shows one."""
SANDBOX = "allow-scripts"
"""What a frame with scripts of strangers may do: it has no origin of the site's, and so none of its storage."""


class SiteError(BuildError):
    """The site fails a check; the message lists every fault."""


class Found(NamedTuple):
    """A reference on a page."""

    tag: str
    attribute: str
    target: str


class _Reader:
    """Collects the ids, references, inline code and policy of a page; lxml's parser calls it."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.found: list[Found] = []
        self.inline: list[str] = []
        self.public: dict[str, str] = {}
        """The address that the page gives itself, and the address of its picture."""
        self.sandboxes: list[str | None] = []
        """The `sandbox` of each frame, None for a frame without it."""
        self.policy: str | None = None
        """The Content-Security-Policy, if it comes before everything that it must cover."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        given = dict(attributes)
        if given.get("http-equiv", "").lower() == "content-security-policy" and not self.found and not self.inline:
            self.policy = given.get("content", "")
        if given.get("rel") == "canonical":
            self.public[CANONICAL] = given.pop("href", "")
        if given.get("property") in (URL, IMAGE):
            self.public[given["property"]] = given.get("content", "")
        if tag == "iframe":
            self.sandboxes.append(given.get("sandbox"))
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

    def close(self) -> None:
        """The page ends."""


def check_rules(games: Iterable[Game]) -> None:
    """Raise `SiteError` for every rule that nothing uses and that is not marked as reference only."""
    unused = [
        f"{game.id}: rule {rule.id} is used by nothing and not marked as reference"
        for game in games
        for rule in game.facts.rules.values()
        if not rule.reference and not game.uses[rule.id]
    ]
    _refuse(unused)


def check(site: Path, base: str = "/", url: str = "") -> None:
    """Raise `SiteError` for broken links, repeated ids, files of other sites, inline code, and weak policies.

    `url` is the public address of the site's root; a page that names its own address must name it rightly.
    """
    pages = {path.relative_to(site).as_posix(): _read(path) for path in sorted(site.rglob("*.html"))}
    faults = [fault for name, page in pages.items() for fault in _faults(site, name, page, pages, base)]
    named = [fault for name, page in pages.items() for fault in _public_faults(site, name, page, url)]
    _refuse([*faults, *named, *_missing_icons(site), *_missing_host_files(site)])


def _refuse(faults: list[str]) -> None:
    if faults:
        raise SiteError("The site is not in order:\n  " + "\n  ".join(faults))


def _read(path: Path) -> _Reader:
    reader = _Reader()
    # Written by templates alone, and libxml2 reads it ten times as fast as the standard library does.
    parser = etree.HTMLParser(target=reader, encoding="utf-8", huge_tree=True)
    parser.feed(path.read_bytes())
    parser.close()
    return reader


def _faults(site: Path, name: str, page: _Reader, pages: dict[str, _Reader], base: str) -> Iterator[str]:
    for weakness in _frame_faults(page) if posixpath.basename(name) == console.FRAME else _policy_faults(page.policy):
        yield f"{name}: {weakness}"
    if "frame-src" in (page.policy or "") and name not in MAY_HAVE_FRAMES:
        yield f"{name}: the policy allows frames"
    for inline in page.inline:
        yield f"{name}: {inline} stands in the page itself"
    for doubled in sorted(one for one, times in Counter(page.ids).items() if times > 1 and "__" not in one):
        yield f"{name}: the id {doubled!r} stands twice"
    for found in dict.fromkeys(page.found):
        fault = _fault(site, name, found, pages, base)
        if fault:
            yield f"{name}: {fault}"


def _policy_faults(policy: str | None) -> Iterator[str]:
    """What a page's policy lacks, or allows without need."""
    if policy is None:
        yield "no Content-Security-Policy stands before what the page loads"
        return
    directives: dict[str, frozenset[str]] = {}
    for directive in policy.split(";"):
        name, *values = directive.split() or [""]
        directives.setdefault(name, frozenset(values))  # browsers use the first of two equal directives
    for name in FORBIDDEN:
        if directives.get(name) != NOTHING:
            yield f"the policy lacks {name} 'none'"
    for name, wanted in TRUSTED.items():
        if directives.get(name) != wanted:
            yield f"the policy lacks {name} {' '.join(wanted)}"
    for name, allowed in directives.items():
        if name not in TRUSTED and allowed - ALLOWED:
            yield f"the policy allows {', '.join(sorted(allowed - ALLOWED))} as {name}"


def _frame_faults(page: _Reader) -> Iterator[str]:
    """What isolates the scripts of the Console too little: they run in the frame of this document."""
    if page.sandboxes != [SANDBOX]:
        yield f"its one frame must have the sandbox {SANDBOX!r}, not {page.sandboxes}"
    hashes = re.findall(r"'sha256-([\w+/]+=*)'", page.policy or "")
    if page.policy != console.policy("".join(hashes)):
        yield f"the policy of this document is {page.policy}"
    if page.found:
        yield f"it refers to {', '.join(found.target for found in page.found)}"


def _fault(site: Path, name: str, found: Found, pages: dict[str, _Reader], base: str) -> str:
    """What is wrong with a reference; empty if nothing is."""
    try:
        parts = urlsplit(found.target)
    except ValueError:
        return f"{found.target} is no address"
    if parts.scheme or parts.netloc:
        if (found.tag, found.attribute) in MAY_LEAVE_SITE:
            return "" if parts.scheme in ("http", "https") else f"{found.target} leads to no page"
        return f"loads {found.target} from elsewhere"
    path = unquote(parts.path)
    if name == NOT_FOUND and path.startswith(base):
        path = "./" + path.removeprefix(base)  # a host shows it at any depth, so its links contain the base path
    target = _file(name, path)
    if target.startswith(("..", "/")):
        return f"{found.target} leads out of the site"
    if target in pages:
        missing = _names_element(parts.fragment) and parts.fragment not in pages[target].ids
        return f"{found.target} names no part of that page" if missing else ""
    return "" if (site / target).is_file() else f"{found.target} leads nowhere"


def _file(page: str, path: str) -> str:
    """The path, from the site's root, of the file that a relative address on a page names."""
    if not path:
        return page
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    return posixpath.normpath(posixpath.join(target, "index.html")) if path.endswith("/") else target


def _names_element(fragment: str) -> bool:
    """Whether a fragment is an id: one with `=` is a calculator's state, one with `__` is in a list's blank element."""
    return bool(fragment) and "=" not in fragment and "__" not in fragment


def _public_faults(site: Path, name: str, page: _Reader, url: str) -> Iterator[str]:
    """Public addresses of a page that are not its own, and pictures that are missing."""
    own = url + name.removesuffix("index.html")
    for where in (CANONICAL, URL):
        named = page.public.get(where, own)
        if named != own:
            yield f"{name}: {where} is {named}, not {own}"
    picture = page.public.get(IMAGE)
    if picture and not (picture.startswith(url) and (site / picture.removeprefix(url)).is_file()):
        yield f"{name}: there is no picture {picture}"


def _missing_host_files(site: Path) -> Iterator[str]:
    """Missing files that a host needs. Only a whole site, which has a manifest, needs them."""
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
