"""The inputs of an attack that the fight knows: the attacks before it, help, aim, range, hand, and what is declared.

"Attack Roll and Defense", "Multiple attacks", "Fighting with Two Weapons", "Power Attack" and "Taking Aim".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, Here
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import counted
from ..attack.attack import EXTRA_CRITS
from ..maneuvers.maneuver import KINDS
from ..modifiers.circumstances import EARLIER, MOST_HELP
from ..modifiers.sequence import CHARGE
from ..modifiers.situations import ATTACKER
from ..round.declared import most_traded
from ..round.stance import POWER, STANCES, limit
from ..sheet.conditions import HELPED, LASTING, lasting
from ..sheet.fields import NONE
from ..sheet.weapon import MELEE
from ..table_rules import POWER_CAPS
from ..tables import FACTS
from .budget import ACTIONS, ROWS
from .wounds import LIGHT_WITH_LETHAL, harm_ask, to_down

ATTACK, THROW, PRECISE, HELP, SET = "attack", "throw", "precise_strike", "help_in_melee", "set_weapon"
ENGAGED, AIMS, GRAPPLES, PAIRED, GUARDS = "engaged", "aims", "grapples", "paired", "guards_with_second"
COUNTED = {ATTACK, THROW, *(row["id"] for row in ROWS.rows if row["attacks"]), *(kind.id for kind in KINDS)}
"""The acts that make the next attack of the round harder (OBSS-MULT-05, OBSS-MAN-02)."""
RIDES = "rides"
PLAIN = (ATTACK, THROW)
WITH_A_WEAPON = (*PLAIN, PRECISE, CHARGE)


def made(here: Here) -> int:
    """The attacks of this round, as the penalty of the next one counts them; a charge counts twice (OBSS-CHG-07)."""
    did = here.actor.did
    return sum(one in COUNTED for one in did) + did.count(CHARGE)


def attack_cost(here: Here) -> Mapping[str, int]:
    """An Action for each attack; three Actions are enough for any number (OBSS-MULT-01 to -03)."""
    before = sum(one in PLAIN for one in here.actor.did)
    return {} if before >= FACTS.number("many_attacks_actions") else {ACTIONS: FACTS.number("attack_actions")}


def with_a_weapon(here: Here) -> int:
    """The weapon attacks of this round."""
    return sum(one in WITH_A_WEAPON for one in here.actor.did)


def others(here: Here, who: str) -> Iterator[str]:
    """Those with whom a fighter is in melee."""
    for held in here.state.held:
        if held.id == ENGAGED and who in (held.who, held.to):
            yield held.to if held.who == who else held.who


def is_ranged(here: Here) -> bool:
    """Whether the weapon of the act shoots, or is thrown."""
    return bool(here.weapon and here.weapon["kind"] != MELEE)


# What is asked before the roll


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
    return Ask("way", "Attacks", options)


def may_pair(here: Here) -> bool:
    """Whether two attacks at -4 can begin now: the first attack, a bonus below 6, two Actions (OBSS-MULT-07)."""
    bonus = here.weapon["hit"] if here.weapon else 0
    left = here.actor.budget.get(ACTIONS, 0) if here.state.begun else FACTS.number("actions_per_round")
    return bonus < FACTS.number("low_level_below") and not made(here) and left >= FACTS.number("low_level_actions")


def has_second(here: Here) -> bool:
    """Whether the actor may fight with two weapons: there are two for melee, and no shield."""
    return bool(here.me["shield"] == NONE) and sum(one["kind"] == MELEE for one in here.me.weapons()) > 1


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


def thrown_asks(here: Here) -> tuple[Ask, ...]:
    """What a throw asks for."""
    return (range_ask(here), harm_ask(here))


# What weapon maneuvers add to an attack


def counting(here: Here, column: str) -> Iterator[tuple[Held, dict[str, Any]]]:
    """The lasting effects of the actor that change attacks by this column now, with their rows.

    Some count from the next round on.
    """
    for held in here.state.of(here.who):
        row = LASTING.get(held.id)
        if not row or not row.get(column):
            continue
        is_early = row.get("next_round") and any(end.number > here.state.round for end in held.ends)
        if not is_early:
            yield held, row


def more_criticals(here: Here) -> int:
    """The criticals that every hit has by weapon maneuvers."""
    found = (row for _, row in counting(here, "criticals") if with_a_weapon(here) or not row["first_misses"])
    return sum(int(row["criticals"]) for row in found)


def ends_with_a_hit(held: Held) -> bool:
    """Whether this is an effect on the next hit only."""
    return bool(LASTING.get(held.id, {}).get("next_hit"))


def misses_for_certain(here: Here) -> bool:
    """Whether the first attack of this round misses (OBSS-WM12-2)."""
    return not with_a_weapon(here) and any(True for _ in counting(here, "first_misses"))


def spares(here: Here) -> bool:
    """Whether criticals in melee do no damage to the target (OBSS-WM10-3)."""
    return not is_ranged(here) and any(held.source == here.to for held, _ in counting(here, "spares"))


# The inputs


def is_second_of_pair(here: Here) -> bool:
    """Whether this is the second of two attacks at -4."""
    return here.holds(PAIRED) and made(here) > 0


def in_pair(here: Here) -> bool:
    """Whether the attack is one of two at -4."""
    return is_second_of_pair(here) or (may_pair(here) and here.option(way_ask(here)) == "pair")


def situations(here: Here, *more: str, ranged: bool = False) -> list[str]:
    """The situations of both sheets, and those that the fight knows besides."""
    feats = here.me["feats"]
    engaged = {*others(here, here.to)} - {here.who}
    foes = [one for one in others(here, here.who) if here.state[one].side != here.actor.side]
    known = {
        "target_engaged": ranged and bool(engaged),
        "ranged_while_threatened": ranged and bool(foes) and "one_with_the_bow" not in feats,
        "elevated": here.state.holds(here.who, RIDES) and not here.state.holds(here.to, RIDES),
        "grappling_other_target": any(h.id == GRAPPLES and h.to != here.to for h in here.state.of(here.who)),
        "nonlethal_with_lethal": here.options.get("harm") == LIGHT_WITH_LETHAL,
        "long_weapon_close": not ranged and here.options.get("close") == "close",
    }
    found = {*here.matchup["matchup.situations"], *more, *(one for one, holds in known.items() if holds)}
    without_dice = is_second_of_pair(here)
    rows = (row for row in ATTACKER.rows if row["id"] in found)
    return [row["id"] for row in rows if not (without_dice and (row["dice"] or 0) > 0)]


def declared(here: Here) -> tuple[int, int]:
    """What the choices add to the attack and to the damage."""
    if here.weapon is None:
        return 0, 0
    attack = sum(row["rising"] * (1 + with_a_weapon(here)) for _, row in counting(here, "rising"))
    damage = 0
    steps = int(here.option(power_ask(here))) if here.weapon["kind"] == MELEE else 0
    attack += STANCES.row(POWER)["attack"] * steps
    damage += STANCES.row(POWER)["damage"] * steps
    if here.options.get("hand") == "second":
        several = made(here) > 0 or here.actor.budget.get(ACTIONS, 0) > 1
        attack += 0 if here.weapon["light"] or not several else FACTS.number("offhand_penalty")
        strength = max(0, here.me["str"])
        damage -= strength - strength // FACTS.number("offhand_strength_divisor")
    if in_pair(here):
        attack += FACTS.number("low_level_penalty")
    return attack, damage


def distance_penalty(here: Here) -> int:
    """What the distance takes off a shot or a throw (OBSS-THR-08, OBSS-THR-09)."""
    penalty: int = FACTS.table("range_bands").row(here.option(range_ask(here)))["penalty"]
    return penalty


def swing(here: Here, *more: str, thrown: bool = False, dice: int = 0) -> dict[str, Any]:
    """The inputs of an attack with damage, for the calculator of strikes."""
    if here.weapon is None or here.they is None:
        return {}
    ranged = thrown or is_ranged(here)
    hit = here.weapon["throw" if thrown else "hit"] + (distance_penalty(here) if ranged else 0)
    attack, damage = declared(here)
    aimed = here.fact(AIMS) if ranged else None
    luck = int(here.option(luck_ask(here)))
    second = is_second_of_pair(here)
    help = (
        0 if second or ranged else sum(h.number for h in here.state.of(here.who) if (h.id, h.to) == (HELPED, here.to))
    )
    return {
        "modifier": hit + attack - FACTS.number("luck_points") * luck,
        "dice": FACTS.number("check_dice") + lasting(here.me, "dice") + dice + FACTS.number("luck_dice") * luck,
        "damage_bonus": here.weapon["all_damage_bonus"] + damage,
        "situations": situations(here, *more, ranged=ranged),
        "help_bonus": min(MOST_HELP, help),
        "aim_rounds": aimed.number if aimed else 0,
        "attack_index": 0 if in_pair(here) else min(EARLIER[1], made(here)),
        "at_least": [to_down(here)],
        "extra_crits": min(EXTRA_CRITS[1], here.weapon["extra_crits"] + more_criticals(here)),
        "bank": spares(here),
    }


def counted_attacks(here: Here) -> str:
    """What the attacks of this round cost the next one: "2 attacks before it, -10"."""
    before = made(here)
    penalty = figure(FACTS.number("further_attack_step") * before, signed=True)
    return f"{counted(before, 'attack')} before it, {penalty}" if before else ""
