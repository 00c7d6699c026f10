"""The trait roll: 2d6 plus a trait against a challenge; the margin of a success is the mox.

From the quick reference page of the game's site, on which the chapter builds. Every roll of this game is a trait roll.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ...engine import answer as out
from ...engine.calculator import Calculator, FollowUp, RollOption
from ...engine.dice import Die, Dist, always, d
from ...engine.explain import note
from ...engine.inputs import BOOK, TABLE_RULES_GROUP, number, toggle
from ...engine.procedure import Modifier, Procedure, Remark, Step, if_any, throw, total
from ...engine.procedure import Roll as Walk
from .tables import FACTS, base

TRAIT = (-10, 60)
CHALLENGE = (-10, 99)
KIND_OF_ROLL = "Kind of roll"


def trait_of(label: str, *, help: str, rule: str = "RR-ROLL-01") -> Any:
    """The input for a trait that is rolled or resists."""
    return number(label, *TRAIT, help=help, rule=rule, signed=True)


def situation_bonus() -> Any:
    """The input for the bonus of the situation."""
    return number("Bonus", -30, 30, 0, help="Anything the situation adds or takes.", rule="RR-ROLL-01", signed=True)


EXTREMES_RULES = ("RR-ROLL-02", "RR-ROLL-03")
"""The ids of the rules on a natural 2 and 12."""


def extremes_switch(label: str = "Natural 2 and 12") -> Any:
    """The table rule on a natural 2 and 12 (RR-ROLL-02, RR-ROLL-03)."""
    return toggle(
        label,
        True,
        help="A natural 2 always fails and a natural 12 always succeeds. Switch off for the bare chapter.",
        rule="RR-ROLL-02",
        group=TABLE_RULES_GROUP,
        table=BOOK,
    )


def strict_switch() -> Any:
    """The input for rolls that must exceed the challenge, such as area attacks."""
    return toggle("Must beat the challenge", help="Reaching it is not enough.", rule="RR-AREA-02", group=KIND_OF_ROLL)


def no_roll_switch() -> Any:
    """The input for a trivial task, which needs no roll."""
    return toggle(
        "Trivial, no roll", help="The task needs no dice: the trait is the mox.", rule="RR-ROLL-05", group=KIND_OF_ROLL
    )


def two_dice() -> Die[int]:
    """The sum of the dice of a trait roll (RR-ROLL-01)."""
    return d(FACTS.number("roll_sides")).times(FACTS.number("roll_dice"))


def mox_of(natural: int, bonus: int, challenge: int, *, extremes: bool = True, strict: bool = False) -> int | None:
    """The mox if the dice show `natural`; None for a failure (RR-ROLL-01 to RR-ROLL-03)."""
    margin = natural + bonus - challenge
    if extremes and natural == FACTS.number("lowest_roll"):
        return None
    if extremes and natural == FACTS.number("highest_roll"):
        return max(margin, FACTS.number("least_mox_on_highest"))
    least = FACTS.number("success_margin")
    return margin if margin > least or (margin == least and not strict) else None


def trait_roll(bonus: int, challenge: int, *, extremes: bool = True, strict: bool = False) -> Die[int | None]:
    """2d6 plus `bonus` against `challenge`, read as the mox; None for a failure.

    `extremes` applies the rules on a natural 2 and 12. `strict` requires more than the challenge.
    """
    return two_dice().map(lambda natural: mox_of(natural, bonus, challenge, extremes=extremes, strict=strict))


def naturals(bonus: int, challenge: int, *, extremes: bool = True, strict: bool = False) -> tuple[Step[Any], ...]:
    """The effect of a natural 2 or 12 on such a roll, if there is any (RR-ROLL-02, RR-ROLL-03)."""
    explanation: list[Step[Any]] = []
    for natural, rule in zip((FACTS.number("lowest_roll"), FACTS.number("highest_roll")), EXTREMES_RULES, strict=True):
        summed = mox_of(natural, bonus, challenge, extremes=False, strict=strict)
        read = mox_of(natural, bonus, challenge, extremes=extremes, strict=strict)
        if read != summed:
            label = f"A natural {natural} {tell_mox(read)}, although {natural + bonus} is rolled against {challenge}"
            explanation.append(note(label, rule))
    return tuple(explanation)


def natural_remark(
    bonus: int, challenge: int | Callable[[Any], int], *, extremes: bool = True, strict: bool = False
) -> Remark:
    """What a natural 2 or 12 decides: the first always, the second where the sum falls short (RR-ROLL-02, RR-ROLL-03).

    A challenge may depend on the state before the roll.
    """

    def remark(natural: int, state: Any) -> str:
        to_reach = challenge(state) if callable(challenge) else challenge
        if extremes and natural == FACTS.number("lowest_roll"):
            return f"a natural {natural} always fails"
        summed = mox_of(natural, bonus, to_reach, extremes=False, strict=strict)
        if extremes and mox_of(natural, bonus, to_reach, strict=strict) != summed:
            return f"a natural {natural} always succeeds"
        return ""

    return remark


def chance(bonus: int, challenge: int, *, extremes: bool = True, strict: bool = False) -> Fraction:
    """The chance of a success."""
    return trait_roll(bonus, challenge, extremes=extremes, strict=strict).p(lambda mox: mox is not None)


def mox_dist(dist: Dist[int | None]) -> dict[str, Any]:
    """The distribution of the mox of successes, as answers hold it; failures are missing, so the sum may be below 1."""
    return out.text_keys({mox: p for mox, p in dist.probabilities().items() if mox is not None})


def range_challenge() -> Any:
    """The input for the challenge of the distance."""
    return number(
        "Range",
        0,
        60,
        FACTS.number("default_range_challenge"),
        help="The challenge for the range, if any; the chapter has no table of them.",
        rule="RR-RANGE-01",
    )


def tell_mox(mox: int | None) -> str:
    """The text of a trait roll's result."""
    return "fails" if mox is None else f"succeeds with mox {mox}"


class Rolled(NamedTuple):
    """The state of a trait roll: its mox; None for a failure."""

    mox: int | None = None


@dataclass(frozen=True, kw_only=True)
class Roll:
    """A trait roll against a challenge (RR-ROLL-01)."""

    trait: int = trait_of("Trait or skill", help="The trait or skill rolled.")
    target: int = number(
        "Challenge",
        *CHALLENGE,
        help="The number to reach; the table of challenge words has examples.",
        rule="RR-REF-03",
    )
    bonus: int = situation_bonus()
    extremes: bool = extremes_switch()
    strict: bool = strict_switch()
    no_roll: bool = no_roll_switch()


@dataclass(frozen=True, kw_only=True)
class Versus:
    """A trait roll against the resistance of a person (RR-ROLL-04)."""

    trait: int = trait_of("Trait or skill", help="The trait or skill rolled.")
    opponent_trait: int = trait_of(
        "Opponent's trait", help="The trait that resists; it is not rolled.", rule="RR-ROLL-04"
    )
    bonus: int = situation_bonus()
    extremes: bool = extremes_switch()
    strict: bool = strict_switch()
    no_roll: bool = no_roll_switch()


def trait_modifiers(a: Roll) -> tuple[Modifier, ...]:
    """The modifiers of the dice; without a roll, only the trait counts (RR-ROLL-05)."""
    bonus = () if a.no_roll else if_any("Bonus", a.bonus, "RR-ROLL-01")
    return (Modifier("Trait", a.trait, "RR-ROLL-01"), *bonus)


def _to_reach(a: Roll) -> str:
    return f"above {a.target}" if a.strict else f"against {a.target}"


def against_challenge(a: Roll) -> Procedure[Rolled]:
    """One trait roll, or the trait alone where no roll is needed."""
    modifiers, bonus = trait_modifiers(a), a.trait + a.bonus
    die = always(a.trait) if a.no_roll else trait_roll(bonus, a.target, extremes=a.extremes, strict=a.strict)
    return Procedure(
        Rolled(),
        (
            throw(
                "No roll: the trait is the mox" if a.no_roll else f"Trait roll {_to_reach(a)}",
                die,
                lambda s, mox: Rolled(mox),
                rule="RR-ROLL-05" if a.no_roll else "RR-ROLL-01",
                modifiers=modifiers,
                adds=modifiers,
                tell=lambda mox, s: tell_mox(mox),
                remark=None if a.no_roll else natural_remark(bonus, a.target, extremes=a.extremes, strict=a.strict),
            ),
        ),
        lambda s: "Failure" if s.mox is None else "Success",
    )


def against_person(a: Versus) -> Procedure[Rolled]:
    """One trait roll against the opponent's trait plus the fixed base (RR-ROLL-04)."""
    return against_challenge(_as_roll(a))


def resistance(a: Versus) -> tuple[Modifier, ...]:
    """The parts of the challenge of a resisting person (RR-ROLL-04)."""
    return (base("opponent_base"), Modifier("Opponent's trait", a.opponent_trait, "RR-ROLL-04"))


def _as_roll(a: Versus) -> Roll:
    return Roll(
        trait=a.trait,
        target=total(resistance(a)),
        bonus=a.bonus,
        extremes=a.extremes,
        strict=a.strict,
        no_roll=a.no_roll,
    )


def _as_attack(a: Roll, rolled: Walk) -> dict[str, int] | None:
    """The roll as an attack: the trait is the Offense, the challenge the Defense; None for a failure (RR-DMG-02)."""
    if rolled.end.mox is None or a.no_roll or a.strict:
        return None
    dice = sum(face.value for step in rolled.steps for face in step.faces)
    return {"roll": dice, "offense": a.trait + a.bonus, "defense": a.target}


def explain_challenge(a: Roll) -> Procedure[Rolled]:
    """The same roll, with the effect of a natural 2 or 12."""
    bonus, rolled = total(trait_modifiers(a)), against_challenge(a)
    odd = () if a.no_roll else naturals(bonus, a.target, extremes=a.extremes, strict=a.strict)
    return rolled.explained(before=odd)


def explain_person(a: Versus) -> Procedure[Rolled]:
    """The same roll, with the parts of its challenge (RR-ROLL-04)."""
    resisting: Step[Rolled] = note("Challenge", "RR-ROLL-04", resistance(a), when=lambda s: not a.no_roll)
    return explain_challenge(_as_roll(a)).explained(before=(resisting,))


def _answer(a: Roll) -> dict[str, Any]:
    end = against_challenge(a).odds()
    success = end.given(lambda s: s.mox is not None)
    return {
        "p_success": end.p(lambda s: s.mox is not None),
        "mox_dist": mox_dist(end.read(lambda s: s.mox)),
        "mean_mox_on_success": success.mean(lambda s: s.mox or 0) if success else None,
    }


OUTPUTS = (
    out.percent("p_success", "success", rule="RR-ROLL-01", headline=True),
    out.figure("mean_mox_on_success", "mox on a success", rule="RR-ROLL-01", headline=True),
    out.distribution("mox_dist", "Mox of a success", rule="RR-ROLL-01", unit="mox"),
)

ROLL = Calculator(
    id="raiders.roll",
    title="Trait roll",
    summary="The chance of any trait or skill roll against a challenge, and how good a success is.",
    inputs=Roll,
    outputs=OUTPUTS,
    compute=_answer,
    also=(*EXTREMES_RULES, "RR-AREA-05", "RR-ANIMAL-05"),
    start={"trait": 5, "target": 12},
    rolls=(RollOption("roll", "Roll it", against_challenge),),
    follow_up=FollowUp("damage", "Damage, if this was an attack", _as_attack),
    explain=explain_challenge,
)

VERSUS = Calculator(
    id="raiders.versus",
    title="Against a person",
    summary="The chance of a trait roll that somebody resists with a trait of their own.",
    inputs=Versus,
    outputs=OUTPUTS,
    compute=lambda a: _answer(_as_roll(a)),
    also=EXTREMES_RULES,
    start={"trait": 4, "opponent_trait": 4},
    rolls=(RollOption("roll", "Roll it", against_person),),
    explain=explain_person,
)
