"""Tackle: bring a target down and hold it.

"Universal combat actions": Tackle, S2-TACKLE-01 to S2-TACKLE-08. `hold.py` covers the turns after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption, SheetChange
from ....engine.errors import MISSING_FIELD, InvalidInput
from ....engine.explain import note
from ....engine.inputs import Option, choice, record
from ....engine.procedure import Procedure, Step, counted, settle
from ..rolls.default_inputs import failures_to_ko, health, strike_damage
from ..rolls.opposed import contest_steps
from ..rolls.rolls import HIGHER, Roll, Total, contest, roll_input, total_of
from .hold import (
    FREE,
    HOLD,
    KNOCKED_OUT,
    STRATEGIES,
    STRIKE,
    TAKE_ITEM,
    Grip,
    Held,
    escape_steps,
    hold_odds,
    hold_steps,
    own_turn_steps,
)
from .target_answer import (
    AGILITY,
    ANSWER_RULES,
    STRENGTH,
    TARGETS,
    answers,
    choice_note,
    chosen,
    compared,
    compared_rows,
    from_the_ground,
    own_ground,
    target_roll,
)

STRIKES = "Strikes in the hold"


@dataclass(frozen=True, kw_only=True)
class Tackle:
    """A tackle, and the grappler's strategy for the hold."""

    form_first: ClassVar = ("tackler", "target_strength", "target_agility", "strategy")

    tackler: Roll = roll_input("Tackler", help="Strength with Fighting.", rule="S2-TACKLE-02")
    target_strength: Roll = target_roll("Strength", "Fighting", rule="S2-TACKLE-02")
    target_agility: Roll = target_roll("Agility", "Acrobatics", rule="S2-TACKLE-02")
    strategy: str = choice(
        "In the hold", STRATEGIES, HOLD, help="What the grappler does on each turn.", rule="S2-TACKLE-07"
    )
    grounded: bool = own_ground()
    strike: Roll | None = record(
        "Strike",
        Roll,
        None,
        help="The grappler's unarmed attack: Agility with Fighting, and the penalty of being grounded.",
        rule="S2-TACKLE-07",
        nullable=True,
        group=STRIKES,
    )
    strike_defence: Roll | None = record(
        "Defense against it",
        Roll,
        None,
        help="A dodge of somebody grounded, halved, as there is no free zone.",
        rule="S2-TACKLE-08",
        nullable=True,
        group=STRIKES,
    )
    strike_damage: int = strike_damage(group=STRIKES)
    target_health: int = health("Target's Health", group=STRIKES)
    failures_to_ko: int = failures_to_ko()


def _refuse(a: Tackle) -> None:
    for name in ("strike", "strike_defence"):
        if a.strategy == STRIKE and getattr(a, name) is None:
            raise InvalidInput(name, MISSING_FIELD, None, "To strike in the hold, give both rolls of the strike.")


# The tackle and the hold.


def _rolls(a: Tackle) -> tuple[Total, dict[str, Total]]:
    return from_the_ground(total_of(a.tackler), a.grounded), answers(
        {STRENGTH: a.target_strength, AGILITY: a.target_agility}
    )


def grip(a: Tackle) -> Grip:
    """The hold."""
    strength, tackler = total_of(a.target_strength), total_of(a.tackler)
    needed, own_turn = None, None
    if a.strategy == STRIKE:
        assert a.strike is not None and a.strike_defence is not None  # _refuse excludes None
        own_turn = (total_of(a.strike), total_of(a.strike_defence))
        needed = ceil(a.target_health / a.strike_damage) if a.strike_damage else None
    elif a.strategy == TAKE_ITEM:
        own_turn = (tackler, strength)
    return Grip((strength, tackler), own_turn, a.failures_to_ko, needed)


def _tackle_steps(a: Tackle) -> tuple[Step[Any], ...]:
    first, open_to = _rolls(a)
    answer = open_to[chosen(first, open_to)]
    held = settle(
        "The hold",
        lambda x: x._replace(result="", held=x.result == HIGHER),
        rule="S2-TACKLE-03",
        tell=lambda _, x: "grounded and grappled" if x.held else "only the tackler is down",
    )
    return (*contest_steps(first, answer, ("Tackler", "Target"), rule="S2-TACKLE-02"), held)


def tackle(a: Tackle) -> Procedure[Held]:
    """The tackle, then every turn of the hold."""
    return Procedure(Held(), (*_tackle_steps(a), *hold_steps(grip(a), a.strategy)), lambda x: x.end or "No hold")


def tackle_alone(a: Tackle) -> Procedure[Held]:
    """The tackle without the turns of the hold."""
    return Procedure(Held(), _tackle_steps(a), lambda x: "Held" if x.held else "No hold")


def _sheet_change(a: Tackle, x: Held) -> SheetChange:
    """The damage of the strikes that hit, and whether the target is unconscious (S2-TACKLE-05)."""
    damage = x.successes * a.strike_damage if a.strategy == STRIKE else 0
    return SheetChange(damage, conditions={"unconscious": True} if x.end == KNOCKED_OUT else {})


def _explanation(a: Tackle) -> Procedure[Held]:
    """The tackle, one turn of each side, and the ends of the hold."""
    made = grip(a)
    knocked_out = note(f"Unconscious at failed try number {a.failures_to_ko}", "S2-TACKLE-05")
    if a.strategy == STRIKE:
        needed = made.strikes_needed
        strikes = f"Down after {counted(needed, 'strike')}" if needed else "No number of strikes is enough"
        ends = (knocked_out, note(strikes, "S2-HEALTH-01"))
    else:
        ends = (knocked_out, note("Nobody strikes, so nobody drops", "S2-HEALTH-01"))
    turns = (*escape_steps(made), *(own_turn_steps(made, a.strategy) or _sure()))
    both = note("Both lie on the ground, so the penalty is the same for both", "S2-TACKLE-01")
    return Procedure(Held(), (choice_note(), *_tackle_steps(a), both, *turns, *ends), lambda x: x.end)


def _sure() -> tuple[Step[Any], ...]:
    return (note("Only to hold on takes no roll and loses nothing", "S2-TACKLE-07", also=("S2-TACKLE-08",)),)


def _values(a: Tackle) -> dict[str, Any]:
    first, open_to = _rolls(a)
    taken, made = chosen(first, open_to), grip(a)
    p = contest(first, open_to[taken]).higher
    odds = hold_odds(made)
    knocked_out, free = [p * one for one in odds.knocked_out], [p * one for one in odds.free]
    return {
        "p_tackle": p,
        "p_knocked_out": knocked_out[-1],
        "p_dropped_by_strikes": p * odds.dropped,
        "p_broke_free": free[-1],
        "p_ko_given_tackle": odds.knocked_out[-1],
        "p_escape_one_try": made.p_escape,
        "p_keep_hold_per_own_turn": made.p_keep,
        "expected_strikes": p * odds.successes if a.strategy == STRIKE else Fraction(0),
        "expected_items": p * odds.successes if a.strategy == TAKE_ITEM else Fraction(0),
        "target_choice": taken,
        "answers": compared(first, open_to),
        "p_ko_by_target_turn": knocked_out,
        "p_free_by_target_turn": free,
        "ends": {KNOCKED_OUT: knocked_out, FREE: free},
    }


ENDS = (Option(KNOCKED_OUT, KNOCKED_OUT), Option(FREE, FREE))

TACKLE = Calculator(
    id="stepdie.tackle",
    title="Tackle and hold",
    summary="The chance to bring somebody down and hold them, and how the hold ends.",
    inputs=Tackle,
    outputs=(
        out.percent("p_tackle", "brings them down", rule="S2-TACKLE-03", headline=True),
        out.percent("p_knocked_out", "holds them until unconscious", rule="S2-TACKLE-05", headline=True),
        out.percent("p_broke_free", "breaks free again", rule="S2-TACKLE-08", headline=True),
        out.percent("p_dropped_by_strikes", "Struck down in the hold", rule="S2-HEALTH-01"),
        out.percent("p_ko_given_tackle", "Unconscious, once held", rule="S2-TACKLE-05"),
        out.percent("p_escape_one_try", "One try to escape works", rule="S2-TACKLE-04"),
        out.percent("p_keep_hold_per_own_turn", "The hold outlasts your turn", rule="S2-TACKLE-08"),
        out.figure("expected_strikes", "Strikes that land", rule="S2-TACKLE-08", unit="on average"),
        out.figure("expected_items", "Items taken", rule="S2-TACKLE-08", unit="on average"),
        api_only(out.word("target_choice", "Answers with", TARGETS, rule="S2-CHOICE-01")),
        compared_rows("S2-TACKLE-02"),
        out.curve("ends", "By the turn of the one held", rule="S2-TACKLE-05", unit="Turn", options=ENDS),
        api_only(out.curve("p_ko_by_target_turn", "Unconscious by turn", rule="S2-TACKLE-05", unit="Turn")),
        api_only(out.curve("p_free_by_target_turn", "Free by turn", rule="S2-TACKLE-04", unit="Turn")),
    ),
    compute=_values,
    check=_refuse,
    also=ANSWER_RULES,
    start={
        "tackler": {"die": 10, "skill": 3},
        "target_strength": {"die": 8, "skill": 1},
        "target_agility": {"die": 8, "skill": 2},
        "strategy": TAKE_ITEM,
    },
    rolls=(
        RollOption("tackle", "Roll it", tackle, change=_sheet_change),
        RollOption("tackle_alone", "Roll the tackle alone", tackle_alone),
    ),
    explain=_explanation,
)
