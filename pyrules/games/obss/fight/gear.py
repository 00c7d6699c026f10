"""Handling gear, spells and all the rest that takes Actions.

"Actions in a round". Costs stand in actions.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import hold
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..sheet.conditions import IDLE
from ..tables import FACTS
from ..turns.action_costs import DRAW
from .attacks_made import others
from .budget import ACTIONS, ROWS, cost_of
from .effects import note
from .lost import PICK_UP
from .moves import action

DISTRACTED = "distracted"


def draw_cost(here: Here) -> Mapping[str, int]:
    """An Action, or nothing once with each movement of this round (OBSS-ACT-17)."""
    free = 0
    for one in here.actor.did:
        if one == DRAW:
            free = max(0, free - 1)
        elif (row := ROWS.find("id", one)) and row["moves"]:
            free += FACTS.number("free_draws_per_move")
    return {} if free else {ACTIONS: FACTS.number("draw_actions")}


OTHER_ROWS = (
    *("identify_creature", "hide", "skill_check", "search_backpack", "take_from_belt", "use_item", "give_potion"),
    *("use_magic_item", "concentrate", "dialogue", "break_door", "force_door", "mount", "command_mount"),
)
OTHER = Ask(
    "what",
    "What",
    tuple(
        Option(one, f"{ROWS.row(one)['label']}, {ROWS.row(one)['cost']}", ROWS.row(one)["rule"]) for one in OTHER_ROWS
    ),
)


def casts(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """A spell; one who attacks or dashes in the same round is Distracted (OBSS-ACT-14)."""
    busy = any(ROWS.row(one)["attacks"] or ROWS.row(one)["dashes"] for one in here.actor.did if ROWS.find("id", one))
    fighting = any(True for _ in others(here, here.who))
    if (busy or fighting) and not here.state.holds(here.who, DISTRACTED):
        held = Held(here.who, DISTRACTED, ends=(round_end(max(1, here.state.round)),))
        yield Proposed(hold(held), f"{here.actor.name}: Distracted, the spell takes a Magic Check")


GEAR = (
    action(DRAW, label="Draw or sheathe", cost=draw_cost),
    PICK_UP,
    action("cast_spell", follows=casts),
    action("drink_potion"),
    FightAct(
        id="other",
        label="Something else",
        rule="OBSS-ACT-06",
        at=SELF,
        cost=lambda here: cost_of(here.option(OTHER)),  # type: ignore[arg-type, return-value]
        bars=IDLE,
        asks=lambda here: (OTHER,),
        follows=lambda here, roll: (note(f"{here.actor.name}: {ROWS.row(here.option(OTHER))['label']}"),),
    ),
)
