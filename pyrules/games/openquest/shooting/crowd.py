"""Firing into a crowd: the cover that bystanders give, and which of them is struck instead.

"Firing into a Crowd".
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.dice import Die, always, d
from ....engine.dice_text import NO_DICE, DiceSum, SignedDice
from ....engine.explain import by, note
from ....engine.inputs import number, same, toggle
from ....engine.procedure import Procedure, Step, throw, total
from ..exchange.attack_inputs import TARGET, Attack, attack_skill, hit_points
from ..exchange.exchange import CODE_WORDS
from ..rolls.damage import DAMAGE_STEP_RULES, HIT_POINTS, Harm, armor, damage, damage_modifier, damage_steps
from ..rolls.ranged_modifiers import COVERS, cover, cover_modifier
from ..rolls.results import HIT_MAX, HIT_ROLLED, HITS, NONE, RESULT_RULES, Readings, result
from ..rolls.weapons import fillings
from ..skills.skill import (
    CRITICAL,
    FAILURE,
    FUMBLE,
    GRADE_WORDS,
    SKILL_RULES,
    SUCCESS,
    SUCCESSES,
    Skill,
    SkillRoll,
    base_of,
    grade,
    grade_die,
    skill,
    skill_modifiers,
    skill_roll,
    switch,
)
from ..tables import FACTS

BYSTANDER, ASTRAY = "Bystander", "astray"
WEAPON = "Weapon"
SHOT_WORDS = {**GRADE_WORDS, FAILURE: "miss", ASTRAY: "misses the target and strikes a bystander"}


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """A shot at one person among others."""

    attack: Skill = attack_skill(
        help="The attacker's Ranged Combat skill, with all modifiers but the crowd's cover.", rule="OQ-CRW-02"
    )
    cover: str = cover()
    thrown: bool = toggle(
        "Thrown by hand", help="A throwing weapon, as opposed to a bow or sling.", rule="OQ-RNG-13", group=WEAPON
    )
    damage: DiceSum = damage(presets=fillings())
    damage_mod: SignedDice = damage_modifier(group=WEAPON)
    mechanical: bool = toggle(
        "Mechanical weapon",
        help="A crossbow's force is its own: the damage modifier is left out.",
        rule="OQ-DAM-02",
        group=WEAPON,
    )
    target_ap: int = armor(group=TARGET)
    target_hp: int | None = hit_points()
    bystander_ap: int = armor("Bystander's armor", group=BYSTANDER)
    bystander_hp: int | None = number(
        "Bystander's hit points",
        *HIT_POINTS,
        None,
        help="What it takes to drop the bystander; empty if you do not know.",
        rule="OQ-DAM-05",
        group=BYSTANDER,
        nullable=True,
        empty="unknown",
    )
    bystander_dodge: Skill | None = skill(
        "Bystander's Dodge",
        help="Whoever is struck by accident may dodge.",
        rule="OQ-CRW-04",
        nullable=True,
        group=BYSTANDER,
    )
    mastery: str = same(Attack, "mastery")
    hundred: str = same(Attack, "hundred")
    dodge_fumble: str = same(Attack, "dodge_fumble")
    crowd_dodge: str = switch("crowd_dodge")
    crowd_ref: str = switch("crowd_ref")
    crowd_doubles: str = switch("crowd_doubles")


class Flight(NamedTuple):
    """The state: where the shot goes, the bystander's dodge, what comes of it, and the damage."""

    shot: str = ""
    dodge: str = NONE
    code: str = ""
    target: int = 0
    bystander: int = 0


def attack_roll(a: Crowd) -> SkillRoll:
    """The roll at the target, behind the crowd (OQ-CRW-02)."""
    return skill_roll(a.attack, a, total(cover_modifier(a.cover)))


def unmodified_roll(a: Crowd) -> SkillRoll:
    """The roll that decides whether a miss strikes somebody else (OQ-CRW-03)."""
    base = base_of(a.attack)
    return SkillRoll(base, base + a.attack.mods if a.crowd_ref == "no_cover_only" else base, a.mastery, a.hundred)


def shot_die(a: Crowd) -> Die[str]:
    """The one roll: a grade against the target, or astray."""
    at_target, at_all = attack_roll(a), unmodified_roll(a)
    if at_target.automatic:
        return always(CRITICAL)

    misses = (FAILURE,) if a.crowd_doubles == "nobody" else (FAILURE, FUMBLE)  # OQ-CRW-05

    def read(roll: int) -> str:
        found = grade(at_target, roll)
        return ASTRAY if found in misses and grade(at_all, roll) in SUCCESSES else found

    return d(FACTS.number("skill_die")).map(read)


def dodges(a: Crowd) -> bool:
    """Whether the bystander may dodge, and can (OQ-CRW-04)."""
    return a.bystander_dodge is not None and (a.thrown or a.crowd_dodge == "always")


def _harm(a: Crowd, armor: int) -> Harm:
    return Harm(a.damage, NO_DICE if a.mechanical else a.damage_mod, armor)


def _target_code(s: Flight) -> str:
    return {CRITICAL: HIT_MAX, SUCCESS: HIT_ROLLED}.get(s.shot, "")


def crowd(a: Crowd) -> Procedure[Flight]:
    """The shot, step by step."""
    at_target = damage_steps(_harm(a, a.target_ap), _target_code, lambda s, n: s._replace(target=n))
    astray = damage_steps(_harm(a, a.bystander_ap), lambda s: s.code, lambda s, n: s._replace(bystander=n))
    return Procedure(
        Flight(),
        (
            throw(
                "Attack",
                shot_die(a),
                lambda s, shot: s._replace(shot=shot, code=HIT_ROLLED if shot == ASTRAY else ""),
                rule="OQ-CRW-02",
                modifiers=skill_modifiers(a.attack, *cover_modifier(a.cover)),
                tell=lambda shot, s: SHOT_WORDS[shot],
            ),
            *by("Target", at_target),
            *_dodge_steps(a),
            *by(BYSTANDER, astray),
        ),
        _outcome,
    )


def explanation(a: Crowd) -> Procedure[Flight]:
    """The shot, and what a miss is measured against."""
    attack, *others = crowd(a).steps
    skill = unmodified_roll(a).modified
    which = "A miss that is no fumble" if a.crowd_doubles == "nobody" else "Any miss"
    astray = note(f"{which} strikes a bystander up to {skill}", "OQ-CRW-03", also=("OQ-CRW-05",))
    at = next(at for at, step in enumerate(others) if step.label.startswith(BYSTANDER))
    may = note("A bystander may dodge it" if dodges(a) else "A bystander cannot dodge it", "OQ-CRW-04")
    plain = note("A bystander takes an ordinary hit, never a critical", "OQ-CRW-05")
    left = note("What armor leaves costs hit points", "OQ-DAM-03", also=("OQ-DAM-05",))
    steps = (attack, *others[:at], left, astray, may, *others[at:], plain)
    return Procedure(Flight(), steps, _outcome)


def _dodge_steps(a: Crowd) -> tuple[Step[Flight], ...]:
    if a.bystander_dodge is None or not dodges(a):
        return ()
    by_rules = Readings(mastery=a.mastery, hundred=a.hundred, dodge_fumble=a.dodge_fumble)
    return (
        throw(
            "Bystander dodges",
            grade_die(skill_roll(a.bystander_dodge, a)),
            lambda s, dodge: s._replace(dodge=dodge, code=result(SUCCESS, dodge, "dodge", by_rules).code),
            rule="OQ-CRW-04",
            when=lambda s: s.shot == ASTRAY,
            modifiers=skill_modifiers(a.bystander_dodge),
            tell=lambda dodge, s: f"{GRADE_WORDS[dodge]}: {CODE_WORDS[s.code].lower()}",
        ),
    )


def _outcome(s: Flight) -> str:
    if s.shot in SUCCESSES:
        return "Target hit"
    if s.shot != ASTRAY:
        return "Fumble" if s.shot == FUMBLE else "Miss"
    return "Bystander hit" if s.code in HITS else "Bystander dodges"


SHOT_LABELS = {
    CRITICAL: "target, critical",
    SUCCESS: "target",
    ASTRAY: "a bystander",
    FAILURE: "nobody",
    FUMBLE: "nobody, fumble",
}


def _values(a: Crowd) -> dict[str, Any]:
    end = crowd(a).odds()
    shots = end.dist(lambda s: s.shot)
    hp, other_hp = a.target_hp, a.bystander_hp
    return {
        "modified": attack_roll(a).modified,
        "p_target_hit": end.p(lambda s: s.shot in SUCCESSES),
        "p_target_critical": shots.get(CRITICAL, Fraction(0)),
        "p_target_success": shots.get(SUCCESS, Fraction(0)),
        "p_fumble": shots.get(FUMBLE, Fraction(0)),
        "p_bystander_hit": shots.get(ASTRAY, Fraction(0)),
        "p_miss": shots.get(FAILURE, Fraction(0)),
        "target_damage": out.text_keys(end.dist(lambda s: s.target)),
        "target_mean": end.mean(lambda s: s.target),
        "p_target_drop": None if hp is None else end.p(lambda s: s.target >= hp),
        "bystander_dodges": dodges(a),
        "p_bystander_struck": end.p(lambda s: s.shot == ASTRAY and s.code in HITS),
        "bystander_damage": out.text_keys(end.dist(lambda s: s.bystander)),
        "bystander_mean": end.mean(lambda s: s.bystander),
        "p_bystander_drop": None if other_hp is None else end.p(lambda s: s.bystander >= other_hp),
        "p_bystander_fumble": end.p(lambda s: s.dodge == FUMBLE),
        "shots": {SHOT_LABELS[shot]: shots[shot] for shot in SHOT_LABELS if shot in shots},
    }


CROWD = Calculator(
    id="openquest.crowd",
    title="Into a crowd",
    summary="Shoot at one person among others: how likely are the target, a bystander or nobody to be struck.",
    inputs=Crowd,
    outputs=(
        out.percent("p_target_hit", "hits the target", rule="OQ-CRW-02", headline=True),
        out.percent("p_bystander_struck", "strikes a bystander", rule="OQ-CRW-04", headline=True),
        out.percent("p_fumble", "fumbles", rule="OQ-CRW-02", headline=True),
        out.figure("modified", "Attack skill, all in", rule="OQ-CRW-02", unit="%"),
        api_only(out.percent("p_target_critical", "Hits the target critically", rule="OQ-CRW-02")),
        api_only(out.percent("p_target_success", "Hits the target plainly", rule="OQ-CRW-02")),
        api_only(out.percent("p_miss", "Misses everybody", rule="OQ-CRW-03")),
        out.percent("p_bystander_hit", "Goes astray at a bystander, before any dodge", rule="OQ-CRW-03"),
        out.flag("bystander_dodges", "The bystander may dodge", rule="OQ-CRW-04"),
        out.figure("target_mean", "Damage to the target, on average", rule="OQ-DAM-03"),
        out.percent("p_target_drop", "Drops the target", rule="OQ-DAM-05"),
        out.figure("bystander_mean", "Damage to the bystander, on average", rule="OQ-CRW-05"),
        out.percent("p_bystander_drop", "Drops the bystander", rule="OQ-CRW-05"),
        out.percent("p_bystander_fumble", "The bystander fumbles", rule="OQ-CRW-04"),
        out.distribution("shots", "Who is struck, before any dodge", rule="OQ-CRW-03"),
        out.distribution("target_damage", "Damage to the target", rule="OQ-DAM-03", unit="damage"),
        out.distribution("bystander_damage", "Damage to the bystander", rule="OQ-CRW-05", unit="damage"),
    ),
    compute=_values,
    explain=explanation,
    also=(
        "OQ-CRW-01",
        "OQ-DEF-07",
        *(option.rule for option in COVERS.options()),
        *DAMAGE_STEP_RULES,
        *(*SKILL_RULES, *RESULT_RULES),
    ),
    start={
        "attack": {"base": 65},
        "cover": "partial",
        "damage": "1d8",
        "target_ap": 2,
        "target_hp": 10,
        "bystander_hp": 8,
        "bystander_dodge": {"base": 30},
    },
    rolls=(RollOption("shot", "Roll it", crowd),),
)
