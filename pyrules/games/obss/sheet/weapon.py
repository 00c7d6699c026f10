"""The fields of one weapon on a sheet: dice, use and traits, from the weapon table or entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine.dice import Dice
from ....engine.inputs import Option, Preset, choice, number, same, toggle, yes_no
from ....engine.sheet.fields import weapon_name
from ..attack.attack import EXTRA_CRITS
from ..checks.check_step import MODIFIER
from ..tables import FACTS
from ..weapons.damage import BONUS
from ..weapons.weapon import ed
from ..weapons.weapon import weapon as weapon_dice
from ..weapons.weapon_size import Held

TRAITS = FACTS.table("weapon_traits")
TRAIT_NAMES = ("light", "versatile", "parry", "long", "set", "slung")
FISTS = ("punch_or_kick", "untrained_punch")
USE, TRAITS_GROUP, ADDED = "Use and size", "Traits", "Bonuses"

MELEE, THROWN, SHOT = "melee", "thrown", "shot"
KINDS = (
    Option(MELEE, "Melee", "OBSS-AR-01"),
    Option(THROWN, "Thrown or slung", "OBSS-AR-02"),
    Option(SHOT, "Shot", "OBSS-AR-02"),
)
FULL, COMPOSITE, NO_STRENGTH = "full", "composite", "none"
STRENGTHS = (
    Option(FULL, "in full", "OBSS-THR-02"),
    Option(COMPOSITE, "up to what the bow takes", "OBSS-THR-03"),
    Option(NO_STRENGTH, "not at all", "OBSS-THR-03"),
)
BOW_LIMIT = (0, max(row["strength_up_to"] for row in FACTS.table("weapons").rows if row["strength_up_to"] != ""))


def _trait(name: str) -> Any:
    row = TRAITS.row(name)
    return toggle(row["label"], help=row["does"], rule=row["rule"], group=TRAITS_GROUP)


@dataclass(frozen=True, kw_only=True)
class SheetWeapon:
    """One weapon, with the modifiers of its bearer."""

    name: str = weapon_name("EXT-18")
    damage: Dice = weapon_dice("Weapon dice", "1d6")
    ed: int | None = ed()
    kind: str = choice("Used", KINDS, MELEE, help="As it is meant to be.", rule="OBSS-THR-01", group=USE)
    range_m: int | None = number(
        "Range", 1, 500, None, help="Empty if not made for it.", rule="OBSS-THR-07", unit="m", nullable=True, group=USE
    )
    letter: str = choice(
        "Size letter",
        FACTS.table("weapon_sizes").options(),
        "M",
        help="For a medium wielder.",
        rule="OBSS-SIZE-07",
        group=USE,
    )
    hands: int = same(Held, "hands")
    two_handed_weapon: Dice | None = same(Held, "two_handed_weapon")
    strength: str = choice(
        "Strength adds to damage", STRENGTHS, FULL, help="By the kind of weapon.", rule="OBSS-THR-02", group=USE
    )
    bow_takes: int = number(
        "Strength a bow takes", *BOW_LIMIT, 0, help="Of a composite bow, at most.", rule="OBSS-THR-03", group=USE
    )
    light: bool = _trait("light")
    versatile: bool = _trait("versatile")
    parry: bool = _trait("parry")
    long: bool = _trait("long")
    set: bool = _trait("set")
    slung: bool = _trait("slung")
    simple: bool = toggle(
        "Simple, or fists and kicks",
        help="No penalty for those who never learned it.",
        rule="OBSS-PROF-03",
        group=TRAITS_GROUP,
    )
    unfamiliar: bool = toggle(
        "Unfamiliar", help="You do not know its Weapon List.", rule="OBSS-PROF-01", group=TRAITS_GROUP
    )
    attack_bonus: int = number(
        "Bonus to hit",
        *MODIFIER,
        0,
        help="Weapon List, Abilities and magic.",
        rule="OBSS-AR-01",
        group=ADDED,
        signed=True,
    )
    damage_bonus: int = number(
        "Bonus to damage",
        *BONUS,
        0,
        help="Weapon List, Abilities and magic. Strength adds itself.",
        rule="OBSS-LIFE-01",
        group=ADDED,
        signed=True,
    )
    extra_crits: int = number(
        "Criticals with every hit",
        *EXTRA_CRITS,
        0,
        help="From a Weapon List, or an Ability.",
        rule="EXT-33",
        group=ADDED,
    )


def slings(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A migration: a sling was told by its name from what is thrown itself."""
    texts = dict(pairs)
    for key, name in pairs:
        weapon, _, field = key.rpartition(".")
        if field == "name" and "sling" in name.lower() and texts.get(f"{weapon}.kind") == THROWN:
            texts[f"{weapon}.slung"] = yes_no(True)
    return list(texts.items())


def fillings() -> tuple[Preset, ...]:
    """The weapon table as presets, each weapon as it is usually held."""
    return tuple(
        Preset(
            row["label"],
            (
                ("name", row["label"]),
                ("damage", row["damage"]),
                ("ed", str(row["ed"])),
                ("kind", row["kind"]),
                ("range_m", str(row["range_m"])),
                ("letter", row["size"]),
                ("two_handed_weapon", str(row["two_handed"])),
                ("strength", row["strength"]),
                ("bow_takes", str(row["strength_up_to"] or 0)),
                *((name, yes_no(name in row["traits"])) for name in TRAIT_NAMES),
                ("simple", yes_no("simple" in row["traits"] or row["id"] in FISTS)),
            ),
        )
        for row in FACTS.table("weapons").rows
    )
