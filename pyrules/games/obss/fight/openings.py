"""Weapon maneuvers: what a round of nothing but misses opens; an optional rule.

"Optional - List of Weapon Maneuvers". What a maneuver leaves behind stands in timed_effects.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....engine.fight.acts import Ask, FightAct, Here, Proposed
from ....engine.fight.durations import round_end
from ....engine.fight.events import hold
from ....engine.fight.state import Held
from ....engine.formatting import figure
from ....engine.inputs import Option
from ....engine.procedure import Roll
from ..checks.check_dice import Grade
from ..maneuvers.weapon_maneuvers import MANEUVERS, RolledRound, open_to
from ..sheet.conditions import HELPED, IDLE
from ..turns.action_costs import REACTION
from ..turns.turn_state import TIMED
from .attacks_made import with_a_weapon
from .budget import or_lead
from .effects import AGAINST_ONE, companion_ask, lasts, note

MISSED, MISSED_BADLY, BLEEDING = "missed", "missed_badly", "bleeding"
LEAST_LEVEL = min(row["level"] for row in MANEUVERS.rows)
CRITICAL = "critical"
BESIDES = {"devastating_opening_critical": "devastating_opening", "powerful_war_cry_critical": "powerful_war_cry_cost"}
"""The second lasting effect of a critical effect."""
SUPPORT = "coordinated_support"
"""The maneuver that helps an ally by Intelligence."""


def misses(here: Here, grade: Grade | None, total: int) -> Iterator[Proposed]:
    """A miss of a round without a hit is remembered, if the Weapon Proficiency opens maneuvers (OBSS-WMAN-01, -04)."""
    before = len(_missed(here))
    may_count = here.state.begun and here.me["wp"] >= LEAST_LEVEL and before >= with_a_weapon(here)
    if grade is None or grade.success or not may_count:
        return
    ends = (round_end(here.state.round),)
    kind = MISSED_BADLY if grade.criticals else MISSED
    held = Held(here.who, kind, here.to, ends=ends, number=total, note=f"attack {before + 1}")
    yield Proposed(hold(held), f"{here.actor.name}: the miss with {figure(total)} counts for a weapon maneuver")


def _missed(here: Here) -> list[Held]:
    return [held for held in here.state.of(here.who) if held.id in (MISSED, MISSED_BADLY)]


def open_maneuvers(here: Here) -> list[dict[str, Any]]:
    """The maneuvers that the misses of this round open against one of those missed (OBSS-WMAN-01, OBSS-WMAN-04)."""
    missed = _missed(here)
    if with_a_weapon(here) != len(missed) or all(held.to != here.to for held in missed):
        return []
    totals = tuple(held.number for held in missed)
    return open_to(RolledRound(wp=here.me["wp"], totals=totals, hits=(False,) * len(totals)))


def maneuver_ask(here: Here) -> Ask:
    """Which maneuver, and after a Critical Failure its effect or its critical effect (OBSS-WMAN-03)."""
    badly = any(held.id == MISSED_BADLY for held in _missed(here))
    options = []
    for row in open_maneuvers(here):
        options.append(Option(row["id"], f"{row['label']}: {row['does']}", row["rule"]))
        if badly:
            text = f"{row['label']}, critical: {row['critical']}"
            options.append(Option(f"{row['id']}:{CRITICAL}", text, row["rule"]))
    return Ask("maneuver", "Weapon maneuver", tuple(options))


def _chosen(here: Here) -> tuple[dict[str, Any], bool]:
    """The row of the chosen maneuver, and whether its critical effect is taken."""
    row_id, _, way = here.option(maneuver_ask(here)).partition(":")
    return MANEUVERS.row(row_id), way == CRITICAL


def _effects(row: dict[str, Any], critical: bool) -> list[dict[str, Any]]:
    """What a maneuver leaves behind for a while."""
    name = f"{row['id']}_{CRITICAL}" if critical else row["id"]
    found = (TIMED.find("id", one) for one in (name, BESIDES.get(name)))
    return [effect for effect in found if effect]


def asks(here: Here) -> tuple[Ask, ...]:
    """The maneuver, and the companion of one that is for a single companion."""
    row, critical = _chosen(here)
    needs = helps_ally(row) or any(one["on"] == "ally" and not one["everyone"] for one in _effects(row, critical))
    ally = companion_ask(here)
    return (maneuver_ask(here), *((ally,) if needs and ally.options else ()))


def follows(here: Here, roll: Roll | None) -> Iterable[Proposed]:
    """The effect of the maneuver; the misses are used up (OBSS-WMAN-01)."""
    row, critical = _chosen(here)
    effects = _effects(row, critical)
    yield note(f"{here.actor.name}, {row['label']}: {row[CRITICAL] if critical else row['does']}")
    for effect in effects:
        yield from lasts(here, effect, counts(here, effect["id"]))
    if row["bleeds"]:
        bleeds = row[f"bleeds_{CRITICAL}" if critical else "bleeds"] + here.state.number(here.to, BLEEDING)
        yield Proposed(hold(Held(here.to, BLEEDING, number=bleeds)), f"{here.target.name}: bleeds {bleeds} a round")
    elif helps_ally(row) and companion_ask(here).options:
        yield from _helps(here, row, critical)


def helps_ally(row: Mapping[str, Any]) -> bool:
    """Whether a maneuver gives an ally a bonus on the next attack."""
    return bool(row["helps"]) or row["id"] == SUPPORT


def _helps(here: Here, row: Mapping[str, Any], critical: bool) -> Iterator[Proposed]:
    bonus = here.me["int"] if row["id"] == SUPPORT else row[f"helps_{CRITICAL}" if critical else "helps"]
    if bonus > 0:
        ally = here.option(companion_ask(here))
        held = Held(ally, HELPED, here.to, here.who, (), bonus, here.actor.name)
        text = f"{here.state[ally].name}: {figure(bonus, signed=True)} on the next attack on {here.target.name}"
        yield Proposed(hold(held), text)


def counts(here: Here, effect_id: str) -> int:
    """How often an effect counts: Advanced Feint counts Intelligence and Wisdom (OBSS-WM06-2)."""
    if effect_id not in AGAINST_ONE or not TIMED.row(effect_id)["each"]:
        return 1
    both = (here.me["int"], here.me["wis"])
    return sum(both) if effect_id.endswith(CRITICAL) else max(both)


WEAPON_MANEUVERS = (
    FightAct(
        id="weapon_maneuver",
        label="Weapon maneuver",
        rule="OBSS-WMAN-01",
        cost=or_lead(REACTION),
        any_time=True,
        bars=IDLE,
        offered=lambda here: bool(open_maneuvers(here)),
        why_not=lambda here: (
            f"{here.actor.name} has done one this round." if "weapon_maneuver" in here.actor.did else ""
        ),
        asks=asks,
        follows=follows,
    ),
)
