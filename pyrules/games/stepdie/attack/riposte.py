"""Riposte: striking first with the longer reach, and what is left of the attack that it answers.

"Defensive options": Riposte.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.errors import not_allowed
from ....engine.explain import by, note, side_note
from ....engine.inputs import toggle
from ....engine.procedure import Procedure, Step, part, settle
from ..rolls.default_inputs import min_damage
from ..rolls.rolls import HIGHER
from .blow import BLOW_RULES, Blow, Struck, blow, blow_steps, contest_steps
from .defense import refuse_impossible
from .fighters import Attacker, Defender, attacker_input, defender_input
from .shield_bash import strength_steps
from .strike import ACTIONS, BASH, DISARM, MELEE, action_input, action_rules, refuse_unfit, strike

ANSWERED = tuple(name for name in MELEE if not ACTIONS[name].ranged)
NOT_MELEE = {name: "Only a melee attack can be answered with a Riposte." for name in ACTIONS if name not in ANSWERED}
NO_RIPOSTE = {name: "A Riposte is a melee action." for name in ACTIONS if name not in MELEE}
UNARMED = "unarmed"
ACTIONS_FOLD, TURN = "Actions", "Round"


@dataclass(frozen=True, kw_only=True)
class Riposte:
    """An attack that is answered with a Riposte."""

    attacker: Attacker = attacker_input(help="Whose attack is answered.")
    attacker_as_target: Defender = defender_input(
        "Attacker's defense", help="What the Riposte meets.", default=Defender()
    )
    attack_action: str = action_input("Attack", among=ANSWERED, barred=NOT_MELEE, group=ACTIONS_FOLD)
    riposter: Attacker = attacker_input("Riposter", help="Who strikes first; the weapon must have the longer Reach.")
    riposter_as_target: Defender = defender_input(
        "Riposter's defense", help="What the attack meets.", default=Defender()
    )
    riposte_action: str = action_input(
        "Riposte",
        among=MELEE,
        barred=NO_RIPOSTE,
        rule="S2-RIPOSTE-02",
        help="Any melee action may be the Riposte; a lunge counts for the Reach.",
        group=ACTIONS_FOLD,
    )
    already_acted: bool = toggle(
        "Has acted this round",
        help="Whoever has used the turn cannot give it up for a Riposte.",
        rule="S2-RIPOSTE-04",
        group=TURN,
    )
    min_damage: int = min_damage()


def _refuse(a: Riposte) -> None:
    if a.already_acted:
        raise not_allowed("already_acted", True, "Somebody who has acted this round cannot riposte.")
    if a.riposter.kind == UNARMED:
        raise not_allowed("riposter.kind", UNARMED, "A Riposte takes a weapon of longer Reach, not bare hands.")
    mine, theirs = full_reach(a.riposter, a.riposte_action), full_reach(a.attacker, a.attack_action)
    if mine <= theirs:
        why = f"The riposter's Reach must be longer than the attacker's; it is {mine} against {theirs}."
        raise not_allowed("riposter.reach", a.riposter.reach, why)
    refuse_impossible(a.attacker_as_target, "attacker_as_target")
    refuse_impossible(a.riposter_as_target, "riposter_as_target")
    refuse_unfit(a.attacker, a.attack_action)
    refuse_unfit(a.riposter, a.riposte_action, "riposter")


def full_reach(a: Attacker, action: str) -> int:
    """How far an action reaches, a lunge's further zones included (S2-RIPOSTE-02)."""
    return a.reach + ACTIONS[action].reach_bonus


class Answered(NamedTuple):
    """The state: the riposte, the contest of a bash after it, whether the attack still comes, and the attack."""

    riposte: Struck = Struck()
    first: int = 0
    result: str = ""
    stopped: bool = False
    attack: Struck = Struck()


def riposte_blow(a: Riposte) -> Blow:
    """The Riposte."""
    return blow(strike(a.riposter, a.riposte_action), a.attacker_as_target, min_damage=a.min_damage)


def attack_blow(a: Riposte, **changes: bool) -> Blow:
    """The attack that it answers, by an attacker who may have changed."""
    made = strike(replace(a.attacker, **changes), a.attack_action)  # type: ignore[arg-type]
    return blow(made, a.riposter_as_target, min_damage=a.min_damage)


def stops(a: Riposte, x: Answered) -> bool:
    """Whether the attack does not come any more: its maker is down, or the weapon is gone (S2-RIPOSTE-03)."""
    return bool(x.riposte.hits) and (a.riposte_action == DISARM or x.riposte.lethal >= a.attacker_as_target.health)


def riposte(a: Riposte) -> Procedure[Answered]:
    """The Riposte, then the attack if it still comes."""
    return Procedure(Answered(), (*_first(a), *_contest(a), _stopped(a), *_attacks(a)), _outcome)


def _first(a: Riposte) -> tuple[Step[Answered], ...]:
    """The steps of the Riposte itself."""
    steps = by("Riposte", blow_steps(riposte_blow(a)))
    return tuple(replace(_on_riposte(step), rule="S2-RIPOSTE-02") for step in steps)


def _on_riposte(step: Step[Struck]) -> Step[Answered]:
    return part(step, lambda x: x.riposte, lambda x, struck: x._replace(riposte=struck))


def _on_attack(step: Step[Struck]) -> Step[Answered]:
    return part(step, lambda x: x.attack, lambda x, struck: x._replace(attack=struck))


def _contest(a: Riposte) -> tuple[Step[Answered], ...]:
    """A bash that hits may put the attacker on the ground."""
    if a.riposte_action != BASH:
        return ()
    steps = strength_steps(a.riposter, a.attacker_as_target)
    return tuple(replace(step, when=lambda x: x.riposte.hits > 0) for step in steps)


def _stopped(a: Riposte) -> Step[Answered]:
    return settle(
        "Does the attack still come?",
        lambda x: x._replace(stopped=stops(a, x), riposte=x.riposte._replace(attack=0, hit=False)),
        rule="S2-RIPOSTE-03",
        tell=lambda _, x: "it does not" if x.stopped else "it does",
    )


def _attacks(a: Riposte) -> tuple[Step[Answered], ...]:
    """The attack as it comes: as it was, with a maimed arm, or from the ground."""
    maims = ACTIONS[a.riposte_action].maims == "arm"
    ways = [("Attack", attack_blow(a), lambda x: not (maims and x.riposte.hits) and x.result != HIGHER)]
    if maims:
        ways.append(("Attack, arm maimed", attack_blow(a, arm_maimed=True), lambda x: x.riposte.hits > 0))
    if a.riposte_action == BASH:
        ways.append(("Attack from the ground", attack_blow(a, grounded=True), lambda x: x.result == HIGHER))
    return tuple(_only(_on_attack(step), holds) for label, made, holds in ways for step in by(label, blow_steps(made)))


def _only(step: Step[Answered], holds: Any) -> Step[Answered]:
    return replace(step, when=lambda x: not x.stopped and holds(x) and step.when(x))


def _outcome(x: Answered) -> str:
    if x.stopped:
        return "Attack stopped"
    return "Riposter hit" if x.attack.hits else "Riposter unhurt"


def _sheet_change(_: Riposte, x: Answered) -> SheetChange:
    """What the Riposte does to the target, or else what the attack does to the riposter."""
    if x.riposte.lethal:
        return SheetChange(x.riposte.lethal)
    return SheetChange(x.attack.lethal, at_me=True)


def _explanation(a: Riposte) -> Procedure[Answered]:
    """The same, what it takes to drop each of them, and the attack without a Riposte."""
    explanation = riposte(a)
    before = len(_first(a))
    return Procedure(
        explanation.start,
        (
            *explanation.steps[:before],
            note(f"The attacker is down at {a.attacker_as_target.health} or more", "S2-HEALTH-01"),
            *explanation.steps[before:],
            note(f"The riposter is down at {a.riposter_as_target.health} or more", "S2-RIPOSTE-01"),
            *side_note("Without a Riposte", "S2-DEFOPT-01", map(_on_attack, contest_steps(attack_blow(a)))),
        ),
        explanation.outcome,
    )


def _values(a: Riposte) -> dict[str, Any]:
    end = riposte(a).odds()
    return {
        "p_attack_resolved": end.p(lambda x: not x.stopped),
        "p_riposte_hit": end.p(lambda x: x.riposte.hits > 0),
        "riposte_expected_damage": end.mean(lambda x: x.riposte.damage),
        "p_attacker_dropped": end.p(lambda x: x.riposte.lethal >= a.attacker_as_target.health),
        "p_riposter_hit": end.p(lambda x: x.attack.hits > 0),
        "p_hit_without": attack_blow(a).p_hit,
        "riposter_expected_damage": end.mean(lambda x: x.attack.damage),
        "p_riposter_dropped": end.p(lambda x: x.attack.lethal >= a.riposter_as_target.health),
    }


RIPOSTE = Calculator(
    id="stepdie.riposte",
    title="Riposte",
    summary="Strike first from the longer reach, and see what is left of the attack.",
    inputs=Riposte,
    outputs=(
        out.percent("p_riposter_hit", "hits the riposter", rule="S2-ATTACK-03", headline=True),
        out.percent("p_hit_without", "without a Riposte", rule="S2-DEFOPT-01", headline=True),
        out.percent("p_riposte_hit", "the Riposte hits", rule="S2-RIPOSTE-02", headline=True),
        out.percent("p_attack_resolved", "The attack still comes", rule="S2-RIPOSTE-03"),
        out.figure("riposte_expected_damage", "Damage of the Riposte", rule="S2-RIPOSTE-02"),
        out.percent("p_attacker_dropped", "The attacker drops", rule="S2-HEALTH-01"),
        out.figure("riposter_expected_damage", "Damage to the riposter", rule="S2-ATTACK-04"),
        out.percent("p_riposter_dropped", "The riposter drops", rule="S2-RIPOSTE-01"),
    ),
    compute=_values,
    check=_refuse,
    also=(*action_rules(MELEE), *BLOW_RULES),
    start={
        "attacker": {"agility_die": 8, "skill": 3, "damage": 3},
        "attacker_as_target": {"agility_die": 8, "parry": 1, "health": 2},
        "riposter": {"agility_die": 8, "skill": 2, "reach": 2},
        "riposter_as_target": {"acrobatics": 2, "health": 3},
    },
    rolls=(RollOption("riposte", "Roll it", riposte, change=_sheet_change),),
    explain=_explanation,
)
