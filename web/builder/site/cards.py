"""The pictures that a chat or a search engine shows beside a link: one for each page, drawn from its words.

A card says the game, the page's title and the headline of the page's default answer, or what the page is for. Fonts
come from a pinned package, so each machine draws the same bytes. A card is cached under a key of all that is drawn.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import PIL
from PIL import Image, ImageDraw, ImageFont

from ..dev.environment import CACHE, WEB

FOLDER = "cards"
"""The folder of the site with all cards. They are not saved for offline use: no page shows them."""
WIDTH, HEIGHT = 1200, 630
"""In pixels: what link previews ask for."""

_FONTS = WEB / "node_modules" / "@fontsource" / "arimo" / "files"
_BOLD, _REGULAR = _FONTS / "arimo-latin-700-normal.woff2", _FONTS / "arimo-latin-400-normal.woff2"
_PAPER, _INK, _GRAY = "#fbfcfd", "#14181c", "#4a545e"
_EDGE = 28
"""The width of the stripe in the game's color."""
_LEFT, _RIGHT = 88, 1140
_GAP = 40
_ACCENT = re.compile(r"(?::root|\[data-system=(?P<game>\w+)\]) \{[^{}]*?--accent: light-dark\((?P<color>#\w{6})")


class Figure(NamedTuple):
    """One figure of a headline: its number or word, and the words after it."""

    number: str
    label: str


class Card(NamedTuple):
    """What one card says. `figures` are drawn large; a card without any shows `text`."""

    accent: str
    above: str
    title: str
    text: str
    figures: tuple[Figure, ...] = ()


def address(page: str) -> str:
    """The address of a page's card, from the site's root: `cards/wwn/attack.png` for `wwn/attack/`."""
    return f"{FOLDER}/{page.rstrip('/') or 'home'}.png"


def accents(css: str) -> dict[str, str]:
    """The accent color by game as the style sheet gives it for light pages; `""` is for pages of no game."""
    return {found["game"] or "": found["color"] for found in _ACCENT.finditer(css)}


def write(site: Path, cards: Mapping[str, Card]) -> None:
    """Write the cards by the address of their page, and remove from the cache what was not asked for."""
    folder = CACHE / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    cached = {page: folder / f"{_key(card)}.png" for page, card in cards.items()}
    missing = {path: cards[page] for page, path in cached.items() if not path.is_file()}
    with ThreadPoolExecutor(os.cpu_count()) as several:
        list(several.map(_keep, missing, missing.values()))
    for page, path in cached.items():
        target = site / address(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    for old in set(folder.glob("*.png")) - set(cached.values()):
        old.unlink(missing_ok=True)


def _keep(path: Path, card: Card) -> None:
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(draw(card))
    unfinished.replace(path)


def _key(card: Card) -> str:
    return hashlib.sha256(f"{json.dumps(card)}\0{_tools()}".encode()).hexdigest()[:16]


@cache
def _tools() -> str:
    """What a card depends on besides its words."""
    files = (Path(__file__), _BOLD, _REGULAR)
    return " ".join((PIL.__version__, *(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)))


# The drawing


def draw(card: Card) -> bytes:
    """The card as a PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((0, 0, _EDGE, HEIGHT), fill=card.accent)
    _put(drawing, Box(_LEFT, 56, _RIGHT - _LEFT, 52), _Style(_BOLD, 42, card.accent), card.above)
    _put(drawing, Box(_LEFT, 116, _RIGHT - _LEFT, 110), _Style(_BOLD, 92, _INK), card.title)
    if card.figures:
        for box, figure in zip(_columns(card.figures), card.figures, strict=True):
            _put_figure(drawing, box, figure, card.accent)
    else:
        _put(drawing, Box(_LEFT, 262, _RIGHT - _LEFT, 240), _Style(_REGULAR, 56, _INK), card.text)
    drawing.line((_LEFT, 534, _RIGHT, 534), fill=_GRAY, width=2)
    _put(drawing, Box(_LEFT, 556, 400, 48), _Style(_BOLD, 38, _INK), "Tableside")
    drawing.text((_RIGHT, 556), "Exact odds, offline", font=_font(_REGULAR, 36), fill=_GRAY, anchor="ra")
    made = io.BytesIO()
    image.quantize(64).save(made, "PNG", optimize=True)
    return made.getvalue()


class Box(NamedTuple):
    """A place on a card, in pixels."""

    x: int
    y: int
    width: int
    height: int


class _Style(NamedTuple):
    font: Path
    largest: int
    color: str


def _columns(figures: tuple[Figure, ...]) -> Iterator[Box]:
    """A place for each figure, side by side."""
    width = (_RIGHT - _LEFT - _GAP * (len(figures) - 1)) // len(figures)
    for place in range(len(figures)):
        yield Box(_LEFT + place * (width + _GAP), 254, width, 260)


def _put_figure(drawing: ImageDraw.ImageDraw, box: Box, figure: Figure, color: str) -> None:
    """The number above, and its label below it; the numbers of a card stand on one line."""
    place = box._replace(height=150)
    number = _fitted(place, _Style(_BOLD, 132, color), figure.number)
    _write(drawing, number, place._replace(y=place.y + place.height - number.height))
    _put(drawing, box._replace(y=box.y + 164, height=96), _Style(_REGULAR, 44, _INK), figure.label)


def _put(drawing: ImageDraw.ImageDraw, box: Box, style: _Style, text: str) -> None:
    """Write text at the top of a box."""
    _write(drawing, _fitted(box, style, text), box)


class _Fitted(NamedTuple):
    """Text in lines, and the height of all lines in pixels."""

    font: ImageFont.FreeTypeFont
    lines: list[str]
    height: int
    color: str


def _fitted(box: Box, style: _Style, text: str) -> _Fitted:
    """The text in lines, as large as fits into the box and at most as large as the style says."""
    for size in range(style.largest, 1, -2):
        font = _font(style.font, size)
        lines = list(_lines(font, text, box.width))
        height = len(lines) * _line_height(font)
        if height <= box.height + size // 5 and all(font.getlength(line) <= box.width for line in lines):
            break
    return _Fitted(font, lines, height, style.color)


def _write(drawing: ImageDraw.ImageDraw, fitted: _Fitted, box: Box) -> None:
    for place, line in enumerate(fitted.lines):
        y = box.y + place * _line_height(fitted.font)
        drawing.text((box.x, y), line, font=fitted.font, fill=fitted.color, anchor="la")


def _line_height(font: ImageFont.FreeTypeFont) -> int:
    return int(font.size) * 118 // 100


def _lines(font: ImageFont.FreeTypeFont, text: str, width: int) -> Iterator[str]:
    """The text broken between words; a single word may be wider."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and font.getlength(longer) > width:
            yield line
            longer = word
        line = longer
    yield line


@cache
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
