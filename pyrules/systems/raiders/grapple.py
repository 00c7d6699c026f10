"""Grapple: a grab, then rounds of squeezing while the victim tries to get out.

Chapter "Swords, Slings, and Arrows": Grapple. The mox of the grab counts in every squeeze, and the victim
may try to escape with each action.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from ...engine import answer as out
from ...engine import chain
from ...engine.calculator import Calculator, Throw
from ...engine.dice import Dist
from ...engine.fields import Option, number, toggle
from ...engine.procedure import Modifier, Procedure, Step, counted, if_any, settle, throw, total
from .attack import brawn, defense, hit_bonus, protection, wound_limit, wounds_before, wounds_of
from .escape import (
    escape_challenge,
    escape_die,
    escape_modifiers,
    held_skill,
    held_strength,
    mass_advantage,
    refuse_two_mass_bonuses,
)
from .facts import FACTS
from .rolls import EXTREMES_RULES, extremes_switch, mox_dist, tell_mox, trait_of, trait_roll
from .turn import cost_of

ACTIONS = FACTS.number("actions_per_round")


@dataclass(frozen=True, kw_only=True)
class Grapple:
    """A grappler, a victim, and the course of the rounds."""

    warrior: int = trait_of("Warrior", help="The grappler's Warrior; it makes the grab.", rule="RR-GRAB-01")
    defense: int = defense()
    brawn: int = brawn()
    protection: int = protection()
    target_brawn: int = held_strength("Victim's Brawn", "The victim escapes with the better of the two.")
    target_warrior: int = held_skill("Victim's Warrior", "The victim escapes with the better of the two.")
    rounds: int = number("Rounds", 1, 10, 3, help="How many rounds to look ahead.", rule="RR-ACT-01", group="Course")
    squeeze: bool = toggle(
        "Squeeze", True, help="Every action left squeezes; off to just hold on.", rule="RR-SQZ-01", group="Course"
    )
    escape_tries_per_round: int = number(
        "Escape tries a round",
        0,
        ACTIONS // cost_of("escape"),
        ACTIONS // cost_of("escape"),
        help="Actions that the victim spends on getting out.",
        rule="RR-ESC-01",
        group="Course",
    )
    victim_first: bool = toggle(
        "Victim acts first", help="The victim's initiative comes before yours.", rule="RR-INIT-01", group="Course"
    )
    bonus_hit: int = hit_bonus("Anything else that adds to the grab, such as aiming.", "RR-GRAB-01")
    grappler_mass_bonus: int = mass_advantage("Grappler's mass bonus", "If the grappler is heavier.")
    target_mass_bonus: int = mass_advantage("Victim's mass bonus", "If the victim is heavier.")
    wounds_before: int = wounds_before()
    wound_limit: int = wound_limit()
    extremes: bool = extremes_switch()


class Hold(NamedTuple):
    """How a grapple stands. The mox of the grab is kept only while it still counts."""

    status: Literal["reaching", "missed", "held", "free", "down"] = "reaching"
    mox: int | None = None
    wounds: int = 0

    @property
    def held(self) -> bool:
        """Whether the victim is being held."""
        return self.status == "held"


OUTCOMES = {
    "reaching": "Not grabbed yet",
    "missed": "Missed",
    "held": "Held",
    "free": "Broken free",
    "down": "Victim down",
}


def _outcome(s: Hold) -> str:
    return OUTCOMES[s.status]


def grabbing(a: Grapple) -> Step[Hold]:
    """The grab: Warrior against Defense; no damage yet (RR-GRAB-01, RR-GRAB-02)."""
    modifiers = (
        Modifier("Warrior", a.warrior, "RR-GRAB-01"),
        *if_any("Bonus to hit", a.bonus_hit, "RR-GRAB-01"),
    )
    return throw(
        f"Grab against {a.defense}",
        trait_roll(total(modifiers), a.defense, extremes=a.extremes),
        lambda s, mox: Hold("missed" if mox is None else "held", mox),
        rule="RR-GRAB-01",
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda mox, s: tell_mox(mox),
    )


def squeezing(a: Grapple) -> Step[Hold]:
    """One action of squeezing: Brawn and the mox of the grab, less Protection (RR-SQZ-01)."""

    def squeeze(s: Hold) -> Hold:
        wounds = s.wounds + wounds_of(s.mox, a.brawn, a.protection)
        if wounds and wounds + a.wounds_before >= a.wound_limit:
            return Hold("down", None, wounds)
        return s._replace(wounds=wounds)

    return settle(
        "Squeeze",
        squeeze,
        rule="RR-SQZ-01",
        when=lambda s: s.held,
        modifiers=(Modifier("Brawn", a.brawn, "RR-SQZ-01"), Modifier("Protection", -a.protection, "RR-DMG-04")),
        tell=lambda _, s: f"{counted(s.wounds, 'wound')} so far",
    )


def _challenge(a: Grapple) -> int:
    return escape_challenge(a.brawn, a.warrior, a.grappler_mass_bonus)


def escaping(a: Grapple) -> Step[Hold]:
    """One action of the victim spent on getting out (RR-ESC-01)."""
    modifiers = escape_modifiers(a.target_brawn, a.target_warrior, a.target_mass_bonus)
    return throw(
        f"Escape against {_challenge(a)}",
        escape_die(modifiers, _challenge(a), a.extremes).map(lambda mox: mox is not None),
        lambda s, free: Hold("free", None, s.wounds) if free else s,
        rule="RR-ESC-01",
        when=lambda s: s.held,
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda free, s: "breaks free" if free else "still held",
    )


def grab(a: Grapple) -> Procedure[Hold]:
    """The grab alone."""
    return Procedure(Hold(), (grabbing(a),), _outcome)


def squeezes_with(a: Grapple, actions: int) -> tuple[Step[Hold], ...]:
    """As many squeezes as this many actions pay for, if the grappler squeezes at all (RR-ACT-01)."""
    return (squeezing(a),) * (actions // cost_of("squeeze") if a.squeeze else 0)


def first_round(a: Grapple) -> Procedure[Hold]:
    """Grab, squeeze with what is left of the round, and the victim's tries if their turn is still to come."""
    squeezes = squeezes_with(a, ACTIONS - cost_of("grab"))
    escapes = (escaping(a),) * (0 if a.victim_first else a.escape_tries_per_round)
    return Procedure(Hold(), (grabbing(a), *squeezes, *escapes), _outcome)


def later_steps(a: Grapple) -> tuple[Step[Hold], ...]:
    """A further round: every action squeezes, and the victim tries before or after."""
    squeezes = squeezes_with(a, ACTIONS)
    escapes = (escaping(a),) * a.escape_tries_per_round
    return escapes + squeezes if a.victim_first else squeezes + escapes


def course(a: Grapple) -> list[Dist[Hold]]:
    """How the grapple stands at the end of each round."""
    later = later_steps(a)

    def after(s: Hold) -> Dist[Hold]:
        if s.status == "reaching":
            return first_round(a).odds()
        return Procedure(s, later, _outcome).odds() if s.held else Dist({s: 1})

    return list(chain.rounds(Hold(), after, a.rounds))


def _by_round(ends: list[Dist[Hold]], status: str) -> list[Fraction]:
    return [end.p(lambda s: s.status == status) for end in ends]


def _values(a: Grapple) -> dict[str, Any]:
    grabbed, ends = grab(a).odds(), course(a)
    held, down, free = (_by_round(ends, status) for status in ("held", "down", "free"))
    one_try = escape_die(
        escape_modifiers(a.target_brawn, a.target_warrior, a.target_mass_bonus), _challenge(a), a.extremes
    )
    return {
        "p_grab": grabbed.p(lambda s: s.held),
        "p_dropped_at_end": down[-1],
        "mean_wounds": ends[-1].mean(lambda s: s.wounds),
        "by_round": {"held": held, "down": down, "free": free},
        "mox_dist": mox_dist(grabbed.read(lambda s: s.mox)),
        "escape_challenge": _challenge(a),
        "p_escape_one_try": one_try.p(lambda mox: mox is not None),
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
        out.percent("p_grab", "grab", headline=True),
        out.percent("p_dropped_at_end", "down in the last round", headline=True),
        out.figure("mean_wounds", "wounds", unit="on average", headline=True),
        out.curve("by_round", "At the end of the round", options=STATES),
        out.distribution("wounds_dist", "Wounds in the end", unit="wounds"),
        out.distribution("mox_dist", "Mox of the grab", unit="mox"),
        out.figure("escape_challenge", "Challenge to escape"),
        out.percent("p_escape_one_try", "Free with one try"),
        out.unseen(out.curve("p_held_end_of_round", "Held at the end of the round")),
        out.unseen(out.curve("p_dropped_by_round", "Down by the end of the round")),
        out.unseen(out.curve("p_free_by_round", "Free by the end of the round")),
    ),
    work=_values,
    check=lambda a: refuse_two_mass_bonuses(a, "target_mass_bonus", a.target_mass_bonus),
    rules=(
        "RR-GRAB-01",
        "RR-GRAB-02",
        "RR-GRAB-05",
        "RR-SQZ-01",
        "RR-ESC-01",
        "RR-ESC-02",
        "RR-ESC-03",
        "RR-MASS-01",
        "RR-MASS-02",
        "RR-INIT-01",
        "RR-ACT-01",
        "RR-DMG-02",
        "RR-DMG-03",
        "RR-DMG-04",
        "RR-WOUND-01",
        *EXTREMES_RULES,
    ),
    start={
        "warrior": 6,
        "defense": 12,
        "brawn": 5,
        "protection": 6,
        "target_brawn": 4,
        "target_warrior": 3,
        "rounds": 4,
    },
    throws=(
        Throw("grab", "Roll the grab", grab),
        Throw("first_round", "Roll the first round", first_round),
    ),
)
