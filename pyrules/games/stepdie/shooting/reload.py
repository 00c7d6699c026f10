"""Shooting over several turns, with the turns spent on Reload.

"Ranged combat actions": Reload, Shoot, Avoid Armor, Critical Shot, Rapid Shot, Double Shot.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import by, note, side_note
from ....engine.inputs import number, toggle
from ....engine.procedure import Procedure, Step, counted
from ..attack.attack import EXAMPLE
from ..attack.duration import at_least
from ..exchange.blow import BLOW_RULES, Blow, Struck, blow, contest_steps, damage_step, down_at
from ..exchange.defense import refuse_impossible
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input
from ..exchange.strike import refuse_unfit, strike
from ..rolls.default_inputs import min_damage
from ..tables import FACTS

MOST_TURNS = 12
PLANS = FACTS.table("shot_plans")
SHOOT, BOW = "shoot", "bow"
AHEAD = "Look ahead"


@dataclass(frozen=True, kw_only=True)
class RangedCycle:
    """One ranged weapon, one target and a number of turns."""

    form_first: ClassVar = ("attacker", "defender", "turns")

    attacker: Attacker = attacker_input(help="Who shoots, with a ranged weapon.")
    defender: Defender = defender_input()
    turns: int = number(
        "Turns", 1, MOST_TURNS, 4, help="How many turns to look ahead.", rule="S2-RELOAD-01", group=AHEAD
    )
    start_loaded: bool = toggle(
        "Loaded at first", True, help="The first turn needs no Reload.", rule="S2-RELOAD-01", group=AHEAD
    )
    min_damage: int = min_damage()


def _refuse(a: RangedCycle) -> None:
    refuse_unfit(a.attacker, SHOOT)
    refuse_impossible(a.defender)


class Plan(NamedTuple):
    """One way to spend the turns: the attack, its projectiles, and the turns that shoot."""

    id: str
    label: str
    rule: str
    blow: Blow
    projectiles: int
    shooting: tuple[bool, ...]

    @property
    def damage(self) -> int:
        """The damage of a hit; armor reduces each projectile (S2-DOUBLE-03)."""
        return self.projectiles * self.blow.lethal

    def shots(self, turn: int) -> int:
        """The number of turns with a shot by the end of a turn."""
        return sum(self.shooting[:turn])


def plans(a: RangedCycle) -> dict[str, Plan]:
    """Every plan that the weapon allows, in the order that settles ties."""
    return {row["id"]: _plan(a, row) for row in PLANS.rows if row["id"] in _possible(a)}


def _possible(a: RangedCycle) -> set[str]:
    return {row["id"] for row in PLANS.rows if a.attacker.kind == BOW or not row["bow"]}


def _plan(a: RangedCycle, row: dict[str, Any]) -> Plan:
    made = blow(strike(a.attacker, row["id"]), a.defender, min_damage=a.min_damage)
    shooting = tuple(not row["reloads"] or (turn % 2 == 0) == a.start_loaded for turn in range(a.turns))
    return Plan(row["id"], row["label"], row["rule"], made, row["loads"], shooting)


def dropped_by_turn(p: Plan) -> list[Fraction]:
    """The chance that the target has dropped by the end of each turn."""
    turns = range(1, len(p.shooting) + 1)
    if not p.damage:
        return [Fraction(0) for _ in turns]
    needed = ceil(p.blow.health / Fraction(p.damage))
    return [at_least(needed, p.shots(turn), p.blow.p_hit) for turn in turns]


def expected(p: Plan) -> Fraction:
    """The average damage of all turns."""
    return p.shots(len(p.shooting)) * p.blow.p_hit * p.damage


# Steps.


def plan_steps(p: Plan) -> tuple[Step[Struck], ...]:
    """The turns of a plan, until the target drops or the turns end."""
    made: list[Step[Struck]] = []
    for turn, shoots in enumerate(p.shooting, start=1):
        made.extend(by(f"Turn {turn}", _shot(p) if shoots else (_while_up(RELOAD, p),)))
    return tuple(made)


RELOAD: Step[Struck] = note("Reload", "S2-RELOAD-01")


def _shot(p: Plan) -> tuple[Step[Struck], ...]:
    """One shot; its hit leaves the state with its damage."""
    damage = [damage_step(p.blow)] * p.projectiles
    change = damage[-1].change
    damage[-1] = replace(damage[-1], change=lambda x, none: change(x, none)._replace(hit=False))
    return (*(_while_up(step, p) for step in contest_steps(p.blow)), *damage)


def _while_up(step: Step[Struck], p: Plan) -> Step[Struck]:
    return replace(step, when=lambda x: x.lethal < p.blow.health)


def _rolled(plan: str) -> Callable[[RangedCycle], Procedure[Struck]]:
    """The turns of one plan; refused if the weapon does not allow the plan."""

    def roll(a: RangedCycle) -> Procedure[Struck]:
        if plan not in _possible(a):
            raise not_allowed("attacker.kind", a.attacker.kind, f"{PLANS.row(plan)['label']}: only with a bow.")
        made = plans(a)[plan]
        return Procedure(Struck(), plan_steps(made), lambda x: "Down" if x.lethal >= made.blow.health else "Still up")

    return roll


def _explanation(a: RangedCycle) -> Procedure[Struck]:
    """One shot of the best plan, the shots of every plan, and how the best is chosen."""
    made = plans(a)
    best = made[_values(a)["best_by_damage"]]
    steps = (
        *_shot(best),
        note(f"Turns that shoot: {best.shots(a.turns)} of {a.turns}", "S2-RELOAD-01"),
        down_at(a.defender.health),
        *(step for one in made.values() for step in side_note(one.label, one.rule, _sums(one, a.turns))),
    )
    return Procedure(Struck(), steps, lambda x: "Hit" if x.hits else "No hit")


def _sums(p: Plan, turns: int) -> tuple[Step[Struck], ...]:
    return (
        note(
            f"{counted(p.shots(turns), 'shot')}, {p.blow.strike.total.dice_text}", p.rule, p.blow.strike.total.modifiers
        ),
    )


def _values(a: RangedCycle) -> dict[str, Any]:
    made = plans(a)
    damage = {name: expected(one) for name, one in made.items()}
    by_turn = {name: dropped_by_turn(one) for name, one in made.items()}
    best = max(made, key=lambda name: damage[name])
    surest = max(made, key=lambda name: (by_turn[name][-1], damage[name]))
    return {
        "best_by_damage": best,
        "best_damage": damage[best],
        "best_per_turn": damage[best] / a.turns,
        "best_by_drop": surest,
        "plans": [
            {
                "plan": name,
                "damage": damage[name],
                "per_turn": damage[name] / a.turns,
                "p_drop": by_turn[name][-1],
                "p_hit": one.blow.p_hit,
                "shots": one.shots(a.turns),
            }
            for name, one in made.items()
        ],
        "by_turn": by_turn,
        "strategies": {name: {"expected_damage": damage[name], "p_drop_by_turn": by_turn[name]} for name in made},
    }


RANGED_CYCLE = Calculator(
    id="stepdie.ranged_cycle",
    title="Shoot and reload",
    summary="Several turns with a ranged weapon: which way to shoot and reload does most.",
    inputs=RangedCycle,
    outputs=(
        out.word("best_by_damage", "does most damage", PLANS.options(), rule="S2-RELOAD-01", headline=True),
        out.figure("best_per_turn", "damage a turn", rule="S2-RELOAD-01", unit="on average", headline=True),
        out.word("best_by_drop", "drops them most often", PLANS.options(), rule="S2-HEALTH-01", headline=True),
        out.figure("best_damage", "In all turns", rule="S2-RELOAD-01", unit="damage on average"),
        out.rows(
            "plans",
            "Ways to shoot",
            (
                out.word("plan", "Plan", PLANS.options()),
                out.figure("damage", "Damage"),
                out.figure("per_turn", "A turn"),
                out.percent("p_drop", "Drops"),
                out.percent("p_hit", "Each hits"),
                out.figure("shots", "Turns shooting"),
            ),
            rule="S2-RELOAD-01",
        ),
        out.curve("by_turn", "Dropped by turn", rule="S2-HEALTH-01", unit="Turn", options=PLANS.options()),
        api_only(
            out.named(
                "strategies",
                "Ways to shoot, for scripts",
                out.record(
                    "strategy",
                    "Plan",
                    (
                        out.figure("expected_damage", "Damage"),
                        out.curve("p_drop_by_turn", "Dropped by turn", unit="Turn"),
                    ),
                ),
            )
        ),
    ),
    compute=_values,
    check=_refuse,
    also=BLOW_RULES,
    start={
        "attacker": {"agility_die": 8, "skill": 4, "damage": 3, "kind": "bow"},
        "defender": EXAMPLE["defender"] | {"health": 6},
        "turns": 6,
    },
    rolls=tuple(RollOption(row["id"], row["label"], _rolled(row["id"]), lambda end: end.lethal) for row in PLANS.rows),
    explain=_explanation,
)
