"""Sharing a state: the answer as one plain line, its link as a QR code, and the code that shows it in another page.

The page makes the link, for it alone knows its own address; what is made of it here never leaves the device.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, TypeGuard

import pyrules
from pyrules.engine.answer import Answer
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, InvalidInput

from .. import input_text
from ..question import Question
from ..render import views

LONGEST_LINK = 1900
"""Longer ones make a QR code that no phone reads from a screen, and break in some chats."""

LONGEST_LINE = 240
_QUIET = 4
"""Modules of white around a QR code, as its standard asks."""


def respond(question: Question) -> dict[str, Any]:
    """The line, the QR code and the code for an iframe; a `link` too long for these gets a sentence in their place.

    `heading`, `headline` and `inputs` are what stands above an image of a picture.
    """
    calculator = question.calculator
    link = link_of(question.request)
    short = len(link) <= LONGEST_LINK
    title = f"{calculator.title}, {pyrules.game(calculator.game_id).name}"
    return {
        "ok": True,
        "line": line(calculator, question.inputs, question.answer),
        "heading": f"{pyrules.game(calculator.game_id).name} · {calculator.title}",
        "headline": views.headline_line(calculator, question.answer),
        "inputs": ", ".join(input_text.differing(question.inputs)),
        "html": picture(link),
        "code": views.template("embed.html").render(address=embedded(link), title=title) if short else "",
    }


def link_of(request: Mapping[str, Any]) -> str:
    """The address to share; raises `InvalidInput` for anything that is no address."""
    link = request.get("link")
    if not _is_address(link):
        raise InvalidInput("link", BAD_TYPE, link, "The link to share must be the address of a page.")
    return link


def picture(link: str) -> str:
    """The QR code of a link, or the sentence that replaces one that is too long."""
    code = qr(link) if len(link) <= LONGEST_LINK else None
    return views.template("share.html").render(qr=code, length=len(link))


def _is_address(text: object) -> TypeGuard[str]:
    """A request is anyone's: only the written form of a web address makes a QR code."""
    return isinstance(text, str) and text.startswith(("https://", "http://")) and text.isascii() and text.isprintable()


# The line


def line(calculator: Calculator[Any], inputs: Any, answer: Answer) -> str:
    """Game, calculator, what differs from the defaults, and the headline: "WWN Attack, Skill 1: 50 % hit"."""
    start = f"{pyrules.game(calculator.game_id).short} {calculator.title}"
    end = views.headline_line(calculator, answer)
    differing = input_text.differing(inputs)
    kept = list(differing)
    while kept and len(", ".join((start, *kept, end))) > LONGEST_LINE:
        kept.pop()
    if len(kept) < len(differing):
        kept.append(f"{len(differing) - len(kept)} more")
    return f"{', '.join((start, *kept))}: {end}"


# The link


def embedded(link: str) -> str:
    """The same state as a bare calculator."""
    page, hash_sign, state = link.partition("#")
    return f"{page}{'&' if '?' in page else '?'}embed{hash_sign}{state}"


def qr(link: str) -> dict[str, Any]:
    """A QR code: its size in modules, quiet zone and all, and its dark modules as an SVG path."""
    import segno  # only the open Share tool needs it

    matrix = segno.make(link, error="L", micro=False, mode="byte", encoding="iso-8859-1").matrix
    runs = (_runs(row, y + _QUIET) for y, row in enumerate(matrix))
    return {"size": len(matrix) + 2 * _QUIET, "path": "".join(runs)}


def _runs(row: bytearray, y: int) -> str:
    """The dark runs of a row, each a stroke one module wide."""
    drawn, x = [], _QUIET
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            drawn.append(f"M{x} {y}.5h{length}")
        x += length
    return "".join(drawn)
