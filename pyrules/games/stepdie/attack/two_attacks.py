"""Dual Attack: two melee actions in one turn, one with each hand.

"Dual Attack".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Dist
from ....engine.explain import by, note
from ....engine.inputs import Option, choice, toggle
from ....engine.procedure import Procedure, Step
from ..exchange.blow import BLOW_RULES, Blow, blow, blow_steps, down_at
from ..exchange.defense import BEST, DEFENSES, refuse_impossible
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input, off_weapon, with_off_weapon
from ..exchange.strike import ACTIONS, BASH, MELEE, action_input, action_rules, refuse_unfit, strike
from ..rolls.default_inputs import min_damage
from ..rolls.rolls import HIGHER
from ..tables import FACTS
from .attack import EXAMPLE
from .shield_bash import strength_steps

MAIN = FACTS.table("hands").rows[0]["id"]
HANDS = "Hands"
NOT_MELEE = {name: "A Dual Attack is made of two melee actions." for name in ACTIONS if name not in MELEE}
DUAL_RULES = ("S2-DUAL-02", "S2-DUAL-05", "S2-BASH-04")
"""What two attacks cite beyond the single ones."""


def ambidextrous(**common: Any) -> Any:
    """The input for a character with two equal hands."""
    return toggle("Ambidextrous", help="The other hand's total is not halved.", rule="S2-DUAL-04", **common)


@dataclass(frozen=True, kw_only=True)
class Dual:
    """A Dual Attack."""

    attacker: Attacker = attacker_input(help="With the weapon in the main hand.")
    off_weapon: Any = off_weapon(help="What is different with the weapon, shield or fist of the other hand.")
    first: str = action_input("First action", among=MELEE, barred=NOT_MELEE, rule="S2-DUAL-05")
    second: str = action_input("Second action", among=MELEE, barred=NOT_MELEE, rule="S2-DUAL-05")
    first_hand: str = choice(
        "First with",
        FACTS.table("hands").options(),
        MAIN,
        help="Which hand makes the first attack; the other makes the second.",
        rule="S2-DUAL-05",
        group=HANDS,
    )
    ambidextrous: bool = ambidextrous(group=HANDS)
    maims_at_once: bool = toggle(
        "The second meets a maimed limb",
        help="On where a limb that the first attack maims lowers the defense against the second one.",
        rule="S2-MAIM-01",
        group=HANDS,
    )
    defender: Defender = defender_input()
    min_damage: int = min_damage()


def off_hand_halved(off: Attacker, ambidextrous: bool) -> bool:
    """Whether the total of the other hand is halved (S2-DUAL-03, S2-DUAL-04)."""
    return not ambidextrous and bool(FACTS.table("weapon_kinds").row(off.kind)["off_hand_halved"])


class Hand(NamedTuple):
    """One hand: who it makes of the attacker, the action, and whether the total is halved."""

    attacker: Attacker
    action: str
    halved: bool


def hands(a: Dual) -> tuple[Hand, Hand]:
    """Both hands, in the order in which they strike."""
    other = with_off_weapon(a.attacker, a.off_weapon)
    halved = off_hand_halved(other, a.ambidextrous)
    if a.first_hand == MAIN:
        return Hand(a.attacker, a.first, False), Hand(other, a.second, halved)
    return Hand(other, a.first, halved), Hand(a.attacker, a.second, False)


class Both(NamedTuple):
    """The state: that of the blows, whether the first one hit, and that of the contest that may stand between them."""

    attack: int = 0
    hit: bool = False
    hits: int = 0
    damage: int = 0
    lethal: int = 0
    first_hit: bool = False
    first: int = 0
    result: str = ""

    def hits_of(self, first: str, second: str) -> tuple[str, ...]:
        """The actions that hit, given both in the order in which they were made."""
        landed = (self.first_hit, self.hits > self.first_hit)
        return tuple(action for action, hit in zip((first, second), landed, strict=True) if hit)


@dataclass(frozen=True, slots=True)
class DualAttack:
    """Both attacks: the first, the second, and the second on a target that the first has `changed`.

    The winner of the `contest` after a bash has grounded the target; without a contest, the hit itself changes it.
    """

    first: Blow
    second: Blow
    changed: str = ""
    second_changed: Blow | None = None
    contest: tuple[Step[Any], ...] = ()

    def steps(self) -> tuple[Step[Any], ...]:
        """Everything that is rolled."""
        first = by("First", _first_steps(self.first))
        if self.second_changed is None:
            return (*first, *by("Second", blow_steps(self.second)))
        is_changed = _is_grounded if self.contest else _is_hit
        return (
            *first,
            *(replace(step, when=lambda x: x.hits > 0) for step in self.contest),
            *_where(by("Second", blow_steps(self.second)), lambda x: not is_changed(x)),
            *_where(by(f"Second, {self.changed}", blow_steps(self.second_changed)), is_changed),
        )

    def odds(self) -> Dist[Both]:
        """The end states of both attacks."""
        return dual_procedure(self).odds()


def _first_steps(b: Blow) -> tuple[Step[Any], ...]:
    """The steps of the first attack, after which the state knows whether it hit."""
    attack, defense, damage = blow_steps(b)

    def met(x: Any, found: Any) -> Any:
        after: Any = defense.change(x, found)
        return after._replace(first_hit=after.hit)

    return (attack, replace(defense, change=met), damage)


def _is_grounded(x: Any) -> bool:
    return bool(x.result == HIGHER)


def _is_hit(x: Any) -> bool:
    return bool(x.first_hit)


def _where(steps: tuple[Step[Any], ...], holds: Callable[[Any], bool]) -> tuple[Step[Any], ...]:
    """The same steps, limited to states in which this holds."""

    def only(step: Step[Any]) -> Step[Any]:
        return replace(step, when=lambda x: holds(x) and step.when(x))

    return tuple(map(only, steps))


def dual_attack(
    first: Hand, second: Hand, d: Defender, *, defence: str = BEST, min_damage: int = 0, maims_at_once: bool = False
) -> DualAttack:
    """Two attacks on the same defender, who defends against each (S2-BASH-02; with `maims_at_once` S2-MAIM-01)."""

    def made(hand: Hand, on: Defender) -> Blow:
        struck = strike(hand.attacker, hand.action, FACTS.modifier("dual_penalty"), halved=hand.halved)
        return blow(struck, on, defence=defence, min_damage=min_damage)

    both, limb = (made(first, d), made(second, d)), ACTIONS[first.action].maims
    if first.action == BASH:
        down = made(second, replace(d, grounded=True))
        return DualAttack(*both, "on the ground", down, strength_steps(first.attacker, d))
    if limb and maims_at_once:
        maimed = replace(d, arm_maimed=d.arm_maimed or limb == "arm", leg_maimed=d.leg_maimed or limb == "leg")
        return DualAttack(*both, f"{limb} maimed", made(second, maimed))
    return DualAttack(*both)


def _dual(a: Dual) -> DualAttack:
    return dual_attack(*hands(a), a.defender, min_damage=a.min_damage, maims_at_once=a.maims_at_once)


def dual_procedure(both: DualAttack) -> Procedure[Both]:
    """Both attacks, step by step."""
    return Procedure(Both(), both.steps(), _outcome)


def dual(a: Dual) -> Procedure[Both]:
    """A Dual Attack, step by step."""
    return dual_procedure(_dual(a))


def _explanation(a: Dual) -> Procedure[Both]:
    """The total of the other hand, the steps of both attacks, and the points that drop the target."""
    halves = off_hand_halved(with_off_weapon(a.attacker, a.off_weapon), a.ambidextrous)
    return Procedure(
        Both(),
        (
            note(f"The other hand's total: {'halved' if halves else 'in full'}", "S2-DUAL-03"),
            *_dual(a).steps(),
            down_at(a.defender.health),
        ),
        _outcome,
    )


def _outcome(x: Both) -> str:
    return ("No hit", "One hit", "Two hits")[x.hits]


def _refuse(a: Dual) -> None:
    refuse_impossible(a.defender)
    main, other = ("first", "second") if a.first_hand == MAIN else ("second", "first")
    refuse_unfit(a.attacker, getattr(a, main))
    refuse_unfit(with_off_weapon(a.attacker, a.off_weapon), getattr(a, other), "off_weapon")


def _values(a: Dual) -> dict[str, Any]:
    made = _dual(a)
    end = made.odds()
    first, mean = made.first.p_hit, end.mean(lambda x: x.damage)
    second = end.mean(lambda x: x.hits) - first
    return {
        **both_values(end, a.defender.health),
        "p_hit_first": first,
        "p_hit_second": second,
        "defence_first": made.first.defence,
        "off_hand_halved": off_hand_halved(with_off_weapon(a.attacker, a.off_weapon), a.ambidextrous),
        "attacks": [
            _row(made.first, first, made.first.expected),
            _row(made.second, second, mean - made.first.expected),
        ],
    }


def both_values(end: Dist[Both], health: int) -> dict[str, Any]:
    """The answer's figures for both attacks together."""
    return {
        "p_any_hit": end.p(lambda x: x.hits > 0),
        "expected_damage": end.mean(lambda x: x.damage),
        "p_drop": end.p(lambda x: x.lethal >= health),
        "damage_dist": out.text_keys(end.dist(lambda x: x.damage)),
    }


def _row(made: Blow, p_hit: Fraction, mean: Fraction) -> dict[str, Any]:
    return {"action": made.strike.action.id, "defence": made.defence, "p_hit": p_hit, "expected_damage": mean}


ACTION_WORDS: tuple[Option, ...] = FACTS.table("actions").options()

DUAL = Calculator(
    id="stepdie.dual",
    title="Dual Attack",
    summary="Two melee actions in one turn, one with each hand.",
    inputs=Dual,
    outputs=(
        out.percent("p_drop", "drops the target", rule="S2-HEALTH-01", headline=True),
        out.figure("expected_damage", "damage", rule="S2-ATTACK-04", unit="on average", headline=True),
        out.percent("p_any_hit", "hits at least once", rule="S2-ATTACK-03", headline=True),
        out.rows(
            "attacks",
            "Each attack",
            (
                out.word("action", "Action", ACTION_WORDS),
                out.percent("p_hit", "Hits"),
                out.figure("expected_damage", "Damage"),
                out.word("defence", "Met by", DEFENSES),
            ),
            rule="S2-ATTACK-03",
            counts="No.",
        ),
        out.flag("off_hand_halved", "The other hand's total", rule="S2-DUAL-03", yes="halved", no="in full"),
        api_only(out.percent("p_hit_first", "The first hits", rule="S2-ATTACK-03")),
        api_only(out.percent("p_hit_second", "The second hits", rule="S2-ATTACK-03")),
        api_only(out.word("defence_first", "The first is met by", DEFENSES, rule="S2-ATTACK-03")),
        out.distribution("damage_dist", "Damage of both", rule="S2-ATTACK-04", unit="damage"),
    ),
    compute=_values,
    check=_refuse,
    also=(*DUAL_RULES, *action_rules(MELEE), *BLOW_RULES),
    start={
        "attacker": {"agility_die": 8, "skill": 4, "damage": 4, "strength_die": 10},
        "off_weapon": {"damage": 1, "kind": "shield"},
        "first": "shield_bash",
        "first_hand": "off",
        "defender": EXAMPLE["defender"],
    },
    rolls=(RollOption("attack", "Roll it", dual, lambda end: end.lethal),),
    explain=_explanation,
)
