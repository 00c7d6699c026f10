"""A shot or a throw: the chance to hit at a distance, and the chance to hit another creature.

"Thrown weapons", "Shooting into a melee", "Throwing weapons not made for it" and "Cover".
"""

from __future__ import annotations

from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.procedure import Procedure, counted, total
from ..modifiers.circumstances import (
    CIRCUMSTANCE_RULES,
    refuse_circumstances,
)
from ..modifiers.sequence import Turn
from ..tables import FACTS
from .attack_roll import AttackRoll, p_critical_failure, p_hit
from .range_and_cover import (
    COVER,
    RangedShot,
    cover,
    defense,
    farthest_tier,
    more_dice,
    on_defense,
    penalties,
    range_tier,
)
from .turn_of_attacks import TURN_RULES, InTurn, odds_explanation, rolled


def shot(s: RangedShot, tier: int) -> InTurn:
    """The attack in a range."""
    return InTurn("Shot", "OBSS-AR-02", s.modifier, s.dice, Turn(penalties(s, tier), more_dice(s)))


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
    """The range and its penalty, the cover, and the shot."""
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
            note("Those in the way", "EXT-26", (cover(s),), gives="cover_defense"),
            note(
                "The target's Defense",
                "EXT-26",
                on_defense(s),
                also=("OBSS-RIM-02", "OBSS-MOD-18"),
                gives="defense_flat",
            ),
            *odds_explanation([shot(s, tier)], defense(s), s.triples_critical),
            note(friend, "OBSS-RIM-06"),
        ),
        str,
    )


def _rolled(s: RangedShot) -> Procedure[int]:
    return rolled([shot(s, range_tier(s))], defense(s), s.triples_critical)


def _bands(s: RangedShot) -> list[dict[str, Any]]:
    """The same shot from every range."""
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
