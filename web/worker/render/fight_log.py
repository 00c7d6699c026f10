"""The log of a fight as plain text: each entry in words with its odds and faces, and how lucky each side was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyrules.engine.fight.fight_rules import FightRules
from pyrules.engine.fight.luck import Luck, luck_by_side
from pyrules.engine.formatting import percent

from .fight_words import log_line

if TYPE_CHECKING:
    from ..requests.fight_request import Asked


def text(at: Asked) -> str:
    """The whole log up to the cursor."""
    lines: list[str] = []
    current = None
    for index, entry in enumerate(at.entries):
        line = log_line(at.rules, index, entry)
        if line["round"] != current:
            current = line["round"]
            lines += ["", f"Round {current}" if current else "Before the fight"]
        faces = entry.event.get("faces", ())
        rolled = f" [dice: {', '.join(map(str, faces))}]" if faces else ""
        refused = f" (no longer fits: {line['refused']})" if line["refused"] else ""
        lines.append(f"- {line['text']}{rolled}{refused}")
        lines += [f"  - {one['text']}" for one in line["then"]]
        lines += [f"  - {one}" for one in line["ended"]]
    luck = list(luck_lines(at))
    return "\n".join([*lines[1:], *(["", "Luck"] if luck else []), *(f"- {one}" for one in luck)])


def luck_lines(at: Asked) -> Iterator[str]:
    """A sentence about the luck of each side that has attacked."""
    for side, luck in luck_by_side(at.rules, at.entries, at.table):
        yield _luck_line(_side(at.rules, side), luck)


def _luck_line(side: str, luck: Luck) -> str:
    attacks = "attack" if luck.rolls == 1 else "attacks"
    expected = f"{float(round(luck.expected, 1)):.1f}"
    return (
        f"{side}: {luck.hits} of {luck.rolls} {attacks} hit, {expected} expected; "
        f"luckier than {percent(luck.fewer)} % of fights with these rolls"
    )


def _side(rules: FightRules, side: str) -> str:
    return next((one.label for one in rules.sides if one.id == side), side)
