"""Escaping Sprint: run for it, with nothing but dodges against what comes.

"Movement".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import convolved
from ....engine.dice_text import NO_DICE, DiceSum, SignedDice
from ....engine.errors import not_allowed
from ....engine.explain import by, note
from ....engine.inputs import many, record, same, toggle
from ....engine.procedure import Procedure, Step, part
from ..exchange.attack_inputs import Attack, attack_skill, hit_points
from ..exchange.exchange import Exchange, Strike, strike
from ..exchange.exchange_answer import EXCHANGE_RULES
from ..exchange.incoming import (
    PLACES,
    Incoming,
    attack_rows,
    attack_table,
    attacks_steps,
    incoming,
    refuse_missing_skills,
    strikes_on,
    summed,
    told_strike,
)
from ..rolls.damage import Harm, armor, damage, damage_modifier
from ..rolls.defense import BEST, DODGE, NO_DEFENSE, PARRY, dodge, prior_defences
from ..rolls.results import NONE, readings
from ..rolls.shields import NORMAL
from ..rolls.weapons import fillings
from ..skills.skill import Skill
from .retreat import DEFENDER, damage_of_round, ends, mean_rounds, nothing_through, once_more, out_headlines, way_out


@dataclass(frozen=True, kw_only=True)
class Missile:
    """MISSILE: a shot at somebody who runs."""

    attack: Skill = attack_skill(help="The shooter's Ranged Combat skill, with all modifiers.", rule="OQ-RNG-07")
    damage: DiceSum = damage(presets=fillings("ranged"))
    damage_mod: SignedDice = damage_modifier()
    mechanical: bool = toggle(
        "Mechanical weapon", help="A crossbow's force is its own: the damage modifier is left out.", rule="OQ-DAM-02"
    )


@dataclass(frozen=True, kw_only=True)
class EscapingSprint:
    """Somebody who runs, and what comes after them."""

    attacks: tuple[Incoming, ...] = incoming(0, help="Every close attack and throw on the runner, in order.")
    missiles: tuple[Missile, ...] = many(
        "Missiles",
        record("Missile", Missile, help="One of the shots.", rule="OQ-MOV-13"),
        0,
        10,
        (),
        help="Arrows and bolts, which cannot be dodged: they wound, but hold nobody.",
        rule="OQ-MOV-13",
        group="Missiles",
    )
    dodge: Skill | None = dodge()
    prior_defences: int = prior_defences(group=DEFENDER)
    target_ap: int = armor(group=DEFENDER)
    target_hp: int | None = hit_points(group=DEFENDER)
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crit_vs_success: str = same(Attack, "crit_vs_success")
    crit_parry: str = same(Attack, "crit_parry")

    @property
    def defence(self) -> str:
        """A runner dodges, or does nothing."""
        return NONE if self.dodge is None else DODGE

    @property
    def parry(self) -> None:
        """A runner does not parry."""

    @property
    def schedule(self) -> str:
        """A runner has no way around the penalties."""
        return NORMAL


class Run(NamedTuple):
    """The state: the attacks, and the missile that is in the air."""

    x: Exchange = Exchange()
    shot: Exchange = Exchange()


def _check_sprint(a: EscapingSprint) -> None:
    for at, attack in enumerate(a.attacks):
        if attack.defence in (PARRY, BEST):
            text = "An Escaping Sprint leaves only Dodge: no attack can be parried."
            raise not_allowed(f"attacks.{at}.defence", attack.defence, text)
    refuse_missing_skills(a, a.attacks)


def missile_strikes(a: EscapingSprint) -> tuple[Strike, ...]:
    """The shots, which cannot be dodged (OQ-MOV-13)."""
    return tuple(
        strike(
            one.attack,
            Harm(one.damage, NO_DICE if one.mechanical else one.damage_mod, a.target_ap),
            NO_DEFENSE,
            readings(a),
            rule="OQ-RNG-07",
        )
        for one in a.missiles
    )


def escaping_sprint(a: EscapingSprint) -> Procedure[Run]:
    """The attacks of the round and whether that was it, and what the missiles do."""
    on_foot = (*attacks_steps(strikes_on(a)), ends("OQ-MOV-13"))
    return Procedure(
        Run(),
        (
            *(part(step, lambda s: s.x, lambda s, x: s._replace(x=x)) for step in on_foot),
            *(step for at, shot in enumerate(missile_strikes(a)) for step in by(f"{PLACES[at]} missile", _shot(shot))),
        ),
        lambda s: way_out(s.x),
    )


def _shot(shot: Strike) -> tuple[Step[Run], ...]:
    """The steps of a missile; whether it hits decides nothing."""
    return tuple(
        part(step, lambda s: s.shot, lambda s, x: s._replace(shot=x._replace(hits=0))) for step in told_strike(shot)
    )


def _told_sprint(a: EscapingSprint) -> Procedure[Run]:
    """The round, that another one is like it, and what the missiles do."""
    steps = escaping_sprint(a).steps
    end = next(at for at, step in enumerate(steps) if step.rule == "OQ-MOV-13") + 1
    alive = f"Away alive: nothing got through, and missiles do less than {a.target_hp}"
    last = (note(alive, "OQ-END-04"),) if a.target_hp is not None else ()
    return Procedure(Run(), (*steps[:end], once_more("OQ-MOV-13"), *steps[end:], *last), lambda s: "")


def _sprint_values(a: EscapingSprint) -> dict[str, Any]:
    strikes, shots = strikes_on(a), summed(missile_strikes(a))
    chance = nothing_through(strikes)
    hp = a.target_hp
    return {
        "p_disengage": chance,
        "mean_rounds": mean_rounds(chance),
        "p_away_alive": None if hp is None else chance * shots.p(lambda n: n < hp),
        "each_attack": attack_rows(strikes),
        **damage_of_round(convolved(summed(strikes), shots), hp),
    }


ESCAPING_SPRINT = Calculator(
    id="openquest.escaping_sprint",
    title="Escaping Sprint",
    summary="Run for it and dodge what comes: the chance to get out of the fight.",
    inputs=EscapingSprint,
    outputs=(
        *out_headlines("OQ-MOV-13"),
        out.percent("p_away_alive", "Out of it, and on your feet under the missiles", rule="OQ-END-04"),
        attack_table("OQ-MOV-13"),
        out.distribution("damage", "Damage of attacks and missiles", rule="OQ-DAM-03", unit="damage"),
    ),
    compute=_sprint_values,
    check=_check_sprint,
    explain=_told_sprint,
    also=("OQ-MOV-12", "OQ-MOV-14", "OQ-ACT-17", *EXCHANGE_RULES),
    start={
        "attacks": [
            {"attack": {"base": 60}, "damage": "1d8", "damage_mod": "+1d4"},
            {"attack": {"base": 45}, "damage": "1d6"},
        ],
        "missiles": [{"attack": {"base": 40}, "damage": "1d8"}],
        "dodge": {"base": 60},
        "target_ap": 3,
        "target_hp": 12,
    },
    rolls=(RollOption("round", "Roll the round", escaping_sprint),),
)
