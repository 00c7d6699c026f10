"""The target's roll against a trip or a tackle: Agility or Strength, whichever loses less often.

"Universal combat actions": Trip, Tackle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....engine import answer as out
from ....engine.explain import note
from ....engine.inputs import toggle
from ....engine.procedure import Step
from ..rolls.rolls import ROLL_RULES, Roll, Total, best_answer, contest, roll_input, total_of
from ..tables import FACTS

AGILITY, STRENGTH = "agility", "strength"
TARGETS = FACTS.table("target_choices").options()
ANSWER_RULES = ("S2-CHOICE-01", "S2-TIE-01", *ROLL_RULES)

Answers = Mapping[str, Total]


def own_ground() -> Any:
    """The input for tripping or tackling while Grounded."""
    help = FACTS.fill("You lie on the ground already: {grounded_penalty} on this combat action.")
    return toggle("From the ground", help=help, rule="S2-GROUND-01", group="How you stand")


def from_the_ground(first: Total, grounded: bool) -> Total:
    """The roll to trip or tackle, which are combat actions, with the Grounded modifier (S2-GROUND-01)."""
    return first.plus(FACTS.modifier("grounded_penalty")) if grounded else first


def answers(rolls: Mapping[str, Roll]) -> dict[str, Total]:
    """The target's rolls; the first wins a tie."""
    return {kind: total_of(roll) for kind, roll in rolls.items()}


def chosen(first: Total, open_to: Answers) -> str:
    """The roll that loses least often."""
    return list(open_to)[best_answer(first, list(open_to.values()))]


def compared(first: Total, open_to: Answers) -> list[dict[str, Any]]:
    """Each of the target's rolls with its chances."""
    taken = chosen(first, open_to)
    found = [(kind, answer, contest(first, answer)) for kind, answer in open_to.items()]
    return [
        {
            "answer": kind,
            "roll": f"{answer.dice_text}{bonus:+d}"
            if (bonus := sum(m.value for m in answer.modifiers))
            else answer.dice_text,
            "p_beaten": one.higher,
            "p_tie": one.tie,
            "taken": kind == taken,
        }
        for kind, answer, one in found
    ]


def compared_rows(rule: str) -> out.Output:
    """The output table of the target's rolls."""
    return out.rows(
        "answers",
        "The target's answers",
        (
            out.word("answer", "With", TARGETS),
            out.word("roll", "Roll"),
            out.percent("p_beaten", "Beaten"),
            out.percent("p_tie", "Tie"),
            out.flag("taken", "Better", yes="taken", no="\u2013"),
        ),
        rule=rule,
    )


def choice_note() -> Step[Any]:
    """A note that states how the target chooses."""
    return note("The target takes the answer that is beaten less often", "S2-CHOICE-01")


def target_roll(attribute: str, skill: str, *, rule: str, default: Roll | None = None, **common: Any) -> Any:
    """The input for one of the target's rolls."""
    label, help = f"Target's {attribute}", f"{attribute} with {skill}."
    if default is None:
        return roll_input(label, help=help, rule=rule, **common)
    return roll_input(label, help=help, rule=rule, default=default, **common)
