"""Double Shot: two projectiles with one attack roll, at one or two targets.

"Ranged combat actions": Double Shot, S2-DOUBLE-01 to S2-DOUBLE-05.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import record, toggle
from ....engine.procedure import Modifier, Procedure, Step, settle, throw
from ..attack.attack import EXAMPLE
from ..exchange.blow import BLOW_RULES, Blow, blow, down_at
from ..exchange.defense import DEFENSES, refuse_impossible
from ..exchange.fighters import Attacker, Defender, attacker_input, defender_input
from ..exchange.strike import DOUBLE_SHOT as ACTION
from ..exchange.strike import refuse_unfit, strike
from ..rolls.default_inputs import min_damage
from ..rolls.rolls import HIGHER, answer_die
from ..tables import FACTS

SECOND, RULINGS = "Second target", "Loading and rulings"


@dataclass(frozen=True, kw_only=True)
class DoubleShot:
    """Two projectiles and their targets."""

    attacker: Attacker = attacker_input(help="Who shoots: the weapon must be a bow.")
    defender: Defender = defender_input("First target", help="Whom the first projectile is meant for.")
    second_defender: Defender | None = record(
        SECOND,
        Defender,
        None,
        help="Somebody right beside the first; empty where both are shot at the same target.",
        rule="S2-DOUBLE-02",
        nullable=True,
        group=SECOND,
    )
    separate_defence: bool = toggle(
        "One defense each",
        help="The same target rolls for each projectile; as a rule one roll meets both.",
        rule="S2-DOUBLE-02",
        group=RULINGS,
    )
    loaded_double: bool = toggle(
        "Loaded with two", True, help="Two projectiles were declared at the Reload.", rule="S2-DOUBLE-01", group=RULINGS
    )
    min_damage: int = min_damage()


def _refuse(a: DoubleShot) -> None:
    refuse_unfit(a.attacker, ACTION)
    if not a.loaded_double:
        raise not_allowed("loaded_double", False, "A Double Shot takes two projectiles that were loaded together.")
    refuse_impossible(a.defender)
    if a.second_defender is not None:
        refuse_impossible(a.second_defender, "second_defender")


def blows(a: DoubleShot) -> tuple[Blow, Blow]:
    """The attack of each projectile against the best defense of its target."""
    made = strike(a.attacker, ACTION)
    first = blow(made, a.defender, min_damage=a.min_damage)
    return first, first if a.second_defender is None else blow(made, a.second_defender, min_damage=a.min_damage)


def one_defence(a: DoubleShot) -> bool:
    """Whether one defense roll counts against both projectiles (S2-DOUBLE-02)."""
    return a.second_defender is None and not a.separate_defence


class Shots(NamedTuple):
    """The state: the attack's total during the comparison, and which projectiles hit."""

    attack: int = 0
    first: bool = False
    second: bool = False


def double_shot(a: DoubleShot) -> Procedure[Shots]:
    """One attack roll, the defense rolls, and the damage of each projectile."""
    first, second = blows(a)
    same = a.second_defender is None
    names = ("Target", "Target, again") if same else ("First target", "Second target")
    met: tuple[Step[Shots], ...] = (
        _defence(first, names[0], lambda x, hit: x._replace(first=hit)),
        _defence(second, names[1], lambda x, hit: x._replace(attack=0, second=hit)),
    )
    if one_defence(a):
        met = (_defence(first, names[0], lambda x, hit: x._replace(attack=0, first=hit, second=hit)),)
    damage = (
        _damage(first, "First projectile", lambda x: x.first),
        _damage(second, "Second projectile", lambda x: x.second),
    )
    return Procedure(Shots(), (_attack(first), *met, *damage), _outcome)


def _attack(b: Blow) -> Step[Shots]:
    total = b.strike.total
    return throw(
        f"{b.strike.action.label}: {total.dice_text}",
        total.die,
        lambda x, rolled: x._replace(attack=rolled),
        rule="S2-DOUBLE-02",
        modifiers=total.modifiers,
        adds=total.modifiers,
        tell=lambda rolled, x: total.tell(rolled),
    )


def _defence(b: Blow, who: str, write: Any) -> Step[Shots]:
    reaction = FACTS.table("defense_choices").row(b.defence)
    return throw(
        f"{who}: {reaction['label']}, {b.answer.dice_text}",
        lambda x: answer_die(x.attack, b.answer),
        lambda x, met: write(x, met.result == HIGHER),
        rule="S2-SHOOT-03",
        modifiers=b.answer.modifiers,
        cites=(reaction["rule"],),
        adds=b.answer.modifiers,
        tell=lambda met, x: b.answer.tell(met.rolled, "hit" if met.result == HIGHER else "no hit"),
    )


def _damage(b: Blow, which: str, hit: Any) -> Step[Shots]:
    points = Modifier("Damage", b.strike.damage, "S2-ATTACK-04")
    return settle(
        which,
        rule="S2-DOUBLE-03",
        when=hit,
        modifiers=b.armor.parts(b.strike.action, (points,)),
        cites=(b.strike.action.dr_rule,),
        tell=lambda _, x: f"{b.damage} damage",
    )


def _outcome(x: Shots) -> str:
    return ("No hit", "One hit", "Two hits")[x.first + x.second]


def _explanation(a: DoubleShot) -> Procedure[Shots]:
    """The steps, then the points that drop the targets."""
    first = down_at(a.defender.health)
    second = a.second_defender
    both = () if second is None else (note(f"The second target: down at {second.health} or more", "S2-HEALTH-01"),)
    one_roll = note("Both projectiles have the same attack total", "S2-DOUBLE-02")
    return double_shot(a).explained(first, *both, before=(one_roll,))


def _sheet_change(a: DoubleShot, x: Shots) -> SheetChange:
    """What the first target loses; the second projectile counts if it has the same target."""
    first, second = blows(a)
    both = x.second and a.second_defender is None
    return SheetChange(first.lethal * x.first + second.lethal * both)


def _values(a: DoubleShot) -> dict[str, Any]:
    first, second = blows(a)
    ends = double_shot(a).odds()
    same = a.second_defender is None

    def dropped(x: Shots) -> bool:
        return first.lethal * x.first + (second.lethal * x.second if same else 0) >= first.health

    return {
        "p_any": ends.p(lambda x: x.first or x.second),
        "expected_damage": ends.mean(lambda x: first.damage * x.first + second.damage * x.second),
        "p_drop_first": ends.p(dropped),
        "p_drop_second": None if same else ends.p(lambda x: x.second and second.lethal >= second.health),
        "p_both": ends.p(lambda x: x.first and x.second),
        "p_first_only": ends.p(lambda x: x.first and not x.second),
        "p_second_only": ends.p(lambda x: x.second and not x.first),
        "p_none": ends.p(lambda x: not (x.first or x.second)),
        "defence_first": first.defence,
        "defence_second": None if same else second.defence,
    }


DOUBLE_SHOT = Calculator(
    id="stepdie.double_shot",
    title="Double Shot",
    summary="Two projectiles with one attack roll: how many hit, and what they do.",
    inputs=DoubleShot,
    outputs=(
        out.percent("p_any", "hits at all", rule="S2-SHOOT-03", headline=True),
        out.figure("expected_damage", "damage", rule="S2-DOUBLE-03", unit="on average", headline=True),
        out.percent("p_drop_first", "drops the first target", rule="S2-HEALTH-01", headline=True),
        out.percent("p_drop_second", "Drops the second target", rule="S2-HEALTH-01"),
        out.percent("p_both", "Both hit", rule="S2-SHOOT-03"),
        out.percent("p_first_only", "Only the first hits", rule="S2-SHOOT-03"),
        out.percent("p_second_only", "Only the second hits", rule="S2-SHOOT-03"),
        out.percent("p_none", "Neither hits", rule="S2-SHOOT-03"),
        out.word("defence_first", "Met by", DEFENSES, rule="S2-SHOOT-03"),
        out.word("defence_second", "The second target's defense", DEFENSES, rule="S2-SHOOT-03"),
    ),
    compute=_values,
    check=_refuse,
    also=("S2-DOUBLE-04", *BLOW_RULES),
    start={
        "attacker": {"agility_die": 10, "skill": 5, "damage": 3, "kind": "bow"},
        "defender": EXAMPLE["defender"] | {"health": 2},
        "second_defender": {"acrobatics": 2, "health": 2},
    },
    rolls=(RollOption("shot", "Roll it", double_shot, change=_sheet_change),),
    explain=_explanation,
)
