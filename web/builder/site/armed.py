"""The page of an attack with a weapon of a fact table: where the search leads for a weapon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from pyrules.engine.calculator import Calculator
from pyrules.engine.game import Game
from pyrules.engine.inputs import Preset, RecordInput, input_fields
from web.worker import links

Pairs = list[tuple[str, str]]
READABLE = "+/,:"
"""What a link need not encode (web/scripts/shared/link.js)."""


class Attack(NamedTuple):
    """A calculator, and the address of its example with another weapon, from the game's home."""

    calculator: Calculator[Any]
    address: str


def attack_with(game: Game, weapon: str) -> Attack | None:
    """The first calculator of those used most that offers a weapon of this label; None if none does.

    It rolls and has figures as its headline: a comparison of actions is no attack.
    """
    for calculator in game.most_used:
        headline = [output for output in calculator.outputs if output.headline]
        if not calculator.rolls or not headline[0].kind.is_number:
            continue
        for place, names, preset in _offers(calculator.inputs):
            if preset.label == weapon:
                return Attack(calculator, f"{calculator.slug}/{_filled(calculator, place, names, preset)}")
    return None


def _offers(record: type, place: str = "") -> Iterator[tuple[str, set[str], Preset]]:
    """Each preset of a form: where the inputs that it sets lie, and the names of all inputs there."""
    for name, kind, _ in input_fields(record):
        inside = kind.of if isinstance(kind, RecordInput) else None
        of = f"{place}{name}." if inside else place
        for preset in kind.presets() if kind.presets else ():
            yield of, {one.name for one in input_fields(inside or record)}, preset
        if inside:
            yield from _offers(inside, of)


def _filled(calculator: Calculator[Any], place: str, names: set[str], preset: Preset) -> str:
    """The fragment of the example with a preset, which replaces a record as a whole."""
    given = [(place + key, text) for key, text in preset.pairs if key.partition(".")[0] in names]
    heads = {key for key, _ in given}
    kept = [
        (key, text)
        for key, text in calculator.to_pairs(calculator.start_inputs)
        if key not in heads and not (place and key.startswith(place))
    ]
    inputs, problems = calculator.from_text([*kept, *given])
    if problems:
        raise problems[0]
    pairs = links.spelled(calculator, inputs)
    return "#" + "&".join(f"{quote(key, READABLE)}={quote(text, READABLE)}" for key, text in pairs)
