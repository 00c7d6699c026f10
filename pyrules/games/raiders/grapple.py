"""Grapple: a grab, then rounds of squeezes and attempts to escape.

Chapter "Swords, Slings, and Arrows": Grapple. The mox of the grab counts in every squeeze. The victim may try to escape
with each action.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from ...engine import answer as out
from ...engine import chain
from ...engine.calculator import Calculator, RollOption
from ...engine.dice import Dist
from ...engine.errors import not_allowed
from ...engine.explain import note
from ...engine.inputs import Option
from ...engine.procedure import Modifier, Procedure, Step, counted, total
from .attack import wounds_of
from .attack_explanation import going_down
from .escape import escape_die, explain_challenge, refuse_two_mass_bonuses
from .hold import (
    ACTIONS,
    OUTCOMES,
    Grapple,
    Hold,
    challenge_to_escape,
    escaping,
    grab_modifiers,
    grabbing,
    outcome,
    squeezing,
    victims_modifiers,
)
from .rolls import EXTREMES_RULES, mox_dist, naturals
from .turn import cost_of


def at_first(a: Grapple) -> Hold:
    """The first state: no hold yet, or a hold from an earlier round with the mox of its grab (RR-GRAB-02)."""
    return Hold() if a.held_mox is None else Hold("held", a.held_mox)


def grab(a: Grapple) -> Procedure[Hold]:
    """The grab alone; raises `InvalidInput` if the victim is already held."""
    if a.held_mox is not None:
        raise not_allowed("held_mox", a.held_mox, "The victim is held already: no grab is to be made.")
    return Procedure(Hold(), (grabbing(a),), outcome)


def squeezes_with(a: Grapple, actions: int) -> tuple[Step[Hold], ...]:
    """The squeezes that this many actions allow, if the grappler squeezes at all (RR-ACT-01)."""
    return (squeezing(a),) * (actions // cost_of("squeeze") if a.squeeze else 0)


def first_round(a: Grapple) -> Procedure[Hold]:
    """The grab, squeezes with the remaining actions, and the victim's attempts if their turn is still to come.

    With a hold at the start, the round is a later one.
    """
    if a.held_mox is not None:
        return Procedure(at_first(a), later_steps(a), outcome)
    squeezes = squeezes_with(a, ACTIONS - cost_of("grab"))
    escapes = (escaping(a),) * (0 if a.victim_first else a.escape_tries_per_round)
    return Procedure(Hold(), (grabbing(a), *squeezes, *escapes), outcome)


def later_steps(a: Grapple) -> tuple[Step[Hold], ...]:
    """A later round: every action squeezes, and the victim's attempts come before or after."""
    squeezes = squeezes_with(a, ACTIONS)
    escapes = (escaping(a),) * a.escape_tries_per_round
    return escapes + squeezes if a.victim_first else squeezes + escapes


def course(a: Grapple) -> list[Dist[Hold]]:
    """The distribution of states at the end of each round."""
    later = later_steps(a)

    def after(s: Hold) -> Dist[Hold]:
        if s.status == "reaching":
            return first_round(a).odds()
        return Procedure(s, later, outcome).odds() if s.held else Dist({s: 1})

    return list(chain.rounds(at_first(a), after, a.rounds))


def _explanation(a: Grapple) -> Procedure[Hold]:
    """The grab, a squeeze and an attempt to escape, once each; then their number, and what ends them."""
    odd_grab = naturals(total(grab_modifiers(a)), a.defense, extremes=a.extremes)
    holding: Step[Hold] = note(f"Held already, with mox {a.held_mox}", "RR-GRAB-01")
    grabs = (*odd_grab, grabbing(a)) if a.held_mox is None else (holding,)
    odd_try = naturals(total(victims_modifiers(a)), total(challenge_to_escape(a)), extremes=a.extremes)
    steps = (
        *grabs,
        *((_explained_squeeze(a),) if a.squeeze else ()),
        explain_challenge(challenge_to_escape(a)),
        *odd_try,
        replace(escaping(a), when=lambda s: True),  # shown even if no hold lasts that long
        *(note(label, "RR-ACT-01") for label in _explain_rounds(a)),
        going_down(a.wound_limit, a.wounds_before),
    )
    return Procedure(at_first(a), steps, outcome)


def _explained_squeeze(a: Grapple) -> Step[Hold]:
    """The squeeze; where the mox of the grab is known, the sum that gives its wounds."""
    step = squeezing(a)
    if a.held_mox is None:
        return step
    parts = (Modifier("Mox of the grab", a.held_mox, "RR-SQZ-01"), *step.modifiers)
    at_least = Modifier("At least 0", max(0, -total(parts)), "RR-DMG-02")
    return replace(step, label="Squeeze", modifiers=(*parts, at_least))


def _explain_rounds(a: Grapple) -> tuple[str, ...]:
    """The steps of the first round, and of each later round."""
    first = _happening(first_round(a).steps)
    later = _happening(later_steps(a))
    if a.held_mox is not None:
        return (f"{counted(a.rounds, 'round')}, in each: {later}",)
    if a.rounds == 1:
        return (f"1 round: {first}",)
    return (f"Round 1: {first}", f"Each round from 2 to {a.rounds}: {later}")


NOUNS = {"RR-GRAB-01": "grab", "RR-SQZ-01": "squeeze", "RR-ESC-01": "escape attempt"}


def _happening(steps: Iterable[Step[Hold]]) -> str:
    """The steps of a round in short: "1 grab, 1 squeeze, 2 escape attempts"."""
    alike = groupby(steps, key=lambda step: NOUNS[step.rule])
    return ", ".join(counted(len(list(times)), noun) for noun, times in alike) or "just holding on"


def _by_round(ends: list[Dist[Hold]], status: str) -> list[Fraction]:
    return [end.p(lambda s: s.status == status) for end in ends]


def _values(a: Grapple) -> dict[str, Any]:
    ends = course(a)
    grabbed = grab(a).odds() if a.held_mox is None else None
    held, down, free = (_by_round(ends, status) for status in ("held", "down", "free"))
    challenge = total(challenge_to_escape(a))
    one_try = escape_die(victims_modifiers(a), challenge, a.extremes)
    return {
        "p_grab": grabbed.p(lambda s: s.held) if grabbed else None,
        "p_dropped_at_end": down[-1],
        "mean_wounds": ends[-1].mean(lambda s: s.wounds),
        "by_round": {"held": held, "down": down, "free": free},
        "mox_dist": mox_dist(grabbed.read(lambda s: s.mox)) if grabbed else None,
        "escape_challenge": challenge,
        "p_escape_one_try": one_try.p(lambda mox: mox is not None),
        "squeeze_wounds": None if a.held_mox is None else wounds_of(a.held_mox, a.brawn, a.protection),
        "p_held_end_of_round": held,
        "p_dropped_by_round": down,
        "p_free_by_round": free,
        "wounds_dist": out.text_keys(ends[-1].dist(lambda s: s.wounds)),
    }


STATES = tuple(Option(status, OUTCOMES[status]) for status in ("held", "down", "free"))

GRAPPLE = Calculator(
    id="raiders.grapple",
    title="Grapple",
    summary="Grab somebody and squeeze: who is held, free or down after each round.",
    inputs=Grapple,
    outputs=(
        out.percent("p_grab", "grab", rule="RR-GRAB-01", headline=True),
        out.percent("p_dropped_at_end", "down by the last round", rule="RR-WOUND-01", headline=True),
        out.figure("mean_wounds", "wounds", one="wound", rule="RR-WOUND-01", unit="on average", headline=True),
        out.curve("by_round", "At the end of the round", rule="RR-WOUND-01", options=STATES),
        out.distribution("wounds_dist", "Wounds in the end", rule="RR-WOUND-01", unit="wounds"),
        out.distribution("mox_dist", "Mox of the grab", rule="RR-GRAB-01", unit="mox"),
        out.figure("escape_challenge", "Challenge to escape", rule="RR-ESC-02"),
        out.percent("p_escape_one_try", "Free with one try, once held", rule="RR-ESC-01"),
        out.figure("squeeze_wounds", "Wounds of one squeeze", rule="RR-SQZ-01"),
        out.api_only(out.curve("p_held_end_of_round", "Held at the end of the round")),
        out.api_only(out.curve("p_dropped_by_round", "Down by the end of the round")),
        out.api_only(out.curve("p_free_by_round", "Free by the end of the round")),
    ),
    compute=_values,
    check=lambda a: refuse_two_mass_bonuses(a, "target_mass_bonus", a.target_mass_bonus),
    also=("RR-GRAB-05", "RR-ESC-03", "RR-MASS-02", *EXTREMES_RULES),
    start={
        "warrior": 6,
        "defense": 12,
        "brawn": 5,
        "protection": 6,
        "target_brawn": 4,
        "target_warrior": 3,
        "rounds": 4,
    },
    rolls=(
        RollOption("grab", "Roll the grab", grab),
        RollOption("first_round", "Roll a round", first_round, lambda end: end.wounds),
    ),
    explain=_explanation,
)
