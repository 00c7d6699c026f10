"""The inputs of an attack that the fight knows: the attacks before it, help, aim, range, hand, and what is declared.

"Attack Roll and Defense", "Multiple attacks", "Fighting with Two Weapons", "Power Attack" and "Taking Aim".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Here
from ....engine.fight.state import Held
from ..attack.attack import EXTRA_CRITS
from ..modifiers.circumstances import EARLIER, MOST_HELP
from ..modifiers.situations import ATTACKER
from ..round.stance import POWER, STANCES
from ..sheet.conditions import HELPED, LASTING, lasting
from ..sheet.weapon import MELEE
from ..tables import FACTS
from .attacks_made import AIMS, GRAPPLES, PAIRED, RIDES, is_ranged, made, others, with_a_weapon
from .budget import ACTIONS
from .choices import luck_ask, may_pair, power_ask, range_ask, way_ask
from .wounds import LIGHT_WITH_LETHAL, to_down

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


def _with_criticals(here: Here) -> list[dict[str, Any]]:
    """The lasting effects that add criticals to the next hit."""
    found = counting(here, "criticals")
    return [row for _, row in found if with_a_weapon(here) or not row["first_misses"]]


def _criticals(here: Here, rows: Iterable[Mapping[str, Any]]) -> int:
    weapon_crits = here.weapon["extra_crits"] if here.weapon else 0
    return min(EXTRA_CRITS[1], weapon_crits + sum(int(row["criticals"]) for row in rows))


def criticals_of_next_hit(here: Here) -> int:
    """The criticals that the next hit with the weapon has besides those of its roll."""
    return _criticals(here, _with_criticals(here))


def criticals_of_every_hit(here: Here) -> int:
    """The criticals that every hit with the weapon has besides those of its roll."""
    return _criticals(here, (row for row in _with_criticals(here) if not row.get("next_hit")))


def counts_highest(here: Here) -> bool:
    """Whether the criticals of the next hit count their highest roll (OBSS-WM12-4)."""
    return any(True for _ in counting(here, "highest"))


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
        "extra_crits": criticals_of_next_hit(here),
        "highest_crits": counts_highest(here),
        "bank": spares(here),
    }
