"""Foes: the stat lines of the SRD, and a quick foe, as sheets.

A sheet adds the level of the weapon's skill to hit rolls, and Punch to unarmed damage; a stat line's numbers are whole.
So the attack bonus of the sheet is the stat line's bonus less its skill, and unarmed damage is less by the skill.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine.dice import Dice, Die, d
from ....engine.fight.foes import FoePairs, FoeRow, Foes, sheet_pairs
from ....engine.formatting import figure
from ....engine.inputs import OWN, dice, number, same, text
from ..attack.weapon import ANY, TARGET_AC, Weapon, refuse_half_shock
from ..checks.character import SAVES
from ..sheet.fields import MOST_HIT_POINTS, NAMELESS, PUNCH, weapon_pairs
from ..sheet.sheet import SHEET
from ..tables import FACTS
from .gear import BARE_HANDS_ROW

TABLE = FACTS.table("foes")
WEAPONS = FACTS.table("weapons")

BORNE, ARMORED, ANY_AC = "Wpn", "a", "-"
"""The notation of stat lines: what the borne weapon does, worn armor, and Shock against any Armor Class."""

WITHOUT_KILLING_BLOW = "expert"
"""A class that adds nothing to damage; a stat line has no class."""
SKILLS = ("stab", "shoot", "punch", "exert")
"""The skills of a fight, which all have the level of the stat line's skill (WWN-EXT-NPCSKILL)."""

Entries = Iterator[tuple[str, object]]
"""Inputs of a sheet by their path, with values that become text."""


# The stat line.


class Shock(NamedTuple):
    """The Shock of a natural weapon: its points and its Armor Class, which may be `any`; both None without Shock."""

    points: int | None = None
    armor_class: int | str | None = None


def shock_of(row: dict[str, Any]) -> Shock:
    """The Shock of a stat line with dice of its own."""
    points, _, armor_class = row["shock"].partition("/")
    if not points:
        return Shock()
    return Shock(int(points), ANY if armor_class == ANY_AC else int(armor_class))


def bears_weapon(row: dict[str, Any]) -> bool:
    """Whether the stat line's damage is that of a weapon."""
    return bool(row["damage"].startswith(BORNE))


def weapon_bonus(row: dict[str, Any]) -> int:
    """What a stat line adds to the damage and the Shock of the borne weapon."""
    return int(row["damage"].removeprefix(BORNE) or 0)


def shocks_anybody(row: dict[str, Any]) -> bool:
    """Whether the Shock of the borne weapon works against any Armor Class."""
    return bool(row["shock"].endswith(f"/{ANY_AC}"))


def line(row: dict[str, Any]) -> str:
    """The stat line in short: Hit Dice, Armor Class, hit bonus, damage, Shock and Morale."""
    times = f" ×{row['attacks']}" if row["attacks"] > 1 else ""
    parts = (
        f"{row['hit_dice']} HD",
        f"AC {row['ac'].removesuffix(ARMORED)}",
        f"{row['attack']:+d}{times}",
        row["damage"].replace(BORNE, "weapon"),
        _shock_text(row),
        f"Morale {row['morale']}",
    )
    return " · ".join(filter(None, parts))


def _shock_text(row: dict[str, Any]) -> str:
    """The Shock in short; empty if the stat line has none, or that of the borne weapon as it is."""
    if bears_weapon(row):
        return "Shock up to any AC" if shocks_anybody(row) else ""
    return f"Shock {row['shock'].replace(ANY_AC, ANY)}" if row["shock"] else ""


# Its sheet.


def foe_pairs(foe_id: str, weapon_id: str) -> FoePairs:
    """The sheet of a stat line with the weapon that it bears (WWN-EXT-FOES)."""
    row = TABLE.row(foe_id)
    skill = row["skill"]
    pairs = (
        *_creature(row["label"], average(foe_id), row["attack"], skill),
        *_armor(row["ac"]),
        *((f"overrides.save_{save['id']}", row["save"]) for save in SAVES.rows),
        ("speed", row["move_ft"]),
        ("morale", row["morale"]),
        ("attacks", row["attacks"]),
        ("notes", f"Hit Dice {row['hit_dice']}, Instinct {row['instinct']}."),
        *(_borne(row, weapon_id) if weapon_id else _weapon(0, _natural(row))),
    )
    return sheet_pairs(SHEET, pairs)


def _creature(name: str, hit_points: int, attack: int, skill: int) -> Entries:
    """What a stat line and a quick foe share: no class and no scores, and a hit bonus with the skill in it."""
    yield from (("name", name), ("cls", WITHOUT_KILLING_BLOW), ("who", NAMELESS), ("hit_points_max", hit_points))
    yield from ((one, skill) for one in SKILLS)
    yield "overrides.attack_bonus", attack - skill
    if skill:
        whole, part = (figure(one, signed=True) for one in (attack, skill))
        yield "overrides.attack_bonus_reason", f"The stat line's {whole} holds {part} for its skill"


def _armor(ac: str) -> Entries:
    """Armor that an armor-piercing weapon pierces where the foe wears some; otherwise the number alone."""
    if ac.endswith(ARMORED):
        yield from (("armor", OWN), ("worn_ac", ac.removesuffix(ARMORED)))
    else:
        yield "overrides.armor_class", ac


def _borne(row: dict[str, Any], weapon_id: str) -> Entries:
    """The weapon that a foe bears, and bare hands for when it cannot use the weapon (WWN-GRAP-05)."""
    for place, one in enumerate(dict.fromkeys((weapon_id, BARE_HANDS_ROW["id"]))):
        held: dict[str, Any] = dict(weapon_pairs(WEAPONS.row(one)))
        held["shock_bonus"] = weapon_bonus(row)
        if held["shock"] and shocks_anybody(row):
            held["shock_ac"] = ANY
        if held["skill"] == PUNCH:
            held["damage_bonus"] = -row["skill"]
        yield from _weapon(place, held)


def _natural(row: dict[str, Any]) -> dict[str, Any]:
    """Fangs, claws or fists of metal, which are unarmed attacks (WWN-GRAP-05)."""
    shock = shock_of(row)
    return {
        "name": "Natural weapon",
        "damage": row["damage"],
        "shock": shock.points,
        "shock_ac": shock.armor_class,
        "skill": PUNCH,
        "damage_bonus": -row["skill"],
    }


def _weapon(place: int, held: dict[str, Any]) -> Entries:
    yield from ((f"weapons.{place}.{name}", value) for name, value in held.items())


# Its hit points.


def hit_dice(foe_id: str) -> Die[int]:
    """The Hit Dice of a foe (WWN-EXT-HP)."""
    return d(FACTS.number("creature_hit_die")).times(TABLE.row(foe_id)["hit_dice"])


def average(foe_id: str) -> int:
    """The average of the Hit Dice, rounded down."""
    return int(hit_dice(foe_id).mean(int))


# A quick foe.


@dataclass(frozen=True, kw_only=True)
class QuickFoe:
    """A foe of a few numbers, all told."""

    name: str = text("Name", 60, "Foe", help="What you call it.")
    armor_class: int = number("Armor Class", *TARGET_AC, 13, help="The Armor Class to reach.", rule="WWN-HIT-04")
    hit_points: int = number("Hit points", 1, MOST_HIT_POINTS, 5, help="What it has unhurt.", rule="WWN-EXT-HP")
    attack: int = number("To hit", -5, 20, 1, help="Its whole bonus to the hit roll.", rule="WWN-EXT-FOES", signed=True)
    damage: Dice = dice("Damage", "1d6", help="The dice of a hit, with all that is added.", rule="WWN-DMG-01")
    shock: int | None = same(Weapon, "shock")
    shock_ac: int | str | None = same(Weapon, "shock_ac")


def of_quick(quick: QuickFoe) -> FoePairs:
    """The sheet of a quick foe; raises `InvalidInput` for Shock without its Armor Class, or the reverse."""
    refuse_half_shock(Weapon(damage=quick.damage, shock=quick.shock, shock_ac=quick.shock_ac))
    pairs = (
        *_creature(quick.name, quick.hit_points, quick.attack, 0),
        ("overrides.armor_class", quick.armor_class),
        *_weapon(0, {"name": "Attack", "damage": quick.damage, "shock": quick.shock, "shock_ac": quick.shock_ac}),
    )
    return sheet_pairs(SHEET, pairs)


FOES = Foes(
    rows=tuple(FoeRow(row["id"], row["label"], line(row), bears_weapon(row)) for row in TABLE.rows),
    weapons=WEAPONS.options(),
    quick=QuickFoe,
    of_quick=of_quick,
    pairs_of=foe_pairs,
    hit_points_of=hit_dice,
)
