"""Shattering a shield: break it instead of hurting its bearer.

From "Shatter a Shield" in the combat chapter; the SRD has no such rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine import chain
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import HOUSE_RULES, READING, choice, dice, number, toggle
from ....engine.procedure import Procedure
from ..attack.strike import natural_rule
from ..checks.checks import CONTEST_RULES, Check, Contest, check, tie_rule
from ..tables import FACTS
from .maneuvers import (
    ATTACKER,
    P_HIT,
    PC_WINS_TIES,
    helpless,
    hit_bonus,
    maneuver,
    maneuver_values,
    p_check,
    prevails,
    target_ac,
    ties,
)
from .maneuvers import explanation as told_maneuver

WEAPONS = FACTS.table("shatter_weapons")


@dataclass(frozen=True, kw_only=True)
class Shatter:
    """A blow at a shield (WWN-SHATTER-01)."""

    hit_bonus: int = hit_bonus("Everything that adds to a normal attack.")
    target_ac: int = target_ac()
    natural_rule: str = natural_rule()
    attacker: Check = check("Attacker", "Str/Stab, or Str with the skill you strike with.", "WWN-SHATTER-02")
    defender: Check = check("Bearer of the shield", "Str/Stab; the bearer's bonus is added.", "WWN-SHATTER-02")
    weapon: str = choice(
        "Weapon", WEAPONS.options(), help="Only what crushes or hews can break a shield.", rule="WWN-SHATTER-01"
    )
    magical: bool = toggle("Magic shield", help="A magic shield cannot be broken.", rule="WWN-SHATTER-05", group="More")
    lost_contest_hurts: bool = toggle(
        "A lost contest leaves the damage",
        help="The chapter takes the damage away where the attacker wins. Off by default: a lost contest does none.",
        rule="WWN-SHATTER-04",
        group=HOUSE_RULES,
        table=READING,
    )
    weapon_damage: Dice | None = dice(
        "Damage of a hit",
        None,
        help="Dice and bonuses together, such as 1d8+2. Only for a table on which a lost contest leaves the damage.",
        rule="WWN-SHATTER-04",
        group="More",
        nullable=True,
    )
    tie: str = ties(ATTACKER, PC_WINS_TIES, "WWN-SHATTER-02")
    opposed_ties: str = tie_rule()
    helpless: bool = helpless("WWN-SHATTER-02")
    attempts: int = number(
        "Attempts", 1, 20, 3, help="How many attempts to look ahead.", rule="WWN-SHATTER-02", group="More"
    )


def shatter(a: Shatter) -> Procedure[Contest]:
    """One attempt at the shield: an attack without damage, then a contest."""

    def outcome(s: Contest) -> str:
        return "Shield broken" if _breaks(a, s) else "Shield holds" if s.begun else "Miss"

    return maneuver(
        a,
        outcome,
        hit_rule="WWN-SHATTER-02",
        contest_rule="WWN-SHATTER-02",
        defending=(FACTS.modifier("shatter_defender_bonus"),),
    )


def _breaks(a: Shatter, s: Contest) -> bool:
    return prevails(a, s) and not a.magical


def explanation(a: Shatter) -> Procedure[Contest]:
    """An attempt, who has a tie, what comes of it, and that it may be made again."""
    whole = (note("A magic shield does not break", "WWN-SHATTER-05"),) if a.magical else ()
    result = "Nobody is hurt" if a.magical else "Won: the shield breaks, and nobody is hurt"
    if a.lost_contest_hurts:
        harm = f"does {a.weapon_damage}" if a.weapon_damage else "leaves the damage of the hit"
        result = f"{'Won: nobody is hurt' if a.magical else result}; lost: {harm}"
    again = f"{WEAPONS.row(a.weapon)['label']}: each attempt takes a Main Action"
    return told_maneuver(
        a,
        shatter(a),
        "WWN-SHATTER-02",
        *whole,
        note(result, "WWN-SHATTER-04"),
        note(again, "WWN-SHATTER-01"),
    )


def _check(a: Shatter) -> None:
    row = WEAPONS.row(a.weapon)
    if not row["shatters"]:
        text = f"{row['label']} cannot break a shield; that takes an axe, a mace, or what else crushes or hews."
        raise not_allowed("weapon", a.weapon, text)


def _damage(a: Shatter, p_lost: Fraction) -> int | Fraction:
    """The damage to expect: none, unless the table lets a lost contest leave it (WWN-SHATTER-04)."""
    if not a.lost_contest_hurts or a.weapon_damage is None:
        return 0
    return p_lost * a.weapon_damage.die().mean(lambda points: max(0, points))


def _shatter(a: Shatter) -> dict[str, Any]:
    values = maneuver_values(a, shatter(a))
    p_break = values["p_success"] * (not a.magical)
    return {
        "p_hit": values["p_hit"],
        "p_check": values["p_check"],
        "p_break": p_break,
        "damage": _damage(a, values["p_hit"] * (1 - values["p_check"])),
        "p_broken_by_attempt": chain.by_attempt(p_break, a.attempts),
        "mean_attempts": 1 / p_break if p_break else None,
    }


SHATTER_SHIELD = Calculator(
    id="wwn.shatter_shield",
    title="Shatter a shield",
    summary="The chance to break a shield, now or within a few attempts.",
    inputs=Shatter,
    outputs=(
        out.percent("p_break", "shield broken", rule="WWN-SHATTER-04", headline=True),
        out.figure(
            "mean_attempts", "attempts on average", one="attempt on average", rule="WWN-SHATTER-01", headline=True
        ),
        P_HIT,
        p_check("WWN-SHATTER-02"),
        out.figure("damage", "Damage", rule="WWN-SHATTER-04", unit="on average"),
        out.curve("p_broken_by_attempt", "Broken by the attempt", rule="WWN-SHATTER-01", unit="Attempt"),
    ),
    compute=_shatter,
    check=_check,
    also=("WWN-EXT-SHATTER", *CONTEST_RULES),
    start={
        "hit_bonus": 5,
        "target_ac": 15,
        "attacker": {"attr_mod": 2, "skill": 1},
        "defender": {"attr_mod": 1, "skill": 1},
        "weapon": "axe",
    },
    rolls=(RollOption("shatter", "Roll it", shatter),),
    explain=explanation,
)
