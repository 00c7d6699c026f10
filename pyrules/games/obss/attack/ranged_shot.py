"""A shot or a throw: how distance, aim, friends in the way and threats change it, and who else it may hit.

"Thrown weapons", "Shooting into a melee", "Throwing weapons not made for it" and "Cover".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import Preset, number, toggle
from ....engine.procedure import Modifier, Procedure, counted, if_any, total
from ..checks.check_step import dice, modifier
from ..modifiers.aim import aim_rounds
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    Situations,
    aimed_for,
    for_attack,
    for_defense,
    refuse_circumstances,
)
from ..modifiers.sequence import Turn
from ..modifiers.situations import DEFENDER
from ..table_rules import triples_critical
from ..tables import FACTS
from .attack_roll import AttackRoll, p_critical_failure, p_hit
from .turn_of_attacks import TURN_RULES, InTurn, rolled, target_defense, told_odds

DISTANCE, RANGE = (0, 2000), (1, 500)
INCREMENTS, CREATURES = (0, 6), (0, 20)
COVER = FACTS.table("cover")
NAMED_COVER = frozenset(row["label"] for row in DEFENDER.rows if row["excludes"] == "cover")
PLACE, ODDS = "Shooter and target", "Odds"


def _fillings() -> tuple[Preset, ...]:
    """The ranges of the weapons that have one, and that of any other, hurled (EXT-18, OBSS-HURL-03)."""
    ranges = [(row["label"], row["range_m"], "no") for row in FACTS.table("weapons").rows if row["range_m"]]
    ranges.append(("Any other, hurled", FACTS.number("hurl_range_m"), "yes"))
    return tuple(
        Preset(label, (("range_m", str(meters)), ("thrown_not_throwable", hurled))) for label, meters, hurled in ranges
    )


@dataclass(frozen=True, kw_only=True)
class RangedShot(Situations):
    """A shooter, a target, and what is between them."""

    distance: int = number("Distance", *DISTANCE, help="How far the target is.", rule="OBSS-THR-07", unit="m")
    range_m: int = number(
        "Range",
        *RANGE,
        help="How far the weapon reaches without a penalty.",
        rule="OBSS-THR-01",
        unit="m",
        presets=_fillings,
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
        """The attacker's situations, those of the shooter's place among them, each once."""
        placed = {
            "target_engaged": self.target_engaged,
            "ranged_while_threatened": self.threatened,
            "improvised_throw": self.thrown_not_throwable,
        }
        return tuple(dict.fromkeys((*self.situations, *(one for one, holds in placed.items() if holds))))

    def first_bonuses(self) -> tuple[Modifier, ...]:
        """An aim."""
        return aimed_for(self.aim_rounds)


def range_tier(s: RangedShot) -> int:
    """In which range the target is: 1 for the first, its last meter included (OBSS-THR-07)."""
    return max(1, -(-s.distance // s.range_m))


def farthest_tier(s: RangedShot) -> int:
    """The last range in which a shot is possible (OBSS-THR-10)."""
    return FACTS.number("range_tiers") + s.extra_increments


def range_penalty(s: RangedShot, tier: int) -> int:
    """What a range takes from the Attack Roll (OBSS-THR-08, OBSS-THR-09, ruling C-09)."""
    free = FACTS.number("range_free_tiers") + s.extra_increments
    return FACTS.number("range_step") * max(0, tier - free)


def cover(s: RangedShot) -> Modifier:
    """What the creatures in the way add to the target's Defense (EXT-26)."""
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
    """What changes the target's Defense: its situations, and of two covers the better."""
    named, behind = for_defense(s), cover(s)
    best = max((one.value for one in named if one.label in NAMED_COVER), default=0)
    if behind.value <= best:
        return named
    return (*(one for one in named if one.label not in NAMED_COVER), behind)


def penalties(s: RangedShot, tier: int) -> tuple[Modifier, ...]:
    """What is added to the Attack Roll and taken from it, in some range."""
    lost = range_penalty(s, tier)
    rule = "OBSS-THR-08" if lost == FACTS.number("range_step") else "OBSS-THR-09"
    return (*if_any(f"Range {tier}", lost, rule), *for_attack(s).bonus)


def more_dice(s: RangedShot) -> tuple[Modifier, ...]:
    """The dice that situations add or take away."""
    return for_attack(s).dice


def shot(s: RangedShot, tier: int) -> InTurn:
    """The attack, in some range."""
    return InTurn("Shot", "OBSS-AR-02", s.modifier, s.dice, Turn(penalties(s, tier), more_dice(s)))


def defense(s: RangedShot) -> int | None:
    """What the shot has to reach, cover and situations counted."""
    return None if s.target_defense is None else s.target_defense + total(on_defense(s))


def _roll(s: RangedShot, tier: int) -> AttackRoll | None:
    against = defense(s)
    return None if against is None else shot(s, tier).roll(against, s.triples_critical)


def _check(s: RangedShot) -> None:
    refuse_circumstances(s)
    if range_tier(s) > farthest_tier(s):
        farthest = s.range_m * farthest_tier(s)
        raise not_allowed(
            "distance",
            s.distance,
            f"The target is too far at {counted(s.distance, 'meter')}: this reaches {farthest} at most.",
        )


def explanation(s: RangedShot) -> Procedure[int]:
    """Which range it is, what it changes, the cover, and the shot."""
    tier, margin = range_tier(s), FACTS.number("critical_margin")
    friend = f"{margin} points or more below, or three 1s: it hits whoever is in the way or next to the target"
    return Procedure(
        0,
        (
            note(
                f"{counted(s.distance, 'meter')}, in range {tier} of {s.range_m} each",
                "OBSS-THR-07",
                also=("OBSS-THR-10",),
            ),
            note("Attack Roll", "OBSS-THR-08", penalties(s, tier)),
            note("Dice", "OBSS-MOD-14", more_dice(s)),
            note("The target's Defense", "EXT-26", on_defense(s), also=("OBSS-RIM-02", "OBSS-MOD-18")),
            *told_odds([shot(s, tier)], defense(s), s.triples_critical),
            note(friend, "OBSS-RIM-06"),
        ),
        str,
    )


def _rolled(s: RangedShot) -> Procedure[int]:
    return rolled([shot(s, range_tier(s))], defense(s), s.triples_critical)


def _bands(s: RangedShot) -> list[dict[str, Any]]:
    """The same shot from every distance."""
    rolls = [(tier, _roll(s, tier)) for tier in range(1, farthest_tier(s) + 1)]
    return [
        {"up_to": s.range_m * tier, "attack": total(penalties(s, tier)), "p_hit": None if roll is None else p_hit(roll)}
        for tier, roll in rolls
    ]


def _values(s: RangedShot) -> dict[str, Any]:
    tier = range_tier(s)
    roll = _roll(s, tier)
    return {
        "range_tier": tier,
        "attack_flat": total(penalties(s, tier)),
        "attack_dice": total(more_dice(s)),
        "defense_flat": total(on_defense(s)),
        "cover_defense": cover(s).value,
        "p_hit": None if roll is None else p_hit(roll),
        "p_hits_another": None if roll is None else p_critical_failure(roll),
        "bands": _bands(s),
    }


RANGED_SHOT = Calculator(
    id="obss.ranged_shot",
    title="Shoot or throw",
    summary="A shot or throw over a distance, past friends and foes: what it adds up to, and the chance to hit.",
    inputs=RangedShot,
    outputs=(
        out.percent("p_hit", "hits", rule="OBSS-HIT-01", headline=True),
        out.figure("attack_flat", "to the Attack Roll", rule="OBSS-THR-08", headline=True, signed=True),
        out.figure("defense_flat", "to its Defense", rule="EXT-26", headline=True, signed=True),
        out.figure("cover_defense", "Cover from those in the way", rule="EXT-26", unit="Defense", signed=True),
        out.figure("attack_dice", "Dice more or fewer", rule="OBSS-MOD-14", unit="d6", signed=True),
        out.percent("p_hits_another", "Hits somebody in the way or beside it", rule="OBSS-RIM-06"),
        out.figure("range_tier", "Which of the ranges it is in", rule="OBSS-THR-07"),
        out.rows(
            "bands",
            "From every distance",
            (
                out.figure("up_to", "Up to", unit="m"),
                out.figure("attack", "Attack Roll", signed=True),
                out.percent("p_hit", "Hits"),
            ),
            rule="OBSS-THR-10",
        ),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=(
        *(f"OBSS-THR-{row:02}" for row in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11)),
        *(f"OBSS-RIM-{row:02}" for row in range(1, 7)),
        "OBSS-HURL-03",
        "OBSS-HIT-04",
        *(row["rule"] for row in COVER.rows),
        *TURN_RULES,
        *CIRCUMSTANCE_RULES,
    ),
    start={
        "distance": 30,
        "range_m": 20,
        "creatures_in_line": 1,
        "aim_rounds": 2,
        "target_engaged": True,
        "target_defense": 14,
        "modifier": 9,
    },
    rolls=(RollOption("shot", "Roll the shot", _rolled),),
)
