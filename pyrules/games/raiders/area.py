"""Area attacks: the attack on a place, and the leap out of the area.

Chapter "Swords, Slings, and Arrows": Area attacks. The chapter has no damage for such attacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption
from ...engine.dice import Die
from ...engine.explain import note
from ...engine.inputs import BOOK, TABLE_RULES_GROUP, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, settle, throw, total
from .attack import stopping
from .attack_inputs import offense, protection
from .rolls import (
    EXTREMES_RULES,
    TRAIT,
    extremes_switch,
    natural_remark,
    naturals,
    range_challenge,
    tell_mox,
    trait_roll,
)
from .tables import FACTS

DAMAGE = (0, 200)


@dataclass(frozen=True, kw_only=True)
class Area:
    """An attack on a place, and a victim in it (RR-AREA-02)."""

    offense: int = offense()
    range_cl: int = range_challenge()
    spaces_covered: int = number(
        "Spaces covered", 1, 1000, 1, help="The size of the area; one space leaves no time to leap.", rule="RR-AREA-03"
    )
    spaces_to_leave: int = number(
        "Spaces to leave", 1, 100, 1, help="How far the victim must move to get out.", rule="RR-AREA-04"
    )
    athlete: int = number(
        "Victim's Athlete",
        *TRAIT,
        0,
        help="The victim's Athlete, to leap clear.",
        rule="RR-AREA-03",
        signed=True,
    )
    damage: int = number(
        "Damage",
        *DAMAGE,
        0,
        help="A flat amount of your own; the chapter has none.",
        rule="RR-AREA-06",
    )
    protection: int = protection()
    strict: bool = toggle(
        "Must beat the challenge",
        True,
        help="As written, the roll at the area must be greater. Off lets an equal roll hit.",
        rule="RR-AREA-02",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )
    extremes: bool = extremes_switch()


def may_leap(a: Area) -> bool:
    """Whether the area covers enough spaces to leave time for a leap (RR-AREA-03)."""
    return a.spaces_covered > FACTS.number("area_no_dodge_spaces")


def leap_challenge(a: Area) -> int:
    """The challenge of the Athlete roll (RR-AREA-04)."""
    return total(_distance(a))


def _distance(a: Area) -> tuple[Modifier, ...]:
    return (FACTS.modifier("dodge_area_per_space", a.spaces_to_leave),)


def area_challenge(a: Area) -> tuple[Modifier, ...]:
    """The parts of the challenge of the attack on the place (RR-AREA-02, RR-RANGE-01)."""
    return (FACTS.modifier("area_challenge"), Modifier("Range", a.range_cl, "RR-RANGE-01"))


def leap_die(a: Area) -> Die[int | None]:
    """The Athlete roll of a victim in the area."""
    return trait_roll(a.athlete, leap_challenge(a), extremes=a.extremes)


class Caught(NamedTuple):
    """The state of an area attack."""

    hit: bool = False
    clear: bool = False
    wounds: int = 0

    @property
    def caught(self) -> bool:
        """Whether the attack hits and the victim does not leap clear."""
        return self.hit and not self.clear


def attack_area(a: Area) -> Procedure[Caught]:
    """The attack on the place, the leap, and the damage."""
    challenge = total(area_challenge(a))
    aiming = (Modifier("Offense", a.offense, "RR-OFF-01"),)
    leaping = (Modifier("Athlete", a.athlete, "RR-AREA-03"),)
    return Procedure(
        Caught(),
        (
            throw(
                f"Area roll, {'above' if a.strict else 'at least'} {challenge}",
                trait_roll(a.offense, challenge, extremes=a.extremes, strict=a.strict),
                lambda s, mox: s._replace(hit=mox is not None),
                rule="RR-AREA-02",
                modifiers=aiming,
                adds=aiming,
                tell=lambda mox, s: "the area is hit" if s.hit else "the area is missed",
                remark=natural_remark(a.offense, challenge, extremes=a.extremes, strict=a.strict),
            ),
            throw(
                f"Athlete against {leap_challenge(a)}",
                leap_die(a),
                lambda s, mox: s._replace(clear=mox is not None),
                rule="RR-AREA-03",
                when=lambda s: s.hit and may_leap(a),
                modifiers=leaping,
                adds=leaping,
                tell=lambda mox, s: tell_mox(mox),
                remark=natural_remark(a.athlete, leap_challenge(a), extremes=a.extremes),
            ),
            settle(
                "Wounds",
                lambda s: s._replace(wounds=max(0, a.damage - a.protection)),
                rule="RR-AREA-06",
                when=lambda s: s.caught,
                modifiers=(Modifier("Damage", a.damage, "RR-AREA-06"), stopping(a.damage, a.protection)),
                tell=lambda _, s: counted(s.wounds, "wound"),
            ),
        ),
        _outcome,
    )


def _explanation(a: Area) -> Procedure[Caught]:
    """The same attack, with the parts of its two challenges."""
    attack = attack_area(a)
    at_place, leap, wounds = attack.steps
    unread: Step[Caught] = note("Challenge of the area", "RR-RANGE-01", area_challenge(a))
    odd = naturals(a.offense, total(area_challenge(a)), extremes=a.extremes, strict=a.strict)
    size = f"{counted(a.spaces_covered, 'space')} covered"
    room: Step[Caught] = note(
        f"{size}: room to leap clear" if may_leap(a) else f"{size}: no time to leap clear", "RR-AREA-03"
    )
    leaping = (_distance_explanation(a), *_odd_leaps(a), leap) if may_leap(a) else ()
    return Procedure(attack.start, (unread, *odd, at_place, room, *leaping, wounds), attack.outcome)


def _distance_explanation(a: Area) -> Step[Caught]:
    label = f"Challenge of leaping {counted(a.spaces_to_leave, 'space')}"
    return note(label, "RR-AREA-04", _distance(a))


def _odd_leaps(a: Area) -> tuple[Step[Caught], ...]:
    return naturals(a.athlete, leap_challenge(a), extremes=a.extremes)


def _outcome(s: Caught) -> str:
    if not s.hit:
        return "Area missed"
    return "Leapt clear" if s.clear else "Caught"


def _values(a: Area) -> dict[str, Any]:
    end = attack_area(a).odds()
    allowed = may_leap(a)
    return {
        "p_area_hit": end.p(lambda s: s.hit),
        "p_caught": end.p(lambda s: s.caught),
        "mean_wounds": end.mean(lambda s: s.wounds),
        "dodge_allowed": allowed,
        "dodge_challenge": leap_challenge(a) if allowed else None,
        "p_dodge": leap_die(a).p(lambda mox: mox is not None) if allowed else Fraction(0),
    }


AREA = Calculator(
    id="raiders.area",
    title="Area attack",
    summary="The chance to hit a place, and of those in it to leap clear.",
    inputs=Area,
    outputs=(
        out.percent("p_caught", "caught", rule="RR-AREA-03", headline=True),
        out.percent("p_area_hit", "area hit", rule="RR-AREA-02", headline=True),
        out.figure("mean_wounds", "wounds", one="wound", rule="RR-AREA-06", unit="on average", headline=True),
        out.flag("dodge_allowed", "May leap clear", rule="RR-AREA-03"),
        out.figure("dodge_challenge", "Challenge of the leap", rule="RR-AREA-04"),
        out.percent("p_dodge", "Leaps clear, once the area is hit", rule="RR-AREA-03"),
    ),
    compute=_values,
    also=EXTREMES_RULES,
    start={
        "offense": 3,
        "range_cl": 4,
        "spaces_covered": 4,
        "spaces_to_leave": 2,
        "athlete": 3,
        "damage": 10,
        "protection": 4,
    },
    rolls=(RollOption("area", "Roll it", attack_area, lambda end: end.wounds),),
    explain=_explanation,
)
