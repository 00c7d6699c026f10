"""Range and cover of a shot or a throw: the inputs, the penalties and the target's Defense.

"Thrown weapons", "Shooting into a melee", "Throwing weapons not made for it" and "Cover".
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engine.inputs import OwnRows, Preset, Presets, number, toggle
from ....engine.procedure import Modifier, if_any, total
from ..checks.check_step import dice, modifier
from ..modifiers.aim import aim_bonus, aim_rounds
from ..modifiers.circumstances import Situations, for_attack, for_defense
from ..modifiers.situations import DEFENDER
from ..table_rules import triples_critical
from ..tables import FACTS
from .turn_of_attacks import target_defense

DISTANCE, RANGE = (0, 2000), (1, 500)
INCREMENTS, CREATURES = (0, 6), (0, 20)
COVER = FACTS.table("cover")
NAMED_COVER = frozenset(row["label"] for row in DEFENDER.rows if row["excludes"] == "cover")
PLACE, ODDS = "Shooter and target", "Odds"


def _fillings() -> tuple[Preset, ...]:
    """The ranges of ranged weapons, and that of an improvised throw (EXT-18, OBSS-HURL-03)."""
    ranges = [(row["label"], row["range_m"], "no") for row in FACTS.table("weapons").rows if row["range_m"]]
    ranges.append(("Any other, hurled", FACTS.number("hurl_range_m"), "yes"))
    return tuple(
        Preset(label, (("range_m", str(meters)), ("thrown_not_throwable", hurled))) for label, meters, hurled in ranges
    )


OWN_RANGES = OwnRows("weapons", (("range_m", "range_m"),), ("kind", ("thrown", "shot")))
"""The ranges of a player's own weapons."""


@dataclass(frozen=True, kw_only=True)
class RangedShot(Situations):
    """A shooter, a target, and everything between them."""

    distance: int = number("Distance", *DISTANCE, help="How far the target is.", rule="OBSS-THR-07", unit="m")
    range_m: int = number(
        "Range",
        *RANGE,
        help="How far the weapon reaches without a penalty.",
        rule="OBSS-THR-01",
        unit="m",
        presets=Presets(_fillings, OWN_RANGES),
    )
    creatures_in_line: int = number(
        "Creatures in the way",
        *CREATURES,
        0,
        help="Those of the target's size in your line of fire; they give cover.",
        rule="EXT-26",
    )
    aim_rounds: int = aim_rounds(default=0)
    target_engaged: bool = toggle(
        "Target is in a fight", help="It fights somebody else in melee.", rule="OBSS-RIM-01", group=PLACE
    )
    both_facing: bool = toggle(
        "Both in plain view",
        help="The fighters stand side by side before you: no cover in that fight.",
        rule="OBSS-RIM-05",
        group=PLACE,
    )
    threatened: bool = toggle(
        "You are threatened", help="An enemy threatens you in melee as you shoot.", rule="OBSS-THREAT-01", group=PLACE
    )
    thrown_not_throwable: bool = toggle(
        "Hurled, not made for it", help="A weapon without a range, thrown.", rule="OBSS-HURL-01", group=PLACE
    )
    extra_increments: int = number(
        "Ranges more",
        *INCREMENTS,
        0,
        help="Ranges that a feat or an item lets you shoot farther before penalties begin.",
        rule="OBSS-THR-10",
        group=PLACE,
    )
    target_defense: int | None = target_defense(group=ODDS)
    modifier: int = modifier(
        "Attack bonus",
        0,
        help="Weapon Proficiency, Dexterity, magic and so on, without what stands above.",
        rule="OBSS-AR-02",
        limits=(-100, 100),
        group=ODDS,
    )
    dice: int = dice(help="Without the dice that what stands above takes away.", group=ODDS)
    triples_critical: bool = triples_critical()

    def held(self) -> tuple[str, ...]:
        """The attacker's situations, with those of the shooter's place, each once."""
        placed = {
            "target_engaged": self.target_engaged,
            "ranged_while_threatened": self.threatened,
            "improvised_throw": self.thrown_not_throwable,
        }
        return tuple(dict.fromkeys((*self.situations, *(one for one, holds in placed.items() if holds))))

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """The bonus of an aim."""
        return aim_bonus(self.aim_rounds)


def range_tier(s: RangedShot) -> int:
    """The range that the target is in; 1 is the first, with its last meter (OBSS-THR-07)."""
    return max(1, -(-s.distance // s.range_m))


def farthest_tier(s: RangedShot) -> int:
    """The last range that allows a shot (OBSS-THR-10)."""
    return FACTS.number("range_tiers") + s.extra_increments


def range_penalty(s: RangedShot, tier: int) -> int:
    """The penalty of a range on the attack roll (OBSS-THR-08, OBSS-THR-09, ruling C-09)."""
    free = FACTS.number("range_free_tiers") + s.extra_increments
    return FACTS.number("range_step") * max(0, tier - free)


def cover(s: RangedShot) -> Modifier:
    """The Defense bonus from creatures in the line of fire (EXT-26)."""
    if "target_engaged" in s.held() and s.both_facing:
        return Modifier("Both in plain view", 0, "OBSS-RIM-05")
    full = COVER.rows[-1]
    further = max(0, s.creatures_in_line - full["creatures"])
    row = COVER.find("creatures", s.creatures_in_line - further)
    if row is None:
        return Modifier("Nobody in the way", 0, "EXT-26")
    more = f", {further} more in the way" if further else ""
    added = row["defense"] + further * FACTS.number("further_cover")
    return Modifier(f"{row['label']} cover{more}", added, row["rule"])


def on_defense(s: RangedShot) -> tuple[Modifier, ...]:
    """The modifiers of the target's Defense: its situations, and the better of two covers."""
    named, behind = for_defense(s), cover(s)
    best = max((one.value for one in named if one.label in NAMED_COVER), default=0)
    if behind.value <= best:
        return named
    return (*(one for one in named if one.label not in NAMED_COVER), behind)


def penalties(s: RangedShot, tier: int) -> tuple[Modifier, ...]:
    """The modifiers of the attack roll in a range."""
    lost = range_penalty(s, tier)
    rule = "OBSS-THR-08" if lost == FACTS.number("range_step") else "OBSS-THR-09"
    return (*if_any(f"Range {tier}", lost, rule), *for_attack(s).bonus)


def more_dice(s: RangedShot) -> tuple[Modifier, ...]:
    """The dice that situations add or remove."""
    return for_attack(s).dice


def defense(s: RangedShot) -> int | None:
    """The Defense that the shot must reach, with cover and situations."""
    return None if s.target_defense is None else s.target_defense + total(on_defense(s))
