"""Mount: free with a roll, or certain with the action.

"Universal combat actions": Mount.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....engine import answer as out
from ....engine.calculator import Calculator, RollOption
from ....engine.errors import not_allowed
from ....engine.explain import note
from ....engine.inputs import toggle
from ....engine.procedure import Procedure
from ..rolls.checks import Checked, reach_step
from ..rolls.rolls import ROLL_RULES, Roll, roll_input, total_of
from ..tables import FACTS


@dataclass(frozen=True, kw_only=True)
class Mount:
    """A rider who gets on or off a mount."""

    roll: Roll = roll_input("Agility and Riding", help="The die of Agility, and Riding.", rule="S2-MOUNT-02")
    spend_action: bool = toggle("Spend the action", help="Without a roll, and without the risk.", rule="S2-MOUNT-01")


def mount(a: Mount) -> Procedure[Checked]:
    """The roll for a free mount; refused if the action is spent, since nothing is rolled then."""
    if a.spend_action:
        raise not_allowed("spend_action", True, "With the action spent nothing is rolled.")
    return tried(a)


def tried(a: Mount) -> Procedure[Checked]:
    """The roll for a free mount."""
    step = reach_step("Agility and Riding", total_of(a.roll), FACTS.number("mount_target"), rule="S2-MOUNT-02")
    return Procedure(Checked(), (step,), lambda x: "Done" if x.success else "Grounded")


def _explanation(a: Mount) -> Procedure[Checked]:
    """The roll and the effect of a failure, or the statement that no roll is needed."""
    if a.spend_action:
        sure = note("The action does it for sure", "S2-MOUNT-01", also=("S2-MOUNT-02", "S2-MOUNT-03"))
        return Procedure(Checked(True), (sure,), lambda x: "Done")
    fallen = note("A failure grounds you", "S2-MOUNT-03", when=lambda x: not x.success)
    free = note("A roll costs no action", "S2-MOUNT-01")
    return tried(a).explained(fallen, before=(free,))


def _values(a: Mount) -> dict[str, Any]:
    p = _explanation(a).odds().p(lambda x: x.success)
    return {"p_done": p, "p_grounded": 1 - p, "action_kept": not a.spend_action}


MOUNT = Calculator(
    id="stepdie.mount",
    title="Mount",
    summary="On a mount or off it for free: the chance to do it, and to end up on the ground.",
    inputs=Mount,
    outputs=(
        out.percent("p_done", "done", rule="S2-MOUNT-02", headline=True),
        out.percent("p_grounded", "on the ground", rule="S2-MOUNT-03", headline=True),
        out.flag("action_kept", "Action", rule="S2-MOUNT-01", yes="kept", no="spent"),
    ),
    compute=_values,
    also=("S2-TIE-01", *ROLL_RULES),
    start={"roll": {"die": 8, "skill": 1}},
    rolls=(RollOption("mount", "Roll it", mount),),
    explain=_explanation,
)
