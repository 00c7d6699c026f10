"""Strikes: an open attack against Defense, and an ambush without Dodge and Parry.

Chapter "Swords, Slings, and Arrows": Strike and Stealth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption
from ...engine.errors import not_allowed
from ...engine.explain import note
from ...engine.inputs import after, number
from ...engine.procedure import Modifier, Procedure, Step, total
from .attack import ATTACK_RULES, Attack, Blow, attack, attack_values, refuse_aimed_haymaker, sheet_change, to_hit
from .attack_explanation import attack_outputs, explain_attack
from .attack_inputs import defense, hit_bonus
from .rolls import CHALLENGE, range_challenge
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Strike(Attack):
    """An open attack: Offense against Defense (RR-STRIKE-01)."""

    bonus_rule: ClassVar[str] = "RR-AREA-05"

    defense: int = after("offense", defense())
    bonus_hit: int = hit_bonus("Anything else that adds, such as the size of an area attack.", bonus_rule)


def strike(a: Strike) -> Procedure[Blow]:
    """A strike: Offense against Defense."""
    return attack(a, a.defense, "RR-STRIKE-01")


STRIKE = Calculator(
    id="raiders.strike",
    title="Strike",
    summary="One attack: does it hit, how many wounds get through, does it put the target down.",
    inputs=Strike,
    outputs=attack_outputs("RR-STRIKE-01"),
    compute=lambda a: attack_values(a, strike(a).odds()),
    check=refuse_aimed_haymaker,
    also=(*ATTACK_RULES, "RR-STRIKE-02", "RR-SLAM-04", "RR-SEAT-02", "RR-RANGE-01", "RR-ANIMAL-01"),
    start={"offense": 7, "defense": 10, "brawn": 6, "weapon": 15, "protection": 5},
    rolls=(RollOption("strike", "Roll it", strike, change=sheet_change),),
    explain=lambda a: explain_attack(a, a.defense, "RR-STRIKE-01"),
)


@dataclass(frozen=True, kw_only=True)
class Ambush(Attack):
    """An attack from hiding, against neither Dodge nor Parry (RR-STEALTH-02)."""

    range_cl: int = after("protection", range_challenge())
    compare_defense: int | None = after(
        "range_cl",
        number(
            "Defense if seen",
            *CHALLENGE,
            None,
            help="Shows what the ambush gains over an open attack against this Defense.",
            rule="RR-STEALTH-01",
            group="Target",
            nullable=True,
        ),
    )


def ambush_challenge(a: Ambush) -> int:
    """The challenge of an ambush: only the range, without Dodge and Parry (RR-STEALTH-02)."""
    return total(_in_place_of_defense(a))


def _in_place_of_defense(a: Ambush) -> tuple[Modifier, ...]:
    return (FACTS.modifier("ambush_challenge"), Modifier("Range", a.range_cl, "RR-RANGE-01"))


def refuse_impossible_ambush(a: Ambush) -> None:
    """Raises `InvalidInput` for a haymaker at a distance: a haymaker is a melee blow (RR-HAY-02)."""
    refuse_aimed_haymaker(a)
    if a.haymaker and a.range_cl:
        raise not_allowed("haymaker", True, "A haymaker is a melee attack: none is thrown at a distance.")


def ambush(a: Ambush) -> Procedure[Blow]:
    """An ambush: Offense against a low challenge instead of Defense."""
    return attack(a, ambush_challenge(a), "RR-STEALTH-02")


def _explain_ambush(a: Ambush) -> Procedure[Blow]:
    """The challenge of the ambush, the attack, and the open attack for comparison."""
    hidden: Step[Blow] = note("Challenge in place of Defense", "RR-STEALTH-01", _in_place_of_defense(a))
    seen: Step[Blow] = note(
        f"Compared with the same attack against Defense {a.compare_defense}",
        "RR-DMG-01",
        to_hit(a),
        when=lambda s: a.compare_defense is not None,
    )
    return explain_attack(a, ambush_challenge(a), "RR-STEALTH-02").explained(seen, before=(hidden,))


def _ambush_values(a: Ambush) -> dict[str, Any]:
    hidden = attack_values(a, ambush(a).odds())
    gain_p_hit = gain_mean_wounds = None
    if a.compare_defense is not None:
        seen = attack_values(a, attack(a, a.compare_defense, "RR-STRIKE-01").odds())
        gain_p_hit = hidden["p_hit"] - seen["p_hit"]
        gain_mean_wounds = hidden["mean_wounds"] - seen["mean_wounds"]
    return {
        **hidden,
        "challenge": ambush_challenge(a),
        "gain_p_hit": gain_p_hit,
        "gain_mean_wounds": gain_mean_wounds,
    }


AMBUSH = Calculator(
    id="raiders.ambush",
    title="Ambush",
    summary="An attack from hiding: how sure it is, and what it gains over one that is seen coming.",
    inputs=Ambush,
    outputs=(
        *attack_outputs("RR-STEALTH-02"),
        out.figure("challenge", "Challenge of the roll", rule="RR-STEALTH-01"),
        out.percent("gain_p_hit", "Gain in the chance to hit", rule="RR-DMG-01", signed=True),
        out.figure("gain_mean_wounds", "Gain in wounds, on average", rule="RR-DMG-01", signed=True),
    ),
    compute=_ambush_values,
    check=refuse_impossible_ambush,
    also=(*ATTACK_RULES, "RR-HAY-02", "RR-STRIKE-02"),
    start={"offense": 4, "brawn": 3, "weapon": 5, "protection": 4, "compare_defense": 13},
    rolls=(RollOption("ambush", "Roll it", ambush, change=sheet_change),),
    explain=_explain_ambush,
)
