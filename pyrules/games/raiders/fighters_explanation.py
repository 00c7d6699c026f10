"""The steps that explain a round of fighting: each side's strikes, and the effect of each way to spend the round.

Chapter "Swords, Slings, and Arrows": Combat Maneuvers. The strikes are the rolled ones, each labeled with its side.
"""

from __future__ import annotations

from dataclasses import replace

from ...engine.explain import note
from ...engine.procedure import Modifier, Step, if_any, total
from .fighters import NOT_READY, ROUND, WAYS, Dealt, Fighter, Ready, Struck, Way, hit_modifiers, one_round
from .rolls import naturals


def explain_round(
    whose: str,
    who: Fighter,
    way: Way,
    other: str,
    defense: int,
    met_by: Way,
    protection: int,
    extremes: bool,
    ready: Ready = NOT_READY,
) -> tuple[Step[Dealt], ...]:
    """One side's strikes at a foe who may defend: the foe's Defense, and the wounds."""
    if not way.strikes:
        return (note(f"{whose}: {way.label}, no strike", way.rule),)
    met = defense + met_by.defense_bonus
    strikes = one_round(who, way, Struck(met, protection), extremes, ready).steps
    odd = naturals(total(hit_modifiers(who, way, ready)), met, extremes=extremes)
    return (
        *_raised(other, defense, met_by),
        *(replace(step, label=f"{whose}: {step.label}") for step in (*odd, *strikes)),
    )


def _raised(other: str, defense: int, way: Way) -> tuple[Step[Dealt], ...]:
    """The Defense of a fighter who spends actions defending (RR-DEFEND-01)."""
    if not way.defense_bonus:
        return ()
    modifiers = (Modifier("Defense", defense, "RR-DMG-03"), Modifier(way.label, way.defense_bonus, way.rule))
    return (note(f"{other}: Defense", "RR-DEFEND-01", modifiers),)


def gained(way: Way) -> tuple[Modifier, ...]:
    """The modifiers of a way to spend the round."""
    return (
        *if_any("To hit", way.hit_bonus, way.rule),
        *if_any("Damage", way.damage_bonus, way.rule),
        *if_any("Defense", way.defense_bonus, way.rule),
    )


def closed_ways(who: Fighter, ready: Ready = NOT_READY) -> tuple[Step[Dealt], ...]:
    """The ways to spend a round that are closed to this fighter (RR-HAY-02), or add nothing (RR-AIM-01, RR-HAY-01)."""
    whole = [way for way in WAYS.values() if way.cost == ROUND]
    return (
        *(note(f"{w.label}: not without a melee attack", "RR-HAY-02") for w in whole if w.melee_only and not who.melee),
        *(note(f"{w.label}: aimed already", "RR-AIM-01") for w in whole if ready.aimed and w.hit_bonus),
        *(note(f"{w.label}: one is ready", "RR-HAY-01") for w in whole if ready.wound_up and w.damage_bonus),
    )
