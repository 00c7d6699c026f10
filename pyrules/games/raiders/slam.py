"""Slamming a held victim.

Chapter "Swords, Slings, and Arrows": Grapple. Hard surfaces and sharp corners add to the damage, and letting go ends
the grapple.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption
from ...engine.errors import MISSING_FIELD, InvalidInput, not_allowed
from ...engine.explain import note
from ...engine.inputs import amount, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, settle, throw, total
from .attack import stopping, wounds_of
from .attack_inputs import brawn, protection
from .lookup import lift_kg
from .mass import HEAVIEST
from .rolls import CHALLENGE, EXTREMES_RULES, TRAIT, extremes_switch, natural_remark, naturals, tell_mox, trait_roll
from .tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Slam:
    """A victim of a slam, held already or still to be grabbed (RR-SLAM-01)."""

    mox: int | None = number(
        "Mox of the grab",
        0,
        99,
        None,
        help="If you hold somebody already. Empty to count in the chance of the grab.",
        rule="RR-GRAB-02",
        nullable=True,
        instead_of=("warrior", "defense"),
    )
    brawn: int = brawn()
    hardness: int = number(
        "Hardness",
        FACTS.number("slam_least_bonus"),
        FACTS.number("slam_greatest_bonus"),
        FACTS.number("slam_least_bonus"),
        help="How hard the floor or wall is: from wood to stone.",
        rule="RR-SLAM-01",
    )
    sharp_corner: bool = toggle(
        "Sharp corner",
        help="The victim hits a sharp corner.",
        rule="RR-SLAM-02",
        effect=f"+{FACTS.number('sharp_corner_bonus')} damage",
    )
    protection: int = protection()
    victim_kg: Fraction | None = amount(
        "Victim weighs",
        HEAVIEST,
        None,
        help="With its gear. Whom you cannot lift you cannot slam either; empty to leave that to The Adversary.",
        rule="RR-MASS-04",
        group="Mass",
        unit="kg",
        nullable=True,
    )
    warrior: int | None = number(
        "Warrior",
        *TRAIT,
        None,
        help="The grappler's Warrior, if the grab is still to be made.",
        rule="RR-GRAB-01",
        group="The grab",
        signed=True,
        nullable=True,
        instead_of=("mox",),
    )
    defense: int | None = number(
        "Defense",
        *CHALLENGE,
        None,
        help="The target's Defense, if the grab is still to be made.",
        rule="RR-GRAB-01",
        group="The grab",
        nullable=True,
        instead_of=("mox",),
    )
    extremes: bool = extremes_switch()


def surface(a: Slam) -> tuple[Modifier, ...]:
    """The damage bonus of the surface (RR-SLAM-01, RR-SLAM-02)."""
    row = FACTS.table("hardness").row(str(a.hardness))
    return (
        Modifier(row["label"], row["bonus"], row["rule"]),
        *((FACTS.modifier("sharp_corner_bonus"),) if a.sharp_corner else ()),
    )


class Slammed(NamedTuple):
    """The state of a slam: the mox of the grab, and the wounds."""

    mox: int | None = None
    wounds: int = 0


def slam(a: Slam) -> Procedure[Slammed]:
    """The grab, if there is no hold yet, and the slam."""
    modifiers = (Modifier("Brawn", a.brawn, "RR-SLAM-01"), *surface(a))
    slamming = settle(
        "Slam, added to the mox of the grab",
        lambda s: s._replace(wounds=wounds_of(s.mox, total(modifiers), a.protection)),
        rule="RR-SLAM-01",
        when=lambda s: s.mox is not None,
        modifiers=(*modifiers, Modifier("Protection", -a.protection, "RR-DMG-04")),
        tell=lambda _, s: f"mox {s.mox} makes {counted(s.wounds, 'wound')}; the grapple ends",
    )
    if a.warrior is None or a.defense is None:
        return Procedure(Slammed(a.mox), (slamming,), _outcome)
    reaching = (Modifier("Warrior", a.warrior, "RR-GRAB-01"),)
    grabbing = throw(
        f"Grab against {a.defense}",
        trait_roll(a.warrior, a.defense, extremes=a.extremes),
        lambda s, mox: Slammed(mox),
        rule="RR-GRAB-01",
        modifiers=reaching,
        adds=reaching,
        tell=lambda mox, s: tell_mox(mox),
        remark=natural_remark(a.warrior, a.defense, extremes=a.extremes),
    )
    return Procedure(Slammed(), (grabbing, slamming), _outcome)


def _explanation(a: Slam) -> Procedure[Slammed]:
    """The grab, the bonus of the surface, the wounds, and the end of the grapple."""
    slammed = slam(a)
    place: Step[Slammed] = note("The place", "RR-SLAM-01", surface(a))
    ends: Step[Slammed] = note("Slamming lets go", "RR-SLAM-03")
    if a.mox is not None:
        return Procedure(slammed.start, (place, *_explain_wounds(a, a.mox), ends), slammed.outcome)
    odd = naturals(a.warrior or 0, a.defense or 0, extremes=a.extremes)
    grabbing, _ = slammed.steps
    wounds: Step[Slammed] = note(
        "Wounds, added to the mox of the grab",
        "RR-DMG-02",
        (*_harm(a), Modifier("Protection", -a.protection, "RR-DMG-04")),
        when=lambda s: s.mox is not None,
    )
    return Procedure(slammed.start, (*odd, grabbing, place, wounds, ends), slammed.outcome)


def _harm(a: Slam) -> tuple[Modifier, ...]:
    """The modifiers of the mox, with the surface as one of them."""
    return (Modifier("Brawn", a.brawn, "RR-DMG-02"), Modifier("The place", total(surface(a)), "RR-DMG-02"))


def _explain_wounds(a: Slam, mox: int) -> tuple[Step[Slammed], ...]:
    """The steps from the mox of an earlier grab to the wounds."""
    harm = (Modifier("Mox of the grab", mox, "RR-GRAB-02"), *_harm(a))
    damage = Modifier("Damage", total(harm), "RR-DMG-02")
    return (
        note("Damage before Protection", "RR-DMG-02", harm),
        note("Wounds", "RR-DMG-04", (damage, stopping(total(harm), a.protection))),
    )


def _outcome(s: Slammed) -> str:
    if s.mox is None:
        return "Missed the grab"
    return "Slammed" if s.wounds else "Slammed without a wound"


def _check(a: Slam) -> None:
    if a.victim_kg is not None and a.victim_kg > lift_kg(a.brawn):
        text = f"Brawn {a.brawn} lifts {lift_kg(a.brawn)} kg: this victim is too heavy to slam; you can only hold on."
        raise not_allowed("victim_kg", str(a.victim_kg), text)
    grab = (("warrior", "Warrior", a.warrior), ("defense", "Defense", a.defense))
    for name, label, value in grab:
        if a.mox is not None and value is not None:
            raise not_allowed(name, value, f"The mox of the grab is known: {label} has nothing left to decide.")
        if a.mox is None and value is None:
            text = f"{label} is missing: give the mox of the grab, or Warrior and Defense to make it."
            raise InvalidInput(name, MISSING_FIELD, None, text)


def _values(a: Slam) -> dict[str, Any]:
    bonus, end = total(surface(a)), slam(a).odds()
    known = a.mox is not None
    return {
        "wounds": wounds_of(a.mox, a.brawn + bonus, a.protection) if known else None,
        "p_grab": None if known else end.p(lambda s: s.mox is not None),
        "mean_wounds": None if known else end.mean(lambda s: s.wounds),
        "wounds_dist": None if known else out.text_keys(end.dist(lambda s: s.wounds)),
        "bonus": bonus,
        "damage_before_protection": None if a.mox is None else a.mox + a.brawn + bonus,
        "grapple_ends": True,  # RR-SLAM-03
    }


SLAM = Calculator(
    id="raiders.slam",
    title="Slam",
    summary="Slam or throw somebody you hold into a wall or the floor.",
    inputs=Slam,
    outputs=(
        out.figure("wounds", "wounds", one="wound", rule="RR-DMG-02", headline=True),
        out.percent("p_grab", "grab", rule="RR-GRAB-01", headline=True),
        out.figure("mean_wounds", "wounds", one="wound", rule="RR-DMG-02", unit="on average", headline=True),
        out.distribution("wounds_dist", "Wounds", rule="RR-DMG-02", unit="wounds"),
        out.figure("bonus", "Bonus of the place", rule="RR-SLAM-01", signed=True),
        out.figure("damage_before_protection", "Damage before Protection", rule="RR-GRAB-02"),
        out.flag("grapple_ends", "The grapple ends", rule="RR-SLAM-03"),
    ),
    compute=_values,
    check=_check,
    also=("RR-REF-01", *EXTREMES_RULES),
    start={"brawn": 6, "hardness": 3, "sharp_corner": True, "protection": 5, "warrior": 6, "defense": 12},
    rolls=(RollOption("slam", "Roll it", slam, lambda end: end.wounds),),
    explain=_explanation,
)
