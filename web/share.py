"""Sharing a state: the answer as one plain line, its link as a QR code, and the code that shows it in another page.

The page makes the link, for it alone knows its own address; what is made of it here never leaves the device.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, TypeGuard

import pyrules
from pyrules.engine.answer import Answer
from pyrules.engine.calculator import Calculator
from pyrules.engine.errors import BAD_TYPE, InvalidInput
from pyrules.engine.fields import Choice, Input, Many, Number, Record, Toggle, slots
from pyrules.engine.wording import figure

from . import views

LONGEST_LINK = 1900
"""Longer ones make a QR code that no phone reads from a screen, and break in some chats."""

LONGEST_LINE = 240
_QUIET = 4
"""Modules of white around a QR code, as its standard asks."""


def respond(calculator: Calculator[Any], inputs: Any, request: dict[str, Any]) -> dict[str, Any]:
    """The line, the QR code and the code for an iframe; a `link` too long for these gets a sentence in their place."""
    link = request.get("link")
    if not _is_address(link):
        raise InvalidInput("link", BAD_TYPE, link, "The link to share must be the address of a page.")
    short = len(link) <= LONGEST_LINK
    title = f"{calculator.title}, {pyrules.system(calculator.system_id).name}"
    return {
        "ok": True,
        "line": line(calculator, inputs, calculator.answer(inputs)),
        "html": views.template("share.html").render(qr=qr(link) if short else None, length=len(link)),
        "code": views.template("embed.html").render(address=embedded(link), title=title) if short else "",
    }


def _is_address(text: object) -> TypeGuard[str]:
    """A request is anyone's: only the written form of a web address makes a QR code."""
    return isinstance(text, str) and text.startswith(("https://", "http://")) and text.isascii() and text.isprintable()


# The line


def line(calculator: Calculator[Any], inputs: Any, answer: Answer) -> str:
    """Game, calculator, what differs from the defaults, and the headline: "WWN Attack, Skill 1: 50 % hit"."""
    start = f"{pyrules.system(calculator.system_id).short} {calculator.title}"
    end = views.headline_line(calculator, answer)
    said = _differing(inputs)
    kept = list(said)
    while kept and len(", ".join((start, *kept, end))) > LONGEST_LINE:
        kept.pop()
    if len(kept) < len(said):
        kept.append(f"{len(said) - len(kept)} more")
    return f"{', '.join((start, *kept))}: {end}"


def _differing(inputs: Any) -> list[str]:
    """Each input that is not at its default, in words."""
    held = [(slot, getattr(inputs, slot.name)) for slot in slots(type(inputs))]
    return [_said(slot.input, value) for slot, value in held if value != slot.default]


def _said(kind: Input, value: Any) -> str:
    """One input in the words of a player."""
    if isinstance(kind, Toggle):
        return kind.label if value else f"{kind.label}: no"
    if value is None or value == ():
        return f"{kind.label}: none"
    if isinstance(kind, Choice):
        return _option(kind, value)
    if isinstance(kind, Record):
        return f"{kind.label} ({', '.join(_differing(value)) or 'as usual'})"
    if isinstance(kind, Many):
        return _several(kind, value)
    return f"{kind.label} {_number(kind, value)}"


def _number(kind: Input, value: Any) -> str:
    if not isinstance(kind, Number) or not isinstance(value, int):
        text = kind.to_text(value)
    else:
        text = figure(value, signed=kind.signed)
    return " ".join(filter(None, (text, getattr(kind, "unit", ""))))


def _option(kind: Choice, value: str) -> str:
    return next(option.label for option in kind.options if option.id == value)


def _several(kind: Many, value: tuple[Any, ...]) -> str:
    """Options by name, plain values one after the other, and of groups how many there are."""
    element = kind.element
    if kind.nested():
        return f"{kind.label}: {len(value)}"
    each = (_option(element, one) if isinstance(element, Choice) else _number(element, one) for one in value)
    counted = ((text, len(list(same))) for text, same in groupby(each))
    listed = ", ".join(f"{count} × {text}" if count > 1 else text for text, count in counted)
    return listed if kind.unique else f"{kind.label} {listed}"


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
