"""Escape: breaking out of a hold.

Chapter "Swords, Slings, and Arrows": Grapple. The victim rolls the better of Brawn and Warrior against the better of
the grappler's two. The heavier side gets a mass bonus.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from ...engine import answer as out
from ...engine.calculator import Calculator, RollOption
from ...engine.dice import Die
from ...engine.errors import not_allowed
from ...engine.explain import note
from ...engine.inputs import number
from ...engine.procedure import Modifier, Procedure, Step, if_any, throw, total
from .attack_inputs import STRENGTH
from .rolls import (
    EXTREMES_RULES,
    TRAIT,
    extremes_switch,
    natural_remark,
    naturals,
    situation_bonus,
    tell_mox,
    trait_roll,
)
from .tables import FACTS, base

MASS_BONUS = (0, 60)


def held_strength(label: str, help: str) -> Any:
    """The input for Brawn of the victim or the grappler in an escape."""
    return number(label, *STRENGTH, 0, help=help, rule="RR-ESC-01")


def held_skill(label: str, help: str) -> Any:
    """The input for a Warrior skill in an escape."""
    return number(label, *TRAIT, 0, help=help, rule="RR-ESC-01", signed=True)


def mass_advantage(label: str, help: str) -> Any:
    """The input for the mass bonus of one side."""
    return number(label, *MASS_BONUS, 0, help=help, rule="RR-MASS-01", group="Mass", signed=True)


@dataclass(frozen=True, kw_only=True)
class Escape:
    """A held victim, and the grappler (RR-ESC-01)."""

    brawn: int = held_strength("Brawn", "Brawn of the one who is held.")
    warrior: int = held_skill("Warrior", "Warrior of the one who is held; the better of the two is rolled.")
    grappler_brawn: int = held_strength("Grappler's Brawn", "The higher of this and Warrior holds on.")
    grappler_warrior: int = held_skill("Grappler's Warrior", "The higher of this and Brawn holds on.")
    tries: int = number(
        "Tries",
        1,
        20,
        FACTS.number("actions_per_round"),
        help="How many actions go into trying; each is one roll.",
        rule="RR-ESC-01",
        group="Situation",
    )
    bonus: int = situation_bonus()
    mass_bonus: int = mass_advantage("Mass bonus", "If the one who is held is heavier.")
    grappler_mass_bonus: int = mass_advantage("Grappler's mass bonus", "If the grappler is heavier.")
    extremes: bool = extremes_switch()


def escape_challenge(grappler_brawn: int, grappler_warrior: int, mass_bonus: int) -> tuple[Modifier, ...]:
    """The parts of the challenge of an escape: the base, and the grappler's modifiers (RR-ESC-01, RR-ESC-02)."""
    return (
        base("escape_base"),
        Modifier(
            "Grappler's Brawn" if grappler_brawn > grappler_warrior else "Grappler's Warrior",
            max(grappler_brawn, grappler_warrior),
            "RR-ESC-02",
        ),
        *if_any("Grappler's mass", mass_bonus, "RR-MASS-01"),
    )


def explain_challenge(challenge: tuple[Modifier, ...]) -> Step[Any]:
    """The parts of the challenge of an escape."""
    return note("Challenge to escape", "RR-ESC-02", challenge)


def escape_modifiers(brawn: int, warrior: int, mass_bonus: int, bonus: int = 0) -> tuple[Modifier, ...]:
    """The modifiers of an escape: the better of Brawn and Warrior, mass, and the situation."""
    return (
        Modifier("Brawn" if brawn > warrior else "Warrior", max(brawn, warrior), "RR-ESC-01"),
        *if_any("Mass", mass_bonus, "RR-MASS-01"),
        *if_any("Bonus", bonus, "RR-ROLL-01"),
    )


def escape_die(modifiers: tuple[Modifier, ...], challenge: int, extremes: bool) -> Die[int | None]:
    """One attempt to escape, read as its mox."""
    return trait_roll(total(modifiers), challenge, extremes=extremes)


class Masses(Protocol):
    """The mass bonuses of the two sides of a grapple."""

    @property
    def grappler_mass_bonus(self) -> int: ...


def refuse_two_mass_bonuses(a: Masses, name: str, held: int) -> None:
    """Raises `InvalidInput` if both sides have a mass bonus: only one side can be heavier (RR-MASS-01)."""
    if held and a.grappler_mass_bonus:
        raise not_allowed(name, held, "Only one side can be the heavier: one mass bonus at most.")


class Held(NamedTuple):
    """The state of one attempt."""

    free: bool = False


def _challenge(a: Escape) -> tuple[Modifier, ...]:
    return escape_challenge(a.grappler_brawn, a.grappler_warrior, a.grappler_mass_bonus)


def _modifiers(a: Escape) -> tuple[Modifier, ...]:
    return escape_modifiers(a.brawn, a.warrior, a.mass_bonus, a.bonus)


def escape(a: Escape) -> Procedure[Held]:
    """One attempt to escape."""
    challenge, modifiers = total(_challenge(a)), _modifiers(a)
    return Procedure(
        Held(),
        (
            throw(
                f"Escape against {challenge}",
                escape_die(modifiers, challenge, a.extremes),
                lambda s, mox: Held(mox is not None),
                rule="RR-ESC-01",
                modifiers=modifiers,
                adds=modifiers,
                tell=lambda mox, s: tell_mox(mox),
                remark=natural_remark(total(modifiers), challenge, extremes=a.extremes),
            ),
        ),
        lambda s: "Free" if s.free else "Still held",
    )


def _explanation(a: Escape) -> Procedure[Held]:
    """The challenge, one attempt, and the number of attempts."""
    one_try, challenge = escape(a), _challenge(a)
    odd = naturals(total(_modifiers(a)), total(challenge), extremes=a.extremes)
    tried: Step[Held] = note(
        "One try" if a.tries == 1 else f"Free as soon as one of {a.tries} tries succeeds", "RR-ESC-03"
    )
    return one_try.explained(tried, before=(explain_challenge(challenge), *odd))


def _values(a: Escape) -> dict[str, Any]:
    p_free = escape(a).odds().p(lambda s: s.free)
    held: list[Fraction] = [(1 - p_free) ** tried for tried in range(1, a.tries + 1)]
    return {
        "challenge": total(_challenge(a)),
        "p_escape_one_try": p_free,
        "p_free_after_tries": 1 - held[-1],
        "p_still_held_after": held,
    }


ESCAPE = Calculator(
    id="raiders.escape",
    title="Escape",
    summary="The chance to break free of a grapple, with one try or with several.",
    inputs=Escape,
    outputs=(
        out.percent("p_escape_one_try", "free with one try", rule="RR-ESC-01", headline=True),
        out.percent("p_free_after_tries", "free after all tries", rule="RR-ESC-03", headline=True),
        out.figure("challenge", "Challenge of the roll", rule="RR-ESC-02"),
        out.curve("p_still_held_after", "Still held", rule="RR-ESC-03", unit="Try"),
    ),
    compute=_values,
    check=lambda a: refuse_two_mass_bonuses(a, "mass_bonus", a.mass_bonus),
    also=("RR-MASS-02", *EXTREMES_RULES),
    start={"brawn": 5, "warrior": 4, "grappler_brawn": 5, "grappler_warrior": 3, "tries": 4},
    rolls=(RollOption("escape", "Roll one try", escape),),
    explain=_explanation,
)
