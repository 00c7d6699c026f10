"""What goes wrong after a fumble: the Referee chooses among the chapter's examples, or the table rolls.

Section "Fumbles".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ....engine.fight.acts import SELF, Ask, FightAct, Here, Proposed
from ....engine.fight.state import Held
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ....engine.sheet.values import Matchup
from ..rolls.fumble import EXAMPLES, LIST, UNIFORM, WOUND
from ..rolls.results import NONE
from .facts import CONFUSED_NEXT, FUMBLED, PRONE, STRAP_LOST, shield_of
from .lines import begins, ends, hurt

FALL, CONFUSED, STRAP = (row["id"] for row in EXAMPLES.rows[1:])  # in the order of the table
SHIELD_STRAP = "shield"


def has_fumbled(here: Here) -> bool:
    """Whether a fumble of the actor is still to be settled."""
    return here.state.holds(here.who, FUMBLED)


def is_rolled(here: Here) -> bool:
    """Whether this table rolls for what goes wrong (OQ-FUM-02)."""
    return bool(here.table.get("pick", LIST) == UNIFORM)


def victim_ask(here: Here) -> Ask:
    """Who is hurt: the fumbler, or a friend nearby (OQ-FUM-03)."""
    friends = [one for one in here.state.combatants if one.side == here.actor.side and one.id != here.who]
    options = (Option(here.who, here.actor.name), *(Option(one.id, one.name) for one in friends))
    return Ask("victim", "Hurts", options)


def what_ask(here: Here) -> Ask:
    """What goes wrong besides a wound (OQ-FUM-04 to OQ-FUM-06)."""
    rows = [EXAMPLES.row(one) for one in (FALL, CONFUSED, STRAP)]
    options = [Option(row["id"], f"{row['label']}: {row['does']}".rstrip("."), row["rule"]) for row in rows]
    if shield_of(here.state, here.me, here.who) != NONE:
        options.append(Option(SHIELD_STRAP, "A strap of the shield breaks", "OQ-FUM-06"))
    return Ask("what", "What goes wrong", tuple(options))


def fumble_sides(here: Here) -> Matchup:
    """The fumbler with the weapon of the fumble, or the first."""
    held = here.state.find(here.who, FUMBLED)
    weapons = here.me.weapons()
    weapon = next((one for one in weapons if held and one["name"] == held.note), next(iter(weapons), None))
    return Matchup(here.me, weapon, None, None)


def fumble_inputs(here: Here) -> Mapping[str, Any]:
    """Fist damage if the fumbler has no weapon; the victim's hit points do not matter for the roll."""
    bare: dict[str, Any] = {} if here.me.weapons() else {"damage": "1d4"}
    return {**bare, "victim_hp": None}


def settled(here: Here) -> Iterable[Proposed]:
    """The fumble is settled."""
    if held := here.state.find(here.who, FUMBLED):
        yield ends(held, f"{here.actor.name}: the fumble is settled")


def wounds(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The weapon's damage without armor, or what the table has rolled (OQ-FUM-02, OQ-FUM-03)."""
    assert roll is not None  # the fumble is rolled
    yield from settled(here)
    if roll.end.what == WOUND:
        yield from hurt(here, here.option(victim_ask(here)), roll.end.damage)
    else:
        yield goes_wrong(here, roll.end.what)


def goes_wrong(here: Here, what: str) -> Proposed:
    """A fall, a lost round or a broken strap (OQ-FUM-04 to OQ-FUM-06)."""
    name = here.actor.name
    lines = {
        FALL: (Held(here.who, PRONE), "falls prone"),
        CONFUSED: (Held(here.who, CONFUSED_NEXT), "loses the next round"),
        STRAP: (Held(here.who, "strap_broken"), "the armor no longer protects"),
        SHIELD_STRAP: (Held(here.who, STRAP_LOST), "the shield no longer protects"),
    }
    held, text = lines[what]
    return begins(held, f"{name}: {text}")


def other(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """What the Referee has chosen."""
    yield from settled(here)
    yield goes_wrong(here, here.option(what_ask(here)))


FUMBLES = (
    FightAct(
        id="fumble",
        label="Fumble: hurt somebody",
        rule="OQ-FUM-03",
        at=SELF,
        calculator="fumble",
        any_time=True,
        offered=has_fumbled,
        sides=fumble_sides,
        inputs=fumble_inputs,
        figures=("mean",),
        asks=lambda here: (victim_ask(here),),
        follows=wounds,
    ),
    FightAct(
        id="fumble_other",
        label="Fumble: something else",
        rule="OQ-FUM-02",
        at=SELF,
        any_time=True,
        offered=lambda here: has_fumbled(here) and not is_rolled(here),
        asks=lambda here: (what_ask(here),),
        follows=other,
    ),
    FightAct(
        id="fumble_nothing",
        label="Fumble: nothing more",
        rule="OQ-FUM-02",
        at=SELF,
        any_time=True,
        offered=lambda here: has_fumbled(here) and not is_rolled(here),
        follows=lambda here, roll: settled(here),
    ),
)
