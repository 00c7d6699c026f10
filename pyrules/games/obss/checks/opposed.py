"""The opposed check: one side acts, the other resists.

"Optional combat maneuvers: general"; the check stands outside the chapter (EXT-08).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.explain import note
from ....engine.inputs import number
from ....engine.procedure import Modifier, Procedure, if_any
from ..table_rules import opposed_mode, opposed_tie
from ..tables import FACTS
from .check_dice import CHECK_DICE_RULES, Grade, Rolled
from .check_step import dice, modifier
from .contest import CONTEST_RULES, PASSIVE, Contest, contest, contest_steps, dc, dc_modifiers, dice_of

SIZE_STEPS = (-6, 6)


def size_steps(**common: Any) -> Any:
    """The input `size_steps`: the steps by which the attacker is larger."""
    return number(
        "Attacker is bigger by",
        *SIZE_STEPS,
        0,
        help="Steps of size from the defender up to the attacker; below 0 if the defender is the bigger one.",
        rule="OBSS-PUSH-02",
        unit="steps",
        signed=True,
        **common,
    )


@dataclass(frozen=True, kw_only=True)
class Opposed:
    """The acting side and the resisting side."""

    attacker_mod: int = modifier(
        "Attacker adds", help="All that is added to the dice of the one who acts.", rule="EXT-08"
    )
    defender_mod: int = modifier("Defender adds", help="The same for the one who resists.", rule="EXT-08")
    attacker_dice: int = dice("Attacker's dice", group="Dice and size")
    size_steps: int = size_steps(group="Dice and size")
    mode: str = opposed_mode()
    tie: str = opposed_tie()


def contest_of(a: Opposed) -> Contest:
    """The contest of these inputs."""
    return Contest(a.attacker_mod, a.defender_mod, a.attacker_dice, a.size_steps, a.mode, a.tie)


class State(NamedTuple):
    """The state: the attacker's roll while it awaits the defender's, and the grade."""

    mine: Rolled | None = None
    grade: Grade | None = None


def opposed(a: Opposed) -> Procedure[State]:
    """The check as a procedure."""
    steps = contest_steps(
        contest_of(a),
        lambda s, grade: State(None, grade._replace(criticals=min(grade.criticals, 1))),
        lambda s, rolled: State(rolled),
        lambda s: s.mine,
        rule="EXT-08",
    )
    return Procedure(State(), steps, lambda s: RESULTS[s.grade] if s.grade else "")


RESULTS = {
    Grade(False, 1): "Critical failure",
    Grade(False, 0): "Failure",
    Grade(True, 0): "Success",
    Grade(True, 1): "Critical success",
}


def explanation(a: Opposed) -> Procedure[State]:
    """The dice, the DC, the check, and the result of a tie."""
    c = contest_of(a)
    passive = a.mode == PASSIVE
    bigger = max(0, c.size_steps) * FACTS.number("size_step_dice")
    mine = (Modifier("Dice", c.attacker_dice, "OBSS-MOD-14"), *if_any("Attacker is bigger", bigger, "OBSS-PUSH-02"))
    theirs = (Modifier("Dice", dice_of(c)[1], "OBSS-PUSH-02"),)
    margin = FACTS.number("critical_margin")
    return opposed(a).explained(
        note(f"A tie goes to the {a.tie}", "EXT-08"),
        note(f"{margin} points or more apart: critical", "EXT-05"),
        before=(
            note("The attacker's dice", "OBSS-PUSH-02", mine),
            note("The DC" if passive else "The defender's dice", "OBSS-MAN-04", dc_modifiers(c) if passive else theirs),
        ),
    )


def chances(c: Contest) -> dict[str, Any]:
    """The chances of the attacker's grades, the outputs of every opposed check."""
    odds = contest(c)
    success = odds.p(lambda grade: grade.success)
    return {
        "dc": dc(c),
        "p_success": success,
        "p_failure": 1 - success,
        "p_critical_success": odds.p(lambda grade: grade.success and grade.criticals > 0),
        "p_critical_failure": odds.p(lambda grade: not grade.success and grade.criticals > 0),
    }


def _values(a: Opposed) -> dict[str, Any]:
    odds = contest(contest_of(a)).read(lambda grade: grade._replace(criticals=min(grade.criticals, 1)))
    results = {label: odds.p(lambda held, grade=grade: held == grade) for grade, label in RESULTS.items()}  # type: ignore[misc]
    return {**chances(contest_of(a)), "results": {label: p for label, p in results.items() if p}}


OPPOSED_CHECK = Calculator(
    id="obss.opposed_check",
    title="Opposed check",
    summary="One side acts and the other resists: the chance that each wins.",
    inputs=Opposed,
    outputs=(
        out.percent("p_success", "attacker succeeds", rule="EXT-08", headline=True),
        out.percent("p_critical_success", "critical success", rule="EXT-05", headline=True),
        out.percent("p_critical_failure", "critical failure", rule="EXT-05", headline=True),
        out.figure("dc", "Rolls against", rule="OBSS-MAN-04"),
        out.distribution("results", "What it comes to", rule="EXT-08"),
        api_only(out.percent("p_failure", "Attacker fails", rule="EXT-08")),
    ),
    compute=_values,
    explain=explanation,
    also=(*CONTEST_RULES, *CHECK_DICE_RULES),
    start={"attacker_mod": 6, "defender_mod": 4},
    rolls=(RollOption("check", "Opposed check", opposed),),
)
