"""Mounted combat: staying in the saddle after a blow.

Chapter "Swords, Slings, and Arrows": Animals and Mounted Combat. A rider who is hit rolls Ranger against the blow's
damage before Protection, even if Protection stops every wound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption, SheetChange
from ...engine.errors import InvalidInput, not_allowed
from ...engine.inputs import number, record
from ...engine.procedure import Modifier, Procedure, Step, counted, settle, throw, total
from .area import DAMAGE
from .attack import ATTACK_RULES, refuse_aimed_haymaker, to_damage, to_hit, wounds_of
from .rolls import extremes_switch, natural_remark, naturals, tell_mox, trait_of, trait_roll
from .strike import Strike


@dataclass(frozen=True, kw_only=True)
class Blow(Strike):
    """A strike at a rider. The calculator makes two rolls, so each table rule on extremes names its roll."""

    extremes: bool = extremes_switch("Natural 2 and 12 on the hit roll")


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A rider, and a blow that has landed or will be rolled (RR-SEAT-01)."""

    ranger: int = trait_of("Ranger", help="The rider's Ranger skill.", rule="RR-SEAT-01")
    damage: int | None = number(
        "Damage of the blow",
        *DAMAGE,
        None,
        help="Damage before Protection, if the blow has landed. Empty for a blow yet to be struck.",
        rule="RR-SEAT-01",
        nullable=True,
        instead_of=("strike",),
    )
    strike: Strike | None = record(
        "The blow",
        Blow,
        None,
        help="A whole strike at the rider, to count in the chance that it hits.",
        rule="RR-SEAT-01",
        group="A blow yet to be struck",
        nullable=True,
        instead_of=("damage",),
    )
    extremes: bool = extremes_switch("Natural 2 and 12 on the Ranger roll")


class Seated(NamedTuple):
    """The state of a rider: the blow's damage before Protection (None without a hit), the wounds, and the fall."""

    damage: int | None = None
    wounds: int = 0
    fallen: bool = False


def keeping_the_seat(a: Seat) -> Step[Seated]:
    """The Ranger roll against the damage of the blow (RR-SEAT-01)."""
    riding = (Modifier("Ranger", a.ranger, "RR-SEAT-01"),)
    return throw(
        "Ranger against the damage" if a.damage is None else f"Ranger against the damage of {a.damage}",
        lambda s: trait_roll(a.ranger, s.damage or 0, extremes=a.extremes),
        lambda s, mox: s._replace(fallen=mox is None),
        rule="RR-SEAT-01",
        when=lambda s: s.damage is not None,
        modifiers=riding,
        adds=riding,
        tell=lambda mox, s: f"{tell_mox(mox)} against {s.damage}",
        remark=natural_remark(a.ranger, lambda s: s.damage or 0, extremes=a.extremes),
    )


def struck(blow: Strike) -> tuple[Step[Seated], ...]:
    """The blow at the rider: its damage before Protection, and the wounds after Protection."""
    hitting, harming = to_hit(blow), to_damage(blow)

    def lands(s: Seated, mox: int | None) -> Seated:
        if mox is None:
            return s
        return s._replace(damage=mox + total(harming), wounds=wounds_of(mox, total(harming), blow.protection))

    return (
        throw(
            f"Hit roll against {blow.defense}",
            trait_roll(total(hitting), blow.defense, extremes=blow.extremes),
            lands,
            rule="RR-STRIKE-01",
            modifiers=hitting,
            adds=hitting,
            tell=lambda mox, s: tell_mox(mox),
            remark=natural_remark(total(hitting), blow.defense, extremes=blow.extremes),
        ),
        settle(
            "Damage before Protection, added to the mox",
            rule="RR-DMG-02",
            when=lambda s: s.damage is not None,
            modifiers=harming,
            tell=lambda _, s: f"{s.damage} damage",
        ),
    )


def wounded(blow: Strike) -> Step[Seated]:
    """The wounds after Protection; the rider rolls to stay mounted even without wounds (RR-SEAT-01)."""
    return settle(
        "Wounds: the damage that Protection leaves",
        rule="RR-DMG-04",
        when=lambda s: s.damage is not None,
        modifiers=(Modifier("Protection", -blow.protection, "RR-DMG-04"),),
        tell=lambda _, s: counted(s.wounds, "wound"),
    )


def ride(a: Seat) -> Procedure[Seated]:
    """A blow at a rider, landed or rolled, and the roll to stay mounted."""
    if a.strike is None:
        return Procedure(Seated(a.damage), (keeping_the_seat(a),), _outcome)
    return Procedure(Seated(), (*struck(a.strike), keeping_the_seat(a), wounded(a.strike)), _outcome)


def _explanation(a: Seat) -> Procedure[Seated]:
    """The same procedure, with the effect of a natural 2 or 12 on rolls with a known challenge."""
    riding, blow = ride(a), a.strike
    if blow is not None:
        odd = naturals(total(to_hit(blow)), blow.defense, extremes=blow.extremes)
    else:
        odd = naturals(a.ranger, a.damage or 0, extremes=a.extremes)
    return riding.explained(before=odd)


def _outcome(s: Seated) -> str:
    if s.damage is None:
        return "Missed"
    return "Unhorsed" if s.fallen else "Keeps the seat"


def _check(a: Seat) -> None:
    if a.damage is None and a.strike is None:
        raise not_allowed("damage", None, "Give the damage of the blow, or the blow itself.")
    if a.strike is None:
        return
    if a.damage is not None:
        raise not_allowed("damage", a.damage, "Give the damage of the blow or the blow itself, not both.")
    try:
        refuse_aimed_haymaker(a.strike)
    except InvalidInput as refused:
        raise not_allowed(f"strike.{refused.field}", refused.value, refused.text) from None


def _values(a: Seat) -> dict[str, Any]:
    end = ride(a).odds()
    landed = a.strike is None
    p_unhorsed = end.p(lambda s: s.fallen)
    hit = end.given(lambda s: s.damage is not None)
    return {
        "p_unhorsed": p_unhorsed,
        "p_keep_seat": 1 - p_unhorsed if landed else None,
        "p_hit": None if landed else end.p(lambda s: s.damage is not None),
        "challenge": a.damage,
        "p_unhorsed_given_hit": None if landed or hit is None else hit.p(lambda s: s.fallen),
        "p_unhorsed_without_wound": None if landed else end.p(lambda s: s.fallen and not s.wounds),
    }


SEAT = Calculator(
    id="raiders.seat",
    title="Keep the seat",
    summary="The chance that a blow throws a rider out of the saddle.",
    inputs=Seat,
    outputs=(
        out.percent("p_unhorsed", "unhorsed", rule="RR-SEAT-01", headline=True),
        out.percent("p_keep_seat", "keeps the seat", rule="RR-SEAT-01", headline=True),
        out.percent("p_hit", "hit", rule="RR-STRIKE-01", headline=True),
        out.percent("p_unhorsed_given_hit", "Unhorsed if hit", rule="RR-SEAT-01"),
        out.percent("p_unhorsed_without_wound", "Unhorsed without a wound", rule="RR-DMG-04"),
        out.figure("challenge", "Challenge of the Ranger roll", rule="RR-SEAT-01"),
    ),
    compute=_values,
    check=_check,
    also=ATTACK_RULES,
    start={"ranger": 5, "damage": 12},
    rolls=(RollOption("seat", "Roll it", ride, change=lambda _, end: SheetChange(end.wounds, at_me=True)),),
    explain=_explanation,
)
