"""Opposed rolls: one roll against the best of the opponent's rolls.

"Attack", "Trip" and "Tackle" are contests of this kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from ....engine import answer as out
from ....engine.answer import api_only
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import BAD_TYPE
from ....engine.explain import note
from ....engine.inputs import Option, many
from ....engine.procedure import Procedure, Step, throw
from .rolls import HIGHER, LOWER, ROLL_RULES, TIE, Roll, Total, answer_die, best_answer, contest, roll_input, total_of

MOST_ANSWERS = 4

RESULT_WORDS = {HIGHER: "{} is higher", TIE: "a tie", LOWER: "{} is lower"}


@dataclass(frozen=True, kw_only=True)
class Opposed:
    """A roll, and the opponent's possible rolls."""

    a: Roll = roll_input("The one who acts", help="This roll must end up strictly higher.", rule="S2-TIE-01")
    b: tuple[Roll, ...] = many(
        "The one who answers",
        roll_input("Roll", help="One of the rolls to choose from."),
        1,
        MOST_ANSWERS,
        help="Each roll that may answer; the one beaten least often is taken.",
        rule="S2-CHOICE-01",
        wrong_length=BAD_TYPE,
    )


class Contested(NamedTuple):
    """The state: the acting side's total during the comparison, and the result for that side."""

    first: int = 0
    result: str = ""


def contest_steps(
    first: Total, second: Total, labels: tuple[str, str], *, rule: str = "S2-TIE-01", second_rule: str = ""
) -> tuple[Step[Any], Step[Any]]:
    """The two rolls, for states with the fields `first` and `result`."""
    return (
        throw(
            f"{labels[0]}: {first.dice_text}",
            first.die,
            lambda x, rolled: x._replace(first=rolled, result=""),
            rule=rule,
            modifiers=first.modifiers,
            adds=first.modifiers,
            tell=lambda rolled, x: first.tell(rolled),
        ),
        throw(
            f"{labels[1]}: {second.dice_text}",
            lambda x: answer_die(x.first, second),
            lambda x, met: x._replace(first=0, result=met.result),
            rule=second_rule or rule,
            modifiers=second.modifiers,
            cites=(rule,),
            adds=second.modifiers,
            tell=lambda met, x: second.tell(met.rolled, RESULT_WORDS[met.result].format(labels[0])),
        ),
    )


def _chosen(a: Opposed) -> tuple[Total, list[Total], int]:
    first, answers = total_of(a.a), [total_of(one) for one in a.b]
    return first, answers, best_answer(first, answers)


def opposed(a: Opposed) -> Procedure[Contested]:
    """The contest against the opponent's best roll."""
    first, answers, best = _chosen(a)
    steps = contest_steps(first, answers[best], ("One", "Other"))
    return Procedure(Contested(), steps, lambda x: {HIGHER: "Higher", TIE: "Tie", LOWER: "Lower"}[x.result])


def _explanation(a: Opposed) -> Procedure[Contested]:
    """The contest, and how the opponent chooses its roll."""
    choice = note("The answer that is beaten least often; of equals, the first", "S2-CHOICE-01")
    return opposed(a).explained(choice)


TAKEN = (Option("taken", "taken"), Option("", "\u2013"))


def _values(a: Opposed) -> dict[str, Any]:
    first, answers, best = _chosen(a)
    found = [contest(first, answer) for answer in answers]
    return {
        "p_a_higher": found[best].higher,
        "p_tie": found[best].tie,
        "p_b_higher": found[best].lower,
        "choice": best,
        "answers": [
            {
                "roll": _roll_text(answer),
                "p_a_higher": one.higher,
                "p_tie": one.tie,
                "p_b_higher": one.lower,
                "taken": "taken" if index == best else "",
            }
            for index, (answer, one) in enumerate(zip(answers, found, strict=True))
        ],
    }


def _roll_text(total: Total) -> str:
    bonus = sum(modifier.value for modifier in total.modifiers)
    text = f"{total.dice_text}{bonus:+d}" if bonus else total.dice_text
    return f"half of {text}" if total.halved else text


OPPOSED = Calculator(
    id="stepdie.opposed",
    title="Roll against roll",
    summary="Who ends up higher: one roll against the best of those that may answer it.",
    inputs=Opposed,
    outputs=(
        out.percent("p_a_higher", "the one who acts wins", rule="S2-TIE-01", headline=True),
        out.percent("p_tie", "a tie, which goes to the other", rule="S2-TIE-01", headline=True),
        out.percent("p_b_higher", "the one who answers is higher", rule="S2-TIE-01", headline=True),
        api_only(out.figure("choice", "Best answer, counted from 0", rule="S2-CHOICE-01")),
        out.rows(
            "answers",
            "The answers",
            (
                out.word("roll", "Roll"),
                out.percent("p_a_higher", "Beaten"),
                out.percent("p_tie", "Tie"),
                out.percent("p_b_higher", "Higher"),
                out.word("taken", "Best", TAKEN),
            ),
            rule="S2-CHOICE-01",
            counts="No.",
        ),
    ),
    compute=_values,
    also=("S2-ATTACK-03", "S2-TACKLE-02", *ROLL_RULES),
    start={"a": {"die": 8, "skill": 2}, "b": [{"die": 8, "skill": 1}, {"die": 6, "skill": 3}]},
    rolls=(RollOption("roll", "Roll it", opposed),),
    explain=_explanation,
)
