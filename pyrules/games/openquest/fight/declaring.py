"""What fighters say that they will do in a round: the statement of intent.

"Combat Rounds", step 1. A declaration gives the place of the round, and what it gives up counts at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here, Proposed
from ....engine.fight.state import DONE
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..sheet.conditions import ACT
from ..sheet.fields import RANGED, UNARMED
from ..turns.order_inputs import ACTIONS, OPEN_ACTIONS
from .acting import ACTION, at_any_time, gives_up
from .facts import BODILESS, DECLARED, shield_of, this_round
from .lines import begins, ends
from .order import SPIRIT, action_row, at, place, usual_action


def declaration(here: Here) -> Ask:
    """What somebody can do, the usual first, with the place of each action."""

    def skill(row: Mapping[str, Any]) -> int:
        return -place(here.rules, here.state, here.who, here.table, row["id"])[0]

    usual = usual_action(here.me)["id"]
    rows = [row for row in (ACTIONS.row(one.id) for one in OPEN_ACTIONS) if _is_possible(here, row)]
    if here.state.holders(BODILESS):
        rows.append(dict(SPIRIT))
    rows.sort(key=lambda row: row["id"] != usual)
    options = (Option(row["id"], f"{row['label']}: {skill(row)} %", row["rule"]) for row in rows)
    return Ask("action", "Will do", tuple(options))


_NO_BODY_NEEDED = ("cast_spell", "intimidation", "skill_use")


def _is_possible(here: Here, row: Mapping[str, Any]) -> bool:
    """Whether a fighter has what an action needs: a body, the shield, the kind of weapon."""
    if here.me["is_bodiless"]:
        return row["id"] in _NO_BODY_NEEDED
    if row["shields"] and shield_of(here.state, here.me, here.who) not in row["shields"]:
        return False
    weapons = here.me.weapons()
    close = [one for one in weapons if one["skill"] not in (RANGED, UNARMED)]
    needs = {
        "great_attack": any(one["great"] != "other" for one in close),
        "set_weapon": any(one["shafted"] for one in close),
        "whirling_dervish": any(one["one_handed"] for one in close),
        "ranged_attack": any(one["skill"] != UNARMED for one in weapons),  # a close weapon can be hurled
        "aim": any(one["skill"] == RANGED for one in weapons),
    }
    return needs.get(row["id"], True)


def declares(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The place of this round, and the reactions that are given up from now on (OQ-RND-02, OQ-DEF-18)."""
    row = action_row(here.option(declaration(here)))
    rank = place(here.rules, here.state, here.who, here.table, row["id"])
    name = here.actor.name
    before = here.state.find(here.who, DECLARED)
    if before and before.note != row["label"]:
        yield ends(before, f"{name}: no longer declares {before.note}")
    held = this_round(here.state, here.who, DECLARED, note=row["label"])
    yield begins(held, f"{name}: declares {row['label']}")
    if rank != here.actor.place:
        yield at(here.who, rank, f"{name}: acts at {-rank[0]} % in this round")
    yield from gives_up(here.state, here.who, row)


def no_declaration(here: Here) -> str:
    """Why nothing is declared: the turn of this round is over."""
    over = here.state.begun and here.actor.turn == DONE and not here.actor.budget.get(ACTION)
    return f"{here.actor.name} has acted in this round." if over else ""


DECLARE = (
    at_any_time(
        "declare",
        "Declare",
        "OQ-RND-02",
        bars=(ACT,),
        why_not=no_declaration,
        asks=lambda here: (declaration(here),),
        follows=declares,
    ),
)
