"""Writes the sample of a game's fights, from which its links are made short: `python -m tests.games.write_samples wwn`.

It adds a sample behind those that there are. A released sample stays, so that its links stay readable.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pyrules
from pyrules.engine.fight.handover.text import sample_of

from .played import Played, hash_of, played

EVENTS = 200


def sample_events(game: str) -> list[Any]:
    """Each foe of the table with a weapon, and a fight in which fighters do all that they can."""
    foes = pyrules.fight_rules(game).foes
    field = Played(game, Random(game))
    for row in foes.rows:
        weapon = foes.weapons[hash_of(row.id) % len(foes.weapons)].id if row.bears_weapon else ""
        field.join(foes.pairs(row.id, weapon), "foes", [row.label])
    return [*field.events, *played(game, EVENTS, Random(f"{game} sample")).events]


def main(game: str) -> None:
    """Adds a sample to the game's module of samples."""
    samples = [*pyrules.fight_rules(game).samples, sample_of(sample_events(game))]
    lines = ['"""Samples of fights, by which links to fights are short: tests/games/write_samples.py adds one."""', ""]
    lines += ["SAMPLES = ("]
    for sample in samples:
        lines += [*(f'    "{part}"' for part in textwrap.wrap(sample, 112)), "    ,"]
    path = Path(pyrules.__file__).parent / "games" / game / "fight" / "samples.py"
    path.write_text("\n".join([*lines, ")", ""]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
