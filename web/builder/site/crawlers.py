"""What search engines read: robots.txt, and the sitemap of a site whose public address is known."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

SITEMAP = "sitemap.xml"
ROBOTS = "robots.txt"


def write_sitemap(site: Path, url: str, pages: Iterable[str]) -> None:
    """List the pages by their addresses from the site's root; `url` is the address of the root."""
    entries = "".join(f"<url><loc>{escape(url + page)}</loc></url>\n" for page in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    (site / SITEMAP).write_text(f"{head}{entries}</urlset>\n", encoding="utf-8")


def write_robots(site: Path, url: str) -> None:
    """Allow every page, and name the sitemap if there is one. Hosts read this file in their root only."""
    sitemap = f"Sitemap: {url}{SITEMAP}\n" if url else ""
    (site / ROBOTS).write_text(f"User-agent: *\nAllow: /\n{sitemap}", encoding="utf-8")
