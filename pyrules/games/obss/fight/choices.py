"""What an attack asks for before its roll: power, distance, hand, harm, luck, and two attacks for a low bonus.

"Power Attack", "Fighting with Two Weapons", "Attack Roll and Defense" and "Multiple attacks".
"""

from __future__ import annotations

from ....engine.fight.acts import Ask, Here
from ....engine.formatting import figure
from ....engine.inputs import Option
from ..round.declared import most_traded
from ..round.stance import POWER, STANCES, limit
from ..sheet.fields import NONE
from ..sheet.weapon import MELEE
from ..table_rules import POWER_CAPS
from ..tables import FACTS
from .attacks_made import made
from .budget import ACTIONS
from .lost import in_hand
from .wounds import harm_ask

WAY = "way"
"""The question for one attack after the other, or two at a lower bonus."""


def power_ask(here: Here) -> Ask:
    """The steps of a Power Attack that the Weapon Proficiency allows (OBSS-POW-01, OBSS-POW-02)."""
    row = STANCES.row(POWER)
    most = limit(here.me["wp"], here.table.get("power_cap", POWER_CAPS[0].id), POWER)
    worth = [
        f"{figure(row['attack'] * n, signed=True)} to hit, {figure(row['damage'] * n, signed=True)} damage"
        for n in range(1, most + 1)
    ]
    options = (Option(str(n), one, row["rule"]) for n, one in enumerate(worth, 1))
    return Ask("power", "Power Attack", (Option("0", "No Power Attack", row["rule"]), *options))


def range_ask(here: Here) -> Ask:
    """How far the target is, by the range of the weapon (OBSS-THR-07)."""
    meters = here.weapon["range_now"] if here.weapon else 0
    rows = FACTS.table("range_bands").rows
    labels = (f"Up to {meters * row['tier']} m{_signed(row['penalty'])}" for row in rows)
    options = (Option(row["id"], label, row["rule"]) for row, label in zip(rows, labels, strict=True))
    return Ask("range", "Distance", tuple(options))


def _signed(penalty: int) -> str:
    return f", {figure(penalty, signed=True)}" if penalty else ""


def close_ask(here: Here) -> Ask:
    """Whether a long weapon has its distance (OBSS-LONG-02)."""
    penalty = figure(FACTS.number("long_weapon_close"), signed=True)
    options = (Option("far", "2 meters", "OBSS-LONG-01"), Option("close", f"Closer, {penalty}", "OBSS-LONG-02"))
    return Ask("close", "Distance", options)


def hand_ask(here: Here) -> Ask:
    """Which hand bears the weapon, for one who fights with two (OBSS-TWF-02, OBSS-TWF-04)."""
    light = bool(here.weapon and here.weapon["light"])
    worth = "" if light else f", {figure(FACTS.number('offhand_penalty'), signed=True)} with several attacks"
    options = (Option("first", "First hand", "OBSS-TWF-01"), Option("second", f"Second hand{worth}", "OBSS-TWF-04"))
    return Ask("hand", "Hand", options)


def luck_ask(here: Here) -> Ask:
    """The points of Weapon Proficiency and ability that are given up for dice (OBSS-HIT-09 to -11)."""
    most = most_traded(here.me["wp"], here.weapon["ability"] if here.weapon else 0)
    options = (Option(str(n), traded(n), "OBSS-HIT-09") for n in range(1, most + 1))
    return Ask("luck", "Trust in luck", (Option("0", "No luck", "OBSS-HIT-09"), *options))


def traded(times: int) -> str:
    """What a trade costs and buys: "-4 to hit, 1 die more"."""
    dice = FACTS.number("luck_dice") * times
    penalty = figure(-FACTS.number("luck_points") * times, signed=True)
    return f"{penalty} to hit, {dice} {'die' if dice == 1 else 'dice'} more"


def way_ask(here: Here) -> Ask:
    """One attack after the other, or two at -4 for a low bonus (OBSS-MULT-05, OBSS-MULT-07)."""
    penalty = figure(FACTS.number("low_level_penalty"), signed=True)
    options = (
        Option("standard", "One by one", "OBSS-MULT-05"),
        Option("pair", f"Two attacks, {penalty} each", "OBSS-MULT-07"),
    )
    return Ask(WAY, "Attacks", options)


def may_pair(here: Here) -> bool:
    """Whether two attacks at -4 can begin now: the first attack, a bonus below 6, two Actions (OBSS-MULT-07)."""
    bonus = here.weapon["hit"] if here.weapon else 0
    left = here.actor.budget.get(ACTIONS, 0) if here.state.begun else FACTS.number("actions_per_round")
    return bonus < FACTS.number("low_level_below") and not made(here) and left >= FACTS.number("low_level_actions")


def has_second(here: Here) -> bool:
    """Whether the actor may fight with two weapons: there are two for melee, and no shield."""
    weapons = in_hand(here.state, here.who, here.me)
    return bool(here.me["shield"] == NONE) and sum(one["kind"] == MELEE for one in weapons) > 1


def asks(here: Here) -> tuple[Ask, ...]:
    """What an attack with this weapon asks for; a question with one answer is left out."""
    if here.weapon is None:
        return ()
    melee = here.weapon["kind"] == MELEE
    found = (
        power_ask(here) if melee else range_ask(here),
        *((close_ask(here),) if melee and here.weapon["long"] else ()),
        *((hand_ask(here),) if melee and has_second(here) and here.weapon["hands_now"] == 1 else ()),
        *((way_ask(here),) if may_pair(here) else ()),
        harm_ask(here),
        luck_ask(here),
    )
    return tuple(one for one in found if len(one.options) > 1)


def asks_for_one(here: Here) -> tuple[Ask, ...]:
    """What an attack asks for that is none of two at a lower bonus, such as a charge (OBSS-MULT-07)."""
    return tuple(one for one in asks(here) if one.name != WAY)


def thrown_asks(here: Here) -> tuple[Ask, ...]:
    """What a throw asks for."""
    return (range_ask(here), harm_ask(here))
