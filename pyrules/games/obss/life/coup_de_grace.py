"""Coup de grace: an attack on a helpless target that always hits, with three criticals.

"Coup de Grace": OBSS-COUP-03. What adds criticals to a hit, or makes them count their highest, does so here as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dice, Die
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import number, same, toggle
from ....engine.procedure import Modifier, Procedure, Step, if_any, throw
from ..attack.attack import SPECIAL, extra_crits
from ..attack.strike import StrikeInputs
from ..tables import FACTS
from ..weapons.damage import damage_bonus, harm_modifiers, weapon_label
from ..weapons.harm import HARM_RULES, Harm, hit_die
from ..weapons.weapon import ed, fillings, refuse_wrong_ed, weapon
from .death_line import CONSTITUTION, death_line, line_modifiers

HP = (-100, 1000)
WEAPON = "Weapon and reach"


@dataclass(frozen=True, kw_only=True)
class CoupDeGrace:
    """A helpless target, and a weapon."""

    weapon: Dice = weapon(presets=fillings())
    damage_bonus: int = damage_bonus()
    hp: int | None = number(
        "Target's hit points",
        *HP,
        None,
        help="What the target has left; empty if you do not know.",
        rule="OBSS-LIFE-02",
        nullable=True,
        empty="unknown",
    )
    target_con: int | None = number(
        "Target's Constitution",
        *CONSTITUTION,
        None,
        help="With its hit points it says whether the blow kills outright.",
        rule="OBSS-LIFE-18",
        signed=True,
        nullable=True,
        empty="unknown",
    )
    ed: int | None = ed(group=WEAPON)
    helpless: bool = toggle(
        "Target helpless",
        True,
        help="Unconscious, caught, or unable to defend itself.",
        rule="OBSS-COUP-01",
        group=WEAPON,
    )
    ranged: bool = toggle(
        "Ranged weapon", help="A bow or a crossbow will do, up close.", rule="OBSS-COUP-02", group=WEAPON
    )
    adjacent: bool = toggle("Next to it", True, help="You stand next to the target.", rule="OBSS-COUP-02", group=WEAPON)
    bow_or_crossbow: bool = toggle(
        "Bow or crossbow", True, help="What is ranged shoots, and is not thrown.", rule="OBSS-COUP-02", group=WEAPON
    )
    extra_crits: int = extra_crits(group=SPECIAL)
    highest_crits: bool = same(StrikeInputs, "highest_crits")


def _check(c: CoupDeGrace) -> None:
    refuse_wrong_ed(c.weapon, c.ed)
    if not c.helpless:
        raise not_allowed("helpless", c.helpless, "A coup de grace needs a target that is helpless.")
    if c.ranged and not c.adjacent:
        raise not_allowed("adjacent", c.adjacent, "A coup de grace is shot from next to the target.")
    if c.ranged and not c.bow_or_crossbow:
        raise not_allowed("bow_or_crossbow", c.bow_or_crossbow, "Of ranged weapons only bows and crossbows will do.")


def harm_of(c: CoupDeGrace) -> Harm:
    """The damage of a hit."""
    return Harm(c.weapon, c.damage_bonus, c.ed, highest=c.highest_crits)


def criticals(c: CoupDeGrace) -> int:
    """The three criticals, and those that every hit has (OBSS-COUP-03)."""
    return FACTS.number("coup_crits") + c.extra_crits


def damage_die(c: CoupDeGrace) -> Die[int]:
    """The damage of the weapon with its explosion and the criticals; no attack roll (OBSS-COUP-03)."""
    return hit_die(harm_of(c), criticals(c), criticals(c) if c.highest_crits else 0)


def without_dice(c: CoupDeGrace) -> tuple[Modifier, ...]:
    """What the criticals add at their highest (OBSS-WM12-4)."""
    most = harm_of(c).highest_critical * criticals(c) if c.highest_crits else 0
    return if_any("Criticals at their highest", most, "OBSS-WM12-4")


def to_kill(c: CoupDeGrace) -> int | None:
    """The damage that kills outright: from the hit points to the death line."""
    return None if c.hp is None or c.target_con is None else c.hp - death_line(c.target_con)


def blow(c: CoupDeGrace) -> Step[int]:
    """The damage; all its dice are one roll, since none depends on another."""
    return throw(
        f"{weapon_label(harm_of(c))}, and {criticals(c)} criticals",
        damage_die(c),
        lambda s, damage: damage,
        rule="OBSS-HIT-12",
        modifiers=(*without_dice(c), *harm_modifiers(harm_of(c))),
        tell=lambda damage, s: f"{damage} damage",
    )


def coup_de_grace(c: CoupDeGrace) -> Procedure[int]:
    """The damage as a procedure; the state is the damage."""
    kills = to_kill(c)

    def outcome(damage: int) -> str:
        if kills is not None and damage >= kills:
            return "Killed outright"
        if c.hp is None:
            return "Hit"
        return "Down to 0 or below" if damage >= c.hp else "Still above 0"

    return Procedure(0, (blow(c),), outcome)


def explanation(c: CoupDeGrace) -> Procedure[int]:
    """The cost, the damage, and the amount that kills."""
    needs: tuple[Modifier, ...] = if_any("Hit points", c.hp or 0, "OBSS-LIFE-02")
    line = () if c.target_con is None else line_modifiers(c.target_con)
    kills = (*needs, *(Modifier(f"{m.label}, below 0", -m.value, m.rule) for m in line))
    hits = (FACTS.modifier("coup_crits"), *if_any("Criticals with every hit", c.extra_crits, "OBSS-COUP-03"))
    shot = "A shot from next to the target" if c.ranged else "A blow in melee"
    return Procedure(
        0,
        (
            note("Cost", "OBSS-COUP-01", (FACTS.modifier("coup_actions"),)),
            note(shot, "OBSS-COUP-02"),
            note("It hits without a roll", "OBSS-COUP-03", hits),
            blow(c),
            *([note("Damage that brings it to 0", "OBSS-LIFE-02", needs)] if c.hp is not None else []),
            *([note("Damage that kills outright", "OBSS-LIFE-18", kills)] if to_kill(c) is not None else []),
        ),
        str,
    )


def _values(c: CoupDeGrace) -> dict[str, Any]:
    die = damage_die(c)

    def chance(least: int | None) -> Fraction | None:
        return None if least is None else die.p(lambda n: n >= least)

    return {
        "actions": FACTS.number("coup_actions"),
        "mean": die.mean(lambda n: n),
        "min": min(die.weights),
        "max": max(die.weights),
        "p_to_zero_or_less": chance(c.hp),
        "p_killed_outright": chance(to_kill(c)),
        "damage": out.text_keys(die.probabilities()),
    }


COUP_DE_GRACE = Calculator(
    id="obss.coup_de_grace",
    title="Coup de grace",
    summary="Three Actions against a helpless target: the damage, and whether it kills.",
    inputs=CoupDeGrace,
    outputs=(
        out.figure("mean", "damage", rule="OBSS-COUP-03", unit="on average", headline=True),
        out.percent("p_to_zero_or_less", "brings it to 0 or below", rule="OBSS-LIFE-02", headline=True),
        out.percent("p_killed_outright", "kills outright", rule="OBSS-LIFE-18", headline=True),
        out.figure("actions", "Actions", rule="OBSS-COUP-01"),
        out.figure("min", "Least", rule="OBSS-HIT-12"),
        out.figure("max", "Most", rule="OBSS-HIT-12"),
        out.distribution("damage", "Damage", rule="OBSS-HIT-12", unit="damage"),
    ),
    compute=_values,
    check=_check,
    explain=explanation,
    also=("OBSS-LIFE-19", "OBSS-SET-01", "OBSS-WM12-4", *HARM_RULES),
    start={"weapon": "1d8", "damage_bonus": 3, "hp": 20, "target_con": 2},
    rolls=(RollOption("blow", "Roll the blow", coup_de_grace),),
)
