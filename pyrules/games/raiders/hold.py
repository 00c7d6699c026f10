"""Hold: the steps of a grapple, one action at a time.

Chapter "Swords, Slings, and Arrows": Grapple. The state keeps the mox of the grab, squeezes use it, and the victim may
try to escape.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ...engine.inputs import number, toggle
from ...engine.procedure import Modifier, Step, counted, if_any, settle, throw, total
from .attack import wounds_of
from .attack_inputs import brawn, defense, hit_bonus, protection, wound_limit, wounds_before
from .escape import escape_challenge, escape_die, escape_modifiers, held_skill, held_strength, mass_advantage
from .rolls import extremes_switch, natural_remark, tell_mox, trait_of, trait_roll
from .tables import FACTS
from .turn import cost_of

ACTIONS = FACTS.number("actions_per_round")
MOST_MOX = 99


@dataclass(frozen=True, kw_only=True)
class Grapple:
    """A grappler, a victim, and the plan of the rounds."""

    warrior: int = trait_of("Warrior", help="The grappler's Warrior; it makes the grab.", rule="RR-GRAB-01")
    defense: int = defense()
    brawn: int = brawn()
    protection: int = protection()
    target_brawn: int = held_strength("Victim's Brawn", "The victim escapes with the better of the two.")
    target_warrior: int = held_skill("Victim's Warrior", "The victim escapes with the better of the two.")
    held_mox: int | None = number(
        "Mox of the grab",
        0,
        MOST_MOX,
        None,
        help="If the victim is held already. Empty for a grab that is still to be made.",
        rule="RR-GRAB-02",
        group="Course",
        nullable=True,
    )
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
    """The state of a grapple. It keeps the mox of the grab as long as the mox counts."""

    status: Literal["reaching", "missed", "held", "free", "down"] = "reaching"
    mox: int | None = None
    wounds: int = 0

    @property
    def held(self) -> bool:
        """Whether the victim is held."""
        return self.status == "held"


OUTCOMES = {
    "reaching": "Not grabbed yet",
    "missed": "Missed",
    "held": "Held",
    "free": "Broken free",
    "down": "Victim down",
}


def outcome(s: Hold) -> str:
    """The outcome of a grapple so far."""
    return OUTCOMES[s.status]


def grab_modifiers(a: Grapple) -> tuple[Modifier, ...]:
    """All modifiers of the grab."""
    return (Modifier("Warrior", a.warrior, "RR-GRAB-01"), *if_any("Bonus to hit", a.bonus_hit, "RR-GRAB-01"))


def grabbing(a: Grapple) -> Step[Hold]:
    """The grab: Warrior against Defense; no damage yet (RR-GRAB-01, RR-GRAB-02)."""
    modifiers = grab_modifiers(a)
    return throw(
        f"Grab against {a.defense}",
        trait_roll(total(modifiers), a.defense, extremes=a.extremes),
        lambda s, mox: Hold("missed" if mox is None else "held", mox),
        rule="RR-GRAB-01",
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda mox, s: tell_mox(mox),
        remark=natural_remark(total(modifiers), a.defense, extremes=a.extremes),
    )


def squeezing(a: Grapple) -> Step[Hold]:
    """One squeeze: Brawn and the mox of the grab, minus Protection (RR-SQZ-01)."""

    def squeeze(s: Hold) -> Hold:
        wounds = s.wounds + wounds_of(s.mox, a.brawn, a.protection)
        if wounds and wounds + a.wounds_before >= a.wound_limit:
            return Hold("down", None, wounds)
        return s._replace(wounds=wounds)

    return settle(
        "Squeeze, added to the mox of the grab",
        squeeze,
        rule="RR-SQZ-01",
        when=lambda s: s.held,
        modifiers=(Modifier("Brawn", a.brawn, "RR-SQZ-01"), Modifier("Protection", -a.protection, "RR-DMG-04")),
        tell=lambda _, s: f"{counted(s.wounds, 'wound')} so far",
    )


def challenge_to_escape(a: Grapple) -> tuple[Modifier, ...]:
    """The parts of the challenge of an escape (RR-ESC-01, RR-ESC-02)."""
    return escape_challenge(a.brawn, a.warrior, a.grappler_mass_bonus)


def victims_modifiers(a: Grapple) -> tuple[Modifier, ...]:
    """The modifiers of the victim's attempts (RR-ESC-01)."""
    return escape_modifiers(a.target_brawn, a.target_warrior, a.target_mass_bonus)


def escaping(a: Grapple) -> Step[Hold]:
    """One action of the victim, spent on an attempt to escape (RR-ESC-01)."""
    modifiers, challenge = victims_modifiers(a), total(challenge_to_escape(a))
    return throw(
        f"Escape against {challenge}",
        escape_die(modifiers, challenge, a.extremes).map(lambda mox: mox is not None),
        lambda s, free: Hold("free", None, s.wounds) if free else s,
        rule="RR-ESC-01",
        when=lambda s: s.held,
        modifiers=modifiers,
        adds=modifiers,
        tell=lambda free, s: "breaks free" if free else "still held",
        remark=natural_remark(total(modifiers), challenge, extremes=a.extremes),
    )
