"""Fights as texts of letters, digits, hyphens and underscores, and the samples that make these texts short.

A text says which sample its model has learned from. A sample that has been released never changes: a game adds another
one behind it, and old texts stay readable.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...errors import BAD_TYPE, OUT_OF_RANGE, InvalidInput
from ..events import LONGEST_NAME, MOST_EVENTS
from .range_coder import Coder, Reader, Writer
from .refusals import FIELD, damaged, too_much
from .values import Values

LONGEST = 24_000
"""The letters of the longest text that is read or written."""
MOST_LEARNED = 8
"""How many samples' models are kept; a page asks for one."""
_ALPHABET = f"{string.ascii_uppercase}{string.ascii_lowercase}{string.digits}-_"
_PLACES = {letter: place for place, letter in enumerate(_ALPHABET)}
_PRIME = 65_521
_NEWER = "This link was made by a newer Tableside; load the page again to get the newest version."


class Packed(NamedTuple):
    """A fight as it is handed over: its name, its events as JSON, and how many of them have happened."""

    name: str
    events: list[Any]
    cursor: int


def pack(fight: Packed, samples: Sequence[str] = ()) -> str:
    """The text of a fight; raises `InvalidInput` for a fight that is too long or holds what no event holds."""
    model, coder = _model(samples), Writer()
    _code(model, coder, fight)
    text = f"{len(samples)}.{_letters(coder.done())}"
    if len(text) > LONGEST:
        raise too_much()
    return text


def unpack(text: object, samples: Sequence[str] = ()) -> Packed:
    """The fight of a text, whose events are not checked yet; raises `InvalidInput` for any other text."""
    if not isinstance(text, str):
        raise InvalidInput(FIELD, BAD_TYPE, None, "A link to a fight must be a text.")
    if len(text) > LONGEST:
        text = f"A link to a fight has at most {LONGEST:,} letters and was not read; got {len(text):,}."
        raise InvalidInput(FIELD, OUT_OF_RANGE, None, text)
    found = re.fullmatch(r"(0|[1-9]\d{0,3})\.([\w-]*)", text, re.ASCII)
    if not found:
        raise damaged()
    if int(found[1]) > len(samples):
        raise InvalidInput(FIELD, OUT_OF_RANGE, None, _NEWER)
    return _code(_model(samples[: int(found[1])]), Reader(_bytes(found[2])), Packed("", [], 0))


def sample_of(events: Iterable[Any]) -> str:
    """A sample from which models learn what these events are like."""
    listed = list(events)
    model, coder = Values(), Writer()
    model.value(coder, len(listed))
    for event in listed:
        model.value(coder, event)
    return _letters(coder.done())


def _model(samples: Sequence[str]) -> Values:
    """A model that has learned from the last of these samples."""
    return _learned(samples[-1]).copy() if samples else Values()


@lru_cache(maxsize=MOST_LEARNED)
def _learned(sample: str) -> Values:
    """What there is to learn from a sample, never to be changed: learning takes as long as reading a fight."""
    model, coder = Values(), Reader(_bytes(sample))
    for _ in range(model.value(coder, None)):
        model.value(coder, None)
    return model


def _code(model: Values, coder: Coder, fight: Packed) -> Packed:
    """The name and the numbers of a fight, its events, and a check that they were read as they were written."""
    head = model.value(coder, [fight.name, len(fight.events), len(fight.events) - fight.cursor])
    match head:
        case [str(name), int(number), int(undone)] if len(name) <= LONGEST_NAME and 0 <= undone <= number:
            if number > MOST_EVENTS:
                raise damaged()
            listed = fight.events if coder.writes else [None] * number
            events = [model.value(coder, event) for event in listed]
            _check(coder, [head, *(fight.events if coder.writes else events)])
            return Packed(name, events, number - undone)
    raise damaged()


def _check(coder: Coder, values: list[Any]) -> None:
    number = 1
    for letter in repr(values):
        number = (number * 257 + ord(letter)) % _PRIME
    if not coder.writes and coder.share(_PRIME) != number:
        raise damaged()
    coder.take(number, number + 1, _PRIME)


def _letters(data: bytes) -> str:
    """Bytes as base64 for addresses, without padding."""
    bits = "".join(f"{byte:08b}" for byte in data)
    bits = bits.ljust(len(bits) + -len(bits) % 6, "0")
    return "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def _bytes(text: str) -> bytes:
    bits = "".join(f"{_PLACES[letter]:06b}" for letter in text)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
