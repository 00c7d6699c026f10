"""The fighters of spirit combat, and the cost of a lost test.

"Spirit Combat": skill, magic points, POW and Spirit Shield of spirits, shamans and others (OQ-SPI-04 to OQ-SPI-11).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Die, d
from ....engine.inputs import Preset, Presets, choice, number, record, toggle, yes_no
from ..skills.contest import Side
from ..skills.skill import RollReadings, Skill, skill, skill_modifiers, skill_roll
from ..tables import FACTS

FIGHTERS = FACTS.table("spirit_fighters")
SPIRIT, PERSISTENCE, SHAMANISM = (option.id for option in FIGHTERS.options())  # in the order of the table
AFTERMATH = FACTS.table("spirit_aftermath")
BANISHED, BOUND, POSSESSED, REFEREE = (option.id for option in AFTERMATH.options())  # in the order of the table
SPIRITS_ONLY = "spirits_only"

SPIRIT_RULES = ("OQ-SPI-07",)
"""The rules that a fighter's inputs and a test's steps cite, besides the skill."""


@dataclass(frozen=True, kw_only=True)
class SpiritFighter:
    """SPIRIT FIGHTER: one side of spirit combat (OQ-SPI-02)."""

    skill: Skill = skill(
        "Skill", help="Spirit Combat for a spirit; Persistence or Shamanism for anybody else.", rule="OQ-SPI-04"
    )
    mp: int = number("Magic points", 1, 100, help="What is left of them now.", rule="OQ-SPI-08")
    pow: int = number(
        "POW",
        0,
        300,
        10,
        help=FACTS.fill("Each full {pow_dice_step} points above {pow_dice_from} give another die of damage."),
        rule="OQ-SPI-07",
    )
    shield: int = number(
        "Spirit Shield", 0, 30, 0, help="Its magnitude is taken from every loss of magic points.", rule="OQ-SPI-06"
    )
    kind: str = choice(
        "Fights as", FIGHTERS.options(), SPIRIT, help="A spirit, or what a mortal fights it with.", rule="OQ-SPI-05"
    )
    can_possess: bool = toggle("Can possess", help="A spirit that is able to take over a body.", rule="OQ-SPI-11")
    has_body: bool = toggle("Has a body", help="A mortal who can be possessed.", rule="OQ-SPI-11")
    knows_call: bool = toggle(
        "Knows its Call spell", help="A shaman who can bind this kind of spirit.", rule="OQ-SPI-10"
    )


def _examples() -> tuple[Preset, ...]:
    """The example spirits with known numbers (EXT-20)."""
    rows = (row for row in FACTS.table("spirits").rows if row["skill"] and row["mp"])
    return tuple(
        Preset(
            row["label"],
            (
                ("skill.base", str(row["skill"])),
                ("mp", str(row["mp"])),
                ("pow", str(row["pow"])),
                ("can_possess", yes_no(row["possession"])),
            ),
        )
        for row in rows
    )


def spirit_fighter(label: str, *, help: str, rule: str = "OQ-SPI-02", nullable: bool = False) -> Any:
    """The input for a fighter; a `nullable` one is empty by default."""
    if nullable:
        return record(label, SpiritFighter, None, help=help, rule=rule, nullable=True, presets=Presets(_examples))
    return record(label, SpiritFighter, help=help, rule=rule, presets=Presets(_examples))


def dice_of(fighter: SpiritFighter, pow_dice: str) -> int:
    """The number of dice that this fighter's victories cost the loser (OQ-SPI-07)."""
    if pow_dice == SPIRITS_ONLY and fighter.kind != SPIRIT:
        return 1
    return 1 + max(0, fighter.pow - FACTS.number("pow_dice_from")) // FACTS.number("pow_dice_step")


def loss_die(winner: SpiritFighter, loser: SpiritFighter, pow_dice: str) -> Die[int]:
    """The magic points that a lost test costs, at least 0 (OQ-SPI-06)."""
    dice = d(FACTS.number("spirit_die")).times(dice_of(winner, pow_dice))
    return dice.map(lambda n: max(0, n - loser.shield))


def side_of(name: str, fighter: SpiritFighter, by: RollReadings) -> Side:
    """A fighter as one side of the opposed test."""
    label = f"{name}: {FIGHTERS.row(fighter.kind)['skill']}"
    return Side(label, skill_roll(fighter.skill, by), skill_modifiers(fighter.skill))


def aftermath(winner: SpiritFighter, loser: SpiritFighter) -> str:
    """The id of what happens to the loser."""
    if loser.kind == SPIRIT:
        if winner.kind == SHAMANISM and winner.knows_call:
            return BOUND
        return REFEREE if winner.kind == SPIRIT else BANISHED  # a shaman without the spell banishes too (ruling)
    if winner.kind == SPIRIT and winner.can_possess and loser.has_body:
        return POSSESSED
    return REFEREE
